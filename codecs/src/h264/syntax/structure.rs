//! [`Structure`]: a description of syntax elements; and [`Syntax`]: the operations of a description.

use super::error::SyntaxError;
use super::read::Reader;
use crate::bitstream::{
    self, BitPosition, Code, Discard, Element, InBrackets, Sink, Syntax as _, Unread, Violation, Writer,
};
use crate::h264::bits::{BitSink, BitWriter};
use core::ops::RangeInclusive;

/// The standard's name of an element, with its indices: `frame_num`, `offset_for_ref_frame[2]`,
/// `chroma_weight_l0[3][1]`. See [`bitstream::Name`] for an example.
pub type Name = bitstream::Name<InBrackets>;

/// The position of an RBSP in its NAL unit: behind the header.
const AFTER_HEADER: BitPosition = BitPosition(8);

/// The codes of variable length (9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpGolomb {
    /// `ue(v)`: unsigned, 0 to 2^32 - 2.
    Ue,
    /// `se(v)`: signed, 1 - 2^31 to 2^31 - 1.
    Se,
}

/// The bits that a [`Code`] puts, as a [`BitSink`].
struct Puts<'a>(&'a mut dyn FnMut(u32, u32));

impl BitSink for Puts<'_> {
    fn put(&mut self, bits: u32, n: u32) {
        (self.0)(bits, n);
    }
}

impl Code for ExpGolomb {
    fn fits(self, value: i64) -> bool {
        match self {
            ExpGolomb::Ue => (0..i64::from(u32::MAX)).contains(&value),
            ExpGolomb::Se => (1 - (1 << 31)..1 << 31).contains(&value),
        }
    }

    fn write(self, value: i64, put: &mut dyn FnMut(u32, u32)) {
        match self {
            ExpGolomb::Ue => Puts(put).ue(value as u32),
            ExpGolomb::Se => Puts(put).se(value as i32),
        }
    }

    fn read(self, take: &mut dyn FnMut(u32) -> Result<u32, Unread>) -> Result<i64, Unread> {
        let mut zeros = 0;
        while take(1)? == 0 {
            zeros += 1;
            if zeros > 32 {
                return Err(Unread::Invalid);
            }
        }
        let k = (1 << zeros) - 1 + i64::from(take(zeros)?);
        Ok(match self {
            ExpGolomb::Ue => k,
            ExpGolomb::Se if k % 2 == 1 => (k + 1) / 2,
            ExpGolomb::Se => -k / 2,
        })
    }
}

/// The operations of a description: those of [`bitstream::Syntax`], and those of an RBSP. [`Structure::check`],
/// [`Structure::write`] and [`Structure::read`] supply an implementation.
pub trait Syntax: bitstream::Syntax<Error = SyntaxError> {
    /// Codes the `ff_byte`s after the header (7.3.2.7). A writer writes `count` of them; a reader counts those before
    /// the stop bit without keeping them.
    ///
    /// # Errors
    /// A reader returns none.
    fn ff_bytes(&mut self, count: &mut usize) -> Result<(), SyntaxError>;

    /// Codes `rbsp_trailing_bits()` (7.3.2.11).
    ///
    /// # Errors
    /// [`SyntaxError::NoStopBit`] from a reader.
    fn rbsp_trailing_bits(&mut self) -> Result<(), SyntaxError>;

    /// Begins a part of `bytes` bytes; until [`Syntax::leave`], a reader does not read beyond it.
    ///
    /// # Errors
    /// [`Violation::Truncated`] from a reader.
    fn enter(&mut self, name: Name, bytes: u32) -> Result<(), SyntaxError>;

    /// Ends the part: a writer pads the last byte and returns the error in `inside`, a reader records it and skips to
    /// the end of the part.
    ///
    /// # Errors
    /// The error in `inside`, from a writer.
    fn leave(&mut self, inside: Result<(), SyntaxError>) -> Result<(), SyntaxError>;

    /// Returns `more_rbsp_data()` (7.2): whether elements follow. A writer returns `has`.
    fn more_rbsp_data(&self, has: bool) -> bool {
        self.more(has)
    }

    /// Codes `ue(v)` within a range.
    ///
    /// # Errors
    /// The errors of [`bitstream::Syntax::coded`].
    fn ue<T: Element>(
        &mut self,
        name: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        self.coded(ExpGolomb::Ue, name, value, range)
    }

    /// Codes `se(v)` within a range.
    ///
    /// # Errors
    /// The errors of [`bitstream::Syntax::coded`].
    fn se<T: Element>(
        &mut self,
        name: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        self.coded(ExpGolomb::Se, name, value, range)
    }

