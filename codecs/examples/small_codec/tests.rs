//! The laws of the small codec. The decoder shows what the encoder drew; damage is an error or a wrong picture.

use super::command::{open, psnr, scene};
use super::predict::{MODES, Mode, Near, modes, predict};
use super::stream::{Area, Stream};
use super::transform::{Residual, levels, residual};
use super::{Canvas, Picture, Square, decode, encode, units};
use core::array::from_fn;
use noise::Noise;
use unite::{Block, Dyn, Fixed, Place};

/// Returns a picture of noise, of black and white noise, of one value, of slopes, or of rectangles.
fn picture(size: [usize; 2], kind: usize) -> Picture {
    let mut noise = Noise::new(kind as u64);
    Picture::from_fn([0, 0], Dyn(size), |[y, x]| match kind {
        0 => noise.bits() as u8,
        1 => [0, 255][noise.below(2)],
        2 => 77,
        3 => (5 * x + 3 * y) as u8,
        _ => [0, 255][(x / 11 + y / 5) as usize % 2],
    })
}

fn samples(picture: &Picture) -> Vec<u8> {
    picture.view().iter().collect()
}

#[test]
fn the_decoder_shows_what_the_encoder_drew() {
    for size in [[1, 1], [7, 5], [33, 65], [64, 32], [1, 100]] {
        for kind in 0..5 {
            for step in [1, 24, 255] {
                let (bytes, drawn) = encode(&picture(size, kind), step).unwrap();
                let decoded = decode(&bytes).unwrap();
                assert_eq!(decoded.view().dims(), Dyn(size));
                assert_eq!(samples(&decoded), samples(&drawn), "{size:?} {kind} {step}");
            }
        }
    }
}

#[test]
fn a_step_bounds_the_error() {
    for kind in 0..5 {
        for (step, least) in [(1, 50.0), (8, 35.0), (64, 18.0)] {
            let original = picture([40, 50], kind);
            let (_, drawn) = encode(&original, step).unwrap();
            assert!(psnr(&original, &drawn) > least, "{kind} {step}: {}", psnr(&original, &drawn));
        }
    }
}

