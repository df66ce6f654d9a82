//! Sample streams: random ones, and one written by hand.

use super::dice::Dice;
use crate::h264::bits::BitWriter;
use crate::h264::syntax::*;

/// Returns random parameter sets that are consistent with each other.
pub(super) fn sets(seed: u64) -> ParameterSets {
    let mut sets = ParameterSets::default();
    for k in 0.. {
        let sps: Option<Sps> = Dice::throw(seed ^ k << 32, ());
        if let Some(mut sps) = sps {
            sps.seq_parameter_set_id = 0;
            sets.insert_sps(sps);
            break;
        }
    }
    for k in 0.. {
        let mut known = sets.clone();
        (0..32).for_each(|id| known.insert_sps(Sps { seq_parameter_set_id: id, ..sets.sps(0).unwrap().clone() }));
        let pps: Option<Pps> = Dice::throw(seed ^ k << 32 ^ 1, &known);
        if let Some(mut pps) = pps {
            (pps.seq_parameter_set_id, pps.pic_parameter_set_id) = (0, 0);
            sets.insert_pps(pps);
            return sets;
        }
    }
    sets
}

/// Returns a random slice header for these parameter sets, with `pic_parameter_set_id` 0.
pub(super) fn slice_header(seed: u64, sets: &ParameterSets, nal: NalHeader) -> Option<SliceHeader> {
    let mut all = sets.clone();
    let pps = sets.pps(0)?;
    (0..=255).for_each(|id| all.insert_pps(Pps { pic_parameter_set_id: id, ..pps.clone() }));
    let mut header: SliceHeader = Dice::throw(seed, SliceContext { sets: &all, nal })?;
    header.pic_parameter_set_id = 0;
    Some(header)
}

/// Returns a NAL header that is valid for a slice.
pub(super) fn slice_nal(seed: u64) -> NalHeader {
    match seed % 4 {
        0 => NalHeader::new(3, NalUnitType::IDR_SLICE),
        1 => NalHeader::new(0, NalUnitType::SLICE),
        _ => NalHeader::new(2, NalUnitType::SLICE),
    }
}

/// Appends a NAL unit to a byte stream.
fn put(header: NalHeader, rbsp: &[u8], out: &mut Vec<u8>) {
    write_byte_stream_nal_unit(StartCode::Long, header, rbsp, out);
}

/// Returns a random stream with one unit of each type.
pub(super) fn made_up(seed: u64) -> Vec<u8> {
    let sets = sets(seed);
    let mut out = Vec::new();
    let of = |kind| NalHeader::new(0, kind);
    let delimiter: AccessUnitDelimiter = Dice::throw(seed, ()).unwrap();
    put(of(NalUnitType::ACCESS_UNIT_DELIMITER), &delimiter.to_rbsp(()).unwrap(), &mut out);
    put(NalHeader::new(3, NalUnitType::SPS), &sets.sps(0).unwrap().to_rbsp(()).unwrap(), &mut out);
    put(NalHeader::new(3, NalUnitType::PPS), &sets.pps(0).unwrap().to_rbsp(&sets).unwrap(), &mut out);
    let extension: SpsExtension = Dice::throw(seed, ()).unwrap();
    put(NalHeader::new(3, NalUnitType::SPS_EXTENSION), &extension.to_rbsp(()).unwrap(), &mut out);
    if let Some(sei) = Dice::throw::<Sei>(seed, &sets) {
        put(of(NalUnitType::SEI), &sei.to_rbsp(&sets).unwrap(), &mut out);
    }
    for k in 0..4 {
        let nal = slice_nal(k);
        if let Some(header) = slice_header(seed ^ k << 8, &sets, nal) {
            let mut bits = BitWriter::new();
            header.write(SliceContext { sets: &sets, nal }, &mut bits).unwrap();
            bits.rbsp_trailing();
            put(nal, &bits.into_bytes(), &mut out);
        }
    }
    put(of(NalUnitType::FILLER), &Filler { bytes: 3 }.to_rbsp(()).unwrap(), &mut out);
    put(of(NalUnitType::END_OF_SEQUENCE), &[], &mut out);
    put(of(NalUnitType::END_OF_STREAM), &[], &mut out);
    out
}

