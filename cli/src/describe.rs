//! Descriptions of inputs and settings for `--verbose`, one line each.

use crate::input::Picture;
use crate::settings::Options;
use crate::summary::size;
use codecs::h264::syntax::Level;
use codecs::h264::{self, EntropyCoding, MotionMethod, Session};
use codecs::jpeg::baseline::{Rounding, Sampling};
use codecs::jpeg::progressive::Progression;
use codecs::jpeg::{Huffman, IjgQuality, Restart};

/// Describes a picture that was read from `bytes` bytes of a format.
pub(crate) fn picture(format: &str, bytes: u64, picture: &Picture) -> String {
    let Picture { width, height, .. } = picture;
    let colour = picture.colours.name();
    let bits = (u16::BITS - picture.source_maxval.leading_zeros()).max(1);
    let kept: String = picture.metadata.names().iter().map(|name| format!(", {name}")).collect();
    let plural = if bits == 1 { "bit" } else { "bits" };
    format!("{format}, {}, {width}x{height}, {colour}, {bits} {plural} a sample{kept}", size(bytes))
}

/// Describes the settings of a JPEG of `bytes` bytes; `quality` is `None` for unscaled tables of `--qtables`, `predictor`
/// for lossy files.
pub(crate) fn jpeg(
    options: &Options,
    quality: Option<IjgQuality>,
    gray: bool,
    bytes: u64,
    predictor: Option<u8>,
) -> String {
    let (restart, tables, parts) = match options {
        Options::Baseline(options) => {
            let quality = quality.map_or("--qtables as they are".to_owned(), |quality| format!("quality {quality}"));
            let sampling = if gray { "gray".to_owned() } else { sampling(options.sampling) };
            let (process, huffman) = match options.progression {
                Progression::Sequential => ("baseline JPEG", options.huffman),
                _ => ("progressive JPEG", Huffman::Optimised),
            };
            let levels = match options.rounding {
                Rounding::DeadZone(dead_zone) => format!(", dead zone of {} steps", dead_zone.steps()),
                Rounding::Trellis => ", levels of the least cost".to_owned(),
                _ => String::new(),
            };
            (options.restart, huffman, format!("{process}, {quality}, {sampling}{levels}"))
        }
        Options::Lossless(lossless) => {
            let precision = options.precision();
            let predictor = predictor.map_or(String::new(), |p| format!(", predictor {p}"));
            let transform = lossless.point_transform;
            let head = format!("lossless JPEG, {precision} bits a sample{predictor}, point transform {transform}");
            (lossless.restart, lossless.huffman, head)
        }
    };
    let tables = match tables {
        Huffman::Optimised => "optimised Huffman tables",
        _ => "fixed Huffman tables",
    };
    let restart = match restart {
        Restart::Rows(rows @ 1..) => format!("restart markers every {rows} rows"),
        Restart::Mcus(mcus @ 1..) => format!("restart markers every {mcus} MCUs"),
        _ => "no restart markers".to_owned(),
    };
    format!("{parts}, {tables}, {restart}, {}", size(bytes))
}

fn sampling(sampling: Sampling) -> String {
    let names = [
        (Sampling::S444, "4:4:4"),
        (Sampling::S422, "4:2:2"),
        (Sampling::S420, "4:2:0"),
        (Sampling::S440, "4:4:0"),
        (Sampling::S411, "4:1:1"),
        (Sampling::S410, "4:1:0"),
    ];
    // A picture that is read has at most three components.
    let factors = |sampling: Sampling| [0, 1, 2].map(|component| sampling.factors(component));
    match names.iter().find(|(known, _)| factors(*known) == factors(sampling)) {
        Some((_, name)) => (*name).to_owned(),
        None => {
            let pairs = factors(sampling).map(|(horizontal, vertical)| format!("{horizontal}x{vertical}"));
            format!("sampling {}", pairs.join(","))
        }
    }
}

/// Describes the settings of a stream.
pub(crate) fn h264(session: &Session) -> String {
    let options = session.options();
    let profile = options.profile.unwrap_or_else(|| options.lowest_profile());
    let on = |is_on: bool, name: &'static str| is_on.then(|| name.to_owned());
    let parts = [
        Some(format!("{profile} profile")),
        level(session).map(|level| format!("level {level}")),
        Some(format!("QP {}", options.qp)),
        Some(format!("ipratio {}", options.ip_ratio)),
        Some(format!("{} reference{}", options.references, if options.references == 1 { "" } else { "s" })),
        Some(match options.keyint {
            u32::MAX => "one key picture".to_owned(),
            keyint => format!("a key picture every {keyint}"),
        }),
        (options.first_picture > 0).then(|| format!("first picture {}", options.first_picture)),
        Some(if options.entropy_coding == EntropyCoding::Cabac { "CABAC" } else { "CAVLC" }.to_owned()),
        on(options.transform_8x8, "8x8 transform"),
        Some(match options.deblocking {
            Some(h264::Deblocking { alpha, beta, .. }) => format!("deblocking {alpha}:{beta}"),
            None => "no deblocking".to_owned(),
        }),
        Some(motion(&options.motion)),
        on(options.trellis, "trellis"),
        (options.psy_rd > 0.0).then(|| format!("psy-rd {}", options.psy_rd)),
        on(options.constrained_intra, "constrained intra"),
        Some(format!("{}/{} frames a second", options.frame_rate.0, options.frame_rate.1)),
    ];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}

fn motion(motion: &h264::MotionOptions) -> String {
    let method = match motion.method {
        MotionMethod::Diamond => "dia",
        MotionMethod::Exhaustive => "esa",
        _ => "hex",
    };
    format!("me {method}, merange {}, subme {}", motion.range, motion.subme)
}

/// Returns the level that the stream states.
fn level(session: &Session) -> Option<&'static str> {
    let [sps, _] = session.parameter_sets().ok()?;
    let [_, flags, level_idc, ..] = sps.rbsp[..] else { return None };
    // A.3.1: level 1b has constraint_set3_flag and 11, but 9 in High profile.
    let is_1b = level_idc == 9 || (level_idc == 11 && flags & 0x10 != 0 && sps.rbsp[0] < 100);
    if is_1b {
        Some("1b")
    } else {
        Level::ALL.iter().find(|level| level.level_idc == level_idc).map(|level| level.name)
    }
}
