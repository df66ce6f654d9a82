//! Lines of BED files: chromosome, start, stop, and further columns, which are kept unchanged.
//!
//! ```text
//!   chr1 <tab> 100 <tab> 200 <tab> name <tab> ...        letters 100 to 199, counted from 0
//! ```
//!
//! A feature of length zero lies between two letters. Like bedtools, this program extends it over both, `start - 1` to
//! `start + 1`, so it overlaps the features that it touches.

use unite::continuous::Interval;

use super::error::LineError;

/// The greatest coordinate, far enough from the ends of the integers, which represent infinities.
const MOST: i64 = i64::MAX / 4;

/// A line that is an interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Record<'a> {
    pub(super) chromosome: &'a [u8],
    pub(super) start: i64,
    pub(super) stop: i64,
    /// The text after the stop, including the tab before it.
    pub(super) rest: &'a [u8],
}

/// Returns whether a line is not data: empty, a comment, or an instruction to a browser.
pub(super) fn is_header(line: &[u8]) -> bool {
    let first = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let browser = |word: &[u8]| first.eq_ignore_ascii_case(word);
    matches!(line.first(), None | Some(b'#')) || browser(b"track") || browser(b"browser")
}

fn coordinate(text: &[u8]) -> Result<i64, LineError> {
    let wrong = || LineError::Coordinate { text: String::from_utf8_lossy(text).into_owned(), most: MOST };
    let mut number: i64 = 0;
    for digit in text {
        if !digit.is_ascii_digit() || number > MOST / 10 {
            return Err(wrong());
        }
        number = 10 * number + i64::from(digit - b'0');
    }
    if text.is_empty() || number > MOST { Err(wrong()) } else { Ok(number) }
}

impl<'a> Record<'a> {
    /// Parses a line that is not a header, without its end.
    pub(super) fn parse(line: &'a [u8]) -> Result<Self, LineError> {
        let columns = || LineError::Columns { found: 1 + line.iter().filter(|&&letter| letter == b'\t').count() };
        let tab = |from: usize| line[from..].iter().position(|&letter| letter == b'\t').map(|length| from + length);
        let first = tab(0).ok_or_else(columns)?;
        let second = tab(first + 1).ok_or_else(columns)?;
        let third = tab(second + 1).unwrap_or(line.len());
        let start = coordinate(&line[first + 1..second])?;
        let stop = coordinate(&line[second + 1..third])?;
        if stop < start {
            return Err(LineError::Reversed { start, stop });
        }
        Ok(Record { chromosome: &line[..first], start, stop, rest: &line[third..] })
    }

    /// Returns whether the feature lies between two letters.
    pub(super) fn is_empty(&self) -> bool {
        self.start == self.stop
    }

    /// Returns start and end of the extended feature, which is not empty.
    pub(super) fn reach(&self) -> (i64, i64) {
        if self.is_empty() { (self.start - 1, self.stop + 1) } else { (self.start, self.stop) }
    }

    /// Returns the extended feature as an interval.
    pub(super) fn interval(&self) -> Interval<i64> {
        let (lo, hi) = self.reach();
        Interval::closed_open(lo, hi).expect("it is not empty, and far from the infinities")
    }

    /// Writes the line with another start and stop.
    pub(super) fn write(&self, (start, stop): (i64, i64), out: &mut Vec<u8>) {
        out.extend_from_slice(self.chromosome);
        out.push(b'\t');
        number(start, out);
        out.push(b'\t');
        number(stop, out);
        out.extend_from_slice(self.rest);
    }
}

/// Writes a number that is not negative.
pub(super) fn number(number: i64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    let mut left = number;
    while left > 0 || first == digits.len() {
        first -= 1;
        digits[first] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    out.extend_from_slice(&digits[first..]);
}
