//! Tables of numbers as text (.csv): one row per line; an empty cell is undefined.
//!
//! What it leaves out: headings and quotes, which numbers need not. The crate `csv` skips empty lines, which here are rows
//! of one undefined cell.

use std::io::Read;
use std::path::Path;

use crate::error::{InputError, ProgramError};
use crate::inputs::wrong;
use crate::number::Number;

/// A table whose rows have equally many cells.
pub(crate) struct Table {
    text: String,
    rows: usize,
    columns: usize,
}

impl Table {
    /// Reads a table of at most so many bytes.
    pub(crate) fn read(reader: &mut impl Read, most: usize, path: &Path) -> Result<Table, ProgramError> {
        let mut bytes = Vec::new();
        let failed = |source| ProgramError::File { path: path.to_owned(), source };
        reader.take((most as u64).saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() > most {
            return Err(wrong(path, InputError::LongTable { most }));
        }
        let text = String::from_utf8(bytes).map_err(|_| wrong(path, InputError::NoText))?;
        Table::new(text).map_err(|reason| wrong(path, reason))
    }

    /// Takes a text for a table.
    pub(crate) fn new(text: String) -> Result<Table, InputError> {
        let first = lines(&text).next().ok_or(InputError::Empty)?;
        let needed = cells(first).count();
        let mut rows = 0;
        for (number, line) in lines(&text).enumerate() {
            let found = cells(line).count();
            if found != needed {
                return Err(InputError::Ragged { line: number + 1, found, needed });
            }
            rows += 1;
        }
        Ok(Table { text, rows, columns: needed })
    }

    /// The shape as a tensor of a rank: a vector is one row or one column.
    pub(crate) fn shape(&self, name: &str, rank: usize) -> Result<Vec<usize>, InputError> {
        match (rank, self.rows, self.columns) {
            (0, 1, 1) => Ok(Vec::new()),
            (1, 1, extent) | (1, extent, 1) => Ok(vec![extent]),
            // Where these do not agree, the declaration says so.
            (0..=2, rows, columns) => Ok(vec![rows, columns]),
            _ => Err(InputError::Rank { name: name.to_owned(), rank }),
        }
    }

    /// The elements in row-major order.
    pub(crate) fn elements<T: Number>(&self) -> Result<Vec<Option<T>>, InputError> {
        let rows = lines(&self.text).enumerate();
        let cells = rows.flat_map(|(row, line)| cells(line).enumerate().map(move |(cell, text)| (row, cell, text)));
        cells.map(|(row, cell, text)| element(text).ok_or_else(|| no_number::<T>(row, cell, text))).collect()
    }
}

/// The lines of a table, without an end of line behind the last one; of more than one column without empty lines at the end.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = if text.contains(',') { text.trim_end_matches(['\n', '\r', ' ', '\t']) } else { text };
    text.lines()
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(str::trim)
}

/// An element: nothing if there is no number, `Some(None)` if it is undefined.
fn element<T: Number>(text: &str) -> Option<Option<T>> {
    if text.is_empty() { Some(None) } else { T::from_text(text).map(T::or_undefined) }
}

fn no_number<T: Number>(row: usize, cell: usize, text: &str) -> InputError {
    // A message is one line, however long a cell is.
    let text = text.chars().take(40).collect();
    InputError::Cell { line: row + 1, cell: cell + 1, text, numbers: T::NAME }
}

/// Returns elements as a table of so many columns.
pub(crate) fn written<T: Number>(elements: &[Option<T>], columns: usize) -> String {
    let cell = |element: &Option<T>| element.as_ref().map_or_else(String::new, Number::text);
    let rows = elements.chunks(columns.max(1));
    rows.map(|row| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\n").collect()
}
