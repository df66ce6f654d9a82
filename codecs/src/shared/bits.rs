//! [`Bits`]: a bounded bit reader over a slice that knows its position. Wraps the crate `bitstream-io`.

use bitstream_io::{BigEndian, BitRead, BitReader};
use std::io::{Cursor, SeekFrom};

/// The bits of a slice, the most significant bit of each byte first.
#[derive(Clone, Debug)]
pub(crate) struct Bits<'a> {
    reader: BitReader<Cursor<&'a [u8]>, BigEndian>,
    /// The position of the next bit.
    at: u64,
    /// The number of bits.
    len: u64,
}

impl<'a> Bits<'a> {
    /// Returns a reader of the bits of `bytes`.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Bits { reader: BitReader::new(Cursor::new(bytes)), at: 0, len: 8 * bytes.len() as u64 }
    }

    /// Returns the position of the next bit.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Returns the number of bits left.
    pub(crate) fn left(&self) -> u64 {
        self.len.saturating_sub(self.at)
    }

    /// Reads the next `n` bits, 0 to 32; returns `None` and consumes nothing if fewer are left.
    pub(crate) fn read(&mut self, n: u32) -> Option<u32> {
        if u64::from(n) > self.left() {
            return None;
        }
        let value = self.reader.read_var(n).ok()?;
        self.at += u64::from(n);
        Some(value)
    }

    /// Reads the next `n` bytes, at any bit position; returns `None` and consumes nothing if fewer are left.
    pub(crate) fn read_bytes(&mut self, n: usize) -> Option<Vec<u8>> {
        if n as u64 > self.left() / 8 {
            return None;
        }
        let bytes = self.reader.read_to_vec(n).ok()?;
        self.at += 8 * n as u64;
        Some(bytes)
    }

    /// Moves to a bit position, forward or backward; beyond the end no bits are left.
    pub(crate) fn seek(&mut self, bit: u64) {
        // Seeking in a cursor cannot fail, and the position is within the slice.
        let _ = self.reader.seek_bits(SeekFrom::Start(bit.min(self.len)));
        self.at = bit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads bit by bit: the definition.
    fn plain(bytes: &[u8], at: u64, n: u32) -> u32 {
        (at..at + u64::from(n))
            .fold(0, |value, bit| value << 1 | u32::from(bytes[(bit / 8) as usize] >> (7 - bit % 8) & 1))
    }

    #[test]
    fn every_number_of_bits_is_read_from_every_place() {
        let bytes = [0x12, 0xFF, 0, 0x80, 0xA5, 0x5A, 1, 0xC3, 0x77];
        for at in 0..=72 {
            for n in 0..=32 {
                let mut bits = Bits::new(&bytes);
                bits.seek(at);
                let expected = (at + u64::from(n) <= 72).then(|| plain(&bytes, at, n));
                assert_eq!(bits.read(n), expected, "{n} bits from {at}");
                let after = at + expected.map_or(0, |_| u64::from(n));
                assert_eq!((bits.at(), bits.left()), (after, 72 - after));
                assert_eq!(bits.read(1), (after < 72).then(|| plain(&bytes, after, 1)), "and go on behind them");
            }
            for n in 0..10 {
                let mut bits = Bits::new(&bytes);
                bits.seek(at);
                let expected = (at + 8 * n <= 72).then(|| (0..n).map(|k| plain(&bytes, at + 8 * k, 8) as u8).collect());
                assert_eq!(bits.read_bytes(n as usize), expected);
            }
        }
    }

    #[test]
    fn nothing_is_read_beyond_the_end() {
        let mut bits = Bits::new(&[0xAB]);
        bits.seek(1000);
        assert_eq!((bits.left(), bits.read(1), bits.read(0)), (0, None, Some(0)));
        bits.seek(4);
        assert_eq!((bits.read(5), bits.read(4)), (None, Some(0xB)));
    }
}
