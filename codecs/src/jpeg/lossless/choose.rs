//! The choice of the predictor that makes the smallest file, from a sample of the picture's lines.

use super::entropy::Frequencies;
use super::file::Differences;
use super::frame::{Frame, Scan};
use super::options::Predictor;
use crate::jpeg::JpegError;
use crate::picture::Sample;

/// The number of samples that suffice for the choice.
const ENOUGH: usize = 1 << 20;

/// Returns the predictor that codes sampled lines of the scan in the fewest bits; the first of several that are equal.
pub(super) fn predictor<T: Sample, const N: usize>(frame: &Frame<'_, T>, scan: &Scan) -> Result<Predictor, JpegError> {
    let lines = (ENOUGH / (N * scan.width)).clamp(1, scan.height);
    let mut differences = Differences::<T, N>::new(frame, scan);
    let mut frequencies = [Frequencies::default(); 7];
    for n in 0..lines {
        // Sample one line per band, at a different offset in each, so that a periodic picture does not mislead the
        // choice.
        let (from, to) = (n * scan.height / lines, (n + 1) * scan.height / lines);
        let y = from + n.wrapping_mul(0x9E37_79B9) % (to - from);
        for (predictor, frequencies) in Predictor::all().zip(&mut frequencies) {
            differences.count(y, predictor, frequencies)?;
        }
    }
    let cheapest = Predictor::all().zip(&frequencies).min_by_key(|(_, frequencies)| frequencies.bits());
    Ok(cheapest.map_or(Predictor::LEFT, |(predictor, _)| predictor))
}
