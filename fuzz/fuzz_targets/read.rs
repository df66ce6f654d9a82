//! Law: for any bytes and options, reading returns a consistent picture, or an error of one line.
//!
//! The first three bytes choose the options and the rest is the file, so a picture with three bytes before it is a
//! seed.
#![no_main]

use encode::args::{Background, Depth, FourColours, Keep};
use encode::input::{Metadata, ReadOptions, Samples, read};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some((&[flags, level, tint], file)) = data.split_first_chunk() else {
        return Corpus::Reject;
    };
    let depth = match flags & 10 {
        0 => Depth::Round,
        2 => Depth::Error,
        _ => Depth::Keep,
    };
    let background = Background([level, level, if flags & 1 == 0 { level } else { tint }]);
    let options = ReadOptions::default()
        .with_background(background)
        .with_depth(depth)
        .with_four_colours((flags & 16 != 0).then_some(FourColours::Ycck))
        .with_keep(if flags & 4 != 0 { Keep::NONE } else { Keep::ALL });
    match read(file.to_vec(), &options) {
        Ok(picture) => {
            let samples = picture.width as usize * picture.height as usize * picture.colours.count();
            assert_eq!(picture.samples.count(), samples);
            assert!((0..samples).all(|place| picture.samples.at(place) <= picture.maxval));
            assert!(picture.maxval == 255 || options.depth == Depth::Keep);
            assert!((1..=65535).contains(&picture.width) && (1..=65535).contains(&picture.height));
            assert!(options.keep == Keep::ALL || picture.metadata == Metadata::default());
            match &picture.samples {
                Samples::Eight(samples) => assert!(picture.pixels(samples).is_ok()),
                Samples::Sixteen(samples) => assert!(picture.pixels(samples).is_ok()),
            }
        }
        Err(error) => {
            let line = error.to_string();
            assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
        }
    }
    Corpus::Keep
});
