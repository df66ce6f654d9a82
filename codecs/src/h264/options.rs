//! [`Options`]: the user's choices for a stream.

use super::preset::{Effort, Preset};
use super::syntax::{Level, Profile, Tools};
use super::{H264Error, frame_rate};
use crate::shared::setters::setters;

/// The options of a stream. [`Options::new`] creates them, setters or assignments to fields change them, and
/// [`Session::new`](super::Session::new) checks them.
///
/// ```
/// use codecs::h264::{EntropyCoding, Options};
/// let options = Options::new(352, 288).with_qp(30).with_entropy_coding(EntropyCoding::Cavlc);
/// assert!(options.check().is_ok());
/// let error = options.with_references(17).check().unwrap_err();
/// assert_eq!(error.to_string(), "17 reference pictures requested; H.264 allows 1 to 16");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The number of columns of the picture: even, up to 16384; may be odd if monochrome.
    pub width: usize,
    /// The number of rows of the picture: even, up to 16384; may be odd if monochrome.
    pub height: usize,
    /// `true` for 4:0:0, luma alone; `false` for 4:2:0.
    pub monochrome: bool,
    /// The quantisation parameter of P pictures, 0 to 51.
    pub qp: u8,
    /// The rate factor, 0 to 51: one number for the quality of a film, on the scale of QP. Pictures and macroblocks that others build
    /// upon are coded finer. `None` for the constant [`qp`](Options::qp).
    pub crf: Option<f64>,
    /// The part of a picture's complexity that its QP follows less than it would have to for a constant rate, 0.0 to 1.0: 1 for the
    /// same QP. With the macroblock tree the strength of the tree, which is then `5 (1 - qcomp)`. It is used with
    /// [`crf`](Options::crf).
    pub qcomp: f64,
    /// Adaptive quantisation: finer quantisers for flat macroblocks, coarser ones for busy ones.
    pub adaptive: AdaptiveQuant,
    /// The strength of psychovisual decisions, 0.0 to 10.0: true costs grow with the difference of the energy of a macroblock from
    /// that of its source, so that texture is kept. It lowers PSNR. 0 for none, and without effect below
    /// [`subme`](MotionOptions::subme) 6.
    pub psy_rd: f64,
    /// The lookahead: how many pictures it holds, and what it decides.
    pub lookahead: LookaheadOptions,
    /// The ratio of the quantiser step of P pictures to that of I pictures, 1.0 to 10.0: the QP of I pictures is lower
    /// by `6 log2` of it.
    pub ip_ratio: f64,
    /// The number of pictures from one IDR picture to the next, 1 or more.
    pub keyint: u32,
    /// The number of pictures that a P picture may refer to, 1 to 16; as many before it for a B picture.
    pub references: u8,
    /// The number of B pictures in a row, 0 to 16. B pictures refer to pictures before and after them, so they are coded later
    /// than they come, and need Main profile.
    pub b_frames: u8,
    /// `true` if the middle one of three or more B pictures in a row is a reference of the others.
    pub b_pyramid: bool,
    /// The ratio of the quantiser step of B pictures to that of P pictures, 1.0 to 10.0: the QP of B pictures is higher by
    /// `6 log2` of it.
    pub pb_ratio: f64,
    /// The direct prediction of B pictures.
    pub direct: DirectMode,
    /// `true` if the two references of a block in B pictures are weighted by their distances (`weighted_bipred_idc` 2), `false` if
    /// both weigh the same.
    pub weighted_b: bool,
    /// `true` if P pictures may weigh the samples of their references (`weighted_pred_flag`): the lookahead finds fades, and a
    /// [`Request`](super::Request) may state weights. It is not in Baseline profile.
    pub weighted_p: bool,
    /// The entropy coder: CAVLC or CABAC.
    pub entropy_coding: EntropyCoding,
    /// `true` if the 8 x 8 transform may be used (High profile).
    pub transform_8x8: bool,
    /// The offsets of the deblocking filter; `None` turns it off.
    pub deblocking: Option<Deblocking>,
    /// `true` if intra macroblocks are predicted from intra macroblocks only.
    pub constrained_intra: bool,
    /// The partitions of macroblocks that are tried.
    pub partitions: Partitions,
    /// `true` if the levels of the chosen macroblocks are those of the least rate-distortion cost (trellis quantisation).
    pub trellis: bool,
    /// The motion search.
    pub motion: MotionOptions,
    /// The number of slices of a picture, 1 to the number of its rows of macroblocks: whole rows, as evenly as they go. A decoder can
    /// decode each without the others, and they cost bits: nothing is predicted from one to another.
    pub slices: u16,
    /// The level that the stream must conform to; `None` for the lowest that allows the stream.
    pub level: Option<&'static Level>,
    /// The profile that the stream must conform to; `None` for the lowest that has the tools.
    pub profile: Option<Profile>,
    /// The frame rate in pictures per second, as a fraction: 1/2147483647 to 2147483647. If the numerator or the
    /// denominator is larger than that, the stream states the reduced fraction, or the nearest one, which is off by
    /// less than one part in 2^31.
    pub frame_rate: (u32, u32),
    /// The description of colours and sample shape in the VUI.
    pub signal: Signal,
    /// `true` if an access unit delimiter precedes every picture.
    pub access_unit_delimiters: bool,
    /// `true` if an SEI message with the encoder's name and options precedes picture 0.
    pub encoder_message: bool,
    /// The number in the whole film of the session's first picture; 0 if the session encodes the film from its
    /// beginning. [`Session`](super::Session) says how machines share a film with it.
    pub first_picture: u64,
}

