//! `--verify`: what an independent decoder makes of a file that is about to be written.
//!
//! | decoder | where it is right |
//! |---|---|
//! | `jpeg-decoder`, bundled | 8 bits, Huffman, every component's sampling factors divide the largest ones |
//! | djpeg | the same; asked by name, or where the bundled one does not know the file |
//! | ffmpeg | most factors; asked by name, or where neither of the others will do |
//!
//! None of them shares code with the encoder, nor with the reader of JPEG input.

use crate::error::{Error, one_line, plain};
use crate::input::{self, Picture, ReadOptions, Samples};
use crate::psnr::{Psnr, compare, decibels};
use codecs::jpeg::baseline::{Options, Sampling};
use jpeg_decoder::{Decoder, PixelFormat};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The bundled decoder, as messages call it.
const BUNDLED: &str = "jpeg-decoder (bundled)";

/// What a decoder found.
pub(crate) struct Verdict {
    pub(crate) decoder: String,
    pub(crate) psnr: Psnr,
}

/// Decodes a file and holds it against the picture it was made of; `command` is empty where none was named.
pub(crate) fn verify(jpeg: &[u8], source: &Picture, options: &Options, command: &str) -> Result<Verdict, Error> {
    let (decoder, decoded) = decode(jpeg, command)?;
    let wrong = |reason: String| Error::Verify { decoder: decoder.clone(), reason };
    if (decoded.width, decoded.height) != (source.width, source.height) {
        let (w, h) = (decoded.width, decoded.height);
        return Err(wrong(format!("{w}x{h} pixels came out, not {}x{}", source.width, source.height)));
    }
    let psnr = compare(source, &decoded);
    let least = least_decibels(source.gray, options);
    if psnr.y < least {
        return Err(wrong(format!("a luma PSNR of {:.1} dB: at such a quality {least:.1} is the least", psnr.y)));
    }
    Ok(Verdict { decoder, psnr })
}

/// The PSNR by the bundled decoder, where it can be had.
pub(crate) fn measure(jpeg: &[u8], source: &Picture) -> Option<Psnr> {
    let decoded = bundled(jpeg).ok()??;
    ((decoded.width, decoded.height) == (source.width, source.height)).then(|| compare(source, &decoded))
}

fn decode(jpeg: &[u8], command: &str) -> Result<(String, Picture), Error> {
    if !command.is_empty() {
        return external(jpeg, command);
    }
    if let Some(picture) = bundled(jpeg)? {
        return Ok((BUNDLED.to_owned(), picture));
    }
    let mut refusal = Error::NoDecoder;
    for command in ["djpeg", "ffmpeg"].into_iter().filter(|name| is_found(name)) {
        match external(jpeg, command) {
            Err(error) => refusal = error,
            decoded => return decoded,
        }
    }
    Err(refusal)
}

/// The bundled decoder; none where it does not know the file's features.
fn bundled(jpeg: &[u8]) -> Result<Option<Picture>, Error> {
    let refused = |reason: String| Error::Verify { decoder: BUNDLED.to_owned(), reason };
    input::guarded("JPEG", || {
        let mut decoder = Decoder::new(jpeg);
        let samples = match decoder.decode() {
            Ok(samples) => samples,
            Err(jpeg_decoder::Error::Unsupported(_)) => return Ok(None),
            Err(error) => return Err(refused(format!("it does not decode: {}", one_line(&error.to_string())))),
        };
        let info = decoder.info().ok_or_else(|| refused("it has no size".to_owned()))?;
        let gray = match info.pixel_format {
            PixelFormat::L8 => true,
            PixelFormat::RGB24 => false,
            _ => return Ok(None),
        };
        let (width, height) = (info.width.into(), info.height.into());
        Ok(Some(Picture::bare(width, height, gray, Samples::Eight(samples), 255)))
    })
}

/// A command that reads a JPEG from standard input and writes a picture to standard output.
fn external(jpeg: &[u8], command: &str) -> Result<(String, Picture), Error> {
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let mut arguments: Vec<&str> = words.collect();
    if arguments.is_empty() && Path::new(program).file_stem().is_some_and(|stem| stem == "ffmpeg") {
        arguments = "-v error -noautorotate -i - -f image2pipe -c:v ppm -pix_fmt rgb24 -".split(' ').collect();
    }
    let failed = |reason: String| Error::Verify { decoder: command.to_owned(), reason };
    let mut child = Command::new(program)
        .args(&arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(format!("cannot be run: {}", plain(&error))))?;
    let mut stdin = child.stdin.take();
    let done = std::thread::scope(|scope| {
        // A decoder that ends early closes its end; what it then wrote says why.
        scope.spawn(move || stdin.take().map(|mut stdin| stdin.write_all(jpeg)));
        child.wait_with_output()
    });
    let done = done.map_err(|error| failed(plain(&error)))?;
    if !done.status.success() {
        let said = one_line(&String::from_utf8_lossy(&done.stderr));
        return Err(failed(format!("it does not decode ({}): {said}", done.status)));
    }
    let decoded = input::read(done.stdout, &ReadOptions::default());
    let decoded = decoded.map_err(|error| failed(format!("what it wrote to standard output {error}")))?;
    Ok((command.to_owned(), decoded))
}

fn is_found(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// The least luma PSNR that a right file can have. Each coefficient is off by half a step at most, and the DCT keeps energy; 10 dB are
/// granted for rounding and for colours that are cut to 0 to 255. Where chroma is subsampled, that cut alone can cost more
/// (columns of red and black), so the bound is low there.
fn least_decibels(gray: bool, options: &Options) -> f64 {
    let [luma, chroma] = &options.quant;
    let mean_square = |steps: &[u16; 64]| steps.iter().map(|&s| f64::from(s).powi(2)).sum::<f64>() / 64.0;
    let from_chroma = if gray { 0.0 } else { 2.0 * mean_square(chroma.steps()) };
    let least = decibels((mean_square(luma.steps()) + from_chroma) / 4.0 + 1.0) - 10.0;
    let subsampled = !gray && options.sampling != Sampling::S444;
    if subsampled { least.min(15.0) } else { least }
}

#[cfg(test)]
mod tests {
    use super::*;
    use codecs::jpeg::baseline::Options;

    #[test]
    fn the_bound_grows_with_the_quality() {
        let least = |quality| least_decibels(true, &Options::new(quality).expect("1 to 100"));
        assert!(least(1) < 0.0);
        assert!((15.0..30.0).contains(&least(90)), "{}", least(90));
        assert!(least(100) > 35.0);
        let subsampled = least_decibels(false, &Options::new(100).expect("a quality"));
        assert_eq!(subsampled, 15.0);
    }
}
