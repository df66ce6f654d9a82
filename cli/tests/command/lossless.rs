//! `--lossless`: an independent decoder returns the input, sample for sample.

use super::common::*;
use image::{DynamicImage, ImageBuffer, ImageFormat, Luma, LumaA, Rgb, Rgba};
use noise::Noise;
use serde_json::Value;

/// Returns precision, number of components, and samples of a lossless file, by the bundled decoder, which is correct if
/// there are no restarts and no point transform.
#[track_caller]
fn read(jpeg: &[u8]) -> (u8, usize, Vec<u16>) {
    let frame = segment(jpeg, 0xc3).concat();
    let components = usize::from(frame[5]);
    let bytes = jpeg_decoder::Decoder::new(jpeg).decode().expect("a JPEG that decodes");
    let samples = match frame[0] {
        8 => bytes.iter().map(|&byte| byte.into()).collect(),
        _ => bytes.chunks_exact(2).map(|word| u16::from_ne_bytes([word[0], word[1]])).collect(),
    };
    (frame[0], components, samples)
}

/// Returns a raw PGM or PPM.
fn pnm(width: usize, components: usize, maxval: u16, samples: &[u16]) -> Vec<u8> {
    let kind = if components == 1 { 5 } else { 6 };
    let height = samples.len() / components / width;
    let mut file = format!("P{kind} {width} {height} {maxval}\n").into_bytes();
    file.extend(samples.iter().flat_map(|s| s.to_be_bytes().into_iter().skip(usize::from(maxval < 256))));
    file
}

/// Returns samples from 0 to maxval, with all kinds of neighbours, the same in every run.
fn noise(count: usize, maxval: u16) -> Vec<u16> {
    let mut noise = Noise::new(maxval.into());
    (0..count)
        .map(|n| match n % 5 {
            0 => maxval,
            1 => 0,
            _ => noise.below(usize::from(maxval) + 1) as u16,
        })
        .collect()
}

/// Asserts that a run without messages preserves the samples.
#[track_caller]
fn assert_comes_back(place: &Place, words: &str, precision: u8, components: usize, samples: &[u16]) {
    place.encode(words).silently();
    assert!(read(&place.get("out.jpg")) == (precision, components, samples.to_vec()), "{words}");
}

#[test]
fn samples_of_any_maxval_come_back() {
    let place = Place::new();
    for maxval in [1_u16, 2, 3, 15, 99, 254, 255, 256, 1000, 1023, 4095, 40000, 65535] {
        let precision = (16 - maxval.leading_zeros()).max(2) as u8;
        for components in [1, 3] {
            let samples = noise(9 * 7 * components, maxval);
            place.put("in", &pnm(9, components, maxval, &samples));
            assert_comes_back(&place, "in -o out.jpg --lossless", precision, components, &samples);
        }
    }
    place.put("in", b"P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 600\nENDHDR\n\x02\x58\x00\x07");
    assert_comes_back(&place, "in -o out.jpg --lossless", 10, 1, &[600, 7]);
    place.put("in", b"P2 2 1 600 600 7");
    assert_comes_back(&place, "in -o out.jpg --lossless", 10, 1, &[600, 7]);
    place.put("in", b"P1 3 1 101");
    assert_comes_back(&place, "in -o out.jpg --lossless", 8, 1, &[0, 255, 0]);
}

#[test]
fn pictures_of_8_and_of_16_bits_come_back() {
    let place = Place::new();
    let words = |count| noise(count, 65535);
    let gray = ImageBuffer::<Luma<u16>, _>::from_raw(21, 11, words(21 * 11)).expect("gray");
    let rgb = ImageBuffer::<Rgb<u16>, _>::from_raw(21, 11, words(3 * 21 * 11)).expect("colour");
    let wide = [(1, gray.clone().into_raw(), DynamicImage::from(gray)), (3, rgb.clone().into_raw(), rgb.into())];
    for (components, samples, picture) in &wide {
        for format in [ImageFormat::Png, ImageFormat::Tiff, ImageFormat::Pnm] {
            place.put("in", &in_format(picture.clone(), format));
            assert_comes_back(&place, "in -o out.jpg --lossless", 16, *components, samples);
        }
    }
    for (components, picture) in [(1, DynamicImage::from(grays(21, 11))), (3, colours(21, 11).into())] {
        let samples: Vec<u16> = picture.as_bytes().iter().map(|&byte| byte.into()).collect();
        for format in [ImageFormat::Png, ImageFormat::Tiff, ImageFormat::Pnm] {
            place.put("in", &in_format(picture.clone(), format));
            assert_comes_back(&place, "in -o out.jpg --lossless", 8, components, &samples);
        }
    }
    for format in [ImageFormat::Bmp, ImageFormat::WebP] {
        let picture = colours(21, 11);
        place.put("in", &in_format(picture.clone(), format));
        let samples: Vec<u16> = picture.as_raw().iter().map(|&byte| byte.into()).collect();
        assert_comes_back(&place, "in -o out.jpg --lossless", 8, 3, &samples);
    }
}

