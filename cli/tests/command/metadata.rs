//! Metadata by kind: `--keep` and `--strip`, and the pictures behind the first one of a file.

use super::common::{Place, colours, decoded, png, segment, segments};
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder as _};

const XMP: &[u8] = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'/>";
const EXTENSION: &[u8] = b"http://ns.adobe.com/xmp/extension/\0 0123456789abcdef0123456789abcdef\0\0\0\x03\0\0\0\0abc";
const IPTC: &[u8] = b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x04\x1c\x02\x05\0";
const GAIN_MAP: &[u8] = b"urn:iso:std:iso:ts:21496:-1\0\0\0\0\0";
const EXIF: &[u8] = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";

/// Returns an index of as many pictures, in the byte order of Intel or Motorola, without sizes and offsets.
fn index(pictures: usize, little: bool) -> Vec<u8> {
    let number = |number: u32| if little { number.to_le_bytes() } else { number.to_be_bytes() };
    let half = |number: u16| if little { number.to_le_bytes() } else { number.to_be_bytes() };
    let mut data = b"MPF\0".to_vec();
    data.extend(if little { *b"II*\0" } else { *b"MM\0*" });
    data.extend(number(8));
    data.extend(half(2));
    for (tag, kind, count, value) in [(0xb001, 4, 1, pictures), (0xb002, 7, 16 * pictures, 38)] {
        data.extend([half(tag), half(kind)].as_flattened());
        data.extend([number(count as u32), number(value as u32)].as_flattened());
    }
    data.extend(number(0));
    data.resize(4 + 38 + 16 * pictures, 0);
    data
}

/// Returns the sizes of the pictures that a file's index lists, and their positions in the file.
fn listed(jpeg: &[u8]) -> Vec<(usize, usize)> {
    let base = 4 + jpeg.windows(4).position(|bytes| bytes == b"MPF\0").expect("an index");
    let little = jpeg[base] == b'I';
    let number = |at: usize| {
        let bytes = jpeg[base + at..].first_chunk().copied().expect("four bytes");
        (if little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) }) as usize
    };
    (0..number(18))
        .map(|n| 38 + 16 * n)
        .map(|at| (number(at + 4), number(at + 8)))
        .enumerate()
        .map(|(n, (size, from))| (size, if n == 0 { 0 } else { base + from }))
        .collect()
}

/// Puts segments into a JPEG, behind that of JFIF.
fn with_segments(jpeg: &[u8], added: &[(u8, &[u8])]) -> Vec<u8> {
    let at = 4 + usize::from(u16::from_be_bytes([jpeg[4], jpeg[5]]));
    let mut file = jpeg[..at].to_vec();
    for (marker, body) in added {
        file.extend([0xff, *marker]);
        file.extend((body.len() as u16 + 2).to_be_bytes());
        file.extend_from_slice(body);
    }
    file.extend_from_slice(&jpeg[at..]);
    file
}

/// Puts pictures behind the first one, whose index has room for them.
fn with_pictures(mut jpeg: Vec<u8>, pictures: &[Vec<u8>], little: bool) -> Vec<u8> {
    let base = 4 + jpeg.windows(4).position(|bytes| bytes == b"MPF\0").expect("an index");
    let number = |number: usize| if little { (number as u32).to_le_bytes() } else { (number as u32).to_be_bytes() };
    let mut from = jpeg.len();
    jpeg[base + 42..base + 46].copy_from_slice(&number(from));
    for (n, picture) in pictures.iter().enumerate() {
        let at = base + 38 + 16 * (n + 1);
        jpeg[at + 4..at + 12].copy_from_slice([number(picture.len()), number(from - base)].as_flattened());
        from += picture.len();
    }
    pictures.iter().for_each(|picture| jpeg.extend_from_slice(picture));
    jpeg
}

/// Returns a place with a plain picture, `plain.jpg`, and one with all kinds of metadata, `in.jpg`; and the pictures behind
/// the latter.
fn with_all_kinds(little: bool) -> (Place, Vec<Vec<u8>>) {
    let place = Place::new();
    place.put("in.png", &png(colours(40, 24)));
    place.encode("in.png -o plain.jpg -q 95").silently();
    place.encode("in.png -o small.jpg -q 30").silently();
    let pictures = vec![place.get("small.jpg"), place.get("plain.jpg")];
    let profile = [b"ICC_PROFILE\0\x01\x01", &[5; 200][..]].concat();
    let index = index(3, little);
    let kinds: [(u8, &[u8]); 10] = [
        (0xe1, EXIF),
        (0xe1, XMP),
        (0xe1, EXTENSION),
        (0xe2, &profile),
        (0xe2, &index),
        (0xe2, GAIN_MAP),
        (0xec, b"Ducky\0\x01"),
        (0xed, IPTC),
        (0xfe, b"first"),
        (0xfe, b"second"),
    ];
    let first = with_segments(&place.get("plain.jpg"), &kinds);
    place.put("in.jpg", &with_pictures(first, &pictures, little));
    (place, pictures)
}

