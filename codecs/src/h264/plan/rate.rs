//! The QP of a picture: constant, with offsets for key and B pictures, unless a request states it.

use super::{PictureKind, Request};
use crate::h264::H264Error;
use crate::h264::options::Options;

/// Checks the QP of a request.
pub(super) fn check(request: &Request) -> Result<(), H264Error> {
    match request.qp {
        Some(qp @ 52..) => Err(H264Error::Qp(qp)),
        _ => Ok(()),
    }
}

/// Returns `SliceQPY` of a picture.
pub(super) fn qp(options: &Options, kind: PictureKind, request: &Request) -> u8 {
    request.qp.unwrap_or(match kind {
        PictureKind::Key => options.intra_qp(),
        PictureKind::P => options.qp,
        PictureKind::B => options.b_qp(),
    })
}
