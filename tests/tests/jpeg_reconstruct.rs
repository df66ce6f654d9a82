//! Reconstruction of JPEG files: the samples of djpeg.
//!
//! Every sampling is combined with sizes around blocks, and kinds of pictures and qualities vary.

use codecs::jpeg::baseline::{Encoder, Options};
use codecs::jpeg::{JpegError, Restart, Scans};
use codecs::picture::PixelFormat;
use tests::Random;
use tests::jpeg::{Case, Content, KINDS, Kind, Plane, Programs, SAMPLINGS, SIZES, Tables};

/// Returns interleaved samples as planes.
fn planes(samples: &[u8], (width, height): (usize, usize), channels: usize) -> Vec<Plane> {
    let plane = |c: usize| Plane { width, height, data: samples.iter().skip(c).step_by(channels).copied().collect() };
    (0..channels).map(plane).collect()
}

/// Returns whether libjpeg decodes the factors: each divides the largest one.
fn divides(case: &Case) -> bool {
    let most = case.most();
    case.is_legal() && case.factors().iter().all(|(h, v)| most.0.is_multiple_of(*h) && most.1.is_multiple_of(*v))
}

#[test]
fn samples_are_those_of_djpeg() {
    let programs = Programs::find("reconstruct").expect("a folder for temporary files");
    if !programs.djpeg {
        return;
    }
    let (mut compared, mut random) = (0, Random::new(33));
    let choices = SIZES.into_iter().flat_map(|size| [Content::Noise, Content::Gradient].map(|content| (size, content)));
    for (sampling, (size, content)) in choices.flat_map(|choice| (0..SAMPLINGS.len()).map(move |n| (n, choice))) {
        // All sizes with the usual kind of picture, and each other kind with some.
        let other = KINDS[random.between(0, KINDS.len() as isize) as usize];
        for kind in [Kind::Natural(PixelFormat::Rgb), other] {
            let case = Case {
                sampling,
                kind,
                scans: Scans::Interleaved,
                restart: Restart::Never,
                tables: Tables::Standard,
                size,
                content,
            };
            if !divides(&case) {
                continue;
            }
            let source = case.source(&mut random);
            let picture = source.pixels().expect("a lawful picture");
            let made_with = case.options().expect("lawful options");
            let transformed = Encoder::new(made_with.clone()).transform(&picture).expect("a lawful picture");
            let quality = random.between(1, 101) as u8;
            let options = made_with.with_quant(Options::new(quality).expect("a quality").quant);
            let ours = match transformed.reconstruct(&options) {
                Err(JpegError::Colour { from: "CMYK", .. }) => continue,
                decoded => decoded.expect("a picture of gray or RGB"),
            };
            let mut file = Vec::new();
            transformed.encode(&options, &mut file).expect("a file");
            let theirs = programs.djpeg_pixels("file", &file, &[]).expect("djpeg decodes it");
            assert!(planes(&ours.samples, size, ours.channels) == theirs, "{case:?}, quality {quality}");
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared} files");
}
