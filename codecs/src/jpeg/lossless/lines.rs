//! [`Lines`]: pixels to the lines of a scan, after the point transform (A.4).
//!
//! The samples of a line are interleaved pixel by pixel, with `N` additional samples before the first pixel. Those are
//! set for each line so that the predictors need no special cases:
//!
//! ```text
//!   not the first line of an interval        first line of an interval
//!   Rb Rb' ..   the line above                .  .
//!   Rb Px  ..   all predict Rb (H.1.2.1)      I  Px  ..   predictor 1; I = 2^(P - Pt - 1)
//! ```

use super::frame::{Frame, Samples as Source, Scan};
use super::options::Predictor;
use super::predict::Line;
use crate::jpeg::JpegError;
use crate::picture::Sample;
use crate::spaces::Samples;
use unite::{Block, Dyn, Fixed, Strip};

/// A reader of the lines of a scan of `N` components.
pub(super) struct Lines<'f, T, const N: usize> {
    sources: [Source<'f, T>; N],
    width: usize,
    restart_lines: usize,
    point_transform: u8,
    /// The largest sample that the precision allows.
    most: u16,
    /// The line above and the line itself, with `N` samples before them.
    lines: Block<Samples, u16>,
    /// The line read last.
    last: Option<usize>,
}

impl<'f, T: Sample, const N: usize> Lines<'f, T, N> {
    pub(super) fn new(frame: &Frame<'f, T>, scan: &Scan) -> Self {
        let first = scan.components.start;
        Lines {
            sources: core::array::from_fn(|c| frame.components[first + c].samples),
            width: scan.width,
            restart_lines: scan.restart_lines,
            point_transform: frame.point_transform,
            most: frame.most(),
            lines: Block::new([-1, -(N as isize)], Dyn([2, N * scan.width + N])),
            last: None,
        }
    }

    /// Returns line `y` and its predictor: `predictor`, except in the first line of an interval.
    #[inline(always)]
    pub(super) fn take(&mut self, y: usize, predictor: Predictor) -> Result<(Predictor, Line<'_, N>), JpegError> {
        let begins = y == 0 || self.restart_lines > 0 && y.is_multiple_of(self.restart_lines);
        if !begins {
            match self.last {
                Some(last) if last + 1 == y => self.copy_up(),
                _ => self.read(y - 1, -1)?,
            }
        }
        self.read(y, 0)?;
        self.last = Some(y);
        self.set_before(begins);
        let line = self.lines.view().partition([1, N as isize], Strip::<1>(N * self.width));
        let line = line.window().expect("a line has one above and samples before it");
        Ok((if begins { Predictor::LEFT } else { predictor }, line))
    }

    /// Returns the line above (-1) or the line itself (0), without the samples before it.
    #[inline(always)]
    fn row(&mut self, row: isize) -> &mut [u16] {
        let line = self.lines.view_mut().partition([1 + row, N as isize], Strip::<1>(N * self.width));
        line.line_mut(0).expect("a row of the block")
    }

    /// Copies the line to the line above.
    #[inline(always)]
    fn copy_up(&mut self) {
        let mut rows = self.lines.view_mut().bands(1).filter_map(|row| row.line_mut(0));
        if let (Some(above), Some(line)) = (rows.next(), rows.next()) {
            above.copy_from_slice(line);
        }
    }

    /// Sets the `N` samples before the first pixel of both lines.
    #[inline(always)]
    fn set_before(&mut self, begins: bool) {
        let mut before = [self.most / 2 + 1; N];
        if !begins {
            before.copy_from_slice(&self.row(-1)[..N]);
        }
        for row in [-1, 0] {
            let place = self.lines.view_mut().partition([1 + row, 0], Fixed::<1, N>);
            place.line_mut(0).expect("a row of the block").copy_from_slice(&before);
        }
    }

    /// Reads line `y` of the picture into the line above (-1) or the line itself (0).
    #[inline(always)]
    fn read(&mut self, y: usize, row: isize) -> Result<(), JpegError> {
        let (sources, width, shift, most) = (self.sources, self.width, self.point_transform, self.most);
        let line = self.row(row);
        let one_plane = sources.windows(2).all(|pair| core::ptr::eq(pair[0].plane.data, pair[1].plane.data));
        let step = sources[0].step;
        let offsets = sources.map(|source| source.offset);
        let in_order = offsets.iter().enumerate().all(|(c, &offset)| c == offset);
        if one_plane && in_order && step == N {
            for (out, &sample) in line.iter_mut().zip(samples(&sources[0], y, width)) {
                *out = sample.into() >> shift;
            }
        } else if one_plane && step == 3 {
            pixels::<T, 3, N>(samples(&sources[0], y, width), offsets, shift, line);
        } else if one_plane && step == 4 {
            pixels::<T, 4, N>(samples(&sources[0], y, width), offsets, shift, line);
        } else {
            for (c, source) in sources.iter().enumerate() {
                let strided = samples(source, y, width).iter().skip(source.offset).step_by(source.step);
                for (out, &sample) in line.iter_mut().skip(c).step_by(N).zip(strided) {
                    *out = sample.into() >> shift;
                }
            }
        }
        let mut largest = 0;
        for &sample in &*line {
            largest = largest.max(sample);
        }
        if largest > most {
            let at = line.iter().position(|&sample| sample > most).unwrap_or_default();
            return Err(JpegError::Sample { row: y, column: at / N, bits: 16 - most.leading_zeros() as u8 + shift });
        }
        Ok(())
    }
}

