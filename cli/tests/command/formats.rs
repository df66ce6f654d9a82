//! Every format is recognised by its content, and its samples and metadata are read.

use super::common::*;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::tiff::TiffEncoder;
use image::codecs::webp::WebPEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat};
use std::io::Cursor;

/// Asserts that the output at the best quality is near the input.
#[track_caller]
fn assert_near(place: &Place, picture: &DynamicImage, least: u8) {
    place.encode("in -o out.jpg -q 100 --sampling 444 --quiet").silently();
    let far = farthest(&decoded(&place.get("out.jpg")), picture);
    assert!(far <= least, "{far}");
}

#[test]
fn colour_of_every_format() {
    let place = Place::new();
    let picture = DynamicImage::from(colours(37, 23));
    for format in FORMATS {
        place.put("in", &in_format(picture.clone(), format));
        // GIF has 256 colours, JPEG its own losses.
        assert_near(&place, &picture, if matches!(format, ImageFormat::Gif | ImageFormat::Jpeg) { 60 } else { 4 });
    }
}

#[test]
fn gray_stays_gray() {
    let place = Place::new();
    let picture = DynamicImage::from(grays(37, 23));
    for format in [ImageFormat::Png, ImageFormat::Tiff, ImageFormat::Pnm, ImageFormat::Jpeg] {
        place.put("in", &in_format(picture.clone(), format));
        assert_near(&place, &picture, 8);
        assert_eq!(factors(&place.get("out.jpg")).len(), 1, "{format:?}");
    }
}

#[test]
fn opaque_alpha_is_not_worth_a_word() {
    let place = Place::new();
    for picture in [DynamicImage::from(colours(9, 9).clone()), DynamicImage::from(grays(9, 9))] {
        let with_alpha: DynamicImage =
            if picture.color().has_color() { picture.to_rgba8().into() } else { picture.to_luma_alpha8().into() };
        place.put("in", &png(with_alpha));
        place.encode("in -o out.jpg").silently();
        assert_eq!(factors(&place.get("out.jpg")).len(), picture.color().channel_count() as usize);
    }
}

#[test]
fn sixteen_bits_of_every_format() {
    let place = Place::new();
    let narrow = DynamicImage::from(colours(37, 23));
    for format in [ImageFormat::Png, ImageFormat::Tiff] {
        place.put("in", &in_format(DynamicImage::from(narrow.to_rgb16()), format));
        assert_near(&place, &narrow, 4);
        place.put("in", &in_format(DynamicImage::from(narrow.to_rgba16()), format));
        assert_near(&place, &narrow, 4);
        place.encode("in -o no.jpg --depth error").refused("in: has samples of more than 8 bits");
    }
    place.put("in", b"P6 1 1 65535 \xff\xff\x80\x80\x00\x00");
    let said = place.encode("in -o out.jpg").well().stderr;
    assert_eq!(said, "encode: in: samples of more than 8 bits are rounded to 8 bits\n");
}

#[test]
fn palettes_and_bits_are_spread() {
    let place = Place::new();
    // A PNG of 2x1 pixels, palette of red and blue, 1 bit each.
    let chunk = |kind: &[u8], body: &[u8]| {
        let mut bytes = (body.len() as u32).to_be_bytes().to_vec();
        bytes.extend([kind, body].concat());
        bytes.extend(crc(&bytes[4..]).to_be_bytes());
        bytes
    };
    let header = [0, 0, 0, 2, 0, 0, 0, 1, 1, 3, 0, 0, 0];
    // One stored block of zlib: filter 0, pixels 0 and 1.
    let data = [0x78, 0x01, 0x01, 2, 0, 0xfd, 0xff, 0, 0x40, 0x00, 0x42, 0x00, 0x41];
    let signature = b"\x89PNG\r\n\x1a\n".to_vec();
    let parts =
        [chunk(b"IHDR", &header), chunk(b"PLTE", &[255, 0, 0, 0, 0, 255]), chunk(b"IDAT", &data), chunk(b"IEND", b"")];
    place.put("in", &[signature, parts.concat()].concat());
    place.encode("in -o out.jpg -q 100 --sampling 444").silently();
    let out = decoded(&place.get("out.jpg")).to_rgb8();
    assert!(out.get_pixel(0, 0).0[0] > 240 && out.get_pixel(1, 0).0[2] > 240, "{out:?}");
}

/// Returns the checksum of PNG's chunks.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

/// Returns an EXIF block with an orientation.
fn exif(orientation: u8) -> Vec<u8> {
    let mut exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    exif
}

/// Encodes a picture with a profile and EXIF, by an encoder of `image`.
fn tagged(picture: &image::RgbImage, mut encoder: impl ImageEncoder, profile: &[u8], exif: Vec<u8>) {
    encoder.set_icc_profile(profile.to_vec()).expect("a profile");
    // TIFF has no EXIF chunk.
    let _ = encoder.set_exif_metadata(exif);
    encoder.write_image(picture.as_raw(), picture.width(), picture.height(), ExtendedColorType::Rgb8).expect("a file");
}

