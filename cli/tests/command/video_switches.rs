//! Every switch of video does what its help says.

use super::clips::*;
use super::common::*;

/// Returns the listing of the stream that switches make of the clip in a folder.
#[track_caller]
fn listed(place: &Place, switches: &str) -> String {
    place.encode(&format!("in.y4m -o out.264 {switches}")).silently();
    listing(place, "out.264")
}

#[track_caller]
fn says(place: &Place, switches: &str, words: &[&str]) {
    let listing = listed(place, switches);
    for word in words {
        assert!(listing.contains(word), "{switches}: no `{word}` in\n{listing}");
    }
}

#[test]
fn switches_stand_in_the_parameter_sets() {
    let place = with_clip();
    says(
        &place,
        "",
        &["profile_idc=100", "entropy_coding_mode_flag=1", "transform_8x8_mode_flag=1", "pic_init_qp_minus26=0"],
    );
    says(&place, "--qp 33", &["pic_init_qp_minus26=7"]);
    says(&place, "--no-cabac", &["entropy_coding_mode_flag=0"]);
    says(&place, "--no-8x8dct", &["profile_idc=77"]);
    says(&place, "--profile main", &["profile_idc=77", "entropy_coding_mode_flag=1"]);
    says(&place, "--profile baseline", &["profile_idc=66", "entropy_coding_mode_flag=0"]);
    says(&place, "--profile high --no-8x8dct", &["profile_idc=100"]);
    says(&place, "--level 4.1", &["level_idc=41"]);
    says(&place, "--level 41", &["level_idc=41"]);
    says(&place, "--ref 5", &["max_num_ref_frames=5"]);
    says(&place, "--constrained-intra", &["constrained_intra_pred_flag=1"]);
    says(&place, "--no-deblock", &["disable_deblocking_filter_idc=1"]);
    says(&place, "--deblock -2:3", &["slice_alpha_c0_offset_div2=-2", "slice_beta_offset_div2=3"]);
    says(&place, "--sar 4:3", &["samples 4:3"]);
    says(&place, "--range pc", &["video_full_range_flag=1"]);
    says(&place, "--range tv", &["video_full_range_flag=0"]);
    says(
        &place,
        "--colorprim bt2020 --transfer smpte2084 --colormatrix bt2020nc",
        &["colour_primaries=9", "transfer_characteristics=16", "matrix_coefficients=9"],
    );
    says(&place, "--fps 30000/1001", &["time_scale=60000", "num_units_in_tick=1001"]);
    says(&place, "--aud", &["AUD"]);
    says(&place, "--keyint 2", &["IDR: 2 pictures"]);
    says(&place, "--keyint infinite", &["IDR: 1 picture"]);
    says(&place, "--frames 3", &["3 pictures"]);
    says(&place, "--seek 3", &["1 picture,"]);
    for search in [
        "--me dia",
        "--me esa --merange 8",
        "--subme 0",
        "--subme 2",
        "--trellis 0",
        "--preset superfast",
        "--preset slower --tune fastdecode --cabac",
        "--preset ultrafast --8x8dct --deblock 1:1 --partitions all",
        "--partitions none",
        "--partitions i4x4,p8x8,p4x4",
        "--ipratio 1",
        "--slices 2",
        "--slices 2 --preset ultrafast",
    ] {
        listed(&place, search);
        assert_eq!(ffmpeg(&place, "out.264", false).len(), 4 * 1536, "{search}");
    }
}

#[test]
fn what_a_y4m_says_of_itself_is_said_in_the_stream() {
    let place = Place::new();
    place.put("in.y4m", &y4m([32, 32], "F50:1 A10:11 XCOLORRANGE=FULL", &frames([32, 32], 2, false)));
    says(&place, "", &["video_full_range_flag=1", "50 frames/s", "samples 10:11"]);
    says(&place, "--sar 1:1 --range tv --fps 10", &["video_full_range_flag=0", "10 frames/s"]);
    place.encode("in.y4m -o out.264 --recon r.y4m").silently();
    assert!(place.get("r.y4m").starts_with(b"YUV4MPEG2 W32 H32 F50:1 A10:11 XCOLORRANGE=FULL C420\n"));
    place.encode("in.y4m -o out.mp4").silently();
    let mp4 = place.get("out.mp4");
    for name in [b"pasp", b"colr"] {
        assert!(mp4.windows(4).any(|window| window == name), "{name:?}");
    }
}