setters!(Options {
    with_monochrome: monochrome: bool,
    with_qp: qp: u8,
    with_crf: crf: Option<f64>,
    with_qcomp: qcomp: f64,
    with_adaptive: adaptive: AdaptiveQuant,
    with_psy_rd: psy_rd: f64,
    with_lookahead: lookahead: LookaheadOptions,
    with_ip_ratio: ip_ratio: f64,
    with_keyint: keyint: u32,
    with_references: references: u8,
    with_b_frames: b_frames: u8,
    with_b_pyramid: b_pyramid: bool,
    with_pb_ratio: pb_ratio: f64,
    with_direct: direct: DirectMode,
    with_weighted_b: weighted_b: bool,
    with_weighted_p: weighted_p: bool,
    with_entropy_coding: entropy_coding: EntropyCoding,
    with_transform_8x8: transform_8x8: bool,
    with_deblocking: deblocking: Option<Deblocking>,
    with_constrained_intra: constrained_intra: bool,
    with_partitions: partitions: Partitions,
    with_trellis: trellis: bool,
    with_motion: motion: MotionOptions,
    with_slices: slices: u16,
    with_level: level: Option<&'static Level>,
    with_profile: profile: Option<Profile>,
    with_frame_rate: frame_rate: (u32, u32),
    with_signal: signal: Signal,
    with_access_unit_delimiters: access_unit_delimiters: bool,
    with_encoder_message: encoder_message: bool,
    with_first_picture: first_picture: u64,
});

/// The entropy coder (`entropy_coding_mode_flag`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntropyCoding {
    /// Context-adaptive variable-length codes (9.2).
    Cavlc,
    /// Context-adaptive binary arithmetic coding (9.3); not in Baseline profile.
    Cabac,
}

/// Finer quantisation of flat macroblocks, where errors are seen, and coarser one of busy ones, where they are not. It is used with
/// [`Options::crf`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaptiveQuant {
    /// How the energy of a macroblock becomes an offset of QP.
    pub mode: AdaptiveMode,
    /// The factor of the offsets, 0.0 to 3.0.
    pub strength: f64,
}

impl Default for AdaptiveQuant {
    /// [`AdaptiveMode::Off`], and strength 1.
    fn default() -> Self {
        AdaptiveQuant { mode: AdaptiveMode::Off, strength: 1.0 }
    }
}

