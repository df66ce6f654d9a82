//! The decoders of `--verify`: a bundled one, and external programs.

use super::dicom;
use crate::args::Depth;
use crate::error::{Error, one_line, plain};
use crate::input::{self, Colours, Limits, Picture, ReadOptions, Samples};
use codecs::jpeg::{Restart, lossless::Options};
use jpeg_decoder::{Decoder, PixelFormat};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The name of the bundled decoder in messages.
const BUNDLED: &str = "jpeg-decoder (bundled)";

/// The name of a decoder, and the picture that it decoded.
type Decoded = (String, Picture);

/// Decodes a lossy file with the named command, or with a decoder that is available if `command` is empty.
pub(super) fn of_lossy(jpeg: &[u8], command: &str) -> Result<Decoded, Error> {
    let run = |command: &str| program(jpeg, command, Depth::Round, "-c:v ppm -pix_fmt rgb24");
    if !command.is_empty() {
        return run(command);
    }
    if let Some(picture) = bundled(jpeg)? {
        return Ok((BUNDLED.to_owned(), picture));
    }
    let mut refusal = Error::NoDecoder("install djpeg or ffmpeg");
    for command in ["djpeg", "ffmpeg"].into_iter().filter(|name| is_found(name)) {
        match run(command) {
            Err(error) => refusal = error,
            decoded => return decoded,
        }
    }
    Err(refusal)
}

/// Decodes a lossless file likewise; `source` gives the kind of its samples.
pub(super) fn of_lossless(jpeg: &[u8], source: &Picture, options: &Options, command: &str) -> Result<Decoded, Error> {
    let precision = options.precision.unwrap_or_else(|| source.precision());
    let ffmpeg_samples = match (source.is_gray(), precision) {
        (true, 8) => "-c:v pgm -pix_fmt gray",
        (false, 8) => "-c:v ppm -pix_fmt rgb24",
        _ => "", // ffmpeg shifts other precisions up, and does not know the difference of 32768 that 16 bits can have.
    };
    let run = |command: &str| {
        if is_program(command, "dcmdjpeg") {
            return dicom::decode(jpeg, source, precision, command).map(|picture| (command.to_owned(), picture));
        }
        let has_arguments = command.split_whitespace().nth(1).is_some();
        if is_program(command, "ffmpeg") && !has_arguments && ffmpeg_samples.is_empty() {
            let reason = format!("it decodes only samples of 8 bits correctly, and these have {precision}");
            return Err(Error::Verify { decoder: command.to_owned(), reason });
        }
        program(jpeg, command, Depth::Keep, ffmpeg_samples)
    };
    if !command.is_empty() {
        return run(command);
    }
    let is_plain = options.restart == Restart::Never && options.point_transform == 0;
    if is_plain && let Some(picture) = bundled(jpeg)? {
        return Ok((BUNDLED.to_owned(), picture));
    }
    let programs: &[&str] =
        if ffmpeg_samples.is_empty() { &["djpeg", "dcmdjpeg"] } else { &["djpeg", "dcmdjpeg", "ffmpeg"] };
    for command in programs.iter().filter(|name| is_found(name)) {
        match run(command) {
            // Messages of libjpeg: "Unsupported JPEG process: SOF type 0xc3", "Unsupported JPEG data precision 5".
            Err(Error::Verify { reason, .. }) if reason.contains("Unsupported JPEG") => {}
            decoded => return decoded,
        }
    }
    Err(Error::NoDecoder("install dcmdjpeg (dcmtk) or djpeg of libjpeg-turbo 3"))
}

/// Decodes a file with the bundled decoder; returns `None` if the decoder does not support the file's features.
pub(super) fn bundled(jpeg: &[u8]) -> Result<Option<Picture>, Error> {
    let refused = |reason: String| Error::Verify { decoder: BUNDLED.to_owned(), reason };
    input::guarded("JPEG", || {
        let mut decoder = Decoder::new(jpeg);
        let bytes = match decoder.decode() {
            Ok(bytes) => bytes,
            Err(jpeg_decoder::Error::Unsupported(_)) => return Ok(None),
            Err(error) => return Err(refused(format!("it does not decode: {}", one_line(&error.to_string())))),
        };
        let info = decoder.info().ok_or_else(|| refused("it reports no size".to_owned()))?;
        let components = match info.pixel_format {
            PixelFormat::L8 | PixelFormat::L16 => 1,
            PixelFormat::RGB24 => 3,
            PixelFormat::CMYK32 => return Ok(None),
        };
        let count = components * usize::from(info.width) * usize::from(info.height);
        let (samples, maxval) = if bytes.len() == count {
            (Samples::Eight(bytes), 255)
        } else if bytes.len() == 2 * count {
            // Lossless samples of another precision than 8 are 16-bit words, in the machine's order.
            let words = bytes.as_chunks().0.iter().map(|&word| u16::from_ne_bytes(word));
            (Samples::Sixteen(words.collect()), 65535)
        } else {
            return Err(refused(format!("it returned {} bytes for {count} samples", bytes.len())));
        };
        Ok(Some(Picture::bare(
            info.width.into(),
            info.height.into(),
            if components == 1 { Colours::Gray } else { Colours::Rgb },
            samples,
            maxval,
        )))
    })
}

/// Decodes a file with a command that reads a JPEG from standard input and writes a picture to standard output; ffmpeg
/// without arguments gets the ones that this needs.
fn program(jpeg: &[u8], command: &str, depth: Depth, ffmpeg_samples: &str) -> Result<Decoded, Error> {
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    let mut arguments: Vec<&str> = words.collect();
    if arguments.is_empty() && is_program(program, "ffmpeg") {
        arguments = "-v error -noautorotate -i - -f image2pipe".split(' ').collect();
        arguments.extend(ffmpeg_samples.split(' ').chain(["-"]));
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
        // A decoder that ends early closes its input; its messages say why.
        scope.spawn(move || stdin.take().map(|mut stdin| stdin.write_all(jpeg)));
        child.wait_with_output()
    });
    let done = done.map_err(|error| failed(plain(&error)))?;
    if !done.status.success() {
        let said = one_line(&String::from_utf8_lossy(&done.stderr));
        return Err(failed(format!("it does not decode ({}): {said}", done.status)));
    }
    let decoded = input::read(done.stdout, &ReadOptions { depth, limits: Limits::NONE, ..ReadOptions::default() });
    let decoded = decoded.map_err(|error| failed(format!("what it wrote to standard output {error}")))?;
    Ok((command.to_owned(), decoded))
}

/// Returns whether a command runs the program `name`, in any folder.
pub(crate) fn is_program(command: &str, name: &str) -> bool {
    let program = command.split_whitespace().next().unwrap_or_default();
    Path::new(program).file_stem().is_some_and(|stem| stem == name)
}

/// Returns whether a program is found in the folders of `PATH`.
pub(crate) fn is_found(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
