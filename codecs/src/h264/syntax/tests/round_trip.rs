//! Round-trip tests of structures. A written structure is read back equal, without complaints, and every bit is traced.

use super::dice::Dice;
use super::samples;
use crate::h264::bits::BitWriter;
use crate::h264::syntax::*;
use crate::shared::trace::{Record, Recorder};
use core::fmt::Debug;
use proptest::prelude::*;

/// Asserts that traced elements follow each other without gaps. Bytes, which are traced as a structure, may lie between
/// two.
fn hold_places(recorder: &Recorder, end: u64, rbsp: &Rbsp) {
    let mut at = rbsp.position(8).0;
    let mut bytes = false;
    for record in &recorder.records {
        match record {
            Record::Structure { .. } => bytes = true,
            Record::Element { position_bits, bits, .. } => {
                // Emulation prevention is not an element.
                let emulation = (*position_bits - at).is_multiple_of(8) && *position_bits - at <= 16;
                assert!(bytes || *position_bits == at || emulation, "{position_bits} follows {at}");
                (at, bytes) = (position_bits + u64::from(*bits), false);
            }
        }
    }
    assert!(bytes || at >= end, "the last element ends at {at} of {end}");
}

fn round_trip<T: Structure + PartialEq + Debug>(structure: &T, context: T::Context<'_>) {
    let written = structure.to_rbsp(context).unwrap();
    assert_eq!(structure.check(context).unwrap().div_ceil(8), written.len() as u64);
    let mut nal = Vec::new();
    write_nal_unit(NalHeader::new(0, NalUnitType::SEI), &written, &mut nal);
    let rbsp = Rbsp::new(&nal, 1000);
    assert_eq!(rbsp.bytes()[1..], written);
    let mut recorder = Recorder::default();
    let mut reader = Reader::new(&rbsp, &mut recorder);
    let read = T::read(&mut reader, context).unwrap();
    assert_eq!(reader.complaints(), []);
    assert_eq!(reader.at(), rbsp.bits());
    assert_eq!(&read, structure);
    hold_places(&recorder, rbsp.position(rbsp.bits()).0, &rbsp);
}

#[test]
fn sequence_parameter_sets_are_read_as_they_were() {
    let structures: Vec<Sps> = (0..4000).filter_map(|seed| Dice::throw(seed, ())).collect();
    assert!(structures.len() > 300, "{} of them", structures.len());
    assert!(structures.iter().any(|sps| sps.seq_scaling_matrix.is_some() && sps.chroma_format_idc == 3));
    structures.iter().for_each(|sps| round_trip(sps, ()));
}

#[test]
fn picture_parameter_sets_are_read_as_they_were() {
    for seed in 0..1000 {
        let sets = samples::sets(seed);
        round_trip(sets.pps(0).unwrap(), &sets);
    }
}

#[test]
fn slice_headers_are_read_as_they_were_and_slice_data_follow() {
    let mut kinds = [0; 10];
    for seed in 0..6000 {
        let (sets, nal) = (samples::sets(seed / 8), samples::slice_nal(seed));
        let Some(header) = samples::slice_header(seed, &sets, nal) else { continue };
        kinds[usize::from(header.slice_type.code())] += 1;
        let context = SliceContext { sets: &sets, nal };
        let mut bits = BitWriter::new();
        header.write(context, &mut bits).unwrap();
        let end = bits.len();
        assert_eq!(end, header.check(context).unwrap());
        bits.rbsp_trailing();
        let mut bytes = Vec::new();
        write_nal_unit(nal, &bits.into_bytes(), &mut bytes);
        let rbsp = Rbsp::new(&bytes, 0);
        let mut recorder = Recorder::default();
        let mut reader = Reader::new(&rbsp, &mut recorder);
        assert_eq!(SliceHeader::read(&mut reader, context).unwrap(), header);
        assert_eq!(reader.complaints(), []);
        assert_eq!(reader.at(), 8 + end);
    }
    assert!(kinds.iter().all(|&count| count > 50), "{kinds:?}");
}

#[test]
fn messages_are_read_as_they_were() {
    let mut count = 0;
    for seed in 0..3000 {
        let sets = samples::sets(seed / 8);
        let Some(sei) = Dice::throw::<Sei>(seed, &sets) else { continue };
        count += 1;
        round_trip(&sei, &sets);
    }
    assert!(count > 300, "{count} of them");
}

#[test]
fn timing_messages_are_read_as_they_were() {
    let mut count = [0; 3];
    for seed in 0..4000 {
        let sets = samples::sets(seed / 4);
        let payload = match seed % 3 {
            0 => SeiPayload::PicTiming(PicTiming::default()),
            1 => SeiPayload::BufferingPeriod(BufferingPeriod::default()),
            _ => SeiPayload::RecoveryPoint(RecoveryPoint::default()),
        };
        let Some(payload) = Dice::fill(seed, payload, &sets) else { continue };
        if matches!(&payload, SeiPayload::BufferingPeriod(period) if period.seq_parameter_set_id != 0) {
            continue;
        }
        count[(seed % 3) as usize] += 1;
        round_trip(&Sei { messages: vec![SeiMessage { payload }] }, &sets);
    }
    assert!(count.iter().all(|&count| count > 200), "{count:?}");
}

#[test]
fn small_structures_are_read_as_they_were() {
    (0..8).for_each(|primary_pic_type| round_trip(&AccessUnitDelimiter { primary_pic_type }, ()));
    (0..20).for_each(|bytes| round_trip(&Filler { bytes }, ()));
    let extensions = (0..500).filter_map(|seed| Dice::throw::<SpsExtension>(seed, ()));
    extensions.for_each(|extension| round_trip(&extension, ()));
}

#[test]
fn a_made_up_stream_has_nothing_wrong_within_its_units() {
    for seed in 0..300 {
        let bytes = samples::made_up(seed);
        let stream = Stream::read(&bytes).unwrap();
        for complaint in stream.complaints() {
            // Random structures exceed their level and do not begin with an IDR picture.
            let expected = matches!(complaint, SyntaxError::Level { .. } | SyntaxError::Order { .. });
            assert!(expected, "{seed}: {complaint}");
        }
    }
}

proptest! {
    #[test]
    fn scaling_lists_have_the_weights_they_were_made_of(weights in prop::collection::vec(1..=255_u8, 16)) {
        prop_assert_eq!(ScalingList::new(&weights).weights(16), Some(weights));
    }
}
