//! `encode join`: parts encoded apart have the bytes of one run, and what cannot follow is refused.

use super::clips::*;
use super::common::*;
use codecs::h264::bits::BitWriter;
use codecs::h264::syntax::*;

/// Encodes the frames `from` to `to` of the clip in a folder as a part.
#[track_caller]
fn part(place: &Place, name: &str, (from, to): (usize, usize), switches: &str) {
    let frames = format!("--seek {from} --frames {} --first-picture {from}", to - from);
    place.encode(&format!("in.y4m -o {name} {frames} {switches}")).silently();
}

/// Returns a folder with a clip of `count` frames.
fn with_frames(count: usize) -> Place {
    let place = Place::new();
    place.put("in.y4m", &clip(count));
    place
}

/// Returns a folder with a clip and its parts `a.264`, `b.264`, `c.mp4` of 4, 4 and 3 frames.
fn with_parts() -> Place {
    let place = with_frames(11);
    for (name, range) in [("a.264", (0, 4)), ("b.264", (4, 8)), ("c.mp4", (8, 11))] {
        part(&place, name, range, "--keyint 4");
    }
    place
}

#[test]
fn joined_parts_have_the_bytes_of_one_run() {
    let place = with_frames(13);
    for (switches, keyint) in [
        ("--keyint 1", 1),
        ("--keyint 3 --qp 40 --fps 30000/1001 --range tv --colorprim bt709", 3),
        ("--keyint 2 --profile baseline --sar 4:3 --no-deblock", 2),
        ("--keyint 4 --ref 2 --range pc --sar 7:5 --fps 50/2", 4),
        ("--keyint 6 --bframes 3", 6),
        ("--keyint 5 --bframes 2 --no-cabac --crf 30 --scenecut 0", 5),
    ] {
        for groups in [1, 2] {
            let length = groups * keyint;
            let starts: Vec<usize> = (0..13).step_by(length).collect();
            for &from in &starts {
                for ending in ["264", "mp4"] {
                    part(&place, &format!("p{from}.{ending}"), (from, (from + length).min(13)), switches);
                }
            }
            for output in ["one.264", "one.mp4"] {
                place.encode(&format!("in.y4m -o {output} {switches}")).silently();
            }
            // All parts byte streams, all MP4 files, and either in turns.
            for pattern in [["264", "264"], ["mp4", "mp4"], ["264", "mp4"], ["mp4", "264"]] {
                let names: Vec<String> =
                    starts.iter().enumerate().map(|(n, from)| format!("p{from}.{}", pattern[n % 2])).collect();
                for ending in ["264", "mp4"] {
                    let ran = place.encode(&format!("join {} -o joined.{ending}", names.join(" "))).silently();
                    let summary = ran.summary.expect("a summary");
                    assert!(summary.starts_with(&format!("13 frames, {} part", starts.len())), "{summary}");
                    let same = place.get(&format!("joined.{ending}")) == place.get(&format!("one.{ending}"));
                    assert!(same, "{switches}: {names:?} to {ending}");
                }
            }
        }
    }
}

#[test]
fn what_only_one_container_holds_is_kept_from_parts_of_its_kind() {
    let place = with_frames(6);
    // MP4 files have no delimiters, and streams state 8:6 as 4:3.
    for (switches, ending, output) in [("--aud", "264", "264"), ("--aud", "mp4", "mp4"), ("--sar 8:6", "mp4", "mp4")] {
        let switches = format!("--keyint 3 {switches}");
        part(&place, &format!("a.{ending}"), (0, 3), &switches);
        part(&place, &format!("b.{ending}"), (3, 6), &switches);
        place.encode(&format!("in.y4m -o one.{output} {switches}")).silently();
        place.encode(&format!("join a.{ending} b.{ending} -o joined.{output}")).silently();
        assert!(place.get(&format!("joined.{output}")) == place.get(&format!("one.{output}")), "{switches}");
    }
}

#[test]
fn parts_may_begin_between_key_pictures_of_the_grid() {
    let place = with_frames(7);
    let ranges = [(0, 1), (1, 2), (2, 3), (3, 6), (6, 7)];
    let names = ranges.map(|(from, to)| {
        let name = format!("p{from}.264");
        part(&place, &name, (from, to), "--keyint 4");
        name
    });
    place.encode(&format!("join {} -o joined.264", names.join(" "))).silently();
    // Five key pictures, of which four follow each other directly.
    let listing = listing(&place, "joined.264");
    let ids: Vec<&str> = listing.lines().filter_map(|line| Some(line.split_once("idr_pic_id=")?.1)).collect();
    assert_eq!(ids, ["1", "3", "2", "3", "2"]);
    assert_eq!(ffmpeg(&place, "joined.264", false), names.map(|name| ffmpeg(&place, &name, false)).concat());
    assert_eq!(listing.matches("user_data_unregistered").count(), 1, "{listing}");
}

