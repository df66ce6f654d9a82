//! [`Request`]: a caller's wishes for a single picture.

use crate::h264::code::quant_map::Region;
use crate::h264::options::Deblocking;
use crate::h264::syntax::{PredWeightTable, SeiMessage};
use crate::shared::setters::setters;

/// A caller's wishes for one picture. The default has none.
///
/// ```
/// use codecs::h264::{Options, Request, Session};
/// use codecs::picture::{PixelFormat, Pixels};
/// let gray = [128; 256];
/// let picture = Pixels::interleaved(&gray, 16, 16, PixelFormat::Gray)?;
/// let mut session = Session::new(Options::new(16, 16).with_monochrome(true))?;
/// let mut units = session.push(&picture)?;
/// units.extend(session.push_with(&picture, &Request::default().with_key_picture(true).with_qp(Some(12)))?);
/// units.extend(session.finish()?);
/// assert!(units.iter().all(|unit| unit.is_idr));
/// assert_eq!(units[1].qp, 12);
/// # Ok::<(), codecs::h264::H264Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Request {
    /// `true` for a key picture (IDR): a scene cut, or a viewer who joins. The key interval counts from it.
    pub key_picture: bool,
    /// The QP of the picture, 0 to 51, in place of that of the options.
    pub qp: Option<u8>,
    /// The maximum number of reference pictures, 1 to [`Options::references`](crate::h264::Options::references): the most
    /// recent ones are used. `None` allows all.
    pub references: Option<u8>,
    /// Regions that are coded finer or coarser than the rest of the picture.
    pub regions: Vec<Region>,
    /// The offsets of the loop filter in place of those of the options; `Some(None)` turns the filter off.
    pub deblocking: Option<Option<Deblocking>>,
    /// The explicit weights of the references if it is a P picture, by index in list 0, in place of those that the lookahead finds;
    /// for streams with [`Options::weighted_p`](crate::h264::Options::weighted_p). References that the table does not have are not
    /// weighted.
    pub weights: Option<PredWeightTable>,
    /// Messages that precede the picture: supplemental enhancement information (Annex D). They are written as they are; that
    /// the stream keeps what they promise is the caller's part.
    pub sei: Vec<SeiMessage>,
}

setters!(Request {
    with_key_picture: key_picture: bool,
    with_qp: qp: Option<u8>,
    with_references: references: Option<u8>,
    with_regions: regions: Vec<Region>,
    with_deblocking: deblocking: Option<Option<Deblocking>>,
    with_weights: weights: Option<PredWeightTable>,
    with_sei: sei: Vec<SeiMessage>,
});
