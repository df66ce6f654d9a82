//! [`Options`]: what a user chooses for a stream.

use super::syntax::{Level, Profile, Tools};
use super::{H264Error, frame_rate};
use crate::shared::setters::setters;

/// Options of a stream, made by [`Options::new`] and changed by setters or field by field. [`Session::new`](super::Session::new)
/// checks them.
///
/// ```
/// use codecs::h264::{EntropyCoding, Options};
/// let options = Options::new(352, 288).with_qp(30).with_entropy_coding(EntropyCoding::Cavlc);
/// assert!(options.check().is_ok());
/// assert_eq!(options.with_references(17).check().unwrap_err().to_string(), "17 reference pictures: 1 to 16");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// Columns of the picture, an even number up to 16384; a monochrome one may be odd.
    pub width: usize,
    /// Rows of the picture, an even number up to 16384; a monochrome one may be odd.
    pub height: usize,
    /// 4:0:0: luma alone.
    pub monochrome: bool,
    /// Quantisation parameter of P pictures, 0 to 51.
    pub qp: u8,
    /// How much finer an I picture's quantiser step is: its QP is lower by `6 log2` of this, 1.0 to 10.0.
    pub ip_ratio: f64,
    /// Pictures from one IDR picture to the next, 1 or more.
    pub keyint: u32,
    /// Pictures that a P picture may refer to, 1 to 16.
    pub references: u8,
    /// The entropy coder.
    pub entropy_coding: EntropyCoding,
    /// Whether blocks of 8 x 8 samples may be transformed as a whole (High profile).
    pub transform_8x8: bool,
    /// The deblocking filter; none: off.
    pub deblocking: Option<Deblocking>,
    /// Whether intra macroblocks are predicted from intra macroblocks only.
    pub constrained_intra: bool,
    /// Which parts of macroblocks are tried.
    pub partitions: Partitions,
    /// How vectors are searched for.
    pub motion: MotionOptions,
    /// The level that the stream has to keep to; none: the lowest that allows it.
    pub level: Option<&'static Level>,
    /// The profile that the stream has to keep to; none: the lowest that has the tools.
    pub profile: Option<Profile>,
    /// Pictures a second, as a fraction: 1/2147483647 to 2147483647. Where one of its numbers is larger than that, the stream
    /// states the reduced fraction, or the nearest one, which is off by less than one part in 2^31.
    pub frame_rate: (u32, u32),
    /// What is said of colours and shapes.
    pub signal: Signal,
    /// An access unit delimiter before every picture.
    pub access_unit_delimiters: bool,
    /// An SEI message with the encoder's name and options before the first picture.
    pub encoder_message: bool,
}

setters!(Options {
    with_monochrome: monochrome: bool,
    with_qp: qp: u8,
    with_ip_ratio: ip_ratio: f64,
    with_keyint: keyint: u32,
    with_references: references: u8,
    with_entropy_coding: entropy_coding: EntropyCoding,
    with_transform_8x8: transform_8x8: bool,
    with_deblocking: deblocking: Option<Deblocking>,
    with_constrained_intra: constrained_intra: bool,
    with_partitions: partitions: Partitions,
    with_motion: motion: MotionOptions,
    with_level: level: Option<&'static Level>,
    with_profile: profile: Option<Profile>,
    with_frame_rate: frame_rate: (u32, u32),
    with_signal: signal: Signal,
    with_access_unit_delimiters: access_unit_delimiters: bool,
    with_encoder_message: encoder_message: bool,
});

/// The entropy coder (`entropy_coding_mode_flag`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntropyCoding {
    /// Variable-length codes (9.2).
    Cavlc,
    /// Arithmetic coding (9.3); not in Baseline profile.
    Cabac,
}

/// Offsets of the deblocking filter (7.4.3), -6 to 6 each: half of `FilterOffsetA` and `FilterOffsetB`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deblocking {
    /// `slice_alpha_c0_offset_div2`.
    pub alpha: i8,
    /// `slice_beta_offset_div2`.
    pub beta: i8,
}

impl Deblocking {
    /// Both offsets, -6 to 6 each; [`Options::check`] refuses others.
    ///
    /// ```
    /// use codecs::h264::Deblocking;
    /// assert_eq!(Deblocking::new(0, 0), Deblocking::default());
    /// ```
    pub const fn new(alpha: i8, beta: i8) -> Self {
        Deblocking { alpha, beta }
    }
}

