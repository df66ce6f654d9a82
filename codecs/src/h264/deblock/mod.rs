//! The deblocking filter (8.7), for frames of macroblocks of I and P slices.
//!
//! | file | what |
//! |---|---|
//! | `bs` | how strongly an edge is filtered (8.7.2.1) |
//! | `filter` | the samples across an edge, sixteen lines at a time (8.7.2.2 to 8.7.2.4) |
//! | `edges` | which edges, in which order (8.7, 8.7.1) |
//! | `tables` | the standard's numbers |
//!
//! The filter works in place, macroblock by macroblock: what one leaves is what the next one reads. A macroblock changes up
//! to three samples of the ones to its left and above, so a row of macroblocks has its last samples when the row below is
//! filtered. Intra prediction wants the samples as they were before: the encoder filters a picture when all of it is coded.
//!
//! ```text
//!        0   4   8   12                     luma: edges by number of their first sample; 4 and 12 not with the 8 x 8
//!      0 ┏━━━┯━━━┯━━━┯━━━┓                  transform
//!        ┃   │   │   │   ┃      0   4       vertical edges first, from the left, then horizontal ones, from the top
//!      4 ┠───┼───┼───┼───┨    0 ┏━━━┯━━━┓
//!        ┃   │   │   │   ┃      ┃   │   ┃   chroma: always both; their strengths are those of luma edges 0 and 8
//!      8 ┠───┼───┼───┼───┨    4 ┠───┼───┨
//!        ┃   │   │   │   ┃      ┃   │   ┃
//!     12 ┠───┼───┼───┼───┨      ┗━━━┷━━━┛
//!        ┃   │   │   │   ┃
//!        ┗━━━┷━━━┷━━━┷━━━┛
//! ```
//!
//! `disable_deblocking_filter_idc` 1 is that nobody calls this. What is left out: 2 (edges of slices), fields, B slices.

mod bs;
mod edges;
mod filter;
#[cfg(test)]
mod plain;
mod tables;
#[cfg(test)]
mod tests;

use super::map::MbMap;
use super::picture::Picture;
use crate::shared::setters::setters;
use fearless_simd::{Level, dispatch};

/// What the slice header and the picture parameter set say of the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Params {
    /// `slice_alpha_c0_offset_div2`, -6 to 6.
    pub slice_alpha_c0_offset_div2: i8,
    /// `slice_beta_offset_div2`, -6 to 6.
    pub slice_beta_offset_div2: i8,
    /// `chroma_qp_index_offset` and `second_chroma_qp_index_offset`, -12 to 12: of Cb and Cr.
    pub chroma_qp_index_offset: [i8; 2],
    /// A number for the picture of each `ref_idx_l0`: two indices of the same picture have the same number.
    pub ref_pics: [u8; 16],
}

setters!(Params {
    with_slice_alpha_c0_offset_div2: slice_alpha_c0_offset_div2: i8,
    with_slice_beta_offset_div2: slice_beta_offset_div2: i8,
    with_chroma_qp_index_offset: chroma_qp_index_offset: [i8; 2],
    with_ref_pics: ref_pics: [u8; 16],
});

impl Default for Params {
    /// All offsets 0, and a list that has no picture twice.
    fn default() -> Self {
        Params {
            slice_alpha_c0_offset_div2: 0,
            slice_beta_offset_div2: 0,
            chroma_qp_index_offset: [0; 2],
            ref_pics: core::array::from_fn(|ref_idx| ref_idx as u8),
        }
    }
}

/// Filters the edges of row `mb_row` of macroblocks: those inside of it, and those between it and the row above. The rows
/// above must be filtered already; `map` is that of the picture, with every macroblock of this row and the row above.
///
/// ```
/// use codecs::h264::deblock::{self, Params};
/// use codecs::h264::map::{MbInfo, MbKind, MbMap};
/// use codecs::h264::picture::Picture;
///
/// // Two intra macroblocks, 100 and 104.
/// let mut picture = Picture::new([1, 2], true);
/// picture.luma.view_mut().fill_with(|[_, x]| if x < 16 { 100 } else { 104 });
/// let mut map = MbMap::new([1, 2]);
/// map.mbs.view_mut().fill_with(|_| MbInfo { kind: MbKind::Intra16x16, qp: 30, ..MbInfo::default() });
/// deblock::row(&mut picture, &map, &Params::default(), 0);
/// let luma = picture.luma.view();
/// assert_eq!([12, 13, 14, 15, 16, 17, 18, 19].map(|x| luma.at([7, x])), [100, 101, 101, 102, 103, 103, 103, 104]);
/// ```
///
/// # Panics
/// When there is no such row, or the map is of another size.
pub fn row(picture: &mut Picture, map: &MbMap, params: &Params, mb_row: usize) {
    let [height, width] = picture.size_in_mbs();
    assert!(mb_row < height, "the picture has {height} rows of macroblocks, and no row {mb_row}");
    dispatch!(Level::new(), simd => {
        for mb_column in 0..width {
            edges::macroblock(simd, picture, map, params, [mb_row as isize, mb_column as isize]);
        }
    });
}

/// Filters a picture. See [`row`] for an example.
///
/// # Panics
/// When the map is of another size.
pub fn picture(picture: &mut Picture, map: &MbMap, params: &Params) {
    for mb_row in 0..picture.size_in_mbs()[0] {
        row(picture, map, params, mb_row);
    }
}
