//! [`AppExif`]: APP1 with Exif, a TIFF structure, from which [`orientation`] reads one tag. CIPA DC-008 (Exif) 4.5, 4.7.2;
//! TIFF 6.0, section 2.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};
use super::tiff::{ByteOrder, Tiff};
use core::ops::Range;

/// APP1 "Exif": a TIFF structure.
///
/// ```
/// use codecs::jpeg::marker::{AppExif, MarkerSegment};
/// let mut out = Vec::new();
/// AppExif { tiff: b"II\x2A\0\x08\0\0\0\0\0\0\0\0\0".to_vec() }.write(&mut out)?;
/// assert_eq!(out[..12], *b"\xFF\xE1\x00\x16Exif\0\0II");
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppExif {
    /// The TIFF structure; at most 65527 bytes.
    pub tiff: Vec<u8>,
}

impl AppExif {
    /// The identifier at the beginning of the data.
    pub(super) const IDENTIFIER: &'static [u8] = b"Exif\0\0";
}

impl MarkerSegment for AppExif {
    fn marker(&self) -> Marker {
        Marker::app(1)
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.constant("identifier", Self::IDENTIFIER)?;
        io.bytes("TIFF".into(), &mut self.tiff, None)
    }
}

/// Returns the value of IFD0's orientation tag (0x0112), 1 to 8; `None` if the tag is missing or has another value.
/// With 1 the samples are displayed as they are; with 6, the most common other value, rotated clockwise by 90 degrees.
///
/// ```
/// use codecs::jpeg::marker::exif;
/// let mut tiff = b"MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
/// assert_eq!(exif::orientation(&tiff)?, Some(6));
/// assert!(exif::reset_orientation(&mut tiff)?);
/// assert_eq!(exif::orientation(&tiff)?, Some(1));
/// assert!(exif::orientation(b"MM\0\x2A\0\0\xFF\0").is_err());
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
///
/// # Errors
/// [`MarkerError::Exif`].
pub fn orientation(tiff: &[u8]) -> Result<Option<u8>, MarkerError> {
    Ok(find_orientation(tiff)?.and_then(|(place, order)| {
        let value = order.number(&tiff[place]);
        u8::try_from(value).ok().filter(|value| (1..=8).contains(value))
    }))
}

/// Sets the orientation tag to 1 if it is present, and returns whether it is. Use this after rotating the samples. See
/// [`orientation`] for an example.
///
/// # Errors
/// [`MarkerError::Exif`]; in this case nothing is changed.
pub fn reset_orientation(tiff: &mut [u8]) -> Result<bool, MarkerError> {
    let Some((place, order)) = find_orientation(tiff)? else { return Ok(false) };
    let value = &mut tiff[place];
    value.fill(0);
    match order {
        ByteOrder::Little => value[0] = 1,
        ByteOrder::Big => value[value.len() - 1] = 1,
    }
    Ok(true)
}

/// Returns the range of the orientation's value in the structure, and its byte order.
fn find_orientation(tiff: &[u8]) -> Result<Option<(Range<usize>, ByteOrder)>, MarkerError> {
    const ORIENTATION: u32 = 0x0112;
    let fault = |(position, reason)| MarkerError::Exif { position, reason };
    let tiff = Tiff::new(tiff).map_err(fault)?;
    let Some(entry) = tiff.find(ORIENTATION).map_err(fault)? else { return Ok(None) };
    let size = match (entry.kind, entry.count) {
        (1, 1) => 1,
        (3, 1) => 2,
        (4, 1) => 4,
        _ => return Err(fault((entry.value as u64 - 8, "the orientation is not one number"))),
    };
    Ok(Some((entry.value..entry.value + size, tiff.order)))
}