#[test]
fn a_lossy_input_keeps_the_samples_it_decodes_to() {
    let place = Place::new();
    place.put("in.png", &png(grays(30, 20)));
    place.encode("in.png -o lossy.jpg").silently();
    place.encode("lossy.jpg -o out.jpg --lossless --verify --quiet").silently();
    let (precision, components, samples) = read(&place.get("out.jpg"));
    let lossy = decoded(&place.get("lossy.jpg")).to_luma8();
    assert_eq!((precision, components), (8, 1));
    assert!(samples.iter().zip(lossy.as_raw()).all(|(&a, &b)| a.abs_diff(b.into()) <= 1));
}

#[test]
fn a_picture_can_have_one_pixel() {
    let place = Place::new();
    for (components, samples) in [(1, vec![60000]), (3, vec![1, 60000, 2])] {
        place.put("in", &pnm(1, components, 65535, &samples));
        for predictor in ["1", "7", "auto"] {
            let words = format!("in -o out.jpg --lossless --predictor {predictor}");
            assert_comes_back(&place, &words, 16, components, &samples);
        }
    }
}

#[test]
fn alpha_is_laid_over_in_the_scale_of_the_samples() {
    let place = Place::new();
    let note = "encode: in: transparent pixels are laid over --background\n";
    let rgba = ImageBuffer::<Rgba<u16>, _>::from_raw(2, 1, vec![1000, 2000, 3000, 65535, 9, 9, 9, 0]).expect("pixels");
    place.put("in", &png(rgba));
    let said = place.encode("in -o out.jpg --lossless --background #ff8000").well().stderr;
    assert_eq!((said.as_str(), read(&place.get("out.jpg"))), (note, (16, 3, vec![1000, 2000, 3000, 65535, 32896, 0])));

    let gray = ImageBuffer::<LumaA<u16>, _>::from_raw(2, 1, vec![1000, 65535, 40000, 32768]).expect("pixels");
    place.put("in", &png(gray));
    let said = place.encode("in -o out.jpg --lossless --background #000000").well().stderr;
    assert_eq!((said.as_str(), read(&place.get("out.jpg"))), (note, (16, 1, vec![1000, 20000])));

    place.put("in", b"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 1000\nENDHDR\n\x00\x64\x01\xf4");
    place.encode("in -o out.jpg --lossless").well();
    assert_eq!(read(&place.get("out.jpg")), (10, 1, vec![550]));
}

#[test]
fn strip_turns_words_as_it_turns_bytes() {
    let place = Place::new();
    // 1 2 3      4 1
    // 4 5 6  ->  5 2
    //            6 3
    let samples = vec![1_u16, 2, 3, 4, 5, 60000];
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut encoder = image::codecs::png::PngEncoder::new(&mut bytes);
    let mut exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([6, 0, 0, 0, 0, 0, 0]);
    image::ImageEncoder::set_exif_metadata(&mut encoder, exif).expect("EXIF");
    let words: Vec<u8> = samples.iter().flat_map(|s| s.to_ne_bytes()).collect();
    image::ImageEncoder::write_image(encoder, &words, 3, 2, image::ExtendedColorType::L16).expect("a file");
    place.put("in", &bytes.into_inner());
    assert_comes_back(&place, "in -o out.jpg --lossless --strip", 16, 1, &[4, 1, 5, 2, 60000, 3]);
    assert!(segment(&place.get("out.jpg"), 0xe1).is_empty());
    assert_comes_back(&place, "in -o out.jpg --lossless", 16, 1, &samples);
    assert_eq!(segment(&place.get("out.jpg"), 0xe1).len(), 1);
}

