//! [`EntropyCoder`]: the last stage of the encoder, which receives the quantised blocks in coding order.
//!
//! The order is that of T.81 A.2: in a scan of several components the blocks of an MCU follow each other, in a scan of
//! one component those of a row.

use super::dct::Block8x8;
use crate::spaces::Samples;
use fearless_simd::Simd;
use unite::{DynSpot, Fixed};

/// An entropy coder: a stage of the encoder that a user can replace.
///
/// It is called by [`Encoder::code_blocks`](super::Encoder::code_blocks) and codes blocks in any format. The encoder's
/// own, [`HuffmanCoder`](super::HuffmanCoder), is one. It is called from code compiled for each SIMD level: mark the
/// methods `#[inline(always)]`.
///
/// ```
/// use codecs::fearless_simd::Simd;
/// use codecs::jpeg::baseline::{CodedBlock, Encoder, EntropyCoder, Options};
/// use codecs::picture::{PixelFormat, Pixels};
///
/// /// Counts the coefficients that are not 0.
/// struct Count(usize);
/// impl EntropyCoder for Count {
///     fn block<S: Simd>(&mut self, _: S, block: CodedBlock<'_>) {
///         self.0 += block.coefficients.as_flattened().iter().filter(|&&c| c != 0).count();
///     }
/// }
///
/// let (gray, mut count) = ([200; 20 * 10], Count(0));
/// let picture = Pixels::interleaved(&gray, 20, 10, PixelFormat::Gray)?;
/// Encoder::new(Options::new(90)?).code_blocks(&picture, &mut count)?;
/// assert_eq!(count.0, 3 * 2); // the DC coefficients of 3 x 2 blocks
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
pub trait EntropyCoder {
    /// Begins a scan with these components, numbered from 0. By default does nothing.
    fn scan(&mut self, _components: &[usize]) {}

    /// Codes a block.
    fn block<S: Simd>(&mut self, simd: S, block: CodedBlock<'_>);

    /// Codes a block that only completes an MCU at the right or lower edge (A.2.4). T.81 leaves its values open; the
    /// encoder's own coder repeats the component's last DC coefficient, with AC coefficients of 0. By default does
    /// nothing.
    fn padding(&mut self, _component: usize, _table: usize) {}

    /// Ends restart interval number `n`, from 0, of the scan (E.1.4): what follows must not depend on what came before.
    /// By default does nothing.
    fn restart(&mut self, _n: usize) {}
}

impl<C: EntropyCoder> EntropyCoder for &mut C {
    #[inline(always)]
    fn scan(&mut self, components: &[usize]) {
        C::scan(self, components);
    }
    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: CodedBlock<'_>) {
        C::block(self, simd, block);
    }
    #[inline(always)]
    fn padding(&mut self, component: usize, table: usize) {
        C::padding(self, component, table);
    }
    #[inline(always)]
    fn restart(&mut self, n: usize) {
        C::restart(self, n);
    }
}

/// A quantised block that holds samples of the picture, on its way to an [`EntropyCoder`].
#[derive(Clone, Copy, Debug)]
pub struct CodedBlock<'a> {
    /// The values to be coded: DC -1024 to 1023, the others -1023 to 1023; row `v`, column `u`.
    pub coefficients: &'a Block8x8,
    /// The number of the component in the file, from 0.
    pub component: usize,
    /// The number of the component's quantisation table and pair of Huffman tables: 0 or 1.
    pub table: usize,
    /// The blocks of the component, the MCUs, the index of the block's MCU, and of the block in it.
    pub(super) blocks: &'a DynSpot<Samples>,
    pub(super) mcus: &'a DynSpot<Samples>,
    pub(super) mcu: [usize; 2],
    pub(super) index: [usize; 2],
}

impl CodedBlock<'_> {
    /// Returns the place of the block in the picture, one point of the component's grid of blocks.
    ///
    /// ```
    /// use codecs::fearless_simd::Simd;
    /// use codecs::jpeg::baseline::{CodedBlock, Encoder, EntropyCoder, Options};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// use codecs::spaces::Samples;
    /// use unite::{Dyn, Place, Spot};
    ///
    /// /// Notes the component of each block, and the rows and columns of the picture that it covers.
    /// struct Places(Spot<Samples>, Vec<(usize, [isize; 2], Dyn<2>)>);
    /// impl EntropyCoder for Places {
    ///     fn block<S: Simd>(&mut self, _: S, block: CodedBlock<'_>) {
    ///         let samples = self.0.under_any(&block.place());
    ///         self.1.push((block.component, samples.origin(), samples.extent()));
    ///     }
    /// }
    ///
    /// let picture = Pixels::interleaved(&[9; 32 * 16 * 3], 32, 16, PixelFormat::Rgb)?;
    /// let mut places = Places(Spot::new([0, 0], Dyn([16, 32])), Vec::new());
    /// Encoder::new(Options::new(90)?).code_blocks(&picture, &mut places)?; // 4:2:0
    /// assert_eq!(places.1[3], (0, [8, 8], Dyn([8, 8])));
    /// assert_eq!(places.1[4], (1, [0, 0], Dyn([16, 16])));
    /// assert_eq!(places.1[6], (0, [0, 16], Dyn([8, 8])));
    /// # Ok::<(), codecs::jpeg::JpegError>(())
    /// ```
    pub fn place(&self) -> DynSpot<Samples, Fixed<1, 1>> {
        let [mcu, index] = [self.mcu, self.index].map(|index| index.map(|n| n as isize));
        self.blocks.under(&self.mcus.partition(mcu, Fixed::<1, 1>)).partition(index, Fixed)
    }
}
