//! [`Band`]: the samples and the map of one row of macroblocks, with the last lines above it.

use crate::h264::code::decide::{Candidate, MbSamples};
use crate::h264::code::macroblock::{Macroblock, Mv, Prediction};
use crate::h264::code::map::MbMap;
use crate::h264::code::picture::Picture;
use crate::h264::options::Options;
use crate::spaces::{Chroma, Luma, Mb, Mbs, QuarterSample, macroblock, points};
use unite::{AnyExtent, Block, Dyn, Extent, Fixed, Inside, Place, Space, Spot};

/// The memory of a row. Its tensors lie at their true place in the picture; of the row above, their padding has the last
/// lines as far as they are needed. So a macroblock finds its neighbours as in a whole picture.
#[derive(Debug)]
pub(super) struct Band {
    /// The samples before the loop filter.
    pub(super) picture: Picture,
    /// The data of macroblocks.
    pub(super) map: MbMap,
    /// The macroblocks by column: of this row as far as they are coded.
    pub(super) coded: Vec<Candidate>,
}

/// The padding of luma: intra prediction reads eight samples beyond the last column.
const PADDING: usize = 8;

impl Band {
    /// Creates the memory of a row of a number of macroblocks.
    pub(super) fn new(columns: usize, options: &Options) -> Self {
        let mbs = Spot::<Mbs>::new([0, 0], Dyn([1, columns]));
        let (luma, chroma): (Spot<Luma>, Spot<Chroma>) = (points(&mbs), points(&mbs));
        let picture = Picture {
            luma: Block::padded(luma.origin(), luma.extent(), PADDING),
            chroma: (!options.monochrome).then(|| [0, 1].map(|_| Block::padded(chroma.origin(), chroma.extent(), 1))),
        };
        let none = Candidate {
            macroblock: Macroblock::new(Prediction::Skip(Mv::default()), 0),
            samples: MbSamples::at(&macroblock([0, 0])),
        };
        Band { picture, map: MbMap::with_lists([1, columns], options.lists()), coded: vec![none; columns] }
    }

    /// Moves the memory to a row of the picture, and forgets the data of macroblocks: nothing is available. Samples of the row
    /// before stay, unread.
    pub(super) fn begin(&mut self, row: usize) {
        let Band { picture, map, .. } = self;
        move_to(&mut picture.luma, row);
        picture.chroma.iter_mut().flatten().for_each(|plane| move_to(plane, row));
        begin(&mut map.mbs, row);
        begin(&mut map.blocks, row);
        begin(&mut map.coded, row);
        map.motion.iter_mut().for_each(|motion| begin(motion, row));
        begin(&mut map.chroma, row);
    }

    /// Returns the places of the macroblocks of the row.
    pub(super) fn places(&self) -> impl ExactSizeIterator<Item = Mb> + use<> {
        self.map.mbs.spot().tiles(Fixed::<1, 1>)
    }
}

/// Moves a tensor to a row of the picture.
fn move_to<S, T>(block: &mut Block<S, T>, row: usize)
where
    S: Space<Universe = QuarterSample, Ix = [isize; 2]>,
    T: Copy + Default,
    AnyExtent<S>: Extent,
{
    block.move_to(macroblock([row as isize, 0]).origin());
}

/// Moves a tensor to a row of the picture and fills it with default values.
fn begin<S, T>(block: &mut Block<S, T>, row: usize)
where
    S: Space<Universe = QuarterSample, Ix = [isize; 2]>,
    T: Copy + Default,
    AnyExtent<S>: Extent,
{
    move_to(block, row);
    let mut all = block.padded_view_mut();
    let height = all.extent().dim(0);
    let mut lines = all.reborrow().window::<Inside>().expect("a block has its own padding");
    (0..height as isize).for_each(|y| lines.line_mut(y).fill(T::default()));
}