/// Returns a small stream as an encoder writes it: parameter sets, an IDR picture, a P picture of two slices.
pub(super) fn faultless() -> Vec<u8> {
    let mut sps = Sps {
        max_num_ref_frames: 1,
        pic_width_in_mbs_minus1: 9,
        pic_height_in_map_units_minus1: 5,
        pic_order_cnt: PicOrderCnt::Decoding,
        frame_cropping: Some(FrameCropping { bottom: 3, ..FrameCropping::default() }),
        vui: Some(Vui {
            aspect_ratio: Some(AspectRatio::new(1, 1)),
            timing: Timing::from_frame_rate(30000, 1001),
            ..Vui::default()
        }),
        ..Sps::default()
    };
    Profile::High.state(&mut sps);
    Level::ALL[2].state(&mut sps);
    let extension = PpsExtension { transform_8x8_mode_flag: true, ..PpsExtension::default() };
    let pps = Pps { entropy_coding_mode_flag: true, extension: Some(extension), ..Pps::default() };
    let user = UserData { uuid: *b"sixteen bytes id", data: b"an encoder, its options".to_vec() };
    let sei = Sei { messages: vec![SeiMessage { payload: SeiPayload::UserDataUnregistered(user) }] };
    let mut sets = ParameterSets::default();
    sets.insert_sps(sps.clone());
    sets.insert_pps(pps.clone());
    let mut out = Vec::new();
    put(NalHeader::new(3, NalUnitType::SPS), &sps.to_rbsp(()).unwrap(), &mut out);
    put(NalHeader::new(3, NalUnitType::PPS), &pps.to_rbsp(&sets).unwrap(), &mut out);
    put(NalHeader::new(0, NalUnitType::SEI), &sei.to_rbsp(&sets).unwrap(), &mut out);
    let idr = SliceHeader {
        slice_type: SliceKind::I.of_all(),
        dec_ref_pic_marking: DecRefPicMarking::IDR,
        ..SliceHeader::default()
    };
    let p =
        SliceHeader { slice_type: SliceKind::P.of_all(), frame_num: 1, slice_qp_delta: -3, ..SliceHeader::default() };
    let second = SliceHeader { first_mb_in_slice: 30, ..p.clone() };
    for (header, nal) in [
        (idr, NalHeader::new(3, NalUnitType::IDR_SLICE)),
        (p, NalHeader::new(2, NalUnitType::SLICE)),
        (second, NalHeader::new(2, NalUnitType::SLICE)),
    ] {
        let mut bits = BitWriter::new();
        header.write(SliceContext { sets: &sets, nal }, &mut bits).unwrap();
        bits.fill(true);
        bits.bytes(&[0, 0, 1, 2]);
        bits.rbsp_trailing();
        put(nal, &bits.into_bytes(), &mut out);
    }
    out
}

/// Returns an MP4 file of the small stream, with the samples before the tables.
pub(super) fn mp4() -> Vec<u8> {
    let stream = faultless();
    let place = |unit: NalUnit| unit.position() as usize..(unit.position() + unit.rbsp.length()) as usize;
    let units: Vec<_> = ByteStream::new(&stream).map(|unit| &stream[place(unit)]).collect();
    let of = |kind: &[u8; 4], content: &[u8]| {
        let mut out = (content.len() as u32 + 8).to_be_bytes().to_vec();
        out.extend_from_slice(kind);
        out.extend_from_slice(content);
        out
    };
    let with_length = |unit: &[u8]| [&(unit.len() as u16).to_be_bytes(), unit].concat();
    let samples = [units[2..4].to_vec(), units[4..6].to_vec()]
        .map(|units| units.into_iter().flat_map(with_length).collect::<Vec<_>>());
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<_>>();
    let mut file = of(b"ftyp", b"isom\0\0\0\0");
    file.extend(of(b"mdat", &samples.concat()));
    let (sps, pps) = (with_length(units[0]), with_length(units[1]));
    let avcc = [&[1, 100, 0, 11, 0xFD, 0xE1], &sps[..], &[1], &pps].concat();
    let entry = [&[0; 78], &of(b"avcC", &avcc)[..]].concat();
    let stbl = [
        of(b"stsd", &[words(&[0, 1]), of(b"avc1", &entry)].concat()),
        of(b"stsz", &words(&[0, 0, 2, samples[0].len() as u32, samples[1].len() as u32])),
        of(b"stsc", &words(&[0, 1, 1, 1, 1])),
        of(b"stco", &words(&[0, 2, 24, 24 + samples[0].len() as u32])),
    ];
    let stbl = of(b"stbl", &stbl.concat());
    file.extend(of(b"moov", &of(b"trak", &of(b"mdia", &of(b"minf", &stbl)))));
    file
}
