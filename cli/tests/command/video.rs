//! Encoding video as H.264: containers, inputs, and the decoded frames.

use super::clips::*;
use super::common::*;
use serde_json::Value;

#[test]
fn the_ending_of_the_output_chooses_the_container() {
    let place = with_clip();
    for name in ["a.264", "a.h264", "a.avc", "A.H264"] {
        place.encode(&format!("in.y4m -o {name}")).silently();
        assert_eq!(place.get(name)[..5], [0, 0, 0, 1, 0x67], "{name}");
    }
    for name in ["a.mp4", "a.m4v"] {
        place.encode(&format!("in.y4m -o {name}")).silently();
        assert_eq!(&place.get(name)[4..8], b"ftyp", "{name}");
    }
    place.encode("in.y4m -o a.bin --codec h264").silently();
    assert_eq!(place.get("a.bin"), place.get("a.264"));
    place.encode("in.y4m -o b.mp4 --codec h264").silently();
    assert_eq!(place.get("b.mp4"), place.get("a.mp4"));
    place.encode("in.y4m -o a.mov").refused("QuickTime (.mov) is not supported as output");
    place.encode("in.y4m -o a.mkv").refused("Matroska (.mkv) is not supported as output");
    place.encode("in.y4m -o a.jpg").refused("in.y4m: is Y4M video, but a JPEG holds one picture");
    place.encode("in.y4m -o -").misused("--codec");
}

#[test]
fn decoders_show_what_recon_says() {
    let place = Place::new();
    for (size, words, gray) in
        [([32, 32], "F25:1", false), ([50, 34], "F30000:1001 C420paldv", false), ([33, 35], "F25:1 Cmono", true)]
    {
        let frames = frames(size, 5, gray);
        place.put("in.y4m", &y4m(size, words, &frames));
        for switches in ["", "--no-cabac --qp 40", "--no-8x8dct --no-deblock --keyint 2", "--qp 0 --ref 1"] {
            for name in ["out.264", "out.mp4"] {
                place.encode(&format!("in.y4m -o {name} --recon recon.y4m {switches}")).silently();
                let recon = samples_of_y4m(&place.get("recon.y4m"), frames[0].len());
                assert_eq!(ffmpeg(&place, name, gray), recon, "{name} {size:?} {switches}");
            }
        }
    }
    let header = String::from_utf8_lossy(&place.get("recon.y4m")).lines().next().expect("a line").to_owned();
    assert_eq!(header, "YUV4MPEG2 W33 H35 F25:1 A0:0 Cmono");
    place.encode("in.y4m -o out.264 --qp 0 --ref 1 --recon recon.yuv").silently();
    assert_eq!(place.get("recon.yuv"), samples_of_y4m(&place.get("recon.y4m"), 33 * 35));
}

#[test]
fn raw_video_is_the_same_as_its_y4m() {
    let place = with_clip();
    let frames = frames([32, 32], 4, false);
    place.encode("in.y4m -o y4m.264").silently();
    place.put("i420.yuv", &frames.concat());
    place.encode("i420.yuv --size 32x32 --fps 25 -o raw.264").silently();
    assert_eq!(place.get("raw.264"), place.get("y4m.264"));

    let nv12 = |frame: &Vec<u8>| {
        let (luma, chroma) = frame.split_at(1024);
        let (cb, cr) = chroma.split_at(256);
        let pairs: Vec<u8> = cb.iter().zip(cr).flat_map(|(&cb, &cr)| [cb, cr]).collect();
        [luma, &pairs].concat()
    };
    place.put("nv12.yuv", &frames.iter().flat_map(nv12).collect::<Vec<u8>>());
    place.encode("nv12.yuv --size 32x32 --pix-fmt nv12 --fps 25/1 -o raw.264").silently();
    assert_eq!(place.get("raw.264"), place.get("y4m.264"));

    let gray: Vec<u8> = frames.iter().flat_map(|frame| frame[..1024].to_vec()).collect();
    place.put("gray.raw", &gray);
    place.encode("gray.raw --size 32x32 --pix-fmt gray --fps 25 -o raw.264 --verify").well();
    assert!(listing(&place, "raw.264").contains("chroma_format_idc=0"));

    let said = place.encode("i420.yuv --size 32x32 -o raw.264").well().stderr;
    assert_eq!(said, "encode: i420.yuv: states no frame rate: 25 frames a second are assumed; --fps sets another\n");
    assert_eq!(place.get("raw.264"), place.get("y4m.264"));
    place.encode("i420.yuv --size 32x32 --pix-fmt i422 -o raw.264").refused("has 4:2:2 samples");
    place.encode("i420.yuv --size 32x32 --pix-fmt i444 -o raw.264").refused("-pixel_format yuv444p -video_size 32x32");
    place.encode("in.y4m --size 32x32 -o raw.264").refused("leave out --size");
    place.encode("i420.yuv -o raw.264").refused("is not Y4M video");
    place.encode("i420.yuv --pix-fmt i420 -o raw.264").misused("--size");
    place.put("in.png", &png(colours(32, 32)));
    place
        .encode("in.png -o raw.264")
        .refused("in.png: is not Y4M video: convert it with `ffmpeg -i in.png -pix_fmt yuv420p");
}

