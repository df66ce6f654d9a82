//! Size limits of inputs. Valid files are read whatever their size, and files that are large for their header are
//! refused by default.

use super::clips::*;
use super::common::*;
use std::time::Instant;

/// Returns a lossless WebP of one colour, with one code of no bits for each channel.
fn webp(width: u32, height: u32) -> Vec<u8> {
    // A signature; width and height less 1; no alpha, version 0; no transforms, no cache, no other codes; five codes of
    // one
    // symbol.
    let mut bits: u128 = 0x2f;
    let mut at = 8;
    let mut put = |value: u32, count: u32| {
        bits |= u128::from(value) << at;
        at += count;
    };
    put(width - 1, 14);
    put(height - 1, 14);
    put(0, 4);
    put(0, 3);
    for _ in 0..5 {
        put(0b0001, 4);
    }
    let data = &bits.to_le_bytes()[..10];
    let size = |bytes: usize| (bytes as u32).to_le_bytes();
    [&b"RIFF"[..], &size(12 + data.len()), b"WEBPVP8L", &size(data.len()), data].concat()
}

/// Returns a white TIFF of 1 bit, Group 4: a row equal to the previous one takes one bit.
fn white_g4(width: u32, height: u32) -> Vec<u8> {
    let mut data = vec![0xff; (height / 8) as usize];
    data.extend([0x00, 0x10, 0x01]);
    tiff([width, height], [1, 4, 0], data)
}

/// Returns a gray TIFF of one strip: bits per sample, compression and photometric interpretation.
fn tiff([width, height]: [u32; 2], [bits, compression, photometric]: [u32; 3], data: Vec<u8>) -> Vec<u8> {
    let entries: [[u32; 4]; 8] = [
        [256, 4, 1, width],
        [257, 4, 1, height],
        [258, 3, 1, bits],
        [259, 3, 1, compression],
        [262, 3, 1, photometric],
        [273, 4, 1, 110],
        [278, 4, 1, height],
        [279, 4, 1, data.len() as u32],
    ];
    let mut tiff = b"II*\0\x08\0\0\0\x08\0".to_vec();
    for [tag, kind, count, value] in entries {
        tiff.extend([(tag as u16).to_le_bytes(), (kind as u16).to_le_bytes()].concat());
        tiff.extend([count.to_le_bytes(), value.to_le_bytes()].concat());
    }
    [tiff, vec![0; 4], data].concat()
}

#[test]
fn a_few_bytes_that_need_much_memory_are_a_choice() {
    let place = Place::new();
    place.put("w.webp", &webp(16383, 16383));
    assert_eq!(place.get("w.webp").len(), 30);
    let started = Instant::now();
    let said = place.encode("w.webp -o w.jpg").refused("w.webp").stderr;
    let text = "16383x16383 pixels need about 1.9 GB; the limit is 1 GB (--max-memory 2G raises it)";
    assert_eq!(said, format!("encode: w.webp: {text}\n"));
    place.encode("w.webp -o w.jpg --max-memory 500M").refused("the limit is 500 MB (--max-memory 2G raises it)");
    let text = "16383x16383 are 269 Mpx; the limit is 100 Mpx (--max-pixels 269M --max-memory 2G raises it)";
    place.encode("w.webp -o w.jpg --max-pixels 100M").refused(text);
    let text = "16383x16383 are 269 Mpx; the limit is 100 Mpx (--max-pixels 269M raises it)";
    place.encode("w.webp -o w.jpg --max-pixels 100M --max-memory 3G").refused(text);
    assert!(started.elapsed().as_secs() < 5);
    assert_eq!(place.names(), ["w.webp"]);
    // The proposed limits are sufficient, whatever the size.
    place.put("s.webp", &webp(1500, 1000));
    let said = place.encode("s.webp -o s.jpg --max-memory 1k --max-pixels 1k").refused("1500x1000 are 1.5 Mpx").stderr;
    let typed =
        said.split_once('(').and_then(|(_, rest)| rest.split_once(" raises")).expect("what to type").0.to_owned();
    place.encode(&format!("s.webp -o s.jpg {typed}")).silently();
    let shown = decoded(&place.get("s.jpg"));
    assert_eq!((shown.width(), shown.height()), (1500, 1000));
}

#[test]
fn a_lawful_file_is_not_refused_for_being_small() {
    let place = Place::new();
    // 67.5 million pixels in 241 bytes.
    place.put("g4.tif", &white_g4(65528, 1032));
    place.encode("g4.tif -o g4.jpg -q 1 --quiet").silently();
    let shown = decoded(&place.get("g4.jpg"));
    assert_eq!((shown.width(), shown.height()), (65528, 1032));
    assert!(shown.as_bytes().iter().step_by(997).all(|&sample| sample == 255));
    place.put("large.tif", &white_g4(32000, 32000));
    place.encode("large.tif -o x.jpg").refused(
        "large.tif: 32000x32000 are 1.1 Gpx; the limit is 500 Mpx (--max-pixels 2G --max-memory 2G raises it)",
    );
}

