//! Y4M, the format of mjpegtools, through the crate `y4m`.
//!
//! The crate reads frames and writes files. This layer adds the parts that it leaves to its users:
//!
//! - The first line is checked before the crate gets it, so that sizes are validated before they are multiplied, and
//!   each invalid
//!   parameter is named.
//! - Interlacing, the range of samples and `XYSCSS`, the older parameter for the chroma format, are read.
//! - A frame that is cut short is distinguished from the end of the clip by counting the bytes that the crate reads.
//!
//! Parameters of individual frames are skipped.

use super::frame::Shape;
use crate::error::{Error, one_line_of};
use crate::video_error::VideoError;
use std::cell::Cell;
use std::io::{self, BufRead, Cursor, ErrorKind, Read};
use std::rc::Rc;
use y4m::{Colorspace, Decoder, Limits, Ratio};

/// The first bytes of every file.
pub(super) const MAGIC: &[u8] = b"YUV4MPEG2";
/// The first bytes of every frame.
const FRAME: &[u8; 5] = b"FRAME";
/// The maximal length of the first line in bytes.
const MOST: u64 = 4096;

/// The content of the first line.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) shape: Shape,
    /// A number of frames, and the seconds that they take; `None` for `0:0`, which stands for an unknown rate.
    pub(super) rate: Option<(u32, u32)>,
    /// The width and height of a sample.
    pub(super) aspect: Option<(u16, u16)>,
    pub(super) full_range: Option<bool>,
    pub(super) chroma: Colorspace,
}

pub(super) fn broken(reason: impl Into<String>) -> Error {
    Error::Broken { format: "Y4M", reason: reason.into() }
}

/// Returns a command that converts an input to a supported format; `options` are those of the conversion.
pub(super) fn conversion(input: &str, options: &str) -> String {
    format!("ffmpeg -i {input} {options} -f yuv4mpegpipe out.y4m")
}

/// Reads the first line; `input` is the name for messages.
pub(super) fn header(reader: &mut impl BufRead, input: &str) -> Result<Header, Error> {
    let mut line = Vec::new();
    reader.take(MOST).read_until(b'\n', &mut line).map_err(Error::Read)?;
    let Some(words) = line.strip_suffix(b"\n") else {
        return Err(broken(format!("its first line does not end within {} bytes", line.len())));
    };
    parse(words, input)
}

fn parse(line: &[u8], input: &str) -> Result<Header, Error> {
    let mut words = line.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    if words.next() != Some(MAGIC) {
        return Err(broken("its first line does not begin with YUV4MPEG2 and a space"));
    }
    let (mut width, mut height) = (None, None);
    let (mut rate, mut aspect, mut full_range) = (None, None, None);
    let (mut chroma, mut older_chroma) = (None, None);
    for word in words {
        let text = one_line_of(&String::from_utf8_lossy(&word[1..]), 40);
        match word[0] {
            b'W' => width = Some(number(&text).ok_or_else(|| broken(format!("its width W{text} is invalid")))?),
            b'H' => height = Some(number(&text).ok_or_else(|| broken(format!("its height H{text} is invalid")))?),
            b'F' => {
                let (frames, seconds) = ratio(&text).ok_or_else(|| broken(format!("its rate F{text} is not N:D")))?;
                rate = (frames > 0 && seconds > 0).then_some((frames, seconds));
            }
            b'A' => {
                let (across, down) = ratio(&text).ok_or_else(|| broken(format!("its aspect A{text} is not N:D")))?;
                let pair = u16::try_from(across).ok().zip(u16::try_from(down).ok());
                aspect = pair.filter(|&(across, down)| across > 0 && down > 0);
            }
            b'I' if !matches!(&*text, "p" | "?") => {
                return Err(VideoError::Interlaced { convert: conversion(input, "-vf yadif") }.into());
            }
            b'C' => chroma = Some(text),
            b'X' if text == "COLORRANGE=FULL" => full_range = Some(true),
            b'X' if text == "COLORRANGE=LIMITED" => full_range = Some(false),
            b'X' => older_chroma = text.strip_prefix("YSCSS=").map(str::to_lowercase).or(older_chroma),
            _ => {}
        }
    }
    let (Some(width), Some(height)) = (width, height) else {
        return Err(broken("its first line says no width or no height"));
    };
    // As in ffmpeg, XYSCSS counts only without C, an unknown value of XYSCSS is ignored, and 4:2:0 is the default.
    let known = match &chroma {
        Some(name) => known(name).ok_or_else(|| broken(format!("its chroma format C{name} is unknown")))?,
        None => older_chroma.and_then(|name| known(&name)).unwrap_or(Ok(Colorspace::C420)),
    };
    let chroma = known.map_err(|Other { what, to }| {
        let convert = conversion(input, &format!("-pix_fmt {to}"));
        VideoError::Samples { what, convert }
    })?;
    let shape = checked(width, height, matches!(chroma, Colorspace::Cmono))?;
    Ok(Header { shape, rate, aspect, full_range, chroma })
}