#[test]
fn parts_come_from_pipes_and_the_film_goes_to_one() {
    let place = with_parts();
    place.encode("in.y4m -o one.264 --keyint 4").silently();
    let joined = place.run(["join", "-", "b.264", "c.mp4", "-o", "-"], &place.get("a.264")).silently();
    assert!(joined.stdout == place.get("one.264"));
    let joined = place.run(["join", "a.264", "b.264", "-", "-o", "-", "--quiet"], &place.get("c.mp4")).silently();
    assert!(joined.stdout == place.get("one.264") && joined.summary.is_none());
}

#[test]
fn parts_of_other_options_are_refused_by_the_first_element() {
    let place = with_parts();
    place.encode("in.y4m -o qp.264 --keyint 4 --qp 26").silently();
    place.put("large.y4m", &y4m([64, 32], "F25:1 C420jpeg", &frames([64, 32], 2, false)));
    place.encode("large.y4m -o large.264 --keyint 4").silently();
    let advice = "; encode all parts with the same options";
    for (switches, words) in [
        ("--ref 2", "sequence parameter set has max_num_ref_frames = 2, that of a.264 has 3"),
        ("--no-cabac", "picture parameter set has entropy_coding_mode_flag = 0, that of a.264 has 1"),
        ("--no-8x8dct --profile high", "picture parameter set has no transform_8x8_mode_flag, that of a.264 has 1"),
        ("--fps 50", "sequence parameter set has time_scale = 100, that of a.264 has 50"),
        ("--profile main", "sequence parameter set has profile_idc = 77, that of a.264 has 100"),
    ] {
        for other in ["o.264", "o.mp4"] {
            place.encode(&format!("in.y4m -o {other} --keyint 4 --first-picture 4 {switches}")).silently();
            for output in ["x.264", "x.mp4"] {
                let ran = place.encode(&format!("join a.264 {other} -o {output}"));
                ran.refused(&format!("encode: {other}: its {words}{advice}"));
            }
        }
    }
    place.encode("in.y4m -o qp30.264 --keyint 4 --first-picture 4 --qp 30").silently();
    let words = "qp30.264: its picture parameter set has pic_init_qp_minus26 = 4, that of qp.264 has 0";
    place.encode("join qp.264 qp30.264 -o x.mp4").refused(words);
    let words = "large.264: its sequence parameter set has pic_width_in_mbs_minus1 = 3, that of a.264 has 1";
    place.encode("join a.264 large.264 -o x.mp4").refused(words);
    assert!(!place.path("x.264").exists() && !place.path("x.mp4").exists());
    assert!(place.names().iter().all(|name| !name.contains("part")), "{:?}", place.names());
}

#[test]
fn key_pictures_that_follow_each_other_with_one_number_are_refused() {
    let place = with_parts();
    for name in ["k.264", "l.mp4"] {
        place.encode(&format!("in.y4m -o {name} --keyint 4 --frames 1")).silently();
    }
    let words = "l.mp4: its first picture would follow the key picture at the end of k.264 with the same idr_pic_id, 1: \
                 encode it with --first-picture 5";
    place.encode("join a.264 k.264 l.mp4 -o x.264").refused(words);
    // A key picture may follow another picture with any number.
    place.encode("join a.264 a.264 a.264 -o x.264").silently();
    place.encode("in.y4m -o l.mp4 --keyint 4 --frames 1 --first-picture 5").silently();
    place.encode("join a.264 k.264 l.mp4 -o x.264").silently();
    assert_eq!(ffmpeg(&place, "x.264", false).len(), 6 * 1536);
}

/// Returns the byte offsets of the NAL units of a byte stream of `encode`, by type.
fn units(stream: &[u8]) -> Vec<(u8, usize)> {
    let starts = stream.windows(3).enumerate().filter(|(_, window)| *window == [0, 0, 1]);
    starts.map(|(at, _)| (stream[at + 3] & 31, at + 3)).collect()
}