#[test]
fn standard_input_and_output_are_dashes() {
    let place = with_clip();
    place.encode("in.y4m -o out.264").silently();
    let piped = place.run(["-", "-o", "-", "--codec", "h264"], &clip(4)).silently().stdout;
    assert_eq!(piped, place.get("out.264"));
    let piped = place.run(["-", "-o", "-", "--codec", "h264", "--verify", "--quiet"], &clip(4)).silently().stdout;
    assert_eq!(piped, place.get("out.264"));
    place.run(["-", "-o", "second.mp4"], &clip(4)).silently();
    assert_eq!(ffmpeg(&place, "second.mp4", false), ffmpeg(&place, "out.264", false));
    let raw = frames([32, 32], 4, false).concat();
    place.run("- -o raw.264 --size 32x32 --fps 25".split(' '), &raw).silently();
    assert_eq!(place.get("raw.264"), piped);
}

#[test]
fn threads_do_not_change_the_bytes() {
    let place = Place::new();
    place.put("in.y4m", &y4m([160, 96], "F25:1", &frames([160, 96], 4, false)));
    for name in ["out.264", "out.mp4"] {
        place.encode(&format!("in.y4m -o {name} --threads 1")).silently();
        let one = place.get(name);
        for threads in [2, 3, 16] {
            place.encode(&format!("in.y4m -o {name} --threads {threads}")).silently();
            assert_eq!(place.get(name), one, "{threads} threads");
        }
    }
}

#[test]
fn many_clips_go_into_a_folder() {
    let place = Place::new();
    std::fs::create_dir(place.path("out")).expect("a folder");
    for name in ["a.y4m", "b.y4m", "c.y4m"] {
        place.put(name, &clip(2));
    }
    place.put("b.y4m", b"YUV4MPEG2 W2\n");
    let ran = place.encode("a.y4m b.y4m c.y4m --out-dir out --codec h264");
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.stderr, "encode: b.y4m: broken Y4M: its first line says no width or no height\n");
    assert_eq!(names(&place.path("out")), ["a.264", "c.264"]);
    place.encode("a.y4m c.y4m --out-dir out --codec h264 --recon r.y4m").misused("--recon is for one input");
    place.encode("a.y4m c.y4m --out-dir out --codec h264 --stats s.csv").misused("--stats is for one input");
    place.encode("a.y4m -o a.264 --stats -").misused("--stats needs a file");
}

