//! Several inputs: encoded in parallel, independent of each other, reported in order.

use super::common::*;
use serde_json::Value;

/// Returns a folder with twelve pictures, the fourth of which is broken.
fn with_pictures() -> (Place, Vec<String>) {
    let place = Place::new();
    std::fs::create_dir(place.path("web")).expect("a folder");
    let names: Vec<String> = (0..12).map(|n| format!("p{n:02}.png")).collect();
    for (n, name) in (0..).zip(&names) {
        let picture = png(colours(20 + 30 * (n % 5), 40));
        place.put(name, if n == 3 { &picture[..60] } else { &picture });
    }
    (place, names)
}

#[test]
fn one_bad_input_does_not_stop_the_others() {
    let (place, names) = with_pictures();
    let words = names.iter().map(String::as_str).chain(["--out-dir", "web", "--codec", "jpeg"]);
    place.run(words, b"").refused("p03.png: broken PNG");
    let expected: Vec<String> = (0..12).filter(|&n| n != 3).map(|n| format!("p{n:02}.jpg")).collect();
    assert_eq!(super::common::names(&place.path("web")), expected);
    for name in expected {
        decoded(&place.get(&format!("web/{name}")));
    }
}

#[test]
fn objects_come_in_the_order_of_the_inputs() {
    let (place, mut names) = with_pictures();
    names.reverse();
    for threads in ["1", "5"] {
        let words = names.iter().map(String::as_str).chain(["--out-dir", "web", "--json", "--threads", threads]);
        let ran = place.run(words, b"");
        assert_eq!(ran.status, Some(1));
        let said: Vec<String> = String::from_utf8(ran.stdout)
            .expect("text")
            .lines()
            .map(|line| {
                serde_json::from_str::<Value>(line).expect("an object")["input"].as_str().expect("a name").to_owned()
            })
            .collect();
        let expected: Vec<String> = names.iter().filter(|name| *name != "p03.png").cloned().collect();
        assert_eq!(said, expected);
    }
}

#[test]
fn notes_are_said_once() {
    let place = Place::new();
    for name in ["a.png", "b.png", "c.png"] {
        place.put(name, &png(image::RgbaImage::from_pixel(8, 8, image::Rgba([9, 9, 9, 9]))));
    }
    let said = place.encode("a.png b.png c.png --out-dir .").well().stderr;
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn two_inputs_with_one_output_are_refused_before_anything_is_written() {
    let (place, _) = with_pictures();
    place.put("p01.bmp", &in_format(colours(8, 8), image::ImageFormat::Bmp));
    place
        .encode("p01.png p02.png p01.bmp --out-dir web")
        .refused("web/p01.jpg: would be written for both p01.png and p01.bmp");
    place.encode("p01.png p01.png --out-dir web").refused("for both");
    assert!(names(&place.path("web")).is_empty());
}

#[test]
fn an_output_that_is_another_input_is_refused() {
    let (place, _) = with_pictures();
    place.put("p01.jpg", &in_format(colours(8, 8), image::ImageFormat::Jpeg));
    let before = place.get("p01.jpg");
    std::fs::create_dir(place.path("two")).expect("a folder");
    place.put("two/p02.png", &place.get("p02.png"));
    place.encode("p01.png p01.jpg --out-dir .").refused("for both");
    std::fs::rename(place.path("p01.jpg"), place.path("two/p01.jpg")).expect("a move");
    place.encode("p01.png two/p01.jpg -q 3 --out-dir two").refused("for both");
    place.encode("two/p01.jpg p02.png --out-dir two").refused("is the same file as the input two/p01.jpg");
    assert_eq!(place.get("two/p01.jpg"), before);
}
