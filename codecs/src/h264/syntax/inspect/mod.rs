//! [`inspect`]: a listing of a stream, for people who know the standard.
//!
//! The stream is read once, and the lines of a NAL unit are written as soon as the unit is read. Memory holds the
//! beginning of one unit ([`HELD_BYTES`](super::HELD_BYTES)), the parameter sets, running sums and, for an MP4 file,
//! buffers for its tables. Each unit is parsed twice: the summary in its first line depends on all of its elements, and
//! they are listed after that line. At most a few complaints are printed after each unit, and none are kept.

mod elements;
mod gloss;
mod summary;

use super::byte_stream::{ByteStream, NalSource};
use super::error::SyntaxError;
use super::parameter_sets::ParameterSets;
use super::unit::{Unit, Units};
use crate::shared::inspect::{InspectError, complain, count_complaints};
use crate::shared::trace::NoTrace;
use elements::Elements;
use std::io::{self, BufRead};

/// The column at which the text of a line begins.
const TEXT: usize = 36;

/// Lists a byte stream of any encoder. The stream is only read forward, so it may be a pipe. Each NAL unit has a line
/// with its byte offset, type, `nal_ref_idc`, length and a summary of its contents; each element has a line with its
/// position in the file, its size in bits, its name in the standard and its value. Complaints follow their unit, and a
/// summary ends the listing. Returns the number of complaints, 0 for a valid stream. The memory needed does not depend
/// on the length of the file.
///
/// ```
/// let mut out = Vec::new();
/// let complaints = codecs::h264::syntax::inspect(&[0, 0, 0, 1, 0x09, 0x50][..], &mut out)?;
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
/// assert_eq!(complaints, 0);
/// # Ok::<(), codecs::shared::inspect::InspectError>(())
/// ```
///
/// # Errors
/// I/O errors of the reader and of the sink; lines already written remain. An input without a start code is not an
/// error: it is listed as one complaint, [`SyntaxError::NotH264`].
pub fn inspect(reader: impl BufRead, sink: &mut impl io::Write) -> Result<u64, InspectError> {
    let stream = ByteStream::from_reader(reader).map_err(InspectError::Read)?;
    if stream.has_more() { inspect_source(stream, sink) } else { refuse(&SyntaxError::NotH264, sink) }
}

/// Lists an input that is not an H.264 stream as one complaint.
pub(in crate::h264) fn refuse(error: &SyntaxError, sink: &mut impl io::Write) -> Result<u64, InspectError> {
    writeln!(sink, "{error}").map_err(InspectError::Write)?;
    Ok(1)
}

/// Lists the units of any source as [`inspect`] does.
///
/// # Errors
/// I/O errors of the source and of the sink.
pub fn inspect_source(source: impl NalSource, sink: &mut impl io::Write) -> Result<u64, InspectError> {
    let write = InspectError::Write;
    let mut units = Units::new(source);
    let (mut count, mut complaints) = (0, 0);
    writeln!(sink, "     offset  unit        ref length").map_err(write)?;
    while let Some(nal) = units.source().next_nal().map_err(InspectError::Read)? {
        let nal = match nal {
            Ok(nal) => nal,
            Err(error) => {
                complain(&error, TEXT, sink).map_err(write)?;
                complaints += 1;
                continue;
            }
        };
        let unit = units.read(&nal, &mut NoTrace);
        list(&unit, units.parameter_sets(), sink).map_err(write)?;
        let mut elements = Elements::new(sink);
        units.read(&nal, &mut elements);
        elements.finish().map_err(write)?;
        let unit = units.follow(unit);
        unit.complaints.iter().try_for_each(|complaint| complain(complaint, TEXT, sink)).map_err(write)?;
        complaints += unit.complaints.len() as u64;
        count += 1;
    }
    let length = units.source().length();
    let last_lines = writeln!(sink)
        .and_then(|()| summary::print(units.order(), units.parameter_sets(), count, length, sink))
        .and_then(|()| count_complaints(complaints, sink));
    last_lines.map(|()| complaints).map_err(write)
}

/// Writes the first line of a unit.
fn list(unit: &Unit, sets: &ParameterSets, sink: &mut impl io::Write) -> io::Result<()> {
    let (position, kind) = (unit.position, unit.header.nal_unit_type.name());
    let (idc, length) = (unit.header.nal_ref_idc, unit.length);
    let text = gloss::gloss(unit, sets);
    let line = format!("{position:>11}  {kind:<11} {idc:>3} {length:>6}  {text}");
    writeln!(sink, "{}", line.trim_end())
}
