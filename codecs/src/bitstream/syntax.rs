//! [`Syntax`]: the operations of a description.

use super::code::{Code, Unsigned};
use super::error::{Complaint, Violation};
use super::position::BitPosition;
use crate::shared::name::Name;
use core::ops::RangeInclusive;

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

/// The name of an element in the notation of the format of `S`.
pub type NameOf<S> = Name<<<S as Syntax>::Error as Complaint>::Indices>;

/// The operations that a description applies to its elements, one after the other: [`Writer`](super::Writer),
/// [`Reader`](super::Reader) and [`Tracer`](super::Tracer) write, read and trace them.
///
/// A description passes `&mut` of every element: a reader sets it, the others only read it. The required methods
/// implement the mechanism; descriptions call the provided methods, [`Syntax::bytes`] and [`Syntax::complain`].
pub trait Syntax: Sized {
    /// The errors of the format.
    type Error: Complaint;

    /// `true` for a reader, which sets the elements.
    const READS: bool;

    /// Codes one element. Returns its value: the one given, or the one read.
    ///
    /// # Errors
    /// [`Violation::Truncated`], [`Violation::NotHeld`], [`Violation::Invalid`] from a reader.
    fn code(&mut self, code: impl Code, name: NameOf<Self>, value: i64) -> Result<i64, Self::Error>;

    /// Codes whole bytes; a reader takes `length` of them, or all that are left.
    ///
    /// # Errors
    /// [`Violation::Truncated`] from a reader, [`Violation::Size`] from the others.
    fn bytes(&mut self, name: NameOf<Self>, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), Self::Error>;

    /// Returns the position of the next element in the stream.
    fn position(&self) -> BitPosition;

    /// Reports a violation: a writer returns it, a reader records it and continues.
    ///
    /// # Errors
    /// `error`, from a writer.
    fn complain(&mut self, error: Self::Error) -> Result<(), Self::Error>;

    /// Returns whether elements follow: a reader, whether bits are left; the others return `has`.
    fn more(&self, has: bool) -> bool {
        has
    }

    /// Announces an element of at least `bits` bits, before memory is reserved for it.
    ///
    /// # Errors
    /// [`Violation::Truncated`] from a reader with fewer bits left.
    fn needs(&mut self, _name: impl Into<NameOf<Self>>, _bits: u64) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Codes one element, and checks it against the range that the format allows. A reader stores the nearest value of
    /// `T`.
    ///
    /// # Errors
    /// [`Violation::Range`], and those of [`Syntax::code`].
    fn coded<T: Element>(
        &mut self,
        code: impl Code,
        name: impl Into<NameOf<Self>>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), Self::Error> {
        *value = T::nearest(self.ranged(code, name.into(), (*value).into(), range)?);
        Ok(())
    }

    /// Codes an unsigned number of `bits` bits within a range.
    ///
    /// # Errors
    /// The errors of [`Syntax::coded`].
    fn u<T: Element>(
        &mut self,
        bits: u32,
        name: impl Into<NameOf<Self>>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), Self::Error> {
        self.coded(Unsigned(bits), name, value, range)
    }

    /// Codes an unsigned number of `bits` bits and of any value.
    ///
    /// # Errors
    /// The errors of [`Syntax::coded`].
    fn bits<T: Element>(&mut self, bits: u32, name: impl Into<NameOf<Self>>, value: &mut T) -> Result<(), Self::Error> {
        self.u(bits, name, value, 0..=(1 << bits) - 1)
    }

    /// Codes a flag of one bit.
    ///
    /// # Errors
    /// The errors of [`Syntax::code`].
    fn flag(&mut self, name: impl Into<NameOf<Self>>, flag: &mut bool) -> Result<(), Self::Error> {
        *flag = self.code(Unsigned(1), name.into(), (*flag).into())? == 1;
        Ok(())
    }