/// How the energy of a macroblock, the variance of its samples, becomes an offset of QP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AdaptiveMode {
    /// No offsets.
    #[default]
    Off,
    /// By the logarithm of the energy, around a constant.
    Variance,
    /// By a root of the energy, around the mean of the picture.
    Auto,
    /// By a root of the energy, with finer quantisers for dark macroblocks besides.
    AutoDark,
}

/// The options of the lookahead, which estimates the costs of pictures at half resolution before they are coded. A picture is coded
/// when [`pictures`](LookaheadOptions::pictures) others have come, or all up to the next key picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LookaheadOptions {
    /// The number of pictures that come before one is coded, 0 to 250; at least [`Options::b_frames`] come.
    pub pictures: u16,
    /// How easily a cut is found, 1 to 100, where a key picture begins the new scene; 0 for no key pictures at cuts.
    pub scene_cut: u8,
    /// The least number of pictures from a key picture to a cut; 0 for a tenth of [`Options::keyint`], or half a
    /// second if that is less.
    pub min_keyint: u32,
    /// How the number of B pictures in a row is chosen.
    pub b_adapt: BAdapt,
    /// `true` if macroblocks that later pictures build upon are coded finer. It is used with [`Options::crf`].
    pub mb_tree: bool,
}

setters!(LookaheadOptions {
    with_pictures: pictures: u16,
    with_scene_cut: scene_cut: u8,
    with_min_keyint: min_keyint: u32,
    with_b_adapt: b_adapt: BAdapt,
    with_mb_tree: mb_tree: bool,
});

impl LookaheadOptions {
    /// No lookahead: key pictures and B pictures come at fixed distances.
    pub const NONE: LookaheadOptions =
        LookaheadOptions { pictures: 0, scene_cut: 0, min_keyint: 0, b_adapt: BAdapt::Fixed, mb_tree: false };
}

/// How the number of B pictures in a row is chosen, up to [`Options::b_frames`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BAdapt {
    /// Always the most.
    #[default]
    Fixed,
    /// The most, or fewer as long as the pictures cost less one by one.
    Greedy,
    /// By the least cost of all pictures that have come.
    Path,
}

/// The direct prediction of B pictures (8.4.1.2): the source of motion that is not coded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum DirectMode {
    /// From the blocks beside a macroblock.
    #[default]
    Spatial,
    /// From the same place in the next picture, scaled by distance.
    Temporal,
    /// By whichever the lookahead estimates to cost less, for each picture.
    Auto,
}

/// The offsets of the deblocking filter (7.4.3), -6 to 6 each: half of `FilterOffsetA` and `FilterOffsetB`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deblocking {
    /// `slice_alpha_c0_offset_div2`, the offset for alpha and tC0.
    pub alpha: i8,
    /// `slice_beta_offset_div2`, the offset for beta.
    pub beta: i8,
}

impl Deblocking {
    /// Creates the offsets, -6 to 6 each; [`Options::check`] rejects others.
    ///
    /// ```
    /// use codecs::h264::Deblocking;
    /// assert_eq!(Deblocking::new(0, 0), Deblocking::default());
    /// ```
    pub const fn new(alpha: i8, beta: i8) -> Self {
        Deblocking { alpha, beta }
    }

    /// Checks the ranges.
    pub(super) fn check(self) -> Result<(), H264Error> {
        let Deblocking { alpha, beta } = self;
        let offset = |offset: i8| (-6..=6).contains(&offset);
        if offset(alpha) && offset(beta) { Ok(()) } else { Err(H264Error::DeblockingOffsets { alpha, beta }) }
    }
}

/// The partitions of macroblocks that are tried besides 16 x 16 and `P_Skip`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Partitions {
    /// `true` to try `Intra_4x4`.
    pub intra_4x4: bool,
    /// `true` to try `Intra_8x8`, if the 8 x 8 transform is on.
    pub intra_8x8: bool,
    /// `true` to try `P_L0_L0_16x8`, `P_L0_L0_8x16` and `P_8x8`.
    pub inter_8x8: bool,
    /// `true` to try parts of 8 x 8 blocks, if `inter_8x8` is on.
    pub inter_4x4: bool,
}

