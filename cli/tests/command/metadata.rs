//! Metadata by kind: `--keep` and `--strip`, and the pictures behind the first one of a file.

use super::common::{Place, colours, decoded, png, segment, segments};
use codecs::jpeg::marker::{AppData, Marker, xmp};
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
    // A packet above the size of a segment is split; the extended packet is the whole one.
    for bytes in [65_504, 65_505, 200_000] {
        let long = [packet, &vec![b'x'; bytes - packet.len()][..]].concat();
        place.put("long.png", &with_text(&long));
        for words in ["", "--progressive"] {
            place.encode(&format!("long.png -o out.jpg {words}")).silently();
            let found = segment(&place.get("out.jpg"), 0xe1);
            let segments = found.into_iter().map(|data| AppData { marker: Marker::app(1), data });
            let segments: Vec<_> = segments.collect();
            if bytes <= 65_504 {
                assert_eq!(segments.len(), 1, "{bytes}");
                assert_eq!(segments[0].data, [&XMP[..29], &long].concat());
            } else {
                assert_eq!(segments.len(), 1 + bytes.div_ceil(65_400), "{bytes}");
                assert_eq!(xmp::extended(&segments), Ok(Some(long.clone())));
            }
        }
        // They are kept again as they are.
        place.encode("out.jpg -o again.jpg").silently();
        assert_eq!(described(&place.get("again.jpg")), described(&place.get("out.jpg")));
    }
    place.encode("long.png -o out.jpg --strip").silently();
    assert!(described(&place.get("out.jpg")).is_empty());
}

#[test]
fn texts_and_exif_of_a_png_are_kept_wherever_they_stand() {
    let place = Place::new();
    let mut file = Vec::new();
    let mut info = png::Info::with_size(20, 10);
    info.color_type = png::ColorType::Rgb;
    info.exif_metadata = Some(EXIF[6..].into());
    let mut encoder = png::Encoder::with_info(&mut file, info).expect("an encoder");
    encoder.add_text_chunk("Comment".to_owned(), "plain \u{e9}".to_owned()).expect("a text");
    encoder.add_ztxt_chunk("Comment".to_owned(), "packed".to_owned()).expect("a text");
    encoder.add_text_chunk("Title".to_owned(), "other".to_owned()).expect("a text");
    encoder.add_itxt_chunk("Comment".to_owned(), "\u{4e2d}".to_owned()).expect("a text");
    encoder.add_itxt_chunk("XML:com.adobe.xmp".to_owned(), String::from_utf8_lossy(&XMP[29..]).into()).expect("a text");
    let picture = colours(20, 10);
    encoder.write_header().expect("a header").write_image_data(picture.as_raw()).expect("a file");
    place.put("before.png", &file);
    // The samples are put behind the header.
    let at = file.windows(4).position(|name| name == b"IDAT").expect("samples") - 4;
    let end = file.len() - 12;
    let samples: Vec<u8> = file.splice(at..end, []).collect();
    file.splice(33..33, samples);
    place.put("behind.png", &file);

    for input in ["before.png", "behind.png"] {
        for words in ["", "--progressive", "--verify"] {
            place.encode(&format!("{input} -o out.jpg {words}")).well();
            let out = place.get("out.jpg");
            assert_eq!(segment(&out, 0xe1), [EXIF, XMP], "{input} {words}");
            let comments = ["plain \u{e9}", "packed", "\u{4e2d}"].map(|text| text.as_bytes().to_vec());
            assert_eq!(segment(&out, 0xfe), comments, "{input} {words}");
        }
        // EXIF is known before the first row, so the picture is rotated without it.
        place.encode(&format!("{input} -o out.jpg --keep xmp")).silently();
        let out = place.get("out.jpg");
        assert_eq!((described(&out), decoded(&out).width()), (vec![(0xe1, XMP.to_vec())], 10), "{input}");
    }

    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 20, 10);
    encoder.set_color(png::ColorType::Rgb);
    encoder.add_ztxt_chunk("Comment".to_owned(), "y".repeat(65_534)).expect("a text");
    encoder.write_header().expect("a header").write_image_data(picture.as_raw()).expect("a file");
    place.put("long.png", &file);
    for words in ["", "--progressive"] {
        let ran = place.encode(&format!("long.png -o out.jpg {words}")).says("a comment is left out");
        assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
        assert!(described(&place.get("out.jpg")).is_empty());
    }
    place.encode("long.png -o out.jpg --keep exif").silently();
}

