//! [`TracedSlice`]: reports slice data to a trace, element by element.

use super::arithmetic::{Arithmetic, Bins, Engine};
use super::cabac::{Cabac, Contexts};
use super::cavlc::{Cavlc, PcmSink};
use super::coder::{BIT, EntropyCoder, ResidualBlock};
use super::{Listen, Neighbours, SliceData, SliceSyntax, SliceType};
use crate::h264::bits::{BitSink, BitWriter};
use crate::h264::code::macroblock::{Macroblock, MbPart, Prediction};
use crate::h264::code::map::MbMap;
use crate::h264::syntax::{Name, Rbsp};
use crate::shared::trace::Trace;
use crate::spaces::row_and_column;
use core::cell::RefCell;

/// A slice to be reported to a trace, element by element. Its macroblocks are coded once more, by the same coders over
/// sinks that pass the elements to the trace.
///
/// A macroblock begins with a structure, `macroblock 7 (row 1, column 2) P_8x8, QP 26, 31.5 bits`, with its type and
/// its size, under CABAC in fractions of a bit. A block of levels is a structure, `LumaLevel4x4[3]: 5 0 -1`, with its
/// levels up to the last nonzero one. Elements have the standard's names, and these values:
///
/// - `coeff_token`: `4 * TotalCoeff(coeff_token) + TrailingOnes(coeff_token)`;
/// - `mvd_l0` has its `compIdx`, and `..` for the indices of parts, which follow in order;
/// - `coded_block_pattern` is the pattern, luma plus 16 times chroma, not `codeNum`;
/// - all others have the values of 7.4.
///
/// Positions and sizes of elements are contiguous from the end of the slice header to the end of the slice. For CAVLC
/// they are exact. An arithmetic coder has no bits of a single element: for CABAC, an element begins at the end of the
/// output settled before it (except for carries), and its bits are those that it settles, often none.
///
/// ```
/// use codecs::h264::bits::BitWriter;
/// use codecs::h264::entropy::{SliceSyntax, SliceType, TracedSlice};
/// use codecs::h264::macroblock::{Macroblock, Mv, Prediction};
/// use codecs::h264::syntax::Rbsp;
/// use codecs::shared::trace::TextTrace;
///
/// let mb = Macroblock::new(Prediction::Skip(Mv::default()), 26);
/// let slice_type = SliceType::P;
/// let slice = TracedSlice {
///     entropy_coding_mode_flag: false,
///     syntax: SliceSyntax { slice_type, num_ref_idx_l0_active_minus1: 0, num_ref_idx_l1_active_minus1: 0, transform_8x8_mode_flag: false, monochrome: true },
///     slice_qp: 26,
///     constrained_intra_pred_flag: false,
///     size_in_mbs: [1, 1],
///     first_mb_in_slice: 0,
///     macroblocks: &[mb],
/// };
/// let mut trace = TextTrace::new(Vec::new());
/// let rbsp = slice.tell(BitWriter::new(), &Rbsp::new(&[0x41, 0x50], 3), &mut trace);
/// assert_eq!(rbsp, [0x50]);
/// assert_eq!(
///     String::from_utf8(trace.finish()?)?,
///     "4.0          macroblock 0 (row 0, column 0) P_Skip, QP 26, 2.0 bits\n\
///      4.0       3  mb_skip_run = 1\n\
///      4.3       5  rbsp_trailing_bits = 16\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TracedSlice<'m> {
    /// `entropy_coding_mode_flag`: `true` for CABAC, with `cabac_init_idc` 0; `false` for CAVLC.
    pub entropy_coding_mode_flag: bool,
    /// The properties that the syntax of slice data depends on.
    pub syntax: SliceSyntax,
    /// `SliceQP_Y`, the initial QP of the slice.
    pub slice_qp: u8,
    /// `constrained_intra_pred_flag`: intra macroblocks are predicted from intra macroblocks only.
    pub constrained_intra_pred_flag: bool,
    /// The number of rows and columns of macroblocks in the picture.
    pub size_in_mbs: [usize; 2],
    /// `first_mb_in_slice`: the address of the first macroblock.
    pub first_mb_in_slice: usize,
    /// All macroblocks of the slice, in address order.
    pub macroblocks: &'m [Macroblock],
}

