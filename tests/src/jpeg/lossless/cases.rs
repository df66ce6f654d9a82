//! [`Case`]: a picture, its layout, and the options to encode it with.

use super::pictures::{Content, mask};
use super::python::Space;
use crate::Random;
use crate::jpeg::{Family, Kind};
use codecs::jpeg::lossless::{Options, Predictor, encode};
use codecs::jpeg::{Huffman, JpegError, Restart, Scans};
use codecs::picture::{Layout, PixelFormat, Pixels, Plane, Sample};

/// The type of the samples in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// `u8`.
    U8,
    /// `u16`.
    U16,
}

/// A picture, its layout, and the options to encode it with.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The mapping of the input's channels to the components of the file.
    pub kind: Kind,
    /// The type of the samples.
    pub words: Words,
    /// The number of bits per sample.
    pub precision: u8,
    /// The predictor's selection value; `None` for the encoder's choice.
    pub predictor: Option<u8>,
    /// The number of discarded bits.
    pub point_transform: u8,
    /// The restart markers.
    pub restart: Restart,
    /// One scan, or one for each component.
    pub scans: Scans,
    /// The Huffman tables.
    pub huffman: Huffman,
    /// The columns and rows.
    pub size: (usize, usize),
    /// The content of the picture.
    pub content: Content,
}

impl Case {
    /// Returns a gray picture of noise, with all other options as in [`Options::new`].
    pub fn gray(precision: u8, size: (usize, usize)) -> Case {
        Case {
            kind: Kind::Natural(PixelFormat::Gray),
            words: if precision <= 8 { Words::U8 } else { Words::U16 },
            precision,
            predictor: None,
            point_transform: 0,
            restart: Restart::Never,
            scans: Scans::Interleaved,
            huffman: Huffman::Optimised,
            size,
            content: Content::Noise,
        }
    }

    /// Returns whether all components have as many samples as the picture.
    pub fn is_full(&self) -> bool {
        self.luma_factors() == (1, 1)
    }

    /// Returns the horizontal and vertical sampling factor of the first component; those of the others are 1.
    pub fn luma_factors(&self) -> (u8, u8) {
        match self.kind {
            Kind::Planar(h, v) | Kind::SemiPlanar(h, v) => (h, v),
            _ => (1, 1),
        }
    }

    /// Returns the columns and rows of each component.
    pub fn component_sizes(&self) -> Vec<(usize, usize)> {
        let (width, height) = self.size;
        match self.kind {
            Kind::Planar(h, v) | Kind::SemiPlanar(h, v) => {
                let chroma = (width.div_ceil(h.into()), height.div_ceil(v.into()));
                vec![self.size, chroma, chroma]
            }
            kind => vec![self.size; kind.components()],
        }
    }

    /// Returns the colour space that a decoder reports if it does not convert colours.
    pub fn space(&self) -> Space {
        match self.kind {
            Kind::Natural(PixelFormat::Rgb | PixelFormat::Rgba | PixelFormat::Bgr | PixelFormat::Bgra) => Space::Rgb,
            kind => match kind.family() {
                Family::Gray => Space::Gray,
                Family::YCbCr => Space::YCbCr,
                Family::Rgb => Space::Rgb,
                Family::Cmyk => Space::Cmyk,
                Family::Ycck => Space::Ycck,
            },
        }
    }

    /// Returns the options of the encoder, for one thread.
    ///
    /// # Errors
    /// Returns no error if the predictor is valid.
    pub fn options(&self) -> Result<Options, JpegError> {
        let mut options = Options::new();
        options.precision = Some(self.precision);
        options.predictor = self.predictor.map(Predictor::new).transpose()?;
        options.point_transform = self.point_transform;
        options.huffman = self.huffman;
        options.restart = self.restart;
        options.scans = self.scans;
        Ok(options)
    }

    /// Makes the picture.
    pub fn source(&self, random: &mut Random) -> Source {
        Source::new(self, random)
    }

    /// Encodes the picture.
    ///
    /// # Errors
    /// Errors of the encoder.
    pub fn encode(&self, source: &Source) -> Result<Vec<u8>, JpegError> {
        source.encode(self.words, &self.options()?)
    }
}

/// A plane of a picture: its samples, and the number of samples from row to row.
type Rows = (Vec<u16>, usize);

/// A picture in the layout of a [`Kind`], in memory of its own.
///
/// Samples that belong to no component, alpha and the gaps between rows, use all bits of the type, whatever the
/// precision.
#[derive(Clone, Debug)]
pub struct Source {
    size: (usize, usize),
    kind: Kind,
    planes: Vec<Rows>,
    /// The samples of each component, row by row.
    components: Vec<Vec<u16>>,
}

