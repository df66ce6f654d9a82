//! [`Frame`] and [`Planes`]: one picture of a clip, owned or borrowed.

use codecs::picture::{Layout, PictureError, PixelFormat, Pixels, Plane};

/// The size of a picture and its chroma format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) width: usize,
    pub(super) height: usize,
    /// `true` for luma only, `false` for 4:2:0.
    pub(super) gray: bool,
}

impl Shape {
    /// Returns the columns and rows of a plane; 0 is luma, 1 and 2 are Cb and Cr.
    pub(super) fn plane(&self, plane: usize) -> [usize; 2] {
        if plane == 0 { [self.width, self.height] } else { [self.width.div_ceil(2), self.height.div_ceil(2)] }
    }

    /// Returns the number of planes.
    pub(super) fn planes(&self) -> usize {
        if self.gray { 1 } else { 3 }
    }

    /// Returns the number of samples of all planes.
    pub(super) fn samples(&self) -> usize {
        (0..self.planes()).map(|plane| self.plane(plane)).map(|[columns, rows]| columns * rows).sum()
    }

    /// Returns the range of a plane's samples among those of the frame.
    pub(super) fn range(&self, plane: usize) -> std::ops::Range<usize> {
        let size = |plane: usize| self.plane(plane).iter().product::<usize>();
        let start = (0..plane).map(size).sum();
        start..start + size(plane)
    }

    /// Returns the shape with the numbers of columns and rows rounded up to even ones.
    pub(super) fn padded(self) -> Self {
        Shape { width: self.width.next_multiple_of(2), height: self.height.next_multiple_of(2), gray: self.gray }
    }
}

/// One picture: luma, then Cb and Cr, without gaps.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) shape: Shape,
    pub(super) samples: Vec<u8>,
}

impl Frame {
    /// Returns a frame without samples.
    pub(super) fn empty(shape: Shape) -> Self {
        Frame { shape, samples: Vec::new() }
    }

    /// Returns the planes of the frame.
    pub(super) fn planes(&self) -> Planes<'_> {
        let plane = |n: usize| if n < self.shape.planes() { &self.samples[self.shape.range(n)] } else { &[] };
        Planes { shape: self.shape, planes: [0, 1, 2].map(plane) }
    }

    /// Copies the samples of another frame, and repeats its last column and row where this frame has one more.
    pub(super) fn pad_from(&mut self, from: &Planes<'_>) {
        self.samples.clear();
        for plane in 0..self.shape.planes() {
            let ([columns, rows], [given, given_rows]) = (self.shape.plane(plane), from.shape.plane(plane));
            for row in 0..rows {
                let line = &from.plane(plane)[row.min(given_rows - 1) * given..][..given];
                self.samples.extend_from_slice(line);
                self.samples.extend(std::iter::repeat_n(line[given - 1], columns - given));
            }
        }
    }

    /// Deinterleaves the chroma of NV12 into planes of Cb and Cr.
    pub(super) fn separate_chroma(&mut self, sorted: &mut Vec<u8>) {
        let chroma = self.shape.range(1).start;
        let pairs = self.samples[chroma..].as_chunks::<2>().0;
        sorted.clear();
        sorted.extend(pairs.iter().map(|[cb, _]| cb));
        sorted.extend(pairs.iter().map(|[_, cr]| cr));
        self.samples[chroma..].copy_from_slice(sorted);
    }
}

/// The borrowed planes of one picture: luma, Cb and Cr; the last two are empty for gray.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes<'a> {
    pub(super) shape: Shape,
    pub(super) planes: [&'a [u8]; 3],
}

impl<'a> Planes<'a> {
    /// Returns the samples of a plane.
    pub(super) fn plane(&self, plane: usize) -> &'a [u8] {
        self.planes[plane]
    }

    /// Returns the planes in the codec's type.
    pub(super) fn pixels(&self) -> Result<Pixels<'a>, PictureError> {
        let Shape { width, height, gray } = self.shape;
        if gray {
            return Pixels::interleaved(self.plane(0), width, height, PixelFormat::Gray);
        }
        let planes = [0, 1, 2].map(|n| Plane { data: self.plane(n), pitch: self.shape.plane(n)[0] });
        Pixels::new(width, height, Layout::Planar { planes, subsampling: (2, 2) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chroma_of_odd_sizes_is_rounded_up() {
        let shape = Shape { width: 5, height: 3, gray: false };
        assert_eq!((shape.samples(), shape.range(1), shape.range(2)), (15 + 12, 15..21, 21..27));
        assert_eq!(Shape { gray: true, ..shape }.samples(), 15);
        assert_eq!(shape.padded(), Shape { width: 6, height: 4, gray: false });
    }

    #[test]
    fn padding_repeats_the_last_column_and_row() {
        let shape = Shape { width: 3, height: 1, gray: false };
        let odd = Frame { shape, samples: vec![1, 2, 3, 4, 5, 6, 7] };
        let mut even = Frame::empty(shape.padded());
        even.pad_from(&odd.planes());
        assert_eq!(even.samples, [1, 2, 3, 3, 1, 2, 3, 3, 4, 5, 6, 7]);
        assert!(even.planes().pixels().is_ok());
    }

    #[test]
    fn nv12_has_cb_and_cr_by_turns() {
        let shape = Shape { width: 4, height: 2, gray: false };
        let mut frame = Frame { shape, samples: vec![0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 2, 4] };
        frame.separate_chroma(&mut Vec::new());
        assert_eq!((frame.planes().plane(1), frame.planes().plane(2)), (&[1, 2][..], &[3, 4][..]));
    }
}
