//! The driver of a scan: the block diagram of T.81 Figure 4, one call per stage.
//!
//! ```text
//!   pixels ─▶ components ─▶ 8x8 block ─▶ FDCT ─▶ quantiser ─▶ entropy coder ─▶ bytes
//!             (colour,                              │             │
//!              downsampling)                     steps         Huffman tables
//! ```

use super::coefficients::{Coefficients, Stages};
use super::components::Components;
use super::dct::{Block8x8, ForwardDct};
use super::entropy::{SymbolSink, code_block, code_dummy};
use super::frame::{Frame, Scan};
use super::quantize::Quantizer;
use crate::picture::Pixels;
use fearless_simd::{Level, Simd, dispatch};
use std::sync::Arc;

/// The most components of a scan, and the most rows of blocks of one in an MCU.
const MOST_COMPONENTS: usize = 4;
const MOST_ROWS: usize = 4;

/// The encoder of one scan, which codes one row of MCUs after another.
pub(super) struct ScanCoder<Sink> {
    frame: Arc<Frame>,
    scan: Scan,
    /// The DC coefficient of the last block of each component (F.1.1.5.1).
    predictions: [i32; 4],
    /// Restart markers written since the beginning of the scan, and MCUs until the next one.
    restarts: usize,
    until_restart: usize,
    pub(super) sink: Sink,
}

impl<Sink: SymbolSink> ScanCoder<Sink> {
    /// Returns a coder that starts with MCU number `mcus`, the first of a restart interval.
    pub(super) fn new(frame: Arc<Frame>, scan: Scan, mcus: usize, sink: Sink) -> Self {
        // A coder that starts later first writes the marker that ends the preceding interval.
        let restarts = mcus.checked_div(scan.restart_interval).map_or(0, |n| n.saturating_sub(1));
        let until_restart = if mcus == 0 { scan.restart_interval } else { 0 };
        ScanCoder { frame, scan, predictions: [0; 4], restarts, until_restart, sink }
    }

    /// Codes row `row` of the frame's MCUs.
    pub(super) fn code_row(&mut self, level: Level, coefficients: &Coefficients, row: usize) {
        dispatch!(level, simd => match self.scan.single() {
            Some(component) => self.code_blocks(simd, coefficients, component, row),
            None => self.code_mcus(simd, coefficients, row),
        });
    }

    /// Codes the rows of blocks of a component that is alone in its scan: an MCU is one block (A.2.2).
    #[inline(always)]
    fn code_blocks<S: Simd>(&mut self, simd: S, coefficients: &Coefficients, c: usize, row: usize) {
        let frame = Arc::clone(&self.frame);
        let component = &frame.components[c];
        for line in coefficients.lines(c, &component.blocks.overlap(&frame.row_of_mcus(row))) {
            for block in line {
                self.start_mcu();
                code_block(simd, block, component.table, &mut self.predictions[c], &mut self.sink);
            }
        }
    }

    /// Codes a row of MCUs of all components (A.2.3).
    #[inline(always)]
    fn code_mcus<S: Simd>(&mut self, simd: S, coefficients: &Coefficients, row: usize) {
        let frame = Arc::clone(&self.frame);
        let place = frame.row_of_mcus(row);
        // The blocks of the picture that are left in each row of blocks.
        let mut left: [[&[Block8x8]; MOST_ROWS]; MOST_COMPONENTS] = Default::default();
        for (c, (component, left)) in frame.components.iter().zip(&mut left).enumerate() {
            let lines = coefficients.lines(c, &component.blocks.overlap(&place));
            left.iter_mut().zip(lines).for_each(|(left, line)| *left = line);
        }
        for _ in 0..self.scan.mcus_per_row {
            self.start_mcu();
            for (c, (component, left)) in frame.components.iter().zip(&mut left).enumerate() {
                let [rows, columns] = component.per_mcu;
                for left in left.iter_mut().take(rows) {
                    let (blocks, later) = left.split_at(columns.min(left.len()));
                    *left = later;
                    for block in blocks {
                        code_block(simd, block, component.table, &mut self.predictions[c], &mut self.sink);
                    }
                    for _ in blocks.len()..columns {
                        code_dummy(component.table, &mut self.sink);
                    }
                }
            }
        }
    }

    /// Writes a restart marker if one is due.
    #[inline(always)]
    fn start_mcu(&mut self) {
        if self.scan.restart_interval > 0 {
            if self.until_restart == 0 {
                self.sink.restart(self.restarts);
                self.restarts += 1;
                self.until_restart = self.scan.restart_interval;
                self.predictions = [0; 4];
            }
            self.until_restart -= 1;
        }
    }
}

/// Takes the pixels of a row of MCUs, from row `top` of the picture on, and computes their coefficients.
pub(super) fn take_row<D: ForwardDct, Q: Quantizer>(
    level: Level,
    (components, coefficients): (&mut Components, &mut Coefficients),
    frame: &Frame,
    stages: &Stages<'_, D, Q>,
    picture: &Pixels<'_>,
    top: usize,
) {
    let rows = frame.rows_per_mcu.min(picture.height() - top);
    dispatch!(level, _simd => components.take(picture, top, rows));
    dispatch!(level, simd => coefficients.take(simd, stages, components));
}
