//! Every switch does what its help says.

use super::common::*;
use image::DynamicImage;
use serde_json::Value;

fn with_picture() -> Place {
    let place = Place::new();
    place.put("in.png", &png(colours(61, 45)));
    place
}

#[test]
fn the_ending_of_the_output_chooses_the_codec() {
    let place = with_picture();
    for name in ["a.jpg", "a.jpeg", "a.jpe", "a.jfif", "A.JPG"] {
        place.encode(&format!("in.png -o {name}")).silently();
        assert_eq!(decoded(&place.get(name)).width(), 61);
    }
    place.encode("in.png -o a.xyz").refused("end it in .jpg, or say --codec jpeg");
    place.encode("in.png -o a").refused("--codec jpeg");
    place.encode("in.png -o a.xyz --codec jpeg").silently();
    assert_eq!(place.get("a.xyz"), place.get("a.jpg"));
}

#[test]
fn quality_is_on_the_scale_of_the_ijg() {
    let place = with_picture();
    for (switch, first) in
        [("", 3), ("-q 90", 3), ("--quality 50", 16), ("-q 100", 1), ("-q1", 255), ("-q 75", 8), ("-q 62.5", 12)]
    {
        place.encode(&format!("in.png -o out.jpg {switch}")).silently();
        assert_eq!(tables(&place.get("out.jpg"))[0][0], first, "{switch}");
    }
    for wrong in ["0", "101", "-1", "x", "90.55", "100.1", ""] {
        place.run(["in.png", "-o", "no.jpg", "-q", wrong], b"").misused("--quality");
    }
}

#[test]
fn sampling_factors_stand_in_the_frame_header() {
    let place = with_picture();
    let said = [("", (2, 2)), ("--sampling 444", (1, 1)), ("--sampling 4:2:2", (2, 1)), ("--sampling 440", (1, 2))];
    let more = [
        ("--sampling 411", (4, 1)),
        ("--sampling 410", (4, 2)),
        ("--sampling 2x2", (2, 2)),
        ("--sampling 1x4,1x1,1x1", (1, 4)),
    ];
    for (switch, luma) in said.into_iter().chain(more) {
        place.encode(&format!("in.png -o out.jpg -q 95 {switch}")).silently();
        assert_eq!(factors(&place.get("out.jpg")), [luma, (1, 1), (1, 1)], "{switch}");
        decoded(&place.get("out.jpg"));
    }
    place.encode("in.png -o no.jpg --sampling 421").misused("use 444, 422");
    place.encode("in.png -o no.jpg --sampling 5x1").misused("each is 1 to 4");
    place.put("gray.png", &png(grays(9, 9)));
    place.encode("gray.png -o gray.jpg --sampling 420").silently();
    assert_eq!(factors(&place.get("gray.jpg")).len(), 1);
}

#[test]
fn optimised_tables_are_smaller_and_decode_to_the_same() {
    let place = with_picture();
    place.encode("in.png -o plain.jpg").silently();
    place.encode("in.png -o small.jpg --optimize").silently();
    assert!(place.get("small.jpg").len() < place.get("plain.jpg").len());
    assert_eq!(farthest(&decoded(&place.get("plain.jpg")), &decoded(&place.get("small.jpg"))), 0);
}

#[test]
fn restarts_are_by_rows_or_by_mcus() {
    let place = with_picture();
    // 61 columns are 4 MCUs of 16.
    for (switch, mcus) in [("--restart 1", 4), ("--restart 2", 8), ("--restart 3B", 3)] {
        place.encode(&format!("in.png -o out.jpg {switch}")).silently();
        assert_eq!(segment(&place.get("out.jpg"), 0xdd), [[0, mcus]], "{switch}");
        decoded(&place.get("out.jpg"));
    }
    place.encode("in.png -o no.jpg --restart 0").misused("1 to 65535");
}

