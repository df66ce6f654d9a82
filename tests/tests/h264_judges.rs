//! Checks of the decoders that judge the H.264 encoder: on streams of x264, both agree.

use tests::h264::{ffmpeg, has_ffmpeg, nal_units, openh264, x264};

#[test]
fn two_decoders_agree_on_cropped_frames() {
    if !has_ffmpeg() {
        return;
    }
    for (size, [height, width]) in [("64x48", [48, 64]), ("50x38", [38, 50]), ("176x144", [144, 176])] {
        for options in [&["-profile:v", "baseline"][..], &["-bf", "0", "-profile:v", "high"], &["-g", "1", "-bf", "0"]]
        {
            let options = [options, &["-pix_fmt", "yuv420p"]].concat();
            let stream = x264(size, 7, &options).expect("x264 codes the test picture");
            let by_ffmpeg = ffmpeg(&stream, [height, width], false).expect("ffmpeg decodes");
            let by_openh264 = openh264(&stream).expect("openh264 decodes");
            assert_eq!(by_ffmpeg.len(), 7, "{size} {options:?}");
            assert!(by_ffmpeg == by_openh264, "{size} {options:?}: {} frames", by_openh264.len());
        }
    }
}

#[test]
fn a_monochrome_stream_is_luma_alone() {
    if !has_ffmpeg() {
        return;
    }
    for (size, [height, width]) in [("50x38", [38, 50]), ("64x48", [48, 64])] {
        let stream = x264(size, 3, &["-bf", "0", "-pix_fmt", "gray"]).expect("x264 codes the test picture");
        let frames = ffmpeg(&stream, [height, width], true).expect("ffmpeg decodes");
        assert_eq!(frames.iter().map(Vec::len).collect::<Vec<_>>(), [height * width; 3]);
        if height % 16 == 0 && width % 16 == 0 {
            let mut luma = openh264(&stream).expect("openh264 decodes");
            luma.iter_mut().for_each(|frame| frame.truncate(height * width));
            assert!(frames == luma);
        }
    }
}

#[test]
fn a_damaged_stream_is_told() {
    if !has_ffmpeg() {
        return;
    }
    let mut stream = x264("64x48", 3, &["-bf", "0", "-pix_fmt", "yuv420p"]).expect("x264 codes the test picture");
    let slice = nal_units(&stream).iter().position(|unit| unit[0] & 31 == 1).expect("a P picture");
    let at = nal_units(&stream)[..slice].iter().map(|unit| unit.len() + 3).sum::<usize>();
    stream[at + 20..].fill(0x55);
    assert!(ffmpeg(&stream, [48, 64], false).is_err());
}