/// Which parts of macroblocks are tried beside 16 x 16, and `P_Skip`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Partitions {
    /// `Intra_4x4`.
    pub intra_4x4: bool,
    /// `Intra_8x8`, where the 8 x 8 transform is on.
    pub intra_8x8: bool,
    /// `P_L0_L0_16x8`, `P_L0_L0_8x16`, `P_8x8`.
    pub inter_8x8: bool,
    /// Parts of 8 x 8 blocks, where those are tried.
    pub inter_4x4: bool,
}

setters!(Partitions {
    with_intra_4x4: intra_4x4: bool,
    with_intra_8x8: intra_8x8: bool,
    with_inter_8x8: inter_8x8: bool,
    with_inter_4x4: inter_4x4: bool,
});

impl Partitions {
    /// Every part.
    pub const ALL: Partitions = Partitions { intra_4x4: true, intra_8x8: true, inter_8x8: true, inter_4x4: true };
    /// None of them.
    pub const NONE: Partitions = Partitions { intra_4x4: false, intra_8x8: false, inter_8x8: false, inter_4x4: false };
}

/// How vectors are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MotionOptions {
    /// Which full-sample vectors are looked at.
    pub method: MotionMethod,
    /// How far they go from where the search begins, in samples, 4 to 1024.
    pub range: u16,
    /// How much is done for fractions of a sample: 0 full samples only, 1 to 6 more and more; 7 is the same as 6.
    pub subme: u8,
}

setters!(MotionOptions {
    with_method: method: MotionMethod,
    with_range: range: u16,
    with_subme: subme: u8,
});

impl Default for MotionOptions {
    /// Hexagons within 16 samples, and all that is done for fractions.
    fn default() -> Self {
        MotionOptions { method: MotionMethod::Hexagon, range: 16, subme: 7 }
    }
}

/// Which full-sample vectors are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MotionMethod {
    /// Four neighbours of the best, again and again.
    Diamond,
    /// Six at a distance of two, then those beside the best.
    Hexagon,
    /// All in range.
    Exhaustive,
}

/// What is said of colours and shapes in the VUI (Annex E); numbers are those of the standard's tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signal {
    /// Sample aspect ratio, width to height.
    pub sample_aspect_ratio: Option<(u16, u16)>,
    /// Whether samples use all of 0 to 255.
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
    /// All tools at QP 26, three references, 25 pictures a second.
    pub fn new(width: usize, height: usize) -> Self {
        Options {
            width,
            height,
            monochrome: false,
            qp: 26,
            ip_ratio: 1.4,
            keyint: 250,
            references: 3,
            entropy_coding: EntropyCoding::Cabac,
            transform_8x8: true,
            deblocking: Some(Deblocking::default()),
            constrained_intra: false,
            partitions: Partitions::ALL,
            motion: MotionOptions::default(),
            level: None,
            profile: None,
            frame_rate: (25, 1),
            signal: Signal::default(),
            access_unit_delimiters: false,
            encoder_message: true,
        }
    }

    /// Whether a stream can be made so. See [`Options`] for an example.
    ///
    /// # Errors
    /// [`H264Error`]: the first option that is out of its range.
    pub fn check(&self) -> Result<(), H264Error> {
        let (width, height) = (self.width, self.height);
        let sound = |n: usize| (1..=16384).contains(&n) && (self.monochrome || n.is_multiple_of(2));
        let offset = |n: i8| (-6..=6).contains(&n);
        if !sound(width) || !sound(height) {
            return Err(H264Error::Size { width, height });
        }
        if self.qp > 51 {
            return Err(H264Error::Qp(self.qp));
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
        if let Some(Deblocking { alpha, beta }) = self.deblocking.filter(|d| !offset(d.alpha) || !offset(d.beta)) {
            return Err(H264Error::DeblockingOffsets { alpha, beta });
        }
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

    /// The lowest profile that has the tools.
    pub fn lowest_profile(&self) -> Profile {
        let cabac = self.entropy_coding == EntropyCoding::Cabac;
        Tools { cabac, transform_8x8: self.transform_8x8, monochrome: self.monochrome, ..Tools::default() }.profile()
    }

    /// The quantisation parameter of I pictures.
    pub(super) fn intra_qp(&self) -> u8 {
        (f64::from(self.qp) - 6.0 * self.ip_ratio.log2()).round().clamp(0.0, 51.0) as u8
    }
}
