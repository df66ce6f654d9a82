//! `--target-size` and `--verify`.

use super::common::*;
use noise::Noise;

#[test]
fn the_largest_quality_that_fits_is_taken() {
    let place = Place::new();
    place.put("in.png", &png(colours(200, 150)));
    let size = |quality: u8| {
        place.encode(&format!("in.png -o q.jpg -q {quality}")).silently();
        place.get("q.jpg").len()
    };
    for quality in [1, 20, 77, 100] {
        let target = size(quality);
        let said = place.encode(&format!("in.png -o out.jpg --target-size {target}")).well().stderr;
        let found: u8 =
            said.split("quality ").nth(1).and_then(|s| s.split(',').next()?.parse().ok()).expect("a quality");
        assert!(found >= quality && place.get("out.jpg").len() <= target, "{quality}: {said}");
        assert!(found == 100 || size(found + 1) > target);
    }
    let smallest = size(1);
    place
        .encode(&format!("in.png -o no.jpg --target-size {}", smallest - 1))
        .refused(&format!("{} bytes are too few: quality 1 takes {smallest}", smallest - 1));
    place.encode("in.png -o k.jpg --target-size 5k --quiet").silently();
    assert!(place.get("k.jpg").len() <= 5000);
    assert!(!place.path("no.jpg").exists());
}

#[test]
fn the_smallest_quality_that_has_the_score_is_taken() {
    let place = Place::new();
    place.put("in.png", &png(colours(200, 150)));
    for (switch, name) in [("--target-psnr", "PSNR"), ("--target-ssim2", "SSIMULACRA2")] {
        let mut before = 0.0;
        for asked in [10.0, 28.5, 35.0] {
            let said = place.encode(&format!("in.png -o out.jpg {switch} {asked} --optimize")).well().stderr;
            let number = |after: &str| -> f64 {
                let text = said.split(after).nth(1).and_then(|rest| rest.split([',', ' ']).next());
                text.and_then(|text| text.parse().ok()).expect("a number")
            };
            let (quality, reached) = (number("quality "), number(&format!("{name} ")));
            assert!(reached >= asked - 0.005 && quality >= before, "{said}");
            place.encode(&format!("in.png -o same.jpg -q {quality} --optimize")).silently();
            assert!(place.get("out.jpg") == place.get("same.jpg"), "{said}");
            before = quality;
        }
        let most = place.encode(&format!("in.png -o no.jpg {switch} 99.9"));
        most.refused("a score of 99.9 is not reached: quality 100 has ");
    }
    place.encode("in.png -o no.jpg --target-psnr 101").misused("give a number from 0 to 100");
    place.encode("in.png -o no.jpg --target-psnr 40 --quality 3").misused("cannot be used with");
    place.put("tiny.png", &png(colours(7, 9)));
    place.encode("tiny.png -o no.jpg --target-ssim2 40").refused("a picture of 7x9 is too small for SSIMULACRA2");
    assert!(!place.path("no.jpg").exists());
}

#[test]
fn a_right_file_is_verified_by_the_bundled_decoder() {
    let place = Place::new();
    place.put("in.png", &png(colours(61, 45)));
    for switches in [
        "",
        "-q 1",
        "-q 100 --sampling 444",
        "--sampling 410",
        "--sampling 440 --optimize",
        "--restart 1",
        "--progressive",
        "--scan-search --restart 1",
    ] {
        let said = place.encode(&format!("in.png -o out.jpg --verify {switches}")).well().stderr;
        assert!(said.starts_with("encode: out.jpg: verified with jpeg-decoder (bundled): PSNR "), "{said}");
    }
    place.put("wide", "300 ".repeat(64).as_bytes());
    place.encode("in.png -o out.jpg --verify --qtables wide").well();
}

#[test]
fn pictures_that_are_hard_to_code_are_right_too() {
    let place = Place::new();
    let stripes = image::RgbImage::from_fn(64, 64, |x, _| image::Rgb(if x % 2 == 0 { [255, 0, 0] } else { [0; 3] }));
    let mut noise = Noise::new(1);
    let black_and_white =
        image::RgbImage::from_fn(64, 64, |_, _| image::Rgb([0; 3].map(|_| if noise.below(2) == 0 { 0 } else { 255 })));
    for picture in [stripes, black_and_white] {
        place.put("in.png", &png(picture));
        for quality in [1, 10, 50, 90, 100] {
            for sampling in ["444", "420", "410"] {
                place.encode(&format!("in.png -o out.jpg --verify -q {quality} --sampling {sampling}")).well();
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_decoder_can_be_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    place.put("in.ppm", &in_format(colours(20, 10), image::ImageFormat::Pnm));
    let script = |name: &str, text: &str| {
        place.put(name, format!("#!/bin/sh\n{text}\n").as_bytes());
        std::fs::set_permissions(place.path(name), std::fs::Permissions::from_mode(0o755)).expect("permissions");
    };
    script("same.sh", "cat > /dev/null; cat \"$1\"");
    let said = place.run(["in.ppm", "-o", "out.jpg", "--verify=./same.sh in.ppm"], b"").well().stderr;
    assert!(said.contains("verified with ./same.sh in.ppm: PSNR 100.00 dB"), "{said}");

    script("fails.sh", "cat > /dev/null; echo no such thing >&2; echo twice >&2; exit 3");
    place
        .encode("in.ppm -o no.jpg --verify=./fails.sh")
        .refused("does not decode (exit status: 3): no such thing twice");
    script("early.sh", "exit 4");
    place.encode("in.ppm -o no.jpg --verify=./early.sh").refused("exit status: 4");
    script("silent.sh", "cat > /dev/null");
    place.encode("in.ppm -o no.jpg --verify=./silent.sh").refused("what it wrote to standard output is empty");
    script("small.sh", "cat > /dev/null; echo P2 1 1 255 7");
    place.encode("in.ppm -o no.jpg --verify=./small.sh").refused("1x1 pixels came out, not 20x10");
    script("black.sh", "cat > /dev/null; echo P1 20 10; yes 1 | head -200");
    place.encode("in.ppm -o no.jpg --verify=./black.sh").refused("its luma PSNR is");
    place.encode("in.ppm -o no.jpg --verify=./nowhere").refused("cannot be run");
    assert!(!place.path("no.jpg").exists());
}

#[test]
fn known_decoders_are_called_as_they_want_it() {
    let place = Place::new();
    place.put("in.png", &png(colours(61, 45)));
    for decoder in ["djpeg", "ffmpeg"] {
        let found = std::process::Command::new(decoder).arg("-version").output().is_ok();
        if !found {
            println!("skipped: {decoder} is not installed");
            continue;
        }
        let said = place.encode(&format!("in.png -o out.jpg --verify={decoder}")).well().stderr;
        assert!(said.contains(&format!("verified with {decoder}: PSNR")), "{said}");
    }
}
