//! Listings of quantisation and Huffman tables: their origin and their contents.

use crate::jpeg::IjgQuality;
use crate::jpeg::huffman_tables::{AC_CHROMA, AC_LUMA, DC_CHROMA, DC_LUMA, Table};
use crate::jpeg::marker::{DefinedHuffmanTable, DefinedQuantTable, HuffmanTables, QuantTables};
use crate::jpeg::quant_table::QuantTable;
use core::fmt::Write as _;

/// Lists a DQT segment: each table as a block of 8x8 in row-major order.
pub(super) fn quant(segment: &QuantTables) -> String {
    let mut text = String::new();
    for table in &segment.tables {
        let origin = origin(table).unwrap_or_else(|| "custom".to_owned());
        let steps = table.natural();
        let width = steps.iter().max().map_or(1, |most| most.to_string().len()) + 1;
        let _ = writeln!(text, "Pq={} Tq={}  {origin}", table.precision, table.destination);
        for row in steps.chunks(8) {
            let row: String = row.iter().map(|step| format!("{step:>width$}")).collect();
            let _ = writeln!(text, " {row}");
        }
    }
    text
}

/// Returns the table of Annex K and the IJG quality from which a table is derived, if any.
fn origin(table: &DefinedQuantTable) -> Option<String> {
    let luma = ("Annex K.1 (luma)", &QuantTable::LUMA);
    let chroma = ("Annex K.2 (chroma)", &QuantTable::CHROMA);
    // At quality 100 both tables consist of ones; the destination decides between them.
    let order = if table.destination == 0 { [luma, chroma] } else { [chroma, luma] };
    let steps = table.natural();
    // Steps are at most 255 in a baseline table, otherwise 32767.
    let is_scaled = |base: &QuantTable, quality: IjgQuality| {
        [255, 32767].iter().any(|&most| base.scaled(quality, most).is_ok_and(|scaled| scaled.steps() == &steps))
    };
    for (name, base) in order {
        // The coarsest tables are identical at several qualities: every step is 255.
        let whole = || (1..=100).map(IjgQuality::from).filter(|&quality| is_scaled(base, quality));
        if let (Some(least), Some(most)) = (whole().next(), whole().next_back()) {
            let quality = if least == most { least.to_string() } else { format!("{least} to {most}") };
            return Some(format!("{name} at IJG quality {quality}"));
        }
        let tenths = IjgQuality::LEAST.tenths()..=IjgQuality::MOST.tenths();
        let mut between = tenths.filter_map(|tenths| IjgQuality::from_tenths(tenths).ok());
        if let Some(quality) = between.find(|&quality| is_scaled(base, quality)) {
            return Some(format!("{name} at IJG quality {quality}"));
        }
    }
    None
}

/// Lists a DHT segment: one line per table, and its number of codes by length.
pub(super) fn huffman(segment: &HuffmanTables) -> String {
    let mut text = String::new();
    for table in &segment.tables {
        let codes = match table.values.len() {
            1 => "1 code".to_owned(),
            n => format!("{n} codes"),
        };
        let _ = writeln!(text, "Tc={} Th={}  {codes}{}", table.class, table.destination, standard(table));
        let counts: Vec<_> = table.bits.iter().map(u8::to_string).collect();
        let _ = writeln!(text, "L1..L16 = {}", counts.join(" "));
    }
    text
}

/// Returns the name of the matching table of Annex K, or the range of code lengths.
fn standard(table: &DefinedHuffmanTable) -> String {
    const STANDARD: [(u8, &str, Table); 4] = [
        (0, "Annex K.3 (luma DC)", DC_LUMA),
        (0, "Annex K.4 (chroma DC)", DC_CHROMA),
        (1, "Annex K.5 (luma AC)", AC_LUMA),
        (1, "Annex K.6 (chroma AC)", AC_CHROMA),
    ];
    let same = |(class, _, (bits, values)): &&(u8, &str, Table)| {
        *class == table.class && *bits == table.bits && *values == table.values
    };
    if let Some((_, name, _)) = STANDARD.iter().find(same) {
        return format!(", {name}");
    }
    let has_codes = |codes: &u8| *codes > 0;
    match (table.bits.iter().position(has_codes), table.bits.iter().rposition(has_codes)) {
        (Some(shortest), Some(longest)) => format!(" of {} to {} bits, custom", shortest + 1, longest + 1),
        _ => String::new(),
    }
}
