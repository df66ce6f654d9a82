//! Switches of video: reading it, and encoding it as H.264.

use super::video_values::{self as values, DeblockChoice, FrameRate, FrameSize, PartitionsChoice, SampleAspect};
use clap::{Args, ValueEnum, ValueHint};
use codecs::h264::syntax::Level;
use codecs::h264::{Preset, Tune};
use std::path::PathBuf;

/// The arguments of reading video.
#[derive(Args, Clone, Debug, Default)]
pub struct VideoInput {
    /// Read the input as raw video of W columns and H rows
    ///
    /// Frames follow each other without gaps. Y4M states its own size.
    #[arg(long, value_name = "WxH", help_heading = "Video input")]
    pub size: Option<FrameSize>,

    /// Sample layout of raw video [default: i420]
    #[arg(long, value_name = "FORMAT", requires = "size", help_heading = "Video input")]
    pub pix_fmt: Option<PixFmt>,

    /// Frames per second, N or N/D [default: the rate of the Y4M; 25 for raw video]
    ///
    /// It replaces the rate that the Y4M states; frames are neither dropped nor repeated.
    #[arg(long, value_name = "N[/D]", allow_negative_numbers = true, help_heading = "Video input")]
    pub fps: Option<FrameRate>,

    /// Encode at most N frames
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Video input")]
    pub frames: Option<u64>,

    /// Skip the first N frames
    ///
    /// To encode a part of a film that `encode join` joins with others, also say --first-picture N.
    #[arg(long, value_name = "N", allow_negative_numbers = true, hide_short_help = true, help_heading = "Video input")]
    pub seek: Option<u64>,

    /// Encode the complete frames of an input whose last frame is cut short
    ///
    /// Without this switch, a cut frame is an error and nothing is written. Messages count frames from 0.
    #[arg(long, hide_short_help = true, help_heading = "Video input")]
    pub keep_partial: bool,

    /// Repeat the last column or row if the width or height is odd: 4:2:0 needs even sizes
    #[arg(long, hide_short_help = true, help_heading = "Video input")]
    pub pad: bool,
}

/// The arguments of encoding H.264.
#[derive(Args, Clone, Debug)]
pub struct H264 {
    /// Constant quantiser of P pictures, 0 (finest) to 51, in place of --crf
    ///
    /// I pictures are derived from it by --ipratio, B pictures by --pbratio. The scale is that of x264's --qp, except that 0 is the
    /// finest quantiser and not lossless. Without other switches there are no B pictures and no lookahead, and an access unit is
    /// written for each frame that is read.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=51), help_heading = "H.264")]
    pub qp: Option<u8>,

