//! Drawings of fibers on the number line, and of the regions of their co-iteration. Closed ends are `[` and `]`, open
//! ones `(` and `)`, and points `*`; `|` is the end of one piece and the start of the next. A piece shows its value.

use std::fmt;

use super::eval::Limit;

/// A piece of a fiber: a value from one place to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// The first place.
    pub start: Limit,
    /// The last place.
    pub stop: Limit,
    /// The value on the piece.
    pub value: f64,
}

/// A drawing of a part of the number line, with one row per fiber.
///
/// ```
/// use unite_ir::explain::looplets::{Drawing, Limit, Piece};
///
/// let open = Limit { val: 6.0, eps: -1 };
/// let x = [Piece::closed(1.0, 3.0, 1.0), Piece { start: Limit::at(4.0), stop: open, value: 2.0 }];
/// let y = [Piece::point(2.0, 6.0), Piece::closed(3.0, 5.0, 8.0)];
/// let drawing = Drawing::new(0, 7, 4).fiber("x", &x).fiber("y", &y);
/// assert_eq!(
///     format!("\n{drawing}"),
///     "
///     0   1   2   3   4   5   6   7
///     +---+---+---+---+---+---+---+
/// x   ....[===1===]...[===2===)....
/// y   ........*6..[===8===]........
/// "
/// );
/// ```
#[derive(Debug, Clone)]
pub struct Drawing {
    from: i32,
    to: i32,
    columns: usize,
    rows: Vec<Row>,
}

#[derive(Debug, Clone)]
struct Row {
    label: String,
    line: String,
    note: String,
}

impl Piece {
    /// Creates a piece from `start` to `stop`, both included.
    pub fn closed(start: f64, stop: f64, value: f64) -> Self {
        Self { start: start.into(), stop: stop.into(), value }
    }

    /// Creates a piece that is one place.
    pub fn point(at: f64, value: f64) -> Self {
        Self::closed(at, at, value)
    }
}

impl Drawing {
    /// Creates a drawing of the line between two integers, with `columns` columns per unit.
    pub fn new(from: i32, to: i32, columns: usize) -> Self {
        Self { from, to: to.max(from), columns: columns.max(1), rows: Vec::new() }
    }

    /// Adds a fiber: its pieces, and dots in the gaps.
    ///
    /// ```
    /// # use unite_ir::explain::looplets::{Drawing, Piece};
    /// let row = Drawing::new(0, 3, 4).fiber("x", &[Piece::closed(0.0, 1.0, 5.0), Piece::closed(1.0, 2.0, 6.0)]);
    /// assert!(row.to_string().ends_with("x   [=5=|=6=]....\n"));
    /// ```
    #[must_use]
    pub fn fiber(self, label: &str, pieces: &[Piece]) -> Self {
        let mut line = vec![b'.'; self.width()];
        for piece in pieces {
            self.draw(&mut line, piece.start, piece.stop, b'=');
            self.write_value(&mut line, piece);
        }
        self.row(label, &line, "")
    }

    /// Adds the regions of a co-iteration of steppers, one row each: from the end of the previous region to the nearest
    /// stop.
    #[must_use]
    pub fn regions(self, fibers: &[(&str, &[Piece])]) -> Self {
        let found = regions(fibers, Limit::at(self.from.into()), Limit::at(self.to.into()));
        found.iter().enumerate().fold(self, |drawing, (n, region)| {
            let mut line = vec![b' '; drawing.width()];
            drawing.draw(&mut line, region.start, region.stop, b'-');
            drawing.row(&(n + 1).to_string(), &line, &region.note)
        })
    }

    fn row(mut self, label: &str, line: &[u8], note: &str) -> Self {
        let line = line.iter().copied().map(char::from).collect();
        self.rows.push(Row { label: label.to_string(), line, note: note.to_string() });
        self
    }

    fn width(&self) -> usize {
        usize::try_from(self.to - self.from).unwrap_or(0) * self.columns + 1
    }

    /// Returns the column of a number, if it is in the drawing.
    fn column(&self, number: f64) -> Option<usize> {
        let column = ((number - f64::from(self.from)) * self.columns as f64).round();
        (column >= 0.0 && column < self.width() as f64).then_some(column as usize)
    }

