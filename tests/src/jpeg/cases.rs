//! [`Case`]: a picture, its layout, and the options to encode it with.

use crate::Random;
use codecs::jpeg::JpegError;
use codecs::jpeg::baseline::{Colour, Options, Sampling, encode};
use codecs::jpeg::quant_table::QuantTable;
use codecs::jpeg::{Huffman, Restart, Scans};
use codecs::picture::{Layout, PictureError, PixelFormat, Pixels, Plane};

/// Sampling factors by their common names: the usual ones first, then others that T.81 allows.
pub const SAMPLINGS: [(&str, [(u8, u8); 4]); 18] = [
    ("444", [(1, 1), (1, 1), (1, 1), (1, 1)]),
    ("422", [(2, 1), (1, 1), (1, 1), (2, 1)]),
    ("420", [(2, 2), (1, 1), (1, 1), (2, 2)]),
    ("440", [(1, 2), (1, 1), (1, 1), (1, 2)]),
    ("411", [(4, 1), (1, 1), (1, 1), (4, 1)]),
    ("410", [(4, 2), (1, 1), (1, 1), (4, 2)]),
    ("444 as 2x1", [(2, 1), (2, 1), (2, 1), (2, 1)]),
    ("422 as 2x2", [(2, 2), (1, 2), (1, 2), (2, 2)]),
    ("3x1", [(3, 1), (1, 1), (1, 1), (1, 1)]),
    ("1x3", [(1, 3), (1, 1), (1, 1), (1, 1)]),
    ("1x4", [(1, 4), (1, 1), (1, 1), (1, 1)]),
    ("2x2, 1x2, 2x1", [(2, 2), (1, 2), (2, 1), (1, 1)]),
    ("2x1, 1x2, 1x1", [(2, 1), (1, 2), (1, 1), (1, 1)]),
    ("1x1, 2x2, 2x2", [(1, 1), (2, 2), (2, 2), (1, 1)]),
    ("4x1, 2x2, 1x1", [(4, 1), (2, 2), (1, 1), (1, 1)]),
    ("3x1, 2x1, 1x1", [(3, 1), (2, 1), (1, 1), (1, 1)]),
    ("2x3, 1x2, 1x1", [(2, 3), (1, 2), (1, 1), (1, 1)]),
    ("4x4, 2x2, 1x1", [(4, 4), (2, 2), (1, 1), (3, 3)]),
];

/// Sizes around the boundaries of blocks and MCUs.
pub const SIZES: [(usize, usize); 12] =
    [(1, 1), (7, 9), (8, 8), (15, 17), (16, 16), (17, 16), (33, 31), (65, 3), (3, 65), (32, 33), (49, 24), (1, 40)];

/// The mapping of the input's channels to the components of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Interleaved pixels, encoded with the usual conversion.
    Natural(PixelFormat),
    /// Interleaved pixels, encoded as gray.
    Gray(PixelFormat),
    /// Interleaved pixels with three components, encoded without a conversion.
    Untransformed(PixelFormat),
    /// YCbCr in three planes, with chroma subsampled by these factors.
    Planar(u8, u8),
    /// YCbCr in two planes, with chroma subsampled by these factors.
    SemiPlanar(u8, u8),
}

/// The kinds that are tested.
pub const KINDS: [Kind; 17] = [
    Kind::Natural(PixelFormat::Gray),
    Kind::Natural(PixelFormat::Rgb),
    Kind::Natural(PixelFormat::Rgba),
    Kind::Natural(PixelFormat::Bgr),
    Kind::Natural(PixelFormat::Bgra),
    Kind::Natural(PixelFormat::YCbCr),
    Kind::Planar(1, 1),
    Kind::Planar(2, 1),
    Kind::Planar(2, 2),
    Kind::Planar(4, 1),
    Kind::Planar(3, 2),
    Kind::SemiPlanar(2, 2),
    Kind::Natural(PixelFormat::Cmyk),
    Kind::Natural(PixelFormat::Ycck),
    Kind::Untransformed(PixelFormat::Rgb),
    Kind::Untransformed(PixelFormat::Bgra),
    Kind::Gray(PixelFormat::Rgb),
];

/// The decoders' interpretation of the components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// One component.
    Gray,
    /// The three components of JFIF.
    YCbCr,
    /// Three components without a transformation.
    Rgb,
    /// Four components without a transformation.
    Cmyk,
    /// Four components, the first three of which are transformed.
    Ycck,
}

