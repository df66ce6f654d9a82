//! Frame rates of every kind, as ffprobe reads them from the outputs.

use super::clips::*;
use super::common::*;
use std::process::Command;

/// Returns ffprobe's output for entries of a file, and its warnings.
#[track_caller]
fn probe(place: &Place, name: &str, entries: &str) -> (String, String) {
    let mut command = Command::new("ffprobe");
    command.current_dir(place.path(".")).args(["-v", "warning", "-of", "default=nw=1:nk=1", "-count_packets"]);
    let ran = command.args(["-show_entries", entries, name]).output().expect("ffprobe comes with ffmpeg");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).split_whitespace().collect::<Vec<_>>().join(" ");
    (text(&ran.stdout), text(&ran.stderr))
}

#[test]
fn players_take_the_time_scale_of_any_rate() {
    let place = with_clip();
    for (typed, rate, seconds) in [
        ("1/1", "1/1", "4.000000"),
        ("1/3600", "1/3600", "14400.000000"),
        ("24000/1001", "24000/1001", "0.166833"),
        ("30000/1001", "30000/1001", "0.133467"),
        ("4000000", "4000000/1", "0.000001"),
        ("2147483647/2147483646", "2147483647/2147483646", "4.000000"),
        // A fraction that is reduced.
        ("4294967295/4294967295", "1/1", "4.000000"),
        ("4000000000/160000000", "25/1", "0.160000"),
        ("3/4294967295", "1/1431655765", "5726623060.000000"),
        // The nearest fraction whose two numbers players accept.
        ("4294967295/4294967294", "1/1", "4.000000"),
        ("4294967294/4294967295", "1/1", "4.000000"),
        ("2147483647/4294967295", "1/2", "8.000000"),
        ("4294967295/2147483647", "2/1", "2.000000"),
        ("2/4294967295", "1/2147483647", "8589934588.000000"),
        // Durations of more than 32 bits.
        ("1/2147483647", "1/2147483647", "8589934588.000000"),
    ] {
        place.encode(&format!("in.y4m -o out.mp4 --bframes 0 --fps {typed}")).silently();
        let (said, complaints) = probe(&place, "out.mp4", "stream=avg_frame_rate,duration,nb_read_packets");
        assert_eq!((said, complaints), (format!("{rate} {seconds} 4"), String::new()), "{typed}");
        // The byte stream states the same rate; its ticks are fields. (ffprobe rounds the rate of a byte stream.)
        place.encode(&format!("in.y4m -o out.264 --fps {typed}")).silently();
        let listing = listing(&place, "out.264");
        let element = |name: &str| {
            let mut words = listing.split_whitespace().filter_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            words.next().and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{typed}: {listing}"))
        };
        let (scale, ticks): (u64, u64) = (element("time_scale"), element("num_units_in_tick"));
        let (frames, per) = rate.split_once('/').expect("a fraction");
        assert_eq!(
            (scale, ticks),
            (2 * frames.parse::<u64>().expect("a number"), per.parse().expect("one")),
            "{typed}"
        );
    }
}

#[test]
fn rates_that_no_file_can_state_are_refused() {
    let place = with_clip();
    for name in ["out.mp4", "out.264"] {
        for rate in ["1/4294967295", "1/2147483648", "2147483648/1", "4294967295/1"] {
            let bounds = "pictures a second requested; H.264 streams and MP4 files hold 1/2147483647 to 2147483647";
            place.encode(&format!("in.y4m -o {name} --fps {rate}")).refused(&format!("in.y4m: {rate} {bounds}"));
        }
    }
    // With B pictures a picture is shown some pictures after it is decoded.
    place.encode("in.y4m -o out.mp4 --fps 1/3600").silently();
    let text = "a picture is shown 2 pictures of 2147483647 ticks after it is decoded; MP4 files hold 2147483647 ticks";
    place.encode("in.y4m -o x.mp4 --fps 1/2147483647").refused(text);
    assert_eq!(place.names(), ["in.y4m", "out.mp4"]);
}
