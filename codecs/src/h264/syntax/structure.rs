//! [`Syntax`]: what a description is run against, and [`Structure`]: a thing that has one.

use super::error::SyntaxError;
use super::position::BitPosition;
use super::read::Reader;
use super::write::Writer;
use crate::h264::bits::{BitCount, BitWriter};
use crate::shared::name::{self, InBrackets};
use core::ops::RangeInclusive;

/// The standard's name for an element, with its indices: `frame_num`, `offset_for_ref_frame[2]`, `chroma_weight_l0[3][1]`. See
/// [`name::Name`] for an example.
pub type Name = name::Name<InBrackets>;

/// How an element is coded: its descriptor (7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// `u(n)`: so many bits, 0 to 32, unsigned.
    U(u32),
    /// `i(n)`: so many bits, 1 to 32, two's complement.
    I(u32),
    /// `ue(v)`: unsigned Exp-Golomb.
    Ue,
    /// `se(v)`: signed Exp-Golomb.
    Se,
}

/// A type that an element is kept in: an integer of up to 32 bits.
pub trait Element: Copy + Into<i64> {
    /// The nearest number that it can be.
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

/// What a description is run against: it checks, writes or reads one element after the other. [`Structure::check`],
/// [`Structure::write`] and [`Structure::read`] bring their own.
///
/// A description takes `&mut` of every element: a reader fills it, the others look at it. The required methods are the
/// mechanism; descriptions call the provided ones.
pub trait Syntax: Sized {
    /// Whether values come out of it.
    const READS: bool;

    /// One element. Returns its value: the one given, or the one read.
    ///
    /// # Errors
    /// [`SyntaxError::Truncated`], [`SyntaxError::ExpGolomb`] of a reader.
    fn code(&mut self, code: Code, name: Name, value: i64) -> Result<i64, SyntaxError>;

    /// Whole bytes; a reader takes `length` of them, or all that there are.
    ///
    /// # Errors
    /// [`SyntaxError::Truncated`] of a reader, [`SyntaxError::Size`] of the others.
    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), SyntaxError>;

    /// `ff_byte`s behind the header (7.3.2.7): `count` of them, or as many as a reader finds before the stop bit, which it
    /// counts without keeping them.
    ///
    /// # Errors
    /// None of a reader.
    fn ff_bytes(&mut self, count: &mut usize) -> Result<(), SyntaxError>;

    /// `more_rbsp_data()` (7.2): whether elements follow; who writes says whether it has some.
    fn more_rbsp_data(&self, has: bool) -> bool;

    /// `rbsp_trailing_bits()` (7.3.2.11).
    ///
    /// # Errors
    /// [`SyntaxError::NoStopBit`] of a reader.
    fn rbsp_trailing_bits(&mut self) -> Result<(), SyntaxError>;

    /// A part of so many bytes begins; until [`Syntax::leave`] nothing is read beyond it.
    ///
    /// # Errors
    /// [`SyntaxError::Truncated`] of a reader.
    fn enter(&mut self, name: Name, bytes: u32) -> Result<(), SyntaxError>;

    /// The part ends here, whatever `inside` was: who writes fills its last byte up and hands errors on; a reader complains
    /// about them and goes on behind the part.
    ///
    /// # Errors
    /// Those of `inside`, of who writes.
    fn leave(&mut self, inside: Result<(), SyntaxError>) -> Result<(), SyntaxError>;

    /// Bits of the NAL unit before the next element, without emulation prevention.
    fn rbsp_bits(&self) -> u64;

    /// Where the next element stands in the stream.
    fn position(&self) -> BitPosition;

    /// Something is wrong. Who writes refuses; a reader keeps the complaint and goes on.
    ///
    /// # Errors
    /// `error`, of who writes.
    fn complain(&mut self, error: SyntaxError) -> Result<(), SyntaxError>;

    /// One element, held against the values that the standard allows. A reader keeps the nearest value that `T` has.
    ///
    /// # Errors
    /// [`SyntaxError::Range`], those of [`Syntax::code`].
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

    /// `u(n)`.
    ///
    /// # Errors
    /// As of [`Syntax::coded`].
    fn u<T: Element>(
        &mut self,
        bits: u32,
        name: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        self.coded(Code::U(bits), name, value, range)
    }

