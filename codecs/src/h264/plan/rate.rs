//! The QP of a picture: constant, or by a rate factor, unless a request states it.
//!
//! ```text
//!   constant      key pictures below P pictures by a ratio, B pictures above
//!   rate factor   P: the factor, and (1 - qcomp) of what the complexity asks for; with the tree, of what the tree takes back
//!                 key: below P by a ratio, with the tree by a third of it
//!                 B: between the pictures beside it; without the tree above them by a ratio
//! ```

use super::order::Ordered;
use super::{PictureKind, Request};
use crate::h264::H264Error;
use crate::h264::options::Options;
use crate::shared::fixed::log2;

/// The QP that the tree takes back on the mean, for each unit of `1 - qcomp`.
const QP_OF_TREE: f64 = 13.5;
/// The costs of a macroblock that has the QP of the rate factor, without and with B pictures.
const USUAL_COST: [f64; 2] = [80.0, 120.0];

/// Checks the QP of a request.
pub(super) fn check(request: &Request) -> Result<(), H264Error> {
    match request.qp {
        Some(qp @ 52..) => Err(H264Error::Qp(qp)),
        _ => Ok(()),
    }
}

/// The QP of the pictures of a session, in coding order.
#[derive(Debug, Default)]
pub(super) struct Rate {
    /// The indices and the QPs of the last two key or P pictures, in display order.
    anchors: [(u64, f64); 2],
    /// The smoothed cost of a macroblock, and its weight.
    cost: (f64, f64),
}

impl Rate {
    /// Returns the QP of the next picture, in 256ths.
    pub(super) fn qp(&mut self, options: &Options, picture: &Ordered) -> i32 {
        let qp = match (picture.request.qp, options.crf) {
            (Some(qp), _) => f64::from(qp),
            (None, None) => f64::from(constant(options, picture.kind)),
            (None, Some(crf)) => self.by_factor(options, crf, picture),
        };
        if picture.kind != PictureKind::B {
            self.anchors = [self.anchors[1], (picture.display, qp)];
        }
        ((qp * 256.0).round() as i32).clamp(0, 51 << 8)
    }

    /// Returns the QP by the rate factor.
    fn by_factor(&mut self, options: &Options, crf: f64, picture: &Ordered) -> f64 {
        let compressed = 1.0 - options.qcomp;
        let by_tree = options.uses_mb_tree();
        if picture.kind == PictureKind::B {
            let [(before, qp_before), (after, qp_after)] = self.anchors;
            let share = (picture.display - before) as f64 / (after - before).max(1) as f64;
            let above = if by_tree { 0.0 } else { ratio(options.pb_ratio) };
            return qp_before + (qp_after - qp_before) * share + if picture.is_reference { above / 2.0 } else { above };
        }
        if picture.kind.is_key() {
            // The bytes of a group of pictures depend on that group alone.
            self.cost = (0.0, 0.0);
        }
        let (num, den) = options.frame_rate;
        // A picture that is shown for a shorter time is worth less; 25 in a second are the usual.
        let pictures = (f64::from(num) / f64::from(den.max(1))).clamp(1.0, 100.0);
        let for_rate = logarithm(pictures / 25.0);
        let qp = if by_tree {
            crf + compressed * (QP_OF_TREE + 6.0 * for_rate)
        } else {
            let cost = picture.outlook.as_ref().map_or(0.0, |outlook| outlook.cost as f64 / 256.0);
            self.cost = (0.5 * self.cost.0 + cost, 0.5 * self.cost.1 + 1.0);
            let usual = USUAL_COST[usize::from(options.most_b_frames() > 0)];
            crf + compressed * 6.0 * (logarithm((self.cost.0 / self.cost.1).max(1.0) / usual) + for_rate)
        };
        let below = if by_tree { ratio(options.ip_ratio) / 3.0 } else { ratio(options.ip_ratio) };
        if picture.kind.is_key() { qp - below } else { qp }
    }
}

/// Returns the QP of a picture without a rate factor.
fn constant(options: &Options, kind: PictureKind) -> u8 {
    match kind {
        PictureKind::Key => options.intra_qp(),
        PictureKind::P => options.qp,
        PictureKind::B => options.b_qp(),
    }
}

/// Returns the base-2 logarithm of a number from 1 / 65536 on, the same on every machine.
fn logarithm(n: f64) -> f64 {
    f64::from(log2((n * 65536.0) as u64)) / 65536.0 - 16.0
}

/// Returns the QPs that a ratio of quantiser steps is.
fn ratio(ratio: f64) -> f64 {
    6.0 * logarithm(ratio)
}
