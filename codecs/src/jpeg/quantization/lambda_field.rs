//! [`LambdaField`]: the weight of errors at each place of a picture.
//!
//! A field has one number for each block of 8 x 8 samples of the picture, which multiplies the weight of errors
//! ([`Lambda`](super::Lambda)) there: more than 1 keeps more of a block, less than 1 makes it smaller. A block of a
//! component with fewer samples covers several blocks of the field, and has their mean:
//!
//! ```text
//!   field, blocks of the picture    a block of Cb in 4:2:0
//!   1  1  2  4 ..                   ┌─────┐
//!   1  1  2  4 ..                   │ 1  1│2  4 ..      under its place: 1, 1, 1 and 1
//!   1  2  4  8 ..                   │ 1  1│2  4 ..
//! ```

use super::perceptual::power;
use crate::jpeg::JpegError;
use crate::picture::{Layout, PixelFormat, Pixels};
use crate::spaces::{SampleBlocks, Samples};
use core::ops::Range;
use unite::{AnyPlaceIn, Block, Dyn, P1, Place, Scale, Spot, View};

/// The factor of the weight of errors where a picture of interest is white; it is the reciprocal where it is black.
const INTEREST: f32 = 8.0;

/// A factor of the weight of errors for each block of a picture: a tensor on the grid of blocks.
///
/// ```
/// use codecs::jpeg::quantization::LambdaField;
/// use codecs::spaces::Samples;
/// use unite::{Dyn, Spot};
/// // A picture of 20 x 10 pixels has 3 x 2 blocks. Those on the left are twice as important as those on the right.
/// let field = LambdaField::from_fn([10, 20], |[_, x]| [2.0, 1.0, 1.0][x])?;
/// let place = |y, x| Spot::<Samples>::new([y, x], Dyn([8, 8]));
/// assert_eq!((field.at(&place(0, 0)), field.at(&place(8, 8))), (2.0, 1.0));
/// assert_eq!(field.at(&Spot::<Samples>::new([0, 0], Dyn([16, 16]))), 1.5); // a block of Cb in 4:2:0
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LambdaField {
    /// Rows and columns of the picture.
    size: [usize; 2],
    factors: Block<SampleBlocks, f32>,
}

/// Returns the rows and columns of blocks of a picture.
fn grid([rows, columns]: [usize; 2]) -> [usize; 2] {
    [rows.div_ceil(8), columns.div_ceil(8)]
}

impl LambdaField {
    /// Returns a field for a picture of `rows` and `columns`, from the factor of the block in each row and column of
    /// blocks.
    ///
    /// # Errors
    /// [`JpegError::LambdaFactor`] for a factor that is not from 1/1024 to 1024; [`JpegError::Memory`].
    pub fn from_fn([rows, columns]: [usize; 2], mut factor: impl FnMut([usize; 2]) -> f32) -> Result<Self, JpegError> {
        let [down, across] = grid([rows, columns]);
        let mut factors = Block::try_new([0, 0], Dyn([down, across]))
            .map_err(|_| JpegError::Memory { rows: down, columns: across })?;
        let mut wrong = None;
        factors.view_mut().fill_with(|[y, x]: [isize; 2]| {
            let (row, column) = (y as usize, x as usize);
            let factor = factor([row, column]);
            if !(1.0 / 1024.0..=1024.0).contains(&factor) {
                wrong.get_or_insert(JpegError::LambdaFactor { factor, row, column });
            }
            factor
        });
        wrong.map_or(Ok(LambdaField { size: [rows, columns], factors }), Err)
    }

    /// Returns a field of ones, which changes nothing.
    ///
    /// # Errors
    /// [`JpegError::Memory`].
    pub fn flat(size: [usize; 2]) -> Result<Self, JpegError> {
        LambdaField::from_fn(size, |_| 1.0)
    }

