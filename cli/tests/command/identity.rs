//! Files are compared by identity. No input is overwritten, and no file is written twice, under any name.
#![cfg(unix)]

use super::clips::with_clip;
use super::common::*;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::time::{Duration, Instant};

/// Returns a folder with a picture and with files that switches read, all with endings of outputs.
fn with_files() -> Place {
    let place = Place::new();
    place.put("in.png", &png(colours(61, 45)));
    let table: String = (1..=64).map(|step| format!("{step} ")).collect();
    place.put("q.jpg", table.as_bytes());
    place.put("icc.jpg", &[7; 200]);
    place.put("cat.jpg", b"#!/bin/sh\nexec djpeg\n");
    std::fs::set_permissions(place.path("cat.jpg"), std::fs::Permissions::from_mode(0o755)).expect("permissions");
    std::fs::create_dir(place.path("folder")).expect("a folder");
    symlink(".", place.path("around")).expect("a link");
    place
}

/// Returns names of one file: its own, other paths to it, and links of both kinds, which are created.
fn names_of(place: &Place, name: &str) -> Vec<String> {
    let (hard, soft, chain) = (format!("hard-{name}"), format!("soft-{name}"), format!("chain-{name}"));
    if place.path(name).exists() {
        std::fs::hard_link(place.path(name), place.path(&hard)).expect("a link");
    } else {
        symlink(name, place.path(&hard)).expect("a link");
    }
    symlink(place.path(name), place.path(&soft)).expect("a link");
    symlink(&soft, place.path(&chain)).expect("a link");
    let absolute = place.path(name).display().to_string();
    let others = [format!("./{name}"), format!("folder/../{name}"), format!("around/{name}"), absolute];
    [name.to_owned(), hard, soft, chain].into_iter().chain(others).collect()
}

#[test]
fn an_input_is_never_overwritten_by_a_file_that_a_switch_names() {
    let place = with_files();
    for (switch, name) in [("--qtables", "q.jpg"), ("--icc", "icc.jpg")] {
        let before = place.get(name);
        for other in names_of(&place, name) {
            let words = format!("-o {other} is the same file as {switch} {name}, which would be overwritten");
            place.encode(&format!("in.png -o {other} {switch} {name}")).refused(&words);
            let words = format!("--trace {other} is the same file as {switch} {name}");
            place.encode(&format!("in.png -o out.jpg {switch} {name} --trace {other}")).refused(&words);
            place.encode(&format!("in.png -o {name} {switch} {other}")).refused(&format!("{switch} {other}, which"));
        }
        place.put("folder/q.png", &place.get("in.png"));
        place.put("folder/icc.png", &place.get("in.png"));
        let input = format!("folder/{}.png", name.trim_end_matches(".jpg"));
        let words = format!("{name}: the output in --out-dir around/{name} is the same file as {switch} {name}");
        place.encode(&format!("{input} --out-dir around {switch} {name}")).refused(&words);
        assert_eq!(place.get(name), before);
    }
    let words = "-o cat.jpg is the same file as --verify ./cat.jpg";
    place.run(["in.png", "-o", "cat.jpg", "--verify=./cat.jpg"], b"").refused(words);
    let words = "-o icc.jpg is the same file as --verify ./icc.jpg";
    place.run(["in.png", "-o", "icc.jpg", "--verify=djpeg -map ./icc.jpg"], b"").refused(words);
    assert!(!place.path("out.jpg").exists());
}

#[test]
fn an_input_is_never_overwritten_whatever_it_is_called() {
    let place = with_files();
    let picture = place.get("in.png");
    for other in names_of(&place, "in.png") {
        let words = format!("-o {other} is the same file as the input in.png, which would be overwritten");
        place.encode(&format!("in.png -o {other} --codec jpeg")).refused(&words);
        place.encode(&format!("{other} -o in.png --codec jpeg")).refused("is the same file as the input");
        for input in ["-", "/dev/stdin", "/proc/self/fd/0"] {
            let line = format!("\"$ENCODE\" {input} -o {other} --codec jpeg < in.png");
            shell(&place, &line).refused(&format!("-o {other} is the same file as the input {input}"));
        }
    }
    assert_eq!(place.get("in.png"), picture);
}

#[test]
fn standard_output_overwrites_no_input() {
    let place = with_files();
    place.put("in.jpg", &in_format(colours(20, 20), image::ImageFormat::Jpeg));
    let before = (place.get("in.jpg"), place.get("q.jpg"));
    for line in [
        "in.jpg -o - --codec jpeg >> in.jpg",
        "- -o - --codec jpeg < in.jpg 1<> in.jpg",
        "in.png -o - --codec jpeg --qtables q.jpg >> q.jpg",
        "in.png -o out.jpg --json --qtables q.jpg >> q.jpg",
        "in.png -o out.jpg --trace - --qtables q.jpg >> ./q.jpg",
        "inspect in.jpg >> in.jpg",
        "inspect - < in.jpg >> in.jpg",
        "compare none.264 --recon in.jpg >> in.jpg",
    ] {
        shell(&place, &format!("\"$ENCODE\" {line}")).refused("is the same file as");
    }
    assert_eq!((place.get("in.jpg"), place.get("q.jpg")), before);
    assert!(!place.path("out.jpg").exists());
}