/// Returns row `y` of the plane that holds a component's samples.
#[inline(always)]
fn samples<'p, T: Sample>(source: &Source<'p, T>, y: usize, width: usize) -> &'p [T] {
    let (plane, columns) = (source.plane, width * source.step);
    &plane.data[y * plane.pitch..][..columns]
}

/// Copies the samples at `offsets` of pixels of `K` samples.
#[inline(always)]
fn pixels<T: Sample, const K: usize, const N: usize>(line: &[T], offsets: [usize; N], shift: u8, out: &mut [u16]) {
    for (out, pixel) in out.as_chunks_mut::<N>().0.iter_mut().zip(line.as_chunks::<K>().0) {
        for (out, &offset) in out.iter_mut().zip(&offsets) {
            *out = pixel[offset % K].into() >> shift;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::*;
    use crate::jpeg::Restart;
    use crate::picture::{PixelFormat, Pixels};

    const WIDTH: usize = 5;
    const HEIGHT: usize = 7;

    /// Takes lines in the given order and checks each, with the samples around it, against H.1.2.1.
    fn check<const N: usize>(format: PixelFormat, restart: Restart, point_transform: u8, order: &[usize]) {
        let step = format.samples();
        let data: Vec<u16> = (0..WIDTH * HEIGHT * step).map(|n| (n * n * 37 % 4096) as u16).collect();
        let picture = Pixels::interleaved(&data, WIDTH, HEIGHT, format).expect("a picture");
        let options = Options { precision: Some(12), point_transform, restart, ..Options::new() };
        let frame = Frame::new(&picture, &options).expect("a frame");
        let scan = &frame.scans(&options).expect("a scan")[0];
        // Component c of a pixel is its sample c, or that counted from the other end for BGR.
        let reversed = matches!(format, PixelFormat::Bgr | PixelFormat::Bgra);
        let sample = |y: usize, x: usize, c: usize| {
            data[(y * WIDTH + x) * step + if reversed { 2 - c } else { c }] >> point_transform
        };
        let begins = |y: usize| y == 0 || scan.restart_lines > 0 && y.is_multiple_of(scan.restart_lines);
        let asked = Predictor::new(6).expect("a predictor");
        let mut lines = Lines::<u16, N>::new(&frame, scan);
        for &y in order {
            let (predictor, line) = lines.take(y, asked).expect("samples of 12 bits");
            assert_eq!(predictor, if begins(y) { Predictor::LEFT } else { asked }, "line {y}");
            for c in 0..N {
                let (before, c) = (c as isize - N as isize, c as isize);
                for x in 0..WIDTH {
                    let at = (x * N) as isize + c;
                    assert_eq!(line[[0, at]], sample(y, x, c as usize), "line {y}, pixel {x}");
                    if !begins(y) {
                        assert_eq!(line[[-1, at]], sample(y - 1, x, c as usize), "above line {y}, pixel {x}");
                    }
                }
                // Expect 2^(P - Pt - 1) at the beginning of an interval; elsewhere the value with which every predictor
                // gives Rb.
                let first = if begins(y) { 1 << (11 - point_transform) } else { sample(y - 1, 0, c as usize) };
                assert_eq!(line[[0, before]], first, "before line {y}");
                if !begins(y) {
                    assert_eq!(line[[-1, before]], first, "before the line above {y}");
                }
            }
        }
    }

    #[test]
    fn lines_have_the_samples_and_those_before_them_that_predictors_need() {
        use PixelFormat::{Bgr, Bgra, Cmyk, Gray, Rgb, Rgba};
        for restart in [Restart::Never, Restart::Rows(1), Restart::Rows(3)] {
            for point_transform in [0, 1, 11] {
                // From top to bottom, as coders do; with gaps, as the choice of a predictor does; repeated and
                // backwards.
                for order in [&[0, 1, 2, 3, 4, 5, 6][..], &[1, 3, 4, 6], &[5, 5, 4, 0, 1]] {
                    check::<1>(Gray, restart, point_transform, order);
                    for format in [Rgb, Rgba, Bgr, Bgra] {
                        check::<3>(format, restart, point_transform, order);
                    }
                    check::<4>(Cmyk, restart, point_transform, order);
                }
            }
        }
    }
}
