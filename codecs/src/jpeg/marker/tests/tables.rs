//! Tables of Annexes A and K.

use crate::jpeg::huffman_tables::{AC_CHROMA, AC_LUMA, DC_CHROMA, DC_LUMA};
use crate::jpeg::marker::{DefinedHuffmanTable, DefinedQuantTable, HuffmanTables, MarkerSegment, ZIGZAG};
use crate::jpeg::quant_table::QuantTable;

#[test]
fn annex_k_tables_are_prefix_codes_of_every_symbol_once() {
    for (class, (bits, values)) in [(0, DC_LUMA), (0, DC_CHROMA), (1, AC_LUMA), (1, AC_CHROMA)] {
        let table = DefinedHuffmanTable::new(class, 0, bits, values);
        assert!(table.words_used() <= 65535);
        HuffmanTables { tables: vec![table] }.check(0).unwrap();
        let mut symbols = values.to_vec();
        symbols.sort_unstable();
        // DC: sizes 0 to 11. AC: runs 0 to 15 with sizes 1 to 10, the end of a block, and sixteen zeros.
        let wanted: Vec<u8> = if class == 0 {
            (0..12).collect()
        } else {
            let coefficients = (0..16).flat_map(|run| (1..=10).map(move |size| run * 16 + size));
            let mut all: Vec<u8> = coefficients.chain([0x00, 0xF0]).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(symbols, wanted);
    }
}

#[test]
fn zigzag_visits_every_place_once_by_steps_to_a_neighbour() {
    let mut places = ZIGZAG.to_vec();
    places.sort_unstable();
    assert_eq!(places, (0..64).collect::<Vec<u8>>());
    assert!(ZIGZAG.windows(2).all(|pair| {
        let (rows, columns) = ((pair[0] / 8).abs_diff(pair[1] / 8), (pair[0] % 8).abs_diff(pair[1] % 8));
        rows <= 1 && columns <= 1
    }));
    assert_eq!(ZIGZAG[1..3], [1, 8], "the first step is to the right");
}

#[test]
fn natural_order_undoes_the_zigzag() {
    let table = DefinedQuantTable::new(1, &QuantTable::CHROMA);
    assert_eq!(&table.natural(), QuantTable::CHROMA.steps());
    assert_eq!(table.precision, 0);
    assert_eq!(DefinedQuantTable::new(1, &QuantTable::new([256; 64]).unwrap()).precision, 1);
}
