//! Y4M in the variants of older and newer writers.

use super::clips::*;
use super::common::*;

#[test]
fn the_older_word_for_chroma_counts_where_there_is_no_other() {
    let place = Place::new();
    let frames = frames([32, 32], 2, false);
    place.put("plain.y4m", &y4m([32, 32], "F25:1", &frames));
    place.encode("plain.y4m -o plain.264").silently();
    for words in ["F25:1 XYSCSS=420JPEG", "F25:1 XYSCSS=420PALDV", "F25:1 C420jpeg XYSCSS=444", "F25:1 XYSCSS=WHATEVER"]
    {
        place.put("in.y4m", &y4m([32, 32], words, &frames));
        place.encode("in.y4m -o out.264").silently();
        assert_eq!(place.get("out.264"), place.get("plain.264"), "{words}");
    }
    for (words, what) in [
        ("XYSCSS=444", "4:4:4"),
        ("XYSCSS=422", "4:2:2"),
        ("XYSCSS=411", "4:1:1"),
        ("XYSCSS=420P10", "10-bit"),
        ("C444 XYSCSS=420JPEG", "4:4:4"),
    ] {
        place.put("in.y4m", &y4m([32, 32], words, &[vec![128; 3 * 32 * 32]]));
        let convert = "`ffmpeg -i in.y4m -pix_fmt yuv420p -f yuv4mpegpipe out.y4m`";
        let text = format!("has {what} samples, but 8-bit 4:2:0 or gray is needed: convert it with {convert}");
        place.encode("in.y4m -o out.264").refused(&text);
    }
    place.put("gray.y4m", &y4m([32, 32], "XYSCSS=MONO F25:1", &[vec![9; 32 * 32]]));
    place.encode("gray.y4m -o out.264").silently();
    assert_eq!(ffmpeg(&place, "out.264", true), vec![9; 32 * 32]);
}

#[test]
fn what_recon_writes_is_read_again_and_by_ffmpeg() {
    let place = with_clip();
    place.encode("in.y4m -o out.264 --recon r.y4m --sar 4:3 --range pc").silently();
    place.encode("r.y4m -o again.264 --recon again.y4m").silently();
    let first = |name: &str| place.get(name).split(|&byte| byte == b'\n').next().expect("a line").to_vec();
    assert_eq!(first("r.y4m"), first("again.y4m"));
    assert_eq!(ffmpeg(&place, "r.y4m", false), samples_of_y4m(&place.get("r.y4m"), 32 * 32 * 3 / 2));
}
