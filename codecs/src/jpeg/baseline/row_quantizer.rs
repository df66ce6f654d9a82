//! [`RowQuantizer`]: quantises rows of blocks, which know their neighbours and their place.

use super::dct::Block8x8;
use super::quantize::Quantizer;
use crate::spaces::Samples;
use unite::{Dyn, DynSpot};

/// A quantiser of rows of blocks: a stage of the encoder that a user can replace.
///
/// Every [`Quantizer`], which sees one block at a time, is one. Implement this trait instead if the levels of a block depend
/// on its neighbours in the row, on its component, or on its place in the picture. Several threads may call it at the same
/// time, for different rows and in any order. It is called from code compiled for each SIMD level: mark the method
/// `#[inline(always)]`.
///
/// ```
/// use codecs::jpeg::baseline::{Block8x8, Encoder, Options, Quantizer, ReciprocalQuantizer, RowOfBlocks, RowQuantizer};
/// use codecs::picture::{PixelFormat, Pixels};
///
/// /// Keeps only the DC coefficient of every second block.
/// struct Checkered(ReciprocalQuantizer);
/// impl RowQuantizer for Checkered {
///     #[inline(always)]
///     fn quantize_row(&self, row: &RowOfBlocks<'_>, exact: &[Block8x8], levels: &mut [Block8x8]) {
///         for (n, (levels, exact)) in levels.iter_mut().zip(exact).enumerate() {
///             *levels = self.0.quantize(row.table, exact);
///             let [y, x] = row.index(n);
///             if (y + x) % 2 == 1 {
///                 levels.as_flattened_mut()[1..].fill(0);
///             }
///         }
///     }
/// }
///
/// let options = Options::new(90)?;
/// let quantizer = Checkered(ReciprocalQuantizer::new(&options.quant));
/// let gray: [u8; 16 * 8] = core::array::from_fn(|n| (n * n % 251) as u8);
/// let coefficients = Encoder::new(options).with_quantizer(quantizer);
/// let coefficients = coefficients.coefficients(&Pixels::interleaved(&gray, 16, 8, PixelFormat::Gray)?)?;
/// let [first, second] = coefficients.components()[0].line(0) else { panic!("two blocks") };
/// assert!(first.0[1..] != [0; 63] && second.0[1..] == [0; 63]);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
pub trait RowQuantizer: Sync {
    /// The blocks that are handed over together.
    const RUN: Run = Run::Row;

    /// Sets the levels of a run of blocks of one row. `levels` is as long as `exact`, and holds zeros or other levels.
    ///
    /// Coefficients and levels are those of [`Quantizer::quantize`], in natural order.
    fn quantize_row(&self, row: &RowOfBlocks<'_>, exact: &[Block8x8], levels: &mut [Block8x8]);
}

/// The blocks that a [`RowQuantizer`] gets together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// Two or four neighbours, straight from the DCT, which takes the least time if blocks need nothing of their row. The last
    /// one, and rows that complete a row of MCUs, may lie beyond the edge of the picture; their levels are not coded.
    Pairs,
    /// All blocks of the row that hold samples of the picture.
    Row,
}

/// The place and the table of a run of blocks in one row of a component.
#[derive(Clone, Copy, Debug)]
pub struct RowOfBlocks<'a> {
    /// The number of the component in the file, from 0.
    pub component: usize,
    /// The number of the quantisation table: see [`Quantizer::quantize`].
    pub table: usize,
    /// The blocks of the component, and the row and column of the first block of the run.
    pub(super) blocks: &'a DynSpot<Samples>,
    pub(super) first: [usize; 2],
}

