//! [`inspect`]: a listing of a stream, for people who know the standard.

mod elements;
mod gloss;
mod summary;

use super::error::SyntaxError;
use super::parameter_sets::ParameterSets;
use super::position::BitPosition;
use super::stream::Source;
use super::unit::{Unit, Units};
use elements::Lines;
use std::io;

/// Where the text of a line begins; lines that go on begin there too.
const TEXT: usize = 36;

/// Lists a stream of any encoder, a byte stream or an MP4 file: a line a NAL unit, with its byte, its type, `nal_ref_idc`, its
/// length and what it says, a line an element, with its place in the file, its bits, and the standard's name, complaints
/// where they arise, and a summary. Returns the complaints, none of a faultless stream.
///
/// ```
/// let mut out = Vec::new();
/// let complaints = codecs::h264::syntax::inspect(&[0, 0, 0, 1, 0x09, 0x50], &mut out)?;
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "     offset  unit        ref length
///           4  AUD           0      2  I, P and B slices
///         5.0        3                primary_pic_type=2
///         5.3        5                rbsp_trailing_bits=16
///
/// no sequence parameter set
/// 1 NAL unit, 0 pictures, 6 bytes
/// nothing to complain about
/// "
/// );
/// assert!(complaints.is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of the sink. What is no H.264 stream at all is one complaint, [`SyntaxError::NotH264`] or [`SyntaxError::Mp4`].
pub fn inspect(bytes: &[u8], sink: &mut impl io::Write) -> io::Result<Vec<SyntaxError>> {
    let source = match Source::new(bytes) {
        Ok(source) => source,
        Err(error) => {
            writeln!(sink, "{error}")?;
            return Ok(vec![error]);
        }
    };
    writeln!(sink, "     offset  unit        ref length")?;
    let mut complaints = source.complaints();
    complaints.iter().try_for_each(|complaint| complain(complaint, sink))?;
    let mut units = Units::new(source.units());
    let mut count = 0;
    let mut lines = Lines::default();
    while let Some(unit) = units.next_unit(&mut lines) {
        list(&unit, units.parameter_sets(), &lines, sink)?;
        lines.clear();
        complaints.extend(unit.complaints);
        count += 1;
    }
    writeln!(sink)?;
    summary::print(units.order(), units.parameter_sets(), count, bytes.len() as u64, sink)?;
    match complaints.len() as u64 {
        0 => writeln!(sink, "nothing to complain about")?,
        n => writeln!(sink, "{n} {}", summary::plural(n, "complaint"))?,
    }
    Ok(complaints)
}

fn list(unit: &Unit, sets: &ParameterSets, lines: &Lines, sink: &mut impl io::Write) -> io::Result<()> {
    let (position, kind) = (unit.position, unit.header.nal_unit_type.name());
    let (idc, length) = (unit.header.nal_ref_idc, unit.length);
    let text = gloss::gloss(unit, sets);
    let line = format!("{position:>11}  {kind:<11} {idc:>3} {length:>6}  {text}");
    writeln!(sink, "{}", line.trim_end())?;
    for (position, bits, text) in lines.iter() {
        let place = BitPosition(position).to_string();
        let bits = bits.map(|bits: u32| bits.to_string()).unwrap_or_default();
        writeln!(sink, "{place:>11} {bits:>8} {:gap$}{text}", "", gap = TEXT - 21)?;
    }
    unit.complaints.iter().try_for_each(|complaint| complain(complaint, sink))
}

fn complain(complaint: &SyntaxError, sink: &mut impl io::Write) -> io::Result<()> {
    writeln!(sink, "{:>width$}{complaint}", "!! ", width = TEXT)
}