    fn draw(&self, line: &mut [u8], start: Limit, stop: Limit, inside: u8) {
        let bounded = |place: Limit| place.val.clamp(self.from.into(), self.to.into());
        let (Some(first), Some(last)) = (self.column(bounded(start)), self.column(bounded(stop))) else { return };
        let touches = matches!(line[first], b']' | b')' | b'*');
        line[first..=last].fill(inside);
        if start == stop {
            line[first] = b'*';
            return;
        }
        if self.column(start.val).is_some() {
            line[first] = if start.eps > 0 { b'(' } else { b'[' };
        }
        if touches {
            line[first] = b'|';
        }
        if self.column(stop.val).is_some() {
            line[last] = if stop.eps < 0 { b')' } else { b']' };
        }
    }

    /// Writes the value in the middle of a piece, or after a point, if there is space.
    fn write_value(&self, line: &mut [u8], piece: &Piece) {
        let (text, Some(first)) = (piece.value.to_string(), self.column(piece.start.val)) else { return };
        let Some(last) = self.column(piece.stop.val) else { return };
        let at = if first == last { last + 1 } else { (first + last + 2 - text.len()) / 2 };
        let (room, free) = (line.get(at..at + text.len()), if first == last { b'.' } else { b'=' });
        if room.is_some_and(|room| room.iter().all(|&c| c == free)) {
            line[at..at + text.len()].copy_from_slice(text.as_bytes());
        }
    }

    fn scale(&self) -> (String, String) {
        let mut numbers = String::new();
        let mut ticks = String::new();
        for number in self.from..=self.to {
            let columns = if number < self.to { self.columns } else { 1 };
            numbers += &format!("{number:<columns$}");
            ticks += &format!("{:-<columns$}", "+");
        }
        (numbers.trim_end().to_string(), ticks)
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0).max(3);
        let (numbers, ticks) = self.scale();
        writeln!(f, "{:width$} {numbers}\n{:width$} {ticks}", "", "")?;
        for Row { label, line, note } in &self.rows {
            let text = format!("{label:width$} {line}  {note}");
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// A region of a co-iteration, and a note on its result.
struct Region {
    start: Limit,
    stop: Limit,
    note: String,
}

/// Returns the regions that a loop of steppers visits. Each step of a stepper is a stored piece with the gap before it.
fn regions(fibers: &[(&str, &[Piece])], from: Limit, to: Limit) -> Vec<Region> {
    let last = fibers.iter().filter_map(|(_, pieces)| pieces.last()).map(|piece| piece.stop);
    let end = last.fold(to, |end, stop| if stop.order(end).is_lt() { stop } else { end });
    let mut at: Vec<usize> = vec![0; fibers.len()];
    let (mut start, mut found) = (from, Vec::new());
    while start.order(end).is_le() {
        let current: Vec<&Piece> = fibers.iter().zip(&at).filter_map(|((_, pieces), &at)| pieces.get(at)).collect();
        if current.len() < fibers.len() {
            break;
        }
        let stop =
            current.iter().fold(end, |stop, piece| if piece.stop.order(stop).is_lt() { piece.stop } else { stop });
        let advanced: Vec<usize> = (0..fibers.len()).filter(|&n| current[n].stop == stop).collect();
        let names: Vec<&str> = advanced.iter().map(|&n| fibers[n].0).collect();
        found.push(Region {
            start,
            stop,
            note: format!("{}; then next {}", met(&current, start, stop), names.join(", ")),
        });
        advanced.iter().for_each(|&n| at[n] += 1);
        start = Limit { val: stop.val, eps: (stop.eps + 1).min(1) };
    }
    found
}

/// Describes the part of the region in which all pieces overlap.
fn met(current: &[&Piece], start: Limit, stop: Limit) -> String {
    let start = current.iter().fold(start, |at, piece| if piece.start.order(at).is_gt() { piece.start } else { at });
    if start.order(stop).is_gt() {
        return "no meeting".to_string();
    }
    let values: Vec<String> = current.iter().map(|piece| piece.value.to_string()).collect();
    let (open, close) = (if start.eps > 0 { '(' } else { '[' }, if stop.eps < 0 { ')' } else { ']' });
    let place = if start == stop {
        format!("at {}", start.val)
    } else {
        format!("on {open}{}, {}{close}", start.val, stop.val)
    };
    format!("{} {place}", values.join(" * "))
}