#[test]
fn pictures_take_a_fraction_of_their_samples() {
    let photo = open(concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/chelsea.png")).unwrap();
    for (picture, step, most, least) in
        [(&photo, 8, 1.4, 41.0), (&photo, 24, 0.5, 35.0), (&scene().unwrap(), 24, 0.2, 41.0)]
    {
        let (bytes, drawn) = encode(picture, step).unwrap();
        let (rate, quality) = (8.0 * bytes.len() as f64 / samples(picture).len() as f64, psnr(picture, &drawn));
        assert!(rate < most && quality > least, "step {step}: {rate} bits per pixel, {quality} dB");
    }
}

#[test]
fn a_neighbour_is_used_exactly_if_it_is_coded_before() {
    let stream = Stream { size: [70, 40], step: 1, trees: Vec::new() };
    let mut canvas = Canvas::new(&stream).unwrap();
    let mut coded = [[false; 40]; 40];
    for unit in stream.areas().flat_map(units) {
        let block: Square<4> = unit.fixed::<Fixed<4, 4>>();
        // The last sample of each side is marked, and the corner.
        canvas.picture.padded_view_mut().fill_with(|_| 0);
        let mut there = canvas.picture.view_mut().colocate(&block);
        [[-1, -1], [-1, 3], [-1, 7], [3, -1], [7, -1]].into_iter().for_each(|at| there.set(at, 9));
        let Near { corner, above, left } = canvas.near(&block);
        let marked = [corner, above[0][3], left[0][3], above[1][3], left[1][3]].map(|sample| sample == 9);

        let [y, x] = block.origin().map(|at| at as usize / 4 + 4);
        let [above, left] = [coded[y - 1][x], coded[y][x - 1]];
        // Where a side ends, its last sample is repeated.
        let (right, below) = (above || coded[y - 1][x + 1], left || coded[y + 1][x - 1]);
        assert_eq!(marked, [coded[y - 1][x - 1], above, left, right, below], "{:?}", block.origin());
        coded[y][x] = true;
    }
}

#[test]
fn modes_of_even_neighbours_are_even_and_left_is_above_turned() {
    let all: Vec<Mode> = modes([Mode::Left(9), Mode::Left(9)]).collect();
    assert_eq!((all.len(), all[0]), (MODES, Mode::Left(9)));
    assert!((0..MODES).all(|n| !all[..n].contains(&all[n])));
    let mut noise = Noise::new(1);
    let mut side = || from_fn(|_| from_fn(|_| noise.bits() as u8));
    let near = Near::<8> { corner: 50, above: side(), left: side() };
    let turned = Near { corner: 50, above: near.left, left: near.above };
    for mode in all {
        let even = predict(mode, &Near::<16> { corner: 9, above: [[9; 16]; 2], left: [[9; 16]; 2] });
        assert_eq!(even.data, [[9; 16]; 16], "{mode:?}");
        let other = match mode {
            Mode::Above(angle) => Mode::Left(angle),
            Mode::Left(angle) => Mode::Above(angle),
            mode => mode,
        };
        let (one, other) = (predict(mode, &near).data, predict(other, &turned).data);
        assert!((0..64).all(|n| one[n / 8][n % 8] == other[n % 8][n / 8]), "{mode:?}");
    }
    assert_eq!(predict(Mode::Above(0), &near).data, [near.above[0]; 8]);
    assert_eq!(predict(Mode::Above(32), &near).data[7][0], near.above[1][0]);
    assert_eq!(predict(Mode::Above(-32), &near).data[2][2], 50);
    assert_eq!(predict(Mode::Above(-32), &near).data[5][1], near.left[0][3]);
}

#[test]
fn the_transform_is_inverted() {
    fn largest_error<const N: usize, const M: usize>(noise: &mut Noise) -> i16 {
        let mut samples = Residual::<N>::at([0, 0]);
        samples.fill_with(|_| noise.below(511) as i16 - 255);
        let shown = residual::<N, M>(&levels::<N, M>(samples, 1), 1);
        samples.view().zip_fold(&shown, 0, |most, p, q| most.max((p - q).abs()))
    }
    let mut noise = Noise::new(2);
    for _ in 0..20 {
        let errors = [largest_error::<4, 16>(&mut noise), largest_error::<8, 64>(&mut noise)];
        let large = [largest_error::<16, 256>(&mut noise), largest_error::<32, 1024>(&mut noise)];
        assert!(errors.into_iter().chain(large).all(|error| error <= 4), "{errors:?} {large:?}");
    }
}

#[test]
fn damage_is_an_error_or_a_wrong_picture() {
    let mut noise = Noise::new(3);
    for kind in [0, 3, 4] {
        let (bytes, _) = encode(&picture([50, 70], kind), 10).unwrap();
        for round in 0..300 {
            let mut damaged = bytes.clone();
            // The size stays: a large one is slow to show.
            for _ in 0..=noise.below(4) {
                let at = 12 + noise.below(bytes.len() - 12);
                damaged[at] ^= 1 << noise.below(8);
            }
            damaged.truncate(if round % 3 == 0 { noise.below(bytes.len()) } else { bytes.len() });
            if let Ok(shown) = decode(&damaged) {
                assert_eq!(shown.view().dims(), Dyn([50, 70]));
            }
        }
    }
    let random: Vec<u8> =
        b"QUAD\0\0\x01\0\0\0\x01\0\x09".iter().copied().chain((0..4000).map(|_| noise.bits() as u8)).collect();
    assert!(decode(&random).is_err());
}

#[test]
fn a_size_is_checked_before_memory_is_reserved() {
    let message = |bytes: &[u8]| decode(bytes).map(|_| ()).unwrap_err().to_string();
    assert_eq!(message(b"QUAD\0\0\x40\0\0\0\x40\0\x09"), "byte 13.0: trees needs 786432 bits, and 0 are left");
    assert_eq!(
        message(b"QUAD\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x09"),
        "byte 4.0: height = 4294967295 is outside 1 to 16384"
    );
    assert_eq!(message(b"QUAD\0\0\0\0\0\0\0\x01\x09"), "byte 4.0: height = 0 is outside 1 to 16384");
    assert_eq!(message(b"JPEG\0\0\0\x01\0\0\0\x01\x09\0"), "byte 0.0: magic does not have its fixed value");
    assert_eq!(message(b""), "byte 0.0: magic needs 32 bits, and 0 are left");
    let wide = Block::new([0, 0], Dyn([1, 20_000]));
    assert_eq!(encode(&wide, 9).map(drop).unwrap_err().to_string(), "byte 8.0: width = 20000 is outside 1 to 16384");
    assert!(encode(&picture([4, 4], 0), 0).is_err());
    let empty = Area::new([0, 0], Dyn([0, 9]));
    assert!(encode(&Block::block_copy(&empty), 9).is_err());
}

#[test]
fn a_missing_picture_is_one_line() {
    let error = open("no/such.png").unwrap_err().to_string();
    assert!(error.starts_with("no/such.png: ") && error.lines().count() == 1, "{error}");
}