#[test]
fn profile_and_exif_are_kept_or_stripped() {
    let place = Place::new();
    let picture = colours(24, 16);
    let profile = vec![3; 400];
    let orientation = Orientation::Rotate90;
    let mut turned = DynamicImage::from(picture.clone());
    turned.apply_orientation(orientation);
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let mut bytes = Cursor::new(Vec::new());
        let exif = exif(orientation.to_exif());
        match format {
            ImageFormat::Png => tagged(&picture, PngEncoder::new(&mut bytes), &profile, exif.clone()),
            ImageFormat::Jpeg => {
                tagged(&picture, JpegEncoder::new_with_quality(&mut bytes, 100), &profile, exif.clone());
            }
            _ => tagged(&picture, WebPEncoder::new_lossless(&mut bytes), &profile, exif.clone()),
        }
        place.put("in", &bytes.into_inner());
        place.encode("in -o kept.jpg -q 100").silently();
        let kept = place.get("kept.jpg");
        assert_eq!(segment(&kept, 0xe1), [[b"Exif\0\0".to_vec(), exif].concat()], "{format:?}");
        assert_eq!(segment(&kept, 0xe2)[0][14..], profile, "{format:?}");
        assert_eq!((decoded(&kept).width(), decoded(&kept).height()), (24, 16));

        place.encode("in -o strip.jpg -q 100 --sampling 444 --strip").silently();
        let stripped = place.get("strip.jpg");
        assert!(segment(&stripped, 0xe1).is_empty() && segment(&stripped, 0xe2).is_empty(), "{format:?}");
        assert!(farthest(&decoded(&stripped), &turned) < 12, "{format:?}");
    }
}

#[test]
fn the_orientation_of_a_tiff_becomes_a_tag() {
    let place = Place::new();
    let mut bytes = Cursor::new(Vec::new());
    let picture = colours(24, 16);
    tagged(&picture, TiffEncoder::new(&mut bytes), &[5; 200], Vec::new());
    // The encoder writes no orientation, so an unimportant entry of the directory (305, Software, or 282, XResolution)
    // is changed to one.
    let mut tiff = bytes.into_inner();
    let directory = u32::from_le_bytes(tiff[4..8].try_into().expect("four bytes")) as usize;
    let entries = u16::from_le_bytes([tiff[directory], tiff[directory + 1]]) as usize;
    let resolution = (0..entries).map(|n| directory + 2 + 12 * n).find(|&at| tiff[at..at + 2] == 282_u16.to_le_bytes());
    let at = resolution.expect("a resolution");
    tiff[at..at + 12].copy_from_slice(&[0x12, 1, 3, 0, 1, 0, 0, 0, 3, 0, 0, 0]);
    place.put("in", &tiff);
    place.encode("in -o out.jpg").silently();
    let out = place.get("out.jpg");
    let tag = segment(&out, 0xe1)[0][6..].to_vec();
    assert_eq!(Orientation::from_exif_chunk(&tag), Some(Orientation::Rotate180));
    assert_eq!(segment(&out, 0xe2)[0][14..], [5; 200]);
}

#[test]
fn formats_that_are_not_read_are_called_by_name() {
    let place = Place::new();
    for (bytes, name) in [
        (&b"YUV4MPEG2 W16 H16 F25:1\n"[..], "Y4M video"),
        (b"\0\0\0\x1cftypavif\0\0\0\0", "AVIF"),
        (b"\0\0\0\x1cftypheic\0\0\0\0", "HEIF or MP4"),
        (b"%PDF-1.7", "PDF"),
        (b"<svg xmlns", "SVG"),
        (b"8BPS\0\x01", "Photoshop"),
        (b"\xff\x0a\0\0", "JPEG XL"),
        (b"hello", "is not in a supported picture format"),
        (b"\0", "is not in a supported picture format"),
        (b"P8 1 1", "is not in a supported picture format"),
        (b"", "is empty"),
    ] {
        place.put("in.png", bytes);
        place.encode("in.png -o out.jpg").refused(name);
    }
    assert_eq!(place.names(), ["in.png"]);
}

#[test]
fn what_a_format_holds_and_is_not_read_is_called_by_name() {
    let place = Place::new();
    let float = DynamicImage::from(DynamicImage::from(colours(4, 4)).to_rgb32f());
    place.put("in", &in_format(float, ImageFormat::Tiff));
    place.encode("in -o out.jpg").refused("this TIFF has floating-point samples");
    place.put("in", b"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE CMYK\nENDHDR\n1234");
    place.encode("in -o out.jpg").refused("this PNM has CMYK samples");
    let mut cmyk = vec![0xff, 0xd8, 0xff, 0xc0, 0, 20, 8, 0, 8, 0, 8, 4];
    cmyk.extend([1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0]);
    place.put("in", &cmyk);
    place.encode("in -o out.jpg").refused("this JPEG has CMYK samples");
}
