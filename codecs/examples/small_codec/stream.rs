//! The stream of the small codec, described once: for writing, for reading, and for counting bits.
//!
//! ```text
//!   stream: magic "QUAD" | height 32 | width 32 | step 8 | trees, row by row | 0 to 7 zero bits
//!   tree:   split 1, unless its side is 4 | four trees, or: mode ue, count ue, levels
//!   level:  run ue, the zeros before it | magnitude less 1 ue | negative 1
//! ```

use codecs::bitstream::{BitPosition, Content, Discard, Error, Reader, Structure, Syntax, Writer};
use codecs::h264::syntax::ExpGolomb::Ue;
use codecs::spaces::Samples;
use unite::{Dyn, Spot};

/// The place of a tree.
pub(crate) type Area = Spot<Samples, Dyn<2>>;

/// The side of a whole tree, in samples.
const SIDE: usize = 32;
/// The fewest bits of a tree: no split, mode 0, no levels.
const FEWEST_BITS: u64 = 3;

/// A coded picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stream {
    /// Height and width in samples.
    pub(crate) size: [u32; 2],
    /// The step of the quantiser.
    pub(crate) step: u8,
    pub(crate) trees: Vec<Tree>,
}

/// A square of the picture: a block, or four parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) parts: Option<Box<[Tree; 4]>>,
    /// The mode, as its index among the modes of the block.
    pub(crate) mode: u8,
    pub(crate) levels: Vec<Level>,
}

/// A quantised coefficient that is not 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Level {
    pub(crate) run: u16,
    pub(crate) magnitude: u16,
    pub(crate) is_negative: bool,
}

impl Structure for Stream {
    type Error = Error;

    fn fields<S: Syntax<Error = Error>>(&mut self, io: &mut S) -> Result<(), Error> {
        self.header(io)?;
        let count = self.areas().len();
        io.needs("trees", FEWEST_BITS * count as u64)?; // before memory is reserved for them
        io.follows("trees", &mut self.trees, count)?;
        self.trees.iter_mut().try_for_each(|tree| tree.fields(io, SIDE))?;
        let to_byte = io.position().0.wrapping_neg() % 8;
        io.u(to_byte as u32, "zero_bits", &mut 0_u8, 0..=0)
    }
}

impl Stream {
    /// Codes everything before the trees.
    fn header<S: Syntax<Error = Error>>(&mut self, io: &mut S) -> Result<(), Error> {
        io.constant("magic", b"QUAD")?;
        io.u(32, "height", &mut self.size[0], 1..=16_384)?;
        io.u(32, "width", &mut self.size[1], 1..=16_384)?;
        io.u(8, "step", &mut self.step, 1..=255)
    }

    /// Reads a stream; the first violation is an error.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let content = Content { bytes, from: BitPosition(0) };
        let (mut stream, mut reader) = (Stream::default(), Reader::untraced(&content));
        let read = stream.fields(&mut reader);
        match reader.into_complaints().first() {
            Some(&first) => Err(first),
            None => read.map(|()| stream),
        }
    }

    /// Checks the header before the trees are made.
    pub(crate) fn check_header(&mut self) -> Result<(), Error> {
        self.header(&mut Writer::new(&mut Discard, BitPosition(0)))
    }

    /// Returns the places of the trees; the last ones reach out of the picture.
    pub(crate) fn areas(&self) -> impl ExactSizeIterator<Item = Area> + use<> {
        Spot::new([0, 0], Dyn(self.size.map(|n| n as usize))).tiles(Dyn([SIDE; 2]))
    }
}

impl Tree {
    fn fields<S: Syntax<Error = Error>>(&mut self, io: &mut S, side: usize) -> Result<(), Error> {
        let parts = if side > 4 { io.option("split", &mut self.parts)? } else { None };
        if let Some(parts) = parts {
            return parts.iter_mut().try_for_each(|part| part.fields(io, side / 2));
        }
        let most = (side * side) as i64;
        io.coded(Ue, "mode", &mut self.mode, 0..=super::predict::MODES as i64 - 1)?;
        let mut count = self.levels.len() as u16;
        io.coded(Ue, "count", &mut count, 0..=most)?;
        io.follows("levels", &mut self.levels, count.into())?;
        for (i, level) in self.levels.iter_mut().enumerate() {
            io.coded(Ue, ("run", i), &mut level.run, 0..=most - 1)?;
            io.coded(Ue, ("magnitude", i), &mut level.magnitude, 0..=i16::MAX.into())?;
            io.flag(("negative", i), &mut level.is_negative)?;
        }
        Ok(())
    }

    /// Returns the number of bits of a tree of one block.
    pub(crate) fn bits(&mut self, side: usize) -> u64 {
        let mut sink = Discard;
        let mut writer = Writer::new(&mut sink, BitPosition(0));
        self.fields(&mut writer, side).expect("levels are in range");
        writer.written()
    }
}