impl RowOfBlocks<'_> {
    /// Returns the row and the column of block `n` of the run among the blocks of the component. See [`RowQuantizer`] for
    /// an example.
    #[inline(always)]
    pub fn index(&self, n: usize) -> [usize; 2] {
        [self.first[0], self.first[1] + n]
    }

    /// Returns the rows and columns of the component's blocks.
    pub fn grid(&self) -> [usize; 2] {
        self.blocks.extent().0
    }

    /// Returns the place of block `n` of the run in the picture, one point of the component's grid of blocks. What any
    /// tensor of the picture has at this place is found by colocation.
    ///
    /// ```
    /// use codecs::jpeg::baseline::{Block8x8, Encoder, Options, RowOfBlocks, RowQuantizer};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// use codecs::spaces::Samples;
    /// use std::sync::Mutex;
    /// use unite::{Dyn, Place, Spot};
    ///
    /// /// Notes the component of each block, and the rows and columns of the picture that it covers.
    /// struct Places(Spot<Samples>, Mutex<Vec<(usize, [isize; 2], Dyn<2>)>>);
    /// impl RowQuantizer for Places {
    ///     fn quantize_row(&self, row: &RowOfBlocks<'_>, exact: &[Block8x8], levels: &mut [Block8x8]) {
    ///         for n in 0..exact.len() {
    ///             let samples = self.0.under_any(&row.place(n));
    ///             self.1.lock().unwrap().push((row.component, samples.origin(), samples.extent()));
    ///         }
    ///         levels.fill([[0; 8]; 8]);
    ///     }
    /// }
    ///
    /// let picture = Pixels::interleaved(&[9; 32 * 16 * 3], 32, 16, PixelFormat::Rgb)?;
    /// let places = Places(Spot::new([0, 0], Dyn([16, 32])), Mutex::default());
    /// let encoder = Encoder::new(Options::new(90)?).with_quantizer(places); // 4:2:0
    /// encoder.coefficients(&picture)?;
    /// let places = encoder.quantizer().1.lock().unwrap();
    /// assert_eq!(places[3], (0, [0, 24], Dyn([8, 8])));
    /// assert_eq!(places[9], (1, [0, 16], Dyn([16, 16]))); // a block of Cb has 8 x 8 samples for 16 x 16 of luma
    /// # Ok::<(), codecs::jpeg::JpegError>(())
    /// ```
    #[inline(always)]
    pub fn place(&self, n: usize) -> DynSpot<Samples> {
        self.places(n, 1)
    }

    /// Returns the place of the `count` blocks from number `n` of the run on.
    #[inline(always)]
    pub(super) fn places(&self, n: usize, count: usize) -> DynSpot<Samples> {
        let [y, x] = self.index(n).map(|k| k as isize);
        self.blocks.partition([y, x], Dyn([1, count]))
    }
}

impl<Q: Quantizer> RowQuantizer for Q {
    const RUN: Run = Run::Pairs;

    #[inline(always)]
    fn quantize_row(&self, row: &RowOfBlocks<'_>, exact: &[Block8x8], levels: &mut [Block8x8]) {
        for (levels, exact) in levels.iter_mut().zip(exact) {
            *levels = self.quantize(row.table, exact);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jpeg::baseline::{Encoder, Options, ReciprocalQuantizer, Sampling};
    use crate::jpeg::progressive::Progression;
    use crate::picture::{PixelFormat, Pixels};
    use core::num::NonZeroUsize;
    use noise::Noise;
    use std::sync::Mutex;

    /// The encoder's own quantiser by whole rows, which notes each row that it gets.
    struct ByRows(ReciprocalQuantizer, Mutex<Vec<(usize, [usize; 2], usize)>>);

    impl RowQuantizer for ByRows {
        fn quantize_row(&self, row: &RowOfBlocks<'_>, exact: &[Block8x8], levels: &mut [Block8x8]) {
            self.1.lock().unwrap().push((row.component, row.index(0), exact.len()));
            assert_eq!(exact.len(), levels.len());
            for (levels, exact) in levels.iter_mut().zip(exact) {
                *levels = self.0.quantize(row.table, exact);
            }
        }
    }

    const SAMPLINGS: [Sampling; 4] = [Sampling::S444, Sampling::S420, Sampling::S422, Sampling::S411];

    #[test]
    fn a_row_gets_the_blocks_of_the_picture_once_and_writes_the_bytes_of_single_blocks() {
        for (width, height) in [(1, 1), (17, 33), (100, 40), (129, 16)] {
            let mut noise = Noise::new(3);
            let rgb: Vec<u8> = (0..3 * width * height).map(|_| noise.below(256) as u8).collect();
            let picture = Pixels::interleaved(&rgb, width, height, PixelFormat::Rgb).unwrap();
            for (n, sampling) in SAMPLINGS.into_iter().enumerate() {
                for threads in [1, 3] {
                    let mut options = Options::new(80).unwrap().with_sampling(sampling);
                    options.threads = NonZeroUsize::new(threads).unwrap();
                    options.progression = [Progression::Sequential, Progression::Standard][n % 2].clone();
                    let own = ByRows(ReciprocalQuantizer::new(&options.quant), Mutex::default());
                    let (mut plain, mut by_rows) = (Vec::new(), Vec::new());
                    Encoder::new(options.clone()).encode(&picture, &mut plain).unwrap();
                    let encoder = Encoder::new(options).with_quantizer(own);
                    encoder.encode(&picture, &mut by_rows).unwrap();
                    assert!(plain == by_rows, "{width}x{height} {sampling:?} {threads}");
                    let mut rows = encoder.quantizer().1.lock().unwrap().clone();
                    rows.sort_unstable();
                    let (frame, _) = encoder.frame(&picture).unwrap();
                    let expected = frame.components.iter().enumerate().flat_map(|(c, component)| {
                        let Dyn([rows, columns]) = component.blocks.extent();
                        (0..rows).map(move |row| (c, [row, 0], columns))
                    });
                    assert!(rows.iter().copied().eq(expected), "{width}x{height} {sampling:?} {threads}");
                }
            }
        }
    }
}
