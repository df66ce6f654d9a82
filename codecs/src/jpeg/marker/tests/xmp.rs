//! Packets of XMP that are larger than a segment.

use crate::jpeg::marker::{AppData, AppXmp, Marker, MarkerError, xmp};
use proptest::prelude::*;

/// Returns a packet of about so many bytes.
fn packet(bytes: usize, seed: u64) -> Vec<u8> {
    let text: String = (0..bytes as u64).map(|n| char::from(b'a' + (n * n * seed % 26) as u8)).collect();
    format!(
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:Description rdf:about='uuid:\"7\"'>{text}</rdf:Description></x:xmpmeta>"
    )
    .into_bytes()
}

/// Puts a packet into its wrapper, with some padding.
fn wrapped(packet: &[u8], padding: usize) -> Vec<u8> {
    let head = "<?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>\n".as_bytes();
    [head, packet, &vec![b' '; padding], b"<?xpacket end='w'?>"].concat()
}

#[test]
fn padding_is_dropped_before_a_packet_is_split() {
    let small = packet(60000, 3);
    let [AppData { data, .. }] = &xmp::split(&wrapped(&small, 9000)).expect("a packet")[..] else { panic!("one") };
    let inner = data.strip_prefix(AppXmp::IDENTIFIER).expect("the identifier");
    assert!(inner.starts_with(b"<?xpacket begin") && inner.ends_with(b"</x:xmpmeta><?xpacket end='w'?>"));
    // A packet that fits is not touched.
    let padded = wrapped(&small, 2000);
    assert_eq!(xmp::split(&padded).expect("a packet")[0].data, [AppXmp::IDENTIFIER, &padded].concat());
}

#[test]
fn the_main_packet_names_the_extended_one_by_its_md5() {
    let body = vec![b'a'; 65505];
    let segments = xmp::split(&body).expect("a packet");
    assert_eq!(segments.len(), 3);
    // The sum is that of md5sum.
    let name = "5582A7DC25B3CD3C901C83648048A7AB";
    let main = String::from_utf8_lossy(&segments[0].data);
    assert!(main.contains("rdf:about=\"\" xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\""), "{main}");
    assert!(main.contains(&format!("xmpNote:HasExtendedXMP=\"{name}\"")), "{main}");
    for (segment, offset) in segments[1..].iter().zip([0_u32, 65400]) {
        let begins = [xmp::EXTENSION, name.as_bytes(), &65505_u32.to_be_bytes(), &offset.to_be_bytes()].concat();
        assert!(segment.data.starts_with(&begins) && segment.data.len() <= 65533);
    }
    let about = xmp::split(&packet(70000, 5)).expect("a packet");
    assert!(String::from_utf8_lossy(&about[0].data).contains("rdf:about='uuid:\"7\"' xmlns"));
}

#[test]
fn parts_that_do_not_fit_together_are_refused() {
    let whole = xmp::split(&packet(140_000, 7)).expect("a packet");
    let fault = |change: &dyn Fn(&mut Vec<AppData>)| {
        let mut segments = whole.clone();
        change(&mut segments);
        xmp::extended(&segments).map(|packet| packet.map(|packet| packet.len()))
    };
    let wrong = |offset, reason| Err(MarkerError::XmpExtension { offset, reason });
    assert_eq!(fault(&|all| drop(all.remove(0))), Ok(None));
    assert_eq!(fault(&|all| drop(all.remove(2))), wrong(130_800, "a part before it is missing"));
    assert_eq!(fault(&|all| drop(all.pop())), wrong(130_800, "the parts do not have the stated length"));
    assert_eq!(fault(&|all| all.truncate(1)), wrong(0, "the parts do not have the stated length"));
    assert_eq!(fault(&|all| all.push(all[1].clone())), wrong(0, "a part begins within another one"));
    assert_eq!(fault(&|all| all[2].data.truncate(70)), wrong(0, "a part is cut short"));
    assert_eq!(fault(&|all| all[2].data[70] ^= 1), wrong(65400, "a part states another length than the first"));
    // Parts of another packet are passed over.
    let other = xmp::split(&packet(140_000, 9)).expect("a packet");
    assert!(matches!(fault(&|all| all.extend(other[1..].to_vec())), Ok(Some(140_000..))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_split_is_joined(bytes in 65_505_usize..300_000, seed in 1_u64..100, padding in 0_usize..5000, turn: usize) {
        let inner = packet(bytes, seed);
        for whole in [inner.clone(), wrapped(&inner, padding)] {
            let mut segments = xmp::split(&whole).expect("a packet");
            prop_assert!(segments.iter().all(|segment| segment.marker == Marker::app(1) && segment.data.len() <= 65533));
            let turn = turn % segments.len();
            segments.rotate_left(turn);
            prop_assert_eq!(xmp::extended(&segments), Ok(Some(inner.clone())));
        }
    }

    #[test]
    fn no_bytes_make_the_joiner_panic(data: Vec<(bool, Vec<u8>)>, name in "[0-9A-F]{0,33}") {
        let named = format!("HasExtendedXMP='{name}'");
        let main = AppData { marker: Marker::app(1), data: [AppXmp::IDENTIFIER, named.as_bytes()].concat() };
        let parts = data.into_iter().map(|(named, data)| {
            let name = if named { name.as_bytes() } else { &[] };
            AppData { marker: Marker::app(1), data: [xmp::EXTENSION, name, &data].concat() }
        });
        let segments: Vec<_> = std::iter::once(main).chain(parts).collect();
        let _ = xmp::extended(&segments);
    }
}
