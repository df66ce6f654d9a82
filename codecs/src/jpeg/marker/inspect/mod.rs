//! [`inspect`]: a listing of a stream, for people who know the standard.

mod elements;
mod summary;
mod tables;

use super::error::MarkerError;
use super::frame::FrameHeader;
use super::segment::Segment;
use super::stream::Stream;
use super::walk::{Content, Part};
use std::io;

/// Where the text of a line begins; lines that go on begin there too.
const TEXT: usize = 32;

/// Lists a stream of any encoder: a line a segment, with its byte, its marker, its length and its elements in the standard's
/// names, tables in blocks, complaints where they arise, and a summary. Returns the complaints, none of a faultless stream.
///
/// ```
/// let bytes = b"\xFF\xD8\xFF\xFE\0\x07hello\xFF\xD9";
/// let mut out = Vec::new();
/// let complaints = codecs::jpeg::marker::inspect(bytes, &mut out)?;
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
/// assert!(complaints.is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of the sink. What is no JPEG stream at all is one complaint, [`MarkerError::NotJpeg`].
pub fn inspect(bytes: &[u8], sink: &mut impl io::Write) -> io::Result<Vec<MarkerError>> {
    let stream = match Stream::read(bytes) {
        Ok(stream) => stream,
        Err(error) => {
            writeln!(sink, "{error}")?;
            return Ok(vec![error]);
        }
    };
    writeln!(sink, "     offset  marker code length")?;
    let mut frame = None;
    for part in &stream.parts {
        if let Content::Segment(Segment::Frame(header)) = &part.content {
            frame = Some(header);
        }
        list(part, frame, bytes, sink)?;
    }
    if let Some(end) = &stream.end {
        complain(end, sink)?;
    }
    writeln!(sink)?;
    summary::print(&stream, bytes.len() as u64, sink)?;
    Ok(stream.complaints().cloned().collect())
}

fn list(part: &Part, frame: Option<&FrameHeader>, bytes: &[u8], sink: &mut impl io::Write) -> io::Result<()> {
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
        Content::Trailing => {
            let another = bytes.get(position as usize..).is_some_and(|rest| rest.starts_with(&[0xFF, 0xD8]));
            let what = if another { "bytes after EOI: another JPEG stream" } else { "bytes after EOI" };
            writeln!(sink, "{position:>11}  after {length:>13}  {what}")?;
        }
    }
    part.complaints.iter().try_for_each(|complaint| complain(complaint, sink))
}

fn complain(complaint: &MarkerError, sink: &mut impl io::Write) -> io::Result<()> {
    writeln!(sink, "{:>width$}{complaint}", "!! ", width = TEXT)
}

/// What stands behind a segment's length.
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