#[test]
fn cut_and_damaged_parts_are_refused_with_the_place() {
    let place = with_parts();
    let (stream, mp4) = (place.get("b.264"), place.get("c.mp4"));
    let at = |kind: u8| units(&stream).into_iter().find(|unit| unit.0 == kind).expect("a unit").1;
    let without_key = [&stream[..at(5) - 3], &stream[at(1) - 3..]].concat();
    let flipped = |at: usize| [&stream[..at], &[stream[at] ^ 0xFF], &stream[at + 1..]].concat();
    let cut = "is cut, damaged or of an unsupported kind: byte ";
    for (name, bytes, words) in [
        ("sets.264", &stream[..at(8) + 2], cut),
        ("only.264", &stream[..at(5) - 3], "SPS is followed by no picture"),
        ("header.264", &stream[..at(5) + 1], cut),
        ("start.264", &stream[..at(1)], "the NAL unit is empty"),
        ("p.264", &without_key, "its first picture is no key picture (IDR)"),
        ("nosets.264", &stream[at(5) - 3..], "PPS 0 is used but was never sent"),
        ("forbidden.264", &flipped(at(1)), "forbidden_zero_bit = 1"),
        ("index.mp4", &mp4[..mp4.len() / 2], cut),
        ("end.mp4", &mp4[..mp4.len() - 1], "stco: a sample lies beyond the end of the file"),
        ("empty.264", &[], "is empty"),
        ("text.264", b"a text", "is neither an H.264 byte stream nor an MP4 file"),
    ] {
        place.put(name, bytes);
        place.put("x.264", b"older");
        for output in ["x.264", "x.mp4"] {
            let ran = place.encode(&format!("join a.264 {name} c.mp4 -o {output}"));
            let text = ran.refused(words).stderr;
            assert!(text.starts_with(&format!("encode: {name}: ")), "{text}");
        }
        assert_eq!(place.get("x.264"), b"older", "{name}");
        assert!(place.names().iter().all(|name| !name.contains("part") && name != "x.mp4"), "{:?}", place.names());
    }
    place.encode("join none.264 -o x.264").refused("none.264: cannot be read");
    place.encode("join . -o x.264").refused("is a folder, not a part");
}

#[test]
fn mp4_parts_of_another_timescale_are_refused_by_name() {
    let place = with_parts();
    place.encode("in.y4m -o d.mp4 --keyint 4 --frames 4").silently();
    let mut other = place.get("d.mp4");
    let mdhd = other.windows(4).position(|window| window == b"mdhd").expect("a media header");
    other[mdhd + 16..mdhd + 20].copy_from_slice(&50_u32.to_be_bytes());
    place.put("fast.mp4", &other);
    let words =
        "fast.mp4: its timescale is 50 with 1 a picture, that of a.264 25 with 1: encode all parts with the same";
    place.encode("join a.264 fast.mp4 -o x.mp4").refused(words);
    place
        .encode("join fast.mp4 c.mp4 -o x.mp4")
        .refused("c.mp4: its timescale is 25 with 1 a picture, that of fast.mp4");
    assert!(!place.path("x.mp4").exists());
    // A byte stream states its own rate.
    place.encode("join a.264 fast.mp4 -o x.264").silently();
    place.encode("join fast.mp4 b.264 -o x.mp4").silently();
    let joined = place.get("x.mp4");
    assert_eq!(joined[mdhd + 16..mdhd + 20], 50_u32.to_be_bytes());
}

