//! Y4M, the format of mjpegtools: a line of words, then for each frame a line that begins with `FRAME` and the samples.
//!
//! Read here and not by the crate `y4m` (0.8): of that, a frame that is cut short cannot be told from the end of the clip, the
//! product of a hostile width and height overflows, and interlacing and the range of the samples are not read. Frames' own
//! words are skipped.

use super::error::VideoError;
use super::frame::Shape;
use crate::error::{Error, one_line_of};
use std::io::{BufRead, Read as _};

/// What every file begins with.
pub(super) const MAGIC: &[u8] = b"YUV4MPEG2";
/// What every frame begins with.
const FRAME: &[u8] = b"FRAME";
/// Bytes of a line at most.
const MOST: u64 = 4096;

/// What the first line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) shape: Shape,
    /// Frames, and the seconds that they take; none for `0:0`, which is how a rate is said not to be known.
    pub(super) rate: Option<(u32, u32)>,
    /// Width and height of a sample.
    pub(super) aspect: Option<(u16, u16)>,
    pub(super) full_range: Option<bool>,
    /// The word for the chroma format, without its `C`.
    pub(super) chroma: String,
}

pub(super) fn broken(reason: impl Into<String>) -> Error {
    Error::Broken { format: "Y4M", reason: reason.into() }
}

/// A command that converts an input to what is read; `options` says how.
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
    let mut chroma = "420".to_owned();
    for word in words {
        let text = one_line_of(&String::from_utf8_lossy(&word[1..]), 40);
        match word[0] {
            b'W' => width = Some(side(&text).ok_or_else(|| broken(format!("a width of {text}")))?),
            b'H' => height = Some(side(&text).ok_or_else(|| broken(format!("a height of {text}")))?),
            b'F' => {
                let (frames, seconds) =
                    ratio(&text).ok_or_else(|| broken(format!("a rate of {text} frames a second")))?;
                rate = (frames > 0 && seconds > 0).then_some((frames, seconds));
            }
            b'A' => {
                let (across, down) = ratio(&text).ok_or_else(|| broken(format!("a sample aspect of {text}")))?;
                let pair = u16::try_from(across).ok().zip(u16::try_from(down).ok());
                aspect = pair.filter(|&(across, down)| across > 0 && down > 0);
            }
            b'I' if !matches!(&*text, "p" | "?") => {
                return Err(VideoError::Interlaced { convert: conversion(input, "-vf yadif") }.into());
            }
            b'C' => chroma = text,
            b'X' if text == "COLORRANGE=FULL" => full_range = Some(true),
            b'X' if text == "COLORRANGE=LIMITED" => full_range = Some(false),
            _ => {}
        }
    }
    let (Some(width), Some(height)) = (width, height) else {
        return Err(broken("its first line says no width or no height"));
    };
    let gray = is_gray(&chroma, input)?;
    Ok(Header { shape: checked(width, height, gray)?, rate, aspect, full_range, chroma })
}

fn side(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Two numbers without common factors.
fn ratio(text: &str) -> Option<(u32, u32)> {
    let (a, b) = text.split_once(':')?;
    let (a, b) = (side(a)?, side(b)?);
    let (mut common, mut rest) = (a, b);
    while rest > 0 {
        (common, rest) = (rest, common % rest);
    }
    let common = common.max(1);
    Some((u32::try_from(a / common).ok()?, u32::try_from(b / common).ok()?))
}

/// A shape whose size can be coded.
pub(super) fn checked(width: u64, height: u64, gray: bool) -> Result<Shape, VideoError> {
    let side = |n: u64| usize::try_from(n).ok().filter(|n| (1..=16384).contains(n));
    match (side(width), side(height)) {
        (Some(width), Some(height)) => Ok(Shape { width, height, gray }),
        _ => Err(VideoError::Size { width, height }),
    }
}

/// Whether a chroma format is gray; an error where it is neither that nor 4:2:0 of 8 bits.
fn is_gray(chroma: &str, input: &str) -> Result<bool, Error> {
    let other = |what: &str, to: &str| {
        Err(VideoError::Samples { what: what.to_owned(), convert: conversion(input, &format!("-pix_fmt {to}")) }.into())
    };
    match chroma {
        "420" | "420jpeg" | "420mpeg2" | "420paldv" => Ok(false),
        "mono" => Ok(true),
        "422" => other("4:2:2", "yuv420p"),
        "444" => other("4:4:4", "yuv420p"),
        "444alpha" => other("4:4:4 and alpha", "yuv420p"),
        "411" => other("4:1:1", "yuv420p"),
        "410" => other("4:1:0", "yuv420p"),
        "440" => other("4:4:0", "yuv420p"),
        _ => {
            let deep = ["420p", "422p", "444p"].iter().find_map(|start| chroma.strip_prefix(start));
            let gray = chroma.strip_prefix("mono");
            let is_bits = |bits: &&str| bits.parse::<u8>().is_ok_and(|bits| (9..=16).contains(&bits));
            match (deep.filter(is_bits), gray.filter(is_bits)) {
                (Some(bits), _) => other(&format!("{bits}-bit"), "yuv420p"),
                (_, Some(bits)) => other(&format!("{bits}-bit gray"), "gray"),
                _ => Err(broken(format!("a chroma format that is not known, C{chroma}"))),
            }
        }
    }
}

/// What stands where a frame should begin.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Start {
    Frame,
    End,
    /// The line does not end.
    Cut,
}

