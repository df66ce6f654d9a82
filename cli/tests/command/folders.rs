//! `--out-dir` is created when it is needed, and `--recursive` accepts folders as inputs.

use super::clips::*;
use super::common::*;

fn with_picture() -> Place {
    let place = Place::new();
    place.put("in.png", &png(colours(61, 45)));
    place
}

#[test]
fn out_dir_is_made_with_the_folders_above_it() {
    let place = with_picture();
    place.put("b.png", &place.get("in.png"));
    place.encode("in.png b.png --out-dir web/ --codec jpeg").silently();
    assert_eq!(names(&place.path("web")), ["b.jpg", "in.jpg"]);
    place.encode("in.png --out-dir web/../a/c").silently();
    decoded(&place.get("a/c/in.jpg"));
    place.encode("in.png --out-dir none/../d").refused("none/.. goes up from a folder that does not exist");
    place.put("clip.y4m", &clip(2));
    place.encode("clip.y4m --out-dir video/h264 --codec h264").silently();
    assert_eq!(names(&place.path("video/h264")), ["clip.264"]);
}

#[test]
fn a_run_that_writes_nothing_leaves_no_folder() {
    let place = with_picture();
    place.put("bad.png", &place.get("in.png")[..60]);
    std::fs::create_dir(place.path("b")).expect("a folder");
    place.put("b/in.png", &place.get("in.png"));
    place.put("cut.y4m", &clip(2)[..2000]);
    let before = place.names();
    place.encode("bad.png --out-dir a/b").refused("bad.png: broken PNG");
    place.encode("none.png --out-dir a/b").refused("none.png: cannot be read");
    place.encode("in.png b/in.png --out-dir a/b").refused("for both");
    place.encode("in.png --out-dir a --verify=/nowhere").refused("nothing was written");
    place.encode("cut.y4m --out-dir a/b --codec h264").refused("cut.y4m: ");
    place.encode("in.png --out-dir a --qtables none").refused("--qtables none");
    place.encode("in.png --out-dir a --quality 0").misused("--quality");
    assert_eq!(place.names(), before);
    let written = place.encode("bad.png in.png --out-dir a/b");
    assert_eq!(written.status, Some(1));
    assert_eq!(names(&place.path("a/b")), ["in.jpg"]);
}

#[test]
fn out_dir_below_a_file_is_refused() {
    let place = with_picture();
    let words = "in.png is a file, but a folder is needed there";
    place.encode("in.png --out-dir in.png").refused(words);
    place.encode("in.png --out-dir in.png/a/b").refused(words);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", place.path("link")).expect("a link");
        place.encode("in.png --out-dir link").refused("the folder link cannot be made");
    }
    assert!(!place.path("a").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupt_removes_folders_that_were_made() {
    use std::io::Write as _;
    let place = Place::new();
    assert_eq!(shell(&place, "mkfifo pipe.y4m").status, Some(0));
    let mut child = command(&place.path("."))
        .args("pipe.y4m --codec h264 --out-dir a/b --quiet".split(' '))
        .spawn()
        .expect("the binary");
    // The clip does not end before the interrupt.
    let mut pipe = std::fs::OpenOptions::new().write(true).open(place.path("pipe.y4m")).expect("a pipe");
    pipe.write_all(&clip(2)).expect("a reader");
    let made = (0..500).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        place.path("a/b").is_dir()
    });
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    let status = child.wait().expect("an end");
    assert!(made && sent.success() && status.code() == Some(130), "{status:?}");
    assert_eq!(place.names(), ["pipe.y4m"]);
}

/// Returns a folder `photos` with pictures at three depths, and other files.
fn with_folders() -> Place {
    let place = Place::new();
    for folder in ["photos/sub/deep", "photos/.hidden", "photos/empty"] {
        std::fs::create_dir_all(place.path(folder)).expect("a folder");
    }
    let picture = png(colours(8, 8));
    for name in ["b.PNG", "a.ppm", "sub/c.Tiff", "sub/deep/d.jpeg", ".hidden/e.png", ".f.png", "notes.txt", "g"] {
        place.put(&format!("photos/{name}"), &picture);
    }
    place
}

