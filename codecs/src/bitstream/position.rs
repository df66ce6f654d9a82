//! [`BitPosition`]: a position in a stream.

use core::fmt;

/// A position in a stream, in bits from its start; printed as `byte.bit`.
///
/// ```
/// use codecs::bitstream::BitPosition;
/// assert_eq!(BitPosition(43).to_string(), "5.3");
/// assert_eq!(BitPosition::byte(7).to_string(), "7.0");
/// assert_eq!(BitPosition(43).whole_bytes(), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitPosition(pub u64);

impl BitPosition {
    /// Returns the position of the first bit of a byte.
    pub const fn byte(byte: u64) -> Self {
        BitPosition(8 * byte)
    }

    /// Returns the byte in which the position lies.
    pub const fn whole_bytes(self) -> u64 {
        self.0 / 8
    }
}

impl fmt::Display for BitPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 8, self.0 % 8)
    }
}