impl Kind {
    /// Returns the decoders' interpretation of the components.
    pub fn family(self) -> Family {
        match self {
            Kind::Gray(_) | Kind::Natural(PixelFormat::Gray) => Family::Gray,
            Kind::Untransformed(_) => Family::Rgb,
            Kind::Natural(PixelFormat::Cmyk) => Family::Cmyk,
            Kind::Natural(PixelFormat::Ycck) => Family::Ycck,
            Kind::Natural(_) | Kind::Planar(..) | Kind::SemiPlanar(..) => Family::YCbCr,
        }
    }

    /// Returns the number of components of the file.
    pub fn components(self) -> usize {
        match self.family() {
            Family::Gray => 1,
            Family::YCbCr | Family::Rgb => 3,
            Family::Cmyk | Family::Ycck => 4,
        }
    }
}

/// The choice of quantisation and Huffman tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// Annex K's quantisation and Huffman tables.
    Standard,
    /// Annex K's steps, with Huffman tables optimised for the picture.
    Optimised,
    /// Custom steps of 8 bits, a table for each component.
    Custom,
    /// Custom steps, some above 255: an extended sequential file.
    Wide,
    /// The steps of `Wide`, with Huffman tables optimised for the picture.
    WideOptimised,
}

/// All choices of tables.
pub const TABLES: [Tables; 5] =
    [Tables::Standard, Tables::Optimised, Tables::Custom, Tables::Wide, Tables::WideOptimised];

/// No restarts, restarts by rows, and restarts by MCUs that seldom divide a row.
pub const RESTARTS: [Restart; 4] = [Restart::Never, Restart::Rows(1), Restart::Mcus(5), Restart::Mcus(1)];

/// The content of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// One colour.
    Flat,
    /// A ramp of its own for each component.
    Gradient,
    /// Random samples.
    Noise,
}

/// The picture of a [`Kind`]'s layout, in memory of its own, with gaps between rows.
#[derive(Clone, Debug)]
pub struct Source {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    kind: Kind,
    planes: Vec<(Vec<u8>, usize)>,
}

impl Source {
    /// Makes a picture. Only noise uses the random numbers.
    pub fn new(kind: Kind, (width, height): (usize, usize), content: Content, random: &mut Random) -> Source {
        let gap = random.between(0, 4) as usize;
        let flat: [u8; 4] = std::array::from_fn(|_| random.bits() as u8);
        let mut plane = |columns: usize, rows: usize, channels: usize, first: usize| {
            let pitch = columns * channels + gap;
            let mut data = vec![0xA5; pitch * (rows - 1) + columns * channels];
            for y in 0..rows {
                for x in 0..columns * channels {
                    let c = first + x % channels;
                    data[y * pitch + x] = match content {
                        Content::Flat => flat[c],
                        Content::Gradient => ramp(c, (x / channels, columns), (y, rows)),
                        Content::Noise => random.bits() as u8,
                    };
                }
            }
            (data, pitch)
        };
        let chroma = |h: u8, v: u8| (width.div_ceil(h.into()), height.div_ceil(v.into()));
        let planes = match kind {
            Kind::Natural(format) | Kind::Gray(format) | Kind::Untransformed(format) => {
                vec![plane(width, height, format.samples(), 0)]
            }
            Kind::Planar(h, v) => {
                let (columns, rows) = chroma(h, v);
                vec![plane(width, height, 1, 0), plane(columns, rows, 1, 1), plane(columns, rows, 1, 2)]
            }
            Kind::SemiPlanar(h, v) => {
                let (columns, rows) = chroma(h, v);
                vec![plane(width, height, 1, 0), plane(columns, rows, 2, 1)]
            }
        };
        Source { width, height, kind, planes }
    }

    /// Returns byte `byte` of the pixel at a column and a row of plane `plane`, whose pixels have `channels` bytes.
    pub fn byte(&self, plane: usize, (x, y): (usize, usize), channels: usize, byte: usize) -> u8 {
        let (data, pitch) = &self.planes[plane];
        data[y * pitch + x * channels + byte]
    }

    /// Returns the picture in the encoder's type.
    ///
    /// # Errors
    /// Returns no error, provided that the encoder's checks are correct.
    pub fn pixels(&self) -> Result<Pixels<'_>, PictureError> {
        let plane = |n: usize| Plane { data: &self.planes[n].0, pitch: self.planes[n].1 };
        let layout = match self.kind {
            Kind::Natural(format) | Kind::Gray(format) | Kind::Untransformed(format) => {
                Layout::Interleaved { format, plane: plane(0) }
            }
            Kind::Planar(h, v) => Layout::Planar { planes: [plane(0), plane(1), plane(2)], subsampling: (h, v) },
            Kind::SemiPlanar(h, v) => Layout::SemiPlanar { planes: [plane(0), plane(1)], subsampling: (h, v) },
        };
        Pixels::new(self.width, self.height, layout)
    }
}

