//! [`Front`]: the rows of one picture and the chains behind them, and who waits for whom.

use super::border::{Border, Published};
use super::gate::Gate;
use super::sched::{Part, Step};
use std::sync::{Mutex, MutexGuard};

/// The rows of one picture in work, each some points behind the row above, and the chains that follow the rows.
///
/// It knows how far each row is and holds the entries that rows leave to the rows below. What a row computes, and in which
/// memory, its user knows. See [`Threads`](super::Threads) for an example.
///
/// ```text
///   row r - 1   ── entry of each point ──▶ gate ──▶ row r           waits until the row above is `lag` points ahead
///   row r       ── end of the row ───────▶ gates ─▶ each chain      waits for its next row; rows may end in any order
/// ```
#[derive(Debug)]
pub struct Front<B> {
    columns: usize,
    lag: usize,
    rows: Box<[Row<B>]>,
    /// The next row of each chain.
    chains: Box<[Mutex<usize>]>,
}

#[derive(Debug)]
struct Row<B> {
    border: Border<B>,
    /// The number of entries published, which the row below waits for.
    published: Gate,
    /// A gate for each chain, raised when the row has ended.
    ended: Box<[Gate]>,
}

/// A point that is computed, and what it may read of the row above.
#[derive(Debug)]
pub struct Point<'f, B> {
    /// The row of the point.
    pub row: usize,
    /// The column of the point.
    pub column: usize,
    lag: usize,
    above: Option<&'f Border<B>>,
}

impl<'f, B> Point<'f, B> {
    /// Returns the entry of the row above, `dx` columns to the right of this point; `None` outside of the picture.
    ///
    /// # Panics
    /// If the lag does not guarantee that the entry is there, so if `dx` is not less than the lag: the same each time, even if the
    /// entry happens to be there.
    #[inline]
    pub fn above(&self, dx: isize) -> Option<Published<'f, B>> {
        let lag = self.lag;
        assert!(
            dx < lag as isize,
            "a point reads {dx} columns to its right in the row above; with a lag of {lag} it must not"
        );
        let (border, column) = (self.above?, self.column.checked_add_signed(dx)?);
        if column >= border.columns() {
            return None;
        }
        Some(border.get(column).expect("a row begins a point when the row above is ahead by the lag"))
    }
}

impl<B> Front<B> {
    /// Creates the rows of a picture of a height and a width in points, with a number of chains, for a lag that follows from
    /// what points read: [`Wavefront::LAG`](unite::locate::wavefront::Wavefront::LAG).
    ///
    /// # Panics
    /// If there is no point, or if rows, columns or chains are more than 65,535.
    pub fn new([rows, columns]: [usize; 2], chains: usize, lag: usize) -> Self {
        assert!(rows > 0 && columns > 0, "a picture of {rows} rows of {columns} points has none");
        assert!(
            [rows, columns, chains].iter().all(|&n| n <= Gate::MOST),
            "{rows} rows of {columns} points, {chains} chains: {} are the most",
            Gate::MOST
        );
        let row = |_| Row {
            border: Border::new(columns),
            published: Gate::default(),
            ended: (0..chains).map(|_| Gate::default()).collect(),
        };
        Front { columns, lag, rows: (0..rows).map(row).collect(), chains: (0..chains).map(|_| Mutex::new(0)).collect() }
    }

    /// Prepares the rows for the next picture.
    ///
    /// # Panics
    /// If a chain has panicked.
    pub fn reset(&mut self) {
        for row in &mut self.rows {
            row.border.reset();
            row.published.reset();
            row.ended.iter_mut().for_each(Gate::reset);
        }
        for next in &mut self.chains {
            *next.get_mut().expect(PANICKED) = 0;
        }
    }

    /// Returns all parts of the picture: each becomes a task when the picture begins.
    pub fn parts(&self) -> impl Iterator<Item = Part> + use<B> {
        let chains = (0..self.chains.len()).map(|chain| Part::Chain(chain as u16));
        chains.chain((0..self.rows.len()).map(|row| Part::Row(row as u16)))
    }

    /// Computes the points of a row, as far as the row above allows, but at most `budget` of them. `compute` is called for each
    /// column in turn and returns its entry of the border. `lock` takes the memory of the row; it is released whenever the task
    /// that holds it may continue on another thread.
    ///
    /// # Panics
    /// If there is no such row, or if it has two tasks.
    pub fn row<G>(
        &self,
        row: u16,
        mut budget: usize,
        mut wake: impl FnMut(Part),
        lock: impl Fn() -> G,
        mut compute: impl FnMut(&mut G, Point<'_, B>) -> B,
    ) -> Step {
        let (number, row) = (row, usize::from(row));
        let this = &self.rows[row];
        // With a lag of 0 points read nothing above.
        let above = row.checked_sub(1).filter(|_| self.lag > 0).map(|above| &self.rows[above]);
        loop {
            let mut memory = lock();
            // The count of the row above is asked again only where it was reached.
            let (mut column, mut there) = (this.published.count(), 0);
            let missing = loop {
                if column == self.columns {
                    break None;
                }
                if let Some(above) = above {
                    let wanted = (column + self.lag).min(self.columns);
                    if wanted > there {
                        there = above.published.count();
                    }
                    if wanted > there {
                        break Some((&above.published, wanted));
                    }
                }
                if budget == 0 {
                    return Step::Again;
                }
                budget -= 1;
                let border = above.map(|above| &above.border);
                let entry = compute(&mut memory, Point { row, column, lag: self.lag, above: border });
                // The entry before the gate: whoever sees the count finds the entry.
                this.border.publish(column, entry);
                column += 1;
                if this.published.raise() {
                    wake(Part::Row(number + 1));
                }
            };
            // Whoever goes on with this row, or with what it leaves to a chain, finds its memory free.
            drop(memory);
            match missing {
                Some((gate, wanted)) if gate.park(wanted) => return Step::Parked,
                Some(_) => {} // It came in the meantime.
                None => break,
            }
        }
        for (chain, gate) in this.ended.iter().enumerate() {
            if gate.raise() {
                wake(Part::Chain(chain as u16));
            }
        }
        Step::Ended
    }

    /// Does the rows of a chain that have ended, in order from the top, but at most `budget` of them. `work` is called with each row.
    ///
    /// # Panics
    /// If there is no such chain, or if it has two tasks.
    pub fn chain(&self, chain: u16, mut budget: usize, mut work: impl FnMut(usize)) -> Step {
        let chain = usize::from(chain);
        loop {
            let mut next = sole(&self.chains[chain]);
            let Some(row) = self.rows.get(*next) else { return Step::Ended };
            let gate = &row.ended[chain];
            if gate.count() == 0 {
                drop(next);
                if gate.park(1) {
                    return Step::Parked;
                }
                continue;
            }
            if budget == 0 {
                return Step::Again;
            }
            budget -= 1;
            work(*next);
            *next += 1;
        }
    }
}

const PANICKED: &str = "no task has panicked";

/// Locks what no other task has at this time. Nobody ever waits for such a lock.
///
/// # Panics
/// If another task has it: the order of tasks is wrong.
///
/// ```
/// use codecs::shared::wavefront::sole;
/// let row = std::sync::Mutex::new(vec![1]);
/// sole(&row).push(2);
/// assert_eq!(*sole(&row), [1, 2]);
/// ```
#[inline]
#[track_caller]
pub fn sole<T>(memory: &Mutex<T>) -> MutexGuard<'_, T> {
    memory.try_lock().expect("one task at a time has this memory")
}
