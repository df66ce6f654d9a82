//! Plans of pictures: kind, references and QP, decided before a picture is coded.
//!
//! ```text
//!   Request ─┐   display order                      coding order
//!            ├─▶ Planner ── order, rate, references ──▶ PicturePlan ──▶ code
//!   Options ─┘      ▲
//!                   └── the coded picture, as a reference for the next
//! ```

mod order;
mod planner;
mod rate;
mod references;
mod request;
mod weights;

pub(super) use order::PictureKind;
pub(super) use planner::Planner;
pub use request::Request;

use super::code::predict::inter::Reference;
use super::code::quant_map::QuantMap;
use super::options::{Deblocking, DirectMode};
use super::syntax::{PredWeightTable, RefPicListModification};
use std::sync::Arc;

/// The plan of a picture: everything about it that is not decided macroblock by macroblock.
#[derive(Clone, Debug)]
pub(super) struct PicturePlan {
    /// The number of the picture in the film.
    pub(super) number: u64,
    /// The index of the picture in the session, in display order, from 0.
    pub(super) display: u64,
    /// The kind of the picture.
    pub(super) kind: PictureKind,
    /// `true` if later pictures may refer to it.
    pub(super) is_reference: bool,
    /// `PicOrderCnt` (8.2.1).
    pub(super) pic_order_cnt: i32,
    /// The number of reference pictures coded since the last key picture, including it; `frame_num` is its remainder.
    pub(super) frame_num: u32,
    /// `SliceQPY`, 0 to 51.
    pub(super) qp: u8,
    /// The QP of each macroblock before the decisions about it.
    pub(super) quant: Arc<QuantMap>,
    /// The offsets of the loop filter; `None` turns the filter off.
    pub(super) deblocking: Option<Deblocking>,
    /// The reference pictures of lists 0 and 1 (8.2.4); list 1 is for B pictures.
    pub(super) lists: [Vec<Arc<Reference>>; 2],
    /// The direct mode of a B picture: spatial or temporal.
    pub(super) direct: DirectMode,
    /// The modification of list 0 in the slice header.
    pub(super) modification: Option<RefPicListModification>,
    /// The weights of the references of a P picture, in streams with [`Options::weighted_p`](super::Options::weighted_p).
    pub(super) weights: Option<PredWeightTable>,
}