    /// `u(n)` of any value.
    ///
    /// # Errors
    /// As of [`Syntax::coded`].
    fn bits<T: Element>(&mut self, bits: u32, name: impl Into<Name>, value: &mut T) -> Result<(), SyntaxError> {
        self.coded(Code::U(bits), name, value, 0..=(1 << bits) - 1)
    }

    /// `ue(v)`.
    ///
    /// # Errors
    /// As of [`Syntax::coded`].
    fn ue<T: Element>(
        &mut self,
        name: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        self.coded(Code::Ue, name, value, range)
    }

    /// `se(v)`.
    ///
    /// # Errors
    /// As of [`Syntax::coded`].
    fn se<T: Element>(
        &mut self,
        name: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        self.coded(Code::Se, name, value, range)
    }

    /// `u(1)`.
    ///
    /// # Errors
    /// As of [`Syntax::coded`].
    fn flag(&mut self, name: impl Into<Name>, flag: &mut bool) -> Result<(), SyntaxError> {
        *flag = self.code(Code::U(1), name.into(), (*flag).into())? == 1;
        Ok(())
    }

    /// A flag, and what follows where it is 1. Returns what follows, blank where it is read.
    ///
    /// # Errors
    /// As of [`Syntax::coded`].
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

    /// An element that is not coded here, and what is inferred for it.
    ///
    /// # Errors
    /// [`SyntaxError::NotCoded`] of who writes.
    fn absent<T: Element>(&mut self, name: &'static str, value: &mut T, inferred: i64) -> Result<(), SyntaxError> {
        let (position, name, given) = (self.position(), name.into(), (*value).into());
        if !Self::READS && given != inferred {
            return self.complain(SyntaxError::NotCoded { position, name, value: given, inferred });
        }
        *value = T::nearest(inferred);
        Ok(())
    }

    /// A flag that is not coded here, and is inferred to be `inferred`.
    ///
    /// # Errors
    /// [`SyntaxError::NotCoded`] of who writes.
    fn absent_flag(&mut self, name: &'static str, flag: &mut bool, inferred: bool) -> Result<(), SyntaxError> {
        let mut value = u8::from(*flag);
        self.absent(name, &mut value, inferred.into())?;
        *flag = value == 1;
        Ok(())
    }

    /// `ue(v)`: the length of a list less `less`; a reader makes the items, blank. What follows depends on it, so a reader
    /// does not go on behind a length that cannot be.
    ///
    /// # Errors
    /// As of [`Syntax::coded`].
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

    /// The items of a list whose number is known from elements before it: a reader makes them, blank.
    ///
    /// # Errors
    /// [`SyntaxError::Size`] of who writes another number of them.
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

/// A syntax structure: a thing with a description.
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
    /// What has to be known to write or read it.
    type Context<'a>: Copy;

    /// The description: every element in order, once.
    ///
    /// # Errors
    /// Those of the elements.
    fn fields<S: Syntax>(&mut self, io: &mut S, context: Self::Context<'_>) -> Result<(), SyntaxError>;

    /// Holds every element against its range. Returns its bits.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn check(&self, context: Self::Context<'_>) -> Result<u64, SyntaxError> {
        let mut count = BitCount::default();
        let mut writer = Writer::new(&mut count);
        self.clone().fields(&mut writer, context)?;
        Ok(writer.written())
    }

    /// Appends the elements; what follows them can follow at the next bit. `sink` has to begin with the RBSP.
    ///
    /// # Errors
    /// As of [`Structure::check`]; then nothing is written.
    fn write(&self, context: Self::Context<'_>, sink: &mut BitWriter) -> Result<(), SyntaxError> {
        self.check(context)?;
        self.clone().fields(&mut Writer::new(sink), context)
    }

    /// The bytes of an RBSP that is this structure alone. See [`Structure`] for an example.
    ///
    /// # Errors
    /// As of [`Structure::check`].
    fn to_rbsp(&self, context: Self::Context<'_>) -> Result<Vec<u8>, SyntaxError> {
        let mut sink = BitWriter::new();
        self.write(context, &mut sink)?;
        Ok(sink.into_bytes())
    }

    /// Reads the elements. Values that are out of their range are kept, and complained about: [`Reader::complaints`].
    ///
    /// # Errors
    /// What makes it impossible to tell where the next element is.
    fn read(reader: &mut Reader<'_>, context: Self::Context<'_>) -> Result<Self, SyntaxError> {
        let mut structure = Self::default();
        structure.fields(reader, context)?;
        Ok(structure)
    }
}