#[test]
fn tables_of_ones_own_are_taken_as_cjpeg_takes_them() {
    let place = with_picture();
    let table = |step: u32| format!("# {step}\n{}", format!("{step} ").repeat(64));
    place.put("one", table(20).as_bytes());
    place.put("three", (table(20) + &table(30) + &table(40)).as_bytes());
    place.put("wide", table(300).as_bytes());
    let of = |switches: &str| {
        place.encode(&format!("in.png -o out.jpg {switches}")).silently();
        tables(&place.get("out.jpg"))
    };
    let annex_k = of("");
    assert_eq!(of("--qtables one"), [vec![20; 64], annex_k[1].clone()]);
    assert_eq!(of("--qtables three"), [vec![20; 64], vec![30; 64]]);
    assert_eq!(of("--qtables three -q 75"), [vec![10; 64], vec![15; 64]]);
    place.put("short", b"1 2 3\n");
    place.put("word", b"1 2\n3 x\n");
    place.encode("in.png -o no.jpg --qtables short").refused("--qtables short: line 1: ends after 3 of the 64");
    place.encode("in.png -o no.jpg --qtables word").refused("--qtables word: line 2: `x`");
    place.encode("in.png -o no.jpg --qtables nowhere").refused("--qtables nowhere: cannot be read");
    place.encode("in.png -o no.jpg --qtables .").refused("--qtables .: cannot be read");
    assert!(!place.path("no.jpg").exists());
}

#[test]
fn a_profile_can_be_replaced() {
    let place = with_picture();
    let mut profile = vec![7; 70_000];
    profile[36..40].copy_from_slice(b"acsp");
    place.put("p.icc", &profile);
    place.encode("in.png -o out.jpg --icc p.icc").silently();
    let segments = segment(&place.get("out.jpg"), 0xe2);
    let kept: Vec<u8> = segments.iter().flat_map(|segment| segment[14..].to_vec()).collect();
    assert_eq!((segments.len(), kept), (2, profile));
    place.put("bad.icc", b"profile");
    place.encode("in.png -o no.jpg --icc bad.icc").refused("--icc bad.icc: is not a colour profile");
    place.encode("in.png -o no.jpg --icc nowhere").refused("--icc nowhere: cannot be read");
}

#[test]
fn comments_are_embedded() {
    let place = with_picture();
    place.run(["in.png", "-o", "out.jpg", "--comment", "by hand", "--comment", "é"], b"").silently();
    assert_eq!(segment(&place.get("out.jpg"), 0xfe), [b"by hand".to_vec(), "é".as_bytes().to_vec()]);
}

#[test]
fn the_background_is_seen_through_transparent_pixels() {
    let place = Place::new();
    place.put("clear.png", &png(image::RgbaImage::from_pixel(16, 16, image::Rgba([9, 9, 9, 0]))));
    let colour = |switch: &str| {
        let said = place.encode(&format!("clear.png -o out.jpg --sampling 444 -q 100 {switch}")).well().stderr;
        assert_eq!(said, "encode: clear.png: transparent pixels are laid over --background\n");
        decoded(&place.get("out.jpg")).to_rgb8().get_pixel(8, 8).0
    };
    assert_eq!(colour(""), [255; 3]);
    let near = colour("--background #ff8000").iter().zip([255_u8, 128, 0]).map(|(a, b)| a.abs_diff(b)).max();
    assert!(near <= Some(2), "{near:?}");
    place.encode("clear.png -o no.jpg --background red").misused("#rrggbb");
}

#[test]
fn sixteen_bits_are_rounded_or_refused() {
    let place = Place::new();
    let wide = image::ImageBuffer::from_fn(16, 16, |x, _| image::Luma([(x * 4000) as u16 + 200]));
    place.put("wide.png", &png(DynamicImage::ImageLuma16(wide)));
    let said = place.encode("wide.png -o out.jpg -q 100").well().stderr;
    assert_eq!(said, "encode: wide.png: samples of more than 8 bits are rounded to 8 bits\n");
    let out = decoded(&place.get("out.jpg")).to_luma8();
    assert!((0..16).all(|x| out.get_pixel(x, 3).0[0].abs_diff(((x * 4000 + 200 + 128) / 257) as u8) <= 2));
    place.encode("wide.png -o no.jpg --depth error").refused("samples of more than 8 bits");
    place.encode("wide.png -o out.jpg --depth round --quiet").silently();
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let place = with_picture();
    for switches in ["", "--restart 1", "--restart 1 --optimize", "--progressive", "--scan-search --restart 2"] {
        place.encode(&format!("in.png -o one.jpg --threads 1 {switches}")).silently();
        for threads in [2, 3, 16] {
            place.encode(&format!("in.png -o many.jpg --threads {threads} {switches}")).silently();
            assert_eq!(place.get("one.jpg"), place.get("many.jpg"), "{threads} {switches}");
        }
    }
    place.encode("in.png -o no.jpg --threads 0").misused("--threads");
}

