//! [`MbContext`]: the macroblock being coded, as a mode decision sees it, and the costs of candidates.

use super::candidate::{Candidate, MbSamples};
use super::cost::ssd;
use super::lambda::Lambda;
use crate::h264::macroblock::Macroblock;
use crate::h264::map::{BlockInfo, MbMap};
use crate::h264::options::{EntropyCoding, Options};
use crate::h264::picture::Picture;
use crate::h264::predict::inter::Reference;
use crate::h264::predict::intra::Available;
use crate::h264::predict::motion_vectors::Part;
use crate::h264::residual::quant::{MAX_LEVEL, MAX_LEVEL_OF_PREFIX_15};
use crate::h264::residual::{DeadZone, Quantization, chroma_qp};
use crate::spaces::Luma;
use fearless_simd::{Level, Simd, dispatch};
use std::sync::Arc;
use unite::{Fixed, Inside, Spot};

const OUTSIDE: &str = "a macroblock lies in its picture";

/// The data that all macroblocks of a slice share.
pub struct SliceContext<'a> {
    /// The SIMD level of the machine.
    pub level: Level,
    /// The source picture.
    pub source: &'a Picture,
    /// The reference pictures, `RefPicList0`; empty in an I slice.
    pub references: &'a [Arc<Reference>],
    /// The options of the stream.
    pub options: &'a Options,
    /// `SliceQPY`, the QP of all macroblocks.
    pub qp: u8,
    /// The weight of a bit against distortion at that QP.
    pub lambda: Lambda,
    /// The vertical range of vectors, in quarter samples: 4 times `MaxVmvR` of the level, at most 8192.
    pub vertical_range: i16,
    /// The maximum number of vectors in a macroblock: half of `MaxMvsPer2Mb` of the level, at most 16.
    pub most_vectors: u8,
}

impl SliceContext<'_> {
    /// Returns whether all macroblocks are intra: the slice has no references.
    pub fn is_intra(&self) -> bool {
        self.references.is_empty()
    }
}

/// The macroblock being coded: its samples, its neighbours, and the costs of candidates.
///
/// Trying a candidate overwrites the picture and the map at the place of the macroblock; the chosen candidate is
/// written there at the end.
pub struct MbContext<'a> {
    pub(super) at: [isize; 2],
    pub(super) slice: &'a SliceContext<'a>,
    pub(super) source: MbSamples,
    /// The reconstruction of the macroblocks coded so far, before the loop filter.
    pub(super) picture: &'a mut Picture,
    pub(super) map: &'a mut MbMap,
    pub(super) available: Available,
    rate: &'a dyn Fn(&Macroblock, &MbMap) -> u32,
}

impl<'a> MbContext<'a> {
    /// Creates the context of the macroblock at `[row, column]`. `rate` returns the size of a macroblock in units of 1
    /// / 1024 bit.
    pub(in crate::h264) fn new(
        slice: &'a SliceContext<'a>,
        at: [isize; 2],
        picture: &'a mut Picture,
        map: &'a mut MbMap,
        rate: &'a dyn Fn(&Macroblock, &MbMap) -> u32,
    ) -> Self {
        let source = samples_of(slice.source, at);
        let available = Available::of_macroblock(map, &luma_spot(at), slice.options.constrained_intra);
        MbContext { at, slice, source, picture, map, available, rate }
    }

    /// Returns row and column of the macroblock.
    pub fn at(&self) -> [isize; 2] {
        self.at
    }

    /// Returns the data that all macroblocks of the slice share.
    pub fn slice(&self) -> &'a SliceContext<'a> {
        self.slice
    }

    /// Returns the source samples.
    pub fn source(&self) -> &MbSamples {
        &self.source
    }

    /// Returns the data of the macroblocks coded before.
    pub fn map(&self) -> &MbMap {
        self.map
    }

    /// Returns the neighbours that intra prediction may use.
    pub fn available(&self) -> Available {
        self.available
    }

    /// Returns the cost of a candidate in units of 2^-20: its squared error plus [`Lambda::squared`] times its bits.
    pub fn cost(&mut self, candidate: &Candidate) -> u64 {
        let rate = self.rate(&candidate.macroblock);
        (self.squared_error(&candidate.samples) << 20) + u64::from(self.slice.lambda.squared) * u64::from(rate)
    }

    /// Returns the size of a macroblock in units of 1 / 1024 bit.
    pub fn rate(&mut self, macroblock: &Macroblock) -> u32 {
        self.map.store(self.at, macroblock, self.slice.options.constrained_intra);
        (self.rate)(macroblock, self.map)
    }

