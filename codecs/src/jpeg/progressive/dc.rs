//! DC scans: the first one codes differences of point-transformed values, a refinement one bit a block (T.81 G.1.2.1).

use super::end_of_band::BitQueue;
use super::restarts::Restarts;
use super::script::Scan;
use super::sinks::{BurstSink, ScanSink};
use crate::jpeg::coefficients::{CoefficientPicture, Levels};

/// The number of bits from which on the bits of a refinement are written.
const MANY_BITS: u32 = 960;

/// Codes a DC scan of a picture.
pub(super) fn code<K: ScanSink>(picture: &CoefficientPicture, scan: &Scan, restarts: Restarts, sink: &mut K) {
    let low = u32::from(scan.low);
    let mut coder = DcCoder {
        low,
        is_first: scan.high == 0,
        restarts,
        last: [0; 4],
        predictions: [0; 4],
        bits: BitQueue::default(),
        sink,
    };
    match scan.components[..] {
        [c] => coder.blocks(picture, c),
        _ => coder.mcus(picture, &scan.components),
    }
    coder.bits.write(coder.sink);
}

struct DcCoder<'s, K> {
    low: u32,
    is_first: bool,
    restarts: Restarts,
    /// The value of the last block of each component.
    last: [i32; 4],
    /// The point-transformed value that predicts the next block of each component.
    predictions: [i32; 4],
    /// The bits of a refinement.
    bits: BitQueue,
    sink: &'s mut K,
}

impl<K: ScanSink> DcCoder<'_, K> {
    /// Codes the blocks of a component that is alone in its scan: an MCU is one block (A.2.2).
    fn blocks(&mut self, picture: &CoefficientPicture, c: usize) {
        let component = &picture.components()[c];
        for levels in component.lines().flatten() {
            self.start_mcu();
            self.block(c, component.table(), Some(levels));
        }
    }

    /// Codes the MCUs of several components (A.2.3).
    fn mcus(&mut self, picture: &CoefficientPicture, components: &[usize]) {
        let [rows, columns] = picture.mcus();
        let mut lines: [[&[Levels]; 4]; 4] = [[&[]; 4]; 4];
        for row in 0..rows {
            for &c in components {
                let component = &picture.components()[c];
                let [v, _] = component.per_mcu();
                lines[c & 3].iter_mut().take(v).zip(row * v..).for_each(|(line, y)| *line = component.line(y));
            }
            for mcu in 0..columns {
                self.start_mcu();
                for &c in components {
                    let component = &picture.components()[c];
                    let [v, h] = component.per_mcu();
                    for line in lines[c & 3].iter().take(v) {
                        for x in mcu * h..(mcu + 1) * h {
                            self.block(c, component.table(), line.get(x));
                        }
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn start_mcu(&mut self) {
        if let Some(n) = self.restarts.before_mcu() {
            self.bits.write(self.sink);
            self.sink.restart(n);
            self.predictions = [0; 4];
        }
    }

    /// Codes a block of component `c`. A block beyond the edges of the picture repeats the last value, as T.81 A.2.4
    /// recommends.
    #[inline(always)]
    fn block(&mut self, c: usize, table: usize, levels: Option<&Levels>) {
        let last = &mut self.last[c & 3];
        let value = levels.map_or(*last, |levels| i32::from(levels.0[0]));
        *last = value;
        let transformed = value >> self.low;
        if self.is_first {
            let difference = transformed - core::mem::replace(&mut self.predictions[c & 3], transformed);
            let category = 32 - difference.unsigned_abs().leading_zeros();
            let bits = (difference + (difference >> 31)) as u32 & ((1 << category) - 1);
            let mut burst = self.sink.burst();
            burst.symbol(table, category, bits);
            burst.end();
        } else {
            self.bits.push(transformed as u64 & 1, 1);
            if self.bits.len() >= MANY_BITS {
                self.bits.write(self.sink);
            }
        }
    }
}
