//! Encodes a clip by one of several encoders at a constant QP, and prints the seconds of CPU time.
//!
//! ```text
//! peers-h264 ENCODER SETTING QP FRAMES CLIP.y4m OUT.264
//!
//! unite      a preset               rusty_h264   fast, balanced or quality
//! openh264   low, medium or high    oxideav      cabac
//! ```
//!
//! `h264.py` runs it for all encoders, and x264's command beside them. Reading the clip is not counted.

use codecs::h264::{Options, Preset, Session};
use codecs::picture::{Layout, Pixels, Plane};
use cpu_time::ProcessTime;
use openh264::encoder::{BitRate, Complexity, Encoder, EncoderConfig, QpRange, RateControlMode};
use openh264::formats::YUVSlices;
use oxideav_h264::encoder::session::{EncoderSession, SessionConfig};
use std::error::Error;
use std::{env, fs};

/// Pictures of 8 bits in 4:2:0.
struct Clip {
    width: usize,
    height: usize,
    pictures: Vec<[Vec<u8>; 3]>,
}

type Encoded = Result<Vec<u8>, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [encoder, setting, qp, frames, clip, out] = &args[..] else {
        return Err("usage: peers-h264 ENCODER SETTING QP FRAMES CLIP.y4m OUT.264".into());
    };
    let clip = read(clip, frames.parse()?)?;
    let qp = qp.parse()?;
    let start = ProcessTime::now();
    let stream = match encoder.as_str() {
        "unite" => unite(&clip, setting, qp)?,
        "openh264" => openh264(&clip, setting, qp)?,
        "rusty_h264" => rusty_h264(&clip, setting, qp)?,
        "oxideav" => oxideav(&clip, qp),
        _ => return Err(format!("no encoder {encoder}").into()),
    };
    println!("{}", start.elapsed().as_secs_f64());
    fs::write(out, stream)?;
    Ok(())
}

fn read(path: &str, frames: usize) -> Result<Clip, Box<dyn Error>> {
    let mut decoder = y4m::decode(fs::File::open(path)?)?;
    let mut clip = Clip { width: decoder.get_width(), height: decoder.get_height(), pictures: Vec::new() };
    while clip.pictures.len() < frames {
        let Ok(frame) = decoder.read_frame() else { break };
        clip.pictures.push([frame.get_y_plane(), frame.get_u_plane(), frame.get_v_plane()].map(<[u8]>::to_vec));
    }
    Ok(clip)
}

fn unite(clip: &Clip, preset: &str, qp: u8) -> Encoded {
    let preset = Preset::from_name(preset).ok_or("no such preset")?;
    let options = Options::new(clip.width, clip.height).with_preset(preset).with_qp(qp);
    let mut session = Session::new(options)?;
    let mut stream = Vec::new();
    for [y, cb, cr] in &clip.pictures {
        let plane = |data, pitch| Plane { data, pitch };
        let planes = [plane(&y[..], clip.width), plane(&cb[..], clip.width / 2), plane(&cr[..], clip.width / 2)];
        let picture = Pixels::new(clip.width, clip.height, Layout::Planar { planes, subsampling: (2, 2) })?;
        for unit in session.push(&picture)? {
            stream.extend(unit.byte_stream());
        }
    }
    for unit in session.finish()? {
        stream.extend(unit.byte_stream());
    }
    Ok(stream)
}

fn openh264(clip: &Clip, complexity: &str, qp: u8) -> Encoded {
    let complexity = match complexity {
        "low" => Complexity::Low,
        "high" => Complexity::High,
        _ => Complexity::Medium,
    };
    let config = EncoderConfig::new()
        .complexity(complexity)
        // Without rate control this library ignores the QP; with it, the QP stays in its range.
        .rate_control_mode(RateControlMode::Bitrate)
        .bitrate(BitRate::from_bps(50_000_000))
        .qp(QpRange::new(qp, qp))
        .skip_frames(false)
        .adaptive_quantization(false)
        .background_detection(false)
        .scene_change_detect(false)
        .num_threads(1);
    let mut encoder = Encoder::with_api_config(openh264::OpenH264API::from_source(), config)?;
    let mut stream = Vec::new();
    for [y, cb, cr] in &clip.pictures {
        let strides = (clip.width, clip.width / 2, clip.width / 2);
        encoder.encode(&YUVSlices::new((y, cb, cr), (clip.width, clip.height), strides))?.write_vec(&mut stream);
    }
    Ok(stream)
}

fn rusty_h264(clip: &Clip, preset: &str, qp: u8) -> Encoded {
    let mut config = rusty_h264::EncoderConfig::new(clip.width, clip.height);
    config.preset = match preset {
        "fast" => rusty_h264::Preset::Fast,
        "quality" => rusty_h264::Preset::Quality,
        _ => rusty_h264::Preset::Balanced,
    };
    (config.qp, config.bitrate, config.gop_size, config.cabac) = (qp, 0, 250, true);
    let mut encoder = rusty_h264::Encoder::new(config).map_err(|error| format!("{error:?}"))?;
    let mut stream = Vec::new();
    for [y, u, v] in &clip.pictures {
        let [y, u, v] = [y, u, v].map(Clone::clone);
        stream.extend(encoder.encode(&rusty_h264::YuvFrame { width: clip.width, height: clip.height, y, u, v }));
    }
    stream.extend(encoder.flush());
    Ok(stream)
}

fn oxideav(clip: &Clip, qp: u8) -> Vec<u8> {
    let mut config = SessionConfig::constant_qp(clip.width as u32, clip.height as u32, i32::from(qp));
    (config.gop_length, config.cabac) = (250, true);
    let mut session = EncoderSession::new(config);
    let mut stream = Vec::new();
    for [y, cb, cr] in &clip.pictures {
        for frame in session.push_frame(y, cb, cr) {
            stream.extend(frame.annex_b);
        }
    }
    for frame in session.finish() {
        stream.extend(frame.annex_b);
    }
    stream
}
