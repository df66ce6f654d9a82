//! [`Macroblock`]: the coded data of a macroblock (7.3.5). It is independent of mode decision and entropy coder.

/// A motion vector in quarter luma samples, or the difference of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mv {
    /// The horizontal component, positive to the right.
    pub x: i16,
    /// The vertical component, positive downwards.
    pub y: i16,
}

impl unite::Sample for Mv {}

/// `Intra4x4PredMode` (Table 8-2) and `Intra8x8PredMode` (Table 8-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the standard's names")]
pub enum IntraNxNMode {
    Vertical = 0,
    Horizontal = 1,
    #[default]
    Dc = 2,
    DiagonalDownLeft = 3,
    DiagonalDownRight = 4,
    VerticalRight = 5,
    HorizontalDown = 6,
    VerticalLeft = 7,
    HorizontalUp = 8,
}

impl unite::Sample for IntraNxNMode {}

impl IntraNxNMode {
    /// All nine modes, in the order of their numbers.
    pub const ALL: [IntraNxNMode; 9] = {
        use IntraNxNMode::*;
        [
            Vertical,
            Horizontal,
            Dc,
            DiagonalDownLeft,
            DiagonalDownRight,
            VerticalRight,
            HorizontalDown,
            VerticalLeft,
            HorizontalUp,
        ]
    };
}

/// A set of modes of `Intra4x4PredMode` or `Intra8x8PredMode`: those that a decision tries.
///
/// ```
/// use codecs::h264::macroblock::{IntraNxNMode, ModeSet};
/// let straight = ModeSet::of(&[IntraNxNMode::Vertical, IntraNxNMode::Horizontal, IntraNxNMode::Dc]);
/// assert!(straight.contains(IntraNxNMode::Dc) && !straight.contains(IntraNxNMode::VerticalLeft));
/// assert_eq!(ModeSet::from(None), ModeSet::ALL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModeSet(u16);

impl ModeSet {
    /// All nine modes.
    pub const ALL: ModeSet = ModeSet(0x1FF);

    /// Returns the set of some modes.
    pub const fn of(modes: &[IntraNxNMode]) -> Self {
        let (mut set, mut n) = (0, 0);
        while n < modes.len() {
            set |= 1 << modes[n] as u16;
            n += 1;
        }
        ModeSet(set)
    }

    /// Returns whether the set has a mode.
    #[inline(always)]
    pub const fn contains(self, mode: IntraNxNMode) -> bool {
        self.0 >> mode as u16 & 1 != 0
    }

    /// Returns the mode of a set with a single one.
    #[inline(always)]
    pub const fn only(self) -> Option<IntraNxNMode> {
        if self.0.is_power_of_two() { Some(IntraNxNMode::ALL[self.0.trailing_zeros() as usize]) } else { None }
    }
}

impl From<Option<IntraNxNMode>> for ModeSet {
    /// Returns the set of one mode, or all modes.
    #[inline(always)]
    fn from(mode: Option<IntraNxNMode>) -> Self {
        mode.map_or(ModeSet::ALL, |mode| ModeSet::of(&[mode]))
    }
}

/// `Intra16x16PredMode` (Table 8-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "the standard's names")]
pub enum Intra16x16Mode {
    Vertical = 0,
    Horizontal = 1,
    #[default]
    Dc = 2,
    Plane = 3,
}

/// `intra_chroma_pred_mode` (Table 8-5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "the standard's names")]
pub enum IntraChromaMode {
    #[default]
    Dc = 0,
    Horizontal = 1,
    Vertical = 2,
    Plane = 3,
}

/// The partitioning of a P or B macroblock (Tables 7-13 and 7-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the standard's names, height after width")]
pub enum MbPart {
    P16x16,
    P16x8,
    P8x16,
    /// Four 8 x 8 blocks, each with a partitioning of its own.
    P8x8([SubMbPart; 4]),
    /// `B_Direct_16x16`, or `B_Skip` without levels: all motion is inferred (8.4.1.2).
    Direct,
}

impl MbPart {
    /// Returns whether a part is smaller than 8 x 8: then `noSubMbPartSizeLessThan8x8Flag` is 0 (7.3.5), and the 8 x 8
    /// transform is not allowed. Direct blocks are not, since `direct_8x8_inference_flag` is 1.
    #[inline]
    pub fn is_below_8x8(self) -> bool {
        let is_below = |part| !matches!(part, SubMbPart::P8x8 | SubMbPart::Direct);
        matches!(self, MbPart::P8x8(parts) if parts.into_iter().any(is_below))
    }
}

