//! DC scans: differences of point-transformed values, then a bit a block (T.81 G.1.2.1).

use super::end_of_band::BitQueue;
use super::restarts::Restarts;
use super::script::Scan;
use super::sinks::{BurstSink, ScanSink};
use crate::jpeg::coefficients::{CoefficientPicture, ComponentCoefficients, Layout, Layouts};
use std::borrow::Cow;

/// The number of bits from which on the bits of a refinement are written.
const MANY_BITS: u32 = 960;

/// The DC coefficients of each component, row by row. They are gathered once for all scans, because they lie far apart in
/// memory.
pub(super) struct DcPlanes(Vec<Vec<i16>>);

impl DcPlanes {
    /// Returns planes of that many components without coefficients.
    pub(super) fn empty(components: usize) -> Self {
        DcPlanes(vec![Vec::new(); components])
    }

    /// Appends rows of component `c`.
    pub(super) fn append(&mut self, c: usize, rows: &[i16]) {
        self.0[c].extend_from_slice(rows);
    }

    pub(super) fn new(picture: &CoefficientPicture) -> Self {
        let plane = |component: &ComponentCoefficients| {
            let mut plane = Vec::with_capacity(component.size().iter().product());
            component.lines().for_each(|line| plane.extend(line.iter().map(|levels| levels.0[0])));
            plane
        };
        DcPlanes(picture.components().iter().map(plane).collect())
    }
}

/// The DC coefficients of a scan in coding order (A.2).
pub(super) struct DcValues<'p> {
    values: Cow<'p, [i16]>,
    /// The place among the scan's components of each block of an MCU.
    blocks: Vec<usize>,
    /// The number of the Huffman table of each component.
    tables: Vec<usize>,
    low: u32,
}

impl<'p> DcValues<'p> {
    /// Puts the values of a scan in order. A block beyond the edges of the picture repeats the last value of its
    /// component, as T.81 A.2.4 recommends.
    pub(super) fn new(layouts: &Layouts, planes: &'p DcPlanes, scan: &Scan) -> Self {
        let components = scan.components.iter().map(|&c| &layouts.components[c]);
        let tables = components.clone().map(|layout| layout.table).collect();
        let low = u32::from(scan.low);
        if let [c] = scan.components[..] {
            // An MCU is one block (A.2.2).
            return DcValues { values: Cow::Borrowed(&planes.0[c]), blocks: vec![0], tables, low };
        }
        let [rows, columns] = layouts.mcus;
        let blocks_of = |(c, layout): (usize, &Layout)| core::iter::repeat_n(c, layout.per_mcu.iter().product());
        let blocks: Vec<usize> = components.clone().enumerate().flat_map(blocks_of).collect();
        let mut values = Vec::with_capacity(rows * columns * blocks.len());
        // The rows of blocks of a row of MCUs, as many for each component as it has in an MCU.
        let mut lines: Vec<(usize, usize, &[i16])> = Vec::new();
        for row in 0..rows {
            lines.clear();
            for (&c, component) in scan.components.iter().zip(components.clone()) {
                let ([v, h], [_, width]) = (component.per_mcu, component.size());
                let line = |y: usize| planes.0[c].get(y * width..(y + 1) * width).unwrap_or_default();
                lines.extend((row * v..(row + 1) * v).map(|y| (c, h, line(y))));
            }
            for mcu in 0..columns {
                let mut last = (usize::MAX, 0);
                for &(c, h, line) in &lines {
                    for x in mcu * h..(mcu + 1) * h {
                        // A component's first block of an MCU always lies in the picture.
                        let repeated = if last.0 == c { last.1 } else { 0 };
                        last = (c, line.get(x).copied().unwrap_or(repeated));
                        values.push(last.1);
                    }
                }
            }
        }
        DcValues { values: Cow::Owned(values), blocks, tables, low }
    }

    /// Codes the scan.
    pub(super) fn code<K: ScanSink>(&self, refines: bool, restarts: Restarts, sink: &mut K) {
        if refines { self.refine(restarts, sink) } else { self.first(restarts, sink) }
    }

    /// Codes the first scan.
    fn first<K: ScanSink>(&self, mut restarts: Restarts, sink: &mut K) {
        let mut predictions = [0_i32; 4];
        for mcu in self.values.chunks_exact(self.blocks.len().max(1)) {
            if let Some(n) = restarts.before_mcu() {
                sink.restart(n);
                predictions = [0; 4];
            }
            let mut burst = sink.burst();
            for (&value, &c) in mcu.iter().zip(&self.blocks) {
                let transformed = i32::from(value) >> self.low;
                let difference = transformed - core::mem::replace(&mut predictions[c & 3], transformed);
                let category = 32 - difference.unsigned_abs().leading_zeros();
                let bits = (difference + (difference >> 31)) as u32 & ((1 << category) - 1);
                burst.symbol(self.tables[c], category, bits);
            }
            burst.end();
        }
    }

    /// Codes a refinement.
    fn refine<K: ScanSink>(&self, mut restarts: Restarts, sink: &mut K) {
        let mut bits = BitQueue::default();
        for mcu in self.values.chunks_exact(self.blocks.len().max(1)) {
            if let Some(n) = restarts.before_mcu() {
                bits.write(sink);
                sink.restart(n);
            }
            for &value in mcu {
                bits.push((i32::from(value) >> self.low) as u64 & 1, 1);
            }
            if bits.len() >= MANY_BITS {
                bits.write(sink);
            }
        }
        bits.write(sink);
    }
}