/// Parses a number that consists of digits only.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Parses two numbers and removes their common factors.
fn ratio(text: &str) -> Option<(u32, u32)> {
    let (a, b) = text.split_once(':')?;
    let (a, b) = (number(a)?, number(b)?);
    let (mut common, mut rest) = (a, b);
    while rest > 0 {
        (common, rest) = (rest, common % rest);
    }
    let common = common.max(1);
    Some((u32::try_from(a / common).ok()?, u32::try_from(b / common).ok()?))
}

/// Returns a shape if its size can be encoded.
pub(super) fn checked(width: u64, height: u64, gray: bool) -> Result<Shape, VideoError> {
    let side = |n: u64| usize::try_from(n).ok().filter(|n| (1..=16384).contains(n));
    match (side(width), side(height)) {
        (Some(width), Some(height)) => Ok(Shape { width, height, gray }),
        _ => Err(VideoError::Size { width, height }),
    }
}

/// An unsupported chroma format: its name, and ffmpeg's name of the format to convert it to.
struct Other {
    what: String,
    to: &'static str,
}

/// Looks up a chroma format by the word after `C`; returns `None` if it is unknown.
fn known(name: &str) -> Option<Result<Colorspace, Other>> {
    let other = |what: &str, to| Some(Err(Other { what: what.to_owned(), to }));
    match name {
        "420" => Some(Ok(Colorspace::C420)),
        "420jpeg" => Some(Ok(Colorspace::C420jpeg)),
        "420mpeg2" => Some(Ok(Colorspace::C420mpeg2)),
        "420paldv" => Some(Ok(Colorspace::C420paldv)),
        "mono" => Some(Ok(Colorspace::Cmono)),
        "422" => other("4:2:2", "yuv420p"),
        "444" => other("4:4:4", "yuv420p"),
        "444alpha" => other("4:4:4 and alpha", "yuv420p"),
        "411" => other("4:1:1", "yuv420p"),
        "410" => other("4:1:0", "yuv420p"),
        "440" => other("4:4:0", "yuv420p"),
        _ => {
            let deep = ["420p", "422p", "444p"].iter().find_map(|start| name.strip_prefix(start));
            let gray = name.strip_prefix("mono");
            let is_bits = |bits: &&str| bits.parse::<u8>().is_ok_and(|bits| (9..=16).contains(&bits));
            match (deep.filter(is_bits), gray.filter(is_bits)) {
                (Some(bits), _) => other(&format!("{bits}-bit"), "yuv420p"),
                (_, Some(bits)) => other(&format!("{bits}-bit gray"), "gray"),
                _ => None,
            }
        }
    }
}