    /// Returns the sum of squared differences from the source over all components.
    pub fn squared_error(&self, samples: &MbSamples) -> u64 {
        dispatch!(self.slice.level, simd => self.squared_error_at_level(simd, samples))
    }

    #[inline(always)]
    fn squared_error_at_level<S: Simd>(&self, simd: S, samples: &MbSamples) -> u64 {
        // The sum is at most 384 * 255^2, which fits in 32 bits.
        let mut sum = ssd(simd, &self.source.luma, &samples.luma);
        if self.picture.chroma.is_some() {
            for (source, samples) in self.source.chroma.iter().zip(&samples.chroma) {
                sum += ssd(simd, source, samples);
            }
        }
        sum.into()
    }

    /// Writes the chosen candidate to the picture and to the map.
    pub(in crate::h264) fn keep(&mut self, candidate: &Candidate) {
        self.map.store(self.at, &candidate.macroblock, self.slice.options.constrained_intra);
        store_samples(self.picture, self.at, &candidate.samples);
    }

    /// Stores the data of the 4 x 4 blocks of a part of the macroblock in the map.
    #[inline(always)]
    pub(super) fn put_blocks(&mut self, part: Part, info: BlockInfo) {
        let [y, x] = self.at;
        let blocks = self.map.blocks.view_mut().partition([4 * y, 4 * x], Fixed::<4, 4>);
        let mut blocks = blocks.window::<Inside>().expect(OUTSIDE);
        for y in part.y..part.y + part.height {
            for x in part.x..part.x + part.width {
                blocks[[y as isize, x as isize]] = info;
            }
        }
    }

    /// Returns the luma quantisation of an intra or inter macroblock.
    #[inline(always)]
    pub(super) fn luma_quantization(&self, intra: bool) -> Quantization<DeadZone> {
        self.quantization(intra, self.slice.qp)
    }

    /// Returns the chroma quantisation of an intra or inter macroblock.
    #[inline(always)]
    pub(super) fn chroma_quantization(&self, intra: bool) -> Quantization<DeadZone> {
        self.quantization(intra, chroma_qp(self.slice.qp, 0))
    }

    #[inline(always)]
    fn quantization(&self, intra: bool, qp: u8) -> Quantization<DeadZone> {
        let quantizer = if intra { DeadZone::INTRA } else { DeadZone::INTER };
        let max_level = match self.slice.options.entropy_coding {
            EntropyCoding::Cavlc => MAX_LEVEL_OF_PREFIX_15,
            EntropyCoding::Cabac => MAX_LEVEL,
        };
        Quantization { quantizer, qp, max_level }
    }
}

/// Returns the place of a macroblock's luma samples.
pub(super) fn luma_spot([y, x]: [isize; 2]) -> Spot<Luma, Fixed<16, 16>> {
    Spot::new([64 * y, 64 * x], Fixed)
}

/// Returns the samples of a macroblock of a picture.
fn samples_of(picture: &Picture, [y, x]: [isize; 2]) -> MbSamples {
    let luma = picture.luma.view().partition([16 * y, 16 * x], Fixed::<16, 16>).window::<Inside>();
    let mut samples = MbSamples { luma: luma.expect(OUTSIDE).load(), ..MbSamples::default() };
    for (samples, plane) in samples.chroma.iter_mut().zip(picture.chroma.iter().flatten()) {
        let chroma = plane.view().partition([8 * y, 8 * x], Fixed::<8, 8>).window::<Inside>();
        *samples = chroma.expect(OUTSIDE).load();
    }
    samples
}

/// Writes the samples of a macroblock to a picture.
fn store_samples(picture: &mut Picture, [y, x]: [isize; 2], samples: &MbSamples) {
    let luma = picture.luma.view_mut().partition([16 * y, 16 * x], Fixed::<16, 16>).window::<Inside>();
    let mut luma = luma.expect(OUTSIDE);
    for (y, row) in samples.luma.iter().enumerate() {
        *luma.row_mut(y as isize) = *row;
    }
    for (samples, plane) in samples.chroma.iter().zip(picture.chroma.iter_mut().flatten()) {
        let chroma = plane.view_mut().partition([8 * y, 8 * x], Fixed::<8, 8>).window::<Inside>();
        let mut chroma = chroma.expect(OUTSIDE);
        for (y, row) in samples.iter().enumerate() {
            *chroma.row_mut(y as isize) = *row;
        }
    }
}