/// Returns all files below a folder, sorted.
fn tree(place: &Place, folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for name in names(&place.path(folder)) {
        let path = format!("{folder}/{name}");
        if place.path(&path).is_dir() {
            found.extend(tree(place, &path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn recursive_keeps_the_tree() {
    let place = with_folders();
    for folder in ["photos", "photos/", "./photos"] {
        place.encode(&format!("-r {folder} --out-dir web")).silently();
        assert_eq!(tree(&place, "web"), ["web/a.jpg", "web/b.jpg", "web/sub/c.jpg", "web/sub/deep/d.jpg"]);
        std::fs::remove_dir_all(place.path("web")).expect("a folder");
    }
    place.encode("photos/sub --out-dir web --recursive photos/g").silently();
    assert_eq!(tree(&place, "web"), ["web/c.jpg", "web/deep/d.jpg", "web/g.jpg"]);
}

#[test]
fn recursive_takes_files_in_the_order_of_their_names() {
    let place = with_folders();
    for threads in ["1", "3"] {
        let ran = place.encode(&format!("-r photos --out-dir web --json --threads {threads}")).well();
        let lines = String::from_utf8(ran.stdout).expect("text");
        let object = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("an object");
        let inputs: Vec<String> =
            lines.lines().map(|line| object(line)["input"].as_str().expect("a name").to_owned()).collect();
        assert_eq!(inputs, ["photos/a.ppm", "photos/b.PNG", "photos/sub/c.Tiff", "photos/sub/deep/d.jpeg"]);
    }
}

#[test]
fn recursive_takes_video_for_h264() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("clips/sub")).expect("a folder");
    place.put("clips/a.y4m", &clip(2));
    place.put("clips/sub/b.Y4M", &clip(3));
    place.put("clips/c.yuv", &frames([32, 32], 2, false).concat());
    place.put("clips/d.png", &png(colours(8, 8)));
    place.encode("-r clips --out-dir out --codec h264").silently();
    assert_eq!(tree(&place, "out"), ["out/a.264", "out/sub/b.264"]);
    place.encode("-r clips --out-dir raw --codec h264 --size 32x32 --fps 25").silently();
    assert_eq!(tree(&place, "raw"), ["raw/c.264"]);
}

#[test]
fn a_folder_needs_recursive_and_files_in_it() {
    let place = with_folders();
    place
        .encode("photos --out-dir web")
        .refused("photos: is a folder: name the pictures in it, or encode it with --recursive");
    place.encode("photos -o a.jpg").refused("--recursive");
    place.encode("-r photos/empty --out-dir web").refused("photos/empty: contains no file that ends in .png .jpg");
    place.encode("-r none --out-dir web").refused("none: cannot be read");
    place.encode("-r photos -o a.jpg").misused("--out-dir");
    place.encode("-r photos --out-dir web --trace t.txt").misused("--trace is for one input");
    place.encode("-r photos --codec h264 --out-dir web --recon r.yuv").misused("--recon is for one input");
    assert_eq!(place.names(), ["photos"]);
    let ran = place.encode("-r photos photos/empty --out-dir web");
    assert_eq!((ran.status, ran.stderr.lines().count()), (Some(1), 1));
    assert_eq!(tree(&place, "web").len(), 4);
}

#[test]
fn recursive_does_not_go_into_its_own_output() {
    let place = with_folders();
    place.encode("-r . --out-dir photos/sub/web").silently();
    let written = tree(&place, "photos/sub/web");
    assert_eq!(written.len(), 4);
    std::fs::create_dir(place.path("photos/sub/web/more")).expect("a folder");
    place.put("photos/sub/web/more/x.png", &png(colours(8, 8)));
    let said = place.encode("-r . --out-dir ./photos/../photos/sub/web --verbose").well().stderr;
    assert!(said.contains("photos/sub/web: left out: the folder of --out-dir\n"), "{said}");
    std::fs::remove_dir_all(place.path("photos/sub/web/more")).expect("a folder");
    assert_eq!(tree(&place, "photos/sub/web"), written);
    std::fs::remove_dir_all(place.path("photos/sub")).expect("a folder");
    place.encode("-r photos --out-dir photos").silently();
    assert_eq!(names(&place.path("photos")).iter().filter(|name| name.ends_with(".jpg")).count(), 2);
    place.encode("-r photos --out-dir photos").refused("for both");
}

#[test]
fn two_files_of_folders_with_one_output_are_refused() {
    let place = with_folders();
    std::fs::create_dir_all(place.path("other/sub")).expect("a folder");
    place.put("other/sub/c.png", &png(colours(8, 8)));
    let words = "web/sub/c.jpg: would be written for both photos/sub/c.Tiff and other/sub/c.png";
    place.encode("-r photos other --out-dir web").refused(words);
    place.put("photos/a.bmp", &png(colours(8, 8)));
    place
        .encode("-r photos --out-dir web")
        .refused("web/a.jpg: would be written for both photos/a.bmp and photos/a.ppm");
    assert!(!place.path("web").exists());
}

#[cfg(unix)]
#[test]
fn links_to_files_are_followed_and_links_to_folders_are_not() {
    use std::os::unix::fs::symlink;
    let place = with_folders();
    for (target, link) in [("..", "loop"), ("sub", "again"), ("a.ppm", "h.png"), ("nowhere", "i.png")] {
        symlink(target, place.path(&format!("photos/{link}"))).expect("a link");
    }
    assert_eq!(shell(&place, "mkfifo photos/pipe.png").status, Some(0));
    let said = place.encode("-r photos --out-dir web -v").well().stderr;
    for words in
        ["loop: left out: a link to a folder", "i.png: left out: a link to nothing", "pipe.png: left out: a pipe"]
    {
        assert!(said.contains(words), "no `{words}` in {said}");
    }
    assert_eq!(tree(&place, "web").len(), 4 + 1);
    symlink("photos", place.path("link")).expect("a link");
    place.encode("-r link --out-dir other").silently();
    assert_eq!(tree(&place, "other").len(), 4 + 1);
}