#[test]
fn stats_have_a_line_for_each_picture_in_coding_order() {
    let place = with_clip();
    let ran = place.encode("in.y4m -o out.264 --qp 30 --bframes 2 --stats out.csv --psnr");
    let text = String::from_utf8(place.get("out.csv")).expect("text");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines[0], ["coded", "shown", "kind", "qp", "bytes", "psnr_y", "psnr_u", "psnr_v", "psnr", "ssim"]);
    let orders: Vec<_> = lines[1..].iter().map(|line| (line[0], line[1], line[2])).collect();
    assert_eq!(orders, [("0", "0", "I"), ("1", "3", "P"), ("2", "1", "B"), ("3", "2", "B")]);
    assert_eq!([1, 2].map(|n| lines[n][3]), ["27.00", "30.00"]);
    let bytes: usize = lines[1..].iter().map(|line| line[4].parse::<usize>().expect("a number")).sum();
    assert_eq!(bytes, place.get("out.264").len());
    assert!(lines[1..].iter().all(|line| line[5..].iter().all(|n| n.parse::<f64>().is_ok_and(|n| n > 0.0))), "{text}");
    let said = ran.stderr;
    assert_eq!(said.matches(" PSNR ").count(), 4, "{said}");
    assert!(
        said.contains(": I: 1 frame, ") && said.contains(": B: 2 frames, ") && said.contains(": 4 frames, "),
        "{said}"
    );
    assert!(ran.summary.is_some_and(|said| said.contains("(1 I 27.0, 1 P 30.0, 2 B ")));
}

#[test]
fn json_says_what_was_made() {
    let place = with_clip();
    let ran = place.encode("in.y4m -o out.264 --json --qp 30").silently();
    let object: Value = serde_json::from_slice(&ran.stdout).expect("an object");
    let bytes = place.get("out.264").len();
    assert_eq!((&object["codec"], &object["frames"], &object["bytes"]), (&"h264".into(), &4.into(), &bytes.into()));
    assert_eq!((&object["width"], &object["height"], &object["qp"]), (&32.into(), &32.into(), &30.into()));
    assert_eq!(object["crf"], Value::Null);
    let ran = place.encode("in.y4m -o default.264 --json").silently();
    let default: Value = serde_json::from_slice(&ran.stdout).expect("an object");
    assert_eq!((&default["qp"], &default["crf"]), (&Value::Null, &23.0.into()));
    assert_eq!((&object["kinds"]["i"]["frames"], &object["kinds"]["p"]["mean_qp"]), (&1.into(), &30.0.into()));
    let rate = object["kilobits_per_second"].as_f64().expect("a number");
    approx::assert_abs_diff_eq!(rate, bytes as f64 * 8.0 * 25.0 / 4.0 / 1000.0, epsilon = 1e-2);
    for plane in ["y", "u", "v", "all"] {
        assert!((20.0..=100.0).contains(&object["psnr"][plane].as_f64().expect("decibels")), "{object}");
        assert!((0.5..=1.0).contains(&object["ssim"][plane].as_f64().expect("a number")), "{object}");
    }
    let verified = place.encode("in.y4m -o out.264 --json --verify --quiet").silently().stdout;
    let object: Value = serde_json::from_slice(&verified).expect("an object");
    assert_eq!(object["verified_by"], "ffmpeg");

    place.put("gray.y4m", &y4m([32, 32], "F0:0 Cmono", &frames([32, 32], 2, true)));
    let ran = place.encode("gray.y4m -o out.264 --json").well();
    assert_eq!(
        ran.stderr,
        "encode: gray.y4m: states no frame rate: 25 frames a second are assumed; --fps sets another\n"
    );
    let object: Value = serde_json::from_slice(&ran.stdout).expect("an object");
    assert_eq!((&object["psnr"]["u"], &object["frames_per_second"]), (&Value::Null, &25.0.into()));
    place.run(["in.y4m", "-o", "-", "--codec", "h264", "--json"], b"").misused("standard output");
}

#[test]
fn inspect_lists_streams_and_mp4_files() {
    let place = with_clip();
    place.encode("in.y4m -o out.264").silently();
    place.encode("in.y4m -o out.mp4").silently();
    for name in ["out.264", "out.mp4"] {
        let listing = listing(&place, name);
        assert!(listing.contains("pic_width_in_mbs_minus1=1") && listing.contains("4 pictures"), "{listing}");
        assert!(listing.ends_with("nothing to complain about\n"), "{listing}");
    }
    let stream = place.get("out.264");
    place.put("cut.264", &stream[..20]);
    let ran = place.encode("inspect cut.264");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.starts_with("encode: cut.264: complaints: "), "{ran:?}");
    place.put("in.txt", b"hello");
    place.encode("inspect in.txt").refused("is not a JPEG, H.264 or MP4 file");
    place.encode("inspect /dev/zero").refused("is not a JPEG, H.264 or MP4 file");
    place.encode("inspect /dev/null").refused("is empty");
}

