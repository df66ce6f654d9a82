//! The summary line, and the messages of `--verbose`.

use super::clips::*;
use super::common::*;

#[test]
fn a_run_ends_with_a_summary() {
    let place = Place::new();
    for name in ["a.png", "b.png", "c.png"] {
        place.put(name, &png(colours(80, 60)));
    }
    place.put("d.png", b"no picture");
    let one = place.encode("a.png -o a.jpg").silently().summary.expect("a summary");
    assert!(one.starts_with("1 file, ") && one.contains(" in, ") && one.ends_with(" files/s"), "{one}");
    let ran = place.encode("a.png b.png c.png d.png --out-dir web");
    let many = ran.summary.expect("a summary");
    assert!(many.starts_with("3 files, 1 failed, ") && ran.stderr.starts_with("encode: d.png: "), "{many}");
    let bytes: usize = ["a", "b", "c"].iter().map(|name| place.get(&format!("web/{name}.jpg")).len()).sum();
    assert!(many.contains(&format!("{:.1} kB out", bytes as f64 / 1e3)), "{many}, {bytes}");
}

#[test]
fn video_ends_with_its_rate_and_mean_qp() {
    let place = Place::new();
    place.put("in.y4m", &clip(10));
    let said = place.encode("in.y4m -o out.mp4 --keyint 5 --qp 30").silently().summary.expect("a summary");
    let bytes = place.get("out.mp4").len() as f64;
    // Two I pictures at QP 27, eight P pictures at QP 30; 25 frames a second.
    let words = format!("{:.1} kb/s, mean QP 29.4 (2 I 27.0, 8 P 30.0), ", bytes * 8.0 / 1000.0 / 0.4);
    assert!(said.starts_with("10 frames, 15.4 kB in, ") && said.contains(&words), "{said}");
    let said = place.encode("in.y4m in.y4m --out-dir . --codec h264").refused("for both");
    assert_eq!(said.summary, None);
    place.put("b.y4m", &clip(3));
    let said = place.encode("in.y4m b.y4m --out-dir . --codec h264").silently().summary.expect("a summary");
    assert!(said.starts_with("2 files, 13 frames, "), "{said}");
}

#[test]
fn errors_and_programs_have_no_summary() {
    let place = Place::new();
    place.put("a.png", &png(colours(80, 60)));
    place.put("b.png", b"no picture");
    for words in ["b.png -o b.jpg", "none.png -o b.jpg", "a.png -o a.xyz", "b.png --out-dir web"] {
        assert_eq!(place.encode(words).refused("").summary, None, "{words}");
    }
    for words in ["a.png -o a.jpg --quiet", "a.png -o a.jpg --json", "inspect a.jpg", "--help", "man"] {
        assert_eq!(place.encode(words).silently().summary, None, "{words}");
    }
    assert_eq!(place.encode("a.png -o a.jpg -q 0").misused("--quality").summary, None);
}

#[test]
fn verbose_tells_what_is_read_and_written() {
    let place = Place::new();
    let wide = image::ImageBuffer::from_fn(16, 16, |x, _| image::Luma([(x * 4000) as u16 + 200]));
    place.put("wide.png", &png(image::DynamicImage::ImageLuma16(wide)));
    place.put("a.png", &png(colours(80, 60)));
    let says = |words: &str, expected: &[&str]| {
        let said = place.encode(words).well().stderr;
        for part in expected {
            assert!(said.contains(part), "{words}: no `{part}` in {said}");
        }
        assert!(said.lines().all(|line| line.starts_with("encode: ")), "{said}");
    };
    says(
        "wide.png -o w.jpg -v",
        &["wide.png: PNG, ", ", 16x16, gray, 16 bits a sample; read by rows", "gray, ", "; read and encoded in 0.0"],
    );
    says(
        "a.png -o a.jpg --verbose -q 70 --sampling 1x2 --optimize --restart 2 --verify",
        &[
            "a.jpg: baseline JPEG, quality 70, 4:4:0, optimised Huffman tables, restart markers every 2 rows, ",
            "; encoded in 0.",
            "a.jpg: verified with jpeg-decoder (bundled)",
            "a.jpg: decoded and compared in 0.",
            "a.jpg: put in its place in 0.",
        ],
    );
    says("a.png -o a.jpg -v --sampling 3x1", &["sampling 3x1,1x1,1x1, fixed Huffman tables, no restart markers"]);
    says("a.png -o a.jpg -v --target-size 2k", &["8 bits a sample; read in 0.0", "quality "]);
    says(
        "wide.png -o w.jpg -v --lossless --predictor 4",
        &["lossless JPEG, 16 bits a sample, predictor 4, point transform 0"],
    );
    place.put("in.y4m", &clip(4));
    says(
        "in.y4m -o out.mp4 -v --qp 30 --ref 2 --verify",
        &[
            "in.y4m: Y4M, 32x32, 4:2:0, 8 bits a sample, 25/1 frames a second, 4 frames by its length",
            "out.mp4: H.264 in MP4, High profile, level 1, QP 30, ipratio 1.4, 2 references, a key picture every 250, CABAC, 8x8",
            "me hex, merange 16, subme 7, trellis",
            "out.mp4: 4 pictures, ",
            "out.mp4: verified with ffmpeg",
        ],
    );
    says(
        "in.y4m -o out.264 -v --profile baseline --keyint infinite",
        &["byte stream, Constrained Baseline profile", "CAVLC"],
    );
    place.encode("a.png -o a.jpg -v --quiet").misused("cannot be used with");
}

#[test]
fn verbose_tells_what_is_skipped_and_why() {
    let place = Place::new();
    std::fs::create_dir(place.path("in")).expect("a folder");
    place.put("in/a.png", &png(colours(8, 8)));
    place.put("in/b.txt", b"text");
    place.encode("-r in --out-dir web").silently();
    let said = place.encode("-r in --out-dir web --update -v").well();
    let expected = "encode: in/b.txt: left out: its ending is not that of a supported format\n\
                    encode: web/a.jpg: skipped: its input is not newer\n";
    assert_eq!(said.stderr, expected);
    let said = place.encode("-r in --out-dir web --skip-existing -v").well().stderr;
    assert!(said.contains("web/a.jpg: skipped: it exists"), "{said}");
}
