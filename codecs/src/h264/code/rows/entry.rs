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
    /// The motion from list 1, if the stream has B pictures.
    motion_1: Option<[BlockMotion; 4]>,
    levels: [ChromaLevels; 2],
}

const OUTSIDE: &str = "a macroblock lies in its row";
const ABOVE: &str = "a row has a line of the row above";

/// Returns the place of the last line of a macroblock of `H` lines.
#[inline(always)]
fn last<S, const H: usize, const W: usize>(mb: &Mb) -> Spot<S, Fixed<1, W>>
where
    S: Space<Universe = QuarterSample, Ix = [isize; 2]>,
{
    Spot::<S, _>::new(mb.origin(), Fixed::<H, W>).partition([H as isize - 1, 0], Fixed::<1, W>)
}

/// Writes the line above a macroblock.
#[inline(always)]
fn put_above<S, T, const W: usize>(block: &mut Block<S, T>, mb: &Mb, line: &[T; W])
where
    S: Space<Universe = QuarterSample, Ix = [isize; 2]>,
    T: Copy + Default,
{
    let above = Spot::<S, _>::new(mb.origin(), Fixed::<1, W>).partition([-1, 0], Fixed::<1, W>);
    *block.view_mut().colocate(&above).window::<Inside>().expect(ABOVE).row_mut(0) = *line;
}

impl Entry {
    /// Returns the entry of a macroblock that is coded.
    pub(super) fn of(map: &MbMap, mb: &Mb, samples: &MbSamples) -> Self {
        let MbSamples { luma, chroma: [cb, cr] } = samples;
        let line = map.blocks.view().colocate(&last::<Luma4x4, 4, 4>(mb));
        let (blocks, coded) = line.windows::<Inside, _>(&map.coded.view()).expect(OUTSIDE);
        let motion = |list: usize| {
            let line = map.motion[list].view().colocate(&last::<Luma4x4, 4, 4>(mb));
            *line.window::<Inside>().expect(OUTSIDE).row(0)
        };
        let levels = map.chroma.view().colocate(&last::<Chroma4x4, 2, 2>(mb));
        let levels = levels.window::<Inside>().expect(OUTSIDE);
        Entry {
            luma: luma.data[15],
            chroma: [cb.data[7], cr.data[7]],
            info: map.mbs.view().colocate(mb).at([0, 0]),
            blocks: *blocks.row(0),
            coded: *coded.row(0),
            motion: motion(0),
            motion_1: map.has_list_1().then(|| motion(1)),
            levels: *levels.row(0),
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
        if let Some(motion) = &self.motion_1 {
            put_above(&mut map.motion[1], mb, motion);
        }
        put_above(&mut map.chroma, mb, &self.levels);
    }
}
