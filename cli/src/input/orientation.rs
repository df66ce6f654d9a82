//! EXIF orientation: the rotation or reflection that makes a picture upright.

use super::raster::{Channels, Raster};
use super::samples::Samples;
use image::metadata::Orientation;
use image::{DynamicImage, ImageBuffer};

/// Turns the samples, so that no tag is needed; returns whether they had to be turned. The raster must have no alpha channel.
pub(super) fn apply(raster: &mut Raster) -> bool {
    if raster.orientation == Orientation::NoTransforms {
        return false;
    }
    let samples = std::mem::replace(&mut raster.samples, Samples::Eight(Vec::new()));
    let (w, h) = (raster.width, raster.height);
    let image = match (raster.channels, samples) {
        (Channels::Gray, Samples::Eight(samples)) => ImageBuffer::from_raw(w, h, samples).map(DynamicImage::ImageLuma8),
        (Channels::Gray, Samples::Sixteen(samples)) => {
            ImageBuffer::from_raw(w, h, samples).map(DynamicImage::ImageLuma16)
        }
        // Four samples of any meaning are turned together.
        (Channels::Cmyk | Channels::Ycck, Samples::Eight(samples)) => {
            ImageBuffer::from_raw(w, h, samples).map(DynamicImage::ImageRgba8)
        }
        (Channels::Cmyk | Channels::Ycck, Samples::Sixteen(samples)) => {
            ImageBuffer::from_raw(w, h, samples).map(DynamicImage::ImageRgba16)
        }
        (_, Samples::Eight(samples)) => ImageBuffer::from_raw(w, h, samples).map(DynamicImage::ImageRgb8),
        (_, Samples::Sixteen(samples)) => ImageBuffer::from_raw(w, h, samples).map(DynamicImage::ImageRgb16),
    };
    let mut image = image.expect("a raster has as many samples as its size says");
    image.apply_orientation(raster.orientation);
    raster.orientation = Orientation::NoTransforms;
    (raster.width, raster.height) = (image.width(), image.height());
    raster.samples = match image {
        DynamicImage::ImageLuma16(image) => Samples::Sixteen(image.into_raw()),
        DynamicImage::ImageRgb16(image) => Samples::Sixteen(image.into_raw()),
        DynamicImage::ImageRgba16(image) => Samples::Sixteen(image.into_raw()),
        image => Samples::Eight(image.into_bytes()),
    };
    true
}

/// Adds an EXIF block with the orientation if the format (TIFF) states it elsewhere.
pub(super) fn keep_as_tag(raster: &mut Raster) {
    if raster.metadata.exif.is_none() && raster.orientation != Orientation::NoTransforms {
        raster.metadata.exif = Some(tag(raster.orientation));
    }
}

/// Returns a TIFF structure with one entry: Orientation (0x0112), SHORT, one value.
fn tag(orientation: Orientation) -> Vec<u8> {
    let mut exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.push(orientation.to_exif());
    exif.extend_from_slice(&[0; 6]);
    exif
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_is_read_back() {
        for number in 1..=8 {
            let orientation = Orientation::from_exif(number).expect("1 to 8");
            assert_eq!(Orientation::from_exif_chunk(&tag(orientation)), Some(orientation));
        }
    }

    #[test]
    fn samples_are_turned() {
        // 1 2 3      4 1
        // 4 5 6  ->  5 2
        //            6 3
        let turned = |samples| {
            let mut raster = Raster::new(3, 2, Channels::Gray, samples);
            raster.orientation = Orientation::Rotate90;
            apply(&mut raster);
            (raster.width, raster.height, raster.samples)
        };
        assert_eq!(turned(Samples::Eight(vec![1, 2, 3, 4, 5, 6])), (2, 3, Samples::Eight(vec![4, 1, 5, 2, 6, 3])));
        assert_eq!(turned(Samples::Sixteen(vec![1, 2, 3, 4, 5, 6])), (2, 3, Samples::Sixteen(vec![4, 1, 5, 2, 6, 3])));
    }
}