#[test]
fn compare_names_the_first_macroblock_that_differs() {
    let place = with_clip();
    place.encode("in.y4m -o out.264 --recon recon.y4m").silently();
    place.encode("in.y4m -o out.mp4 --recon recon.yuv").silently();
    for words in ["out.264 --recon recon.y4m", "out.mp4 --recon recon.yuv --with ffmpeg"] {
        let ran = place.encode(&format!("compare {words}")).silently();
        assert_eq!(ran.stdout, b"the same: 4 pictures\n");
    }
    let mut wrong = place.get("recon.yuv");
    // Picture 2, plane Cr, row 9, column 3.
    wrong[2 * 1536 + 1024 + 256 + 9 * 16 + 3] ^= 1;
    place.put("wrong.yuv", &wrong);
    let ran = place.encode("compare out.264 --recon wrong.yuv");
    let said = String::from_utf8(ran.stdout).expect("text");
    assert!(ran.status == Some(1) && ran.stderr.is_empty(), "{said}");
    let place_said =
        "picture 2, macroblock 2 (row 1, column 0), plane Cr: the sample in row 9, column 3 of the plane is ";
    assert!(said.starts_with(place_said) && said.lines().count() == 1, "{said}");

    place.put("short.yuv", &place.get("recon.yuv")[..3 * 1536]);
    let ran = place.encode("compare out.264 --recon short.yuv");
    assert_eq!((ran.status, ran.stdout), (Some(1), b"the decoder shows more than 3 pictures\n".to_vec()));
    let ran = place.run(["compare", "out.264", "--recon", "recon.yuv", "--with", "head -c 3072 recon.yuv"], b"");
    assert_eq!((ran.status, ran.stdout), (Some(1), b"the decoder shows only 2 pictures\n".to_vec()));
    let ran = place.run(["compare", "out.264", "--recon", "recon.yuv", "--with", "cat recon.yuv"], b"");
    assert_eq!(ran.silently().stdout, b"the same: 4 pictures\n");

    place.encode("compare out.264 --recon recon.y4m --with false").refused("out.264: false: it does not decode");
    place.encode("compare out.264 --recon recon.y4m --with /nowhere").refused("out.264: /nowhere: cannot be run");
    place.encode("compare in.y4m --recon recon.y4m").refused("in.y4m: cannot be compared: not an H.264 stream");
    place.encode("compare out.264 --recon nowhere.y4m").refused("nowhere.y4m: cannot be read");
    place.put("other.y4m", &y4m([16, 32], "F25:1", &[]));
    place
        .encode("compare out.264 --recon other.y4m")
        .refused("its frames are 16x32 4:2:0, those of the stream 32x32 4:2:0");
    place.encode("compare out.264").misused("--recon");
}

#[test]
fn verify_names_the_first_frame_that_differs_and_nothing_is_written() {
    let place = with_clip();
    let said = place.encode("in.y4m -o out.mp4 --verify").well().stderr;
    assert_eq!(said, "encode: out.mp4: verified with ffmpeg: all 4 pictures are the same\n");
    place.encode("in.y4m -o out.264 --qp 26 --recon recon.yuv --verify=ffmpeg").well();
    let older = place.get("out.264");
    let mut wrong = place.get("recon.yuv");
    wrong[1536] ^= 1;
    place.put("wrong.yuv", &wrong);
    let run = |verify: &str| place.run(["in.y4m", "-o", "out.264", "--qp", "26", "--recon", "new.yuv", verify], b"");
    run("--verify=cat wrong.yuv")
        .refused("--verify with cat wrong.yuv: picture 1, macroblock 0 (row 0, column 0), plane Y");
    run("--verify=false").refused("--verify with false: it does not decode");
    run("--verify=/nowhere").refused("nothing was written");
    assert_eq!(place.get("out.264"), older);
    assert_eq!(place.names(), ["in.y4m", "out.264", "out.mp4", "recon.yuv", "wrong.yuv"]);
}
