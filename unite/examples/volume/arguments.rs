//! The command line.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Parser;
use unite::kernel::Ray;

use crate::error::{ArgumentError, VolumeError};

/// Samples a raw volume between its voxels, and prints a line per sample: its place, a tab, the value.
///
/// Without a place, a ray or a slice it prints how much of the volume is above the threshold.
#[derive(Debug, Parser)]
pub(crate) struct Arguments {
    /// Raw voxels, x fastest, then y, then z; gz and xz are unpacked; - is standard input
    pub(crate) file: PathBuf,
    /// The number of voxels along x, y and z: 256x242x154
    #[arg(long, value_name = "XxYxZ")]
    pub(crate) size: Size,
    /// The type of a voxel
    #[arg(long = "type", value_enum)]
    pub(crate) kind: Kind,
    /// The magnitude above which voxels are stored; other voxels count as zero
    #[arg(long, default_value_t = 0.0, value_parser = threshold)]
    pub(crate) threshold: f32,
    /// A place to sample: 100,90.5,77
    #[arg(long, value_name = "X,Y,Z", value_parser = place, allow_hyphen_values = true)]
    pub(crate) at: Vec<[f32; 3]>,
    /// Samples along a line, by origin, step and count: 0,90,77:0.5,0,0:512
    #[arg(long, value_name = "X,Y,Z:DX,DY,DZ:N", value_parser = ray, allow_hyphen_values = true)]
    pub(crate) ray: Vec<Ray>,
    /// A plane to draw: z=77.5
    #[arg(long, value_name = "AXIS=PLACE", requires = "picture")]
    pub(crate) slice: Option<Slice>,
    /// The file for the picture of the plane: a PNG
    #[arg(long, value_name = "FILE.png", requires = "slice", value_parser = picture)]
    pub(crate) picture: Option<PathBuf>,
}

impl Arguments {
    /// Returns whether there is no place, no ray and no slice.
    pub(crate) fn asks_nothing(&self) -> bool {
        self.at.is_empty() && self.ray.is_empty() && self.slice.is_none()
    }
}

/// The number of voxels along x, y and z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Size(pub(crate) [usize; 3]);

impl Size {
    /// Returns the total number of voxels.
    pub(crate) fn voxels(self) -> usize {
        self.0.iter().product()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size([x, y, z]) = self;
        write!(f, "{x}x{y}x{z}")
    }
}

impl FromStr for Size {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let sizes: [u64; 3] = parts(text, 'x', "--size 256x242x154")?;
        if let Some(&found) = sizes.iter().find(|&&size| size == 0 || size >= i32::MAX as u64) {
            return Err(ArgumentError::Axis { found });
        }
        // A voxel has at most four bytes, and an array at most `isize::MAX`.
        let voxels = sizes.iter().try_fold(4usize, |product, &size| product.checked_mul(usize::try_from(size).ok()?));
        match voxels {
            Some(bytes) if isize::try_from(bytes).is_ok() => Ok(Size(sizes.map(|size| size as usize))),
            _ => Err(ArgumentError::Large),
        }
    }
}

/// The type of a voxel.
#[derive(Debug, Clone, Copy, PartialEq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// Unsigned, one byte
    U8,
    /// Unsigned, two bytes, little-endian
    U16le,
    /// Unsigned, two bytes, big-endian
    U16be,
    /// Signed, two bytes, little-endian
    I16le,
    /// Signed, two bytes, big-endian
    I16be,
    /// Floating-point, four bytes, little-endian
    F32le,
    /// Floating-point, four bytes, big-endian
    F32be,
}

impl Kind {
    /// Returns the size in bytes.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Kind::U8 => 1,
            Kind::U16le | Kind::U16be | Kind::I16le | Kind::I16be => 2,
            Kind::F32le | Kind::F32be => 4,
        }
    }

    /// Returns the value of a voxel, whose size must match.
    pub(crate) fn value(self, bytes: &[u8]) -> f32 {
        match (self, bytes) {
            (Kind::U8, &[byte]) => f32::from(byte),
            (Kind::U16le, &[low, high]) => f32::from(u16::from_le_bytes([low, high])),
            (Kind::U16be, &[high, low]) => f32::from(u16::from_be_bytes([high, low])),
            (Kind::I16le, &[low, high]) => f32::from(i16::from_le_bytes([low, high])),
            (Kind::I16be, &[high, low]) => f32::from(i16::from_be_bytes([high, low])),
            (Kind::F32le, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
            (Kind::F32be, &[a, b, c, d]) => f32::from_be_bytes([a, b, c, d]),
            _ => unreachable!("a voxel of {} bytes in {}", bytes.len(), self.bytes()),
        }
    }
}

