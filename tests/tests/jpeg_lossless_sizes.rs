//! File sizes of the lossless JPEG encoder. They are compared with libjpeg-turbo 3, and with the best of the seven
//! predictors.

use codecs::jpeg::lossless::{Options, Predictor, encode};
use codecs::picture::{PixelFormat, Pixels};
use rayon::iter::{ParallelBridge as _, ParallelIterator as _};
use std::io::{self, Write};
use tests::jpeg::lossless::{Picture, Samples, Turbo, pictures, shared_pictures};

/// A sink that counts the bytes.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the size of a picture's file; without a predictor, with the encoder's choice.
fn size(picture: &Picture, predictor: Option<Predictor>) -> u64 {
    let options = Options::new().with_predictor(predictor).with_precision(Some(picture.precision));
    let format = if picture.components == 1 { PixelFormat::Gray } else { PixelFormat::Rgb };
    let (width, height, mut count) = (picture.width, picture.height, Count(0));
    let done = match &picture.samples {
        Samples::U8(data) => {
            Pixels::interleaved(data, width, height, format).map(|pixels| encode(&pixels, &options, &mut count))
        }
        Samples::U16(data) => {
            Pixels::interleaved(data, width, height, format).map(|pixels| encode(&pixels, &options, &mut count))
        }
    };
    done.expect("a picture").expect("a lawful picture");
    count.0
}

/// Returns the relative excess of the file with the chosen predictor over the smallest of all: 0.01 is one per cent.
fn excess(picture: &Picture) -> f64 {
    let least = Predictor::all().map(|predictor| size(picture, Some(predictor))).min().expect("seven sizes");
    size(picture, None) as f64 / least as f64 - 1.0
}

/// Asserts that the chosen predictor's file is at most one per cent larger than the best one's.
fn auto_is_good(pictures: impl Iterator<Item = Picture> + Send) {
    let mut excesses: Vec<_> = pictures.par_bridge().map(|picture| (excess(&picture), picture.name)).collect();
    excesses.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{} pictures; the chosen predictor's files are larger than the smallest by at most:", excesses.len());
    for (excess, name) in excesses.iter().take(8) {
        println!("{:8.4} %  {name}", 100.0 * excess);
    }
    assert!(excesses.iter().all(|(excess, _)| *excess <= 0.01), "{excesses:?}");
}

#[test]
fn the_chosen_predictor_is_at_most_a_per_cent_off_the_best_on_made_pictures() {
    auto_is_good(pictures().into_iter());
}

#[test]
fn the_chosen_predictor_is_at_most_a_per_cent_off_the_best_on_the_pictures_beside_the_checkout() {
    auto_is_good(shared_pictures());
}

#[test]
fn files_are_at_most_a_thousandth_larger_than_those_of_libjpeg_turbo() {
    let mut turbo = Turbo::new("lossless-sizes").expect("a file for temporary records");
    let mut own = Vec::new();
    // Headers are most of the file of a tiny picture, and those of libjpeg-turbo have another length.
    let known = pictures().into_iter().filter(|picture| picture.width >= 257).step_by(5);
    for picture in known.chain(shared_pictures().filter(|picture| picture.width * picture.height < 500_000)) {
        let samples: Vec<u16> = match &picture.samples {
            Samples::U8(data) => data.iter().map(|&sample| sample.into()).collect(),
            Samples::U16(data) => data.clone(),
        };
        for predictor in Predictor::all() {
            let (size_of, selection) = ((picture.width, picture.height), predictor.selection());
            turbo.encode(&samples, size_of, picture.precision, picture.components, selection).expect("room for it");
            own.push((size(&picture, Some(predictor)), format!("{}, predictor {selection}", picture.name)));
        }
    }
    let answers = turbo.answers().expect("an answer");
    assert_eq!(answers.len(), own.len(), "an answer to each question");
    let ratio = |(answer, (own, name)): (&String, &(u64, String))| {
        let theirs: u64 = answer.parse().unwrap_or_else(|_| panic!("libjpeg-turbo: {answer}: {name}"));
        (*own as f64 / theirs as f64, format!("{own} and {theirs} bytes: {name}"))
    };
    let mut ratios: Vec<_> = answers.iter().zip(&own).map(ratio).collect();
    ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{} files, as parts of libjpeg-turbo's at most and at least:", ratios.len());
    for (ratio, name) in ratios.iter().take(5).chain(ratios.last()) {
        println!("{ratio:.6}  {name}");
    }
    assert!(ratios.iter().all(|(ratio, _)| *ratio <= 1.001), "{:?}", &ratios[..ratios.len().min(10)]);
}
