//! The nearest lines of B for each line of A. These are all lines that overlap it, or else all at the least distance.
//!
//! ```text
//!   A                  [----)
//!   B  [---)  [---)          [--)  [------)        the nearest one is 1 away
//!                    [--------)                    one that overlaps it is as near
//! ```

use std::io::Write;

use unite::continuous::Interval;
use unite::kernel::interval_index::Direction;

use super::error::BedError;
use super::indexed::{Data, Table};
use super::input::Input;
use super::record::{Record, number};

/// Prints each line of A with the nearest lines of B, and with their distance if `distance` is `true`.
pub(super) fn run(distance: bool, mut a: Input<'_>, b: Input<'_>, out: &mut impl Write) -> Result<(), BedError> {
    let (mut data, mut queries, mut text) = (Data::read(b)?, Table::default(), Vec::new());
    let none = none(&data.table);
    while queries.read_portion(&mut a, &mut data.names)? {
        for (line, &(chromosome, interval)) in queries.places.iter().enumerate() {
            let record = queries.record(line);
            let mut write = |other: &[u8], away: &[u8]| {
                record.write((record.start, record.stop), &mut text);
                text.push(b'\t');
                text.extend_from_slice(other);
                if distance {
                    text.push(b'\t');
                    text.extend_from_slice(away);
                }
                text.push(b'\n');
            };
            let Some(near) = data.index.nearest(chromosome, interval, Direction::Either) else {
                write(&none, b"-1");
                continue;
            };
            let away = away(&record, &data.table.record(near.number));
            let mut digits = Vec::new();
            number(away, &mut digits);
            let (lo, hi) = record.reach();
            let wide = Interval::closed_open(lo - away, hi + away).expect("three times the greatest coordinate fits");
            let mut found = Vec::new();
            data.index.overlap(chromosome, wide, |number| found.push(number));
            // Sorts by the order of the file.
            found.sort_unstable();
            found.iter().for_each(|&number| write(data.table.line(number), &digits));
        }
        out.write_all(&text)?;
        text.clear();
    }
    Ok(())
}

/// Returns the distance of two lines: 0 if they overlap, 1 if they touch.
fn away(record: &Record<'_>, other: &Record<'_>) -> i64 {
    let ((lo, hi), (start, stop)) = (record.reach(), other.reach());
    ((start - hi).max(lo - stop) + 1).max(0)
}

/// Returns the placeholder for a missing line of B: as many columns as B has, with -1 in numeric columns.
fn none(data: &Table) -> Vec<u8> {
    let columns =
        if data.places.is_empty() { 3 } else { 1 + data.line(0).iter().filter(|&&byte| byte == b'\t').count() };
    let mut text = b".\t-1\t-1".to_vec();
    for column in 4..=columns {
        // The fifth column is a score in files with only the columns of BED.
        let score = column == 5 && matches!(columns, 5 | 6 | 12);
        text.extend_from_slice(if score { b"\t-1" } else { b"\t." });
    }
    text
}
