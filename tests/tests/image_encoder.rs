//! Tests of `JpegEncoder` as an encoder of the crate `image`.

use codecs::jpeg::JpegEncoder;
use codecs::jpeg::baseline::{Options, encode};
use codecs::jpeg::marker::Stream;
use codecs::picture::{PixelFormat, Pixels};
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageError, ImageResult, Rgb, RgbImage};
use tests::Random;

fn options() -> Options {
    Options::new(85).expect("a quality")
}

fn write(data: &[u8], (width, height): (u32, u32), color_type: ExtendedColorType) -> ImageResult<Vec<u8>> {
    let mut file = Vec::new();
    JpegEncoder::new(&mut file, options()).write_image(data, width, height, color_type)?;
    Ok(file)
}

#[test]
fn every_colour_type_of_eight_bits_is_the_same_as_without_image() {
    for (color_type, format) in [
        (ExtendedColorType::L8, PixelFormat::Gray),
        (ExtendedColorType::Rgb8, PixelFormat::Rgb),
        (ExtendedColorType::Rgba8, PixelFormat::Rgba),
        (ExtendedColorType::Bgr8, PixelFormat::Bgr),
        (ExtendedColorType::Bgra8, PixelFormat::Bgra),
        (ExtendedColorType::Cmyk8, PixelFormat::Cmyk),
    ] {
        let data = Random::new(1).bytes(33 * 21 * format.samples());
        let mut wanted = Vec::new();
        let picture = Pixels::interleaved(&data, 33, 21, format).expect("a picture");
        encode(&picture, &options(), &mut wanted).expect("a lawful picture");
        assert!(write(&data, (33, 21), color_type).expect("a lawful picture") == wanted, "{color_type:?}");
    }
}

#[test]
fn a_buffer_of_image_is_written_and_its_alpha_is_not() {
    let rgb = RgbImage::from_fn(40, 30, |x, y| Rgb([x as u8, 3 * y as u8, 99]));
    let of = |image: DynamicImage| {
        let mut file = Vec::new();
        image.write_with_encoder(JpegEncoder::new(&mut file, options())).map(|()| file)
    };
    let plain = of(rgb.clone().into()).expect("RGB");
    assert!(of(DynamicImage::from(rgb).to_rgba8().into()).expect("RGBA") == plain);
    let mut decoder = jpeg_decoder::Decoder::new(&plain[..]);
    assert_eq!(decoder.decode().expect("a JPEG").len(), 40 * 30 * 3);
}

#[test]
fn profiles_and_exif_data_are_written() {
    let mut file = Vec::new();
    let mut encoder = JpegEncoder::new(&mut file, options());
    encoder.set_icc_profile(vec![7; 70_000]).expect("it is kept");
    encoder.set_exif_metadata(b"II\x2A\0\x08\0\0\0\0\0\0\0\0\0".to_vec()).expect("it is kept");
    encoder.write_image(&[1; 27], 3, 3, ExtendedColorType::Rgb8).expect("a lawful picture");
    let stream = Stream::read(&file).expect("a JPEG");
    assert_eq!(stream.icc_profile().expect("all chunks"), Some(vec![7; 70_000]));
    assert_eq!(stream.exif().map(<[u8]>::len), Some(14));
}

#[test]
fn what_a_jpeg_cannot_have_is_refused_with_the_conversion_it_needs() {
    for (color_type, bytes, says) in [
        (ExtendedColorType::La8, 2, "La8 in a baseline JPEG: convert it to L8, which has no alpha"),
        (ExtendedColorType::L16, 2, "L16 in a baseline JPEG: convert it to L8"),
        (ExtendedColorType::Rgb16, 6, "Rgb16 in a baseline JPEG: convert it to Rgb8"),
        (ExtendedColorType::Rgba32F, 16, "Rgba32F in a baseline JPEG: convert it to Rgb8"),
        (ExtendedColorType::Cmyk16, 8, "Cmyk16 in a baseline JPEG: convert it to Cmyk8"),
    ] {
        let error = write(&vec![0; 4 * bytes], (2, 2), color_type).expect_err("it is refused");
        assert!(matches!(error, ImageError::Unsupported(_)), "{error}");
        assert!(error.to_string().contains(says), "{error}");
    }
    let wide = write(&vec![0; 65_536], (65_536, 1), ExtendedColorType::L8).expect_err("it is refused");
    assert!(matches!(wide, ImageError::Parameter(_)) && wide.to_string().contains("65536x1"), "{wide}");
    assert!(matches!(write(&[], (0, 0), ExtendedColorType::L8), Err(ImageError::Parameter(_))));
}