/// Returns the bodies of the segments of applications and of comments, without JFIF's and the index.
fn described(jpeg: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let is_described =
        |(marker, body): &(u8, Vec<u8>)| matches!(marker, 0xe1..=0xed | 0xef | 0xfe) && !body.starts_with(b"MPF\0");
    segments(jpeg).into_iter().filter(is_described).collect()
}

#[test]
fn all_kinds_are_kept_in_their_order() {
    for little in [false, true] {
        let (place, pictures) = with_all_kinds(little);
        for words in ["", "--keep all", "--progressive", "--lossless", "--keep exif,icc,xmp,iptc,comments,pictures"] {
            place.encode(&format!("in.jpg -o out.jpg {words}")).silently();
            let out = place.get("out.jpg");
            let mut expected = described(&place.get("in.jpg"));
            expected.retain(|(marker, _)| *marker != 0xec);
            // EXIF and the profile come first.
            let profile = expected.iter().position(|(_, body)| body.starts_with(b"ICC")).expect("a profile");
            let profile = expected.remove(profile);
            expected.insert(1, profile);
            assert_eq!(described(&out), expected, "{words}");

            let listed = listed(&out);
            assert_eq!((listed.len(), listed[0]), (3, (listed[1].1, 0)), "{words}");
            for ((size, from), picture) in listed[1..].iter().zip(&pictures) {
                assert!(out[*from..from + size] == picture[..], "{words}");
            }
            assert_eq!(listed[2].0 + listed[2].1, out.len());
        }
        // What was put behind is kept again.
        place.encode("out.jpg -o again.jpg").silently();
        let (out, again) = (place.get("out.jpg"), place.get("again.jpg"));
        assert_eq!(described(&again), described(&out));
        assert_eq!(listed(&again)[1].0, listed(&out)[1].0);
    }
}

#[test]
fn kinds_are_kept_one_by_one_or_not_at_all() {
    let (place, _) = with_all_kinds(false);
    for (kind, begins) in [
        ("exif", &[EXIF][..]),
        ("icc", &[b"ICC_PROFILE\0"]),
        ("xmp", &[XMP, EXTENSION]),
        ("iptc", &[IPTC]),
        ("comments", &[b"first", b"second"]),
        ("none", &[]),
    ] {
        place.encode(&format!("in.jpg -o out.jpg --keep {kind}")).silently();
        let out = place.get("out.jpg");
        let described = described(&out);
        assert_eq!(described.len(), begins.len(), "{kind}");
        assert!(described.iter().zip(begins).all(|((_, body), begins)| body.starts_with(begins)), "{kind}");
        assert!(out.ends_with(&[0xff, 0xd9]) && !out.windows(4).any(|bytes| bytes == b"MPF\0"), "{kind}");
        // Without EXIF the picture is rotated.
        let (width, height) = if kind == "exif" { (40, 24) } else { (24, 40) };
        assert_eq!((decoded(&out).width(), decoded(&out).height()), (width, height), "{kind}");
    }
    place.encode("in.jpg -o stripped.jpg --strip").silently();
    place.encode("in.jpg -o none.jpg --keep none").silently();
    assert!(place.get("stripped.jpg") == place.get("none.jpg"));
    place.encode("in.jpg -o out.jpg --keep comments --comment third").silently();
    assert_eq!(segment(&place.get("out.jpg"), 0xfe), [b"first".to_vec(), b"second".to_vec(), b"third".to_vec()]);
    place.encode("in.jpg -o out.jpg --keep gps").misused("\"gps\" is no kind of metadata");
    place.encode("in.jpg -o out.jpg --keep exif --strip").misused("cannot be used with");
}

