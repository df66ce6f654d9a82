//! [`Clip`]: the frames of an input, one at a time.

use super::error::VideoError;
use super::frame::{Frame, Shape};
use super::y4m::{self, Header, Start, conversion};
use crate::args::{FrameRate, FrameSize, PixFmt, VideoInput};
use crate::console::name;
use crate::error::Error;
use crate::input::source::is_dash;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// A file, or standard input.
type Bytes = Box<dyn Read + Send>;
/// Where frames come from: the bytes that were looked at, and the rest.
type Source = BufReader<io::Chain<Cursor<Vec<u8>>, Bytes>>;

/// The frames of an input, one at a time.
pub(super) struct Clip {
    source: Source,
    header: Header,
    /// None for Y4M.
    raw: Option<PixFmt>,
    /// Of the whole input, as far as its length says.
    frames: Option<u64>,
    /// Frames so far.
    read: u64,
    /// The line before a frame; chroma being sorted.
    scratch: Vec<u8>,
}

impl Clip {
    /// Opens an input, and reads what it says of itself.
    pub(super) fn open(path: &Path, how: &VideoInput) -> Result<Self, Error> {
        let (first, rest, length) = opened(path)?;
        let input = if is_dash(path) { "-".to_owned() } else { name(path) };
        let is_y4m = first.starts_with(y4m::MAGIC);
        let mut source = BufReader::with_capacity(1 << 16, Cursor::new(first.clone()).chain(rest));
        let (mut header, raw) = match how.size {
            Some(_) if is_y4m => return Err(VideoError::NotRaw.into()),
            None if is_y4m => (y4m::header(&mut source, &input)?, None),
            None if first.is_empty() => return Err(Error::Empty),
            None => return Err(VideoError::NotVideo { convert: conversion(&input, "-pix_fmt yuv420p") }.into()),
            Some(size) => {
                let pix_fmt = how.pix_fmt.unwrap_or_default();
                (raw_header(size, pix_fmt, &input)?, Some(pix_fmt))
            }
        };
        if let Some(FrameRate(frames, seconds)) = how.fps {
            header.rate = Some((frames, seconds));
        }
        let frame = header.shape.samples() as u64;
        let frames = length.map(|length| match raw {
            Some(_) => length / frame,
            None => length / (frame + b"FRAME\n".len() as u64),
        });
        Ok(Clip { source, header, raw, frames, read: 0, scratch: Vec::new() })
    }

    /// What is known of all frames.
    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    /// How many frames there are, as far as can be told.
    pub(super) fn frames(&self) -> Option<u64> {
        self.frames
    }

    /// Frames so far.
    pub(super) fn read(&self) -> u64 {
        self.read
    }

    /// Reads the next frame; false at the end.
    pub(super) fn next_frame(&mut self, frame: &mut Frame) -> Result<bool, Error> {
        let of = self.header.shape.samples();
        if self.raw.is_none() {
            match y4m::frame_line(&mut self.source, &mut self.scratch, self.read)? {
                Start::Frame => {}
                Start::End => return Ok(false),
                Start::Cut => return Err(VideoError::CutShort { frame: self.read, bytes: 0, of }.into()),
            }
        } else if self.source.fill_buf().map_err(Error::Read)?.is_empty() {
            return Ok(false);
        }
        // What a header promises takes memory as it comes.
        frame.samples.clear();
        if self.read > 0 {
            frame.samples.try_reserve_exact(of).map_err(|_| VideoError::Memory(of))?;
        }
        let bytes = (&mut self.source).take(of as u64).read_to_end(&mut frame.samples).map_err(Error::Read)?;
        if bytes < of {
            return Err(VideoError::CutShort { frame: self.read, bytes, of }.into());
        }
        if self.raw == Some(PixFmt::Nv12) {
            frame.separate_chroma(&mut self.scratch);
        }
        self.read += 1;
        Ok(true)
    }
}

/// The first bytes of an input, the rest, and the length of both where it is known.
fn opened(path: &Path) -> Result<(Vec<u8>, Bytes, Option<u64>), Error> {
    let (mut rest, length): (Bytes, _) = if is_dash(path) {
        (Box::new(io::stdin()), None)
    } else {
        let file = File::open(path).map_err(Error::Read)?;
        let about = file.metadata().map_err(Error::Read)?;
        if about.is_dir() {
            return Err(Error::InputFolder);
        }
        (Box::new(file), about.is_file().then_some(about.len()))
    };
    let mut first = Vec::new();
    rest.by_ref().take(y4m::MAGIC.len() as u64).read_to_end(&mut first).map_err(Error::Read)?;
    Ok((first, rest, length))
}

/// What the switches say of raw video.
fn raw_header(size: FrameSize, pix_fmt: PixFmt, input: &str) -> Result<Header, Error> {
    let FrameSize { width, height } = size;
    let other = |what: &str, name: &str| {
        let convert = format!(
            "ffmpeg -f rawvideo -pixel_format {name} -video_size {width}x{height} -i {input} -pix_fmt yuv420p out.y4m"
        );
        Err(VideoError::Samples { what: what.to_owned(), convert }.into())
    };
    let gray = match pix_fmt {
        PixFmt::I422 => return other("4:2:2", "yuv422p"),
        PixFmt::I444 => return other("4:4:4", "yuv444p"),
        PixFmt::I420 | PixFmt::Nv12 => false,
        PixFmt::Gray => true,
    };
    let shape = Shape { width, height, gray };
    let chroma = if gray { "mono" } else { "420" }.to_owned();
    Ok(Header { shape, rate: None, aspect: None, full_range: None, chroma })
}
