//! The runs of zeros of a block (T.81 F.1.2.2, G.1.2.2).

/// The symbol for a run of sixteen zeros.
pub(in crate::jpeg) const ZRL: u32 = 0xF0;

/// Passes the symbols `RRRRSSSS` of the coefficients in `mask`, with their extra bits, to `symbol`, and returns the place
/// after the last one. The first run begins at place `first`; `magnitude` returns the size and the extra bits of a
/// coefficient.
///
/// ```text
///   for each place k of the mask:
///       ZRL for each 16 zeros since the place before, then the rest of the run with the size of coefficient k
/// ```
///
/// The coefficients that are not 0 come from a mask, so zeros take no time.
#[inline(always)]
pub(in crate::jpeg) fn run_lengths(
    mask: u64,
    first: u32,
    magnitude: impl Fn(usize) -> (u32, u32),
    mut symbol: impl FnMut(u32, u32),
) -> u32 {
    let (mut left, mut next) = (mask, first);
    while left != 0 {
        let k = left.trailing_zeros();
        left &= left - 1;
        let mut run = k - next;
        next = k + 1;
        while run > 15 {
            symbol(ZRL, 0);
            run -= 16;
        }
        let (size, bits) = magnitude(k as usize);
        symbol(run << 4 | size, bits);
    }
    next
}