setters!(Partitions {
    with_intra_4x4: intra_4x4: bool,
    with_intra_8x8: intra_8x8: bool,
    with_inter_8x8: inter_8x8: bool,
    with_inter_4x4: inter_4x4: bool,
});

impl Partitions {
    /// All partitions.
    pub const ALL: Partitions = Partitions { intra_4x4: true, intra_8x8: true, inter_8x8: true, inter_4x4: true };
    /// No partitions: only 16 x 16 and `P_Skip`.
    pub const NONE: Partitions = Partitions { intra_4x4: false, intra_8x8: false, inter_8x8: false, inter_4x4: false };
}

/// The options of the motion search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MotionOptions {
    /// The full-sample search method.
    pub method: MotionMethod,
    /// The largest distance from the start of the search, in samples, 4 to 1024.
    pub range: u16,
    /// The effort of vectors and modes, as x264's: 0 compares whole samples by SAD, 1 refines by SAD, 2 to 5 refine more and more by
    /// SATD, and code the mode with the least estimated cost alone; from 6 on modes are compared by true cost. From 8 on,
    /// parts are searched in several references, and all candidates are coded by the trellis if it is on; from 9 on the last steps of
    /// vectors are compared by true cost. 10 leaves out less than 9, and above 10 equals 10.
    pub subme: u8,
}

setters!(MotionOptions {
    with_method: method: MotionMethod,
    with_range: range: u16,
    with_subme: subme: u8,
});

impl Default for MotionOptions {
    /// Returns a hexagon search within 16 samples with the full effort.
    fn default() -> Self {
        MotionOptions { method: MotionMethod::Hexagon, range: 16, subme: 7 }
    }
}

/// The full-sample search method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MotionMethod {
    /// Moves to the best of four neighbours until none is better.
    Diamond,
    /// Moves to the best of six points at a distance of two until none is better, then tries the eight neighbours.
    Hexagon,
    /// Tries all vectors in range.
    Exhaustive,
}

/// The description of colours and sample shape in the VUI (Annex E), by the code numbers of the standard's tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signal {
    /// The sample aspect ratio, width to height.
    pub sample_aspect_ratio: Option<(u16, u16)>,
    /// `true` if samples use the full range of 0 to 255 (`video_full_range_flag`).
    pub full_range: Option<bool>,
    /// `colour_primaries` (Table E-3).
    pub colour_primaries: Option<u8>,
    /// `transfer_characteristics` (Table E-4).
    pub transfer_characteristics: Option<u8>,
    /// `matrix_coefficients` (Table E-5).
    pub matrix_coefficients: Option<u8>,
}

setters!(Signal {
    with_sample_aspect_ratio: sample_aspect_ratio: Option<(u16, u16)>,
    with_full_range: full_range: Option<bool>,
    with_colour_primaries: colour_primaries: Option<u8>,
    with_transfer_characteristics: transfer_characteristics: Option<u8>,
    with_matrix_coefficients: matrix_coefficients: Option<u8>,
});

impl Options {
    /// Creates options of the preset [`Medium`](super::Preset::Medium), with QP 26 and 25 pictures per second.
    pub fn new(width: usize, height: usize) -> Self {
        let Effort { references, entropy_coding, transform_8x8, deblocking, partitions, trellis, motion } =
            Preset::default().effort();
        Options {
            width,
            height,
            monochrome: false,
            qp: 26,
            crf: None,
            qcomp: 0.6,
            adaptive: AdaptiveQuant::default(),
            psy_rd: 0.0,
            lookahead: LookaheadOptions::NONE,
            ip_ratio: 1.4,
            keyint: 250,
            references,
            b_frames: 0,
            b_pyramid: true,
            pb_ratio: 1.3,
            direct: DirectMode::Spatial,
            weighted_b: true,
            weighted_p: false,
            entropy_coding,
            transform_8x8,
            deblocking,
            constrained_intra: false,
            partitions,
            trellis,
            motion,
            slices: 1,
            level: None,
            profile: None,
            frame_rate: (25, 1),
            signal: Signal::default(),
            access_unit_delimiters: false,
            encoder_message: true,
            first_picture: 0,
        }
    }

