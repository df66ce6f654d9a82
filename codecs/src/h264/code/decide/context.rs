//! [`MbContext`]: the macroblock being coded, as a mode decision sees it, and the costs of candidates.

use super::candidate::{Candidate, MbSamples};
use super::cost::{satd, ssd};
use super::inter::Choice;
use super::lambda::Lambda;
use super::psy::Psy;
use super::quantizer::{Chosen, Component, Trellis};
use crate::h264::code::entropy::{BIT, Contexts};
use crate::h264::code::macroblock::{Macroblock, MbPart, Prediction};
use crate::h264::code::map::{MbMap, TotalCoeff};
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::b_slice::BSlice;
use crate::h264::code::predict::inter::motion_field::Distances;
use crate::h264::code::predict::inter::{Explicit, Planes, Reference, SampleWeights};
use crate::h264::code::predict::intra::Available;
use crate::h264::code::predict::motion_vectors::{Neighbour, Part, neighbours};
use crate::h264::code::quant_map::QuantMap;
use crate::h264::code::residual::quant::{MAX_LEVEL, MAX_LEVEL_OF_PREFIX_15};
use crate::h264::code::residual::{BlockIndex, BlockQuantizer, Quantization, chroma_qp};
use crate::h264::options::{Deblocking, EntropyCoding, Options};
use crate::shared::counters::Event;
use crate::shared::dispatch::dispatch;
use crate::spaces::Mb;
use fearless_simd::{Level, Simd};
use std::sync::Arc;
use unite::{Fixed, Inside};

const OUTSIDE: &str = "a macroblock lies in its picture";

/// The data that all macroblocks of a slice share.
pub struct SliceContext<'a> {
    /// The SIMD level of the machine.
    pub level: Level,
    /// The source picture.
    pub source: &'a Picture,
    /// The reference pictures, `RefPicList0` and `RefPicList1`; both are empty in an I slice, and the second one in a P slice.
    pub references: [&'a [Arc<Reference>]; 2],
    /// The number of the picture in display order.
    pub display: u64,
    /// The distances of the references by list, in pictures in display order.
    pub distances: [Distances; 2],
    /// The properties of a B slice; `None` for I and P slices.
    pub b: Option<&'a BSlice>,
    /// The explicit weights of a P slice; `None` if no reference has any.
    pub explicit: Option<&'a Explicit>,
    /// The options of the stream.
    pub options: &'a Options,
    /// `SliceQPY`.
    pub qp: u8,
    /// The QP of each macroblock before the decisions about it.
    pub quant: &'a QuantMap,
    /// The offsets of the loop filter; `None` if it is off.
    pub deblocking: Option<Deblocking>,
    /// The quantiser, if it is a user's own.
    pub quantizer: Option<&'a dyn BlockQuantizer>,
    /// The vertical range of vectors, in quarter samples: 4 times `MaxVmvR` of the level, at most 8192.
    pub vertical_range: i16,
    /// The maximum number of vectors in a macroblock: half of `MaxMvsPer2Mb` of the level, at most 16.
    pub most_vectors: u8,
}

impl SliceContext<'_> {
    /// Returns whether all macroblocks are intra: the slice has no references.
    pub fn is_intra(&self) -> bool {
        self.references[0].is_empty()
    }

    /// Returns whether the slice is a B slice.
    pub fn is_b(&self) -> bool {
        self.b.is_some()
    }

    /// Returns the explicit weights of an index in list 0; `None` if the slice has none.
    #[inline(always)]
    pub fn explicit_weights(&self, ref_idx: usize) -> Option<&SampleWeights> {
        self.explicit?.weights(ref_idx)
    }
}

/// The macroblock being coded: its samples, its neighbours, and the costs of candidates.
///
/// Trying a candidate overwrites the picture and the map at the place of the macroblock; the chosen candidate is
/// written there at the end.
pub struct MbContext<'a> {
    pub(super) place: Mb,
    /// The QP and the weight of a bit against distortion at it.
    pub(super) qp: u8,
    pub(super) lambda: Lambda,
    /// `QP_Y,PRED`, which a macroblock without a residual inherits.
    pub(super) qp_pred: u8,
    pub(super) slice: &'a SliceContext<'a>,
    /// The planes of the references by list.
    pub(super) planes: [&'a [Planes<'a>]; 2],
    pub(super) source: MbSamples,
    /// The psychovisual distortion, if there is one.
    pub(super) psy: Option<Psy>,
    /// The reconstruction of the macroblocks coded so far, before the loop filter.
    pub(super) picture: &'a mut Picture,
    pub(super) map: &'a mut MbMap,
    pub(super) available: Available,
    /// The motion from list 0 beside the macroblock; that of parts is beside them.
    pub(super) near: [Neighbour; 3],
    pub(super) rate: &'a dyn Fn(&Macroblock, &MbMap) -> u32,
    /// The states of CABAC before the macroblock; `None` for CAVLC.
    pub(super) contexts: Option<&'a Contexts>,
    /// The quantiser of the last pass.
    pub(super) trellis: Option<&'a Trellis<'a>>,
}

