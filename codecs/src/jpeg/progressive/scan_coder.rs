//! [`ScanCoder`]: a scan of a picture whose coefficients are in memory.

use super::ac_coder::AcCoder;
use super::dc::{DcPlanes, DcValues};
use super::end_of_band::Band;
use super::restarts::Restarts;
use super::script::Scan;
use super::sinks::ScanSink;
use crate::jpeg::coefficients::{CoefficientPicture, ComponentCoefficients};
use crate::shared::dispatch::dispatch_wide;
use fearless_simd::Level;

/// The symbols of a scan.
pub(super) struct ScanCoder<'p> {
    source: Source<'p>,
    refines: bool,
    restarts: Restarts,
}

/// The coefficients of a scan.
enum Source<'p> {
    Dc(DcValues<'p>),
    Ac(&'p ComponentCoefficients, Band),
}

impl<'p> ScanCoder<'p> {
    pub(super) fn new(
        (picture, planes): (&'p CoefficientPicture, &'p DcPlanes),
        scan: &Scan,
        restart_interval: usize,
    ) -> Self {
        let source = if scan.is_dc() {
            Source::Dc(DcValues::new(&picture.layouts(), planes, scan))
        } else {
            let component = &picture.components()[scan.components[0]];
            Source::Ac(component, Band::new(scan, component.table()))
        };
        ScanCoder { source, refines: scan.high > 0, restarts: Restarts::new(restart_interval) }
    }

    /// Passes the symbols to a sink.
    pub(super) fn code<K: ScanSink>(&self, sink: &mut K) {
        let restarts = self.restarts.clone();
        match &self.source {
            Source::Dc(values) => values.code(self.refines, restarts, sink),
            Source::Ac(component, band) => {
                let coder = AcCoder::new(*band, self.refines, restarts);
                dispatch_wide!(Level::new(), simd => coder.code(simd, component, sink));
            }
        }
    }
}