#[test]
fn iptc_of_a_tiff_becomes_a_segment() {
    use tiff::encoder::{TiffEncoder, colortype::RGB8};
    use tiff::tags::Tag;
    let place = Place::new();
    let records = &IPTC[26..];
    let whole = [b"8BIM\x04\x0c\x03abc\0\0\0\x03xyz\0", &IPTC[14..]].concat();
    let numbers = records.as_chunks::<4>().0.iter().map(|bytes| u32::from_ne_bytes(*bytes)).collect::<Vec<_>>();
    for case in 0..3 {
        let mut file = std::io::Cursor::new(Vec::new());
        let mut encoder = TiffEncoder::new(&mut file).expect("a file");
        let mut image = encoder.new_image::<RGB8>(20, 10).expect("a picture");
        match case {
            0 => image.encoder().write_tag(Tag::Unknown(33723), records).expect("a tag"),
            1 => image.encoder().write_tag(Tag::Unknown(33723), &numbers[..]).expect("a tag"),
            _ => image.encoder().write_tag(Tag::Unknown(34377), &whole[..]).expect("a tag"),
        }
        image.write_data(colours(20, 10).as_raw()).expect("samples");
        place.put("in.tif", &file.into_inner());
        place.encode("in.tif -o out.jpg").silently();
        assert_eq!(segment(&place.get("out.jpg"), 0xed), [IPTC], "{case}");
        place.encode("in.tif -o out.jpg --keep xmp").silently();
        assert!(segment(&place.get("out.jpg"), 0xed).is_empty());
    }
}

#[test]
fn a_broken_profile_is_left_out_with_a_word() {
    let place = Place::new();
    place.put("in.png", &png(colours(40, 24)));
    place.encode("in.png -o plain.jpg").silently();
    let chunk = |number: u8, count: u8| [b"ICC_PROFILE\0", &[number, count][..], &[5; 200]].concat();
    for (chunks, reason) in [
        (vec![chunk(1, 3), chunk(3, 3)], "ICC chunk 3 of 3 occurs where 2 of 3 is expected"),
        (vec![chunk(1, 2)], "ICC chunk 2 of 2 is missing"),
        (vec![chunk(1, 2), chunk(2, 3)], "ICC chunk 2 of 3 occurs where 2 of 2 is expected"),
    ] {
        let segments: Vec<_> = chunks.iter().map(|chunk| (0xe2, &chunk[..])).collect();
        place.put("broken.jpg", &with_segments(&place.get("plain.jpg"), &segments));
        let ran = place.encode("broken.jpg -o out.jpg").says(reason);
        assert!(ran.stderr.lines().count() == 1 && ran.stderr.contains("--icc FILE"), "{ran:?}");
        assert!(described(&place.get("out.jpg")).is_empty());
        place.encode("broken.jpg -o out.jpg --keep exif").silently();
    }
    // Each reason has its own line.
    let index = index(3, true);
    let both = with_segments(&place.get("plain.jpg"), &[(0xe2, &chunk(1, 2)), (0xe2, &index)]);
    place.put("both.jpg", &both);
    let ran = place.encode("both.jpg -o out.jpg").says("colour profile is left out");
    assert!(ran.stderr.lines().count() == 2 && ran.stderr.contains("the pictures behind the first are left out"));
}

#[test]
fn the_description_of_a_gain_map_leaves_with_it() {
    let packet = |more: &str| {
        format!(
            "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'>\
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
            <rdf:Description xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/' hdrgm:Version='1.0'{more}/>\
            </rdf:RDF></x:xmpmeta>"
        )
        .into_bytes()
    };
    let (plain, titled) = (packet(""), packet(" xmlns:a='b' a:c='d'"));
    let place = Place::new();
    place.put("in.png", &png(colours(40, 24)));
    place.encode("in.png -o plain.jpg").silently();
    let pictures = vec![place.get("plain.jpg")];
    for (xmp, left) in [(&plain, 0), (&titled, 1)] {
        let index = index(2, true);
        let first = with_segments(&place.get("plain.jpg"), &[(0xe1, xmp), (0xe2, GAIN_MAP), (0xe2, &index)]);
        place.put("in.jpg", &with_pictures(first.clone(), &pictures, true));
        place.encode("in.jpg -o out.jpg").silently();
        assert_eq!(described(&place.get("out.jpg")), [(0xe1, xmp.clone()), (0xe2, GAIN_MAP.to_vec())]);
        // Without the pictures, or if they cannot be read.
        place.encode("in.jpg -o without.jpg --keep exif,icc,xmp,iptc,comments").silently();
        place.put("broken.jpg", &first);
        place.encode("broken.jpg -o broken-out.jpg").says("are left out");
        for out in ["without.jpg", "broken-out.jpg"] {
            let described = described(&place.get(out));
            assert_eq!(described.len(), left, "{out}");
            let text = |(_, body): &(u8, Vec<u8>)| String::from_utf8_lossy(body).into_owned();
            assert!(described.iter().map(text).all(|text| text.contains(" a:c='d'") && !text.contains("hdrgm")));
        }
    }
}