/// The partitioning of an 8 x 8 block of a P or B macroblock (Tables 7-17 and 7-18).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "the standard's names, height after width")]
pub enum SubMbPart {
    #[default]
    P8x8 = 0,
    P8x4 = 1,
    P4x8 = 2,
    P4x4 = 3,
    /// `B_Direct_8x8`: the motion is inferred (8.4.1.2).
    Direct = 4,
}

/// The motion data of an inter macroblock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The partitioning.
    pub part: MbPart,
    /// The motion from lists 0 and 1. A P macroblock uses list 0 alone; each part of a B macroblock uses one or both. Direct
    /// parts have the motion that is inferred, and differences of 0.
    pub lists: [ListMotion; 2],
}

impl Motion {
    /// Returns the motion of a P macroblock. Each `ref_idx` of `list_0` is 0 or more, and less than the number of
    /// references of the slice.
    ///
    /// ```
    /// use codecs::h264::macroblock::{ListMotion, MbPart, Motion};
    /// let still = Motion::of_p(MbPart::P16x16, ListMotion { ref_idx: [0; 4], ..ListMotion::UNUSED });
    /// assert_eq!(still.lists[1], ListMotion::UNUSED);
    /// ```
    #[inline(always)]
    pub const fn of_p(part: MbPart, list_0: ListMotion) -> Self {
        Motion { part, lists: [list_0, ListMotion::UNUSED] }
    }
}

/// The motion data of an inter macroblock from one list of references. Every 4 x 4 block, indexed `[y][x]`, has the
/// vector of its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListMotion {
    /// `ref_idx_lX` by 8 x 8 block: top left, top right, bottom left, bottom right; -1 where the list is not used.
    pub ref_idx: [i8; 4],
    /// The motion vectors by 4 x 4 block.
    pub mv: [[Mv; 4]; 4],
    /// `mvd_lX` by 4 x 4 block: vectors minus their predictions.
    pub mvd: [[Mv; 4]; 4],
}

impl ListMotion {
    /// A list from which no block is predicted.
    pub const UNUSED: ListMotion =
        ListMotion { ref_idx: [-1; 4], mv: [[Mv { x: 0, y: 0 }; 4]; 4], mvd: [[Mv { x: 0, y: 0 }; 4]; 4] };
}

/// The prediction mode of a macroblock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a box would be an allocation for each candidate")]
pub enum Prediction {
    /// `I_NxN` with `transform_size_8x8_flag` 0: by 4 x 4 block, `[y][x]`.
    Intra4x4([[IntraNxNMode; 4]; 4]),
    /// `I_NxN` with `transform_size_8x8_flag` 1: by 8 x 8 block, `[y][x]`.
    Intra8x8([[IntraNxNMode; 2]; 2]),
    /// `I_16x16_..`: the macroblock as a whole.
    Intra16x16(Intra16x16Mode),
    /// `I_PCM`: no prediction; [`Residual::pcm`] has the samples.
    Pcm,
    /// `P_L0_16x16` to `P_8x8`, `B_Direct_16x16` to `B_8x8`, or `B_Skip`: prediction from reference pictures.
    Inter(Motion),
    /// `P_Skip`: this vector in the first reference, and no residual.
    Skip(Mv),
}

impl Prediction {
    /// Returns whether the macroblock is intra: predicted from its own picture, or `I_PCM`.
    pub fn is_intra(&self) -> bool {
        !matches!(self, Prediction::Inter(_) | Prediction::Skip(_))
    }
}

/// The transform coefficient levels of a macroblock, in zig-zag order. Levels that are not coded are 0.
#[derive(Clone, Debug, Default)]
pub struct Residual {
    /// `Intra16x16DCLevel`, in the zig-zag order of the 4 x 4 blocks.
    pub luma_dc: [i16; 16],
    /// The levels of the 4 x 4 luma blocks, in the order of 6.4.3 (8 x 8 by 8 x 8). In `Intra16x16ACLevel`, entry 0 is
    /// not used. With the 8 x 8 transform, blocks `4 n` to `4 n + 3` hold the 64 levels of 8 x 8 block `n`:
    /// `level8x8[16 * k + i]` is entry `[4 n + k][i]`.
    pub luma: [[i16; 16]; 16],
    /// `ChromaDCLevel` of Cb and Cr.
    pub chroma_dc: [[i16; 4]; 2],
    /// `ChromaACLevel` of Cb and Cr, by 4 x 4 block; entry 0 is not used.
    pub chroma_ac: [[[i16; 16]; 4]; 2],
    /// `pcm_sample_luma` and `pcm_sample_chroma` of an `I_PCM` macroblock: 256 samples, and 128 more if there is
    /// chroma.
    pub pcm: Vec<u8>,
}

