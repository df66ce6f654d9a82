//! CSV files: a point a line. Columns are separated by commas, else by semicolons, else by tabs or spaces, whichever the
//! first line has. The first line is a header if its coordinates are no numbers. Empty lines and those that begin with `#`
//! are passed over. Lines end in LF, CR LF or CR.

use std::io::BufRead;

use super::read::{ReadError, line, number};

/// How columns are separated.
#[derive(Debug, Clone, Copy)]
enum Separator {
    Character(char),
    Space,
}

impl Separator {
    /// That of a line.
    fn of(line: &str) -> Self {
        match [',', ';'].into_iter().find(|&separator| line.contains(separator)) {
            Some(separator) => Separator::Character(separator),
            None => Separator::Space,
        }
    }

    /// Calls `visit` with the columns of a line, without quotes around them.
    fn split<'a>(self, line: &'a str, mut visit: impl FnMut(&'a str)) {
        match self {
            Separator::Space => line.split_whitespace().for_each(visit),
            Separator::Character(separator) => {
                let mut quoted = false;
                let ends = |c: char| {
                    quoted ^= c == '"';
                    c == separator && !quoted
                };
                line.split(ends).for_each(|column| visit(column.trim().trim_matches('"')));
            }
        }
    }
}

/// The points of a file.
pub(crate) fn read<const D: usize>(mut file: impl BufRead, columns: &[String]) -> Result<Vec<[f64; D]>, ReadError> {
    let mut table = Table { columns, format: None, points: Vec::new() };
    let mut at = 0;
    while let Some(lines) = line(&mut file, at + 1)? {
        // They are several where lines end in CR alone.
        for line in lines.split('\r') {
            at += 1;
            table.add(line, at)?;
        }
    }
    Ok(table.points)
}

/// The points of the lines so far.
struct Table<'a, const D: usize> {
    columns: &'a [String],
    /// How columns are separated, and which of them are coordinates, as the first line says.
    format: Option<(Separator, [usize; D])>,
    points: Vec<[f64; D]>,
}

impl<const D: usize> Table<'_, D> {
    /// One more line: which one.
    fn add(&mut self, line: &str, at: usize) -> Result<(), ReadError> {
        let text = line.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            return Ok(());
        }
        let mut found = Vec::new();
        let Some((separator, wanted)) = self.format else { return self.first(text, at) };
        separator.split(text, |column| found.push(column));
        self.points.push(point(&found, wanted, at)?);
        Ok(())
    }

    /// The first line that is not passed over: a header, or a point.
    fn first(&mut self, text: &str, at: usize) -> Result<(), ReadError> {
        let (separator, mut found) = (Separator::of(text), Vec::new());
        separator.split(text, |column| found.push(column));
        let (wanted, named) = choose(&found, self.columns)?;
        self.format = Some((separator, wanted));
        let is_number = |&column: &usize| found.get(column).is_some_and(|text| text.parse::<f64>().is_ok());
        if !named && wanted.iter().any(is_number) {
            self.points.push(point(&found, wanted, at)?);
        } else if let Some(column) = wanted.into_iter().find(|&column| column >= found.len()) {
            return Err(ReadError::Missing { line: at, column: column + 1, found: found.len() });
        }
        Ok(())
    }
}

/// Which columns the coordinates are, and whether the first line is a header for certain.
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

/// The point of a line.
fn point<const D: usize>(found: &[&str], wanted: [usize; D], line: usize) -> Result<[f64; D], ReadError> {
    let mut point = [0.0; D];
    for (place, column) in point.iter_mut().zip(wanted) {
        let text = found.get(column).ok_or(ReadError::Missing { line, column: column + 1, found: found.len() })?;
        let error = || ReadError::Number { line, column: (column + 1).to_string(), text: (*text).to_string() };
        *place = number(text).ok_or_else(error)?;
    }
    Ok(point)
}
