//! [`Listen`]: who is told which syntax element it takes.

use super::ResidualBlock;
use crate::h264::syntax::Name;

/// What takes bits or bins, and is told what they are. Most do not listen, and then it costs nothing.
///
/// ```
/// use codecs::h264::{bits::{BitSink, BitWriter}, entropy::Listen};
/// let mut bits = BitWriter::new();
/// bits.element("mb_skip_run", 3);
/// bits.ue(3);
/// assert_eq!(bits.len(), 5);
/// ```
pub trait Listen {
    /// What comes next is this element of this value.
    #[inline(always)]
    fn element(&mut self, name: impl Into<Name>, value: i64) {
        self.element_after(0, name, value);
    }

    /// What comes after the next `_bits` bits is this element of this value.
    #[inline(always)]
    fn element_after(&mut self, _bits: u32, _name: impl Into<Name>, _value: i64) {}

    /// The elements of a block come next.
    #[inline(always)]
    fn block(&mut self, _block: &ResidualBlock<'_>) {}
}