#[test]
fn no_file_is_written_twice() {
    let place = with_clip();
    place.put("in.png", &png(colours(30, 20)));
    std::fs::create_dir(place.path("folder")).expect("a folder");
    symlink(".", place.path("around")).expect("a link");
    let files = place.names();
    let all_but_links = || -> Vec<String> {
        place
            .names()
            .into_iter()
            .filter(|name| !["hard-", "soft-", "chain-"].iter().any(|l| name.contains(l)))
            .collect()
    };
    for there_is_one in [false, true] {
        for name in ["z.jpg", "z.264", "r.y4m"] {
            for link in ["hard-", "soft-", "chain-"] {
                let _ = std::fs::remove_file(place.path(&format!("{link}{name}")));
            }
            if there_is_one {
                place.put(name, b"older");
            }
        }
        for other in names_of(&place, "z.jpg") {
            let words = format!("{other}: -o z.jpg and --trace {other} are the same file: write to two files");
            place.encode(&format!("in.png -o z.jpg --trace {other}")).refused(&words);
        }
        for other in names_of(&place, "z.264") {
            place
                .encode(&format!("in.y4m -o z.264 --trace {other}"))
                .refused(&format!("-o z.264 and --trace {other} are"));
            place
                .encode(&format!("in.y4m -o {other} --recon z.264"))
                .refused(&format!("-o {other} and --recon z.264 are"));
        }
        for other in names_of(&place, "r.y4m") {
            let words = format!("--recon r.y4m and --trace {other} are the same file");
            place.encode(&format!("in.y4m -o z.264 --recon r.y4m --trace {other}")).refused(&words);
        }
        let line = "\"$ENCODE\" in.png -o - --codec jpeg --trace report > report";
        shell(&place, line).refused("-o - (standard output) and --trace report are the same file");
        let line = "\"$ENCODE\" in.png -o report --codec jpeg --json > report";
        shell(&place, line).refused("-o report and --json - (standard output) are the same file");
        std::fs::remove_file(place.path("report")).expect("what the shell made");
        let expected = files.iter().map(String::as_str);
        let older = ["r.y4m", "z.264", "z.jpg"].into_iter().filter(|_| there_is_one);
        let mut expected: Vec<&str> = expected.chain(older).collect();
        expected.sort_unstable();
        assert_eq!(all_but_links(), expected);
    }
    place.encode("in.png -o - --codec jpeg --trace -").misused("--trace - wants standard output");
    place.encode("in.png -o z.jpg --json --trace -").misused("--trace - wants standard output");
}

#[test]
fn two_inputs_never_have_one_output_by_a_link() {
    let place = with_files();
    place.put("other.png", &place.get("in.png"));
    symlink("in.jpg", place.path("folder/other.jpg")).expect("a link");
    let ran = place.encode("in.png other.png --out-dir folder");
    ran.refused("folder/other.jpg: would be written for both in.png and other.png");
    assert_eq!(names(&place.path("folder")), ["other.jpg"]);
}

#[test]
fn places_that_look_alike_are_told_apart() {
    let place = with_clip();
    for folder in ["a", "b"] {
        std::fs::create_dir(place.path(folder)).expect("a folder");
    }
    symlink("b", place.path("c")).expect("a link");
    place.encode("in.y4m -o a/x.264 --recon c/x.264 --trace x.264").silently();
    assert!(["a/x.264", "b/x.264", "x.264"].iter().all(|name| !place.get(name).is_empty()));
    // Writing to a device does not overwrite other output to it.
    place.encode("in.y4m -o /dev/null --codec h264 --recon /dev/null --trace /dev/null").silently();
    place.put("in.png", &png(colours(9, 9)));
    // A program that is found in `PATH` is not the file of that name here.
    place.put("true", b"older");
    place.encode("in.png -o true --codec jpeg --verify=true").refused("--verify with true: ");
}

#[test]
fn ten_thousand_files_are_compared_in_seconds() {
    let place = with_files();
    std::fs::create_dir(place.path("web")).expect("a folder");
    let inputs: Vec<String> = (0..10_000).map(|n| format!("p{n}.png")).collect();
    for input in &inputs {
        std::fs::hard_link(place.path("in.png"), place.path(input)).expect("a link");
    }
    place.put("web/p9999.jpg", &place.get("q.jpg"));
    let switches = ["--out-dir", "web", "--qtables", "around/web/p9999.jpg"];
    let started = Instant::now();
    let ran = place.run(inputs.iter().map(String::as_str).chain(switches), b"");
    let took = started.elapsed();
    ran.refused(
        "web/p9999.jpg: the output in --out-dir web/p9999.jpg is the same file as --qtables around/web/p9999.jpg",
    );
    assert!(took < Duration::from_secs(15), "{took:?}");
    assert_eq!(names(&place.path("web")), ["p9999.jpg"]);
}
