//! Plans of pictures: kind, references and QP, decided before a picture is coded.
//!
//! ```text
//!   Request ─┐
//!            ├─▶ Planner ── order, rate, references ──▶ PicturePlan ──▶ code
//!   Options ─┘      ▲
//!                   └── the coded picture, as a reference for the next
//! ```

mod order;
mod rate;
mod references;
mod request;

pub(super) use order::PictureKind;
pub use request::Request;

use super::H264Error;
use super::code::predict::inter::Reference;
use super::code::quant_map::QuantMap;
use super::options::{Deblocking, Options};
use order::Order;
use references::References;
use std::sync::Arc;

/// The plan of a picture: everything about it that is not decided macroblock by macroblock.
#[derive(Clone, Debug)]
pub(super) struct PicturePlan {
    /// The number of the picture in the film.
    pub number: u64,
    /// The index of the picture in the session, in display order, from 0.
    pub display: u64,
    /// The kind of the picture.
    pub kind: PictureKind,
    /// The number of pictures since the last key picture; `frame_num` is its remainder.
    pub since_key: u32,
    /// `SliceQPY`, 0 to 51.
    pub qp: u8,
    /// The QP of each macroblock before the decisions about it.
    pub quant: QuantMap,
    /// The offsets of the loop filter; `None` turns the filter off.
    pub deblocking: Option<Deblocking>,
    /// The reference pictures of lists 0 and 1 (8.2.4); list 1 is for B pictures.
    pub lists: [Vec<Arc<Reference>>; 2],
}

/// Makes the plans of the pictures of a session, one after the other.
#[derive(Debug)]
pub(super) struct Planner {
    order: Order,
    references: References,
}

impl Planner {
    pub(super) fn new(options: &Options) -> Self {
        Planner { order: Order::new(options), references: References::new(options.references) }
    }

    /// Returns the plan of the next picture. The state changes only by [`Planner::take`].
    ///
    /// # Errors
    /// [`H264Error::PictureNumber`], and [`H264Error::Qp`], [`H264Error::PictureReferences`] and
    /// [`H264Error::DeblockingOffsets`] for a request out of range.
    pub(super) fn next(&self, options: &Options, request: &Request) -> Result<PicturePlan, H264Error> {
        let (number, kind, since_key) = self.order.next(request.key_picture)?;
        let qp = rate::qp(options, kind, request)?;
        let deblocking = request.deblocking.unwrap_or(options.deblocking);
        deblocking.map_or(Ok(()), Deblocking::check)?;
        let quant = QuantMap::new(options.size_in_mbs(), qp, &request.regions);
        let most = options.references;
        let references = request.references.unwrap_or(most);
        if !(1..=most).contains(&references) {
            return Err(H264Error::PictureReferences { requested: references, most });
        }
        let list = if kind.is_key() { Vec::new() } else { self.references.list_0(references) };
        let display = self.order.count();
        Ok(PicturePlan { number, display, kind, since_key, qp, quant, deblocking, lists: [list, Vec::new()] })
    }

    /// Takes a coded picture as a reference for the next.
    pub(super) fn take(&mut self, plan: &PicturePlan, reference: Arc<Reference>) {
        self.order.take(plan);
        self.references.take(plan.kind, reference);
    }
}
