//! The driver of a scan: the block diagram of T.81 Figure 4, one call per stage.
//!
//! ```text
//!   pixels ─▶ components ─▶ 8x8 block ─▶ FDCT ─▶ quantiser ─▶ entropy coder ─▶ bytes
//!             (colour,                              │             │
//!              downsampling)                     steps         Huffman tables
//! ```

use super::coefficients::Coefficients;
use super::colour::{ColourConversion, IntegerColour};
use super::components::Components;
use super::dct::{Block8x8, ForwardDct, IntegerDct};
use super::downsample::{Downsampler, MeanDownsampler};
use super::entropy::{CodedBlock, EntropyCoder};
use super::frame::{Frame, MOST_FACTOR, Scan};
use super::options::{Options, Rounding};
use super::quantize::{DeadZone, ReciprocalQuantizer};
use super::row_quantizer::RowQuantizer;
use crate::picture::Pixels;
use crate::shared::dispatch::dispatch_wide;
use fearless_simd::{Level, Simd};
use std::sync::Arc;

/// The most components of a scan.
const MOST_COMPONENTS: usize = 4;

/// The replaceable stages from pixels to quantised blocks.
#[derive(Clone, Debug)]
pub(super) struct Stages<D, Q, C, F> {
    pub(super) dct: D,
    pub(super) quantizer: Q,
    pub(super) colour: C,
    pub(super) downsampler: F,
}

impl Stages<IntegerDct, ReciprocalQuantizer, IntegerColour, MeanDownsampler> {
    /// Returns the encoder's own stages.
    pub(super) fn new(options: &Options) -> Self {
        let quantizer = ReciprocalQuantizer::new(&options.quant).with_dead_zone(match options.rounding {
            Rounding::Nearest => DeadZone::NONE,
            Rounding::DeadZone(dead_zone) => dead_zone,
            Rounding::Trellis => DeadZone::default(),
        });
        Stages { dct: IntegerDct, quantizer, colour: IntegerColour, downsampler: MeanDownsampler }
    }
}

/// The encoder of one scan, which codes one row of MCUs after another.
pub(super) struct ScanCoder<E> {
    frame: Arc<Frame>,
    scan: Scan,
    /// Restart markers written since the beginning of the scan, and MCUs until the next one.
    restarts: usize,
    until_restart: usize,
    pub(super) coder: E,
}

impl<E: EntropyCoder> ScanCoder<E> {
    /// Returns a coder that starts with the first MCU.
    pub(super) fn new(frame: Arc<Frame>, scan: Scan, coder: E) -> Self {
        let until_restart = scan.restart_interval;
        ScanCoder { frame, scan, restarts: 0, until_restart, coder }
    }

    /// Goes to the first MCU of row `row` of the frame's MCUs.
    pub(super) fn go_to(&mut self, row: usize) {
        let (mcus, interval) = (row * self.scan.mcus_in_row(&self.frame), self.scan.restart_interval);
        if let Some(intervals) = mcus.checked_div(interval) {
            // The marker that ends an interval is written before the first MCU of the next one.
            let is_due = mcus > 0 && mcus == intervals * interval;
            self.restarts = intervals - usize::from(is_due);
            self.until_restart = if is_due { 0 } else { (intervals + 1) * interval - mcus };
        }
    }

    /// Returns the number of blocks of an MCU.
    pub(super) fn blocks_in_mcu(&self) -> usize {
        match self.scan.single() {
            Some(_) => 1,
            None => {
                self.scan.components.iter().map(|&c| self.frame.components[c].per_mcu.iter().product::<usize>()).sum()
            }
        }
    }

    /// Codes row `row` of the MCUs of a frame, the picture's or a strip's.
    pub(super) fn code_row(&mut self, level: Level, coefficients: &Coefficients, (frame, row): (&Frame, usize)) {
        dispatch_wide!(level, simd => match self.scan.single() {
            Some(component) => self.code_blocks(simd, coefficients, component, (frame, row)),
            None => self.code_mcus(simd, coefficients, (frame, row)),
        });
    }

    /// Codes the rows of blocks of a component that is alone in its scan: an MCU is one block (A.2.2).
    #[inline(always)]
    fn code_blocks<S: Simd>(&mut self, simd: S, coefficients: &Coefficients, c: usize, (frame, row): (&Frame, usize)) {
        let component = &frame.components[c];
        let held = component.blocks.overlap(&frame.row_of_mcus(row));
        for (y, line) in coefficients.lines(c, &held).enumerate() {
            for (x, coefficients) in line.iter().enumerate() {
                self.start_mcu();
                let (blocks, table) = (&component.blocks, component.table);
                let block =
                    CodedBlock { coefficients, component: c, table, blocks, mcus: &held, mcu: [y, x], index: [0, 0] };
                self.coder.block(simd, block);
            }
        }
    }

    /// Codes a row of MCUs of all components (A.2.3).
    #[inline(always)]
    fn code_mcus<S: Simd>(&mut self, simd: S, coefficients: &Coefficients, (frame, row): (&Frame, usize)) {
        let mcus = frame.row_of_mcus(row);
        // The blocks of the picture that are left in each row of blocks.
        let mut left: [[&[Block8x8]; MOST_FACTOR]; MOST_COMPONENTS] = Default::default();
        for (c, (component, left)) in frame.components.iter().zip(&mut left).enumerate() {
            let lines = coefficients.lines(c, &component.blocks.overlap(&mcus));
            left.iter_mut().zip(lines).for_each(|(left, line)| *left = line);
        }
        for mcu in 0..frame.mcu_grid()[1] {
            self.start_mcu();
            for (c, (component, left)) in frame.components.iter().zip(&mut left).enumerate() {
                let [rows, columns] = component.per_mcu;
                let (blocks, table) = (&component.blocks, component.table);
                for (y, left) in left.iter_mut().take(rows).enumerate() {
                    let (held, later) = left.split_at(columns.min(left.len()));
                    *left = later;
                    for (x, coefficients) in held.iter().enumerate() {
                        let (mcus, mcu, index) = (&mcus, [0, mcu], [y, x]);
                        self.coder
                            .block(simd, CodedBlock { coefficients, component: c, table, blocks, mcus, mcu, index });
                    }
                    for _ in held.len()..columns {
                        self.coder.padding(c, table);
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
                self.coder.restart(self.restarts);
                self.restarts += 1;
                self.until_restart = self.scan.restart_interval;
            }
            self.until_restart -= 1;
        }
    }
}

/// Takes the pixels of row `row` of MCUs, from row `top` of `picture` on, and computes their coefficients.
pub(super) fn take_row<D: ForwardDct, Q: RowQuantizer, C: ColourConversion, F: Downsampler>(
    level: Level,
    (components, coefficients): (&mut Components, &mut Coefficients),
    frame: &Frame,
    Stages { dct, quantizer, colour, downsampler }: &Stages<D, Q, C, F>,
    (picture, top): (&Pixels<'_>, usize),
    row: usize,
) {
    let rows = frame.rows_per_mcu().min(picture.height() - top);
    let samples = components.take(level, (colour, downsampler), picture, top, rows);
    dispatch_wide!(level, simd => coefficients.take(simd, (dct, quantizer), &samples, (frame, row)));
}
