//! Events of the process: interrupts, full disks, closed pipes.
#![cfg(unix)]

use super::common::*;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Interrupts a running command by a signal after a while; returns the names that are left in `out`.
fn interrupted(place: &Place, signal: &str, wait: Duration) -> Vec<String> {
    let mut child = command(&place.path("."))
        .args(["big.ppm", "-o", "out/x.jpg", "--quiet", "-q", "100", "--optimize"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    std::thread::sleep(wait);
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
    let status = child.wait().expect("an end");
    assert!(!sent.success() || status.code() != Some(101), "{status:?}");
    names(&place.path("out"))
}

#[test]
fn an_interrupt_leaves_a_whole_file_or_none() {
    let place = Place::new();
    std::fs::create_dir(place.path("out")).expect("a folder");
    place.put("big.ppm", &in_format(colours(2500, 2000), image::ImageFormat::Pnm));
    for signal in ["-INT", "-TERM", "-HUP"] {
        for wait in [0, 5, 20, 60, 150, 300, 600] {
            let _ = std::fs::remove_file(place.path("out/x.jpg"));
            let left = interrupted(&place, signal, Duration::from_millis(wait));
            match &left[..] {
                [] => {}
                [name] if name == "x.jpg" => drop(decoded(&place.get("out/x.jpg"))),
                _ => panic!("{signal} after {wait} ms left {left:?}"),
            }
        }
    }
}

#[test]
fn a_full_disk_leaves_nothing() {
    let place = Place::new();
    std::fs::create_dir(place.path("disk")).expect("a folder");
    let disk = place.path("disk");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=16k", "tmpfs"]).arg(&disk).output();
    if !mounted.is_ok_and(|ran| ran.status.success()) {
        println!("skipped: a small tmpfs cannot be mounted here");
        return;
    }
    let ran = std::panic::catch_unwind(|| {
        place.put("in.png", &png(colours(600, 500)));
        place.put("small.png", &png(colours(8, 8)));
        place.encode("small.png -o disk/x.jpg").silently();
        let older = place.get("disk/x.jpg");
        let refused = place.encode("in.png -o disk/x.jpg -q 100");
        assert_eq!(place.get("disk/x.jpg"), older);
        assert_eq!(names(&disk), ["x.jpg"]);
        refused.refused("disk/x.jpg: cannot be written: No space left on device");
    });
    let unmounted = Command::new("umount").arg(&disk).status().expect("umount");
    assert!(unmounted.success() && ran.is_ok());
}

#[test]
fn closed_and_full_pipes_are_one_line() {
    let place = Place::new();
    place.put("in.png", &png(colours(1000, 1000)));
    let sleepy = "{ \"$ENCODE\" in.png -o - --codec jpeg -q 100; echo $? > status; } | true";
    assert_eq!(shell(&place, sleepy).stderr, "encode: -: cannot be written: its reader has closed it\n");
    assert_eq!(place.get("status"), b"1\n");
    shell(&place, "\"$ENCODE\" in.png -o - --codec jpeg > /dev/full").refused("-: cannot be written: No space left");
    shell(&place, "\"$ENCODE\" in.png -o a.jpg --json > /dev/full").refused("standard output: cannot be written");
    shell(&place, "\"$ENCODE\" man > /dev/full").refused("standard output: cannot be written");
    shell(&place, "\"$ENCODE\" - -o a.jpg <&-").refused("-: ");
    assert_eq!(shell(&place, "\"$ENCODE\" none -o a.jpg 2>&-").status, Some(1));
    assert_eq!(shell(&place, "\"$ENCODE\" none -o a.jpg 2> /dev/full").status, Some(1));
}

#[test]
fn devices_and_pipes_are_written_to_and_not_replaced() {
    let place = Place::new();
    place.put("in.png", &png(colours(30, 30)));
    place.encode("in.png -o out.jpg").silently();
    let through = shell(&place, "mkfifo pipe; cat pipe & \"$ENCODE\" in.png -o pipe --codec jpeg; wait; rm pipe");
    assert_eq!((through.status, through.stdout), (Some(0), place.get("out.jpg")));
    let through = shell(&place, "\"$ENCODE\" in.png -o /dev/stdout --codec jpeg | cat");
    assert_eq!(through.stdout, place.get("out.jpg"));
    let through = shell(&place, "mkfifo pipe; cat in.png > pipe & \"$ENCODE\" pipe -o - --codec jpeg; rm pipe");
    assert_eq!(through.stdout, place.get("out.jpg"));
}

#[test]
fn files_without_permission_are_one_line() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    place.put("in.png", &png(colours(30, 30)));
    place.put("closed.png", &place.get("in.png"));
    place.put("kept.jpg", b"older");
    for name in ["closed.png", "kept.jpg"] {
        std::fs::set_permissions(place.path(name), std::fs::Permissions::from_mode(0o000)).expect("permissions");
    }
    if std::fs::read(place.path("closed.png")).is_ok() {
        println!("skipped: this user may read all files");
        return;
    }
    place.encode("closed.png -o out.jpg").refused("closed.png: cannot be read: Permission denied");
    place.encode("in.png -o kept.jpg").refused("kept.jpg: cannot be written: Permission denied");
}

#[test]
fn long_work_is_heard_of_every_few_seconds() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    place.put("in.ppm", &in_format(colours(20, 10), image::ImageFormat::Pnm));
    place.put("slow.sh", b"#!/bin/sh\ncat > /dev/null; sleep 6; cat in.ppm\n");
    std::fs::set_permissions(place.path("slow.sh"), std::fs::Permissions::from_mode(0o755)).expect("permissions");
    let said = place.encode("in.ppm -o out.jpg --verify=./slow.sh").well().stderr;
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert_eq!(lines[0], "encode: 0 of 1 files, 0.0 MP/s, 0.0 MB written");
    place.encode("in.ppm -o out.jpg --verify=./slow.sh --quiet").silently();
}
