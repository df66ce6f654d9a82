//! [`BitPosition`]: a place in a stream.

use core::fmt;

/// Bits of the stream before something; printed as bytes and bits.
///
/// ```
/// use codecs::h264::syntax::BitPosition;
/// assert_eq!(BitPosition(43).to_string(), "5.3");
/// assert_eq!(BitPosition::byte(7).to_string(), "7.0");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitPosition(pub u64);

impl BitPosition {
    /// The first bit of a byte.
    pub const fn byte(byte: u64) -> Self {
        BitPosition(8 * byte)
    }
}

impl fmt::Display for BitPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 8, self.0 % 8)
    }
}
