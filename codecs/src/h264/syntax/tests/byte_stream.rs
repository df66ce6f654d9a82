//! Tests of emulation prevention and start codes against their plain definitions.

use crate::h264::syntax::*;
use proptest::prelude::*;

/// Inserts emulation prevention byte by byte (7.3.1, 7.4.1.1).
fn plain_escape(rbsp: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    let mut zeros = 0;
    for &byte in rbsp {
        if zeros == 2 && byte <= 3 {
            out.push(3);
            zeros = 0;
        }
        out.push(byte);
        zeros = if byte == 0 { zeros + 1 } else { 0 };
    }
    out
}

fn zeros(most: usize) -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop::collection::vec(prop_oneof![5 => Just(0), 3 => 0..=4_u8, 1 => any::<u8>()], 0..most);
    // The last byte holds the stop bit, so it is not 0.
    bytes.prop_map(|bytes| [&bytes[..], &[0x80]].concat())
}

#[test]
fn all_short_payloads_are_escaped_by_the_definition() {
    for length in 0..=7 {
        for k in 0..5_usize.pow(length) {
            let mut rbsp: Vec<u8> = (0..length).map(|i| (k / 5_usize.pow(i) % 5) as u8).collect();
            rbsp.push(0x80);
            let mut nal = Vec::new();
            write_nal_unit(NalHeader::new(1, NalUnitType::SLICE), &rbsp, &mut nal);
            assert_eq!(nal[1..], plain_escape(&rbsp), "{rbsp:?}");
            let read = Rbsp::new(&nal, 0);
            assert_eq!(read.bytes()[1..], rbsp, "{nal:?}");
            assert_eq!(read.complaint(), None, "{nal:?}");
        }
    }
}

#[test]
fn a_unit_ends_with_no_zero_of_cabac_zero_words() {
    for (rbsp, nal) in [
        (&[0x80, 0, 0][..], &[0x80, 0, 0, 3][..]),
        (&[0x80, 0, 0, 0, 0], &[0x80, 0, 0, 3, 0, 0, 3]),
        (&[0, 0, 1, 0x80, 0, 0], &[0, 0, 3, 1, 0x80, 0, 0, 3]),
    ] {
        let mut out = Vec::new();
        write_nal_unit(NalHeader::new(1, NalUnitType::SLICE), rbsp, &mut out);
        assert_eq!(&out[1..], nal);
        let read = Rbsp::new(&out, 0);
        assert_eq!((&read.bytes()[1..], read.complaint()), (rbsp, None));
        assert_eq!(read.stop_bit(), Rbsp::new(&out[..out.len() - 3], 0).stop_bit());
    }
}

#[test]
fn bytes_that_no_unit_has_are_complained_about() {
    for (bytes, position, found) in [
        (&[0x61, 7, 0, 0, 2, 9][..], 2, 2),
        (&[0x61, 7, 0, 0, 0, 9], 2, 0),
        (&[0x61, 0, 0, 3, 4], 2, 0x0304),
        (&[0x61, 0, 0, 3, 0, 0, 3, 0x80], 5, 0x0380),
    ] {
        let position = BitPosition::byte(100 + position);
        assert_eq!(Rbsp::new(bytes, 100).complaint(), Some(&SyntaxError::Emulation { position, bytes: found }));
    }
}

#[test]
fn units_are_found_whatever_stands_around_their_start_codes() {
    let stream = [9, 9, 0, 0, 0, 1, 0x67, 1, 0, 0, 0, 0, 0, 1, 0x68, 0, 0, 1, 0, 0, 1, 0x09, 0xF0, 0, 0];
    let units = ByteStream::new(&stream);
    assert_eq!(units.stray(), 2);
    let found: Vec<_> = units.map(|unit| (unit.position(), unit.lead, unit.rbsp.bytes().to_vec())).collect();
    assert_eq!(found, [(6, 4, vec![0x67, 1]), (14, 6, vec![0x68]), (18, 3, vec![]), (21, 3, vec![0x09, 0xF0])]);
    assert_eq!(ByteStream::new(&[0, 0, 2]).count(), 0);
}

proptest! {
    #[test]
    fn what_is_escaped_is_the_payload_again_and_has_no_start_code(rbsp in zeros(300)) {
        let mut nal = Vec::new();
        write_nal_unit(NalHeader::new(1, NalUnitType::SLICE), &rbsp, &mut nal);
        prop_assert_eq!(&nal[1..], &plain_escape(&rbsp)[..]);
        prop_assert!(nal.windows(3).all(|three| three[..2] != [0, 0] || three[2] >= 3));
        let read = Rbsp::new(&nal, 0);
        prop_assert_eq!(&read.bytes()[1..], &rbsp[..]);
        // Every byte has the position that is reported for it.
        for (i, &byte) in read.bytes().iter().enumerate() {
            prop_assert_eq!(nal[(read.position(8 * i as u64).0 / 8) as usize], byte);
        }
    }

    #[test]
    fn a_unit_that_comes_in_pieces_is_the_unit(
        nal in prop::collection::vec(prop_oneof![5 => Just(0), 3 => 0..=4_u8, 2 => Just(0xFF), 1 => any::<u8>()], 0..60),
        size in 1..9_usize,
        most in 0..80_usize,
    ) {
        let whole = Rbsp::new(&nal, 100);
        let mut pieces = Unescape::new(100, most);
        nal.chunks(size).for_each(|piece| pieces.push(piece));
        let part = pieces.finish();
        prop_assert_eq!(part.bytes(), &whole.bytes()[..whole.bytes().len().min(most)]);
        prop_assert_eq!((part.length(), part.bits(), part.stop_bit()), (whole.length(), whole.bits(), whole.stop_bit()));
        prop_assert_eq!(part.complaint(), whole.complaint());
        // The positions of the bytes kept, of the stop bit and of the end.
        let places = (0..8 * part.bytes().len() as u64).chain(part.stop_bit()).chain([part.bits()]);
        for bit in places {
            prop_assert_eq!(part.position(bit), whole.position(bit));
        }
    }

    #[test]
    fn a_stream_gives_its_units_back(units in prop::collection::vec((zeros(40), any::<bool>(), 0..4_usize), 1..8)) {
        let (mut stream, mut written) = (Vec::new(), Vec::new());
        for (rbsp, long, trailing) in &units {
            let start = if *long { StartCode::Long } else { StartCode::Short };
            let header = NalHeader::new(1, NalUnitType::SLICE);
            write_byte_stream_nal_unit(start, header, rbsp, &mut stream);
            let mut nal = Vec::new();
            write_nal_unit(header, rbsp, &mut nal);
            written.push(Rbsp::new(&nal, 0).bytes().to_vec());
            stream.extend(std::iter::repeat_n(0, *trailing));
        }
        let read: Vec<_> = ByteStream::new(&stream).map(|unit| unit.rbsp.bytes().to_vec()).collect();
        prop_assert_eq!(read, written);
        let mut at = 0;
        for unit in ByteStream::new(&stream) {
            prop_assert_eq!(unit.position(), at + unit.lead);
            at = unit.position() + unit.rbsp.length();
        }
    }
}