    /// Codes `ue(v)` on which the following elements depend: a value out of range is an error for a reader too.
    ///
    /// # Errors
    /// The errors of [`bitstream::Syntax::coded`].
    fn selector<T: Element>(
        &mut self,
        name: impl Into<Name>,
        value: T,
        range: RangeInclusive<i64>,
    ) -> Result<T, SyntaxError> {
        let (position, name, mut value) = (self.position(), name.into(), value.into());
        if Self::READS || range.contains(&value) {
            value = self.code(ExpGolomb::Ue, name, value)?;
        }
        let (least, most) = range.into_inner();
        match (least..=most).contains(&value) {
            true => Ok(T::nearest(value)),
            false => Err(Violation::Range { value, least, most }.at(position, name)),
        }
    }

    /// Codes the length of a list minus `less` as [`Syntax::selector`] does; a reader fills the list with default items.
    ///
    /// # Errors
    /// The errors of [`Syntax::selector`].
    fn ue_count<T: Clone + Default>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        less: usize,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        // The length of a list that is too long is out of range too.
        let count = self.selector(name, (list.len() as i64 - less as i64).clamp(-1, i32::MAX.into()) as i32, range)?;
        list.resize(count as usize + less, T::default());
        Ok(())
    }
}

impl<K: Sink> Syntax for Writer<'_, K, SyntaxError> {
    fn ff_bytes(&mut self, count: &mut usize) -> Result<(), SyntaxError> {
        (0..*count).try_for_each(|_| self.bits(8, "ff_byte", &mut 0xFF_u8))
    }

    fn rbsp_trailing_bits(&mut self) -> Result<(), SyntaxError> {
        let bits = 8 - (self.written() % 8) as u32;
        self.bits(bits, "rbsp_trailing_bits", &mut (1_u8 << (bits - 1)))
    }

    fn enter(&mut self, _: Name, _: u32) -> Result<(), SyntaxError> {
        Ok(())
    }

    /// Pads a payload that is not whole bytes by `bit_equal_to_one` and `bit_equal_to_zero` (D.1.1).
    fn leave(&mut self, inside: Result<(), SyntaxError>) -> Result<(), SyntaxError> {
        inside?;
        if !self.written().is_multiple_of(8) {
            self.rbsp_trailing_bits()?;
        }
        Ok(())
    }
}

impl Sink for BitWriter {
    fn put(&mut self, bits: u32, n: u32) {
        BitSink::put(self, bits, n);
    }
}

/// A syntax structure, with a description of its elements.
///
/// ```
/// use codecs::h264::bits::BitWriter;
/// use codecs::h264::syntax::{AccessUnitDelimiter, Structure};
/// let delimiter = AccessUnitDelimiter { primary_pic_type: 7 };
/// assert_eq!(delimiter.to_rbsp(())?, [0b1111_0000]);
/// assert!(AccessUnitDelimiter { primary_pic_type: 8 }.to_rbsp(()).is_err());
/// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
/// ```
pub trait Structure: Clone + Default {
    /// The data needed to write or read the structure.
    type Context<'a>: Copy;

    /// Describes the structure: codes every element once, in order.
    ///
    /// # Errors
    /// The errors of the elements.
    fn fields<S: Syntax>(&mut self, io: &mut S, context: Self::Context<'_>) -> Result<(), SyntaxError>;

    /// Checks every element against its range. Returns the size of the structure in bits.
    ///
    /// # Errors
    /// The first violation.
    fn check(&self, context: Self::Context<'_>) -> Result<u64, SyntaxError> {
        let mut count = Discard;
        let mut writer = Writer::new(&mut count, AFTER_HEADER);
        self.clone().fields(&mut writer, context)?;
        Ok(writer.written())
    }

    /// Appends the elements to `sink`, which must begin with the RBSP. More data may follow at the next bit.
    ///
    /// # Errors
    /// The errors of [`Structure::check`]; nothing is written then.
    fn write(&self, context: Self::Context<'_>, sink: &mut BitWriter) -> Result<(), SyntaxError> {
        self.check(context)?;
        self.clone().fields(&mut Writer::new(sink, AFTER_HEADER), context)
    }

    /// Returns the bytes of an RBSP that consists of this structure alone. See [`Structure`] for an example.
    ///
    /// # Errors
    /// The errors of [`Structure::check`].
    fn to_rbsp(&self, context: Self::Context<'_>) -> Result<Vec<u8>, SyntaxError> {
        let mut sink = BitWriter::new();
        self.write(context, &mut sink)?;
        Ok(sink.into_bytes())
    }

    /// Reads the elements. Values out of range are kept and recorded as [`Reader::complaints`].
    ///
    /// # Errors
    /// Violations after which the position of the next element is not known.
    fn read(reader: &mut Reader<'_>, context: Self::Context<'_>) -> Result<Self, SyntaxError> {
        let mut structure = Self::default();
        structure.fields(reader, context)?;
        Ok(structure)
    }
}
