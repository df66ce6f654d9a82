//! The deblocking filter (8.7), for frames of frame macroblocks in I and P slices.
//!
//! The filter works in place, macroblock by macroblock; each macroblock reads the samples that the preceding ones have
//! filtered. A macroblock changes up to three samples of its left and upper neighbours, so a row of macroblocks is
//! final when the row below is filtered. Intra prediction needs unfiltered samples, so the encoder filters a picture
//! after coding all of it.
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
//! With `disable_deblocking_filter_idc` = 1 this filter is not called. Not covered: the value 2 (edges of slices),
//! fields, B slices.

mod bs;
mod edges;
mod filter;
#[cfg(test)]
mod plain;
mod tables;
#[cfg(test)]
mod tests;

pub use bs::{EdgeStrengths, MbWindow, Strengths, strengths, strengths_of_lists};

use super::map::MbMap;
use super::picture::Picture;
use crate::shared::dispatch::dispatch;
use crate::shared::setters::setters;
use crate::spaces::macroblock;
use fearless_simd::Level;

/// The parameters of the filter from the slice header and the picture parameter set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Params {
    /// `slice_alpha_c0_offset_div2`, -6 to 6.
    pub slice_alpha_c0_offset_div2: i8,
    /// `slice_beta_offset_div2`, -6 to 6.
    pub slice_beta_offset_div2: i8,
    /// `chroma_qp_index_offset` and `second_chroma_qp_index_offset`, -12 to 12, for Cb and Cr.
    pub chroma_qp_index_offset: [i8; 2],
    /// An identifier of the picture of each `ref_idx_l0` and `ref_idx_l1`: indices of the same picture have the same identifier, in
    /// both lists.
    pub ref_pics: [[u8; 16]; 2],
}

setters!(Params {
    with_slice_alpha_c0_offset_div2: slice_alpha_c0_offset_div2: i8,
    with_slice_beta_offset_div2: slice_beta_offset_div2: i8,
    with_chroma_qp_index_offset: chroma_qp_index_offset: [i8; 2],
    with_ref_pics: ref_pics: [[u8; 16]; 2],
});

impl Default for Params {
    /// Returns offsets of 0, and reference lists without repeated pictures.
    fn default() -> Self {
        Params {
            slice_alpha_c0_offset_div2: 0,
            slice_beta_offset_div2: 0,
            chroma_qp_index_offset: [0; 2],
            ref_pics: [0, 16].map(|first| core::array::from_fn(|ref_idx| first + ref_idx as u8)),
        }
    }
}

/// Filters the edges of row `mb_row` of macroblocks: those inside of it, and those between it and the row above. The
/// rows above must already be filtered; `map` is the picture's map, with all macroblocks of this row and the row above.
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
/// If the picture has no such row, or the map has another size.
pub fn row(picture: &mut Picture, map: &MbMap, params: &Params, mb_row: usize) {
    let [height, width] = picture.size_in_mbs();
    assert!(mb_row < height, "the picture has {height} rows of macroblocks, and no row {mb_row}");
    dispatch!(Level::new(), simd => {
        for mb_column in 0..width {
            edges::macroblock(simd, picture, map, params, macroblock([mb_row as isize, mb_column as isize]));
        }
    });
}

/// Filters a picture. See [`row`] for an example.
///
/// # Panics
/// If the map has another size.
pub fn picture(picture: &mut Picture, map: &MbMap, params: &Params) {
    for mb_row in 0..picture.size_in_mbs()[0] {
        row(picture, map, params, mb_row);
    }
}
