//! Outputs that are kept, and file times that are copied.

use super::clips::*;
use super::common::*;
use std::fs::{File, FileTimes};
use std::time::{Duration, SystemTime};

fn set(place: &Place, name: &str, seconds: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let file = File::options().write(true).open(place.path(name)).expect("a file");
    file.set_times(FileTimes::new().set_modified(time).set_accessed(time + Duration::from_secs(7))).expect("times");
}

/// Returns the times of the last change and the last access.
fn times(place: &Place, name: &str) -> [u64; 2] {
    let about = std::fs::metadata(place.path(name)).expect("a file");
    let seconds = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_secs();
    [seconds(about.modified().expect("a time")), seconds(about.accessed().expect("a time"))]
}

/// Returns a folder with three pictures, and outputs of two of them.
fn with_pictures() -> Place {
    let place = Place::new();
    for name in ["a.png", "b.png", "c.png"] {
        place.put(name, &png(colours(8, 8)));
        set(&place, name, 1_600_000_000);
    }
    std::fs::create_dir(place.path("web")).expect("a folder");
    place.put("web/a.jpg", b"older");
    set(&place, "web/a.jpg", 1_500_000_000);
    place.put("web/b.jpg", b"younger");
    set(&place, "web/b.jpg", 1_700_000_000);
    place
}

#[test]
fn skip_existing_keeps_outputs_and_does_not_read_their_inputs() {
    let place = with_pictures();
    place.put("a.png", b"no picture");
    std::fs::remove_file(place.path("b.png")).expect("a file");
    let ran = place.encode("a.png b.png c.png --out-dir web --skip-existing").silently();
    assert!(ran.summary.is_some_and(|line| line.starts_with("1 file, 2 skipped, ")));
    assert_eq!((place.get("web/a.jpg"), place.get("web/b.jpg")), (b"older".to_vec(), b"younger".to_vec()));
    decoded(&place.get("web/c.jpg"));
    let ran = place.encode("a.png -o web/a.jpg --skip-existing").silently();
    assert!(ran.summary.is_some_and(|line| line.starts_with("0 files, 1 skipped, ")));
    place.encode("c.png -o /dev/null --codec jpeg --skip-existing").silently();
}

#[test]
fn update_encodes_what_is_newer_than_its_output() {
    let place = with_pictures();
    let ran = place.encode("a.png b.png c.png --out-dir web --update").silently();
    assert!(ran.summary.is_some_and(|line| line.starts_with("2 files, 1 skipped, ")));
    assert_eq!(place.get("web/b.jpg"), b"younger");
    decoded(&place.get("web/a.jpg"));
    place.encode("none.png -o web/b.jpg --update").refused("none.png: cannot be read");
    place.put("clip.y4m", &clip(2));
    place.encode("clip.y4m -o clip.mp4 --update --preserve").silently();
    let ran = place.encode("clip.y4m -o clip.mp4 --update --preserve").silently();
    assert!(ran.summary.is_some_and(|line| line.starts_with("0 files, 1 skipped, ")));
    set(&place, "clip.y4m", 2_000_000_000);
    let ran = place.encode("clip.y4m -o clip.mp4 --update --preserve").silently();
    assert!(ran.summary.is_some_and(|line| line.starts_with("2 frames, ")));
}

#[test]
fn skipped_files_have_an_object() {
    let place = with_pictures();
    let ran = place.encode("a.png b.png c.png --out-dir web --skip-existing --json").silently();
    assert_eq!(ran.summary, None);
    let lines = String::from_utf8(ran.stdout).expect("text");
    let lines: Vec<&str> = lines.lines().collect();
    let skipped = r#"{"input":"a.png","output":"web/a.jpg","codec":"jpeg","skipped":true}"#;
    assert_eq!((lines.len(), lines[0]), (3, skipped));
    assert!(lines[2].contains(r#""input":"c.png""#) && !lines[2].contains("skipped"));
}

#[test]
fn preserve_hands_the_times_of_the_input_on() {
    let place = with_pictures();
    place.encode("a.png -o web/a.jpg").silently();
    assert!(times(&place, "web/a.jpg")[0] > 1_700_000_000);
    set(&place, "a.png", 1_600_000_000);
    for switch in ["--preserve", "-p"] {
        place.encode(&format!("a.png c.png --out-dir {switch} new")).misused("--out-dir");
        place.encode(&format!("a.png c.png --out-dir new {switch} --verify --quiet")).silently();
        assert_eq!(times(&place, "new/a.jpg"), [1_600_000_000, 1_600_000_007]);
        std::fs::remove_dir_all(place.path("new")).expect("a folder");
        set(&place, "a.png", 1_600_000_000);
    }
    place.put("clip.y4m", &clip(2));
    set(&place, "clip.y4m", 1_234_567_890);
    place.encode("clip.y4m -o clip.mp4 --preserve --recon r.y4m").silently();
    assert_eq!(times(&place, "clip.mp4")[0], 1_234_567_890);
    place.encode("a.png -o /dev/null --codec jpeg --preserve").silently();
}

#[test]
fn switches_about_files_need_files() {
    let place = with_pictures();
    for switch in ["--skip-existing", "--update", "--preserve"] {
        place
            .encode(&format!("a.png -o - --codec jpeg {switch}"))
            .misused(&format!("{switch} needs an output that is a file"));
    }
    for switch in ["--update", "--preserve"] {
        place.encode(&format!("- -o new.jpg {switch}")).misused("standard input has no time");
    }
    place.run("- -o new.jpg --skip-existing".split(' '), &place.get("a.png")).silently();
    place.encode("a.png -o new.jpg --update --skip-existing").misused("cannot be used with");
}
