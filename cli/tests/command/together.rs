//! The files of one job appear together or not at all: an output, its trace and its reconstruction.
#![cfg(unix)]

use super::clips::with_clip;
use super::common::*;
use std::process::Command;

/// Returns a folder with a clip, a picture and older outputs.
fn with_older() -> Place {
    let place = with_clip();
    place.put("in.png", &png(colours(30, 20)));
    place.put("small.jpg", b"older");
    for name in ["o.jpg", "o.264", "o.mp4", "t.txt", "r.y4m"] {
        place.put(name, b"older");
    }
    place
}

/// Asserts that the files of [`with_older`] are unchanged.
#[track_caller]
fn assert_older(place: &Place, what: &str) {
    for name in ["o.jpg", "o.264", "o.mp4", "t.txt", "r.y4m"] {
        assert_eq!(place.get(name), b"older", "{what}: {name}");
    }
    assert!(place.names().iter().all(|name| !name.contains("part")), "{what}: {:?}", place.names());
}

#[test]
fn a_trace_that_fails_at_the_end_leaves_no_output() {
    let place = with_older();
    for line in [
        "in.png -o o.jpg --trace /dev/full",
        "in.y4m -o o.264 --trace /dev/full",
        "in.y4m -o o.264 --recon r.y4m --trace /dev/full",
        "in.y4m -o o.mp4 --recon r.y4m --trace /dev/full --verify=true",
        "in.y4m -o /dev/full --codec h264 --recon r.y4m --trace t.txt",
        "in.y4m -o o.264 --recon /dev/full --trace t.txt",
        "in.png -o /dev/full --codec jpeg --trace t.txt",
        "in.png -o o.jpg --trace t.txt --verify=false",
    ] {
        assert_eq!(place.encode(line).status, Some(1), "{line}");
        assert_older(&place, line);
    }
}

#[test]
fn a_full_disk_leaves_neither_output_nor_trace_nor_reconstruction() {
    let place = with_older();
    let disk = place.path("disk");
    std::fs::create_dir(&disk).expect("a folder");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&disk).output();
    if !mounted.is_ok_and(|ran| ran.status.success()) {
        println!("skipped: a small tmpfs cannot be mounted here");
        return;
    }
    let ran = std::panic::catch_unwind(|| {
        let filled = std::fs::write(disk.join("filler"), vec![1; 70_000]);
        assert_eq!(filled.expect_err("the disk is full").kind(), std::io::ErrorKind::StorageFull);
        for line in [
            "in.png -o o.jpg --trace disk/t.txt",
            "in.png -o disk/o.jpg --trace t.txt",
            "in.y4m -o o.264 --trace disk/t.txt",
            "in.y4m -o o.mp4 --recon disk/r.y4m --trace t.txt",
            "in.y4m -o disk/o.264 --recon r.y4m --trace t.txt",
            "in.y4m -o disk/o.mp4 --recon r.y4m --trace t.txt",
        ] {
            place.encode(line).refused("cannot be written: No space left on device");
            assert_older(&place, line);
            assert_eq!(names(&disk), ["filler"], "{line}");
        }
    });
    let unmounted = Command::new("umount").arg(&disk).status().expect("umount");
    assert!(unmounted.success() && ran.is_ok());
}

#[test]
fn all_files_of_a_job_appear() {
    let place = with_older();
    place.encode("in.png -o o.jpg --trace t.txt").silently();
    decoded(&place.get("o.jpg"));
    assert!(String::from_utf8(place.get("t.txt")).expect("text").contains("EOI"));
    place.encode("in.y4m -o o.264 --trace t.txt --recon r.y4m").silently();
    assert!(place.get("r.y4m").starts_with(b"YUV4MPEG2") && place.get("o.264").starts_with(&[0, 0, 0, 1]));
    assert!(String::from_utf8(place.get("t.txt")).expect("text").contains("SPS"));
}
