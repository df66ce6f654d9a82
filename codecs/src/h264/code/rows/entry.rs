//! [`Entry`]: the data of a macroblock that the row below reads.

use super::band::Band;
use crate::h264::code::decide::MbSamples;
use crate::h264::code::map::{BlockInfo, BlockMotion, ChromaLevels, Coded, MbInfo, MbMap};
use crate::spaces::{Chroma4x4, Luma4x4, Mb, QuarterSample};
use unite::{Block, Fixed, Inside, Place, Space, Spot};

/// The last lines of a macroblock: samples before the loop filter, and data of blocks. Its QP is that of the decision: what
/// a macroblock without a residual inherits is not known yet, and nobody may read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    luma: [u8; 16],
    chroma: [[u8; 8]; 2],
    info: MbInfo,
    blocks: [BlockInfo; 4],
    coded: [Coded; 4],
    motion: [BlockMotion; 4],
    levels: [ChromaLevels; 2],
}

const OUTSIDE: &str = "a macroblock lies in its row";
const ABOVE: &str = "a row has a line of the row above";

/// Returns the last line of a macroblock of `H` lines.
#[inline(always)]
fn last<S, T, const H: usize, const W: usize>(block: &Block<S, T>, mb: &Mb) -> [T; W]
where
    S: Space<Universe = QuarterSample, Ix = [isize; 2]>,
    T: Copy + Default,
{
    let line = Spot::<S, _>::new(mb.origin(), Fixed::<H, W>).partition([H as isize - 1, 0], Fixed::<1, W>);
    *block.view().under_fixed::<Fixed<1, W>, _>(&line).window::<Inside>().expect(OUTSIDE).row(0)
}

/// Writes the line above a macroblock.
#[inline(always)]
fn put_above<S, T, const W: usize>(block: &mut Block<S, T>, mb: &Mb, line: &[T; W])
where
    S: Space<Universe = QuarterSample, Ix = [isize; 2]>,
    T: Copy + Default,
{
    let above = Spot::<S, _>::new(mb.origin(), Fixed::<1, W>).partition([-1, 0], Fixed::<1, W>);
    *block.view_mut().under_fixed::<Fixed<1, W>, _>(&above).window::<Inside>().expect(ABOVE).row_mut(0) = *line;
}

impl Entry {
    /// Returns the entry of a macroblock that is coded.
    pub(super) fn of(map: &MbMap, mb: &Mb, samples: &MbSamples) -> Self {
        let MbSamples { luma, chroma: [cb, cr] } = samples;
        Entry {
            luma: luma.data[15],
            chroma: [cb.data[7], cr.data[7]],
            info: map.mbs.view().under_fixed::<Fixed<1, 1>, _>(mb).at([0, 0]),
            blocks: last::<Luma4x4, _, 4, 4>(&map.blocks, mb),
            coded: last::<Luma4x4, _, 4, 4>(&map.coded, mb),
            motion: last::<Luma4x4, _, 4, 4>(&map.motion[0], mb),
            levels: last::<Chroma4x4, _, 2, 2>(&map.chroma, mb),
        }
    }

    /// Writes the entry above a macroblock of the row below.
    pub(super) fn put_above(&self, band: &mut Band, mb: &Mb) {
        let Band { picture, map, .. } = band;
        put_above(&mut picture.luma, mb, &self.luma);
        for (plane, line) in picture.chroma.iter_mut().flatten().zip(&self.chroma) {
            put_above(plane, mb, line);
        }
        put_above(&mut map.mbs, mb, &[self.info]);
        put_above(&mut map.blocks, mb, &self.blocks);
        put_above(&mut map.coded, mb, &self.coded);
        put_above(&mut map.motion[0], mb, &self.motion);
        put_above(&mut map.chroma, mb, &self.levels);
    }
}
