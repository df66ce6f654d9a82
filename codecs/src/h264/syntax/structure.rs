//! [`Structure`]: a syntax structure with a description of its elements, and [`Syntax`]: the operations of a
//! description.

use super::error::SyntaxError;
use super::position::BitPosition;
use super::read::Reader;
use super::write::Writer;
use crate::h264::bits::{BitCount, BitWriter};
use crate::shared::name::{self, InBrackets};
use core::ops::RangeInclusive;

/// The standard's name of an element, with its indices: `frame_num`, `offset_for_ref_frame[2]`,
/// `chroma_weight_l0[3][1]`. See [`name::Name`] for an example.
pub type Name = name::Name<InBrackets>;

/// The descriptor of an element (7.2): the way it is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// `u(n)`: unsigned, of n = 0 to 32 bits.
    U(u32),
    /// `i(n)`: two's complement, of n = 1 to 32 bits.
    I(u32),
    /// `ue(v)`: unsigned Exp-Golomb.
    Ue,
    /// `se(v)`: signed Exp-Golomb.
    Se,
}

/// A type that stores an element: an integer of up to 32 bits.
pub trait Element: Copy + Into<i64> {
    /// Returns the nearest value of the type.
    fn nearest(value: i64) -> Self;
}

macro_rules! element {
    ($($type:ty),*) => {
        $(impl Element for $type {
            fn nearest(value: i64) -> Self {
                value.clamp(<$type>::MIN.into(), <$type>::MAX.into()) as $type
            }
        })*
    };
}

element!(u8, u16, u32, i8, i16, i32);

/// The operations of a description: an implementation checks, writes or reads one element after the other.
/// [`Structure::check`], [`Structure::write`] and [`Structure::read`] supply one.
///
/// A description passes `&mut` of every element: a reader sets it, a writer only reads it. The required methods
/// implement the mechanism; descriptions call the provided methods.
pub trait Syntax: Sized {
    /// `true` for a reader, which sets the elements; `false` for a writer.
    const READS: bool;

    /// Codes one element. Returns its value: the one given, or the one read.
    ///
    /// # Errors
    /// [`SyntaxError::Truncated`], [`SyntaxError::ExpGolomb`] from a reader.
    fn code(&mut self, code: Code, name: Name, value: i64) -> Result<i64, SyntaxError>;

