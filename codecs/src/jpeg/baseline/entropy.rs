//! [`EntropyCoder`]: the last stage of the encoder, which gets the quantised blocks in coding order.
//!
//! The order is that of T.81 A.2: in a scan of several components the blocks of an MCU follow each other, in a scan of
//! one component those of a row.

use super::dct::Block8x8;
use crate::spaces::Samples;
use fearless_simd::Simd;
use unite::{DynSpot, Fixed};

/// An entropy coder: a stage of the encoder that a user can replace.
///
/// [`Encoder::code_blocks`](super::Encoder::code_blocks) calls it. It may write any format; the encoder's own,
/// [`HuffmanCoder`](super::HuffmanCoder), writes that of T.81. Its methods are called from code compiled for each SIMD level:
/// mark them `#[inline(always)]`.
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
    /// The number of the component's pair of Huffman tables: 0 or 1.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jpeg::baseline::sinks::annex_k;
    use crate::jpeg::baseline::{Encoder, HuffmanCoder, Options, Sampling};
    use crate::jpeg::{Restart, Scans};
    use crate::picture::{PixelFormat, Pixels};
    use noise::Noise;
    use unite::{Dyn, Scale, Spot};

    const SAMPLINGS: [[(u8, u8); 3]; 5] = [
        [(1, 1), (1, 1), (1, 1)],
        [(2, 2), (1, 1), (1, 1)],
        [(3, 1), (2, 1), (1, 1)],
        [(1, 2), (2, 1), (1, 1)],
        [(1, 4), (1, 3), (1, 1)],
    ];

    fn options(sampling: [(u8, u8); 3], scans: Scans, restart: Restart) -> Options {
        let options = Options::new(90).unwrap().with_sampling(Sampling::new(&sampling).unwrap());
        options.with_scans(scans).with_restart(restart)
    }

    /// A call that the coder received.
    #[derive(Debug, PartialEq)]
    enum Coded {
        Scan(Vec<usize>),
        Block(usize, [isize; 2]),
        Padding(usize),
        Restart(usize),
    }

    /// Notes what it receives; the grids of blocks are those of the factors.
    struct Order(Vec<DynSpot<Samples>>, Vec<Coded>);

    impl EntropyCoder for Order {
        fn scan(&mut self, components: &[usize]) {
            self.1.push(Coded::Scan(components.to_vec()));
        }
        fn block<S: Simd>(&mut self, _: S, block: CodedBlock<'_>) {
            let c = block.component;
            self.1.push(Coded::Block(c, self.0[c].index_of(&block.place(), [0, 0]).unwrap()));
        }
        fn padding(&mut self, component: usize, _: usize) {
            self.1.push(Coded::Padding(component));
        }
        fn restart(&mut self, n: usize) {
            self.1.push(Coded::Restart(n));
        }
    }

    /// Returns the order of A.2.2 and A.2.3, by the formulas.
    fn plain(sampling: [(u8, u8); 3], [height, width]: [usize; 2], scans: Scans, interval: usize) -> Vec<Coded> {
        let factors = sampling.map(|(h, v)| [usize::from(v), usize::from(h)]);
        let most = [0, 1].map(|k| factors.iter().map(|f| f[k]).max().unwrap());
        let blocks = factors.map(|f| [0, 1].map(|k| ([height, width][k] * f[k]).div_ceil(8 * most[k])));
        let mcus = [0, 1].map(|k| [height, width][k].div_ceil(8 * most[k]));
        let mut coded = Vec::new();
        let scans: &[&[usize]] = if scans == Scans::Interleaved { &[&[0, 1, 2]] } else { &[&[0], &[1], &[2]] };
        for &scan in scans {
            coded.push(Coded::Scan(scan.to_vec()));
            let [rows, columns] = if let [c] = scan { blocks[*c] } else { mcus };
            for mcu in 0..rows * columns {
                if mcu > 0 && mcu % interval == 0 {
                    coded.push(Coded::Restart(mcu / interval - 1));
                }
                for &c in scan {
                    let [v, h] = if scan.len() == 1 { [1, 1] } else { factors[c] };
                    for (y, x) in (0..v).flat_map(|y| (0..h).map(move |x| (y, x))) {
                        let at = [mcu / columns * v + y, mcu % columns * h + x];
                        let held = at[0] < blocks[c][0] && at[1] < blocks[c][1];
                        coded.push(if held { Coded::Block(c, at.map(|n| n as isize)) } else { Coded::Padding(c) });
                    }
                }
            }
        }
        coded
    }

    #[test]
    fn blocks_come_in_the_order_of_annex_a_at_their_places() {
        for (sampling, size) in SAMPLINGS.into_iter().flat_map(|s| [[1, 1], [40, 41], [33, 100]].map(|size| (s, size)))
        {
            let picture = Spot::<Samples>::new([0, 0], Dyn(size));
            let most = [0, 1].map(|k| sampling.map(|(h, v)| usize::from([v, h][k])).into_iter().max().unwrap());
            let grids = sampling.map(|(h, v)| {
                let scale = Scale::new([usize::from(v), usize::from(h)], most).unwrap();
                picture.scale_by(scale).unwrap().coarsen_by([8, 8]).unwrap()
            });
            let rgb = vec![7; 3 * size[0] * size[1]];
            let pixels = Pixels::interleaved(&rgb, size[1], size[0], PixelFormat::Rgb).unwrap();
            for scans in [Scans::Interleaved, Scans::Separate] {
                let mut order = Order(grids.to_vec(), Vec::new());
                let encoder = Encoder::new(options(sampling, scans, Restart::Mcus(3)));
                encoder.code_blocks(&pixels, &mut order).unwrap();
                assert_eq!(order.1, plain(sampling, size, scans, 3), "{sampling:?} {size:?}");
            }
        }
    }

    /// Returns files of noise, each with what the Huffman coder from outside makes of its scans.
    fn coded_twice(scans: Scans) -> impl Iterator<Item = (Vec<u8>, Vec<Vec<u8>>, String)> {
        let mut noise = Noise::new(4);
        let rgb: Vec<u8> = (0..3 * 50 * 37).map(|_| noise.bits() as u8).collect();
        let cases = SAMPLINGS.into_iter().flat_map(|s| [Restart::Never, Restart::Mcus(2)].map(|r| (s, r)));
        cases.map(move |(sampling, restart)| {
            let picture = Pixels::interleaved(&rgb, 50, 37, PixelFormat::Rgb).unwrap();
            let encoder = Encoder::new(options(sampling, scans, restart));
            let (mut file, mut coder) = (Vec::new(), HuffmanCoder::new(&annex_k()));
            encoder.encode(&picture, &mut file).unwrap();
            encoder.code_blocks(&picture, &mut coder).unwrap();
            (file, coder.finish(), format!("{sampling:?} {restart:?}"))
        })
    }

    #[test]
    fn each_scan_of_a_file_is_coded_by_itself() {
        for (file, scans, case) in coded_twice(Scans::Separate) {
            assert_eq!(scans.len(), 3, "{case}");
            let mut rest = &file[..];
            for scan in scans {
                // What follows a scan is a marker, and none but restart markers lie in it.
                let at = rest.windows(scan.len()).position(|bytes| bytes == scan).expect("the file has the scan");
                rest = &rest[at + scan.len()..];
                assert_eq!(rest[0], 0xFF, "{case}");
            }
            assert_eq!(rest, [0xFF, 0xD9], "{case}");
        }
    }

    #[test]
    fn the_huffman_coder_from_outside_writes_the_bytes_of_the_file() {
        for (file, scans, case) in coded_twice(Scans::Interleaved) {
            assert!(scans.len() == 1 && file[..file.len() - 2].ends_with(&scans[0]), "{case}");
        }
    }
}
