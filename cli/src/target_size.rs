//! `--target-size`: the largest quality whose file fits.

use crate::error::Error;

/// A quality and the file encoded with it.
pub(crate) type Attempt = (u8, Vec<u8>);

/// Finds the largest quality, 1 to 100, whose file has at most `target` bytes, by bisection: `encode` is called seven
/// or eight times. Files grow with the quality, so the last one that fits is the best one.
pub(crate) fn search(target: u64, mut encode: impl FnMut(u8) -> Result<Vec<u8>, Error>) -> Result<Attempt, Error> {
    let mut best: Option<Attempt> = None;
    let (mut low, mut high) = (1, 100);
    let mut smallest = u64::MAX;
    while low <= high {
        let quality = low + (high - low) / 2;
        let file = encode(quality)?;
        let size = file.len() as u64;
        smallest = smallest.min(size);
        if size <= target {
            best = Some((quality, file));
            low = quality + 1;
        } else {
            high = quality - 1;
        }
    }
    best.ok_or(Error::TargetSize { target, smallest })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file of ten bytes and two more for each step of quality.
    fn file(quality: u8) -> Result<Vec<u8>, Error> {
        Ok(vec![0; 10 + 2 * usize::from(quality)])
    }

    #[test]
    fn it_is_the_largest_quality_that_fits() {
        for target in 12..=300 {
            let (quality, found) = search(target, file).expect("quality 1 fits");
            assert!(found.len() as u64 <= target);
            assert!(quality == 100 || file(quality + 1).expect("a file").len() as u64 > target, "{target}");
        }
    }

    #[test]
    fn when_none_fits_the_smallest_is_said() {
        let error = search(11, file).expect_err("12 bytes at least");
        assert_eq!(error.to_string(), "11 bytes are too few: quality 1 takes 12");
    }
}
