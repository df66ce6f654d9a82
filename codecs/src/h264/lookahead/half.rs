//! [`HalfPicture`]: a source picture at half resolution, with its half samples.

use crate::h264::code::predict::inter::UniWeight;
use crate::shared::dispatch::dispatch;
use crate::spaces::{HalfLuma, Luma, Mbs, points};
use fearless_simd::Level;
use unite::{Around, Block, Dyn, Fixed, Inside, Place, Spot, Window};

/// The luma of a picture at half resolution: means of 2 x 2 samples. The half samples between them are means, too, of the four
/// samples around their place, so that there are four planes, each one luma sample from another:
///
/// ```text
///   + . x . +       plane   origin in quarter samples [y, x]
///   . . . . .       +       [0, 0]
///   o . * . o       x       [0, 4]
///   . . . . .       o       [4, 0]
///   + . x . +       *       [4, 4]
/// ```
#[derive(Clone, Debug)]
pub(super) struct HalfPicture {
    planes: [Block<HalfLuma, u8>; 4],
    /// The sums of two lines.
    sums: Vec<u16>,
}

/// The replicated samples on each side.
const PADDING: usize = 16;
/// The distance of two half samples, in quarter luma samples.
pub(super) const STEP: isize = 4;

const WITHIN: &str = "a plane contains itself";

impl HalfPicture {
    /// Creates a picture of a height and a width in macroblocks.
    pub(super) fn new(size: [usize; 2]) -> Self {
        let samples: Spot<HalfLuma> = points(&Spot::<Mbs>::new([0, 0], Dyn(size)));
        let plane = |at| Block::padded(at, samples.extent(), PADDING);
        HalfPicture { planes: [[0, 0], [0, STEP], [STEP, 0], [STEP, STEP]].map(plane), sums: Vec::new() }
    }

    /// Replaces the samples by those of a picture of the same size.
    pub(super) fn fill(&mut self, level: Level, luma: &Block<Luma, u8>) {
        dispatch!(level, _simd => self.make(luma));
        self.planes.iter_mut().for_each(Block::replicate_edges);
    }

    /// Replaces the samples by weighted ones of another picture of the same size.
    pub(super) fn weigh(&mut self, level: Level, from: &HalfPicture, weight: &UniWeight) {
        dispatch!(level, _simd => {
            for (from, to) in from.planes.iter().zip(&mut self.planes) {
                let Dyn([height, _]) = from.extent();
                let from = from.view().window::<Inside>().expect(WITHIN);
                let mut view = to.view_mut().window::<Inside>().expect(WITHIN);
                (0..height as isize).for_each(|y| weight.line(from.line(y), view.line_mut(y)));
            }
        });
        self.planes.iter_mut().for_each(Block::replicate_edges);
    }

    #[inline(always)]
    fn make(&mut self, luma: &Block<Luma, u8>) {
        let Dyn([height, width]) = luma.extent();
        let lines = luma.view().window::<Inside>().expect(WITHIN);
        for (n, above) in (0..height).step_by(2).enumerate() {
            for (k, planes) in self.planes.chunks_mut(2).enumerate() {
                let y = above + k;
                let [first, second] = [y, (y + 1).min(height - 1)].map(|y| &lines.line(y as isize)[..width]);
                self.sums.clear();
                self.sums.extend(first.iter().zip(second).map(|(&a, &b)| u16::from(a) + u16::from(b)));
                self.sums.push(self.sums[width - 1]);
                for (shift, plane) in planes.iter_mut().enumerate() {
                    let mut to = plane.view_mut().window::<Inside>().expect(WITHIN);
                    let (pairs, _) = self.sums[shift..].as_chunks::<2>();
                    for (sample, [a, b]) in to.line_mut(n as isize).iter_mut().zip(pairs) {
                        *sample = ((a + b + 2) >> 2) as u8;
                    }
                }
            }
        }
    }

    /// Returns the 8 x 8 samples from a point on, in quarter luma samples, a multiple of [`STEP`]; `None` beyond the padding.
    #[inline(always)]
    pub(super) fn block(&self, [y, x]: [isize; 2]) -> Option<Window<'_, HalfLuma, u8, Fixed<8, 8>>> {
        self.plane([y, x]).view().colocate(&Spot::<HalfLuma, _>::new([y, x], Fixed::<8, 8>)).window::<Inside>()
    }

    /// Returns the samples as [`block`](HalfPicture::block) does, with those one sample around them.
    #[inline(always)]
    pub(super) fn block_around(
        &self,
        [y, x]: [isize; 2],
    ) -> Option<Window<'_, HalfLuma, u8, Fixed<8, 8>, Around<1, 1, 1, 1>>> {
        self.plane([y, x]).view().colocate(&Spot::<HalfLuma, _>::new([y, x], Fixed::<8, 8>)).window()
    }

    /// Returns the plane with a sample at a point.
    #[inline(always)]
    fn plane(&self, [y, x]: [isize; 2]) -> &Block<HalfLuma, u8> {
        &self.planes[((y >> 2 & 1) << 1 | (x >> 2 & 1)) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::h264::code::decide::cost::BlockRows as _;
    use noise::Noise;
    use unite::Locate as _;

    #[test]
    fn every_sample_is_the_mean_of_the_four_around_its_place() {
        let mut noise = Noise::new(5);
        let mut luma = Block::<Luma, u8>::new([0, 0], Dyn([32, 48]));
        luma.view_mut().fill_with(|_| noise.below(256) as u8);
        let view = luma.view().clamped();
        for level in crate::h264::levels() {
            let mut half = HalfPicture::new([2, 3]);
            half.fill(level, &luma);
            for (y, x) in (0..32).flat_map(|y| (0..48).map(move |x| (y, x))) {
                let [a, b, c, d] = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[v, h]| u16::from(view.at([y + v, x + h])));
                let found = half.block([STEP * y, STEP * x]).expect("padding").block_row(0)[0];
                assert_eq!(u16::from(found), (a + b + c + d + 2) / 4, "({y}, {x})");
            }
        }
    }
}
