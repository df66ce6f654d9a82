//! The QP of a picture: constant, with an offset for key pictures, unless the request states one.

use super::{PictureKind, Request};
use crate::h264::H264Error;
use crate::h264::options::Options;

/// Returns `SliceQPY` of a picture.
pub(super) fn qp(options: &Options, kind: PictureKind, request: &Request) -> Result<u8, H264Error> {
    match request.qp {
        Some(qp @ 0..=51) => Ok(qp),
        Some(qp) => Err(H264Error::Qp(qp)),
        None if kind.is_key() => Ok(options.intra_qp()),
        None => Ok(options.qp),
    }
}