impl Residual {
    /// Sets the 64 levels of 8 x 8 block `n`.
    pub fn put_8x8(&mut self, n: usize, levels: &[i16; 64]) {
        self.luma.as_chunks_mut::<4>().0[n].copy_from_slice(levels.as_chunks().0);
    }
}

/// The coded data of a macroblock.
#[derive(Clone, Debug)]
pub struct Macroblock {
    /// The prediction mode.
    pub prediction: Prediction,
    /// `intra_chroma_pred_mode`; used by intra macroblocks of pictures with chroma.
    pub intra_chroma_mode: IntraChromaMode,
    /// `transform_size_8x8_flag`: luma is transformed by 8 x 8 blocks.
    pub transform_8x8: bool,
    /// `CodedBlockPatternLuma`: bit `n` for 8 x 8 block `n`; 0 or 15 for `Intra16x16`.
    pub cbp_luma: u8,
    /// `CodedBlockPatternChroma`: 0 none, 1 DC, 2 DC and AC.
    pub cbp_chroma: u8,
    /// `QP_Y`; must equal the previous macroblock's if there is no residual.
    pub qp: u8,
    /// The transform coefficient levels.
    pub residual: Residual,
}

impl Macroblock {
    /// Returns whether the macroblock is `P_Skip` or `B_Skip`: a direct macroblock without a residual is `B_Skip`.
    #[inline]
    pub fn is_skipped(&self) -> bool {
        match &self.prediction {
            Prediction::Skip(_) => true,
            Prediction::Inter(motion) => motion.part == MbPart::Direct && self.cbp_luma | self.cbp_chroma == 0,
            _ => false,
        }
    }

    /// Returns whether the macroblock codes `mb_qp_delta`, so that its QP may differ from that of the one before (7.3.5).
    pub(in crate::h264) fn has_qp(&self) -> bool {
        match self.prediction {
            Prediction::Skip(_) | Prediction::Pcm => false,
            Prediction::Intra16x16(_) => true,
            _ => self.cbp_luma != 0 || self.cbp_chroma != 0,
        }
    }

    /// A macroblock without coded levels, predicted by the DC mode where it has chroma of intra prediction. Fields that
    /// differ are set afterwards.
    ///
    /// ```
    /// use codecs::h264::macroblock::{Macroblock, Mv, Prediction};
    /// let skipped = Macroblock::new(Prediction::Skip(Mv { x: -4, y: 8 }), 26);
    /// assert_eq!((skipped.qp, skipped.cbp_luma, skipped.cbp_chroma, skipped.transform_8x8), (26, 0, 0, false));
    /// ```
    pub fn new(prediction: Prediction, qp: u8) -> Macroblock {
        Macroblock {
            prediction,
            intra_chroma_mode: IntraChromaMode::Dc,
            transform_8x8: false,
            cbp_luma: 0,
            cbp_chroma: 0,
            qp,
            residual: Residual::default(),
        }
    }

    /// Replaces a macroblock by one that [`new`](Macroblock::new) returns, in its memory.
    #[inline(always)]
    pub(in crate::h264::code) fn begin(&mut self, prediction: Prediction, qp: u8) {
        let Macroblock { residual: Residual { luma_dc, luma, chroma_dc, chroma_ac, pcm }, .. } = self;
        (*luma_dc, *luma, *chroma_dc, *chroma_ac) = ([0; 16], [[0; 16]; 16], [[0; 4]; 2], [[[0; 16]; 4]; 2]);
        pcm.clear();
        self.prediction = prediction;
        (self.intra_chroma_mode, self.transform_8x8) = (IntraChromaMode::Dc, false);
        (self.cbp_luma, self.cbp_chroma, self.qp) = (0, 0, qp);
    }
}
