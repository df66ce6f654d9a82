//! Components and scans of a lossless frame (T.81 Annex A). An MCU has one sample of each component of its scan.

use super::options::Options;
use crate::jpeg::{JpegError, Restart, Scans};
use crate::picture::{Layout, PixelFormat, Pixels, Plane, Sample};

/// A component of the frame and the location of its samples.
pub(super) struct Component<'p, T> {
    /// The identifier in the file.
    pub(super) id: u8,
    /// Sampling factors.
    pub(super) h: u8,
    pub(super) v: u8,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) samples: Samples<'p, T>,
}

/// Every `step`-th sample of a plane, from sample `offset` of a row on.
#[derive(Clone, Copy)]
pub(super) struct Samples<'p, T> {
    pub(super) plane: Plane<'p, T>,
    pub(super) step: usize,
    pub(super) offset: usize,
}

/// The colour space declared in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    /// Gray or YCbCr, with a JFIF segment.
    Jfif,
    /// RGB or CMYK, with an APP14 segment.
    Untransformed,
    /// YCCK, with an APP14 segment.
    Ycck,
}

/// The frame of a picture.
pub(super) struct Frame<'p, T> {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) precision: u8,
    pub(super) point_transform: u8,
    pub(super) colour: Colour,
    pub(super) components: Vec<Component<'p, T>>,
}

/// A scan: components of equal size, their samples interleaved pixel by pixel.
pub(super) struct Scan {
    /// The range of component indices in the scan.
    pub(super) components: core::ops::Range<usize>,
    pub(super) width: usize,
    pub(super) height: usize,
    /// Lines between two restart markers; 0 for no markers.
    pub(super) restart_lines: usize,
}

impl<'p, T: Sample> Frame<'p, T> {
    pub(super) fn new(picture: &Pixels<'p, T>, options: &Options) -> Result<Self, JpegError> {
        let (width, height) = (picture.width(), picture.height());
        if width > 65535 || height > 65535 {
            return Err(JpegError::Size { width, height });
        }
        let precision = options.precision.unwrap_or(T::BITS);
        if !(2..=16).contains(&precision) {
            return Err(JpegError::Precision(precision));
        }
        let point_transform = options.point_transform;
        if point_transform >= precision {
            return Err(JpegError::PointTransform { point_transform, precision });
        }
        let (colour, components) = components(picture);
        Ok(Frame { width, height, precision, point_transform, colour, components })
    }

    /// Returns the scans in file order.
    pub(super) fn scans(&self, options: &Options) -> Result<Vec<Scan>, JpegError> {
        let size = |c: &Component<'_, T>| (c.width, c.height);
        // With different factors an MCU would have several samples of a component (A.2.3), even if the sizes are equal.
        let one_each = self.components.iter().all(|c| (c.h, c.v) == (1, 1));
        let together = one_each && options.scans == Scans::Interleaved;
        let step = if together { self.components.len() } else { 1 };
        let scan = |first: usize| {
            let (width, height) = size(&self.components[first]);
            let restart_lines = restart_lines(options.restart, width)?;
            Ok(Scan { components: first..first + step, width, height, restart_lines })
        };
        (0..self.components.len()).step_by(step).map(scan).collect()
    }

    /// Returns the largest sample after the point transform. Half of it, rounded up, predicts the first sample of an
    /// interval.
    pub(super) fn most(&self) -> u16 {
        u16::MAX >> (16 - self.precision) >> self.point_transform
    }
}

/// Returns the restart interval in whole lines, as H.1.1 requires.
fn restart_lines(restart: Restart, width: usize) -> Result<usize, JpegError> {
    let lines = match restart {
        Restart::Never => 0,
        Restart::Rows(lines) => usize::from(lines),
        Restart::Mcus(mcus) if usize::from(mcus).is_multiple_of(width) => usize::from(mcus) / width,
        Restart::Mcus(mcus) => return Err(JpegError::RestartPart { mcus, width }),
    };
    match lines * width {
        0..=65535 => Ok(lines),
        _ => Err(JpegError::RestartLines { lines, width, most: 65535 / width }),
    }
}

/// Returns the colour space of a picture and its components.
fn components<'p, T: Sample>(picture: &Pixels<'p, T>) -> (Colour, Vec<Component<'p, T>>) {
    use PixelFormat::{Bgr, Bgra, Cmyk, Gray, Rgb, Rgba, YCbCr, Ycck};
    let (width, height) = (picture.width(), picture.height());
    let component = |id, plane, step, offset| {
        let samples = Samples { plane, step, offset };
        Component { id, h: 1, v: 1, width, height, samples }
    };
    let ycbcr = |planes: [Samples<'p, T>; 3], (sub_h, sub_v): (u8, u8)| {
        let of = |(c, samples): (usize, Samples<'p, T>)| {
            let (id, stands_for) = (c as u8 + 1, if c == 0 { (1, 1) } else { (sub_h, sub_v) });
            let (h, v) = (sub_h / stands_for.0, sub_v / stands_for.1);
            let width = width.div_ceil(usize::from(stands_for.0));
            let height = height.div_ceil(usize::from(stands_for.1));
            Component { id, h, v, width, height, samples }
        };
        planes.into_iter().enumerate().map(of).collect()
    };
    let whole = |plane| Samples { plane, step: 1, offset: 0 };
    match picture.layout() {
        Layout::Interleaved { format, plane } => {
            let (colour, names, order): (_, &[u8], &[usize]) = match format {
                Gray => (Colour::Jfif, &[1], &[0]),
                YCbCr => (Colour::Jfif, &[1, 2, 3], &[0, 1, 2]),
                Rgb | Rgba => (Colour::Untransformed, b"RGB", &[0, 1, 2]),
                Bgr | Bgra => (Colour::Untransformed, b"RGB", &[2, 1, 0]),
                Cmyk => (Colour::Untransformed, b"CMYK", &[0, 1, 2, 3]),
                Ycck => (Colour::Ycck, &[1, 2, 3, 4], &[0, 1, 2, 3]),
            };
            let of = |(&id, &offset): (&u8, &usize)| component(id, plane, format.samples(), offset);
            (colour, names.iter().zip(order).map(of).collect())
        }
        Layout::Planar { planes, subsampling } => (Colour::Jfif, ycbcr(planes.map(whole), subsampling)),
        Layout::SemiPlanar { planes: [y, plane], subsampling } => {
            let chroma = |offset| Samples { plane, step: 2, offset };
            (Colour::Jfif, ycbcr([whole(y), chroma(0), chroma(1)], subsampling))
        }
    }
}
