//! [`inspect`]: a listing of a stream, for readers who know the standard.
//!
//! The stream is read once, and each line is written as soon as its segment is known. Only one segment of at most 64
//! KiB and running sums are held in memory. Complaints are printed immediately, a few per segment, and not kept.

mod elements;
mod summary;
mod tables;

use super::frame::FrameHeader;
use super::segment::Segment;
use super::stream::CheckedParts;
use super::walk::{Content, Part};
use crate::shared::inspect::{InspectError, complain};
use std::io::{self, BufRead};
use summary::Summary;

/// The column where the text of a line begins, also in continuation lines.
const TEXT: usize = 32;

/// Lists a stream of any encoder: one line per segment, with its position, its marker, its length and its elements in
/// the standard's names, tables in blocks, complaints where they occur, and a summary. Returns the number of
/// complaints, 0 for a valid stream. Memory use does not depend on the length of the stream.
///
/// ```
/// let bytes = b"\xFF\xD8\xFF\xFE\0\x07hello\xFF\xD9";
/// let mut out = Vec::new();
/// let complaints = codecs::jpeg::marker::inspect(&bytes[..], &mut out)?;
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "     offset  marker code length
///           0  SOI    FFD8
///           2  COM    FFFE      7  \"hello\"
///          11  EOI    FFD9
///
/// no frame header
/// 0 scans, 13 bytes
/// nothing to complain about
/// "
/// );
/// assert_eq!(complaints, 0);
/// # Ok::<(), codecs::shared::inspect::InspectError>(())
/// ```
///
/// # Errors
/// The errors of the reader and of the sink; the lines listed so far remain. Input that is not a JPEG stream is one
/// complaint, [`MarkerError::NotJpeg`](super::MarkerError::NotJpeg), not an error.
pub fn inspect(reader: impl BufRead, sink: &mut impl io::Write) -> Result<u64, InspectError> {
    let mut parts = CheckedParts::new(reader);
    let mut summary = Summary::default();
    let mut frame = None;
    let mut next = parts.next_part().map_err(InspectError::Read)?;
    if let Some(Err(error)) = next {
        writeln!(sink, "{error}").map_err(InspectError::Write)?;
        return Ok(1);
    }
    writeln!(sink, "     offset  marker code length").map_err(InspectError::Write)?;
    let mut end = None;
    while let Some(part) = next {
        match part {
            Ok(part) => {
                if let Content::Segment(Segment::Frame(header)) = &part.content {
                    frame = Some(header.clone());
                }
                list(&part, frame.as_ref(), sink).map_err(InspectError::Write)?;
                summary.add(&part);
            }
            Err(error) => end = Some(error),
        }
        next = parts.next_part().map_err(InspectError::Read)?;
    }
    let end = end.or_else(|| parts.missing_end());
    summary.complaints += u64::from(end.is_some());
    let last_lines = end.map_or(Ok(()), |end| complain(&end, TEXT, sink)).and_then(|()| {
        writeln!(sink)?;
        summary.print(parts.frame(), parts.position(), sink)
    });
    last_lines.map(|()| summary.complaints).map_err(InspectError::Write)
}

fn list(part: &Part, frame: Option<&FrameHeader>, sink: &mut impl io::Write) -> io::Result<()> {
    let (position, length) = (part.position, part.length);
    if part.fill > 0 {
        writeln!(sink, "{:>11}  fill {:>14}  bytes of FF", position - part.fill, part.fill)?;
    }
    match &part.content {
        Content::Segment(segment) => {
            let marker = segment.marker();
            let size = if marker.stands_alone() { String::new() } else { format!("{}", length - 2) };
            let text = describe(segment, frame, position);
            let mut lines = text.lines();
            let first = lines.next().unwrap_or_default();
            let line = format!("{position:>11}  {marker:<6} FF{:02X} {size:>6}  {first}", marker.code());
            writeln!(sink, "{}", line.trim_end())?;
            for line in lines {
                writeln!(sink, "{:TEXT$}{line}", "")?;
            }
        }
        Content::Broken(marker) => {
            writeln!(sink, "{position:>11}  {marker:<6} FF{:02X} {:>6}  broken", marker.code(), length - 2)?;
        }
        Content::EntropyCoded { restarts } => {
            let restarts = match restarts {
                0 => String::new(),
                1 => ", 1 restart marker".to_owned(),
                n => format!(", {n} restart markers"),
            };
            writeln!(sink, "{position:>11}  scan {length:>14}  bytes of entropy-coded data{restarts}")?;
        }
        Content::Stray => writeln!(sink, "{position:>11}  stray {length:>13}  bytes")?,
        Content::Trailing { another } => {
            let what = if *another { "bytes after EOI: another JPEG stream" } else { "bytes after EOI" };
            writeln!(sink, "{position:>11}  after {length:>13}  {what}")?;
        }
    }
    part.complaints.iter().try_for_each(|complaint| complain(complaint, TEXT, sink))
}

/// Returns the text of a segment's line after the length.
fn describe(segment: &Segment, frame: Option<&FrameHeader>, position: u64) -> String {
    match segment {
        Segment::QuantTables(tables) => tables::quant(tables),
        Segment::HuffmanTables(tables) => tables::huffman(tables),
        Segment::Comment(comment) => summary::quoted(&comment.text),
        Segment::App(app) => match app.label() {
            Some(label) => format!("{label:?}"),
            None => format!("{} bytes", app.data.len()),
        },
        _ => [summary::gloss(segment, frame), elements::elements(segment, position)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("\n"),
    }
}