#[test]
fn pictures_behind_are_left_out_with_a_word_if_they_cannot_be_kept() {
    let (place, _) = with_all_kinds(true);
    let whole = place.get("in.jpg");
    place.encode("in.jpg -o out.jpg --keep pictures").says("as it is rotated");
    assert!(described(&place.get("out.jpg")).is_empty());

    let base = 4 + whole.windows(4).position(|bytes| bytes == b"MPF\0").expect("an index");
    let entry = base + 38 + 16;
    for (at, byte, reason) in [
        (base, b'X', "it begins neither with II 42"),
        (entry + 11, 1, "lies outside of the file"),
        (entry + 16 + 9, 0, "lies within another one"),
        (entry + 8, whole[entry + 8].wrapping_add(1), "does not begin with SOI"),
        (base + 26, 17, "not whole"),
        (base + 32, 255, "outside of the data"),
        (base + 22, 3, "it has no entries"),
    ] {
        let mut broken = whole.clone();
        broken[at] = byte;
        place.put("broken.jpg", &broken);
        place.encode("broken.jpg -o out.jpg").says(reason);
        let out = place.get("out.jpg");
        assert!(out.ends_with(&[0xff, 0xd9]) && !out.windows(4).any(|bytes| bytes == b"MPF\0"), "{reason}");
        assert!(segment(&out, 0xe1).len() == 3 && segment(&out, 0xed).len() == 1, "{reason}");
    }
    // A size that is too large is corrected.
    for entry in [entry, entry + 16] {
        let mut large = whole.clone();
        large[entry + 7] = 1;
        place.put("large.jpg", &large);
        place.encode("large.jpg -o out.jpg").silently();
        place.encode("in.jpg -o right.jpg").silently();
        assert!(place.get("out.jpg") == place.get("right.jpg"));
    }
    // A file that ends before them.
    place.put("cut.jpg", &whole[..whole.len() - 1]);
    place.encode("cut.jpg -o out.jpg").says("ends outside of the file");
}

#[test]
fn a_file_of_a_target_size_counts_the_pictures_behind() {
    let (place, pictures) = with_all_kinds(false);
    let behind: usize = pictures.iter().map(Vec::len).sum();
    place.encode(&format!("in.jpg -o out.jpg --target-size {}", behind + 2000)).says("quality");
    let size = place.get("out.jpg").len();
    assert!((behind + 1000..=behind + 2000).contains(&size), "{size}");
    place.encode(&format!("in.jpg -o no.jpg --target-size {behind}")).refused("are too few: quality 1 takes");
}

#[test]
fn xmp_of_other_formats_is_kept() {
    let place = Place::new();
    let packet = &XMP[29..];
    let picture = colours(20, 10);
    let mut webp = Vec::new();
    let mut encoder = WebPEncoder::new_lossless(&mut webp);
    encoder.set_exif_metadata(EXIF[6..].to_vec()).expect("EXIF");
    encoder.write_image(picture.as_raw(), 20, 10, ExtendedColorType::Rgb8).expect("a file");
    // VP8X with the flag of XMP, and the chunk at the end (RFC 9649, 2.7).
    webp[20] |= 4;
    webp.extend_from_slice(b"XMP ");
    webp.extend((packet.len() as u32).to_le_bytes());
    webp.extend_from_slice(packet);
    webp.resize(webp.len().next_multiple_of(2), 0);
    let size = (webp.len() as u32 - 8).to_le_bytes();
    webp[4..8].copy_from_slice(&size);
    place.put("in.webp", &webp);

    let with_text = |packet: &[u8]| {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 20, 10);
        encoder.set_color(png::ColorType::Rgb);
        encoder
            .add_itxt_chunk("XML:com.adobe.xmp".to_owned(), String::from_utf8_lossy(packet).into_owned())
            .expect("a text");
        encoder.write_header().expect("a header").write_image_data(picture.as_raw()).expect("a file");
        file
    };
    place.put("in.png", &with_text(packet));
    for input in ["in.webp", "in.png"] {
        for words in ["", "--progressive", "--verify"] {
            place.encode(&format!("{input} -o out.jpg {words}")).well();
            let found = segment(&place.get("out.jpg"), 0xe1).into_iter().filter(|body| body.starts_with(b"http"));
            assert_eq!(found.collect::<Vec<_>>(), [XMP], "{input} {words}");
        }
        place.encode(&format!("{input} -o out.jpg --keep icc")).silently();
        assert!(segment(&place.get("out.jpg"), 0xe1).is_empty());
    }
    place.put("long.png", &with_text(&vec![b'x'; 65505]));
    place.encode("long.png -o out.jpg").says("XMP of 65505 bytes is left out");
    place.encode("long.png -o out.jpg --strip").silently();
}