#[test]
fn the_precision_can_be_stated() {
    let place = Place::new();
    let samples = noise(9 * 7, 4095);
    place.put("in", &pnm(9, 1, 65535, &samples));
    assert_comes_back(&place, "in -o out.jpg --lossless --precision 12", 12, 1, &samples);
    let refusal = "in: the sample in row 0, column 0 has more than 11 bits: state a greater precision";
    place.encode("in -o no.jpg --lossless --precision 11").refused(refusal);
    let bytes = noise(9 * 7, 255);
    place.put("in", &pnm(9, 1, 255, &bytes));
    assert_comes_back(&place, "in -o out.jpg --lossless --precision 12", 12, 1, &bytes);
    for wrong in ["0", "1", "17", "-1", "x"] {
        place.run(["in", "-o", "no.jpg", "--lossless", "--precision", wrong], b"").misused("--precision");
    }
    assert_eq!(place.names(), ["in", "out.jpg"]);
}

/// Returns the predictor and the point transform of the scan header.
fn scan(jpeg: &[u8]) -> (u8, u8) {
    let scan = segment(jpeg, 0xda).concat();
    let parameters = &scan[scan.len() - 3..];
    (parameters[0], parameters[2] & 15)
}

#[test]
fn the_predictor_is_the_one_that_was_asked_for() {
    let place = Place::new();
    let samples = noise(3 * 9 * 7, 4095);
    place.put("in", &pnm(9, 3, 4095, &samples));
    for predictor in 1..=7 {
        let words = format!("in -o out.jpg --lossless --predictor {predictor}");
        assert_comes_back(&place, &words, 12, 3, &samples);
        assert_eq!(scan(&place.get("out.jpg")), (predictor, 0));
    }
    place.encode("in -o auto.jpg --lossless --predictor auto").silently();
    place.encode("in -o out.jpg --lossless").silently();
    assert_eq!(place.get("auto.jpg"), place.get("out.jpg"));
    for wrong in ["0", "8", "-1", "best", ""] {
        place.run(["in", "-o", "no.jpg", "--lossless", "--predictor", wrong], b"").misused("1 to 7, or auto");
    }
}

#[test]
fn a_point_transform_stands_in_the_scan_header() {
    let place = Place::new();
    place.put("in", &pnm(9, 1, 4095, &noise(9 * 7, 4095)));
    place.encode("in -o out.jpg --lossless --point-transform 4 --predictor 5").silently();
    assert_eq!(scan(&place.get("out.jpg")), (5, 4));
    place
        .encode("in -o no.jpg --lossless --point-transform 12")
        .refused("a point transform of 12 is too large; it must be less than the 12 bits");
    place.encode("in -o no.jpg --lossless --point-transform 16").misused("--point-transform");
    place.encode("in -o no.jpg --lossless --point-transform -1").misused("--point-transform");
}

#[test]
fn restarts_are_after_whole_lines() {
    let place = Place::new();
    place.put("in", &pnm(9, 1, 255, &noise(9 * 7, 255)));
    for (switch, pixels) in [("--restart 1", 9), ("--restart 4", 36), ("--restart 18B", 18)] {
        place.encode(&format!("in -o out.jpg --lossless {switch}")).silently();
        assert_eq!(segment(&place.get("out.jpg"), 0xdd), [[0, pixels]], "{switch}");
    }
    place.encode("in -o no.jpg --lossless --restart 10B").refused("whole lines between restarts");
    place.encode("in -o no.jpg --lossless --restart 65535").refused("at most 65535 pixels, 7281 lines, are allowed");
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let place = Place::new();
    place.put("in", &pnm(90, 3, 4095, &noise(3 * 90 * 40, 4095)));
    for switches in ["", "--restart 1", "--restart 3 --point-transform 2", "--optimize"] {
        place.encode(&format!("in -o one.jpg --lossless --threads 1 {switches}")).silently();
        for threads in [2, 3, 16] {
            place.encode(&format!("in -o many.jpg --lossless --threads {threads} {switches}")).silently();
            assert_eq!(place.get("one.jpg"), place.get("many.jpg"), "{threads} {switches}");
        }
    }
    place.encode("in -o plain.jpg --lossless").silently();
    place.encode("in -o optimised.jpg --lossless --optimize").silently();
    assert_eq!(place.get("plain.jpg"), place.get("optimised.jpg"));
}

#[test]
fn a_file_without_restarts_is_verified_by_the_bundled_decoder() {
    let place = Place::new();
    for maxval in [3, 255, 1000, 65535] {
        for components in [1, 3] {
            place.put("in", &pnm(9, components, maxval, &noise(9 * 7 * components, maxval)));
            for predictor in 1..=7 {
                let said =
                    place.encode(&format!("in -o out.jpg --lossless --verify --predictor {predictor}")).well().stderr;
                let count = 63 * components;
                let finding = format!("verified with jpeg-decoder (bundled): all {count} samples are the same\n");
                assert_eq!(said, format!("encode: out.jpg: {finding}"));
            }
        }
    }
}