impl Source {
    fn new(case: &Case, random: &mut Random) -> Source {
        let corner = random.index(0, 10_000);
        let mut components: Vec<Vec<u16>> = Vec::new();
        for (c, (width, height)) in case.component_sizes().into_iter().enumerate() {
            let sample = |n: usize| case.content.sample(c, (n % width, n / width), case.precision, corner, random);
            components.push((0..width * height).map(sample).collect());
        }
        let gap = random.between(0, 4) as usize;
        let size = case.size;
        let plane = |channels: &[usize]| interleave(channels, &components, case.component_sizes(), gap);
        let planes = match case.kind {
            Kind::Natural(format) | Kind::Gray(format) | Kind::Untransformed(format) => vec![plane(channels(format))],
            Kind::Planar(..) => vec![plane(&[0]), plane(&[1]), plane(&[2])],
            Kind::SemiPlanar(..) => vec![plane(&[0]), plane(&[1, 2])],
        };
        Source { size, kind: case.kind, planes, components }
    }

    /// Encodes the picture from samples of a type.
    ///
    /// # Errors
    /// Errors of the encoder.
    pub fn encode(&self, words: Words, options: &Options) -> Result<Vec<u8>, JpegError> {
        let mut file = Vec::new();
        match words {
            Words::U16 => {
                let planes: Vec<_> = self.planes.iter().map(|(data, pitch)| Plane { data, pitch: *pitch }).collect();
                encode(&self.pixels(&planes)?, options, &mut file)?;
            }
            Words::U8 => {
                let bytes = |(data, pitch): &Rows| (data.iter().map(|&s| s as u8).collect::<Vec<u8>>(), *pitch);
                let bytes: Vec<_> = self.planes.iter().map(bytes).collect();
                let planes: Vec<_> =
                    bytes.iter().map(|(data, pitch)| Plane { data: &data[..], pitch: *pitch }).collect();
                encode(&self.pixels(&planes)?, options, &mut file)?;
            }
        }
        Ok(file)
    }

    fn pixels<'a, T: Sample>(&self, planes: &[Plane<'a, T>]) -> Result<Pixels<'a, T>, JpegError> {
        let layout = match (self.kind, planes) {
            (Kind::Planar(h, v), &[y, cb, cr]) => Layout::Planar { planes: [y, cb, cr], subsampling: (h, v) },
            (Kind::SemiPlanar(h, v), &[y, chroma]) => Layout::SemiPlanar { planes: [y, chroma], subsampling: (h, v) },
            (Kind::Natural(format) | Kind::Gray(format) | Kind::Untransformed(format), &[plane, ..]) => {
                Layout::Interleaved { format, plane }
            }
            (kind, planes) => panic!("{kind:?} has another number of planes than {}", planes.len()),
        };
        Ok(Pixels::new(self.size.0, self.size.1, layout)?)
    }

    /// Returns the expected samples of each component, without the discarded bits.
    pub fn expected(&self, point_transform: u8) -> Vec<Vec<u16>> {
        let kept = |sample: &u16| sample >> point_transform << point_transform;
        self.components.iter().map(|samples| samples.iter().map(kept).collect()).collect()
    }

    /// Returns the expected samples pixel by pixel, for pixels with samples of all components: all pixels without
    /// subsampling.
    pub fn interleaved(&self, point_transform: u8) -> Vec<u16> {
        let components = self.expected(point_transform);
        let pixels = components.iter().map(Vec::len).min().unwrap_or(0);
        (0..pixels).flat_map(|n| components.iter().map(move |samples| samples[n])).collect()
    }
}

/// The index of alpha, which is not a component.
const ALPHA: usize = usize::MAX;

/// Returns the component that each sample of a pixel belongs to.
fn channels(format: PixelFormat) -> &'static [usize] {
    match format {
        PixelFormat::Gray => &[0],
        PixelFormat::Rgb | PixelFormat::YCbCr => &[0, 1, 2],
        PixelFormat::Rgba => &[0, 1, 2, ALPHA],
        PixelFormat::Bgr => &[2, 1, 0],
        PixelFormat::Bgra => &[2, 1, 0, ALPHA],
        PixelFormat::Cmyk | PixelFormat::Ycck => &[0, 1, 2, 3],
        format => panic!("the tests make no pictures of {format:?}"),
    }
}

/// Interleaves some components.
fn interleave(channels: &[usize], components: &[Vec<u16>], sizes: Vec<(usize, usize)>, gap: usize) -> Rows {
    let (width, height) = sizes[channels[0]];
    let pitch = width * channels.len() + gap;
    let mut data = vec![mask(16); pitch * (height - 1) + width * channels.len()];
    for (at, &c) in channels.iter().enumerate().filter(|&(_, &c)| c != ALPHA) {
        for (n, &sample) in components[c].iter().enumerate() {
            data[n / width * pitch + n % width * channels.len() + at] = sample;
        }
    }
    (data, pitch)
}
