//! The APPn and COM segments of a file, in the order they are written.

use super::marker::{AppAdobe, AppExif, AppIcc, AppJfif, Comment, Marker, MarkerError, MarkerSegment};
use super::{DensityUnit, JpegError, Metadata};

/// Adobe's codes for the colour transform of the components (Technical Note 5116, section 18).
pub(super) const ADOBE_UNTRANSFORMED: u8 = 0;
pub(super) const ADOBE_YCCK: u8 = 2;

/// Writes the segments of a file's metadata. JFIF's segment comes first; if `adobe` gives a colour transform, an Adobe
/// segment is written instead, after the other applications'.
pub(super) fn application(metadata: &Metadata, adobe: Option<u8>, out: &mut Vec<u8>) -> Result<(), JpegError> {
    if adobe.is_none() {
        let (unit, x_density, y_density) = metadata.density;
        let units = match unit {
            DensityUnit::AspectRatio => 0,
            DensityUnit::Inch => 1,
            DensityUnit::Centimetre => 2,
        };
        AppJfif { units, x_density, y_density, ..AppJfif::default() }.write(out)?;
    }
    if let Some(tiff) = &metadata.exif {
        AppExif { tiff: tiff.clone() }.write(out)?;
    }
    if let Some(profile) = &metadata.icc {
        AppIcc::split(profile)?.iter().try_for_each(|chunk| chunk.write(out))?;
    }
    for segment in &metadata.applications {
        if !segment.marker.is_app() || [0, 14].map(Marker::app).contains(&segment.marker) {
            let reason = "is written by the encoder; APP1 to APP13 and APP15 are free";
            return Err(MarkerError::Order { position: out.len() as u64, marker: segment.marker, reason }.into());
        }
        segment.write(out)?;
    }
    if let Some(transform) = adobe {
        AppAdobe { transform, ..AppAdobe::default() }.write(out)?;
    }
    metadata.comments.iter().try_for_each(|text| Comment { text: text.clone() }.write(out))?;
    Ok(())
}
