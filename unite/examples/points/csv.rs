//! CSV files with one point per line, read by the crate `csv`. Columns are separated by commas, else by semicolons,
//! else by tabs or spaces, depending on the first line. The first line is a header if its coordinates are not numbers.
//! Empty lines and lines that begin with `#` are skipped. Lines end in LF, CR LF or CR.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use csv::{ByteRecord, ErrorKind, ReaderBuilder, Terminator};

use super::read::{ReadError, line, number};

/// The separator of columns.
#[derive(Debug, Clone, Copy)]
enum Separator {
    Character(u8),
    /// Any number of spaces and tabs.
    Space,
}

impl Separator {
    /// Returns the separator of a file, based on its first line.
    fn of(line: &str) -> Self {
        match [b',', b';'].into_iter().find(|&separator| line.bytes().any(|byte| byte == separator)) {
            Some(separator) => Separator::Character(separator),
            None => Separator::Space,
        }
    }

    /// Returns the columns of a line, without surrounding spaces and quotes.
    fn columns(self, record: &ByteRecord) -> Vec<&str> {
        let text = |field| std::str::from_utf8(field).unwrap_or("\u{fffd}");
        let fields = record.iter().map(text);
        match self {
            Separator::Character(_) => fields.map(|field| field.trim().trim_matches('"')).collect(),
            Separator::Space => fields.flat_map(str::split_whitespace).collect(),
        }
    }
}

/// Reads the points of a file.
pub(crate) fn read<const D: usize>(file: impl BufRead, columns: &[String]) -> Result<Vec<[f64; D]>, ReadError> {
    let mut file = BufReader::new(LineFeeds { file, after_return: false });
    let mut passed = 0;
    let first = loop {
        let Some(text) = line(&mut file, passed + 1)? else { return Ok(Vec::new()) };
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.is_empty() && !text.starts_with('#') {
            break text.to_owned() + "\n";
        }
        passed += 1;
    };
    let separator = Separator::of(&first);
    let delimiter = match separator {
        Separator::Character(character) => character,
        Separator::Space => b' ',
    };
    // A line feed is appended, so that every line is complete when it has been read, and its number is that of the next
    // line less 1.
    let whole = Cursor::new(first).chain(file).chain(&b"\n"[..]);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .comment(Some(b'#'))
        .terminator(Terminator::Any(b'\n'))
        .from_reader(whole);

    let (mut points, mut wanted) = (Vec::new(), None);
    let mut record = ByteRecord::new();
    loop {
        let read = reader.read_byte_record(&mut record);
        let next = passed + reader.position().line() as usize;
        match read.map_err(csv::Error::into_kind) {
            Ok(true) => {}
            Ok(false) => return Ok(points),
            Err(ErrorKind::Io(error)) => return Err(ReadError::io(error, || format!("line {next}"))),
            Err(other) => return Err(ReadError::io(io::Error::other(format!("{other:?}")), || format!("line {next}"))),
        }
        let (found, at) = (separator.columns(&record), next - 1);
        // The line consists of spaces, or of spaces before a `#`.
        if found.iter().all(|column| column.is_empty()) && found.len() <= 1 || found[0].starts_with('#') {
            continue;
        }
        match wanted {
            Some(wanted) => points.push(point(&found, wanted, at)?),
            None => wanted = Some(header(&found, columns, at, &mut points)?),
        }
    }
}

/// A reader that replaces line ends CR LF and CR by LF.
struct LineFeeds<F> {
    file: F,
    after_return: bool,
}

impl<F: BufRead> Read for LineFeeds<F> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let bytes = self.file.fill_buf()?;
            let taken = bytes.len().min(out.len());
            let mut written = 0;
            for &byte in &bytes[..taken] {
                let ends_with_it = self.after_return && byte == b'\n';
                self.after_return = byte == b'\r';
                if !ends_with_it {
                    out[written] = if byte == b'\r' { b'\n' } else { byte };
                    written += 1;
                }
            }
            self.file.consume(taken);
            if written > 0 || taken == 0 {
                return Ok(written);
            }
        }
    }
}

/// Returns the columns of the coordinates, based on the first line. If that line is a point, it is added to `points`.
fn header<const D: usize>(
    found: &[&str],
    columns: &[String],
    at: usize,
    points: &mut Vec<[f64; D]>,
) -> Result<[usize; D], ReadError> {
    let (wanted, named) = choose(found, columns)?;
    let is_number = |&column: &usize| found.get(column).is_some_and(|text| text.parse::<f64>().is_ok());
    if !named && wanted.iter().any(is_number) {
        points.push(point(found, wanted, at)?);
    } else if let Some(column) = wanted.into_iter().find(|&column| column >= found.len()) {
        return Err(ReadError::Missing { line: at, column: column + 1, found: found.len() });
    }
    Ok(wanted)
}

/// Returns the columns of the coordinates, and `true` if the first line is certainly a header.
fn choose<const D: usize>(header: &[&str], columns: &[String]) -> Result<([usize; D], bool), ReadError> {
    let (mut wanted, mut named) = (std::array::from_fn(|axis| axis), false);
    for (wanted, name) in wanted.iter_mut().zip(columns) {
        *wanted = match (header.iter().position(|column| column == name), name.parse::<usize>()) {
            (_, Ok(number)) if number > 0 => number - 1,
            (Some(column), _) => {
                named = true;
                column
            }
            _ => return Err(ReadError::NoColumn { name: name.clone(), known: header.join(", ") }),
        };
    }
    Ok((wanted, named))
}

/// Returns the point of a line.
fn point<const D: usize>(found: &[&str], wanted: [usize; D], line: usize) -> Result<[f64; D], ReadError> {
    let mut point = [0.0; D];
    for (place, column) in point.iter_mut().zip(wanted) {
        let text = found.get(column).ok_or(ReadError::Missing { line, column: column + 1, found: found.len() })?;
        let error = || ReadError::Number { line, column: (column + 1).to_string(), text: (*text).to_string() };
        *place = number(text).ok_or_else(error)?;
    }
    Ok(point)
}
