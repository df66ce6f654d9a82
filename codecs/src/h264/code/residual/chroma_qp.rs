//! The quantisation parameter of chroma (8.5.8, Table 8-15), for 8-bit samples.

/// `QP_C` by `qP_I` (Table 8-15).
const QP_C: [u8; 52] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 29,
    30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39,
];

/// Returns `QP_C` for `QP_Y` 0 to 51. The offset, -12 to 12, is `chroma_qp_index_offset`, or for Cr
/// `second_chroma_qp_index_offset`.
///
/// ```
/// use codecs::h264::residual::chroma_qp;
/// assert_eq!([chroma_qp(20, 0), chroma_qp(30, 0), chroma_qp(51, 0)], [20, 29, 39]);
/// assert_eq!([chroma_qp(0, -12), chroma_qp(51, 12), chroma_qp(28, 2)], [0, 39, 29]);
/// ```
#[inline(always)]
pub fn chroma_qp(qp: u8, offset: i8) -> u8 {
    QP_C[(i32::from(qp) + i32::from(offset)).clamp(0, 51) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chroma_follows_luma_up_to_29_and_never_passes_it() {
        for qp in 0..52 {
            assert!(chroma_qp(qp, 0) <= qp && (qp >= 30 || chroma_qp(qp, 0) == qp));
            for offset in -12..=12 {
                let index = (i32::from(qp) + i32::from(offset)).clamp(0, 51) as u8;
                assert_eq!(chroma_qp(qp, offset), chroma_qp(index, 0));
            }
        }
    }
}
