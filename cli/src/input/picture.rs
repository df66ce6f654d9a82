//! [`Picture`]: a picture ready for encoding, with notes about the conversion for the user.

use super::metadata::Metadata;
use super::samples::Samples;
use codecs::picture::{PictureError, PixelFormat, Pixels, Sample};

/// The colours of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// One sample of gray.
    Gray,
    /// Red, green and blue.
    Rgb,
    /// Cyan, magenta, yellow and black; the largest sample stands for no ink.
    Cmyk,
    /// Y, Cb and Cr of the complements of cyan, magenta and yellow, and black.
    Ycck,
}

impl Colours {
    /// Returns the samples of a pixel.
    ///
    /// ```
    /// assert_eq!(encode::input::Colours::Cmyk.count(), 4);
    /// ```
    pub fn count(self) -> usize {
        self.format().samples()
    }

    /// Returns `true` for CMYK and YCCK.
    pub fn are_four(self) -> bool {
        self.count() == 4
    }

    /// Returns the format of the samples.
    pub(crate) fn format(self) -> PixelFormat {
        match self {
            Colours::Gray => PixelFormat::Gray,
            Colours::Rgb => PixelFormat::Rgb,
            Colours::Cmyk => PixelFormat::Cmyk,
            Colours::Ycck => PixelFormat::Ycck,
        }
    }

    /// Returns the name for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Colours::Gray => "gray",
            Colours::Rgb => "RGB",
            Colours::Cmyk => "CMYK",
            Colours::Ycck => "YCCK",
        }
    }
}

/// A picture ready for encoding.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Columns, 1 to 65535.
    pub width: u32,
    /// Rows, 1 to 65535.
    pub height: u32,
    /// The colours of a pixel.
    pub colours: Colours,
    /// The samples, row by row, the colours interleaved.
    pub samples: Samples,
    /// The largest possible value of a sample, 1 or more; 255 after scaling to 8 bits.
    pub maxval: u16,
    /// The largest possible value of a sample of the input, before scaling.
    pub source_maxval: u16,
    /// The input's metadata, of the kinds that are kept.
    pub metadata: Metadata,
    /// The notes about the conversion of the file to samples.
    pub notes: Vec<Note>,
}

/// A note for the user about the conversion of a file to samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Samples of more than 8 bits were rounded.
    Rounded,
    /// Transparent pixels were laid over the background.
    Blended,
    /// The file breaks its format's rules; the decodable part was used.
    Damaged(String),
    /// Metadata that cannot be kept, and why.
    LeftOut(String),
}

impl Picture {
    /// Returns a picture without metadata and notes.
    pub(crate) fn bare(width: u32, height: u32, colours: Colours, samples: Samples, maxval: u16) -> Self {
        Picture {
            width,
            height,
            colours,
            samples,
            maxval,
            source_maxval: maxval,
            metadata: Metadata::default(),
            notes: Vec::new(),
        }
    }

    /// Returns `true` for gray.
    pub(crate) fn is_gray(&self) -> bool {
        self.colours == Colours::Gray
    }

    /// Returns the samples in the codec's type. `T` has to match the variant of [`Picture::samples`].
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
    /// Returns no error for the samples of a picture that [`read`](super::read) made.
    pub fn pixels<'a, T: Sample>(&self, samples: &'a [T]) -> Result<Pixels<'a, T>, PictureError> {
        Pixels::interleaved(samples, self.width as usize, self.height as usize, self.colours.format())
    }

    /// Returns the number of bits of the largest possible sample, at least 2.
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