#[test]
fn odd_sizes_are_refused_or_padded() {
    let place = Place::new();
    place.put("in.y4m", &y4m([31, 17], "F25:1", &frames([31, 17], 2, false)));
    place.encode("in.y4m -o out.264").refused("has frames of 31x17, but 4:2:0 needs even sizes: --pad");
    place.encode("in.y4m -o out.264 --pad --recon r.y4m").silently();
    assert_eq!(ffmpeg(&place, "out.264", false), samples_of_y4m(&place.get("r.y4m"), 32 * 18 * 3 / 2));
    place.put("in.y4m", &clip(2));
    let padded = listed(&place, "--pad");
    assert_eq!(padded, listed(&place, ""));
}

#[test]
fn slices_are_rows_of_macroblocks() {
    let place = with_clip();
    let slices = |switches: &str| {
        place.encode(&format!("in.y4m -o out.264 {switches}")).silently();
        place.get("out.264").windows(4).filter(|at| at[..3] == [0, 0, 1] && matches!(at[3] & 31, 1 | 5)).count()
    };
    assert_eq!([slices(""), slices("--slices 1"), slices("--slices 2")], [4, 4, 8]);
    let refused = "3 slices requested; the picture has 2 rows of macroblocks: use 1 to 2";
    place.encode("in.y4m -o out.264 --slices 3").refused(refused);
}

#[test]
fn quality_is_said_at_the_end_and_falls_with_the_qp() {
    let place = with_clip();
    let said = |qp: u32| place.encode(&format!("in.y4m -o out.264 --psnr --qp {qp}")).well().stderr;
    // Of all pictures, which come last.
    let decibels = |said: &str| -> f64 {
        let number = said.rsplit("PSNR ").next().and_then(|rest| rest.split(' ').next()).expect("a number");
        number.parse().expect("a number")
    };
    let (fine, coarse) = (said(10), said(45));
    let lines: Vec<&str> = fine.lines().collect();
    for (line, words) in lines.iter().zip(["I: 1 frame, ", "P: 3 frames, ", "4 frames, "]) {
        assert!(line.starts_with(&format!("encode: out.264: {words}")), "{fine}");
        assert!(line.contains(", PSNR ") && line.contains("dB (Y ") && line.contains("SSIM 0."), "{fine}");
    }
    assert!(lines.len() == 3 && lines[2].contains(" kb/s, PSNR "), "{fine}");
    assert!(decibels(&fine) > decibels(&coarse) + 10.0, "{fine}{coarse}");
    place.encode("in.y4m -o out.264 --psnr --quiet").silently();
}

#[test]
fn trace_names_every_element_and_changes_no_byte() {
    let place = with_clip();
    for switches in ["", "--no-cabac", "--profile baseline --qp 12", "--aud --keyint 2", "--slices 2"] {
        place.encode(&format!("in.y4m -o plain.264 {switches}")).silently();
        for name in ["out.264", "out.mp4"] {
            place.encode(&format!("in.y4m -o {name} --trace out.txt {switches}")).silently();
            let trace = String::from_utf8(place.get("out.txt")).expect("text");
            let words = ["SPS", "profile_idc = ", "PPS", "slice_type = 7", "slice_type = 5", "rbsp_trailing_bits = "];
            assert!(words.iter().all(|word| trace.contains(word)), "{switches}: {trace}");
            // 32 x 32 samples, 4 pictures.
            assert_eq!(trace.matches(" macroblock ").count(), 4 * 4, "{switches}");
            let element =
                if trace.contains("entropy_coding_mode_flag = 1") { "end_of_slice_flag = 1" } else { "mb_skip_run = " };
            assert!(trace.contains(element), "{switches}: {trace}");
            let last = trace.lines().last().and_then(|line| line.split('.').next()).expect("a place");
            let bytes = place.get("plain.264").len();
            assert!(last.parse() == Ok(bytes - 1) || last.parse() == Ok(bytes - 2), "{last} of {bytes}");
        }
        assert_eq!(place.get("out.264"), place.get("plain.264"), "{switches}");
    }
    place.encode("in.y4m -o out.264 --trace out.264").refused("--trace out.264 are the same file");
    place.encode("in.y4m -o out.264 --trace none/out.txt").refused("none");
    place.encode("in.y4m in.y4m --out-dir . --codec h264 --trace out.txt").misused("--trace");
}

