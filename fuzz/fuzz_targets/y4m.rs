//! Law: for any bytes, reading video returns frames or an error of one line.
//!
//! The first byte chooses whether the rest, which is the file, is read as raw video of 16x16; so a Y4M file with a zero
//! before it is a seed.
#![no_main]

use encode::args::{FrameSize, PixFmt, VideoInput};
use encode::count_frames;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some((&flags, file)) = data.split_first() else {
        return Corpus::Reject;
    };
    let formats = [PixFmt::I420, PixFmt::Nv12, PixFmt::Gray, PixFmt::I444];
    let how = match flags & 1 {
        0 => VideoInput::default(),
        _ => VideoInput {
            size: Some(FrameSize { width: 16, height: 16 }),
            pix_fmt: Some(formats[usize::from(flags >> 1 & 3)]),
            ..VideoInput::default()
        },
    };
    match count_frames(file.to_vec(), &how) {
        // A frame has at least one byte.
        Ok(frames) => assert!(frames <= file.len() as u64),
        Err(error) => {
            let line = error.to_string();
            assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
        }
    }
    Corpus::Keep
});
