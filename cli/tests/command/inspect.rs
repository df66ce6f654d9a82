//! `encode inspect`: files of any length, from files and from pipes.

use crate::clips::{listing, with_clip};
#[cfg(unix)]
use crate::common::{Place, shell};
use crate::common::{colours, png};

/// Returns a folder with a JPEG of restart markers outside of a scan: two bytes of file make two lines of listing.
#[cfg(unix)]
fn with_restarts(count: usize) -> Place {
    let place = Place::new();
    place.put("in.jpg", &[b"\xFF\xD8\xFF\xE0\0\x02", &b"\xFF\xD0".repeat(count)[..]].concat());
    place
}

#[cfg(target_os = "linux")]
#[test]
fn inspect_takes_no_more_memory_for_a_longer_file() {
    let place = with_restarts(1_000_000);
    // About 270 bytes per byte of file would be 540 MB; the program alone needs about 100 MB of address space.
    let ran = shell(&place, r#"ulimit -v 350000; "$ENCODE" inspect in.jpg | tail -n 1"#);
    assert_eq!(
        (&ran.stdout[..], &ran.stderr[..]),
        (&b"1000001 complaints\n"[..], "encode: in.jpg: complaints: 1000001\n")
    );
}

#[cfg(unix)]
#[test]
fn inspect_ends_where_its_reader_does() {
    let ran = shell(&with_restarts(100_000), r#""$ENCODE" inspect in.jpg | head -n 1"#);
    assert_eq!(ran.stdout, b"     offset  marker code length\n");
    assert_eq!(ran.stderr, "encode: in.jpg: cannot be written: its reader has closed it\n");
}

#[test]
fn inspect_lists_a_pipe_as_it_lists_the_file() {
    let place = with_clip();
    place.put("in.png", &png(colours(40, 30)));
    place.encode("in.png -o out.jpg").silently();
    place.encode("in.y4m -o out.264").silently();
    place.encode("in.y4m -o out.mp4").silently();
    for name in ["out.jpg", "out.264", "out.mp4"] {
        let piped = place.run(["inspect", "-"], &place.get(name)).silently();
        assert_eq!(String::from_utf8(piped.stdout).expect("text"), listing(&place, name), "{name}");
    }
}