#[test]
fn what_makes_no_sense_is_a_usage_error() {
    let place = with_clip();
    for (switches, words) in [
        ("--qp 52", "--qp"),
        ("--qp -1", "--qp"),
        ("--ref 0", "--ref"),
        ("--ref 17", "--ref"),
        ("--keyint 0", "--keyint"),
        ("--frames 0", "--frames"),
        ("--seek -1", "--seek"),
        ("--fps 0", "--fps"),
        ("--fps 25/0", "--fps"),
        ("--subme 11", "--subme"),
        ("--me umh", "--me"),
        ("--merange 3", "--merange"),
        ("--ipratio 0.5", "--ipratio"),
        ("--deblock 7:0", "--deblock"),
        ("--deblock 1:1 --no-deblock", "--no-deblock"),
        ("--partitions b8x8", "--partitions"),
        ("--partitions i8x8 --no-8x8dct", "leave out --no-8x8dct"),
        ("--partitions i8x8 --profile main", "only --profile high"),
        ("--profile extended", "--profile"),
        ("--level 9", "--level"),
        ("--sar 0:1", "--sar"),
        ("--range full", "--range"),
        ("--colorprim bt601", "--colorprim"),
        ("--colormatrix GBR", "--colormatrix"),
        ("--crf 52", "0 to 51"),
        ("--bitrate 500", "--bitrate"),
        ("--preset fastest", "ultrafast, superfast"),
        ("--tune grain", "it needs"),
        ("--trellis 2", "--trellis"),
        ("--cabac --no-cabac", "cannot be used with"),
        ("--preset ultrafast --partitions i8x8", "--8x8dct"),
        ("--quality 90", "--quality is for JPEG"),
        ("--lossless", "--lossless is for JPEG"),
        ("--strip", "--strip is for JPEG"),
        ("--recon -", "--recon needs a file"),
    ] {
        place.encode(&format!("in.y4m -o out.264 {switches}")).misused(words);
    }
    place.put("in.png", &png(colours(9, 9)));
    place.encode("in.png -o out.jpg --qp 20").misused("--qp is for H.264");
    place.encode("in.png -o out.jpg --size 4x4").misused("--size is for H.264");
    assert_eq!(place.names(), ["in.png", "in.y4m"]);
}

#[test]
fn what_the_stream_cannot_be_is_one_line() {
    let place = with_clip();
    place.put("gray.y4m", &y4m([32, 32], "F25:1 Cmono", &frames([32, 32], 2, true)));
    place.encode("gray.y4m -o out.264 --profile main").refused("High profile, not Main");
    place.put("large.y4m", &y4m([4096, 2304], "F60:1", &[]));
    place.encode("large.y4m -o out.264 --level 3").refused("level 3 allows");
    place.encode("in.y4m -o out.264 --seek 4").refused("has 4 whole frames: --seek 4 leaves none of them");
    place.encode("in.y4m -o in.y4m --codec h264").refused("is the same file as the input");
    place.encode("in.y4m -o out.264 --recon in.y4m").refused("is the same file as the input");
    place.encode("in.y4m -o out.264 --recon ./out.264").refused("--recon ./out.264 are the same file");
    place.encode("in.y4m -o out.264 --recon no/r.y4m").refused("the folder no does not exist");
    assert_eq!(place.names(), ["gray.y4m", "in.y4m", "large.y4m"]);
}