/// Returns a sample of a component's ramp; no component saturates, whatever the conversion.
fn ramp(component: usize, (x, columns): (usize, usize), (y, rows): (usize, usize)) -> u8 {
    let (x, y) = ((64 * x / columns) as u8, (64 * y / rows) as u8);
    match component {
        0 => 60 + x + y,
        1 => 190 - x,
        2 => 90 + y,
        _ => 220 - x - y,
    }
}

/// A picture, its layout, and the options to encode it with.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The index into [`SAMPLINGS`].
    pub sampling: usize,
    /// The mapping of the input's channels to the components.
    pub kind: Kind,
    /// One scan, or one for each component.
    pub scans: Scans,
    /// The restart markers.
    pub restart: Restart,
    /// The quantisation and Huffman tables.
    pub tables: Tables,
    /// The columns and rows.
    pub size: (usize, usize),
    /// The content of the picture.
    pub content: Content,
}

impl Case {
    /// Returns the name of the sampling.
    pub fn sampling_name(&self) -> &'static str {
        SAMPLINGS[self.sampling].0
    }

    /// Returns the columns and rows of each component.
    pub fn component_sizes(&self) -> Vec<(usize, usize)> {
        let ((h_max, v_max), (width, height)) = (self.most(), self.size);
        let size = |(h, v): (usize, usize)| ((width * h).div_ceil(h_max), (height * v).div_ceil(v_max));
        self.factors().into_iter().map(size).collect()
    }

    /// Returns the horizontal and vertical factor of each component of the file.
    pub fn factors(&self) -> Vec<(usize, usize)> {
        let all = SAMPLINGS[self.sampling].1.map(|(h, v)| (usize::from(h), usize::from(v)));
        if self.kind.components() == 1 { vec![(1, 1)] } else { all[..self.kind.components()].to_vec() }
    }

    /// Returns the greatest factors.
    pub fn most(&self) -> (usize, usize) {
        self.factors().into_iter().fold((1, 1), |most, (h, v)| (most.0.max(h), most.1.max(v)))
    }

    /// Returns whether T.81 B.2.3 allows the case's MCUs.
    pub fn is_legal(&self) -> bool {
        let blocks: usize = self.factors().iter().map(|(h, v)| h * v).sum();
        self.scans == Scans::Separate || self.kind.components() == 1 || blocks <= 10
    }

    /// Returns the options of the encoder, for one thread.
    ///
    /// # Errors
    /// Returns no error, provided that the encoder accepts all that T.81 allows.
    pub fn options(&self) -> Result<Options, JpegError> {
        let mut options = Options::new(95)?;
        options.sampling = Sampling::new(&SAMPLINGS[self.sampling].1)?;
        options.scans = self.scans;
        options.restart = self.restart;
        options.colour = match self.kind {
            Kind::Gray(_) => Colour::Gray,
            Kind::Untransformed(_) => Colour::Rgb,
            _ => Colour::Natural,
        };
        if matches!(self.tables, Tables::Optimised | Tables::WideOptimised) {
            options.huffman = Huffman::Optimised;
        }
        match self.tables {
            Tables::Standard | Tables::Optimised => {}
            Tables::Custom => {
                let [luma, cb] = [steps(|n| 1 + n as u32 / 9)?, steps(|n| 2 + n as u32 % 7)?];
                options.quant = [luma, cb, steps(|n| 3 + n as u32 % 5)?];
            }
            Tables::Wide | Tables::WideOptimised => {
                let chroma = steps(|n| if n < 40 { 2 } else { 65_535 - n as u32 })?;
                options.quant = [steps(|n| if n < 40 { 3 } else { 250 + n as u32 })?, chroma.clone(), chroma];
            }
        }
        Ok(options)
    }

    /// Makes the picture.
    pub fn source(&self, random: &mut Random) -> Source {
        Source::new(self.kind, self.size, self.content, random)
    }

    /// Encodes the picture.
    ///
    /// # Errors
    /// Errors of the encoder.
    pub fn encode(&self, source: &Source) -> Result<Vec<u8>, JpegError> {
        let mut file = Vec::new();
        encode(&source.pixels()?, &self.options()?, &mut file)?;
        Ok(file)
    }
}

/// Returns a table with steps that are a function of four times the sum of row and column: small where the ramps need
/// it.
fn steps(step: impl Fn(usize) -> u32) -> Result<QuantTable, JpegError> {
    QuantTable::new(std::array::from_fn(|n| step(n / 8 * 4 + n % 8 * 4)))
}