    /// Returns the size of a picture in macroblocks: rows and columns.
    pub(super) fn size_in_mbs(&self) -> [usize; 2] {
        [self.height.div_ceil(16), self.width.div_ceil(16)]
    }

    /// Returns the first row of macroblocks of each slice of a picture.
    pub(super) fn first_rows_of_slices(&self) -> impl Iterator<Item = usize> + use<> {
        let ([rows, _], slices) = (self.size_in_mbs(), usize::from(self.slices));
        (0..slices).map(move |n| n * rows / slices)
    }

    /// Checks that a stream can have these options. See [`Options`] for an example.
    ///
    /// # Errors
    /// [`H264Error`]: the first option that is out of its range.
    pub fn check(&self) -> Result<(), H264Error> {
        let (width, height) = (self.width, self.height);
        let sound = |n: usize| (1..=16384).contains(&n) && (self.monochrome || n.is_multiple_of(2));
        if !sound(width) || !sound(height) {
            return Err(H264Error::Size { width, height });
        }
        if self.qp > 51 {
            return Err(H264Error::Qp(self.qp));
        }
        if let Some(crf) = self.crf.filter(|crf| !(0.0..=51.0).contains(crf)) {
            return Err(H264Error::Crf(crf));
        }
        if !(0.0..=1.0).contains(&self.qcomp) {
            return Err(H264Error::Qcomp(self.qcomp));
        }
        if !(0.0..=3.0).contains(&self.adaptive.strength) {
            return Err(H264Error::AqStrength(self.adaptive.strength));
        }
        if !(0.0..=10.0).contains(&self.psy_rd) {
            return Err(H264Error::PsyRd(self.psy_rd));
        }
        if self.lookahead.pictures > 250 {
            return Err(H264Error::Lookahead(self.lookahead.pictures));
        }
        if self.lookahead.scene_cut > 100 {
            return Err(H264Error::SceneCut(self.lookahead.scene_cut));
        }
        if self.lookahead.min_keyint > self.keyint {
            return Err(H264Error::MinKeyint { min: self.lookahead.min_keyint, keyint: self.keyint });
        }
        if !(1.0..=10.0).contains(&self.ip_ratio) {
            return Err(H264Error::IpRatio(self.ip_ratio));
        }
        if self.keyint == 0 {
            return Err(H264Error::KeyInterval);
        }
        if !(1..=16).contains(&self.references) {
            return Err(H264Error::References(self.references));
        }
        if self.b_frames > 16 {
            return Err(H264Error::BFrames(self.b_frames));
        }
        if !(1.0..=10.0).contains(&self.pb_ratio) {
            return Err(H264Error::PbRatio(self.pb_ratio));
        }
        let [rows, _] = self.size_in_mbs();
        if !(1..=rows).contains(&usize::from(self.slices)) {
            return Err(H264Error::Slices { slices: self.slices, rows });
        }
        self.deblocking.map_or(Ok(()), Deblocking::check)?;
        if !(4..=1024).contains(&self.motion.range) {
            return Err(H264Error::MotionRange(self.motion.range));
        }
        if frame_rate::bounded(self.frame_rate.0, self.frame_rate.1).is_none() {
            return Err(H264Error::FrameRate(self.frame_rate.0, self.frame_rate.1));
        }
        let lowest = self.lowest_profile();
        match self.profile {
            Some(profile) if profile < lowest => Err(H264Error::Profile { profile, lowest }),
            _ => Ok(()),
        }
    }

    /// Returns the lowest profile that has the tools these options use.
    pub fn lowest_profile(&self) -> Profile {
        let tools = Tools {
            cabac: self.entropy_coding == EntropyCoding::Cabac,
            b_slices: self.most_b_frames() > 0,
            weighted_prediction: self.weighted_p || self.most_b_frames() > 0 && self.weighted_b,
            transform_8x8: self.transform_8x8,
            monochrome: self.monochrome,
            ..Tools::default()
        };
        tools.profile()
    }