#[test]
fn other_files_are_verified_by_dcmdjpeg_where_it_is_found() {
    if std::process::Command::new("dcmdjpeg").arg("--version").output().is_err() {
        println!("skipped: dcmdjpeg is not installed");
        return;
    }
    let place = Place::new();
    for maxval in [3, 255, 1000, 65535] {
        for components in [1, 3] {
            let samples = noise(9 * 7 * components, maxval);
            place.put("in", &pnm(9, components, maxval, &samples));
            for switches in ["", "--restart 2", "--point-transform 1", "--restart 1 --point-transform 1 --predictor 4"]
            {
                let said =
                    place.encode(&format!("in -o out.jpg --lossless --verify=dcmdjpeg {switches}")).well().stderr;
                let finding = format!("verified with dcmdjpeg: all {} samples are the same", samples.len());
                assert!(said.starts_with(&format!("encode: out.jpg: {finding}")), "{said}");
                let after = "the same after a point transform of 1\n";
                assert_eq!(said.ends_with(after), switches.contains("point"), "{said}");
            }
        }
    }
    place.encode("in -o no.jpg --lossless --verify=nowhere/dcmdjpeg").refused("cannot be run");
}

#[test]
fn ffmpeg_is_asked_for_samples_of_8_bits() {
    let place = Place::new();
    place.put("wide", &pnm(9, 1, 1023, &noise(9 * 7, 1023)));
    place
        .encode("wide -o no.jpg --lossless --verify=ffmpeg")
        .refused("it decodes only samples of 8 bits correctly, and these have 10");
    if std::process::Command::new("ffmpeg").arg("-version").output().is_err() {
        println!("skipped: ffmpeg is not installed");
        return;
    }
    for components in [1, 3] {
        place.put("in", &pnm(9, components, 255, &noise(9 * 7 * components, 255)));
        let said =
            place.encode("in -o out.jpg --lossless --verify=ffmpeg --restart 2 --point-transform 3").well().stderr;
        assert!(said.contains("verified with ffmpeg: all"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_decoder_can_be_named_and_is_not_believed() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    let script = |name: &str, text: &str| {
        place.put(name, format!("#!/bin/sh\ncat > /dev/null; {text}\n").as_bytes());
        std::fs::set_permissions(place.path(name), std::fs::Permissions::from_mode(0o755)).expect("permissions");
    };
    place.put("in.pgm", &pnm(2, 1, 1023, &[1, 2, 3, 1000]));
    script("same.sh", "cat in.pgm");
    let said = place.encode("in.pgm -o out.jpg --lossless --verify=./same.sh").well().stderr;
    assert_eq!(said, "encode: out.jpg: verified with ./same.sh: all 4 samples are the same\n");
    place.encode("in.pgm -o no.jpg --lossless --point-transform 1 --verify=./same.sh").refused("column 0 is 1, not 0");
    script("other.sh", "echo P2 2 2 1023 1 2 3 1001");
    let refusal = "--verify with ./other.sh: the gray sample in row 1, column 1 is 1001, not 1000; nothing was written";
    place.encode("in.pgm -o no.jpg --lossless --verify=./other.sh").refused(refusal);
    script("narrow.sh", "echo P2 1 4 1023 1 2 3 1000");
    place.encode("in.pgm -o no.jpg --lossless --verify=./narrow.sh").refused("1x4 pixels came out, not 2x2");
    script("colour.sh", "echo P3 2 2 1023 1 1 1 2 2 2 3 3 3 1000 1000 1000");
    place.encode("in.pgm -o no.jpg --lossless --verify=./colour.sh").refused("RGB samples came out, not gray");
    assert!(!place.path("no.jpg").exists());

    // A path with only a djpeg that does not support such files has no suitable decoder.
    script("djpeg", "echo Unsupported JPEG process: SOF type 0xc3 >&2; exit 1");
    let mut command = command(&place.path("."));
    command.args("in.pgm -o no.jpg --lossless --restart 1 --verify".split(' ')).env("PATH", place.path("."));
    let done = command.output().expect("the binary");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(said.contains("--verify found no decoder for this file: install dcmdjpeg (dcmtk)"), "{said}");
}

#[test]
fn switches_of_the_other_process_make_no_sense() {
    let place = Place::new();
    place.put("in.png", &png(grays(9, 7)));
    for lossless in ["--lossless", "--codec jpeg-lossless", "--codec jpeg --lossless"] {
        place.encode(&format!("in.png -o out.jpg {lossless}")).silently();
        assert_eq!(read(&place.get("out.jpg")).0, 8);
        for switch in
            ["--quality 90", "--target-size 9k", "--sampling 420", "--qtables t", "--depth round", "--depth error"]
        {
            let name = switch.split(' ').next().unwrap_or_default();
            let words = format!("in.png -o no.jpg {switch} {lossless}");
            place.encode(&words).misused(&format!("{name} is for lossy JPEG"));
        }
    }
    for switch in ["--predictor 1", "--predictor auto", "--point-transform 0", "--precision 8"] {
        place.encode(&format!("in.png -o no.jpg {switch}")).misused("it needs --lossless");
    }
    assert_eq!(place.names(), ["in.png", "out.jpg"]);
}

#[test]
fn the_output_is_named_as_any_jpeg() {
    let place = Place::new();
    let samples = noise(9 * 7, 1023);
    place.put("in.pgm", &pnm(9, 1, 1023, &samples));
    place.encode("in.pgm -o out.jpeg --lossless").silently();
    std::fs::create_dir(place.path("web")).expect("a folder");
    place.encode("in.pgm --out-dir web --lossless").silently();
    place.encode("in.pgm -o a.xyz --codec jpeg-lossless").silently();
    place.encode("in.pgm -o no.xyz --lossless").refused("end it in .jpg, or say --codec jpeg");
    let piped = place.run("- -o - --lossless".split(' '), &place.get("in.pgm")).silently().stdout;
    assert_eq!(read(&piped), (10, 1, samples));
    assert!(piped == place.get("out.jpeg") && piped == place.get("web/in.jpg") && piped == place.get("a.xyz"));
}

#[test]
fn metadata_are_written_as_for_lossy_files() {
    let place = Place::new();
    place.put("in.png", &png(grays(9, 7)));
    let mut profile = vec![7; 300];
    profile[36..40].copy_from_slice(b"acsp");
    place.put("p.icc", &profile);
    place.encode("in.png -o out.jpg --lossless --comment hello --icc p.icc").silently();
    let jpeg = place.get("out.jpg");
    assert_eq!(segment(&jpeg, 0xfe), [b"hello"]);
    assert_eq!(segment(&jpeg, 0xe2)[0][14..], profile);
    place.encode("in.png -o out.jpg --lossless --trace out.txt").silently();
    let trace = String::from_utf8(place.get("out.txt")).expect("text");
    assert!(["SOF3", "SOS", "EOI"].iter().all(|name| trace.contains(name)), "{trace}");
    let listing = String::from_utf8(place.encode("inspect out.jpg").silently().stdout).expect("text");
    assert!(listing.contains("SOF3"), "{listing}");
}

#[test]
fn json_says_what_was_written() {
    let place = Place::new();
    place.put("in.pgm", &pnm(9, 1, 1023, &noise(9 * 7, 1023)));
    let said = |words: &str| -> Value {
        let ran = place.encode(words).well();
        serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
    };
    let object = said("in.pgm -o out.jpg --lossless --json");
    assert_eq!((object["codec"].as_str(), object["precision"].as_u64()), (Some("jpeg-lossless"), Some(10)));
    assert_eq!(object["predictor"].as_u64(), Some(scan(&place.get("out.jpg")).0.into()));
    assert!(object["quality"].is_null() && object["verified_by"].is_null());
    assert_eq!(object["psnr"], serde_json::json!({ "y": 100.0, "u": null, "v": null, "all": 100.0 }));
    assert_eq!(object["bytes"].as_u64(), Some(place.get("out.jpg").len() as u64));
    let object = said("in.pgm -o out.jpg --codec jpeg-lossless --json --predictor 6 --verify --quiet");
    assert_eq!((object["predictor"].as_u64(), object["verified_by"].is_string()), (Some(6), true));
    // The lowest bit of 10 is 1 in about half of the samples: 10 log10(1023^2 / 0.5) = 63.2 dB.
    let psnr = said("in.pgm -o out.jpg --lossless --json --point-transform 1")["psnr"]["y"].as_f64();
    assert!((62.0..64.5).contains(&psnr.expect("a number")), "{psnr:?}");
}
