//! [`Sample`]: parts of a picture from all over it, for trials that take less time than the whole.
//!
//! A part is a run of MCUs of one row. The parts lie at equal distances from the top down, and their columns follow the
//! multiples of the golden ratio, which fill the width evenly:
//!
//! ```text
//!   ██...........
//!   ........██...
//!   ...██........
//!   ...........██
//! ```

use crate::jpeg::JpegError;
use crate::jpeg::baseline::{Encoder, Options, Transformed};
use crate::picture::Pixels;

/// The size of a sample and of its parts.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// The part of a picture, as a divisor.
    share: usize,
    /// The columns of a part.
    columns: usize,
}

impl Shape {
    /// Few long parts, whose rows lie in memory one after the other.
    pub(super) const LONG: Shape = Shape { share: 32, columns: 256 };
    /// Four times as many.
    pub(super) const MANY: Shape = Shape { share: 8, columns: 256 };
    /// Short parts, of which even a small picture has some.
    pub(super) const SHORT: Shape = Shape { share: 32, columns: 64 };
}

/// The least pixels of a sample.
const LEAST: usize = 1 << 13;

/// The least pixels of a sample whose error is not larger than usual.
const USUAL: f64 = (1 << 18) as f64;

/// The most parts: together they are a picture of at most 65535 rows.
const MOST_PARTS: usize = 2000;

/// The fractional part of the golden ratio.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// A sample of a picture after its DCT.
pub(super) struct Sample {
    pub(super) transformed: Transformed,
    /// `true` if it is the picture.
    pub(super) is_whole: bool,
    /// The error of estimates, in errors of those from a sample of a quarter million pixels or more.
    pub(super) error: f64,
    /// The bytes of the picture for each of the sample.
    pub(super) scale: f64,
}

impl Sample {
    /// Takes a sample of eight thousand pixels at least; `kept` has the coefficients of the picture, if they are kept.
    /// Returns `None` if the picture has hardly more.
    pub(super) fn new(
        picture: &Pixels<'_>,
        options: &Options,
        shape: Shape,
        kept: Option<&Transformed>,
    ) -> Result<Option<Self>, JpegError> {
        let encoder = Encoder::new(options.clone());
        let ([rows_per_mcu, columns_per_mcu], [rows, columns]) = encoder.mcus(picture)?;
        let pixels = picture.width() * picture.height();
        // The last MCU of a row may be incomplete, and so may the last row.
        let (whole_rows, whole_columns) = (rows.saturating_sub(1), columns.saturating_sub(1));
        let across = (shape.columns / columns_per_mcu).max(2);
        let part = rows_per_mcu * across * columns_per_mcu;
        let count = ((pixels / shape.share).max(LEAST) / part).min(MOST_PARTS);
        if whole_columns < across || 2 * count * across >= whole_rows * whole_columns {
            return Ok(None);
        }
        let place = |n: usize| {
            // Parts at an edge are moved inside, so that the columns beside an edge have as many as others.
            let middle = ((n as f64 * GOLDEN).fract() * whole_columns as f64) as usize;
            let left = middle.saturating_sub(across / 2).min(whole_columns - across);
            [(2 * n + 1) * whole_rows / (2 * count), left]
        };
        let transformed = match kept {
            Some(kept) => kept.parts(&(0..count).map(place).collect::<Vec<_>>(), across)?,
            None => {
                let size = [rows_per_mcu, across * columns_per_mcu];
                let at = |[row, column]: [usize; 2]| [row * rows_per_mcu, column * columns_per_mcu];
                match (0..count).map(|n| picture.part(at(place(n)), size)).collect::<Option<Vec<_>>>() {
                    Some(parts) => encoder.transform_parts(&parts)?,
                    None => return Ok(None),
                }
            }
        };
        // Incomplete blocks are counted as whole ones, and blocks that only complete an MCU are not counted.
        let [width, height] = [picture.width(), picture.height()].map(|n| n.next_multiple_of(8));
        let whole = width as f64 * height as f64;
        let scale = whole / (count * part) as f64;
        // The parts differ from each other at random. Small ones are given half as much again.
        let error = if whole / scale < USUAL { (2.0 * USUAL * scale / whole).sqrt() } else { 1.0 };
        Ok(Some(Sample { transformed, is_whole: false, error, scale }))
    }

    /// Takes the picture as its sample.
    pub(super) fn whole(transformed: Transformed) -> Sample {
        Sample { transformed, is_whole: true, error: 1.0, scale: 1.0 }
    }
}