    /// Returns the field of a picture's interest, for a picture of `rows` and `columns`: a gray picture of any size, which
    /// covers it. The factor is 8 where it is white, 1/8 where it is black, and 1 at gray 127.5.
    ///
    /// ```
    /// use codecs::jpeg::quantization::LambdaField;
    /// use codecs::picture::{PixelFormat, Pixels};
    /// use codecs::spaces::Samples;
    /// use unite::{Dyn, Spot};
    /// let mask = [255, 0]; // two pixels: the left half is important
    /// let field = LambdaField::of_interest([64, 160], &Pixels::interleaved(&mask, 2, 1, PixelFormat::Gray)?)?;
    /// let at = |x| field.at(&Spot::<Samples>::new([40, x], Dyn([8, 8])));
    /// assert_eq!((at(72), at(80)), (8.0, 0.125));
    /// # Ok::<(), codecs::jpeg::JpegError>(())
    /// ```
    ///
    /// # Errors
    /// [`JpegError::Interest`] if `mask` is not gray; [`JpegError::Memory`].
    pub fn of_interest(size: [usize; 2], mask: &Pixels<'_>) -> Result<Self, JpegError> {
        let Layout::Interleaved { format: PixelFormat::Gray, plane } = mask.layout() else {
            return Err(JpegError::Interest);
        };
        let mask_size = [mask.height(), mask.width()];
        let pitch = P1(isize::try_from(plane.pitch).map_err(|_| JpegError::Interest)?);
        let samples = View::<Samples, u8>::over_pitched(plane.data, [0, 0], Dyn(mask_size), pitch);
        let samples = samples.expect("a picture's samples are there");
        // A sample of the mask covers `size / mask_size` samples of the picture.
        let scale = Scale::new(mask_size, size).map_err(|_| JpegError::Interest)?;
        let placed = samples.spot().sampled_at(scale).map_err(|_| JpegError::Interest)?;
        let picture = Spot::<SampleBlocks>::new([0, 0], Dyn(grid(size)));
        LambdaField::from_fn(size, |[y, x]| {
            let block = picture.partition([y as isize, x as isize], Dyn([1, 1]));
            // The samples of the mask that overlap the block.
            let Dyn([rows, columns]) = placed.overlap(&block).extent();
            let [top, left] = placed.index_of(&block, [0, 0]).unwrap_or_default();
            let lines = (top..top + rows as isize).filter_map(|y| samples.line(y));
            let sum: u64 = lines.flat_map(|line| &line[left as usize..][..columns]).map(|&s| u64::from(s)).sum();
            let interest = sum as f32 / (127.5 * (rows * columns).max(1) as f32) - 1.0;
            let factor = power(INTEREST, interest.abs());
            if interest < 0.0 { 1.0 / factor } else { factor }
        })
    }

    /// Returns the rows and columns of the picture.
    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// Returns the factor at a place: the mean over the blocks of the picture that it covers, 1 beyond the picture. See
    /// [`LambdaField`] for an example.
    pub fn at<P: AnyPlaceIn<Samples>>(&self, place: &P) -> f32 {
        let under = self.factors.view().under_any(place);
        let Dyn([rows, columns]) = under.extent();
        mean(|i| under.get(i), rows, 0..columns)
    }

    /// Sets the [factors](LambdaField::at) of blocks of a component, one or more of which lie side by side at `place`, and
    /// returns whether it did. It does not if they share blocks of luma: then they do not cover as many columns of these each,
    /// as ratios of sampling factors are 1, 4/3, 3/2, 2, 3 or 4. The first block begins where one of luma does.
    pub(crate) fn at_blocks(&self, place: &impl AnyPlaceIn<Samples>, factors: &mut [f32]) -> bool {
        let under = self.factors.view().under_any(place);
        let Dyn([rows, columns]) = under.extent();
        if columns % factors.len() != 0 {
            return false;
        }
        let width = columns / factors.len();
        for (n, factor) in factors.iter_mut().enumerate() {
            *factor = mean(|i| under.get(i), rows, n * width..(n + 1) * width);
        }
        true
    }
}