    /// Codes the presence flag of an optional structure. Returns the structure if the flag is 1; a reader gets a
    /// default one to fill.
    ///
    /// # Errors
    /// The errors of [`Syntax::code`].
    fn option<'a, T: Default>(
        &mut self,
        name: impl Into<NameOf<Self>>,
        option: &'a mut Option<T>,
    ) -> Result<Option<&'a mut T>, Self::Error> {
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
    /// [`Violation::NotCoded`] from a writer.
    fn absent<T: Element>(&mut self, name: &'static str, value: &mut T, inferred: i64) -> Result<(), Self::Error> {
        let given = (*value).into();
        if !Self::READS && given != inferred {
            return self.violated(name, Violation::NotCoded { value: given, inferred });
        }
        *value = T::nearest(inferred);
        Ok(())
    }

    /// Handles a flag that is not coded here: a writer checks for the inferred value, a reader sets it.
    ///
    /// # Errors
    /// [`Violation::NotCoded`] from a writer.
    fn absent_flag(&mut self, name: &'static str, flag: &mut bool, inferred: bool) -> Result<(), Self::Error> {
        let mut value = u8::from(*flag);
        self.absent(name, &mut value, inferred.into())?;
        *flag = value == 1;
        Ok(())
    }

    /// Codes the length of a list as an unsigned number of `bits` bits; a reader resizes the list, also to a length out
    /// of range.
    ///
    /// # Errors
    /// The errors of [`Syntax::coded`].
    fn count<T: Clone + Default>(
        &mut self,
        bits: u32,
        name: impl Into<NameOf<Self>>,
        list: &mut Vec<T>,
        range: RangeInclusive<i64>,
    ) -> Result<(), Self::Error> {
        let count = self.ranged(Unsigned(bits), name.into(), list.len() as i64, range)?;
        list.resize(count as usize, T::default());
        Ok(())
    }

    /// Prepares a list whose length follows from earlier elements: a reader fills it with default items, the others
    /// check the length.
    ///
    /// # Errors
    /// [`Violation::Size`] if the list has another length, except from a reader.
    fn follows<T: Clone + Default>(
        &mut self,
        name: impl Into<NameOf<Self>>,
        list: &mut Vec<T>,
        needed: usize,
    ) -> Result<(), Self::Error> {
        if Self::READS {
            list.resize(needed, T::default());
        }
        match list.len() {
            given if given == needed => Ok(()),
            given => Err(Self::Error::new(self.position(), name.into(), Violation::Size { given, needed })),
        }
    }

    /// Codes a list of one or more items that fills the rest of the structure.
    ///
    /// # Errors
    /// [`Violation::Empty`], and the errors of `each`.
    fn until_end<T: Default>(
        &mut self,
        name: &'static str,
        list: &mut Vec<T>,
        each: impl Fn(&mut T, &mut Self) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error> {
        let mut done = 0;
        while self.more(done < list.len()) {
            if done == list.len() {
                list.push(T::default());
            }
            each(&mut list[done], self)?;
            done += 1;
        }
        if done == 0 { self.violated(name, Violation::Empty) } else { Ok(()) }
    }

    /// Codes a byte string with fixed contents.
    ///
    /// # Errors
    /// [`Violation::Constant`], [`Violation::Truncated`].
    fn constant(&mut self, name: &'static str, bytes: &[u8]) -> Result<(), Self::Error> {
        let (position, mut found) = (self.position(), bytes.to_vec());
        self.bytes(name.into(), &mut found, Some(bytes.len()))?;
        match found == bytes {
            true => Ok(()),
            false => self.complain(Self::Error::new(position, name.into(), Violation::Constant)),
        }
    }

    /// Reports a violation by the element `name` at this position, as [`Syntax::complain`] does.
    ///
    /// # Errors
    /// The violation, from a writer.
    fn violated(&mut self, name: impl Into<NameOf<Self>>, violation: Violation) -> Result<(), Self::Error> {
        self.complain(Self::Error::new(self.position(), name.into(), violation))
    }

    /// Codes an element as [`Syntax::code`] does, and checks it against a range.
    ///
    /// # Errors
    /// The errors of [`Syntax::coded`].
    fn ranged(
        &mut self,
        code: impl Code,
        name: NameOf<Self>,
        value: i64,
        range: RangeInclusive<i64>,
    ) -> Result<i64, Self::Error> {
        let (position, (least, most)) = (self.position(), range.into_inner());
        let check = |io: &mut Self, value| match (least..=most).contains(&value) {
            true => Ok(()),
            false => io.complain(Self::Error::new(position, name, Violation::Range { value, least, most })),
        };
        // A value out of range may have no word in the code, so it is checked before it is written.
        if !Self::READS {
            check(self, value)?;
            return self.code(code, name, value);
        }
        let found = self.code(code, name, value)?;
        check(self, found)?;
        Ok(found)
    }
}
