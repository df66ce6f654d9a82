//! Broken, lying and hostile video, and events of the process: one error line, complete files or none.

use super::clips::*;
use super::common::*;
use noise::Noise;

/// Runs the command on bytes: it leaves a stream that decodes or prints one line, and nothing else.
#[track_caller]
fn assert_survives(place: &Place, bytes: &[u8], what: &str) -> bool {
    place.put("in", bytes);
    let _ = std::fs::remove_file(place.path("out.mp4"));
    let ran = place.encode("in -o out.mp4 --qp 40");
    assert!(!ran.stderr.contains("panicked") && ran.stderr.lines().count() <= 2, "{what}: {ran:?}");
    let written = place.path("out.mp4").exists();
    match ran.status {
        Some(0) => assert!(!ffmpeg(place, "out.mp4", false).is_empty(), "{what}"),
        Some(1) => assert!(!written && !ran.stderr.is_empty(), "{what}: {ran:?}"),
        _ => panic!("{what}: {ran:?}"),
    }
    assert_eq!(place.names().len(), 1 + usize::from(written), "{what}: {:?}", place.names());
    written
}

#[test]
fn clips_that_are_cut() {
    let place = Place::new();
    let good = clip(3);
    assert!(assert_survives(&place, &good, "whole"));
    let first = good.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    for cut in [0, 1, 8, first - 1, first, first + 3, first + 6, first + 1000, good.len() - 1] {
        assert!(!assert_survives(&place, &good[..cut], &format!("cut at {cut}")), "cut at {cut} was accepted");
    }
    // A cut between two frames cannot be detected.
    assert!(assert_survives(&place, &good[..first + 1542], "two frames less"));
}

#[test]
fn whole_frames_of_a_clip_that_is_cut_are_kept_where_that_is_asked_for() {
    let place = Place::new();
    let good = clip(3);
    place.put("in.y4m", &good[..good.len() - 336]);
    place.encode("in.y4m -o out.264").refused("in.y4m: frame 2 is cut short: 1200 of 1536 bytes");
    let said = place.encode("in.y4m -o out.264 --keep-partial").well().stderr;
    assert_eq!(said, "encode: in.y4m: frame 2 is cut short and left out: 1200 of 1536 bytes\n");
    place.put("two.y4m", &clip(2));
    place.encode("two.y4m -o two.264").silently();
    assert_eq!(place.get("out.264"), place.get("two.264"));
    place.encode("in.y4m -o out.264 --frames 2").silently();

    place.put("raw", &frames([32, 32], 3, false).concat()[..3 * 1536 - 1]);
    place.encode("raw --size 32x32 --fps 25 -o raw.264").refused("frame 2 is cut short: 1535 of 1536 bytes");
    place.encode("raw --size 32x32 --fps 25 -o raw.264 --keep-partial --quiet").silently();
    assert_eq!(place.get("raw.264"), place.get("two.264"));
    place.put("raw", &[0; 100]);
    let ran = place.encode("raw --size 32x32 --fps 25 -o none.264 --keep-partial --quiet");
    ran.refused("has no whole frame");
    assert!(!place.path("none.264").exists());
}

#[test]
fn headers_that_lie_fail_fast() {
    let place = Place::new();
    let frame = [&b"FRAME\n"[..], &[0; 24 * 16 * 3 / 2]].concat();
    for header in [
        "YUV4MPEG2 W0 H16 F25:1",
        "YUV4MPEG2 F25:1",
        "YUV4MPEG2 W999999 H999999 F25:1",
        "YUV4MPEG2 W18446744073709551615 H18446744073709551615 F25:1",
        "YUV4MPEG2 W16384 H16384 F25:1",
        "YUV4MPEG2 W8192 H4320 F1:1",
        "YUV4MPEG2 W24 H16 F25:1 C999",
        "YUV4MPEG2 W24 H16 F25:1 C422",
        "YUV4MPEG2 W24 H16 F25:1 C420p10",
        "YUV4MPEG2 W24 H16 F25:1 It",
        "YUV4MPEG2 W24 H16 F4000000000:1",
    ] {
        let started = std::time::Instant::now();
        let bytes = [header.as_bytes(), b"\n", &frame, &frame].concat();
        assert!(!assert_survives(&place, &bytes, header), "{header} was accepted");
        assert!(started.elapsed().as_secs() < 5, "{header}");
    }
    assert!(assert_survives(&place, &[&b"YUV4MPEG2 W24 H16 F0:0\n"[..], &frame].concat(), "no rate"));
}

#[test]
fn clips_with_wrong_bytes() {
    let place = Place::new();
    let good = clip(2);
    let mut noise = Noise::new(1);
    for round in 0..60 {
        let mut bad = good.clone();
        for _ in 0..=round % 4 {
            let end = if round % 4 == 0 { bad.len() } else { 46 };
            bad[noise.below(end)] = noise.below(256) as u8;
        }
        assert_survives(&place, &bad, &format!("round {round}"));
    }
}