/// Returns the mean of the factors in the first `rows` rows and these columns, 1 if there is none.
#[inline(always)]
fn mean(get: impl Fn([isize; 2]) -> Option<f32>, rows: usize, columns: Range<usize>) -> f32 {
    let (mut sum, mut count) = (0.0, 0_usize);
    for y in 0..rows {
        for factor in columns.clone().filter_map(|x| get([y as isize, x as isize])) {
            (sum, count) = (sum + factor, count + 1);
        }
    }
    if count == 0 { 1.0 } else { sum / count as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    fn at(field: &LambdaField, y: usize, x: usize) -> f32 {
        field.at(&Spot::<Samples>::new([8 * y as isize, 8 * x as isize], Dyn([8, 8])))
    }

    #[test]
    fn a_mask_gives_each_block_the_mean_of_the_samples_over_it() {
        let mut noise = Noise::new(9);
        for ([rows, columns], [height, width]) in
            [([40, 64], [40, 64]), ([37, 61], [37, 61]), ([64, 64], [5, 3]), ([33, 50], [200, 301]), ([1, 9], [3, 1])]
        {
            let mask: Vec<u8> = (0..width * height).map(|_| noise.below(256) as u8).collect();
            let pixels = Pixels::interleaved(&mask, width, height, PixelFormat::Gray).unwrap();
            let field = LambdaField::of_interest([rows, columns], &pixels).unwrap();
            // Samples of the mask that overlap 8 picture samples from `first` on, of `size` in all.
            let over = |first: usize, size: usize, all: usize| {
                (first * all / size)..((first + 8) * all).div_ceil(size).min(all)
            };
            for (y, x) in (0..rows.div_ceil(8)).flat_map(|y| (0..columns.div_ceil(8)).map(move |x| (y, x))) {
                let (down, across) = (over(8 * y, rows, height), over(8 * x, columns, width));
                let count = down.len() * across.len();
                let across = &across;
                let sum: f64 = down
                    .flat_map(|v| across.clone().map(move |u| (v, u)))
                    .map(|(v, u)| f64::from(mask[v * width + u]))
                    .sum();
                let expected = 8.0_f64.powf(sum / count as f64 / 127.5 - 1.0);
                let factor = f64::from(at(&field, y, x));
                assert!((factor / expected - 1.0).abs() < 1e-3, "{rows}x{columns}, {height}x{width}, {y}, {x}");
            }
        }
    }

    #[test]
    fn blocks_side_by_side_have_the_factors_of_each_alone() {
        let mut noise = Noise::new(4);
        let field = LambdaField::from_fn([90, 130], |_| 1.0 + noise.below(8) as f32).unwrap();
        // Blocks of 8 x 8 to 16 x 32 samples, some of which lie beyond the picture; the last ones cover blocks in part.
        for (rows, columns) in [(8, 8), (8, 16), (16, 16), (24, 24), (16, 32), (8, 12), (12, 12_isize)] {
            for (y, x) in (0..14).flat_map(|y| (0..20).map(move |x| (y, x))) {
                let place =
                    |x, width| Spot::<Samples>::new([rows * y, columns * x], Dyn([rows as usize, width as usize]));
                for count in [1, 2, 3, 5].into_iter().filter(|_| columns * x % 8 == 0) {
                    let each: Vec<f32> = (0..count).map(|n| field.at(&place(x + n, columns))).collect();
                    let mut found = vec![0.0; count as usize];
                    match field.at_blocks(&place(x, count * columns), &mut found) {
                        true => assert_eq!(found, each, "{count} of {rows} x {columns} at {y}, {x}"),
                        false => assert!(count > 1 && columns % 8 != 0),
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_field_is_refused() {
        for factor in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            let error = LambdaField::from_fn([16, 16], |[y, x]| if [y, x] == [1, 0] { factor } else { 1.0 });
            assert_eq!(
                error.unwrap_err().to_string(),
                format!("the weight of errors of block (1, 0) is {factor} times that of others; use 1/1024 to 1024")
            );
        }
        let colours = Pixels::interleaved(&[1, 2, 3], 1, 1, PixelFormat::Rgb).unwrap();
        assert!(matches!(LambdaField::of_interest([8, 8], &colours), Err(JpegError::Interest)));
    }
}
