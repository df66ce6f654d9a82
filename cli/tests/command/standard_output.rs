//! Standard output that loses data: closed, or open for reading only.
#![cfg(unix)]

use super::common::*;

/// All uses of standard output.
const WRITERS: [&str; 9] = [
    "in.png -o - --codec jpeg",
    "in.png -o - --lossless",
    "in.png -o /dev/stdout --codec jpeg",
    "in.png -o out.jpg --json",
    "in.png -o out.jpg --trace -",
    "inspect in.jpg",
    "compare in.264 --recon in.y4m",
    "man",
    "completions bash",
];

fn with_files() -> Place {
    let place = super::clips::with_clip();
    place.put("in.png", &png(colours(30, 20)));
    place.put("in.jpg", &in_format(colours(20, 20), image::ImageFormat::Jpeg));
    place.encode("in.y4m -o in.264").silently();
    place
}

#[test]
fn a_closed_standard_output_is_an_error() {
    let place = with_files();
    place.put("other", b"of nobody's");
    let before = place.names();
    for writer in WRITERS {
        let refused = shell(&place, &format!("\"$ENCODE\" {writer} >&-"));
        refused.refused("standard output: is closed, or is /dev/null opened for reading and writing: redirect it to");
        let refused = shell(&place, &format!("\"$ENCODE\" {writer} >&- <&-"));
        refused.refused("standard output: is closed");
        shell(&place, &format!("\"$ENCODE\" {writer} 1< other")).refused("standard output: is open for reading only");
    }
    assert_eq!(shell(&place, "\"$ENCODE\" in.png -o - --codec jpeg >&- 2>&-").status, Some(1));
    assert_eq!(place.names(), before);
}

#[test]
fn what_is_discarded_on_purpose_is_no_error() {
    let place = with_files();
    for writer in WRITERS.into_iter().filter(|writer| !writer.starts_with("compare")) {
        for discard in ["> /dev/null", ">> /dev/null", "> /dev/null 2>&1", "1> /dev/null 0<&-"] {
            let ran = shell(&place, &format!("\"$ENCODE\" {writer} {discard}"));
            assert_eq!((ran.status, ran.stdout, &*ran.stderr), (Some(0), Vec::new(), ""), "{writer} {discard}");
        }
    }
    // The caller wants only the status.
    let both = "1<> /dev/null 2<> /dev/null";
    assert_eq!(shell(&place, &format!("\"$ENCODE\" inspect in.jpg {both}")).status, Some(0));
    place.put("bad.jpg", &place.get("in.jpg")[..20]);
    assert_eq!(shell(&place, &format!("\"$ENCODE\" inspect bad.jpg {both}")).status, Some(1));
    assert_eq!(shell(&place, &format!("\"$ENCODE\" in.png -o - --codec jpeg {both}")).status, Some(1));
}

#[test]
fn who_writes_nothing_there_may_have_it_closed() {
    let place = with_files();
    for streams in [">&-", "1<> /dev/null", "<&- >&- 2>&-", "0<> /dev/null 1<> /dev/null 2<> /dev/null", "1< in.png"] {
        for line in ["in.png -o out.jpg", "in.y4m -o out.264", "in.png -o /dev/null --codec jpeg"] {
            assert_eq!(shell(&place, &format!("\"$ENCODE\" {line} {streams}")).status, Some(0), "{line} {streams}");
        }
        decoded(&place.get("out.jpg"));
    }
}