    /// Returns the number of reference lists of pictures: 2 with B pictures.
    pub(super) fn lists(&self) -> usize {
        if self.most_b_frames() > 0 { 2 } else { 1 }
    }

    /// Returns the most B pictures in a row that the distance of key pictures leaves room for: a P picture follows them.
    pub(super) fn most_b_frames(&self) -> u8 {
        self.keyint.saturating_sub(2).min(self.b_frames.into()) as u8
    }

    /// Returns the least number of pictures from a key picture to a scene cut.
    pub(super) fn min_keyint(&self) -> u32 {
        let (num, den) = self.frame_rate;
        match self.lookahead.min_keyint {
            0 => (self.keyint / 10).min(num / den.max(1) / 2).max(1),
            least => least,
        }
    }

    /// Returns whether macroblocks are coded finer where later pictures build upon them.
    pub(super) fn uses_mb_tree(&self) -> bool {
        self.lookahead.mb_tree && self.lookahead.pictures > 0 && self.crf.is_some() && self.qcomp < 1.0
    }

    /// Returns whether pictures are looked at before their kind and QP are decided.
    ///
    /// ```
    /// use codecs::h264::{Options, Preset};
    /// let options = Options::new(352, 288);
    /// assert!(!options.looks_ahead() && options.with_rate_factor(23.0, Preset::Medium).looks_ahead());
    /// ```
    pub fn looks_ahead(&self) -> bool {
        let LookaheadOptions { scene_cut, b_adapt, .. } = self.lookahead;
        let chooses = b_adapt != BAdapt::Fixed && self.most_b_frames() > 0;
        let direct = self.direct == DirectMode::Auto && self.most_b_frames() > 0;
        scene_cut > 0 || chooses || direct || self.crf.is_some() || self.weighted_p
    }

    /// Returns the number of pictures that a session waits for before it decides the kind of one: B pictures, and those of the
    /// lookahead.
    ///
    /// ```
    /// use codecs::h264::{Options, Preset};
    /// let options = Options::new(352, 288);
    /// assert_eq!(options.clone().with_b_frames(3).pictures_ahead(), 3);
    /// assert_eq!(options.with_rate_factor(23.0, Preset::Medium).pictures_ahead(), 40);
    /// ```
    pub fn pictures_ahead(&self) -> usize {
        usize::from(self.most_b_frames()).max(if self.looks_ahead() { self.lookahead.pictures.into() } else { 0 })
    }

    /// Returns `max_num_reorder_frames`: the number of pictures that precede a picture in coding order and follow it in display
    /// order, at most.
    ///
    /// ```
    /// use codecs::h264::Options;
    /// let options = Options::new(352, 288);
    /// let delay = |most| options.clone().with_b_frames(most).max_num_reorder_frames();
    /// assert_eq!([0, 1, 2, 3].map(delay), [0, 1, 1, 2]); // a pyramid from three on
    /// ```
    pub fn max_num_reorder_frames(&self) -> u8 {
        match self.most_b_frames() {
            0 => 0,
            1 | 2 => 1,
            _ => 1 + u8::from(self.b_pyramid),
        }
    }

    /// Returns `max_num_ref_frames`: the size of the decoded picture buffer. With a pyramid, the pictures on both sides of B pictures
    /// must stay while the next group replaces two.
    pub(super) fn max_num_ref_frames(&self) -> u8 {
        self.references.max([1, 2, 4][usize::from(self.max_num_reorder_frames())])
    }

    /// Returns the quantisation parameter of I pictures.
    pub(super) fn intra_qp(&self) -> u8 {
        (f64::from(self.qp) - 6.0 * self.ip_ratio.log2()).round().clamp(0.0, 51.0) as u8
    }

    /// Returns the quantisation parameter of B pictures.
    pub(super) fn b_qp(&self) -> u8 {
        (f64::from(self.qp) + 6.0 * self.pb_ratio.log2()).round().clamp(0.0, 51.0) as u8
    }
}