    /// Rate factor, 0 (finest) to 51: constant quality [default: 23]
    ///
    /// The scale is that of x264's --crf. Pictures and macroblocks that others build upon are coded finer, key pictures
    /// begin at scene cuts, and the preset chooses --bframes, --rc-lookahead, --b-adapt and --aq-mode.
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = values::crf, conflicts_with = "qp", help_heading = "H.264")]
    pub crf: Option<f64>,

    /// Compromise between time and size, ultrafast to placebo [default: medium]
    ///
    /// The presets are ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow and placebo. Each sets
    /// --ref, --partitions, --me, --merange, --subme, --trellis, CABAC, the 8x8 transform and the deblocking filter, with
    /// x264's names; switches of these replace what it sets.
    #[arg(long, value_name = "NAME", value_parser = values::preset, help_heading = "H.264")]
    pub preset: Option<Preset>,

    /// Purpose that changes the preset: psnr, ssim, zerolatency (no B pictures), fastdecode (no CABAC, no deblocking)
    #[arg(long, value_name = "NAME", value_parser = values::tune, hide_short_help = true, help_heading = "H.264")]
    pub tune: Option<Tune>,

    /// Ratio by which the quantiser of I pictures is finer than that of P pictures, 1 to 10 [default: 1.4]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = values::ratio, hide_short_help = true, help_heading = "H.264")]
    pub ipratio: Option<f64>,

    /// Pictures from one key picture (IDR) to the next, or infinite [default: 250]
    ///
    /// More begin at scene cuts (--scenecut).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::keyint, help_heading = "H.264")]
    pub keyint: Option<u32>,

    /// Number of the first picture in the whole film, for a part of it [default: 0]
    ///
    /// It changes which number a picture has, not which pictures are encoded: --seek N --frames M selects them. Parts
    /// that begin at multiples of --keyint are joined by `encode join` to the bytes that one run over the film writes, with
    /// --scenecut 0 or --qp: a key picture at a scene cut moves those after it.
    /// For example, the second of the parts of 500 frames, with --keyint 250: encode film.y4m -o b.264 --seek 500
    /// --frames 500 --first-picture 500
    #[arg(long, value_name = "N", allow_negative_numbers = true, hide_short_help = true, help_heading = "H.264")]
    pub first_picture: Option<u64>,

    /// Pictures that a P picture may refer to, 1 to 16 [default: 3, or the preset's]
    #[arg(long = "ref", value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=16), hide_short_help = true, help_heading = "H.264")]
    pub references: Option<u8>,

    /// B pictures in a row, 0 to 16 [default: the preset's, with --qp 0]
    ///
    /// B pictures are predicted from pictures before and after them and take the fewest bits. They delay the stream by some pictures, and
    /// need Main profile.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=16), hide_short_help = true, help_heading = "H.264")]
    pub bframes: Option<u8>,

    /// Choice of the number of B pictures in a row: 0 always the most, 1 greedy, 2 the best [default: the preset's, with --qp 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=2), hide_short_help = true, help_heading = "H.264")]
    pub b_adapt: Option<u8>,

    /// Pictures that are looked at before one is coded, 0 to 250 [default: the preset's, with --qp 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(0..=250), hide_short_help = true, help_heading = "H.264")]
    pub rc_lookahead: Option<u16>,

    /// How easily a scene cut is found, which begins with a key picture, 0 (never) to 100 [default: 40, with --qp 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=100), hide_short_help = true, help_heading = "H.264")]
    pub scenecut: Option<u8>,

    /// Least number of pictures from a key picture to a scene cut [default: a tenth of --keyint, or half a second]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true, help_heading = "H.264")]
    pub min_keyint: Option<u32>,

    /// Do not code macroblocks finer that later pictures build upon
    #[arg(long, conflicts_with = "qp", hide_short_help = true, help_heading = "H.264")]
    pub no_mbtree: bool,

    /// How much the quantiser follows complexity, 0 (fully) to 1 (not at all) [default: 0.6]
    #[arg(long, value_name = "F", allow_negative_numbers = true, conflicts_with = "qp", value_parser = values::qcomp, hide_short_help = true, help_heading = "H.264")]
    pub qcomp: Option<f64>,

    /// Finer quantisers for flat macroblocks: 0 none, 1 by variance, 2 around the picture's mean, 3 and for dark ones
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "qp", value_parser = clap::value_parser!(u8).range(0..=3), hide_short_help = true, help_heading = "H.264")]
    pub aq_mode: Option<u8>,

    /// Strength of psychovisual decisions, 0 to 10: texture is kept, PSNR is lower [default: 0]
    ///
    /// Decisions by true cost, those of --subme 6 and above, then weigh the difference in energy from the source, too. x264's
    /// second number, psychovisual trellis, can only be 0.
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = values::psy_rd, hide_short_help = true, help_heading = "H.264")]
    pub psy_rd: Option<f64>,

    /// Strength of --aq-mode, 0 to 3 [default: 1]
    #[arg(long, value_name = "F", allow_negative_numbers = true, conflicts_with = "qp", value_parser = values::aq_strength, hide_short_help = true, help_heading = "H.264")]
    pub aq_strength: Option<f64>,

    /// References among B pictures: none, or normal, the middle one of three or more in a row [default: normal]
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = "H.264")]
    pub b_pyramid: Option<BPyramid>,

    /// Ratio by which the quantiser of B pictures is coarser than that of P pictures, 1 to 10 [default: 1.3]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = values::ratio, hide_short_help = true, help_heading = "H.264")]
    pub pbratio: Option<f64>,

    /// Direct prediction of B pictures: spatial, from beside, temporal, from the next picture, or auto, the one that costs less for each picture [default: spatial]
    #[arg(long, value_name = "MODE", hide_short_help = true, help_heading = "H.264")]
    pub direct: Option<DirectMode>,

    /// Weigh both references of B pictures equally, not by their distances
    #[arg(long, hide_short_help = true, help_heading = "H.264")]
    pub no_weightb: bool,

    /// Weights of the references of P pictures, for fades: 0 none, 1 where they make pictures cost less [default: 0, with --crf 1]
    ///
    /// The factors follow from the brightness of the pictures. Ultrafast has none, and Baseline profile cannot have them.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=1), hide_short_help = true, help_heading = "H.264")]
    pub weightp: Option<u8>,

    /// Slices of a picture, 1 to the number of its rows of macroblocks [default: 1]
    ///
    /// A decoder can decode each slice without the others, so that a lost packet costs a part of a picture. Slices cost bits.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024), hide_short_help = true, help_heading = "H.264")]
    pub slices: Option<u16>,

    /// Profile of the stream [default: the lowest that has the tools in use]
    ///
    /// Main turns the 8x8 transform off, and baseline turns CABAC off too, as in x264. Gray video needs high.
    #[arg(long, value_name = "NAME", help_heading = "H.264")]
    pub profile: Option<ProfileName>,

    /// Level of the stream, such as 4.1 [default: the lowest that allows the stream]
    ///
    /// A level that does not allow the size, the rate or the references is an error; x264 only warns.
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = values::level, hide_short_help = true, help_heading = "H.264")]
    pub level: Option<&'static Level>,

    /// Use CAVLC instead of CABAC: easier to decode, but larger files
    #[arg(long, hide_short_help = true, help_heading = "H.264")]
    pub no_cabac: bool,

    /// Use CABAC, if the preset or the tune has turned it off
    #[arg(long, conflicts_with = "no_cabac", hide_short_help = true, help_heading = "H.264")]
    pub cabac: bool,

    /// Turn the 8x8 transform off
    #[arg(long = "no-8x8dct", hide_short_help = true, help_heading = "H.264")]
    pub no_8x8dct: bool,

    /// Use the 8x8 transform, if the preset has turned it off
    #[arg(long = "8x8dct", conflicts_with = "no_8x8dct", hide_short_help = true, help_heading = "H.264")]
    pub with_8x8dct: bool,

    /// Turn the deblocking filter off
    #[arg(long, hide_short_help = true, help_heading = "H.264")]
    pub no_deblock: bool,

    /// Offsets of the deblocking filter, alpha:beta, -6 to 6 each [default: 0:0]
    ///
    /// Negative offsets filter less, positive offsets more. The filter is turned on if the preset or the tune has turned it off.
    #[arg(
        long,
        value_name = "A:B",
        allow_hyphen_values = true,
        conflicts_with = "no_deblock",
        hide_short_help = true,
        help_heading = "H.264"
    )]
    pub deblock: Option<DeblockChoice>,

    /// Partitions of macroblocks to try: all, none, or some of i4x4,i8x8,p8x8,p4x4 [default: i4x4,i8x8,p8x8, or
    /// the preset's]
    ///
    /// p8x8 includes 16x8 and 8x16, p4x4 the partitions of 8x8; i8x8 needs the 8x8 transform.
    #[arg(long, value_name = "LIST", hide_short_help = true, help_heading = "H.264")]
    pub partitions: Option<PartitionsChoice>,

    /// Search method for whole-sample vectors [default: hex, or the preset's]
    #[arg(long, value_name = "METHOD", hide_short_help = true, help_heading = "H.264")]
    pub me: Option<MotionMethod>,

    /// Search range in samples, 4 to 1024 [default: 16, or the preset's]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(4..=1024), hide_short_help = true, help_heading = "H.264")]
    pub merange: Option<u16>,

    /// Effort of vectors and modes, 0 (least) to 10 [default: 7, or the preset's]
    ///
    /// As in x264: 0 compares whole samples, 1 refines by SAD, 2 to 5 refine more and more by SATD, and 6 compares modes by
    /// true cost. 7 is the same as 6. From 8 on the trellis is used in all decisions, from 9 on the last steps of vectors
    /// are compared by true cost, too, and 10 tries more. x264 also has 11.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=10), hide_short_help = true, help_heading = "H.264")]
    pub subme: Option<u8>,

    /// Levels of the least rate-distortion cost (trellis quantisation): 0 off, 1 on [default: 1, or the preset's]
    ///
    /// They are computed for the chosen mode, as by x264's 1, or for all modes from --subme 8 on, as by x264's 2.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=1), hide_short_help = true, help_heading = "H.264")]
    pub trellis: Option<u8>,

    /// Predict intra macroblocks from intra macroblocks only, so that losses do not spread
    #[arg(long, hide_short_help = true, help_heading = "H.264")]
    pub constrained_intra: bool,

    /// Write an access unit delimiter before every picture
    ///
    /// MP4 files have none.
    #[arg(long, hide_short_help = true, help_heading = "H.264")]
    pub aud: bool,

    /// Also write the decoded frames to FILE: Y4M if it ends in .y4m, otherwise raw
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "H.264")]
    pub recon: Option<PathBuf>,

    /// Print PSNR and SSIM against the input at the end
    ///
    /// A line for each kind of picture (I, P and B), and one for all.
    #[arg(long, help_heading = "H.264")]
    pub psnr: bool,

    /// Write a line for each picture to FILE, as comma-separated values
    ///
    /// In coding order: its number in coding order and the one in which it is shown, from 0; its kind (I, P or B); the QP
    /// of its slices; its bytes in the stream; PSNR of Y, U, V and all, in dB; SSIM. Works for one input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true, help_heading = "H.264")]
    pub stats: Option<PathBuf>,

    /// Sample aspect ratio, width:height, such as 4:3 [default: the ratio of the Y4M]
    #[arg(long, value_name = "W:H", hide_short_help = true, help_heading = "H.264: description of the samples")]
    pub sar: Option<SampleAspect>,

    /// Sample range, 16 to 235 (tv) or 0 to 255 (pc) [default: the range of the Y4M]
    ///
    /// The stream states it; samples are not converted. The same holds for --colorprim, --transfer and --colormatrix.
    #[arg(long, value_name = "RANGE", hide_short_help = true, help_heading = "H.264: description of the samples")]
    pub range: Option<Range>,

    /// Colour primaries (Table E-3)
    #[arg(long, value_name = "NAME", value_parser = values::named(values::COLOUR_PRIMARIES), hide_short_help = true, help_heading = "H.264: description of the samples")]
    pub colorprim: Option<u8>,

    /// Transfer characteristics (Table E-4)
    #[arg(long, value_name = "NAME", value_parser = values::named(values::TRANSFER), hide_short_help = true, help_heading = "H.264: description of the samples")]
    pub transfer: Option<u8>,

    /// Matrix of luma and chroma (Table E-5), except GBR, which is for 4:4:4
    #[arg(long, value_name = "NAME", value_parser = values::named(values::MATRIX), hide_short_help = true, help_heading = "H.264: description of the samples")]
    pub colormatrix: Option<u8>,
}

/// A sample layout of raw video.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PixFmt {
    /// 4:2:0, three planes: Y, U, V
    #[default]
    I420,
    /// 4:2:0, two planes: Y, and U and V interleaved
    Nv12,
    /// 4:2:2, three planes
    I422,
    /// 4:4:4, three planes
    I444,
    /// Luma only
    Gray,
}

/// A profile, by x264's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProfileName {
    /// Constrained Baseline
    Baseline,
    /// Main
    Main,
    /// High
    High,
}

/// The references among B pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BPyramid {
    /// No B picture
    None,
    /// The middle one of three or more
    Normal,
}

/// The direct prediction of B pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DirectMode {
    /// From beside
    Spatial,
    /// From the next picture
    Temporal,
    /// The one that costs less, for each picture
    Auto,
}

/// A search method for whole-sample vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MotionMethod {
    /// Diamond
    Dia,
    /// Hexagon
    Hex,
    /// Exhaustive
    Esa,
}

/// A range of sample values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Range {
    /// 16 to 235
    Tv,
    /// 0 to 255
    Pc,
}
