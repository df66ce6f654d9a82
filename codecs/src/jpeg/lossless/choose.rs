//! The predictor that makes the smallest file, told by a part of the picture.

use super::entropy::Frequencies;
use super::file::Differences;
use super::frame::{Frame, Scan};
use super::options::Predictor;
use crate::jpeg::JpegError;
use crate::picture::Sample;

/// Samples that are enough to tell.
const ENOUGH: usize = 1 << 20;

/// Of all predictors the one that codes lines spread over the scan in the fewest bits; of equals the first.
pub(super) fn predictor<T: Sample, const N: usize>(frame: &Frame<'_, T>, scan: &Scan) -> Result<Predictor, JpegError> {
    let lines = (ENOUGH / (N * scan.width)).clamp(1, scan.height);
    let mut differences = Differences::<T, N>::new(frame, scan);
    let mut frequencies = [Frequencies::default(); 7];
    for n in 0..lines {
        // One line of each of so many bands of one height, another one in each: a pattern in the picture does not hide.
        let (from, to) = (n * scan.height / lines, (n + 1) * scan.height / lines);
        let y = from + n.wrapping_mul(0x9E37_79B9) % (to - from);
        for (predictor, frequencies) in Predictor::all().zip(&mut frequencies) {
            differences.count(y, predictor, frequencies)?;
        }
    }
    let cheapest = Predictor::all().zip(&frequencies).min_by_key(|(_, frequencies)| frequencies.bits());
    Ok(cheapest.map_or(Predictor::LEFT, |(predictor, _)| predictor))
}