/// The bytes that the crate has read since a frame began. It reads the line byte by byte, and the samples in one piece.
/// If the last sample is read as a single byte it is counted to the line, which has no effect, as the frame is complete
/// then.
#[derive(Default)]
struct Taken {
    /// The number of bytes of the line.
    line: Cell<usize>,
    /// The first bytes of the line.
    first: Cell<[u8; FRAME.len()]>,
    samples: Cell<usize>,
}

/// A reader that records the bytes read from it.
struct Noted<R> {
    reader: R,
    taken: Rc<Taken>,
}

impl<R: Read> Read for Noted<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let taken = &self.taken;
        loop {
            match self.reader.read(to) {
                // The crate would end with this error.
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Ok(1) if to.len() == 1 => {
                    if let Some(place) = taken.first.as_array_of_cells().get(taken.line.get()) {
                        place.set(to[0]);
                    }
                    taken.line.update(|line| line + 1);
                    return Ok(1);
                }
                Ok(count) => {
                    taken.samples.update(|samples| samples + count);
                    return Ok(count);
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// The frames after the first line.
pub(super) struct Y4mFrames<R: Read> {
    decoder: Decoder<Noted<io::Chain<Cursor<Vec<u8>>, R>>>,
    taken: Rc<Taken>,
    shape: Shape,
}

impl<R: Read> Y4mFrames<R> {
    /// Returns the frames of a file with the given header, from a reader that is positioned after it.
    pub(super) fn new(header: &Header, reader: R) -> Result<Self, Error> {
        let (shape, chroma) = (header.shape, header.chroma);
        let bytes = shape.samples();
        // The crate's buffer would abort the process if memory is short. Nothing is written to this one, so it costs
        // nothing.
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| VideoError::Memory(bytes))?;
        let line = format!("YUV4MPEG2 W{} H{} {chroma:?}\n", shape.width, shape.height);
        let taken = Rc::default();
        let reader = Noted { reader: Cursor::new(line.into_bytes()).chain(reader), taken: Rc::clone(&taken) };
        let decoder = Decoder::new_with_limits(reader, Limits { bytes }).map_err(|error| broken(error.to_string()))?;
        Ok(Y4mFrames { decoder, taken, shape })
    }

    /// Reads the next frame, number `frame`; `None` at the end.
    pub(super) fn next(&mut self, frame: u64) -> Result<Option<y4m::Frame<'_>>, Error> {
        let taken = &self.taken;
        taken.line.set(0);
        taken.samples.set(0);
        let error = match self.decoder.read_frame() {
            Ok(frame) => return Ok(Some(frame)),
            Err(error) => error,
        };
        let known = taken.line.get().min(FRAME.len());
        match error {
            y4m::Error::IoError(error) => Err(Error::Read(error)),
            y4m::Error::EOF if known == 0 => Ok(None),
            y4m::Error::EOF if taken.first.get()[..known] == FRAME[..known] => {
                let (bytes, of) = (taken.samples.get(), self.shape.samples());
                Err(VideoError::CutShort { frame, bytes, of }.into())
            }
            _ => Err(broken(format!("frame {frame} does not begin with a line FRAME"))),
        }
    }
}

/// Returns the crate's builder for a file with such a header.
pub(super) fn writer(header: &Header) -> y4m::EncoderBuilder {
    let Shape { width, height, .. } = header.shape;
    let (frames, seconds) = header.rate.unwrap_or((0, 0));
    let (across, down) = header.aspect.unwrap_or((0, 0));
    let builder = y4m::encode(width, height, Ratio::new(frames as usize, seconds as usize))
        .with_pixel_aspect(Ratio::new(across.into(), down.into()))
        .with_colorspace(header.chroma);
    let range = match header.full_range {
        Some(true) => "COLORRANGE=FULL",
        Some(false) => "COLORRANGE=LIMITED",
        None => return builder,
    };
    let range = y4m::VendorExtensionString::new(range.into()).expect("it has no space");
    builder.append_vendor_extension(range)
}

#[cfg(test)]
mod tests;
