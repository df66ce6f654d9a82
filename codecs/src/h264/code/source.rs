//! Conversion of the caller's samples to a [`Picture`] in whole macroblocks.

use super::picture::Picture;
use crate::h264::H264Error;
use crate::h264::options::Options;
use crate::picture::{Layout, PixelFormat, Pixels, Plane};
use unite::{AnyExtent, Block, Extent, Inside, Place, Space};

impl Picture {
    /// Converts the caller's samples as [`Picture::convert`] does, to a picture of its own.
    #[cfg(test)]
    fn from_pixels(pixels: &Pixels<'_>, options: &Options) -> Result<Self, H264Error> {
        let mut picture = Picture::new(options.size_in_mbs(), options.monochrome);
        picture.convert(pixels, options)?;
        Ok(picture)
    }

    /// Replaces the samples of a picture of the stream by the caller's: YCbCr 4:2:0 in three planes (I420) or two (NV12), or
    /// gray. The last column and row are repeated to fill the last macroblocks; cropping hides them (7.4.2.1.1).
    ///
    /// # Errors
    /// [`H264Error::OtherPicture`] if the picture differs from the stream in size or kind.
    pub(in crate::h264) fn convert(&mut self, pixels: &Pixels<'_>, options: &Options) -> Result<(), H264Error> {
        let (width, height) = (options.width, options.height);
        let other = |given: String| {
            let kind = if options.monochrome { "gray" } else { "4:2:0" };
            H264Error::OtherPicture { given, stream: format!("{kind} pictures of {width}x{height}") }
        };
        if (pixels.width(), pixels.height()) != (width, height) {
            return Err(other(format!("{}x{}", pixels.width(), pixels.height())));
        }
        let (half_width, half_height) = (width / 2, height / 2);
        match (pixels.layout(), &mut self.chroma) {
            (Layout::Interleaved { format: PixelFormat::Gray, plane }, None) => {
                copy(&mut self.luma, plane, (1, 0), width, height);
            }
            (Layout::Planar { planes: [y, cb, cr], subsampling: (2, 2) }, Some([to_cb, to_cr])) => {
                copy(&mut self.luma, y, (1, 0), width, height);
                copy(to_cb, cb, (1, 0), half_width, half_height);
                copy(to_cr, cr, (1, 0), half_width, half_height);
            }
            (Layout::SemiPlanar { planes: [y, c], subsampling: (2, 2) }, Some([to_cb, to_cr])) => {
                copy(&mut self.luma, y, (1, 0), width, height);
                copy(to_cb, c, (2, 0), half_width, half_height);
                copy(to_cr, c, (2, 1), half_width, half_height);
            }
            (layout, _) => return Err(other(describe(&layout))),
        }
        Ok(())
    }
}

fn describe(layout: &Layout<'_>) -> String {
    match layout {
        Layout::Interleaved { format, .. } => format!("interleaved {format:?} samples"),
        Layout::Planar { subsampling: (h, v), .. } | Layout::SemiPlanar { subsampling: (h, v), .. } => {
            format!("YCbCr samples with chroma subsampled by {h}x{v}")
        }
    }
}