#[test]
fn a_strip_of_any_size_is_read() {
    let place = Place::new();
    place.put("raw.tif", &tiff([40_000, 500], [8, 1, 1], vec![200; 20_000_000]));
    place.encode("raw.tif -o raw.jpg -q 50 --quiet").silently();
    assert!(decoded(&place.get("raw.jpg")).as_bytes().iter().step_by(991).all(|&sample| sample == 200));
}

#[test]
fn what_is_kept_for_encoding_counts() {
    let place = Place::new();
    place.put("in.png", &png(colours(2000, 1500)));
    // 3 megapixels: 9 MB of samples, and 8 MB of the process.
    place.encode("in.png -o out.jpg --max-memory 23M").silently();
    for (switches, need) in
        [("--optimize", 39), ("--verify", 35), ("--lossless", 30), ("--progressive", 33), ("-q 100 --sampling 444", 32)]
    {
        let ran = place.encode(&format!("in.png -o out.jpg {switches} --max-memory 23M"));
        ran.refused(&format!(
            "2000x1500 pixels need about {need} MB; the limit is 23 MB (--max-memory {need}M raises it)"
        ));
        place.encode(&format!("in.png -o out.jpg {switches} --max-memory {need}M")).well();
    }
}

#[test]
fn a_jpeg_whose_data_are_missing_is_not_made_gray() {
    let place = Place::new();
    let mut jpeg = in_format(grays(16, 16), image::ImageFormat::Jpeg);
    let at = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).expect("a frame header") + 5;
    jpeg[at..at + 4].copy_from_slice(&[0x4e, 0x20, 0x4e, 0x20]);
    place.put("in.jpg", &jpeg);
    let started = Instant::now();
    let bytes = jpeg.len();
    place
        .encode("in.jpg -o out.jpg")
        .refused(&format!("claims 20000x20000 pixels, which its {bytes} bytes cannot hold"));
    assert!(started.elapsed().as_secs() < 5);
}

#[test]
fn video_has_the_same_limits() {
    let place = with_clip();
    place.encode("in.y4m -o out.264 --max-pixels 1024 --max-memory 9M").silently();
    let text = "in.y4m: 32x32 are 1.1 kpx; the limit is 1 kpx (--max-pixels 2k raises it)";
    place.encode("in.y4m -o x.264 --max-pixels 1k").refused(text);
    let text = "in.y4m: 32x32 pixels need about 8.7 MB; the limit is 1 MB (--max-memory 9M raises it)";
    place.encode("in.y4m -o x.264 --max-memory 1M").refused(text);
    place.put("raw", &[0; 100]);
    for (size, references) in [("4096x2304", 1), ("4096x2304", 5)] {
        let need = if references == 1 { 169 } else { 349 };
        let ran =
            place.encode(&format!("raw --size {size} --fps 25 --qp 26 --ref {references} -o x.264 --max-memory 100M"));
        ran.refused(&format!(
            "{size} pixels need about {need} MB; the limit is 100 MB (--max-memory {need}M raises it)"
        ));
    }
    // Pictures wait for those that are looked at.
    place
        .encode("raw --size 4096x2304 --fps 25 --threads 1 -o x.264 --max-memory 100M")
        .refused("GB; the limit is 100 MB (--max-memory 2G raises it)");
    // If no level allows the size, the error does not propose a higher limit.
    place.encode("raw --size 16384x16384 --fps 25 -o x.264").refused("no level");
    place.encode("raw --size 65535x65535 --fps 25 -o x.264").misused("1 to 16384 each");
    place.put("lie.y4m", b"YUV4MPEG2 W16384 H16384 F25:1\nFRAME\n");
    place.encode("lie.y4m -o x.264").refused("no level");
    assert_eq!(place.names(), ["in.y4m", "lie.y4m", "out.264", "raw"]);
}

#[test]
fn limits_are_numbers_of_one_or_more() {
    let place = with_clip();
    for wrong in ["0", "-1", "x", "1T", "99999999999G"] {
        place
            .encode(&format!("in.y4m -o x.264 --max-pixels {wrong}"))
            .misused("a number of pixels, such as 500M or 1G");
        place.encode(&format!("in.y4m -o x.264 --max-memory {wrong}")).misused("a number of bytes, such as");
    }
}