/// A plane that is perpendicular to an axis, where 0 is x.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Slice {
    pub(crate) axis: usize,
    pub(crate) place: f32,
}

impl Slice {
    /// Checks that the plane meets the volume: a voxel, or the transition from a voxel to the zeros around it.
    pub(crate) fn check(self, Size(size): Size) -> Result<(), VolumeError> {
        let Slice { axis, place } = self;
        if place > -1.0 && place < size[axis] as f32 {
            return Ok(());
        }
        Err(VolumeError::Slice { axis: AXES[axis], place, last: size[axis] - 1 })
    }
}

/// The names of the axes.
const AXES: [&str; 3] = ["x", "y", "z"];

impl FromStr for Slice {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        const EXAMPLE: &str = "--slice z=77.5";
        let wrong = || ArgumentError::Parts { found: text.split('=').count(), needed: 2, example: EXAMPLE };
        let (name, place) = text.split_once('=').ok_or_else(wrong)?;
        let axis = AXES.iter().position(|&axis| axis == name);
        let axis = axis.ok_or_else(|| ArgumentError::Name { found: name.to_owned(), example: EXAMPLE })?;
        let [place] = finite(place, EXAMPLE)?;
        Ok(Slice { axis, place })
    }
}

/// Parses numbers between separators.
fn parts<T: FromStr + Copy + Default, const N: usize>(
    text: &str,
    separator: char,
    example: &'static str,
) -> Result<[T; N], ArgumentError> {
    let found = text.split(separator).count();
    if found != N {
        return Err(ArgumentError::Parts { found, needed: N, example });
    }
    let mut numbers = [T::default(); N];
    for (number, part) in numbers.iter_mut().zip(text.split(separator)) {
        *number = part.trim().parse().map_err(|_| ArgumentError::Number { part: part.to_owned(), example })?;
    }
    Ok(numbers)
}

/// Parses finite numbers between commas.
fn finite<const N: usize>(text: &str, example: &'static str) -> Result<[f32; N], ArgumentError> {
    let numbers = parts(text, ',', example)?;
    match numbers.iter().zip(text.split(',')).find(|(number, _)| !f32::is_finite(**number)) {
        Some((_, part)) => Err(ArgumentError::Number { part: part.to_owned(), example }),
        None => Ok(numbers),
    }
}

/// Parses the path of a picture: `slice.png`.
pub(crate) fn picture(text: &str) -> Result<PathBuf, ArgumentError> {
    let path = PathBuf::from(text);
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        Ok(path)
    } else {
        Err(ArgumentError::Ending)
    }
}

/// Parses a threshold: `32`.
pub(crate) fn threshold(text: &str) -> Result<f32, ArgumentError> {
    const EXAMPLE: &str = "--threshold 32";
    let [threshold] = parts(text, ',', EXAMPLE)?;
    // No value is above NaN.
    if f32::is_nan(threshold) {
        Err(ArgumentError::Number { part: text.to_owned(), example: EXAMPLE })
    } else {
        Ok(threshold)
    }
}

/// Parses a place: `100,90.5,77`.
pub(crate) fn place(text: &str) -> Result<[f32; 3], ArgumentError> {
    finite(text, "--at 100,90.5,77")
}

/// Parses a ray: `0,90,77:0.5,0,0:512`.
pub(crate) fn ray(text: &str) -> Result<Ray, ArgumentError> {
    const EXAMPLE: &str = "--ray 0,90,77:0.5,0,0:512";
    let found: Vec<&str> = text.split(':').collect();
    let &[origin, step, count] = &found[..] else {
        return Err(ArgumentError::Parts { found: found.len(), needed: 3, example: EXAMPLE });
    };
    let [count] = parts(count, ',', EXAMPLE)?;
    Ok(Ray { origin: finite(origin, EXAMPLE)?, step: finite(step, EXAMPLE)?, count })
}
