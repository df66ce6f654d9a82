//! Bytes of any picture format to 8-bit gray or RGB samples.
//!
//! ```text
//! bytes -> format -> pnm                -> Raster -> alpha -> Picture
//!                    jpeg, image (guard)
//! ```
//! Nothing here opens a file but [`source`]: [`read`] takes bytes, so that tests and fuzzers reach all of it. Sizes are
//! checked before memory is taken; see [`Error::Hollow`] for headers that promise what the data cannot hold.

mod alpha;
mod format;
mod guard;
mod jpeg;
mod orientation;
mod pnm;
mod raster;
pub mod source;
mod through_image;

use crate::args::{Background, Depth};
use crate::error::Error;
use codecs::picture::{PictureError, PixelFormat, Pixels};
use format::Format;
pub(crate) use guard::guarded;
use raster::{Channels, Raster};

/// How pictures are read.
///
/// ```
/// use encode::input::{ReadOptions, read};
/// let options = ReadOptions { strip: true, ..ReadOptions::default() };
/// let picture = read(b"P2 2 1 15  0 15".to_vec(), &options)?;
/// assert_eq!((picture.width, picture.height, picture.samples), (2, 1, vec![0, 255]));
/// # Ok::<(), encode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// What transparent pictures are laid over.
    pub background: Background,
    /// What becomes of samples of more than 8 bits.
    pub depth: Depth,
    /// No metadata; the EXIF orientation is applied to the samples.
    pub strip: bool,
}

/// A picture as it is encoded: 8-bit samples, pixel after pixel, row after row.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Columns, 1 to 65535.
    pub width: u32,
    /// Rows, 1 to 65535.
    pub height: u32,
    /// Whether a pixel is one sample of gray; else it is red, green and blue.
    pub gray: bool,
    /// The samples.
    pub samples: Vec<u8>,
    /// The input's colour profile.
    pub icc: Option<Vec<u8>>,
    /// The input's EXIF, from its byte order mark on.
    pub exif: Option<Vec<u8>>,
    /// What a user should know of the way from the file to the samples.
    pub notes: Vec<Note>,
}

/// What a user should know of the way from the file to the samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Samples of more than 8 bits were rounded.
    Rounded,
    /// Transparent pixels were laid over the background.
    Blended,
    /// The file breaks its format's rules; what could be decoded was taken.
    Damaged(String),
}

impl Picture {
    /// The samples as the codec takes them.
    ///
    /// # Errors
    /// None for a picture that [`read`] made.
    pub fn pixels(&self) -> Result<Pixels<'_>, PictureError> {
        let format = if self.gray { PixelFormat::Gray } else { PixelFormat::Rgb };
        Pixels::interleaved(&self.samples, self.width as usize, self.height as usize, format)
    }
}

/// Reads a picture of any format that is known by its first bytes. See [`ReadOptions`] for an example.
///
/// # Errors
/// All that can be wrong with an input; never a panic, whatever the bytes.
pub fn read(bytes: Vec<u8>, options: &ReadOptions) -> Result<Picture, Error> {
    let format = format::recognise(&bytes)?;
    let mut raster = guarded(format.name(), || match format {
        Format::Pnm => pnm::read(&bytes),
        Format::Jpeg => jpeg::read(&bytes),
        _ => through_image::read(&bytes, format, through_image::Faults::Refuse),
    })?;
    drop(bytes);
    if raster.rounded && options.depth == Depth::Error {
        return Err(Error::Depth);
    }
    let mut notes: Vec<Note> = raster.damage.take().map(Note::Damaged).into_iter().collect();
    if raster.rounded {
        notes.push(Note::Rounded);
    }
    if alpha::lay_over(&mut raster, options.background) {
        notes.push(Note::Blended);
    }
    if options.strip {
        orientation::apply(&mut raster);
        (raster.icc, raster.exif) = (None, None);
    } else {
        orientation::keep_as_tag(&mut raster);
    }
    let Raster { width, height, channels, samples, icc, exif, .. } = raster;
    Ok(Picture { width, height, gray: channels == Channels::Gray, samples, icc, exif, notes })
}

/// A JPEG's sizes are 16-bit numbers: what is larger need not be decoded.
fn check_size(width: u64, height: u64) -> Result<(u32, u32), Error> {
    match (u16::try_from(width), u16::try_from(height)) {
        (Ok(1..), Ok(1..)) => Ok((width as u32, height as u32)),
        _ => Err(Error::Size { width, height }),
    }
}

/// Refuses a large picture of so few bytes that no coder could have made them: Deflate makes at most 1032 bytes of one, a byte
/// is 8 pixels at most, and Huffman codes do worse. WebP has no such bound, and is not asked: its sizes end at 16384.
fn check_promise(width: u32, height: u32, bytes: usize) -> Result<(), Error> {
    const SMALL: u64 = 64 << 20;
    const PIXELS_A_BYTE: u64 = 16384;
    let pixels = u64::from(width) * u64::from(height);
    if pixels > SMALL && pixels / PIXELS_A_BYTE > bytes as u64 {
        return Err(Error::Hollow { width, height, bytes });
    }
    Ok(())
}