impl TracedSlice<'_> {
    /// Reports all elements after `header` to `trace`, with their positions in the stream that contains the NAL unit
    /// `place`. Returns the RBSP, which equals that of the NAL unit. See [`TracedSlice`] for an example.
    pub fn tell(&self, mut header: BitWriter, place: &Rbsp, trace: &mut dyn Trace) -> Vec<u8> {
        let teller = RefCell::new(Teller { trace, place, at: header.len(), open: None, waiting: Vec::new() });
        let rbsp = if self.entropy_coding_mode_flag {
            let ones = header.len().next_multiple_of(8) - header.len();
            if ones > 0 {
                teller.borrow_mut().element(header.len(), "cabac_alignment_one_bit".into(), (1 << ones) - 1);
            }
            header.fill(true);
            let idc = (self.syntax.slice_type != SliceType::I).then_some(0);
            let arithmetic = Arithmetic::new(header.into_bytes());
            let coder = Cabac::new(Contexts::new(self.slice_qp, idc), TracedArithmetic { arithmetic, teller: &teller });
            let mut engine = self.code(coder, &teller).into_engine();
            engine.element("end_of_slice_flag", 1);
            engine.arithmetic.finish()
        } else {
            let coder = self.code(Cavlc::new(TracedBits { bits: header, teller: &teller }), &teller);
            let mut bits = coder.into_bits().bits;
            bits.rbsp_trailing();
            bits.into_bytes()
        };
        let last = rbsp.last().copied().unwrap_or(0);
        let (end, trailing) = (8 * rbsp.len() as u64, last.trailing_zeros() + 1);
        let mut teller = teller.into_inner();
        teller.element(end - u64::from(trailing), "rbsp_trailing_bits".into(), 1 << (trailing - 1));
        teller.close(end);
        rbsp
    }

    fn code<C: EntropyCoder>(&self, coder: C, teller: &RefCell<Teller<'_>>) -> C {
        let mut data = SliceData::of(coder, self.syntax, self.slice_qp);
        let lists = if self.syntax.slice_type == SliceType::B { 2 } else { 1 };
        let mut map = MbMap::with_lists(self.size_in_mbs, lists);
        let addresses = map.macroblocks().enumerate().skip(self.first_mb_in_slice);
        for ((address, place), mb) in addresses.zip(self.macroblocks) {
            let [y, x] = row_and_column(&place);
            map.store(&place, mb, self.constrained_intra_pred_flag);
            let around = Neighbours::of(&map, &place);
            let mut counter = data.counter();
            let before = counter.rate();
            counter.macroblock(mb, &around);
            let bits = f64::from(counter.rate() - before) / f64::from(BIT);
            let (kind, qp) = (name_of(mb, self.syntax.slice_type), mb.qp);
            let name = format!("macroblock {address} (row {y}, column {x}) {kind}, QP {qp}, {bits:.1} bits");
            teller.borrow_mut().waiting.push(name);
            data.macroblock(mb, &around);
        }
        data.into_coder()
    }
}

/// Returns the name of `mb_type` (Tables 7-11, 7-13, 7-14), and for `I_NxN` its transform.
fn name_of(mb: &Macroblock, slice_type: SliceType) -> String {
    match &mb.prediction {
        Prediction::Intra4x4(_) => "I_NxN (4x4)".to_owned(),
        Prediction::Intra8x8(_) => "I_NxN (8x8)".to_owned(),
        Prediction::Intra16x16(mode) => format!("I_16x16_{}_{}_{}", *mode as u8, mb.cbp_chroma, mb.cbp_luma),
        Prediction::Pcm => "I_PCM".to_owned(),
        Prediction::Skip(_) => "P_Skip".to_owned(),
        Prediction::Inter(_) if mb.is_skipped() => "B_Skip".to_owned(),
        Prediction::Inter(motion) => {
            let letter = if slice_type == SliceType::B { 'B' } else { 'P' };
            let lists = |n: usize| match motion.lists.map(|list| list.ref_idx[n] >= 0) {
                [true, true] => "Bi",
                [false, true] => "L1",
                _ => "L0",
            };
            match motion.part {
                MbPart::P16x16 => format!("{letter}_{}_16x16", lists(0)),
                MbPart::P16x8 => format!("{letter}_{}_{}_16x8", lists(0), lists(2)),
                MbPart::P8x16 => format!("{letter}_{}_{}_8x16", lists(0), lists(1)),
                MbPart::P8x8(_) => format!("{letter}_8x8"),
                MbPart::Direct => "B_Direct_16x16".to_owned(),
            }
        }
    }
}

/// Returns the standard's name of a block, and its levels up to the last nonzero one.
fn name_of_block(block: &ResidualBlock<'_>) -> String {
    let (name, levels): (Name, &[i16]) = match *block {
        ResidualBlock::Intra16x16Dc(levels) => ("Intra16x16DCLevel".into(), levels),
        ResidualBlock::Intra16x16Ac(n, levels) => (("Intra16x16ACLevel", n).into(), levels),
        ResidualBlock::Luma4x4(n, levels) => (("LumaLevel4x4", n).into(), levels),
        ResidualBlock::ChromaDc(c, levels) => (("ChromaDCLevel", c).into(), levels),
        ResidualBlock::ChromaAc(c, n, levels) => (("ChromaACLevel", c, n).into(), levels),
        ResidualBlock::Luma8x8(n, levels) => (("LumaLevel8x8", n).into(), levels.as_flattened()),
    };
    let count = levels.iter().rposition(|&level| level != 0).map_or(0, |last| last + 1);
    levels[..count].iter().fold(format!("{name}:"), |text, level| format!("{text} {level}"))
}

/// A reporter of elements and their bounds to a trace. Positions are bits of the RBSP.
struct Teller<'t> {
    trace: &'t mut dyn Trace,
    place: &'t Rbsp,
    /// The start of the open element, or the end of the last one if none is open.
    at: u64,
    /// The name and value of the element whose end is not known yet.
    open: Option<(Name, i64)>,
    /// The names of macroblocks to be reported with the next element; skipped macroblocks may have no element.
    waiting: Vec<String>,
}