#[test]
fn inputs_that_are_no_files() {
    let place = with_clip();
    std::fs::create_dir(place.path("folder")).expect("a folder");
    place.encode("none.y4m -o out.264").refused("none.y4m: cannot be read: No such file or directory");
    place.encode("folder -o out.264").refused("folder: is a folder");
    place.encode("/dev/zero -o out.264").refused("/dev/zero: is not Y4M video");
    place.encode("/dev/null -o out.264").refused("/dev/null: is empty");
    place.encode("in.y4m -o /dev/full --codec h264").refused("/dev/full: cannot be written: No space left on device");
    place
        .encode("in.y4m -o out.264 --recon /dev/full")
        .refused("/dev/full: cannot be written: No space left on device");
    place.encode("in.y4m -o /dev/null --codec h264 --verify --quiet").silently();
    place.encode("in.y4m -o no/out.mp4").refused("the folder no does not exist");
    assert_eq!(place.names(), ["folder", "in.y4m"]);
}

#[cfg(unix)]
mod processes {
    use super::*;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    #[test]
    fn an_interrupt_leaves_whole_files_or_none() {
        let place = Place::new();
        std::fs::create_dir(place.path("out")).expect("a folder");
        place.put("in.y4m", &y4m([320, 240], "F25:1", &frames([320, 240], 40, false)));
        let words = ["in.y4m", "-o", "out/x.mp4", "--recon", "out/r.y4m", "--verify", "--quiet"];
        for signal in ["-INT", "-TERM"] {
            for wait in [0, 10, 40, 120, 400] {
                for left in names(&place.path("out")) {
                    std::fs::remove_file(place.path("out").join(left)).expect("a file");
                }
                let mut child =
                    command(&place.path(".")).args(words).stderr(Stdio::null()).spawn().expect("the binary");
                std::thread::sleep(Duration::from_millis(wait));
                let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
                let status = child.wait().expect("an end");
                assert!(!sent.success() || status.code() != Some(101), "{status:?}");
                let left = names(&place.path("out"));
                assert!(
                    left.iter().all(|name| ["r.y4m", "x.mp4"].contains(&&**name)),
                    "{signal} after {wait} ms left {left:?}"
                );
                if left.contains(&"x.mp4".to_owned()) {
                    assert_eq!(ffmpeg(&place, "out/x.mp4", false).len(), 40 * 320 * 240 * 3 / 2);
                }
            }
        }
    }

    #[test]
    fn a_full_disk_leaves_nothing() {
        let place = with_clip();
        place.put("noise.y4m", &y4m([64, 64], "F25:1", &frames([64, 64], 60, false)));
        std::fs::create_dir(place.path("disk")).expect("a folder");
        let disk = place.path("disk");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=16k", "tmpfs"]).arg(&disk).output();
        if !mounted.is_ok_and(|ran| ran.status.success()) {
            println!("skipped: a small tmpfs cannot be mounted here");
            return;
        }
        let ran = ["x.264", "x.mp4"].map(|name| place.encode(&format!("noise.y4m -o disk/{name} --qp 0")));
        let recon = place.encode("noise.y4m -o x.264 --recon disk/r.y4m");
        let left = names(&disk);
        let unmounted = Command::new("umount").arg(&disk).status().expect("umount");
        assert!(unmounted.success() && left.is_empty(), "{left:?}");
        for (ran, name) in ran.into_iter().zip(["x.264", "x.mp4"]) {
            ran.refused(&format!("disk/{name}: cannot be written: No space left on device"));
        }
        recon.refused("disk/r.y4m: cannot be written: No space left on device");
        assert!(!place.path("x.264").exists());
    }

    #[test]
    fn pipes_are_read_and_written_and_may_be_closed() {
        let place = with_clip();
        place.put("long.y4m", &y4m([160, 160], "F25:1", &frames([160, 160], 30, false)));
        place.encode("in.y4m -o out.mp4").silently();
        let closed = "{ \"$ENCODE\" long.y4m -o - --codec h264 --qp 1; echo $? > status; } | true";
        assert_eq!(shell(&place, closed).stderr, "encode: -: cannot be written: its reader has closed it\n");
        assert_eq!(place.get("status"), b"1\n");
        let through = shell(&place, "mkfifo p.mp4; cat p.mp4 & \"$ENCODE\" in.y4m -o p.mp4; wait; rm p.mp4");
        assert_eq!((through.status, through.stdout), (Some(0), place.get("out.mp4")));
        let through = shell(&place, "mkfifo p; cat in.y4m > p & \"$ENCODE\" p -o piped.mp4; rm p");
        assert_eq!(through.status, Some(0), "{through:?}");
        assert_eq!(place.get("piped.mp4"), place.get("out.mp4"));
    }

    #[test]
    fn long_work_is_heard_of_every_few_seconds() {
        let place = with_clip();
        let slow = "(head -c 4000 in.y4m; sleep 6; tail -c +4001 in.y4m) | \"$ENCODE\" - -o out.264 --tune zerolatency";
        let said = shell(&place, slow).well().stderr;
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("encode: 2 frames, 0.") && said.contains(" frames/s, 0.0 MB written"), "{said}");
    }
}
