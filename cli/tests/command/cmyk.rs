//! Pictures of four colours: `--colour`.

use super::common::{Place, colours, png, segment};
use jpeg_decoder::{Decoder, PixelFormat};
use std::io::Cursor;
use tiff::encoder::{TiffEncoder, colortype};

const SIZE: [usize; 2] = [24, 16];

/// Returns smooth inks, 255 for all ink.
fn inks() -> Vec<u8> {
    let pixel = |n: usize| {
        let (x, y) = (n % SIZE[0], n / SIZE[0]);
        [10 * x, 12 * y, 5 * (x + y), 255 - 8 * x].map(|ink| ink as u8)
    };
    (0..SIZE[0] * SIZE[1]).flat_map(pixel).collect()
}

fn tiff(inks: &[u8]) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut file).expect("room");
    encoder.write_image::<colortype::CMYK8>(SIZE[0] as u32, SIZE[1] as u32, inks).expect("a picture");
    file.into_inner()
}

/// Returns the inks of a JPEG with an Adobe segment, by a decoder that undoes Adobe's inversion.
fn decoded(jpeg: &[u8]) -> Vec<u8> {
    let mut decoder = Decoder::new(jpeg);
    let samples = decoder.decode().expect("a JPEG");
    assert_eq!(decoder.info().map(|info| info.pixel_format), Some(PixelFormat::CMYK32));
    samples
}

fn farthest(a: &[u8], b: &[u8]) -> u8 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or_default()
}

/// Returns the transform that a file's Adobe segment states.
fn transform(jpeg: &[u8]) -> u8 {
    let adobe = segment(jpeg, 0xee);
    assert!(adobe.len() == 1 && adobe[0].starts_with(b"Adobe") && segment(jpeg, 0xe0).is_empty());
    adobe[0][11]
}

#[test]
fn inks_of_a_tiff_are_kept_or_converted() {
    let place = Place::new();
    place.put("in.tif", &tiff(&inks()));
    place.put("gray.pgm", b"P2 1 1 255 7");
    place
        .encode("gray.pgm -o no.jpg --roi in.tif")
        .refused("--roi in.tif: has CMYK samples; a mask is gray: convert it");
    for (words, expected, most) in [("keep", 0, 1), ("cmyk", 0, 1), ("ycck", 2, 3)] {
        for more in ["", "--progressive", "--optimize"] {
            place.encode(&format!("in.tif -o out.jpg --colour {words} -q 100 --sampling 444 {more}")).silently();
            let out = place.get("out.jpg");
            assert_eq!(transform(&out), expected, "{words}");
            let error = farthest(&decoded(&out), &inks());
            assert!(error <= most, "{words} {more}: {error}");
        }
    }
    place.encode("in.tif -o out.jpg --color keep --lossless").silently();
    assert_eq!(transform(&place.get("out.jpg")), 0);
    // All four are alike, so none has fewer samples unless that is asked for.
    for (words, expected) in
        [("cmyk", [0x11; 4]), ("ycck", [0x22, 0x11, 0x11, 0x22]), ("cmyk --sampling 420", [0x22, 0x11, 0x11, 0x22])]
    {
        place.encode(&format!("in.tif -o out.jpg --colour {words}")).silently();
        let frame = segment(&place.get("out.jpg"), 0xc0).remove(0);
        assert_eq!([7, 10, 13, 16].map(|at| frame[at]), expected, "{words}");
    }
}

#[test]
fn four_components_of_a_jpeg_are_kept_or_converted() {
    let place = Place::new();
    place.put("in.tif", &tiff(&inks()));
    for (first, stated) in [("cmyk", 0), ("ycck", 2)] {
        place.encode(&format!("in.tif -o first.jpg --colour {first} -q 100 --sampling 444")).silently();
        let before = decoded(&place.get("first.jpg"));
        for (words, expected) in [("keep", stated), ("cmyk", 0), ("ycck", 2)] {
            place.encode(&format!("first.jpg -o out.jpg --colour {words} -q 100 --sampling 444")).silently();
            let out = place.get("out.jpg");
            assert_eq!(transform(&out), expected);
            let error = farthest(&decoded(&out), &before);
            assert!(error <= 3, "{first}, {words}: {error}");
        }
    }
}

#[test]
fn words_of_a_tiff_are_rounded() {
    let place = Place::new();
    let words: Vec<u16> = inks().iter().map(|ink| u16::from(*ink) * 257).collect();
    let mut file = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut file).expect("room");
    encoder.write_image::<colortype::CMYK16>(SIZE[0] as u32, SIZE[1] as u32, &words).expect("a picture");
    place.put("in.tif", &file.into_inner());
    place.encode("in.tif -o out.jpg --colour keep -q 100").says("rounded to 8 bits");
    assert!(farthest(&decoded(&place.get("out.jpg")), &inks()) <= 1);
}

#[test]
fn four_colours_are_refused_by_what_cannot_take_them() {
    let place = Place::new();
    place.put("in.tif", &tiff(&inks()));
    place.encode("in.tif -o in.jpg --colour ycck").silently();
    for input in ["in.tif", "in.jpg"] {
        place.encode(&format!("{input} -o no.jpg")).refused("--colour keep encodes them as they are");
        for switch in ["--verify", "--target-psnr", "--target-ssim2"] {
            let value = if switch == "--verify" { "" } else { " 30" };
            let line = place.encode(&format!("{input} -o no.jpg --colour keep {switch}{value}"));
            line.refused(&format!("CMYK samples, which {switch} does not compare"));
        }
        place.encode(&format!("{input} -o out.jpg --colour keep --target-size 2000 --json")).well();
        assert!(place.get("out.jpg").len() <= 2000);
        place.encode(&format!("{input} -o out.jpg --colour keep --perceptual --sampling auto --explain")).well();
    }
    // A damaged one is not decoded by guesses.
    let mut cut = place.get("in.jpg");
    cut.truncate(cut.len() / 2);
    place.put("cut.jpg", &cut);
    place.encode("cut.jpg -o no.jpg --colour keep").refused("JPEG");
    // Others stay as they are.
    place.put("in.png", &png(colours(20, 10)));
    place.encode("in.png -o a.jpg --colour ycck").silently();
    place.encode("in.png -o b.jpg").silently();
    assert!(place.get("a.jpg") == place.get("b.jpg"));
}
