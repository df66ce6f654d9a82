//! Tests of mode decisions. Rates match the bits written, and no choice costs more than its alternatives.

use super::inter::parts;
use super::*;
use crate::h264::Options;
use crate::h264::bits::BitWriter;
use crate::h264::code::coding_order::BLOCKS_4X4;
use crate::h264::code::entropy::BIT;
use crate::h264::code::macroblock::{Intra16x16Mode, IntraChromaMode, IntraNxNMode, MbPart, Mv, Prediction, SubMbPart};
use crate::h264::code::picture::{ChromaTile, Picture};
use crate::h264::code::predict::inter::Reference;
use crate::h264::code::predict::inter::motion_field::distances;
use crate::h264::code::quant_map::QuantMap;
use crate::h264::code::rows::SliceStart;
use crate::h264::code::rows::plain::{CodedPicture, encode_picture};
use crate::h264::levels;
use crate::h264::options::{EntropyCoding, Partitions};
use crate::spaces::{Mb, row_and_column};
use core::cell::Cell;
use fearless_simd::Level;
use std::sync::Arc;

/// Returns a picture of waves and noise that move with time.
fn picture([height, width]: [usize; 2], time: isize, monochrome: bool) -> Picture {
    let mut picture = Picture::new([height, width], monochrome);
    let mut seed = 7_u32;
    let mut sample = |[y, x]: [isize; 2], much: f32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (y, x) = ((y + time) as f32, (x - 3 * time) as f32);
        (128.0 + much * ((x / 7.0).sin() + (y / 5.0).cos())) as u8 + (seed >> 29) as u8
    };
    picture.luma.view_mut().fill_with(|at| sample(at, 50.0));
    for plane in picture.chroma.iter_mut().flatten() {
        plane.view_mut().fill_with(|at| sample(at, 20.0));
    }
    picture
}

/// Encodes an I picture and three P pictures at a QP, with a mode decision.
fn sequence(level: Level, options: &Options, qp: u8, decision: &impl ModeDecision) -> Vec<CodedPicture> {
    sequence_of(level, options, qp, 16, decision)
}

/// Encodes the sequence with at most `most_vectors` vectors in a macroblock.
fn sequence_of(
    level: Level,
    options: &Options,
    qp: u8,
    most_vectors: u8,
    decision: &impl ModeDecision,
) -> Vec<CodedPicture> {
    let size = [options.height / 16, options.width / 16];
    let mut references: Vec<Arc<Reference>> = Vec::new();
    let mut coded = Vec::new();
    for time in 0..4 {
        let source = picture(size, time, options.monochrome);
        let slice = SliceContext {
            level,
            source: &source,
            references: [&references, &[]],
            display: time as u64,
            distances: [distances(time as u64, &references), Default::default()],
            b: None,
            explicit: None,
            options,
            qp,
            quant: &QuantMap::new(source.size_in_mbs(), qp, &[]),
            deblocking: options.deblocking,
            quantizer: None,
            vertical_range: 256,
            most_vectors,
        };
        let picture = encode_picture(&slice, &[SliceStart { row: 0, header: BitWriter::new() }], decision, false);
        references
            .insert(0, Arc::new(Reference::new(level, picture.picture.clone()).with_motion(picture.motion.clone())));
        references.truncate(options.references.into());
        coded.push(picture);
    }
    coded
}

/// Returns options for both entropy coders, with and without chroma.
fn all_options() -> impl Iterator<Item = Options> {
    let coders = [EntropyCoding::Cavlc, EntropyCoding::Cabac];
    coders.into_iter().flat_map(|entropy_coding| {
        [false, true].map(|monochrome| {
            let partitions = Partitions::ALL;
            Options { entropy_coding, monochrome, partitions, ..Options::new(64, 48) }
        })
    })
}

/// A wrapper of a mode decision that sums the rates of its choices.
struct Summed<'a, D>(&'a D, Cell<u64>);

impl<D: ModeDecision> ModeDecision for Summed<'_, D> {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        let candidate = self.0.decide(mb);
        self.1.set(self.1.get() + u64::from(mb.rate(&candidate.macroblock)));
        candidate
    }
}

