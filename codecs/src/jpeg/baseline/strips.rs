//! [`Strips`]: a picture in strips, whose buffers do not grow with the width of the picture.
//!
//! A strip has some columns of MCUs and all rows. It is a picture of its own for all stages before entropy coding, as no sample
//! outside of an MCU counts in it:
//!
//! ```text
//!   strip 0     strip 1     strip 2
//!   ██████████ │██████████ │████████    row 0 of MCUs: coded from the left to the right
//!   ██████████ │██████████ │████████    row 1
//! ```

use super::colour::ColourConversion;
use super::components::Conversion;
use super::dct::ForwardDct;
use super::downsample::Downsampler;
use super::file::{File, frame_of};
use super::frame::Frame;
use super::options::Options;
use super::row_quantizer::RowQuantizer;
use super::rows::{RowBuffers, RowCoder};
use super::source::FromPixels;
use crate::jpeg::JpegError;
use crate::picture::PixelFormat;

/// The most columns of a strip. Strips of 2048 columns take 3 % more time, as they read shorter runs of memory.
const WIDEST: usize = 4096;

/// The strips of a picture, from the left to the right.
pub(super) struct Strips {
    conversion: Conversion,
    /// The first column and the frame of each; all but the last are of the same width.
    strips: Vec<(usize, Frame)>,
}

impl Strips {
    /// Returns the strips of a picture whose file has these options: a single one if a scan of one component has several rows of
    /// blocks for each row of MCUs, as it codes them one after the other.
    pub(super) fn new(options: &Options, file: &File, format: PixelFormat) -> Result<Self, JpegError> {
        let ([height, width], [_, mcu], [_, mcus]) = (file.frame.size(), file.frame.mcu, file.frame.mcu_grid());
        let rows_of = |c: usize| file.frame.components[c].per_mcu[0];
        let is_one = file.scans.iter().any(|scan| scan.single().is_some_and(|c| rows_of(c) > 1));
        let count = if is_one { 1 } else { width.div_ceil(WIDEST) };
        let columns = mcus.div_ceil(count) * mcu;
        let strip = |left: usize| {
            let (frame, _) = frame_of(options, (columns.min(width - left), height), format)?;
            Ok((left, frame))
        };
        let strips = (0..width).step_by(columns).map(strip).collect::<Result<_, JpegError>>()?;
        Ok(Strips { conversion: file.conversion, strips })
    }

    /// Returns the buffers of a row of MCUs of one strip.
    pub(super) fn buffers(&self) -> RowBuffers {
        RowBuffers::new(&self.strips[0].1, self.conversion)
    }

    /// Codes row `row` of MCUs, whose pixels are in the source.
    pub(super) fn code<D: ForwardDct, Q: RowQuantizer, C: ColourConversion, F: Downsampler>(
        &self,
        coder: &mut RowCoder,
        buffers: &mut RowBuffers,
        source: &FromPixels<'_, D, Q, C, F>,
        row: usize,
    ) {
        for (left, frame) in &self.strips {
            let size = [source.pixels.height(), frame.size()[1]];
            let pixels = source.pixels.part([0, *left], size).expect("a strip of the picture");
            coder.code_strip(buffers, &FromPixels { stages: source.stages, pixels, first: source.first }, (frame, row));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::WIDEST;
    use crate::jpeg::baseline::{Options, RowEncoder, Sampling, encode};
    use crate::jpeg::{Huffman, Restart, Scans};
    use crate::picture::{PixelFormat, Pixels};
    use core::num::NonZeroUsize;
    use noise::Noise;

    #[test]
    fn strips_write_the_bytes_of_whole_rows() {
        let mut noise = Noise::new(5);
        let samplings =
            [Sampling::S420, Sampling::S444, Sampling::S411, Sampling::new(&[(3, 2), (1, 1), (1, 2)]).unwrap()];
        let (huffman, scans) = ([Huffman::Standard, Huffman::Optimised], [Scans::Interleaved, Scans::Separate]);
        let widths = [WIDEST, WIDEST + 1, 2 * WIDEST + 17, 5 * WIDEST - 3];
        for (n, sampling) in samplings.into_iter().cycle().enumerate().take(32) {
            let (width, height) = (widths[n / 4 % 4], 35);
            let format = if n % 5 == 4 { PixelFormat::Gray } else { PixelFormat::Rgb };
            let samples: Vec<u8> = (0..format.samples() * width * height).map(|_| noise.below(256) as u8).collect();
            let mut options = Options::new(60).unwrap().with_sampling(sampling);
            options.huffman = huffman[n / 2 % 2];
            options.scans = scans[n / 3 % 2];
            options.restart = [Restart::Never, Restart::Mcus(50), Restart::Rows(1)][n % 3];
            let mut expected = Vec::new();
            encode(&Pixels::interleaved(&samples, width, height, format).unwrap(), &options, &mut expected).unwrap();
            for threads in [1, 3] {
                options.threads = NonZeroUsize::new(threads).unwrap();
                let mut encoder = RowEncoder::new(width, height, format, options.clone(), Vec::new()).unwrap();
                encoder.push(&samples).unwrap();
                assert!(encoder.finish().unwrap() == expected, "{width}, {n}, {threads} threads");
            }
        }
    }
}
