//! [`AcCoder`]: an AC scan, row of blocks after row of blocks.

use super::end_of_band::{Band, EndOfBand};
use super::restarts::Restarts;
use super::sinks::{Count, ScanSink};
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
    fn line<S: Simd, K: ScanSink>(&mut self, simd: S, line: &[Levels], sink: &mut K) {
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

/// Counts the symbols of several scans of a component, each row of blocks while it is in the cache.
#[inline(always)]
pub(super) fn count<S: Simd>(simd: S, component: &ComponentCoefficients, mut scans: Vec<AcCoder>) -> Vec<Count> {
    let mut counts = vec![Count::default(); scans.len()];
    for line in component.lines() {
        for (scan, count) in scans.iter_mut().zip(&mut counts) {
            scan.line(simd, line, count);
        }
    }
    for (scan, count) in scans.iter_mut().zip(&mut counts) {
        scan.ended.write(scan.band.table, count);
    }
    counts
}