/// Reads the line before a frame's samples.
pub(super) fn frame_line(reader: &mut impl BufRead, line: &mut Vec<u8>, frame: u64) -> Result<Start, Error> {
    line.clear();
    reader.take(MOST).read_until(b'\n', line).map_err(Error::Read)?;
    let begins = FRAME.starts_with(&line[..line.len().min(FRAME.len())]);
    match line.strip_suffix(b"\n") {
        _ if line.is_empty() => Ok(Start::End),
        Some(words) if begins && matches!(words.get(FRAME.len()), None | Some(b' ')) && words.len() >= FRAME.len() => {
            Ok(Start::Frame)
        }
        None if begins && (line.len() as u64) < MOST => Ok(Start::Cut),
        _ => Err(broken(format!("frame {frame} does not begin with a line FRAME"))),
    }
}

/// The first line of a file.
pub(super) fn write_header(header: &Header) -> String {
    let (frames, seconds) = header.rate.unwrap_or((0, 0));
    let aspect = header.aspect.unwrap_or((0, 0));
    let range = match header.full_range {
        Some(true) => " XCOLORRANGE=FULL",
        Some(false) => " XCOLORRANGE=LIMITED",
        None => "",
    };
    let (Shape { width, height, .. }, chroma) = (header.shape, &header.chroma);
    format!("YUV4MPEG2 W{width} H{height} F{frames}:{seconds} Ip A{}:{} C{chroma}{range}\n", aspect.0, aspect.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Header, Error> {
        header(&mut line.as_bytes(), "in.y4m")
    }

    #[test]
    fn words_come_in_any_order_and_most_may_be_missing() {
        let header = parsed("YUV4MPEG2 H288 W352\n").expect("a size");
        let shape = Shape { width: 352, height: 288, gray: false };
        assert_eq!((header.shape, header.rate, header.aspect, header.full_range), (shape, None, None, None));
        let header = parsed("YUV4MPEG2 Cmono F60000:2002 XCOLORRANGE=FULL  A24:22 Ip W3 H1 XYSCSS=X\n").expect("all");
        assert!(header.shape.gray);
        assert_eq!((header.rate, header.aspect), (Some((30000, 1001)), Some((12, 11))));
        assert_eq!(header.full_range, Some(true));
        assert_eq!(parsed("YUV4MPEG2 W2 H2 F0:0 A0:0\n").expect("unknowns").rate, None);
    }

    #[test]
    fn what_is_written_is_read() {
        for line in [
            "YUV4MPEG2 W4 H6 F24000:1001 Ip A8:9 C420paldv XCOLORRANGE=LIMITED\n",
            "YUV4MPEG2 W1 H1 F0:0 Ip A0:0 Cmono\n",
        ] {
            assert_eq!(write_header(&parsed(line).expect("a header")), line);
        }
    }

    #[test]
    fn what_cannot_be_is_said() {
        let cases = [
            ("YUV4MPEG2 W352", "its first line does not end within 14 bytes"),
            ("YUV4MPEG2x W2 H2\n", "does not begin with YUV4MPEG2"),
            ("YUV4MPEG2 F25:1\n", "says no width or no height"),
            ("YUV4MPEG2 W0 H16\n", "0x16: H.264 pictures have 1 to 16384"),
            ("YUV4MPEG2 W999999 H2\n", "999999x2: H.264 pictures have"),
            ("YUV4MPEG2 W99999999999999999999 H2\n", "a width of 99999999999999999999"),
            ("YUV4MPEG2 W-2 H2\n", "a width of -2"),
            ("YUV4MPEG2 W+2 H2\n", "a width of +2"),
            ("YUV4MPEG2 W2 H2 F25\n", "a rate of 25"),
            ("YUV4MPEG2 W2 H2 F4294967297:4294967296\n", "a rate of"),
            ("YUV4MPEG2 W2 H2 A1\n", "a sample aspect of 1"),
            (
                "YUV4MPEG2 W2 H2 It\n",
                "is interlaced, and progressive frames are encoded here: convert it with `ffmpeg -i in.y4m -vf yadif",
            ),
            ("YUV4MPEG2 W2 H2 Im\n", "is interlaced"),
            (
                "YUV4MPEG2 W2 H2 C422\n",
                "has 4:2:2 samples, and 8-bit 4:2:0 or gray is encoded here: convert it with `ffmpeg -i in.y4m -pix_fmt yuv420p",
            ),
            ("YUV4MPEG2 W2 H2 C420p10\n", "has 10-bit samples"),
            ("YUV4MPEG2 W2 H2 Cmono16\n", "has 16-bit gray samples"),
            ("YUV4MPEG2 W2 H2 C999\n", "a chroma format that is not known, C999"),
        ];
        for (line, words) in cases {
            let error = parsed(line).expect_err(line).to_string();
            assert!(error.contains(words), "{line:?}: {error}");
        }
        let endless = [MAGIC.to_vec(), vec![b' '; 10_000]].concat();
        assert!(header(&mut &endless[..], "x").is_err());
    }

    #[test]
    fn frames_begin_with_a_line() {
        let start = |bytes: &[u8]| frame_line(&mut &bytes[..], &mut Vec::new(), 7);
        for line in [&b"FRAME\n"[..], b"FRAME Ip\n"] {
            assert_eq!(start(line).expect("a line"), Start::Frame);
        }
        assert_eq!(start(b"").expect("the end"), Start::End);
        for cut in [&b"F"[..], b"FRAME", b"FRAME I"] {
            assert_eq!(start(cut).expect("a cut"), Start::Cut);
        }
        for wrong in [&b"\n"[..], b"FRAMES\n", b"FRAM\n", b"x", &[b'F'; 5000], &[b"FRAME ", &[b'F'; 5000][..]].concat()]
        {
            let error = start(wrong).expect_err("no frame").to_string();
            assert_eq!(error, "broken Y4M: frame 7 does not begin with a line FRAME");
        }
    }
}
