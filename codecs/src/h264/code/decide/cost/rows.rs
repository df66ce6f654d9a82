//! [`EqualRows`] and [`FlatRows`]: predictions along rows or columns, compared without being written.

use super::BlockRows;

/// A block whose rows are all the same, as of vertical prediction.
pub(in crate::h264::code::decide) struct EqualRows<'a, const W: usize>(pub &'a [u8; W]);

impl<const W: usize, const H: usize> BlockRows<W, H> for EqualRows<'_, W> {
    #[inline(always)]
    fn block_row(&self, _: usize) -> &[u8; W] {
        self.0
    }
}

/// A block whose rows have one value each, as of horizontal prediction.
pub(in crate::h264::code::decide) struct FlatRows<const H: usize>(pub [u8; H]);

impl<const H: usize> BlockRows<16, H> for FlatRows<H> {
    #[inline(always)]
    fn block_row(&self, y: usize) -> &[u8; 16] {
        flat(self.0[y])
    }
}

/// Returns a row of one value.
#[inline(always)]
fn flat(value: u8) -> &'static [u8; 16] {
    static FLAT: [[u8; 16]; 256] = {
        let (mut rows, mut value) = ([[0; 16]; 256], 0);
        while value < 256 {
            rows[value] = [value as u8; 16];
            value += 1;
        }
        rows
    };
    &FLAT[usize::from(value)]
}
