//! [`Code`]: a mapping from values to bits; the codes of fixed length, [`Unsigned`] and [`Signed`].

use core::fmt;

/// A way to code the value of an element.
pub trait Code: Copy + fmt::Debug {
    /// Returns whether the code has a word for `value`.
    fn fits(self, value: i64) -> bool;

    /// Writes a value that [fits](Code::fits): each call of `put` appends the lowest `n` of some bits, `n` at most 32.
    fn write(self, value: i64, put: &mut dyn FnMut(u32, u32));

    /// Reads a value: each call of `take` returns the next `n` bits, `n` at most 32.
    ///
    /// # Errors
    /// An error of `take`, or [`Unread::Invalid`] if the bits are no code word.
    fn read(self, take: &mut dyn FnMut(u32) -> Result<u32, Unread>) -> Result<i64, Unread>;
}

/// The reason why a [`Code`] cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Too few bits are left.
    End,
    /// The bits are no word of the code.
    Invalid,
}

/// An unsigned number of 0 to 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsigned(pub u32);

impl Code for Unsigned {
    fn fits(self, value: i64) -> bool {
        self.0 <= 32 && value >= 0 && value >> self.0 == 0
    }

    fn write(self, value: i64, put: &mut dyn FnMut(u32, u32)) {
        put(value as u32, self.0);
    }

    fn read(self, take: &mut dyn FnMut(u32) -> Result<u32, Unread>) -> Result<i64, Unread> {
        take(self.0).map(i64::from)
    }
}

/// A number in two's complement, of 1 to 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed(pub u32);

impl Code for Signed {
    fn fits(self, value: i64) -> bool {
        (1..=32).contains(&self.0) && (-(1 << (self.0 - 1))..1 << (self.0 - 1)).contains(&value)
    }

    fn write(self, value: i64, put: &mut dyn FnMut(u32, u32)) {
        put((value & ((1 << self.0) - 1)) as u32, self.0);
    }

    fn read(self, take: &mut dyn FnMut(u32) -> Result<u32, Unread>) -> Result<i64, Unread> {
        let value = i64::from(take(self.0)?);
        Ok(value - ((value >> (self.0 - 1)) << self.0))
    }
}