#[test]
fn a_part_is_never_overwritten_and_an_output_is_checked_first() {
    let place = with_parts();
    let before = place.get("b.264");
    std::fs::hard_link(place.path("b.264"), place.path("hard.264")).expect("a link");
    for other in ["b.264", "./b.264", "hard.264"] {
        let words = format!("{other}: -o {other} is the same file as the part b.264, which would be overwritten");
        place.encode(&format!("join a.264 b.264 -o {other}")).refused(&words);
    }
    #[cfg(unix)]
    {
        let words = "is the same file as the part a.264";
        shell(&place, r#""$ENCODE" join a.264 b.264 -o - >> a.264"#).refused(words);
        shell(&place, r#""$ENCODE" join a.264 b.264 -o - >&-"#).refused("is closed");
    }
    assert_eq!(place.get("b.264"), before);
    place.encode("join a.264 -o none/x.264").refused("the folder none does not exist");
    for name in ["x.jpg", "x", "x.mkv"] {
        place.encode(&format!("join a.264 -o {name}")).refused("this name selects no format to join to");
    }
    place.encode("join -o x.264").misused("<PART>");
    place.encode("join a.264").misused("--output <FILE>");
    let help = String::from_utf8(place.encode("join --help").silently().stdout).expect("text");
    assert!(help.contains("encode join a.264 b.264 -o film.mp4") && help.contains("--first-picture"), "{help}");
}

#[test]
fn a_part_of_another_encoder_keeps_its_pictures() {
    let place = with_parts();
    // Parameter sets stand once in it, before the first picture.
    let stream = place.get("a.264");
    let first = units(&stream);
    let slices: Vec<usize> = first.iter().filter(|unit| matches!(unit.0, 1 | 5)).map(|unit| unit.1 - 3).collect();
    let other = [&stream[..], &stream[slices[0]..], &[0, 0, 1, 0x0B]].concat();
    place.put("other.264", &other);
    place.encode("join other.264 a.264 -o x.264").silently();
    let listing = listing(&place, "x.264");
    let count = |kind: &str| listing.lines().filter(|line| line.split_whitespace().nth(1) == Some(kind)).count();
    assert_eq!((count("SPS"), count("PPS"), count("IDR"), count("slice"), count("end")), (3, 3, 3, 9, 0), "{listing}");
    let frames = ffmpeg(&place, "a.264", false);
    assert_eq!(ffmpeg(&place, "x.264", false), frames.repeat(3));
    place.encode("join other.264 a.264 -o x.mp4").silently();
    assert_eq!(ffmpeg(&place, "x.mp4", false), frames.repeat(3));
}

/// Returns a stream of one IDR picture, without slice data, after these parameter sets.
fn headers(sps: Sps, pps: &[Pps]) -> Vec<u8> {
    let mut sets = ParameterSets::default();
    let mut out = Vec::new();
    let mut put = |kind, rbsp: Vec<u8>| {
        write_byte_stream_nal_unit(StartCode::Long, NalHeader::new(3, kind), &rbsp, &mut out);
    };
    put(NalUnitType::SPS, sps.to_rbsp(()).expect("a parameter set"));
    sets.insert_sps(sps);
    for pps in pps {
        put(NalUnitType::PPS, pps.to_rbsp(&sets).expect("a parameter set"));
        sets.insert_pps(pps.clone());
    }
    let slice_type = SliceKind::I.of_all();
    let header = SliceHeader { slice_type, dec_ref_pic_marking: DecRefPicMarking::IDR, ..SliceHeader::default() };
    let nal = NalHeader::new(3, NalUnitType::IDR_SLICE);
    let mut bits = BitWriter::new();
    header.write(SliceContext { sets: &sets, nal }, &mut bits).expect("a slice header");
    bits.rbsp_trailing();
    put(NalUnitType::IDR_SLICE, bits.into_bytes());
    out
}

#[test]
fn streams_that_an_mp4_file_cannot_hold_are_joined_to_byte_streams() {
    let place = Place::new();
    let timed = |sps: Sps| {
        let vui = Vui { timing: Timing::from_frame_rate(25, 1), ..Vui::default() };
        Sps { vui: Some(vui), ..sps }
    };
    let in_order = Sps { pic_order_cnt: PicOrderCnt::Decoding, ..Sps::default() };
    let fields = Sps { frame_mbs_only_flag: false, ..in_order.clone() };
    let two = [0, 1].map(|pic_parameter_set_id| Pps { pic_parameter_set_id, ..Pps::default() });
    let one = &two[..1];
    for (name, stream, words) in [
        ("untimed.264", headers(in_order.clone(), one), "states no frame rate, which an MP4 file needs"),
        ("reordered.264", headers(timed(Sps::default()), one), "may be shown in another order than they are"),
        ("fields.264", headers(timed(fields), one), "its pictures may be fields, which is not supported"),
        ("sets.264", headers(timed(in_order.clone()), &two), "has 2 picture parameter sets, but an"),
    ] {
        place.put(name, &stream);
        place.encode(&format!("join {name} -o x.mp4")).refused(words);
        place.encode(&format!("join {name} -o x.264")).silently();
        // The slice has a short start code.
        assert_eq!(place.get("x.264").len() + 1, stream.len(), "{name}");
    }
    place.put("one.264", &headers(timed(in_order), one));
    let words = "sets.264: its picture parameter set 1 is not among those at the beginning of one.264";
    place.encode("join one.264 sets.264 -o x.264").refused(words);
    place.encode("join one.264 -o x.mp4").silently();
}
