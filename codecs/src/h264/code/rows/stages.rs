//! [`LAG`]: the distance of a row from the row below, from the windows of what macroblocks read.

use crate::h264::code::coding_order::Beside;
use crate::h264::code::map::{BlockMotion, CodedWindow};
use crate::h264::code::predict::intra::{chroma, intra_8x8};
use crate::spaces::{Luma4x4, Mbs};
use unite::locate::wavefront::{Stage, Wavefront};
use unite::{Around, Fixed, Window};

/// Intra prediction of luma: samples up to eight columns to the right, for the last 8 x 8 block of a row.
struct IntraLuma;

impl Stage for IntraLuma {
    type Window<'a> = intra_8x8::Near<'a>;
}

/// Intra prediction of chroma.
struct IntraChroma;

impl Stage for IntraChroma {
    type Window<'a> = chroma::Near<'a>;
}

/// Prediction of vectors: neighbours A, B, C and D.
struct Vectors;

impl Stage for Vectors {
    type Window<'a> = Window<'a, Luma4x4, BlockMotion, Fixed<4, 4>, Beside>;
}

/// Contexts of entropy coding: macroblocks and blocks to the left and above.
struct EntropyContexts;

impl Stage for EntropyContexts {
    type Window<'a> = CodedWindow<'a>;
}

/// The counter that a row starts from: that of the row above after its second macroblock.
struct CounterStart;

impl Stage for CounterStart {
    type Window<'a> = Window<'a, Mbs, u8, Fixed<1, 1>, Around<1, 0, 0, 1>>;
}

/// The number of macroblocks by which a row is ahead of the row below it.
pub(super) const LAG: usize = Wavefront::<(IntraLuma, IntraChroma, Vectors, EntropyContexts, CounterStart), Mbs>::LAG;

const _: () = assert!(LAG == 2, "a stage that reads further makes each row wait longer");