/// Copies every `step`-th sample of each row of a plane from `offset` on, and repeats the last column and row to fill
/// the block.
fn copy<S: Space<Ix = [isize; 2]>>(
    block: &mut Block<S, u8>,
    plane: Plane<'_>,
    (step, offset): (usize, usize),
    width: usize,
    height: usize,
) where
    AnyExtent<S>: Extent,
{
    let lines = block.spot().extent().dim(0);
    let mut to = block.view_mut().window::<Inside>().expect("a block contains itself");
    for y in 0..lines {
        let row = &plane.data[y.min(height - 1) * plane.pitch..];
        let (samples, beyond) = to.line_mut(y as isize).split_at_mut(width);
        if step == 1 {
            samples.copy_from_slice(&row[..width]);
        } else {
            for (x, sample) in samples.iter_mut().enumerate() {
                *sample = row[x * step + offset];
            }
        }
        beyond.fill(samples[width - 1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a plane whose samples depend on their row and column.
    fn plane(width: usize, height: usize, pitch: usize, first: usize) -> Vec<u8> {
        let mut data = vec![0xEE; pitch * (height - 1) + width];
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            data[y * pitch + x] = (first + 7 * y + 3 * x) as u8;
        }
        data
    }

    /// Asserts that macroblocks of `whole` by `whole` samples hold the picture with its last column and row repeated.
    fn check(
        at: impl Fn([isize; 2]) -> u8,
        whole: usize,
        [width, height]: [usize; 2],
        sample: impl Fn(usize, usize) -> u8,
    ) {
        let (columns, rows) = (width.next_multiple_of(whole), height.next_multiple_of(whole));
        for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
            let expected = sample(y.min(height - 1), x.min(width - 1));
            assert_eq!(at([y as isize, x as isize]), expected, "({x}, {y}) of {width}x{height}");
        }
    }

    #[test]
    fn planes_of_any_pitch_become_whole_macroblocks_whose_edges_are_repeated() {
        for (width, height) in [(2, 2), (16, 16), (18, 30), (34, 46)] {
            let (half_width, half_height) = (width / 2, height / 2);
            for extra in [0, 5] {
                let (pitch, half_pitch) = (width + extra, half_width + extra);
                let luma = plane(width, height, pitch, 0);
                let cb = plane(half_width, half_height, half_pitch, 100);
                let cr = plane(half_width, half_height, half_pitch, 200);
                let i420 = {
                    let planes = [
                        Plane { data: &luma[..], pitch },
                        Plane { data: &cb[..], pitch: half_pitch },
                        Plane { data: &cr[..], pitch: half_pitch },
                    ];
                    Layout::Planar { planes, subsampling: (2, 2) }
                };
                // The same chroma, Cb and Cr interleaved.
                let mut both = vec![0xEE; (2 * half_width + extra) * half_height];
                for (y, x) in (0..half_height).flat_map(|y| (0..half_width).map(move |x| (y, x))) {
                    both[y * (2 * half_width + extra) + 2 * x] = cb[y * half_pitch + x];
                    both[y * (2 * half_width + extra) + 2 * x + 1] = cr[y * half_pitch + x];
                }
                let nv12 = {
                    let planes =
                        [Plane { data: &luma[..], pitch }, Plane { data: &both[..], pitch: 2 * half_width + extra }];
                    Layout::SemiPlanar { planes, subsampling: (2, 2) }
                };
                for layout in [i420, nv12] {
                    let pixels = Pixels::new(width, height, layout).expect("a picture");
                    let picture = Picture::from_pixels(&pixels, &Options::new(width, height)).expect("4:2:0");
                    assert_eq!(picture.size_in_mbs(), [height.div_ceil(16), width.div_ceil(16)]);
                    check(|at| picture.luma.view().at(at), 16, [width, height], |y, x| luma[y * pitch + x]);
                    let [to_cb, to_cr] = picture.chroma.as_ref().expect("chroma");
                    check(|at| to_cb.view().at(at), 8, [half_width, half_height], |y, x| cb[y * half_pitch + x]);
                    check(|at| to_cr.view().at(at), 8, [half_width, half_height], |y, x| cr[y * half_pitch + x]);
                }
            }
        }
    }

    #[test]
    fn gray_pictures_may_be_odd() {
        let gray = plane(21, 17, 25, 0);
        let plane = Plane { data: &gray[..], pitch: 25 };
        let pixels = Pixels::new(21, 17, Layout::Interleaved { format: PixelFormat::Gray, plane }).expect("a picture");
        let options = Options { monochrome: true, ..Options::new(21, 17) };
        let picture = Picture::from_pixels(&pixels, &options).expect("gray");
        assert!(picture.chroma.is_none() && picture.size_in_mbs() == [2, 2]);
        check(|at| picture.luma.view().at(at), 16, [21, 17], |y, x| gray[y * 25 + x]);
    }

    #[test]
    fn pictures_of_another_size_or_kind_are_refused_in_words() {
        let samples = [0; 3 * 32 * 32];
        let gray = |size| Pixels::interleaved(&samples, size, size, PixelFormat::Gray).expect("a picture");
        let refused = |pixels, options| Picture::from_pixels(&pixels, &options).unwrap_err().to_string();
        let text = "a picture of 16x16 was given; the stream has 4:2:0 pictures of 32x32";
        assert_eq!(refused(gray(16), Options::new(32, 32)), text);
        let text = "a picture of interleaved Gray samples was given; the stream has 4:2:0 pictures of 32x32";
        assert_eq!(refused(gray(32), Options::new(32, 32)), text);
        let rgb = Pixels::interleaved(&samples, 32, 32, PixelFormat::Rgb).expect("a picture");
        let text = "a picture of interleaved Rgb samples was given; the stream has gray pictures of 32x32";
        assert_eq!(refused(rgb, Options { monochrome: true, ..Options::new(32, 32) }), text);
    }
}
