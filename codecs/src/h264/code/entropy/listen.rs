//! [`Listen`]: a sink that receives the names of syntax elements along with their bits.

use super::ResidualBlock;
use crate::h264::syntax::Name;

/// A sink of bits or bins that is told which syntax elements they code. The default methods do nothing and cost
/// nothing.
///
/// ```
/// use codecs::h264::{bits::{BitSink, BitWriter}, entropy::Listen};
/// let mut bits = BitWriter::new();
/// bits.element("mb_skip_run", 3);
/// bits.ue(3);
/// assert_eq!(bits.len(), 5);
/// ```
pub trait Listen {
    /// Announces that the next bits code an element of this value.
    #[inline(always)]
    fn element(&mut self, name: impl Into<Name>, value: i64) {
        self.element_after(0, name, value);
    }

    /// Announces that the bits after the next `_bits` bits code an element of this value.
    #[inline(always)]
    fn element_after(&mut self, _bits: u32, _name: impl Into<Name>, _value: i64) {}

    /// Announces that the elements of a residual block follow.
    #[inline(always)]
    fn block(&mut self, _block: &ResidualBlock<'_>) {}
}