#[test]
fn json_says_what_was_written() {
    let place = with_picture();
    let said = |words: &str| -> Value {
        let ran = place.encode(words).well();
        serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
    };
    let object = said("in.png -o out.jpg --json");
    let bytes = place.get("out.jpg").len();
    assert_eq!((object["input"].as_str(), object["output"].as_str()), (Some("in.png"), Some("out.jpg")));
    assert_eq!((object["codec"].as_str(), object["quality"].as_u64()), (Some("jpeg"), Some(90)));
    assert_eq!([&object["width"], &object["height"], &object["frames"]].map(Value::as_u64), [61, 45, 1].map(Some));
    assert_eq!(object["bytes"].as_u64(), Some(bytes as u64));
    let rate = object["bits_per_pixel"].as_f64().expect("a number");
    approx::assert_abs_diff_eq!(rate, bytes as f64 * 8.0 / (61.0 * 45.0), epsilon = 1e-5);
    assert!(object["seconds"].as_f64() >= Some(0.0) && object["verified_by"].is_null());
    assert!(object["precision"] == 8 && object["predictor"].is_null());
    assert!(["y", "u", "v", "all"].iter().all(|plane| object["psnr"][plane].as_f64() > Some(25.0)), "{object}");
    place.put("gray.png", &png(grays(20, 20)));
    let object = said("gray.png -o gray.jpg --json --verify -q 40");
    assert!(object["psnr"]["u"].is_null() && object["psnr"]["y"] == object["psnr"]["all"]);
    assert_eq!((object["quality"].as_u64(), object["verified_by"].is_string()), (Some(40), true));
    place.encode("in.png -o - --codec jpeg --json").misused("standard output");
}

#[test]
fn quiet_says_nothing() {
    let place = Place::new();
    place.put("clear.png", &png(image::RgbaImage::from_pixel(16, 16, image::Rgba([9, 9, 9, 0]))));
    place.encode("clear.png -o out.jpg --quiet --verify").silently();
    place.encode("none.png -o out.jpg --quiet").refused("none.png: cannot be read");
}

#[test]
fn usage_errors_have_status_2() {
    let place = with_picture();
    place.encode("").misused("<INPUT>");
    place.encode("in.png").misused("--output");
    place.encode("in.png -o a.jpg --out-dir .").misused("cannot be used with");
    place.encode("in.png -o a.jpg -q 50 --target-size 1000").misused("cannot be used with");
    place.encode("in.png in.png -o a.jpg").misused("--out-dir DIR");
    place.encode("in.png -o -").misused("needs --codec");
    place.encode("- --out-dir .").misused("standard input has no name");
    place.encode("in.png -o a.jpg --nonsense").misused("--nonsense");
    assert_eq!(place.names(), ["in.png"]);
}

#[test]
fn help_teaches_the_command() {
    let place = Place::new();
    let help = String::from_utf8(place.encode("--help").silently().stdout).expect("text");
    let switches = "--effort --perceptual --explain --quant-table --dead-zone --rate-distortion --masking --roi \
                    --output --out-dir --codec --quality --target-size --sampling --optimize --progressive --scans --scan-search --restart --qtables --strip --keep --colour --icc \
                    --comment --background --depth --threads --verify --json --quiet --lossless --predictor --point-transform \
                    --precision --size --pix-fmt --fps --frames --seek --keep-partial --pad --qp --ipratio --keyint --ref --profile \
                    --level --no-cabac --no-8x8dct --no-deblock --deblock --partitions --me --subme --merange \
                    --preset --tune --trellis --psy-rd --cabac --8x8dct \
                    --constrained-intra --aud --recon --psnr --stats --sar --range --colorprim --transfer --colormatrix";
    for word in switches.split_whitespace().chain(["Examples:", "Exit status:", "completions", "man", "compare"]) {
        assert!(help.contains(word), "{word}");
    }
    let short = String::from_utf8(place.encode("-h").silently().stdout).expect("text");
    assert!(short.lines().count() <= 90 && short.contains("--help"));
    assert!(place.encode("--version").silently().stdout.starts_with(b"encode "));
}

#[test]
fn completions_and_man_page_know_the_switches() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish"] {
        let text = place.encode(&format!("completions {shell}")).silently().stdout;
        assert!(String::from_utf8_lossy(&text).contains("target-size"), "{shell}");
    }
    place.encode("completions nosuch").misused("bash");
    let page = String::from_utf8(place.encode("man").silently().stdout).expect("text");
    assert!(page.contains(".TH") && page.contains("target\\-size") && page.contains("Examples"));
}