/// Prescribes intra macroblocks of several kinds, inter ones with several partitionings, and skipped ones; the last one
/// is not skipped.
fn mixed(mb: Mb) -> Prescription {
    let [y, x] = row_and_column(&mb);
    let choice = |part| Choice { part, ref_idx: [0; 4], mv: [[Mv { x: 13, y: -6 }; 4]; 4] };
    match (5 * y + x) % 6 {
        0 => Prescription::Intra16x16(Intra16x16Mode::Plane, IntraChromaMode::Dc),
        1 => Prescription::Inter(choice(MbPart::P16x8), Leftover::By8x8),
        2 => Prescription::Intra4x4(IntraNxNMode::VerticalLeft, IntraChromaMode::Plane),
        3 => Prescription::Inter(choice(MbPart::P8x8([SubMbPart::P4x8; 4])), Leftover::By4x4),
        4 => Prescription::Intra8x8(IntraNxNMode::HorizontalUp, IntraChromaMode::Horizontal),
        _ => Prescription::Skip,
    }
}

#[test]
fn the_rate_of_cavlc_is_the_bits_that_are_written_and_that_of_cabac_is_near() {
    for options in all_options() {
        let decision = Forced(mixed);
        let summed = Summed(&decision, Cell::new(0));
        let coded = sequence(Level::new(), &options, 28, &summed);
        let rate = summed.1.get() / u64::from(BIT);
        // Each slice ends with `rbsp_trailing_bits`, 1 to 8 bits.
        let written: u64 = coded.iter().map(|picture| 8 * picture.slices[0].rbsp.len() as u64).sum();
        let (least, most) = match options.entropy_coding {
            EntropyCoding::Cavlc => (rate + 4, rate + 4 * 8),
            // The counter of a row starts from other states than the writer has there.
            EntropyCoding::Cabac => (rate - rate / 25, rate + rate / 25 + 4 * 16),
        };
        assert!((least..=most).contains(&written), "{written} bits, rate {rate}, {:?}", options.entropy_coding);
    }
}

/// A wrapper of a mode decision that compares the costs of its choices with those of other candidates.
struct Held<'a, D> {
    decision: &'a D,
    /// The number of macroblocks that are neither `I_16x16` nor `P_Skip`.
    others: Cell<u32>,
}

impl<D: ModeDecision> ModeDecision for Held<'_, D> {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        let chroma = mb.intra_chroma(None);
        let whole = mb.intra_16x16(None, &chroma);
        let whole = mb.cost(&whole);
        let skip = (!mb.slice().is_intra()).then(|| {
            let skip = mb.skip();
            let coded = mb.with_residual(&skip, false).macroblock;
            assert_eq!(mb.leaves_residual(&skip.samples), coded.cbp_luma | coded.cbp_chroma != 0);
            mb.cost(&skip)
        });
        let taken = self.decision.decide(mb);
        let cost = mb.cost(&taken);
        // Levels of the trellis cost less by another weight of bits.
        if !mb.slice().options.trellis {
            match skip {
                Some(skip) => assert!(cost <= skip, "{cost}, and P_Skip would be {skip}"),
                None => assert!(cost <= whole, "{cost}, and I_16x16 would be {whole}"),
            }
        }
        let other = !matches!(taken.macroblock.prediction, Prediction::Intra16x16(_) | Prediction::Skip(_));
        self.others.set(self.others.get() + u32::from(other));
        taken
    }
}

#[test]
fn what_rate_distortion_takes_costs_no_more_than_skip_and_in_i_pictures_than_intra_16x16() {
    for options in all_options() {
        let options = Options { trellis: false, ..options };
        for qp in [10, 26, 44] {
            let decision = RateDistortion::new(&options);
            let held = Held { decision: &decision, others: Cell::new(0) };
            sequence(Level::new(), &options, qp, &held);
            assert!(held.others.get() > 0 || qp == 44, "at QP {qp} nothing else was taken");
        }
    }
}

#[test]
fn decisions_depend_neither_on_what_was_tried_before_nor_on_the_processor() {
    for options in all_options() {
        let decision = RateDistortion::new(&options);
        let held = Held { decision: &decision, others: Cell::new(0) };
        let tried = sequence(Level::new(), &options, 26, &held);
        for level in levels() {
            let coded = sequence(level, &options, 26, &decision);
            assert!(coded.iter().zip(&tried).all(|(a, b)| a.slices[0].rbsp == b.slices[0].rbsp), "{level:?}");
        }
    }
}

