//! Laws of smaller JPEG files: tables for each component, dead zones, levels of the least cost.

use codecs::jpeg::baseline::{DeadZone, Options, Rounding, RowEncoder, Sampling, Weighting, encode};
use codecs::jpeg::marker::{Content as Part, Parts, Segment};
use codecs::jpeg::quantization::{ChromaShare, LambdaField, NamedTables};
use codecs::jpeg::{Huffman, JpegError, Restart, Scans};
use codecs::picture::{PixelFormat, Pixels};
use std::num::NonZeroUsize;
use std::sync::Arc;
use tests::Random;
use tests::jpeg::{Blocks, Family, coefficients, jpeg_decoder, psnr, zune_jpeg};

const SIZE: (usize, usize) = (150, 90);

/// Returns RGB with edges, ramps and some noise.
fn picture() -> Vec<u8> {
    let mut random = Random::new(8);
    let (width, height) = SIZE;
    let pixel = |x: usize, y: usize, noise: usize| {
        let edge = if (x / 13 + y / 17).is_multiple_of(2) { 60 } else { 0 };
        [40 + x / 2 + edge + noise, 30 + y + edge / 2 + noise, 230 - x - edge + noise].map(|sample| sample as u8)
    };
    (0..width * height).flat_map(|n| pixel(n % width, n / width, random.between(0, 12) as usize)).collect()
}

fn file(rgb: &[u8], options: &Options) -> Vec<u8> {
    let mut file = Vec::new();
    let pixels = Pixels::interleaved(rgb, SIZE.0, SIZE.1, PixelFormat::Rgb).expect("a picture");
    encode(&pixels, options, &mut file).expect("lawful options");
    file
}

fn options(quality: u8) -> Options {
    Options::new(quality).expect("a quality").with_huffman(Huffman::Optimised)
}

/// Returns the number of quantisation tables of a file.
fn tables(file: &[u8]) -> usize {
    let count = |part: Part| match part {
        Part::Segment(Segment::QuantTables(segment)) => segment.tables.len(),
        _ => 0,
    };
    Parts::new(file).map(|part| count(part.expect("a JPEG").content)).sum()
}

/// Returns the blocks of a component.
fn of(blocks: &Blocks, component: u8) -> Vec<[i16; 64]> {
    blocks.iter().filter(|((id, ..), _)| *id == component).map(|(_, block)| *block).collect()
}

#[test]
fn each_component_is_quantised_with_its_own_table_and_equal_tables_are_written_once() {
    let rgb = picture();
    let [a, b, c] = NamedTables::Perceptual.at_quality(70, ChromaShare::QUARTER).expect("a quality");
    let with = |quant| file(&rgb, &options(90).with_quant(quant));
    let (three, cb, cr) =
        (with([a.clone(), b.clone(), c.clone()]), with([a.clone(), b.clone(), b]), with([a, c.clone(), c]));
    assert_eq!([tables(&three), tables(&cb), tables(&cr)], [3, 2, 2]);
    let [three, cb, cr] = [three, cb, cr].map(|file| coefficients(&file));
    assert_eq!((of(&three, 1), of(&three, 2), of(&three, 3)), (of(&cb, 1), of(&cb, 2), of(&cr, 3)));
    assert_ne!(of(&three, 3), of(&cb, 3));
}

#[test]
fn decoders_read_files_of_every_set_and_rounding() {
    let rgb = picture();
    let roundings = [Rounding::Nearest, Rounding::DeadZone(DeadZone::default()), Rounding::Trellis];
    for ((name, set), rounding) in NamedTables::NAMED.into_iter().flat_map(|set| roundings.map(|r| (set, r))) {
        let quant = set.at_quality(85, ChromaShare::QUARTER).expect("a quality");
        let file = file(&rgb, &options(85).with_quant(quant).with_rounding(rounding));
        let one = jpeg_decoder(&file, Family::YCbCr).expect("jpeg-decoder reads it");
        let other = zune_jpeg(&file, Family::YCbCr).expect("zune-jpeg reads it");
        let luma: Vec<u8> = rgb
            .as_chunks::<3>()
            .0
            .iter()
            .map(|&[r, g, b]| (0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b)).round() as u8)
            .collect();
        for planes in [one, other] {
            let psnr = psnr(&planes[0].data, &luma);
            assert!(psnr > 30.0, "{name} {rounding:?}: {psnr}");
        }
    }
}

#[test]
fn a_dead_zone_sets_ac_coefficients_of_one_to_zero_and_changes_nothing_else() {
    let rgb = picture();
    let plain = coefficients(&file(&rgb, &options(80)));
    assert_eq!(plain, coefficients(&file(&rgb, &options(80).with_rounding(Rounding::DeadZone(DeadZone::NONE)))));
    let mut before = usize::MAX;
    for steps in [0.55, 0.7, 0.85, 1.0] {
        let dead_zone = DeadZone::new(steps).expect("a dead zone");
        let blocks = coefficients(&file(&rgb, &options(80).with_rounding(Rounding::DeadZone(dead_zone))));
        let mut kept = 0;
        for (place, block) in &plain {
            let other = &blocks[place];
            assert_eq!(block[0], other[0]);
            for (level, other) in block.iter().zip(other).skip(1) {
                assert!(level == other || (level.abs() == 1 && *other == 0), "{level} became {other}");
                kept += usize::from(*other != 0);
            }
        }
        assert!(kept < before, "{steps}");
        before = kept;
    }
}

