//! The command: pictures to streams, streams to pictures, and the figures it prints.

use super::scene::{HEIGHT, Scene, WIDTH};
use super::{Picture, decode, encode};
use codecs::picture::Layout;
use codecs::spaces::Samples;
use std::error::Error;
use std::process::ExitCode;
use std::{env, fs};
use unite::{Block, Dyn, View};

/// The step of the scene.
const STEP: u8 = 24;

/// Runs the command; a fault is one line.
pub(crate) fn run() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] => scene().and_then(|picture| code("the scene", &picture, STEP).map(drop)),
        [stream, target] if stream.ends_with(".quad") => show(stream, target),
        [source, step, target] => save(source, step, target),
        _ => Err("usage: small_codec [picture.png STEP TARGET | stream.quad picture.png]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("small_codec: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the luma samples of a generated scene.
pub(crate) fn scene() -> Result<Picture, Box<dyn Error>> {
    let mut scene = Scene::new();
    match scene.picture(0, 0.0, 0.0)?.layout() {
        Layout::Planar { planes: [luma, ..], .. } => block(luma.data, [HEIGHT, WIDTH]),
        _ => Err("the scene is not planar".into()),
    }
}

/// Reads a picture file, as gray.
pub(crate) fn open(path: &str) -> Result<Picture, Box<dyn Error>> {
    let picture = image::open(path).map_err(|error| format!("{path}: {error}"))?.into_luma8();
    block(&picture, [picture.height() as usize, picture.width() as usize])
}

fn block(samples: &[u8], size: [usize; 2]) -> Result<Picture, Box<dyn Error>> {
    let mut block = Block::try_new([0, 0], Dyn(size))?;
    block.view_mut().copy_from(View::<Samples, u8>::over(samples, [0, 0], Dyn(size))?);
    Ok(block)
}

/// Returns 10 log10 of the squared peak over the mean squared error, in dB.
pub(crate) fn psnr(picture: &Picture, decoded: &Picture) -> f64 {
    let squares = picture.view().zip_fold(decoded, 0, |sum, p, q| sum + u64::from(p.abs_diff(q)).pow(2));
    10.0 * (255.0 * 255.0 * picture.view().iter().count() as f64 / squares as f64).log10()
}

/// Encodes, decodes and compares a picture. Returns the stream and the decoded picture.
fn code(name: &str, picture: &Picture, step: u8) -> Result<(Vec<u8>, Picture), Box<dyn Error>> {
    let (bytes, drawn) = encode(picture, step)?;
    let decoded = decode(&bytes)?;
    assert!(decoded.view().iter().eq(drawn.view().iter()), "the decoder draws what the encoder drew");
    let bits = 8.0 * bytes.len() as f64 / picture.view().iter().count() as f64;
    println!("{name}: step {step}, {bits:.3} bits per pixel, {:.2} dB", psnr(picture, &decoded));
    Ok((bytes, decoded))
}

fn save(source: &str, step: &str, target: &str) -> Result<(), Box<dyn Error>> {
    let step = step.parse().ok().filter(|&step| step > 0);
    let step = step.ok_or("the step of the quantiser must be a whole number from 1 to 255")?;
    let (bytes, decoded) = code(source, &open(source)?, step)?;
    let stream = format!("{target}.quad");
    fs::write(&stream, bytes).map_err(|error| format!("{stream}: {error}"))?;
    write(&decoded, &format!("{target}.png"))
}

fn show(stream: &str, target: &str) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(stream).map_err(|error| format!("{stream}: {error}"))?;
    let decoded = decode(&bytes).map_err(|error| format!("{stream}: {error}"))?;
    write(&decoded, target)
}

/// Writes a picture file, in the format of its ending.
fn write(picture: &Picture, path: &str) -> Result<(), Box<dyn Error>> {
    let Dyn([height, width]) = picture.view().dims();
    let samples: Vec<u8> = picture.view().iter().collect();
    image::save_buffer(path, &samples, width as u32, height as u32, image::ExtendedColorType::L8)
        .map_err(|error| format!("{path}: {error}").into())
}