impl<'a> MbContext<'a> {
    /// Creates the context of the macroblock at a place. `rate` returns the size of a macroblock in units of 1
    /// / 1024 bit.
    #[inline(always)]
    pub(in crate::h264) fn new(
        (slice, planes): (&'a SliceContext<'a>, [&'a [Planes<'a>]; 2]),
        place: Mb,
        qp_pred: u8,
        picture: &'a mut Picture,
        map: &'a mut MbMap,
        rate: &'a dyn Fn(&Macroblock, &MbMap) -> u32,
        contexts: Option<&'a Contexts>,
    ) -> Self {
        let source = MbSamples::of(slice.source, &place);
        let available = Available::of_macroblock(map, &place, slice.options.constrained_intra);
        let near = match slice.is_intra() {
            true => [Neighbour::default(); 3],
            false => neighbours(&map.motion[0], &place, Part::MB),
        };
        let qp = slice.quant.at(&place);
        let (lambda, trellis) = (Lambda::new(qp), None);
        MbContext {
            place,
            qp,
            lambda,
            qp_pred,
            slice,
            planes,
            source,
            psy: None,
            picture,
            map,
            available,
            near,
            rate,
            contexts,
            trellis,
        }
    }

    /// Measures the energies of the source for [`Options::psy_rd`]. In place: a context with them is not returned, which copies it.
    #[inline(always)]
    pub(in crate::h264) fn measure_energy(&mut self) {
        if Psy::is_on(self.slice.options) {
            self.psy = Some(Psy::new(self.slice.level, self.slice.options.psy_rd, &self.source.luma));
        }
    }

    /// Returns the place of the macroblock.
    pub fn place(&self) -> Mb {
        self.place
    }

    /// Returns the QP of the macroblock, at first that of the picture's [`QuantMap`].
    pub fn qp(&self) -> u8 {
        self.qp
    }

    /// Sets the QP of the candidates to come, and with it the weight of a bit.
    ///
    /// # Panics
    /// If the QP is above 51.
    pub fn set_qp(&mut self, qp: u8) {
        assert!(qp <= 51, "QP {qp} is not allowed; use 0 (finest) to 51");
        (self.qp, self.lambda) = (qp, Lambda::new(qp));
    }

    /// Returns the weight of a bit against distortion.
    pub fn lambda(&self) -> Lambda {
        self.lambda
    }

    /// Sets the weight of a bit for all costs to come: those of candidates, of intra modes and of vectors.
    ///
    /// # Panics
    /// If [`Lambda::absolute`] is above 2^18.
    pub fn set_lambda(&mut self, lambda: Lambda) {
        const MOST: u32 = 1 << 18;
        assert!(lambda.absolute <= MOST, "a weight of {} is not allowed; use up to {MOST}", lambda.absolute);
        self.lambda = lambda;
    }

    /// Returns the samples of the macroblocks coded so far, before the loop filter.
    pub fn reconstruction(&self) -> &Picture {
        self.picture
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

    /// Returns the cost of a candidate in units of 2^-20: its squared error plus [`Lambda::squared`] times its bits,
    /// and what [`Options::psy_rd`] adds.
    pub fn cost(&mut self, candidate: &Candidate) -> u64 {
        self.cost_below(candidate, u64::MAX).map_or(u64::MAX, |(cost, _)| cost)
    }

    /// Returns the cost of a candidate and its size in units of 1 / 1024 bit; `None` if the cost is not below `limit`. Bits are
    /// counted only if the squared error alone is below it.
    pub(super) fn cost_below(&mut self, candidate: &Candidate, limit: u64) -> Option<(u64, u32)> {
        let mut error = self.squared_error(&candidate.samples) << 20;
        if error >= limit {
            return None;
        }
        if let Some(psy) = &self.psy {
            error += psy.distortion(self.slice.level, self.lambda, &candidate.samples.luma);
        }
        let rate = self.rate(&candidate.macroblock);
        let cost = error + u64::from(self.lambda.squared) * u64::from(rate);
        (cost < limit).then_some((cost, rate))
    }

    /// Returns the size of a macroblock in units of 1 / 1024 bit.
    pub fn rate(&mut self, macroblock: &Macroblock) -> u32 {
        self.store(macroblock);
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

    /// Returns the SATD of luma.
    pub(super) fn satd(&self, samples: &MbSamples) -> u32 {
        dispatch!(self.slice.level, simd => satd(simd, &self.source.luma, &samples.luma))
    }

    /// Writes the chosen candidate to the picture and to the map; as `I_PCM` if it has more bits than a macroblock may have.
    pub(in crate::h264) fn keep(&mut self, candidate: &mut Candidate) {
        let macroblock = &candidate.macroblock;
        if let (Prediction::Skip(mv), true) = (&macroblock.prediction, macroblock.cbp_luma | macroblock.cbp_chroma != 0)
        {
            // A skipped macroblock has no levels: one with levels is an inter macroblock with the same vector.
            let choice = Choice { part: MbPart::P16x16, ref_idx: [0; 4], mv: [[*mv; 4]; 4] };
            candidate.macroblock.prediction = Prediction::Inter(self.motion(&choice));
        }
        if !candidate.macroblock.has_qp() {
            candidate.macroblock.qp = self.qp_pred;
        }
        self.store(&candidate.macroblock);
        let Macroblock { cbp_luma, cbp_chroma, .. } = candidate.macroblock;
        if cbp_luma | cbp_chroma != 0
            && self.has_many_levels()
            && (self.rate)(&candidate.macroblock, self.map) > self.most_bits() * BIT
        {
            *candidate = self.pcm();
            self.store(&candidate.macroblock);
        }
        candidate.samples.put(self.picture);
    }

    /// Stores a macroblock in the map.
    fn store(&mut self, macroblock: &Macroblock) {
        Event::MapStore.count();
        let constrained_intra = self.slice.options.constrained_intra;
        dispatch!(self.slice.level, _simd => self.map.put(&self.place, macroblock, constrained_intra));
    }

    /// Returns the number of bits above which the macroblock is coded as `I_PCM`. The standard allows 3200 (A.3.1). The count for
    /// CABAC may be off by one percent, and the contexts of a row's counter are not quite those of the writer, or the initial ones.
    fn most_bits(&self) -> u32 {
        match (self.slice.options.entropy_coding, self.contexts) {
            (EntropyCoding::Cavlc, _) | (_, Some(_)) => 3050,
            (EntropyCoding::Cabac, None) => 2700,
        }
    }

    /// Returns whether the macroblock in the map has so many levels that it may have more bits than a macroblock may have.
    #[inline(always)]
    fn has_many_levels(&self) -> bool {
        const MANY: u32 = 40;
        let blocks =
            self.map.blocks.view().under_fixed::<Fixed<4, 4>, _>(&self.place).window::<Inside>().expect(OUTSIDE);
        let chroma =
            self.map.chroma.view().under_fixed::<Fixed<2, 2>, _>(&self.place).window::<Inside>().expect(OUTSIDE);
        let count = |levels: TotalCoeff| u32::from(levels.known().unwrap_or(0));
        let mut levels = 0;
        for y in 0..4 {
            for block in blocks.row(y) {
                levels += count(block.total_coeff);
            }
        }
        for y in 0..2 {
            for block in chroma.row(y) {
                levels += count(block.0[0]) + count(block.0[1]);
            }
        }
        levels > MANY
    }

    /// Returns the luma quantisation of an intra or inter macroblock.
    #[inline(always)]
    pub(super) fn luma_quantization(&self, intra: bool) -> Quantization<Chosen<'a>> {
        self.quantization(intra, self.qp, Component::Luma)
    }

    /// Returns the quantisation of Cb (0) or Cr (1) of an intra or inter macroblock.
    #[inline(always)]
    pub(super) fn chroma_quantization(&self, intra: bool, c: usize) -> Quantization<Chosen<'a>> {
        self.quantization(intra, chroma_qp(self.qp, 0), Component::Chroma(c))
    }

    #[inline(always)]
    fn quantization(&self, intra: bool, qp: u8, component: Component) -> Quantization<Chosen<'a>> {
        let trellis = self.trellis.map(|trellis| (trellis, component));
        let quantizer = Chosen { intra, own: self.slice.quantizer, trellis, block: BlockIndex::Dc };
        Quantization { quantizer, qp, max_level: self.max_level() }
    }

    /// Returns the greatest magnitude of a level.
    #[inline(always)]
    pub(super) fn max_level(&self) -> i16 {
        match self.slice.options.entropy_coding {
            EntropyCoding::Cavlc => MAX_LEVEL_OF_PREFIX_15,
            EntropyCoding::Cabac => MAX_LEVEL,
        }
    }
}
