//! [`Samples`]: the samples of a picture, of 8 or 16 bits.

use crate::error::Error;

/// Samples from 0 to a maxval, pixel after pixel, row after row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Samples {
    /// Samples with a maxval of at most 255.
    Eight(Vec<u8>),
    /// Samples with a greater maxval.
    Sixteen(Vec<u16>),
}

impl Samples {
    /// Returns the number of samples.
    ///
    /// ```
    /// assert_eq!(encode::input::Samples::Eight(vec![1, 2]).count(), 2);
    /// ```
    pub fn count(&self) -> usize {
        match self {
            Samples::Eight(samples) => samples.len(),
            Samples::Sixteen(samples) => samples.len(),
        }
    }

    /// Returns the sample at index `place`.
    ///
    /// ```
    /// assert_eq!(encode::input::Samples::Sixteen(vec![1000, 2000]).at(1), 2000);
    /// ```
    ///
    /// # Panics
    /// If `place` is out of range.
    pub fn at(&self, place: usize) -> u16 {
        match self {
            Samples::Eight(samples) => samples[place].into(),
            Samples::Sixteen(samples) => samples[place],
        }
    }

    /// Scales the samples from 0..=`maxval` to 0..=255, to the nearest, as cjpeg does.
    pub(super) fn round_to_8_bits(&mut self, maxval: u16) {
        if maxval == 255 {
            return;
        }
        let table = levels(maxval);
        match self {
            Samples::Eight(samples) => samples.iter_mut().for_each(|s| *s = table[usize::from(*s)]),
            Samples::Sixteen(samples) => {
                *self = Samples::Eight(samples.iter().map(|&s| table[usize::from(s)]).collect());
            }
        }
    }
}

/// Returns the level of 8 bits, to the nearest, of each sample of 0 to `maxval`.
pub(super) fn levels(maxval: u16) -> Vec<u8> {
    let most = u32::from(maxval);
    (0..=most).map(|sample| ((sample * 255 + most / 2) / most) as u8).collect()
}

/// The type of a sample, `u8` or `u16`.
pub(super) trait Number: bytemuck::Pod + Into<u32> {
    /// Converts a number that fits the type.
    fn of(number: u32) -> Self;
}

impl Number for u8 {
    fn of(number: u32) -> Self {
        number as u8
    }
}

impl Number for u16 {
    fn of(number: u32) -> Self {
        number as u16
    }
}

/// Returns zeros, or an error if memory is short, where a plain `vec!` would end the process.
pub(super) fn zeros<T: Number>(count: u64, width: u32, height: u32) -> Result<Vec<T>, Error> {
    let short = || Error::Memory { width, height, bytes: count.saturating_mul(size_of::<T>() as u64) };
    let length = usize::try_from(count).map_err(|_| short())?;
    // The trial reservation costs nothing, as its pages are never touched; those of the zeros are touched when a
    // decoder writes them.
    let mut trial: Vec<T> = Vec::new();
    trial.try_reserve_exact(length).map_err(|_| short())?;
    drop(trial);
    Ok(vec![T::zeroed(); length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_to_the_nearest_of_256_levels() {
        let mut samples = Samples::Sixteen((0..=u16::MAX).collect());
        samples.round_to_8_bits(65535);
        let nearest = (0..=u16::MAX).map(|value| (f64::from(value) / 257.0).round() as u8);
        assert_eq!(samples, Samples::Eight(nearest.collect()));
    }

    #[test]
    fn any_maxval_becomes_255() {
        let rounded = |mut samples: Samples, maxval| {
            samples.round_to_8_bits(maxval);
            samples
        };
        assert_eq!(rounded(Samples::Eight(vec![0, 7, 15]), 15), Samples::Eight(vec![0, 119, 255]));
        assert_eq!(rounded(Samples::Eight(vec![0, 1]), 1), Samples::Eight(vec![0, 255]));
        assert_eq!(rounded(Samples::Sixteen(vec![0, 512, 1023]), 1023), Samples::Eight(vec![0, 128, 255]));
    }

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        assert!(matches!(zeros::<u8>(1 << 62, 1, 1), Err(Error::Memory { .. })));
        assert!(matches!(zeros::<u16>(u64::MAX, 1, 1), Err(Error::Memory { bytes: u64::MAX, .. })));
    }
}
