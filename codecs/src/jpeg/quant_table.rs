//! [`QuantTable`]: the quantisation steps of the coefficients. T.81 A.3.4, B.2.4.1, Annex K.1.

use super::{IjgQuality, JpegError};

/// The quantisation steps of the 64 coefficients of a block, in natural (row-major) order.
///
/// ```
/// use codecs::jpeg::quant_table::QuantTable;
/// let luma = QuantTable::LUMA.at_quality(90)?;
/// assert_eq!(&luma.steps()[..4], [3, 2, 2, 3]);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantTable([u16; 64]);

impl QuantTable {
    /// The luma table of T.81, Table K.1.
    #[rustfmt::skip]
    pub const LUMA: QuantTable = QuantTable([
        16, 11, 10, 16, 24, 40, 51, 61,
        12, 12, 14, 19, 26, 58, 60, 55,
        14, 13, 16, 24, 40, 57, 69, 56,
        14, 17, 22, 29, 51, 87, 80, 62,
        18, 22, 37, 56, 68, 109, 103, 77,
        24, 35, 55, 64, 81, 104, 113, 92,
        49, 64, 78, 87, 103, 121, 120, 101,
        72, 92, 95, 98, 112, 100, 103, 99,
    ]);

    /// The chroma table of T.81, Table K.2.
    #[rustfmt::skip]
    pub const CHROMA: QuantTable = QuantTable([
        17, 18, 24, 47, 99, 99, 99, 99,
        18, 21, 26, 66, 99, 99, 99, 99,
        24, 26, 56, 99, 99, 99, 99, 99,
        47, 66, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99,
    ]);

    /// Returns a table of the given steps, 1 to 65535, in natural order. A step above 255 makes the file an extended
    /// sequential one (SOF1), which every decoder reads.
    ///
    /// ```
    /// use codecs::jpeg::quant_table::QuantTable;
    /// assert!(QuantTable::new([16; 64]).is_ok());
    /// assert_eq!(
    ///     QuantTable::new([0; 64]).unwrap_err().to_string(),
    ///     "quantisation step 0 at row 0, column 0 is not allowed; use 1 to 65535"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`JpegError::QuantStep`].
    pub fn new(steps: [u32; 64]) -> Result<Self, JpegError> {
        let mut table = [0; 64];
        for (k, step) in steps.into_iter().enumerate() {
            table[k] = match u16::try_from(step) {
                Ok(step) if step > 0 => step,
                _ => return Err(JpegError::QuantStep { step, row: k / 8, column: k % 8, most: 65535 }),
            };
        }
        Ok(QuantTable(table))
    }

    /// Returns the table of steps of 1 or more.
    pub(super) const fn of(steps: [u16; 64]) -> QuantTable {
        QuantTable(steps)
    }

    /// Returns this table at an IJG quality of 1 to 100: 50 leaves it unchanged, 100 makes every step 1. Steps are
    /// limited to 1 to 255, so that the file stays a baseline one. See [`QuantTable`] for an example.
    ///
    /// # Errors
    /// [`JpegError::Quality`].
    pub fn at_quality(&self, quality: impl Into<IjgQuality>) -> Result<Self, JpegError> {
        self.scaled(quality.into(), 255)
    }

    /// Returns this table at a quality, with steps of 1 to `most`.
    ///
    /// # Errors
    /// [`JpegError::Quality`].
    pub(super) fn scaled(&self, quality: IjgQuality, most: u32) -> Result<Self, JpegError> {
        let thousandths = quality.between(|whole| match u32::from(whole) {
            q @ ..50 => 5000 / q,
            q => 200 - 2 * q,
        })?;
        Ok(QuantTable(self.0.map(|step| ((u32::from(step) * thousandths + 500) / 1000).clamp(1, most) as u16)))
    }

    /// Returns the steps in natural order.
    pub fn steps(&self) -> &[u16; 64] {
        &self.0
    }

    /// Returns whether a step needs 16 bits (T.81: `Pq` = 1).
    pub fn is_wide(&self) -> bool {
        self.0.iter().any(|&step| step > 255)
    }
}