    /// Codes whole bytes; a reader takes `length` of them, or all that are left.
    ///
    /// # Errors
    /// [`SyntaxError::Truncated`] from a reader, [`SyntaxError::Size`] from a writer.
    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), SyntaxError>;

    /// Codes the `ff_byte`s after the header (7.3.2.7). A writer writes `count` of them; a reader counts those before
    /// the stop bit without keeping them.
    ///
    /// # Errors
    /// A reader returns none.
    fn ff_bytes(&mut self, count: &mut usize) -> Result<(), SyntaxError>;

    /// Returns `more_rbsp_data()` (7.2): whether elements follow. A writer returns `has`.
    fn more_rbsp_data(&self, has: bool) -> bool;

    /// Codes `rbsp_trailing_bits()` (7.3.2.11).
    ///
    /// # Errors
    /// [`SyntaxError::NoStopBit`] from a reader.
    fn rbsp_trailing_bits(&mut self) -> Result<(), SyntaxError>;

    /// Begins a part of `bytes` bytes; until [`Syntax::leave`], a reader does not read beyond it.
    ///
    /// # Errors
    /// [`SyntaxError::Truncated`] from a reader.
    fn enter(&mut self, name: Name, bytes: u32) -> Result<(), SyntaxError>;

    /// Ends the part: a writer pads the last byte and returns the error in `inside`, a reader records it and skips to
    /// the end of the part.
    ///
    /// # Errors
    /// The error in `inside`, from a writer.
    fn leave(&mut self, inside: Result<(), SyntaxError>) -> Result<(), SyntaxError>;

    /// Returns the number of bits of the NAL unit before the next element, without emulation prevention.
    fn rbsp_bits(&self) -> u64;

    /// Returns the position of the next element in the stream.
    fn position(&self) -> BitPosition;

    /// Reports a violation: a writer returns it, a reader records it and continues.
    ///
    /// # Errors
    /// `error`, from a writer.
    fn complain(&mut self, error: SyntaxError) -> Result<(), SyntaxError>;

    /// Codes one element, and checks it against the range that the standard allows. A reader stores the nearest value
    /// of `T`.
    ///
    /// # Errors
    /// [`SyntaxError::Range`], and those of [`Syntax::code`].
    fn coded<T: Element>(
        &mut self,
        code: Code,
        name: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        let (position, name) = (self.position(), name.into());
        let (least, most) = range.into_inner();
        let range_of = |value| match (least..=most).contains(&value) {
            true => None,
            false => Some(SyntaxError::Range { position, name, value, least, most }),
        };
        if let (false, Some(error)) = (Self::READS, range_of((*value).into())) {
            return self.complain(error);
        }
        let found = self.code(code, name, (*value).into())?;
        *value = T::nearest(found);
        range_of(found).map_or(Ok(()), |error| self.complain(error))
    }

    /// Codes `u(n)` within a range.
    ///
    /// # Errors
    /// As [`Syntax::coded`].
    fn u<T: Element>(
        &mut self,
        bits: u32,
        name: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        self.coded(Code::U(bits), name, value, range)
    }

    /// Codes `u(n)` of any value.
    ///
    /// # Errors
    /// As [`Syntax::coded`].
    fn bits<T: Element>(&mut self, bits: u32, name: impl Into<Name>, value: &mut T) -> Result<(), SyntaxError> {
        self.coded(Code::U(bits), name, value, 0..=(1 << bits) - 1)
    }

    /// Codes `ue(v)` within a range.
    ///
    /// # Errors
    /// As [`Syntax::coded`].
    fn ue<T: Element>(
        &mut self,
        name: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        self.coded(Code::Ue, name, value, range)
    }

    /// Codes `se(v)` within a range.
    ///
    /// # Errors
    /// As [`Syntax::coded`].
    fn se<T: Element>(
        &mut self,
        name: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        self.coded(Code::Se, name, value, range)
    }

    /// Codes a flag, `u(1)`.
    ///
    /// # Errors
    /// As [`Syntax::coded`].
    fn flag(&mut self, name: impl Into<Name>, flag: &mut bool) -> Result<(), SyntaxError> {
        *flag = self.code(Code::U(1), name.into(), (*flag).into())? == 1;
        Ok(())
    }

    /// Codes the presence flag of an optional structure. Returns the structure if the flag is 1; a reader gets a
    /// default one to fill.
    ///
    /// # Errors
    /// As [`Syntax::coded`].
    fn option<'a, T: Default>(
        &mut self,
        name: impl Into<Name>,
        option: &'a mut Option<T>,
    ) -> Result<Option<&'a mut T>, SyntaxError> {
        let mut present = option.is_some();
        self.flag(name, &mut present)?;
        if Self::READS {
            *option = present.then(T::default);
        }
        Ok(option.as_mut())
    }

    /// Handles an element that is not coded here: a writer checks for the inferred value, a reader sets it.
    ///
    /// # Errors
    /// [`SyntaxError::NotCoded`] from a writer.
    fn absent<T: Element>(&mut self, name: &'static str, value: &mut T, inferred: i64) -> Result<(), SyntaxError> {
        let (position, name, given) = (self.position(), name.into(), (*value).into());
        if !Self::READS && given != inferred {
            return self.complain(SyntaxError::NotCoded { position, name, value: given, inferred });
        }
        *value = T::nearest(inferred);
        Ok(())
    }

    /// Handles a flag that is not coded here: a writer checks for the inferred value, a reader sets it.
    ///
    /// # Errors
    /// [`SyntaxError::NotCoded`] from a writer.
    fn absent_flag(&mut self, name: &'static str, flag: &mut bool, inferred: bool) -> Result<(), SyntaxError> {
        let mut value = u8::from(*flag);
        self.absent(name, &mut value, inferred.into())?;
        *flag = value == 1;
        Ok(())
    }

    /// Codes the length of a list minus `less` as `ue(v)`; a reader fills the list with default items. The elements
    /// that follow depend on the length, so a length out of range is an error for a reader too.
    ///
    /// # Errors
    /// As [`Syntax::coded`].
    fn count<T: Clone + Default>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        less: usize,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        let position = self.position();
        let mut count = list.len() as i64 - less as i64;
        if Self::READS || range.contains(&count) {
            count = self.code(Code::Ue, name.into(), count)?;
        }
        let (least, most) = range.into_inner();
        if !(least..=most).contains(&count) {
            return Err(SyntaxError::Range { position, name: name.into(), value: count, least, most });
        }
        list.resize(count as usize + less, T::default());
        Ok(())
    }

    /// Prepares a list whose length earlier elements specify: a reader fills it with default items, a writer checks the
    /// length.
    ///
    /// # Errors
    /// [`SyntaxError::Size`] from a writer whose list has another length.
    fn follows<T: Clone + Default>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        needed: usize,
    ) -> Result<(), SyntaxError> {
        if Self::READS {
            list.resize(needed, T::default());
        }
        let (position, given) = (self.position(), list.len());
        if given != needed {
            return Err(SyntaxError::Size { position, name: name.into(), given, needed });
        }
        Ok(())
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
        let mut count = BitCount::default();
        let mut writer = Writer::new(&mut count);
        self.clone().fields(&mut writer, context)?;
        Ok(writer.written())
    }

    /// Appends the elements to `sink`, which must begin with the RBSP. More data may follow at the next bit.
    ///
    /// # Errors
    /// As [`Structure::check`]; then nothing is written.
    fn write(&self, context: Self::Context<'_>, sink: &mut BitWriter) -> Result<(), SyntaxError> {
        self.check(context)?;
        self.clone().fields(&mut Writer::new(sink), context)
    }

    /// Returns the bytes of an RBSP that consists of this structure alone. See [`Structure`] for an example.
    ///
    /// # Errors
    /// As [`Structure::check`].
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
