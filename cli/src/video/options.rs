//! The codec's options, from the arguments and the input's header.

use super::frame::Shape;
use super::y4m::Header;
use crate::args::{BPyramid, DeblockChoice, DirectMode, H264, MotionMethod, ProfileName, Range, SampleAspect};
use codecs::h264::syntax::Profile;
use codecs::h264::{self, AdaptiveMode, BAdapt, EntropyCoding, Options};
use y4m::Colorspace;

/// The default rate factor.
const RATE_FACTOR: f64 = 23.0;

/// Sets the options of the lookahead and of what follows from it.
fn look_ahead(args: &H264, options: &mut Options) {
    let lookahead = &mut options.lookahead;
    lookahead.pictures = args.rc_lookahead.unwrap_or(lookahead.pictures);
    lookahead.scene_cut = args.scenecut.unwrap_or(lookahead.scene_cut);
    lookahead.min_keyint = args.min_keyint.unwrap_or(lookahead.min_keyint);
    lookahead.b_adapt = match args.b_adapt {
        Some(0) => BAdapt::Fixed,
        Some(1) => BAdapt::Greedy,
        Some(_) => BAdapt::Path,
        None => lookahead.b_adapt,
    };
    lookahead.mb_tree &= !args.no_mbtree;
    options.qcomp = args.qcomp.unwrap_or(options.qcomp);
    options.adaptive.mode = match args.aq_mode {
        Some(0) => AdaptiveMode::Off,
        Some(1) => AdaptiveMode::Variance,
        Some(2) => AdaptiveMode::Auto,
        Some(_) => AdaptiveMode::AutoDark,
        None => options.adaptive.mode,
    };
    options.adaptive.strength = args.aq_strength.unwrap_or(options.adaptive.strength);
}

/// Returns the options for pictures of a size and a frame rate, whose range and aspect ratio only switches state.
pub(crate) fn options_of_size(args: &H264, (width, height): (usize, usize), gray: bool, rate: (u32, u32)) -> Options {
    let (shape, chroma) = (Shape { width, height, gray }, Colorspace::C420jpeg);
    options(args, &Header { shape, rate: Some(rate), aspect: None, full_range: None, chroma }, shape, rate)
}

/// Returns the options for pictures of a shape.
pub(super) fn options(args: &H264, header: &Header, shape: Shape, rate: (u32, u32)) -> Options {
    let mut options = Options::new(shape.width, shape.height);
    if let Some(preset) = args.preset {
        options = options.with_preset(preset);
    }
    if args.qp.is_none() {
        options = options.with_rate_factor(args.crf.unwrap_or(RATE_FACTOR), args.preset.unwrap_or_default());
    }
    if let Some(tune) = args.tune {
        options = options.with_tune(tune);
    }
    options.monochrome = shape.gray;
    options.frame_rate = rate;
    options.qp = args.qp.unwrap_or(options.qp);
    options.ip_ratio = args.ipratio.unwrap_or(options.ip_ratio);
    options.keyint = args.keyint.unwrap_or(options.keyint);
    options.first_picture = args.first_picture.unwrap_or(options.first_picture);
    options.references = args.references.unwrap_or(options.references);
    options.b_frames = args.bframes.unwrap_or(options.b_frames);
    look_ahead(args, &mut options);
    options.b_pyramid = args.b_pyramid.map_or(options.b_pyramid, |pyramid| pyramid == BPyramid::Normal);
    options.pb_ratio = args.pbratio.unwrap_or(options.pb_ratio);
    options.direct = match args.direct {
        Some(DirectMode::Spatial) => h264::DirectMode::Spatial,
        Some(DirectMode::Temporal) => h264::DirectMode::Temporal,
        Some(DirectMode::Auto) => h264::DirectMode::Auto,
        None => options.direct,
    };
    options.weighted_b &= !args.no_weightb;
    options.weighted_p = args.weightp.map_or(options.weighted_p, |weights| weights != 0);
    options.slices = args.slices.unwrap_or(options.slices);
    options.level = args.level;
    options.constrained_intra = args.constrained_intra;
    options.access_unit_delimiters = args.aud;
    if let Some(partitions) = args.partitions {
        options.partitions = partitions.parts;
    }
    if let Some(DeblockChoice(deblocking)) = args.deblock {
        options.deblocking = Some(deblocking);
    }
    if args.no_deblock {
        options.deblocking = None;
    }
    options.profile = args.profile.map(|profile| match profile {
        ProfileName::Baseline => Profile::ConstrainedBaseline,
        ProfileName::Main => Profile::Main,
        ProfileName::High => Profile::High,
    });
    if args.cabac {
        options.entropy_coding = EntropyCoding::Cabac;
    }
    if args.no_cabac || args.profile == Some(ProfileName::Baseline) {
        options.entropy_coding = EntropyCoding::Cavlc;
    }
    if args.with_8x8dct {
        options.transform_8x8 = true;
    }
    if args.profile == Some(ProfileName::Baseline) {
        options.b_frames = 0;
        options.weighted_p = false;
    }
    if args.no_8x8dct || matches!(args.profile, Some(ProfileName::Baseline | ProfileName::Main)) {
        options.transform_8x8 = false;
    }
    options.motion.range = args.merange.unwrap_or(options.motion.range);
    options.motion.subme = args.subme.unwrap_or(options.motion.subme);
    options.psy_rd = args.psy_rd.unwrap_or(options.psy_rd);
    options.trellis = args.trellis.map_or(options.trellis, |trellis| trellis != 0);
    options.motion.method = match args.me {
        Some(MotionMethod::Dia) => h264::MotionMethod::Diamond,
        Some(MotionMethod::Hex) => h264::MotionMethod::Hexagon,
        Some(MotionMethod::Esa) => h264::MotionMethod::Exhaustive,
        None => options.motion.method,
    };
    options.signal.sample_aspect_ratio = args.sar.map(|SampleAspect(width, height)| (width, height)).or(header.aspect);
    options.signal.full_range = args.range.map(|range| range == Range::Pc).or(header.full_range);
    options.signal.colour_primaries = args.colorprim;
    options.signal.transfer_characteristics = args.transfer;
    options.signal.matrix_coefficients = args.colormatrix;
    options
}
