//! [`Writer`]: writes the slices of a picture behind the rows, with skip runs and QP deltas.

use super::band::Band;
use super::inputs::{Inputs, syntax_of};
use crate::h264::code::decide::Candidate;
use crate::h264::code::entropy::{EntropyWriter, Neighbours, SliceData};
use crate::h264::code::macroblock::Macroblock;

/// A coded slice of a picture.
#[derive(Default)]
pub(in crate::h264) struct CodedSlice {
    /// The RBSP of the slice, including the slice header.
    pub(in crate::h264) rbsp: Vec<u8>,
    /// The macroblocks of the slice in the order of their addresses, if they were asked for.
    pub(in crate::h264) macroblocks: Vec<Macroblock>,
}

/// The chain that writes slices, row by row.
pub(super) struct Writer<C> {
    /// The data of the slice that has begun.
    data: Option<SliceData<C>>,
    /// The slices that have begun; the data of the last are in work.
    slices: Vec<CodedSlice>,
    /// The number of bytes of the longest slice so far.
    longest: usize,
}

impl<C: EntropyWriter> Writer<C> {
    /// Creates the writer of a picture.
    pub(super) fn new() -> Self {
        Writer { data: None, slices: Vec::new(), longest: 0 }
    }

    /// Writes a row whose macroblocks are decided; the rows above were written before.
    pub(super) fn row(&mut self, row: usize, band: &Band, inputs: &Inputs) {
        if let Some(header) = inputs.slice_at(row) {
            self.end_slice();
            let slice = inputs.slice();
            self.data = Some(SliceData::new(header.with_room(self.longest), syntax_of(&slice), slice.qp, Some(0)));
            self.slices.push(CodedSlice { rbsp: Vec::new(), macroblocks: Vec::new() });
        }
        let (Some(data), Some(slice)) = (&mut self.data, self.slices.last_mut()) else {
            unreachable!("a slice begins at row 0");
        };
        for (Candidate { macroblock, .. }, place) in band.coded.iter().zip(band.places()) {
            let inherited = data.qp_pred();
            data.macroblock(macroblock, &Neighbours::of(&band.map, &place));
            if inputs.keeps {
                let qp = if macroblock.has_qp() { macroblock.qp } else { inherited };
                slice.macroblocks.push(Macroblock { qp, ..macroblock.clone() });
            }
        }
    }

    fn end_slice(&mut self) {
        if let (Some(data), Some(slice)) = (self.data.take(), self.slices.last_mut()) {
            slice.rbsp = data.finish();
            self.longest = self.longest.max(slice.rbsp.len());
        }
    }

    /// Appends the slices to others when all rows are written.
    pub(super) fn end(&mut self, slices: &mut Vec<CodedSlice>) {
        self.end_slice();
        slices.append(&mut self.slices);
    }
}
