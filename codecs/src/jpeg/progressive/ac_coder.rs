//! [`AcCoder`]: an AC scan, row of blocks after row of blocks.

use super::end_of_band::{Band, EndOfBand};
use super::restarts::Restarts;
use super::sinks::ScanSink;
use super::{ac, ac_refine};
use crate::jpeg::coefficients::{ComponentCoefficients, Levels};
use fearless_simd::Simd;

/// The state of an AC scan of a component.
pub(super) struct AcCoder {
    band: Band,
    refines: bool,
    ended: EndOfBand,
    restarts: Restarts,
}

impl AcCoder {
    pub(super) fn new(band: Band, refines: bool, restarts: Restarts) -> Self {
        AcCoder { band, refines, ended: EndOfBand::default(), restarts }
    }

    /// Begins a part with block number `block`.
    pub(super) fn begin_part(&mut self, block: usize) {
        self.ended.begin_part();
        self.restarts.go_to(block);
    }

    /// Returns the run of blocks at the end of what was coded.
    pub(super) fn ended(&self) -> &EndOfBand {
        &self.ended
    }

    /// Returns the number of the Huffman table.
    pub(super) fn table(&self) -> usize {
        self.band.table
    }

    /// Codes all rows of blocks.
    #[inline(always)]
    pub(super) fn code<S: Simd, K: ScanSink>(mut self, simd: S, component: &ComponentCoefficients, sink: &mut K) {
        for line in component.lines() {
            self.line(simd, line, sink);
        }
        self.ended.write(self.band.table, sink);
    }

    /// Codes a row of blocks.
    #[inline(always)]
    pub(super) fn line<S: Simd, K: ScanSink>(&mut self, simd: S, line: &[Levels], sink: &mut K) {
        if self.refines {
            for levels in line {
                self.start_mcu(sink);
                ac_refine::block(simd, levels, self.band, &mut self.ended, sink);
            }
        } else {
            for levels in line {
                self.start_mcu(sink);
                ac::block(simd, levels, self.band, &mut self.ended, sink);
            }
        }
    }

    #[inline(always)]
    fn start_mcu<K: ScanSink>(&mut self, sink: &mut K) {
        if let Some(n) = self.restarts.before_mcu() {
            self.ended.write(self.band.table, sink);
            sink.restart(n);
        }
    }
}