#[test]
fn levels_of_the_least_cost_are_at_most_those_of_rounding_and_the_file_is_smaller() {
    let rgb = picture();
    for quality in [30, 75, 95] {
        let (plain, least) =
            (file(&rgb, &options(quality)), file(&rgb, &options(quality).with_rounding(Rounding::Trellis)));
        assert!(least.len() < plain.len(), "{quality}: {} {}", least.len(), plain.len());
        let (plain, least) = (coefficients(&plain), coefficients(&least));
        for (place, block) in &plain {
            let other = &least[place];
            assert_eq!(block[0], other[0]);
            assert!(
                block.iter().zip(other).all(|(a, b)| b.abs() <= a.abs() && a.signum() * b.signum() >= 0),
                "{block:?} {other:?}"
            );
        }
    }
}

#[test]
fn neither_threads_nor_restarts_change_the_levels_of_the_least_cost() {
    let rgb = picture();
    for scans in [Scans::Interleaved, Scans::Separate] {
        let base = options(75).with_rounding(Rounding::Trellis).with_scans(scans);
        let levels = coefficients(&file(&rgb, &base));
        for restart in [Restart::Rows(1), Restart::Rows(2), Restart::Mcus(3)] {
            let options = base.clone().with_restart(restart);
            let one = file(&rgb, &options);
            assert!(coefficients(&one) == levels, "{restart:?} {scans:?}");
            for threads in [2, 3] {
                let threads = threads.try_into().expect("not 0");
                assert!(file(&rgb, &options.clone().with_threads(threads)) == one, "{restart:?} {scans:?}");
            }
        }
    }
}

#[test]
fn an_encoder_of_rows_has_dead_zones_and_refuses_levels_of_the_least_cost() {
    let rgb = picture();
    let options = options(75).with_rounding(Rounding::DeadZone(DeadZone::default()));
    let rows = |options: &Options| -> Result<Vec<u8>, JpegError> {
        let mut rows = RowEncoder::new(SIZE.0, SIZE.1, PixelFormat::Rgb, options.clone(), Vec::new())?;
        rgb.chunks(3 * SIZE.0 * 7).try_for_each(|some| rows.push(some))?;
        rows.finish()
    };
    assert!(rows(&options).expect("lawful options") == file(&rgb, &options));
    assert!(matches!(rows(&options.with_rounding(Rounding::Trellis)), Err(JpegError::WholePicture)));
}

/// Returns the PSNR of decoded luma inside and outside of the left half.
fn halves(file: &[u8], luma: &[u8]) -> [f64; 2] {
    let decoded = jpeg_decoder(file, Family::YCbCr).expect("jpeg-decoder reads it");
    let half = |left: bool| {
        let pick = |samples: &[u8]| -> Vec<u8> {
            let inside = samples.iter().enumerate().filter(|(n, _)| (n % SIZE.0 < SIZE.0 / 2) == left);
            inside.map(|(_, &sample)| sample).collect()
        };
        psnr(&pick(&decoded[0].data), &pick(luma))
    };
    [half(true), half(false)]
}

#[test]
fn a_region_of_interest_gains_and_the_rest_loses_at_equal_size() {
    let rgb = picture();
    let luma =
        |&[r, g, b]: &[u8; 3]| (0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b)).round() as u8;
    let luma: Vec<u8> = rgb.as_chunks::<3>().0.iter().map(luma).collect();
    let mask = Pixels::interleaved(&[255, 0], 2, 1, PixelFormat::Gray).expect("a mask of two pixels");
    let field = LambdaField::of_interest([SIZE.1, SIZE.0], &mask).expect("a gray mask");
    let least_cost = |quality| options(quality).with_rounding(Rounding::Trellis);
    let flat: Vec<Vec<u8>> = (1..=100).map(|quality| file(&rgb, &least_cost(quality))).collect();
    for quality in [40, 60, 75, 85, 92] {
        let options = least_cost(quality).with_weighting(Weighting::Field(Arc::new(field.clone())));
        let own = file(&rgb, &options);
        let larger = flat.iter().find(|flat| flat.len() >= own.len()).expect("a larger file");
        let smaller = flat.iter().rfind(|flat| flat.len() <= own.len()).expect("a smaller file");
        let [inside, outside] = halves(&own, &luma);
        assert!(inside > halves(larger, &luma)[0] + 0.2, "{quality}: {inside}, {:?}", halves(larger, &luma));
        assert!(outside < halves(smaller, &luma)[1] - 0.2, "{quality}: {outside}, {:?}", halves(smaller, &luma));
    }
}

#[test]
fn a_flat_field_changes_nothing_and_a_field_of_another_picture_is_refused() {
    let rgb = picture();
    let least_cost = options(80).with_rounding(Rounding::Trellis);
    let with = |size| {
        let field = LambdaField::flat(size).expect("a small field");
        least_cost.clone().with_weighting(Weighting::Field(Arc::new(field)))
    };
    assert!(file(&rgb, &with([SIZE.1, SIZE.0])) == file(&rgb, &least_cost));
    let pixels = Pixels::interleaved(&rgb, SIZE.0, SIZE.1, PixelFormat::Rgb).expect("a picture");
    let error = encode(&pixels, &with([SIZE.0, SIZE.1]), &mut Vec::new()).expect_err("columns for rows");
    assert_eq!(error.to_string(), "the weights of errors are of a picture of 90x150 pixels; this one has 150x90");
}

#[test]
fn threads_and_samplings_do_not_change_what_weights_do() {
    let rgb = picture();
    for sampling in [Sampling::S444, Sampling::S420, Sampling::S411] {
        let options = options(80).with_rounding(Rounding::Trellis).with_sampling(sampling);
        let options = options.with_weighting(Weighting::Masking);
        let one = file(&rgb, &options);
        assert!(one == file(&rgb, &options.clone().with_threads(NonZeroUsize::new(3).expect("3"))));
        assert!(one != file(&rgb, &options.with_weighting(Weighting::Flat)));
    }
}