#[test]
fn every_command_has_a_man_page() {
    let place = Place::new();
    place.encode("man --dir share/man1").silently();
    let folder = place.path("share/man1");
    let pages =
        ["encode-compare.1", "encode-completions.1", "encode-inspect.1", "encode-join.1", "encode-man.1", "encode.1"];
    assert_eq!(names(&folder), pages);
    let page = |name: &str| String::from_utf8(place.get(&format!("share/man1/{name}"))).expect("text");
    assert_eq!(page("encode.1").as_bytes(), place.encode("man").silently().stdout);
    assert!(page("encode-compare.1").contains("\\-\\-recon") && page("encode.1").contains("encode\\-inspect(1)"));
    place.put("file", b"");
    place.encode("man --dir file/man1").refused("file is a file, but a folder is needed there");
}

#[test]
fn inspect_lists_segments_and_complaints() {
    let place = with_picture();
    place.encode("in.png -o out.jpg --restart 1").silently();
    let listing = String::from_utf8(place.encode("inspect out.jpg").silently().stdout).expect("text");
    assert!(
        ["SOI", "DQT", "SOF0", "DHT", "DRI", "SOS", "EOI"].iter().all(|marker| listing.contains(marker)),
        "{listing}"
    );
    let listing = String::from_utf8(place.encode("inspect out.jpg out.jpg").silently().stdout).expect("text");
    assert_eq!(listing.matches("out.jpg:\n").count(), 2);
    let jpeg = place.get("out.jpg");
    assert!(String::from_utf8_lossy(&place.run(["inspect", "-"], &jpeg).silently().stdout).contains("SOF0"));
    place.put("cut.jpg", &jpeg[..jpeg.len() - 40]);
    let ran = place.encode("inspect cut.jpg out.jpg");
    assert!(ran.status == Some(1) && ran.stderr.starts_with("encode: cut.jpg: complaints: "), "{ran:?}");
    place.encode("inspect nowhere.jpg").refused("nowhere.jpg: cannot be read");
    place.encode("inspect").misused("FILE");
}

#[test]
fn trace_names_every_element_of_the_file() {
    let place = with_picture();
    place.encode("in.png -o out.jpg --trace out.txt --restart 1B").silently();
    let trace = String::from_utf8(place.get("out.txt")).expect("text");
    assert!(
        ["Tq = 0", "DC SSSS", "AC RRRRSSSS", "MCU 1", "RST0", "EOI"].iter().all(|name| trace.contains(name)),
        "{trace}"
    );
    place.encode("in.png in.png --out-dir . --trace out.txt").misused("--trace");
}

#[test]
fn levels_of_effort_stand_for_switches() {
    let place = with_picture();
    let of = |switches: &str| {
        place.encode(&format!("in.png -o out.jpg {switches}")).silently();
        place.get("out.jpg")
    };
    let plain = of("");
    assert!(of("--effort 0") == plain && of("--dead-zone=0.5") == plain && of("--quant-table annex-k") == plain);
    assert!(of("--effort 1") == of("--quant-table perceptual --dead-zone"));
    assert!(of("--effort 1 --dead-zone=0.5 --quant-table 0") == plain);
    assert!(of("--effort 1 --rate-distortion") == of("--quant-table perceptual --rate-distortion"));
    assert!(of("--effort 2") == of("--quant-table perceptual --dead-zone --scan-search"));
    assert!(of("--perceptual") == of("--quant-table perceptual --rate-distortion --masking --scan-search"));
    assert!(of("--effort 3 --progressive") == of("--quant-table perceptual --masking --progressive"));
    assert!(of("--quant-table klein") == of("--quant-table 5"));
    assert_eq!(tables(&of("--quant-table perceptual")).len(), 3);
    assert_eq!(tables(&of("--quant-table robidoux -q 50"))[0][..4], [16, 16, 16, 16]);
    decoded(&of("--effort 1 --rate-distortion --sampling 444"));
}

