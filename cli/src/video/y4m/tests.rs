//! First lines and frames, valid and invalid.

use super::*;

fn parsed(line: &str) -> Result<Header, Error> {
    header(&mut line.as_bytes(), "in.y4m")
}

#[test]
fn words_come_in_any_order_and_most_may_be_missing() {
    let header = parsed("YUV4MPEG2 H288 W352\n").expect("a size");
    let shape = Shape { width: 352, height: 288, gray: false };
    assert_eq!((header.shape, header.rate, header.aspect, header.full_range), (shape, None, None, None));
    let header = parsed("YUV4MPEG2 Cmono F60000:2002 XCOLORRANGE=FULL  A24:22 Ip W3 H1 XYSCSS=X\n").expect("all");
    assert!(header.shape.gray);
    assert_eq!((header.rate, header.aspect), (Some((30000, 1001)), Some((12, 11))));
    assert_eq!(header.full_range, Some(true));
    assert_eq!(parsed("YUV4MPEG2 W2 H2 F0:0 A0:0\n").expect("unknowns").rate, None);
    assert_eq!(parsed("YUV4MPEG2 W2 H2 C420\r\n").expect("two bytes that end a line").shape.width, 2);
}

#[test]
fn what_is_written_is_read() {
    for line in [
        "YUV4MPEG2 W4 H6 F24000:1001 A8:9 XCOLORRANGE=LIMITED C420paldv\n",
        "YUV4MPEG2 W1 H1 F0:0 A0:0 Cmono\n",
        "YUV4MPEG2 W4294 H9 F25:1 A0:0 C420\n",
    ] {
        let mut written = Vec::new();
        writer(&parsed(line).expect("a header")).write_header(&mut written).expect("a vector takes all");
        assert_eq!(String::from_utf8_lossy(&written), line);
    }
}

#[test]
fn the_older_word_for_chroma_counts_where_there_is_no_other() {
    for (words, chroma) in [
        ("XYSCSS=420JPEG", "C420jpeg"),
        ("XYSCSS=420MPEG2", "C420mpeg2"),
        ("XYSCSS=420PALDV", "C420paldv"),
        ("XYSCSS=420", "C420"),
        ("XYSCSS=MONO", "Cmono"),
        ("XYSCSS=WHATEVER", "C420"),
        ("C420jpeg XYSCSS=444", "C420jpeg"),
        ("XYSCSS=444 Cmono", "Cmono"),
        ("XCOLORRANGE=FULL XYSCSS=420PALDV XOTHER", "C420paldv"),
    ] {
        let header = parsed(&format!("YUV4MPEG2 W2 H2 {words}\n")).expect(words);
        assert_eq!(format!("{:?}", header.chroma), chroma, "{words}");
        assert_eq!(header.shape.gray, chroma == "Cmono", "{words}");
    }
    for (words, what) in [
        ("XYSCSS=444", "has 4:4:4 samples, "),
        ("XYSCSS=422", "has 4:2:2 samples, "),
        ("XYSCSS=411", "has 4:1:1 samples, "),
        ("XYSCSS=420P10", "has 10-bit samples, "),
        ("XYSCSS=444P16", "has 16-bit samples, "),
        ("XYSCSS=420JPEG C444", "has 4:4:4 samples, "),
    ] {
        let error = parsed(&format!("YUV4MPEG2 W2 H2 {words}\n")).expect_err(words).to_string();
        assert!(error.starts_with(what) && error.contains("`ffmpeg -i in.y4m -pix_fmt yuv420p "), "{words}: {error}");
    }
}

