//! [`Dice`]: the [`Syntax`] that fills structures with random values that their descriptions allow.

use crate::bitstream::{self, BitPosition, Code};
use crate::h264::syntax::{Element, Name, Structure, Syntax, SyntaxError};
use core::ops::RangeInclusive;

/// A generator of random values, with many range ends and zeros.
pub(super) struct Dice {
    state: u64,
    complained: bool,
    bits: u64,
}

impl Dice {
    /// Returns a random structure that depends on `seed` alone; `None` if its values contradict each other.
    pub(super) fn throw<T: Structure>(seed: u64, context: T::Context<'_>) -> Option<T> {
        Self::fill(seed, T::default(), context)
    }

    /// Fills a structure with random values, starting from `structure`; `None` if its values contradict each other.
    pub(super) fn fill<T: Structure>(seed: u64, mut structure: T, context: T::Context<'_>) -> Option<T> {
        let mut dice = Dice { state: seed, complained: false, bits: 0 };
        structure.fields(&mut dice, context).ok()?;
        (!dice.complained).then_some(structure)
    }

    /// Returns the next random number (`splitmix64`).
    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn of(&mut self, least: i64, most: i64) -> i64 {
        let size = most.abs_diff(least) + 1;
        match self.next() % 8 {
            0 => least,
            1 => most,
            2 | 3 => 0.clamp(least, most),
            4 => least + (self.next() % size.min(5)) as i64,
            _ => least + (self.next() % size) as i64,
        }
    }
}

impl bitstream::Syntax for Dice {
    type Error = SyntaxError;
    const READS: bool = true;

    fn code(&mut self, code: impl Code, _: Name, _: i64) -> Result<i64, SyntaxError> {
        assert!(code.fits(1) && !code.fits(2), "others have a range");
        Ok((self.next() % 2) as i64)
    }

    fn coded<T: Element>(
        &mut self,
        _: impl Code,
        _: impl Into<Name>,
        value: &mut T,
        range: RangeInclusive<i64>,
    ) -> Result<(), SyntaxError> {
        *value = T::nearest(self.of(*range.start(), *range.end()));
        Ok(())
    }

    fn bytes(&mut self, _: Name, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), SyntaxError> {
        let length = length.unwrap_or_else(|| self.of(0, 700) as usize);
        let zeros = self.next();
        *data = (0..length).map(|_| if self.next() & zeros & 1 == 0 { 0 } else { self.next() as u8 }).collect();
        Ok(())
    }

    fn more(&self, _: bool) -> bool {
        self.state % 16 < 7
    }

    fn position(&self) -> BitPosition {
        BitPosition(self.bits)
    }

    fn complain(&mut self, _: SyntaxError) -> Result<(), SyntaxError> {
        self.complained = true;
        Ok(())
    }
}

impl Syntax for Dice {
    fn selector<T: Element>(&mut self, _: impl Into<Name>, _: T, range: RangeInclusive<i64>) -> Result<T, SyntaxError> {
        Ok(T::nearest(self.of(*range.start(), (*range.end()).min(20))))
    }

    fn ff_bytes(&mut self, count: &mut usize) -> Result<(), SyntaxError> {
        *count = self.of(0, 700) as usize;
        Ok(())
    }

    fn rbsp_trailing_bits(&mut self) -> Result<(), SyntaxError> {
        Ok(())
    }

    fn enter(&mut self, _: Name, _: u32) -> Result<(), SyntaxError> {
        Ok(())
    }

    fn leave(&mut self, inside: Result<(), SyntaxError>) -> Result<(), SyntaxError> {
        inside
    }
}