impl Teller<'_> {
    /// Returns the position in the stream of the current bit of the RBSP, which follows the header of the NAL unit.
    fn position(&self) -> u64 {
        self.place.position(8 + self.at).0
    }

    fn structure(&mut self, name: &str) {
        self.trace.structure(self.position(), name);
    }

    /// Begins an element, and first reports waiting macroblocks. `end_of_slice_flag` belongs to the previous
    /// macroblock.
    fn element(&mut self, at: u64, name: Name, value: i64) {
        self.close(at);
        if name != "end_of_slice_flag".into() {
            for macroblock in core::mem::take(&mut self.waiting) {
                self.structure(&macroblock);
            }
        }
        self.open = Some((name, value));
    }

    fn block(&mut self, at: u64, block: &ResidualBlock<'_>) {
        self.close(at);
        self.structure(&name_of_block(block));
    }

    /// Ends the open element and reports it.
    fn close(&mut self, at: u64) {
        let at = at.max(self.at);
        if let Some((name, value)) = self.open.take() {
            self.trace.element(self.position(), (at - self.at) as u32, &name.to_string(), value);
        }
        self.at = at;
    }

    /// Reports the samples of an `I_PCM` macroblock, which begin at the next whole byte.
    fn pcm_samples(&mut self, at: u64, samples: &[u8]) {
        let begin = at.next_multiple_of(8);
        if begin > at {
            self.element(at, "pcm_alignment_zero_bit".into(), 0);
        }
        let (luma, chroma) = samples.split_at(samples.len().min(256));
        let named = [("pcm_sample_luma", luma), ("pcm_sample_chroma", chroma)];
        let named = named.into_iter().flat_map(|(name, samples)| samples.iter().enumerate().map(move |s| (name, s)));
        for (k, (name, (n, &sample))) in (0..).zip(named) {
            self.element(begin + 8 * k, (name, n).into(), sample.into());
        }
        self.close(begin + 8 * samples.len() as u64);
    }
}

/// A sink of bits that writes them and reports their elements.
struct TracedBits<'a, 't> {
    bits: BitWriter,
    teller: &'a RefCell<Teller<'t>>,
}

impl BitSink for TracedBits<'_, '_> {
    fn put(&mut self, bits: u32, n: u32) {
        self.bits.put(bits, n);
    }
}

impl Listen for TracedBits<'_, '_> {
    fn element_after(&mut self, bits: u32, name: impl Into<Name>, value: i64) {
        self.teller.borrow_mut().element(self.bits.len() + u64::from(bits), name.into(), value);
    }

    fn block(&mut self, block: &ResidualBlock<'_>) {
        self.teller.borrow_mut().block(self.bits.len(), block);
    }
}

impl PcmSink for TracedBits<'_, '_> {
    fn pcm_samples(&mut self, samples: &[u8]) {
        self.teller.borrow_mut().pcm_samples(self.bits.len(), samples);
        self.bits.pcm_samples(samples);
    }
}

/// An arithmetic coder that reports the elements it codes.
struct TracedArithmetic<'a, 't> {
    arithmetic: Arithmetic,
    teller: &'a RefCell<Teller<'t>>,
}

impl Listen for TracedArithmetic<'_, '_> {
    fn element_after(&mut self, bits: u32, name: impl Into<Name>, value: i64) {
        let at = self.arithmetic.settled_bits() + u64::from(bits);
        self.teller.borrow_mut().element(at, name.into(), value);
    }

    fn block(&mut self, block: &ResidualBlock<'_>) {
        self.teller.borrow_mut().block(self.arithmetic.settled_bits(), block);
    }
}

impl<'a, 't> Engine for TracedArithmetic<'a, 't> {
    type Bins<'e>
        = &'e mut TracedArithmetic<'a, 't>
    where
        Self: 'e;

    fn bins(&mut self) -> &mut TracedArithmetic<'a, 't> {
        self
    }

    fn go_on(&mut self) {
        self.arithmetic.go_on();
    }

    /// Reports and codes the samples. The flush before them ends in a 1, the last bit of `mb_type`.
    fn pcm(&mut self, samples: &[u8]) {
        let flushed = self.arithmetic.clone().finish();
        let alignment = flushed.last().map_or(0, |last| last.trailing_zeros());
        let at = 8 * flushed.len() as u64 - u64::from(alignment);
        self.teller.borrow_mut().pcm_samples(at, samples);
        self.arithmetic.pcm(samples);
    }
}

impl Listen for &mut TracedArithmetic<'_, '_> {
    fn element_after(&mut self, bits: u32, name: impl Into<Name>, value: i64) {
        (**self).element_after(bits, name, value);
    }
}

impl Bins for &mut TracedArithmetic<'_, '_> {
    fn decision(&mut self, state: &mut u8, bin: bool) {
        self.arithmetic.bins().decision(state, bin);
    }

    fn bypass(&mut self, bins: u32, n: u32) {
        self.arithmetic.bins().bypass(bins, n);
    }
}