#[test]
fn what_cannot_be_is_said() {
    let cases = [
        ("YUV4MPEG2 W352", "its first line does not end within 14 bytes"),
        ("YUV4MPEG2x W2 H2\n", "does not begin with YUV4MPEG2"),
        ("YUV4MPEG2 F25:1\n", "says no width or no height"),
        ("YUV4MPEG2 W0 H16\n", "has frames of 0x16; 1 to 16384 columns"),
        ("YUV4MPEG2 W999999 H2\n", "has frames of 999999x2; 1 to"),
        ("YUV4MPEG2 W4294967296 H4294967296\n", "has frames of 4294967296x4294967296; 1 to"),
        ("YUV4MPEG2 W99999999999999999999 H2\n", "its width W99999999999999999999 is invalid"),
        ("YUV4MPEG2 W-2 H2\n", "its width W-2 is invalid"),
        ("YUV4MPEG2 W+2 H2\n", "its width W+2 is invalid"),
        ("YUV4MPEG2 W2 H2 F25\n", "its rate F25 is not N:D"),
        ("YUV4MPEG2 W2 H2 F4294967297:4294967296\n", "its rate F"),
        ("YUV4MPEG2 W2 H2 A1\n", "its aspect A1 is not N:D"),
        (
            "YUV4MPEG2 W2 H2 It\n",
            "is interlaced, but progressive frames are needed: convert it with `ffmpeg -i in.y4m -vf yadif",
        ),
        ("YUV4MPEG2 W2 H2 Im\n", "is interlaced"),
        (
            "YUV4MPEG2 W2 H2 C422\n",
            "has 4:2:2 samples, but 8-bit 4:2:0 or gray is needed: convert it with `ffmpeg -i in.y4m -pix_fmt yuv420p",
        ),
        ("YUV4MPEG2 W2 H2 C420p10\n", "has 10-bit samples"),
        ("YUV4MPEG2 W2 H2 C411\n", "has 4:1:1 samples"),
        ("YUV4MPEG2 W2 H2 Cmono16\n", "has 16-bit gray samples"),
        ("YUV4MPEG2 W2 H2 C999\n", "its chroma format C999 is unknown"),
    ];
    for (line, words) in cases {
        let error = parsed(line).expect_err(line).to_string();
        assert!(error.contains(words), "{line:?}: {error}");
    }
    let endless = [MAGIC.to_vec(), vec![b' '; 10_000]].concat();
    assert!(header(&mut &endless[..], "x").is_err());
}

/// Returns the first sample of each whole frame of 2x2 gray samples, and the error that ends the reading.
fn frames(bytes: &[u8]) -> (Vec<u8>, Option<String>) {
    let header = parsed("YUV4MPEG2 W2 H2 Cmono\n").expect("a header");
    let mut frames = Y4mFrames::new(&header, bytes).expect("memory");
    let mut found = Vec::new();
    loop {
        match frames.next(found.len() as u64) {
            Ok(Some(frame)) => found.push(frame.get_y_plane()[0]),
            Ok(None) => return (found, None),
            Err(error) => return (found, Some(error.to_string())),
        }
    }
}

#[test]
fn a_frame_that_is_cut_is_told_from_the_end() {
    let whole = b"FRAME\n1abcFRAME Ip\n2abc";
    assert_eq!(frames(whole), (b"12".to_vec(), None));
    for (length, found, bytes) in [(3, 0, 0), (6, 0, 0), (9, 0, 3), (11, 1, 0), (16, 1, 0), (19, 1, 0), (22, 1, 3)] {
        let cut = format!("frame {found} is cut short: {bytes} of 4 bytes (--keep-partial encodes those before it)");
        assert_eq!(frames(&whole[..length]), (b"12"[..found].to_vec(), Some(cut)), "{length}");
    }
    assert_eq!(frames(&whole[..10]), (b"1".to_vec(), None));
    assert_eq!(frames(b""), (Vec::new(), None));
}

#[test]
fn frames_begin_with_a_line() {
    let long = [b"FRAME ", &[b'F'; 5000][..], b"\n"].concat();
    for wrong in [&b"\n"[..], b"FRAMES\n", b"FRAM\n", b"x", b"FRAME\r\n1abc", b"FRAXE", &[b'F'; 5000], &long] {
        let said = Some("broken Y4M: frame 0 does not begin with a line FRAME".to_owned());
        assert_eq!(frames(wrong), (Vec::new(), said), "{}", String::from_utf8_lossy(wrong));
    }
    assert_eq!(frames(b"FRAME\n1abcx").1, Some("broken Y4M: frame 1 does not begin with a line FRAME".to_owned()));
}
