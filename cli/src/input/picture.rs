//! [`Picture`]: a picture as it is encoded, and what a user should know of the way to it.

use super::samples::Samples;
use codecs::picture::{PictureError, PixelFormat, Pixels, Sample};

/// A picture as it is encoded.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Columns, 1 to 65535.
    pub width: u32,
    /// Rows, 1 to 65535.
    pub height: u32,
    /// Whether a pixel is one sample of gray; else it is red, green and blue.
    pub gray: bool,
    /// The samples.
    pub samples: Samples,
    /// The largest number that a sample can be, 1 or more; 255 where samples were scaled to 8 bits.
    pub maxval: u16,
    /// The largest number that a sample of the input can be, before scaling.
    pub source_maxval: u16,
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
    /// Samples alone.
    pub(crate) fn bare(width: u32, height: u32, gray: bool, samples: Samples, maxval: u16) -> Self {
        Picture {
            width,
            height,
            gray,
            samples,
            maxval,
            source_maxval: maxval,
            icc: None,
            exif: None,
            notes: Vec::new(),
        }
    }

    /// The samples, which are of one type or the other, as the codec takes them.
    ///
    /// ```
    /// use encode::input::{ReadOptions, Samples, read};
    /// let picture = read(b"P2 2 1 255  0 9".to_vec(), &ReadOptions::default())?;
    /// let Samples::Eight(samples) = &picture.samples else { panic!("8 bits") };
    /// assert_eq!(picture.pixels(samples)?.width(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// None for the samples of a picture that [`read`](super::read) made.
    pub fn pixels<'a, T: Sample>(&self, samples: &'a [T]) -> Result<Pixels<'a, T>, PictureError> {
        let format = if self.gray { PixelFormat::Gray } else { PixelFormat::Rgb };
        Pixels::interleaved(samples, self.width as usize, self.height as usize, format)
    }

    /// Bits of the largest number that a sample can be, 2 at least.
    ///
    /// ```
    /// use encode::args::Depth;
    /// use encode::input::{ReadOptions, read};
    /// let options = ReadOptions::default().with_depth(Depth::Keep);
    /// assert_eq!(read(b"P2 1 1 1000 7".to_vec(), &options)?.precision(), 10);
    /// assert_eq!(read(b"P2 1 1 1 0".to_vec(), &options)?.precision(), 2);
    /// # Ok::<(), encode::Error>(())
    /// ```
    pub fn precision(&self) -> u8 {
        (u16::BITS - self.maxval.leading_zeros()).max(2) as u8
    }
}