#[test]
fn levels_of_effort_are_explained() {
    let place = with_picture();
    let explained = |effort: &str, line: &str| {
        let said = place.encode(&format!("in.png -o out.jpg --quiet --explain --effort {effort}")).well().stderr;
        assert_eq!(said.trim(), format!("encode: {line}"));
    };
    explained("0", "--effort 0 stands for no switches");
    explained("1", "--effort 1 stands for --quant-table perceptual --dead-zone=0.6");
    explained("2", "--effort 2 stands for --quant-table perceptual --dead-zone=0.6 --scan-search");
    explained("3", "--effort 3 stands for --quant-table perceptual --rate-distortion --masking --scan-search");
    place.encode("in.png -o no.jpg --explain").misused("--effort N");
    place.encode("in.png -o no.jpg --explain --sampling 444").misused("--sampling auto");
    place.encode("in.png -o no.jpg --effort 4").misused("0..=3");
    place.encode("in.png -o no.jpg --quant-table nothing").misused("robidoux");
    place.encode("in.png -o no.jpg --dead-zone=2").misused("0.5 (none) to 1");
    place.encode("in.png -o no.jpg --lossless --dead-zone").misused("lossless");
}

#[test]
fn sampling_is_chosen_by_the_colour_that_would_be_lost() {
    let place = Place::new();
    // Red strokes on white, and a ramp of colours.
    let strokes = |x: u32, y: u32| if (x / 3 + y / 5).is_multiple_of(3) { [210, 10, 20] } else { [255; 3] };
    let ramp = |x: u32, y: u32| [40 + 2 * x as u8, 200 - y as u8, 90];
    place.put("strokes.png", &png(image::RgbImage::from_fn(64, 48, |x, y| image::Rgb(strokes(x, y)))));
    place.put("ramp.png", &png(image::RgbImage::from_fn(64, 48, |x, y| image::Rgb(ramp(x, y)))));
    place.put("gray.png", &png(image::GrayImage::from_fn(64, 48, |x, y| image::Luma([(x * y) as u8]))));
    for (input, chosen, relation) in [("strokes", "444", "at least 14"), ("ramp", "420", "less than 14")] {
        for more in ["", " --effort 1", " --optimize --threads 2"] {
            place.encode(&format!("{input}.png -o auto.jpg --sampling auto{more}")).silently();
            place.encode(&format!("{input}.png -o stated.jpg --sampling {chosen}{more}")).silently();
            assert!(place.get("auto.jpg") == place.get("stated.jpg"), "{input}{more}");
        }
        let said = place.encode(&format!("{input}.png -o auto.jpg --sampling auto --explain")).well().stderr;
        assert!(said.contains(&format!("auto chose {chosen}: ")) && said.contains(relation), "{said}");
    }
    place.encode("gray.png -o auto.jpg --sampling auto --explain").silently();
}

#[test]
fn a_mask_is_a_gray_picture_of_any_size() {
    let place = with_picture();
    let of = |switches: &str| {
        place.encode(&format!("in.png -o out.jpg {switches}")).silently();
        place.get("out.jpg")
    };
    let put = |name: &str, pixel: fn(u32) -> [u8; 3]| {
        place.put(name, &png(image::RgbImage::from_fn(2, 1, |x, _| image::Rgb(pixel(x)))));
    };
    put("left.png", |x| [255 - 255 * x as u8; 3]);
    put("black.png", |_| [0; 3]);
    put("red.png", |_| [255, 0, 0]);
    place.put("gray.png", &png(image::GrayImage::from_fn(2, 1, |x, _| image::Luma([255 - 255 * x as u8]))));
    place.put("clear.png", &png(image::RgbaImage::from_pixel(2, 1, image::Rgba([9, 9, 9, 0]))));
    let left = of("--roi left.png");
    assert!(left == of("--roi gray.png --rate-distortion") && left != of("--rate-distortion"));
    assert!(of("--roi black.png").len() < left.len());
    assert!(of("--perceptual --roi left.png") != of("--perceptual"));
    decoded(&of("--masking"));
    assert!(of("--masking") == of("--masking --rate-distortion --threads 3"));
    place.encode("in.png -o no.jpg --roi none.png").refused("--roi none.png: cannot be read");
    place.encode("in.png -o no.jpg --roi red.png").refused("--roi red.png: has colours");
    place.encode("in.png -o no.jpg --roi clear.png").refused("--roi clear.png: has transparent pixels");
    place.put("text.png", b"no picture");
    place.encode("in.png -o no.jpg --roi text.png").refused("--roi text.png: cannot be used: ");
    place.encode("in.png -o no.jpg --roi left.png --masking").misused("cannot be used with");
    place.encode("in.png -o no.jpg --roi left.png --dead-zone").misused("cannot be used with");
    place.encode("in.png -o no.jpg --roi left.png --lossless").misused("lossless");
}
