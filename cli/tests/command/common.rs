//! Helpers that run the command, make pictures for it, and parse the JPEG files that it writes.

use image::{DynamicImage, GrayImage, ImageFormat, RgbImage};
use std::ffi::OsStr;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// All formats that are read.
pub(crate) const FORMATS: [ImageFormat; 7] = [
    ImageFormat::Png,
    ImageFormat::Bmp,
    ImageFormat::Tiff,
    ImageFormat::WebP,
    ImageFormat::Gif,
    ImageFormat::Pnm,
    ImageFormat::Jpeg,
];

/// The output and exit status of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    /// Standard error without the summary line.
    pub(crate) stderr: String,
    /// The summary line that ends a run, without the command's name.
    pub(crate) summary: Option<String>,
}

impl Ran {
    fn new(done: Output) -> Self {
        let mut stderr = String::from_utf8(done.stderr).expect("text");
        let last = stderr.trim_end_matches('\n').rfind('\n').map_or(0, |end| end + 1);
        let summary = stderr[last..].strip_prefix("encode: ").map(|line| line.trim_end().to_owned());
        let summary = summary.filter(|line| is_summary(line));
        if summary.is_some() {
            stderr.truncate(last);
        }
        Ran { status: done.status.code(), stdout: done.stdout, stderr, summary }
    }

    /// Asserts success without any message except the summary.
    #[track_caller]
    pub(crate) fn silently(self) -> Self {
        assert!(self.status == Some(0) && self.stderr.is_empty(), "{self:?}");
        self
    }

    #[track_caller]
    pub(crate) fn well(self) -> Self {
        assert_eq!(self.status, Some(0), "{self:?}");
        self
    }

    /// Asserts success with a line that contains these words.
    #[track_caller]
    pub(crate) fn says(self, words: &str) -> Self {
        assert!(self.status == Some(0) && self.stderr.contains(words), "no `{words}` in {self:?}");
        self
    }

    /// Asserts status 1 and one line that contains these words.
    #[track_caller]
    pub(crate) fn refused(self, words: &str) -> Self {
        assert_eq!(self.status, Some(1), "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert!(self.stderr.starts_with("encode: ") && self.stderr.contains(words), "no `{words}` in {self:?}");
        assert!(self.stdout.is_empty(), "{self:?}");
        self
    }

    /// Asserts a usage error, status 2, that contains these words.
    #[track_caller]
    pub(crate) fn misused(self, words: &str) -> Self {
        assert_eq!(self.status, Some(2), "{self:?}");
        assert!(self.stderr.contains(words), "no `{words}` in {self:?}");
        self
    }
}

/// Returns whether a line begins with a number of files or frames and ends with seconds or a rate.
fn is_summary(line: &str) -> bool {
    let mut words = line.split([' ', ',']);
    let counts = words.next().is_some_and(|count| count.parse::<u64>().is_ok());
    let what = words.next().is_some_and(|what| matches!(what, "file" | "files" | "frame" | "frames"));
    counts && what && [" s", " files/s", " frames/s"].iter().any(|end| line.ends_with(end))
}

/// Returns a command that runs the binary in a folder.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_encode"));
    command.current_dir(folder);
    command
}

/// Runs a shell command in a folder; in it `$ENCODE` is the binary.
#[cfg(unix)]
pub(crate) fn shell(place: &Place, line: &str) -> Ran {
    let mut shell = Command::new("sh");
    shell.current_dir(place.path(".")).env("ENCODE", env!("CARGO_BIN_EXE_encode")).args(["-c", line]);
    Ran::new(shell.output().expect("a shell"))
}

/// A temporary folder of one test.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Place(TempDir::new().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path(name), bytes).expect("a file");
    }

    pub(crate) fn get(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the sorted names in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        names(self.0.path())
    }

    /// Runs the command in the folder, with arguments separated by spaces.
    pub(crate) fn encode(&self, words: &str) -> Ran {
        self.run(words.split_whitespace(), b"")
    }

    /// Runs the command in the folder, with bytes on standard input.
    pub(crate) fn run(&self, words: impl IntoIterator<Item = impl AsRef<OsStr>>, stdin: &[u8]) -> Ran {
        let mut command = command(self.0.path());
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary");
        let mut pipe = child.stdin.take().expect("a pipe");
        let done = std::thread::scope(|scope| {
            scope.spawn(move || pipe.write_all(stdin));
            child.wait_with_output().expect("its output")
        });
        Ran::new(done)
    }
}

pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Returns a smooth picture with an edge, in colour.
pub(crate) fn colours(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let edge = if x * 3 > width { 60 } else { 0 };
        image::Rgb([(x * 190 / width + edge) as u8, (y * 250 / height) as u8, ((x + y) * 120 / (width + height)) as u8])
    })
}

/// Returns the same kind of picture in gray.
pub(crate) fn grays(width: u32, height: u32) -> GrayImage {
    GrayImage::from_fn(width, height, |x, y| image::Luma([(x * 100 / width + y * 150 / height) as u8]))
}

/// Encodes a picture in a format.
pub(crate) fn in_format(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.into().write_to(&mut bytes, format).expect("the format takes the picture");
    bytes.into_inner()
}

pub(crate) fn png(image: impl Into<DynamicImage>) -> Vec<u8> {
    in_format(image, ImageFormat::Png)
}

/// Decodes a JPEG with a decoder other than this program's.
#[track_caller]
pub(crate) fn decoded(jpeg: &[u8]) -> DynamicImage {
    let mut decoder = jpeg_decoder::Decoder::new(jpeg);
    let samples = decoder.decode().expect("a JPEG that decodes");
    let info = decoder.info().expect("a header");
    let (width, height) = (info.width.into(), info.height.into());
    match info.pixel_format {
        jpeg_decoder::PixelFormat::L8 => GrayImage::from_raw(width, height, samples).expect("gray").into(),
        _ => RgbImage::from_raw(width, height, samples).expect("colour").into(),
    }
}

/// Returns the largest difference between two pictures' samples.
#[track_caller]
pub(crate) fn farthest(a: &DynamicImage, b: &DynamicImage) -> u8 {
    assert_eq!((a.width(), a.height()), (b.width(), b.height()));
    let (a, b) = (a.to_rgb8(), b.to_rgb8());
    a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

/// Returns the marker segments before the first scan: the marker's second byte, and the bytes after the length.
pub(crate) fn segments(jpeg: &[u8]) -> Vec<(u8, Vec<u8>)> {
    assert_eq!(jpeg[..2], [0xff, 0xd8]);
    let mut found = Vec::new();
    let mut at = 2;
    loop {
        assert_eq!(jpeg[at], 0xff);
        let length = usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]]));
        found.push((jpeg[at + 1], jpeg[at + 4..at + 2 + length].to_vec()));
        if jpeg[at + 1] == 0xda {
            return found;
        }
        at += 2 + length;
    }
}

/// Returns the segments of one marker.
pub(crate) fn segment(jpeg: &[u8], marker: u8) -> Vec<Vec<u8>> {
    segments(jpeg).into_iter().filter(|(found, _)| *found == marker).map(|(_, body)| body).collect()
}

/// Returns the sampling factors of a JPEG's components.
pub(crate) fn factors(jpeg: &[u8]) -> Vec<(u8, u8)> {
    let frame = segments(jpeg).into_iter().find(|(m, _)| matches!(m, 0xc0 | 0xc1)).expect("a frame header").1;
    frame[6..].chunks_exact(3).map(|component| (component[1] >> 4, component[1] & 15)).collect()
}

/// Returns the quantisation tables of a JPEG, in the order of the file, each in zigzag order.
pub(crate) fn tables(jpeg: &[u8]) -> Vec<Vec<u16>> {
    let mut tables = Vec::new();
    for body in segment(jpeg, 0xdb) {
        let mut rest = &body[..];
        while let Some((&first, steps)) = rest.split_first() {
            let bytes = if first >> 4 == 0 { 1 } else { 2 };
            let table = steps[..64 * bytes].chunks_exact(bytes);
            tables.push(table.map(|step| step.iter().fold(0, |sum, &b| sum << 8 | u16::from(b))).collect());
            rest = &steps[64 * bytes..];
        }
    }
    tables
}
