//! [`Clip`]: the frames of an input, one at a time.

use super::frame::Shape;
use super::frames::{Frames, Lent, RawFrames};
use super::y4m::{self, Header, Y4mFrames, conversion};
use crate::args::{FrameRate, FrameSize, PixFmt, VideoInput};
use crate::console::name;
use crate::error::Error;
use crate::input::source::is_dash;
use crate::video_error::VideoError;
use ::y4m::Colorspace;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

/// The bytes of a file or of standard input.
type Bytes = Box<dyn Read + Send>;
/// The input: the bytes that were read to recognise the format, then the rest.
type Source = BufReader<io::Chain<Cursor<Vec<u8>>, Bytes>>;

/// The frames of an input, one at a time.
pub(super) struct Clip {
    frames: Reader,
    header: Header,
    /// The number of frames of the whole input, estimated from its length; `None` if the length is unknown.
    expected: Option<u64>,
    /// The number of frames read so far.
    read: u64,
}

enum Reader {
    Raw(RawFrames<Source>),
    Y4m(Box<Y4mFrames<Source>>),
}

impl Clip {
    /// Opens an input and reads its header.
    pub(super) fn open(path: &Path, how: &VideoInput) -> Result<Self, Error> {
        let (rest, length) = opened(path)?;
        let input = if is_dash(path) { "-".to_owned() } else { name(path) };
        Clip::of(rest, length, &input, how)
    }

    /// Opens a clip from bytes; `length` is their number, if known, and `input` the name for messages.
    fn of(mut rest: Bytes, length: Option<u64>, input: &str, how: &VideoInput) -> Result<Self, Error> {
        let mut first = Vec::new();
        rest.by_ref().take(y4m::MAGIC.len() as u64).read_to_end(&mut first).map_err(Error::Read)?;
        let is_y4m = first.starts_with(y4m::MAGIC);
        let mut source = BufReader::new(Cursor::new(first.clone()).chain(rest));
        let (mut header, pix_fmt) = match how.size {
            Some(_) if is_y4m => return Err(VideoError::NotRaw.into()),
            None if is_y4m => (y4m::header(&mut source, input)?, None),
            None if first.is_empty() => return Err(Error::Empty),
            None => return Err(VideoError::NotVideo { convert: conversion(input, "-pix_fmt yuv420p") }.into()),
            Some(size) => {
                let pix_fmt = how.pix_fmt.unwrap_or_default();
                (raw_header(size, pix_fmt, input)?, Some(pix_fmt))
            }
        };
        if let Some(FrameRate(frames, seconds)) = how.fps {
            header.rate = Some((frames, seconds));
        }
        let frame = header.shape.samples() as u64;
        let expected = length.map(|length| match pix_fmt {
            Some(_) => length / frame,
            None => length / (frame + b"FRAME\n".len() as u64),
        });
        let frames = match pix_fmt {
            Some(pix_fmt) => Reader::Raw(RawFrames::new(source, header.shape, pix_fmt == PixFmt::Nv12)),
            None => Reader::Y4m(Box::new(Y4mFrames::new(&header, source)?)),
        };
        Ok(Clip { frames, header, expected, read: 0 })
    }

    /// Returns the properties that all frames share.
    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the estimated number of frames, if the length of the input is known.
    pub(super) fn expected(&self) -> Option<u64> {
        self.expected
    }

    /// Returns the name of the format for messages.
    pub(super) fn format(&self) -> &'static str {
        match self.frames {
            Reader::Y4m(_) => "Y4M",
            Reader::Raw(_) => "raw video",
        }
    }

    /// Returns the number of frames read so far.
    pub(super) fn read(&self) -> u64 {
        self.read
    }
}

impl Frames for Clip {
    fn next_frame(&mut self) -> Result<Option<Lent<'_>>, Error> {
        let lent = match &mut self.frames {
            Reader::Raw(frames) => frames.next_frame()?,
            Reader::Y4m(frames) => {
                let shape = self.header.shape;
                frames.next(self.read)?.map(|frame| Lent::Y4m { shape, frame })
            }
        };
        self.read += u64::from(lent.is_some());
        Ok(lent)
    }
}

/// Counts the frames of a clip in memory: raw video if `how` has a size, otherwise Y4M.
///
/// ```
/// use encode::args::VideoInput;
/// let clip = b"YUV4MPEG2 W2 H1 Cmono\nFRAME\nabFRAME\ncd".to_vec();
/// assert_eq!(encode::count_frames(clip, &VideoInput::default())?, 2);
/// # Ok::<(), encode::Error>(())
/// ```
///
/// # Errors
/// The bytes are not a valid clip. The function does not panic on any bytes.
pub fn count_frames(bytes: Vec<u8>, how: &VideoInput) -> Result<u64, Error> {
    let length = bytes.len() as u64;
    let mut clip = Clip::of(Box::new(Cursor::new(bytes)), Some(length), "-", how)?;
    while let Some(frame) = clip.next_frame()? {
        let planes = frame.planes();
        for n in 0..planes.shape.planes() {
            assert_eq!(planes.plane(n).len(), planes.shape.range(n).len(), "the samples of plane {n}");
        }
    }
    Ok(clip.read)
}

/// Opens an input; returns its bytes and, if it is known, their number.
fn opened(path: &Path) -> Result<(Bytes, Option<u64>), Error> {
    if is_dash(path) {
        return Ok((Box::new(io::stdin()), None));
    }
    let file = File::open(path).map_err(Error::Read)?;
    let about = file.metadata().map_err(Error::Read)?;
    if about.is_dir() {
        return Err(Error::InputFolder);
    }
    Ok((Box::new(file), about.is_file().then_some(about.len())))
}

/// Returns the header of raw video from the switches; an error for 4:2:2 and 4:4:4, which cannot be encoded.
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
    let chroma = if gray { Colorspace::Cmono } else { Colorspace::C420 };
    Ok(Header { shape, rate: None, aspect: None, full_range: None, chroma })
}