#[test]
fn squared_error_is_its_definition_and_costs_are_error_and_rate() {
    struct Probe;
    impl ModeDecision for Probe {
        fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
            let chroma = mb.intra_chroma(None);
            let candidate = mb.intra_16x16(None, &chroma);
            let plain =
                |a: &[u8], b: &[u8]| a.iter().zip(b).map(|(&a, &b)| u64::from(a.abs_diff(b)).pow(2)).sum::<u64>();
            let (source, samples) = (mb.source(), &candidate.samples);
            let mut error = plain(source.luma.data.as_flattened(), samples.luma.data.as_flattened());
            if !mb.slice().options.monochrome {
                let flat =
                    |chroma: &[ChromaTile<8>; 2]| chroma.map(|plane| plane.data).as_flattened().as_flattened().to_vec();
                error += plain(&flat(&source.chroma), &flat(&samples.chroma));
            }
            assert_eq!(mb.squared_error(samples), error);
            let rate = u64::from(mb.rate(&candidate.macroblock));
            assert_eq!(mb.cost(&candidate), (error << 20) + u64::from(mb.lambda().squared) * rate);
            candidate
        }
    }
    for options in all_options() {
        sequence(Level::new(), &options, 35, &Probe);
    }
}

#[test]
fn parts_of_every_shape_tile_the_macroblock_once_in_the_order_of_decoding() {
    let subs = [SubMbPart::P8x8, SubMbPart::P8x4, SubMbPart::P4x8, SubMbPart::P4x4];
    let quarters = (0..256).map(|n| MbPart::P8x8([n, n / 4, n / 16, n / 64].map(|n| subs[n % 4])));
    for shape in [MbPart::P16x16, MbPart::P16x8, MbPart::P8x16, MbPart::Direct].into_iter().chain(quarters) {
        // The part that each 4 x 4 block belongs to.
        let mut owner = [[None; 4]; 4];
        for (n, part) in parts(shape).enumerate() {
            for (y, x) in
                (part.y..part.y + part.height).flat_map(|y| (part.x..part.x + part.width).map(move |x| (y, x)))
            {
                assert_eq!(owner[y][x].replace(n), None, "{shape:?}: block ({x}, {y}) lies in two parts");
            }
        }
        // In the order of 6.4.3, the first block of each part follows the blocks of the previous parts.
        let mut next = 0;
        for [y, x] in BLOCKS_4X4.map(|place| place.map(|n| n as usize)) {
            let owner = owner[y][x].unwrap_or_else(|| panic!("{shape:?}: block ({x}, {y}) lies in no part"));
            assert!(owner <= next, "{shape:?}: part {owner} begins before part {next}");
            next = next.max(owner + 1);
        }
        let widths: Vec<_> = parts(shape).map(|part| (part.width, part.height)).collect();
        match shape {
            MbPart::P16x16 => assert_eq!(widths, [(4, 4)]),
            MbPart::P16x8 => assert_eq!(widths, [(4, 2); 2]),
            MbPart::P8x16 => assert_eq!(widths, [(2, 4); 2]),
            MbPart::Direct => assert_eq!(widths, [(2, 2); 4]),
            MbPart::P8x8(subs) => {
                let numbers = subs.map(|sub| match sub {
                    SubMbPart::P8x8 | SubMbPart::Direct => 1,
                    SubMbPart::P8x4 | SubMbPart::P4x8 => 2,
                    SubMbPart::P4x4 => 4,
                });
                assert_eq!(widths.len(), numbers.iter().sum::<usize>());
            }
        }
    }
}

#[test]
fn no_macroblock_has_more_vectors_than_the_level_allows() {
    /// A wrapper of a mode decision that finds the maximum number of vectors in a macroblock.
    struct Counted<'a>(&'a RateDistortion, Cell<usize>);
    impl ModeDecision for Counted<'_> {
        fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
            let candidate = self.0.decide(mb);
            if let Prediction::Inter(motion) = &candidate.macroblock.prediction {
                self.1.set(self.1.get().max(parts(motion.part).count()));
            }
            candidate
        }
    }
    let options = Options::new(96, 96).with_partitions(Partitions::ALL);
    let decision = RateDistortion::new(&options);
    let most = [4, 5, 8, 16].map(|allowed| {
        let counted = Counted(&decision, Cell::new(0));
        sequence_of(Level::new(), &options, 4, allowed, &counted);
        assert!(counted.1.get() <= allowed.into(), "{} vectors of {allowed}", counted.1.get());
        counted.1.get()
    });
    assert!(most[3] > 4, "nothing was parted below 8 x 8");
}
