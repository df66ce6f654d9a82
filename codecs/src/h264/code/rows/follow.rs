//! [`Follower`]: makes the reference picture behind the rows, with loop filter and half samples.

use super::band::Band;
use super::inputs::Inputs;
use crate::h264::code::deblock;
use crate::h264::code::map::{BlockMotion, MbMap};
use crate::h264::code::predict::inter::{LineMemory, Reference};
use crate::h264::options::Deblocking;
use crate::spaces::Luma4x4;
use std::sync::Arc;
use unite::{AnyExtent, Block, Extent, Inside, Place, Space};

/// The number of last lines of a row that the filter of the row below changes.
const OPEN: usize = 3;

/// The chain that makes the reference picture, row by row.
pub(super) struct Follower {
    /// The data of the whole picture that the loop filter and the motion field need.
    map: MbMap,
    /// The motion from list 1 that the map has for B pictures if it is for P pictures, or the other way round.
    other: Option<Block<Luma4x4, BlockMotion>>,
    reference: Option<Arc<Reference>>,
    /// The QP of the last macroblock that had one.
    qp: u8,
    /// The number of luma rows that were taken, and of those that are finished.
    taken: usize,
    finished: usize,
    lines: LineMemory,
}

const UNIQUE: &str = "nobody else has the picture before it is whole";

impl Follower {
    /// Creates the chain of pictures of a size.
    pub(super) fn new(size: [usize; 2]) -> Self {
        let MbMap { mbs, coded, motion, .. } = MbMap::new(size);
        Follower {
            map: MbMap { mbs, coded, motion, ..MbMap::new([0, 0]) },
            other: None,
            reference: None,
            qp: 0,
            taken: 0,
            finished: 0,
            lines: LineMemory::default(),
        }
    }

    /// Begins a picture, in the memory of a reference that nobody else has.
    pub(super) fn begin(&mut self, reference: Arc<Reference>, is_b: bool) {
        // The loop filter takes the lists from the map, and a P picture has one.
        if is_b != self.map.has_list_1() {
            let new = || Block::padded([0, 0], self.map.motion[0].extent(), 1);
            let other = self.other.take().unwrap_or_else(new);
            self.other = Some(core::mem::replace(&mut self.map.motion[1], other));
        }
        self.reference = Some(reference);
        (self.taken, self.finished) = (0, 0);
    }

    /// Takes a row whose macroblocks are coded; the rows above were taken before.
    pub(super) fn row(&mut self, row: usize, band: &Band, inputs: &Inputs) {
        let reference = self.reference.as_mut().and_then(Arc::get_mut).expect(UNIQUE);
        let picture = reference.picture_mut();
        copy(&band.picture.luma, &mut picture.luma);
        for (from, to) in band.picture.chroma.iter().zip(&mut picture.chroma) {
            from.iter().zip(to).for_each(|(from, to)| copy(from, to));
        }
        copy(&band.map.motion[0], &mut self.map.motion[0]);
        if self.map.has_list_1() {
            copy(&band.map.motion[1], &mut self.map.motion[1]);
        }
        if let Some(Deblocking { alpha, beta }) = inputs.deblocking {
            copy(&band.map.mbs, &mut self.map.mbs);
            copy(&band.map.coded, &mut self.map.coded);
            if inputs.slice_at(row).is_some() {
                self.qp = inputs.qp;
            }
            let mut mbs = self.map.mbs.view_mut().window::<Inside>().expect(WHOLE);
            for info in mbs.line_mut(row as isize) {
                self.qp = info.inherit_qp(self.qp);
            }
            let params = deblock::Params {
                slice_alpha_c0_offset_div2: alpha,
                slice_beta_offset_div2: beta,
                ref_pics: inputs.ref_pics(),
                ..deblock::Params::default()
            };
            deblock::row(picture, &self.map, &params, row);
        }
        self.taken += band.picture.luma.extent().dim(0);
        let is_last = self.taken == picture.luma.extent().dim(0);
        let rows = self.finished..if is_last { self.taken } else { self.taken - OPEN };
        self.finished = rows.end;
        reference.finish_rows(inputs.level, rows, &mut self.lines);
    }

    /// Returns the reference when all rows were taken.
    pub(super) fn end(&mut self, inputs: &Inputs) -> Arc<Reference> {
        let mut reference = self.reference.take().expect(UNIQUE);
        let unique = Arc::get_mut(&mut reference).expect(UNIQUE);
        unique.set_motion(&self.map.motion, inputs.display, &inputs.distances);
        reference
    }
}

const WHOLE: &str = "a row lies in its picture";

/// Copies a part of a picture to its place.
fn copy<S, T>(from: &Block<S, T>, to: &mut Block<S, T>)
where
    S: Space<Universe = crate::spaces::QuarterSample, Ix = [isize; 2]>,
    T: Copy + Default,
    AnyExtent<S>: Extent,
{
    let (height, to) = (from.extent().dim(0), to.view_mut().colocate(from));
    let (from, mut to) = (from.view().window::<Inside>().expect(WHOLE), to.window::<Inside>().expect(WHOLE));
    (0..height as isize).for_each(|y| to.line_mut(y).copy_from_slice(from.line(y)));
}
