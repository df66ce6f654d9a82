//! `unite.intervals`: intervals of whole numbers on chromosomes, by [`IntervalIndex`].

use crate::array::{Array, unexpected, value_error};
use crate::order;
use crate::threads::Threads;
use numpy::{Element, PyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::OnceLock;
use unite::continuous::Interval;
use unite::kernel::IntervalIndex;
use unite::kernel::interval_index::{Direction, Located};

/// Columns of whole numbers in Python.
type Numbers<'py> = Bound<'py, PyArray1<i64>>;

/// The number of queries that are searched at once.
const SHARE: usize = 4096;

/// A chromosome that no index has.
const NOWHERE: usize = usize::MAX;

/// A set of intervals `[start, end)`.
#[pyclass(frozen, module = "unite._unite")]
pub(crate) struct Intervals {
    codes: Vec<i64>,
    starts: Vec<i64>,
    ends: Vec<i64>,
    /// The index, made when it is needed first, or the reason why there is none.
    index: OnceLock<Result<Index, String>>,
}

/// An index, with the numbers that it has for codes of chromosomes.
struct Index {
    numbers: Chromosomes,
    intervals: IntervalIndex<i64>,
}

/// The numbers of chromosomes, from 0.
enum Chromosomes {
    /// Codes are numbers, and there are so many.
    Codes(usize),
    /// Codes are sparse.
    Table(HashMap<i64, usize>),
}

impl Chromosomes {
    fn of(codes: &[i64]) -> Self {
        let (least, most) = codes.iter().fold((0, -1), |(least, most), &code| (code.min(least), code.max(most)));
        // A chromosome costs as much as some intervals.
        match usize::try_from(most.saturating_add(1)) {
            Ok(count) if least >= 0 && count <= codes.len().saturating_add(1024) => Chromosomes::Codes(count),
            _ => {
                let mut table = HashMap::new();
                for &code in codes {
                    let next = table.len();
                    table.entry(code).or_insert(next);
                }
                Chromosomes::Table(table)
            }
        }
    }

    fn count(&self) -> usize {
        match self {
            Chromosomes::Codes(count) => *count,
            Chromosomes::Table(table) => table.len(),
        }
    }

    fn number(&self, code: i64) -> usize {
        match self {
            Chromosomes::Codes(_) => usize::try_from(code).unwrap_or(NOWHERE),
            Chromosomes::Table(table) => table.get(&code).copied().unwrap_or(NOWHERE),
        }
    }
}

#[pymethods]
impl Intervals {
    #[new]
    fn new(
        py: Python<'_>,
        chrom: &Bound<'_, PyAny>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (codes, starts, ends) = (column(chrom, "chrom")?, column(start, "start")?, column(end, "end")?);
        if codes.len() != starts.len() || starts.len() != ends.len() {
            let lengths = format!("chrom has {}, start {}, end {}", codes.len(), starts.len(), ends.len());
            return Err(value_error(format!("columns have one length: {lengths}")));
        }
        let wrong = py.detach(|| {
            (0..starts.len()).find_map(|row| Some((row, Interval::closed_open(starts[row], ends[row]).err()?)))
        });
        match wrong {
            Some((row, _)) if starts[row] >= ends[row] => {
                let (start, end) = (starts[row], ends[row]);
                Err(value_error(format!("interval {row}: start {start} is not below end {end}")))
            }
            Some((row, error)) => Err(value_error(format!("interval {row}: {error}"))),
            None => Ok(Intervals { codes, starts, ends, index: OnceLock::new() }),
        }
    }

    fn __len__(&self) -> usize {
        self.codes.len()
    }

    /// Returns the pairs of intervals of both sets that overlap. `names` has the code in `other` of each code.
    #[pyo3(signature = (other, names, threads))]
    fn overlap<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, Intervals>,
        names: Option<Vec<i64>>,
        threads: Threads,
    ) -> PyResult<(Numbers<'py>, Numbers<'py>)> {
        let other = other.get();
        let begin = |index: &Index| {
            let pairs = self.expected_pairs(index, names.as_deref());
            (with_room(pairs), with_room(pairs))
        };
        let order = py.detach(|| order::by_place(&self.codes, &self.starts));
        let row = |n: usize| order.as_ref().map_or(n, |order| order[n] as usize);
        let pairs = |index: &Index, from: usize, to: usize, pairs: &mut (Vec<i64>, Vec<i64>)| {
            let queries = self.located((from..to).map(row), &index.numbers, names.as_deref());
            index.intervals.join(&queries, |query, number| {
                pairs.0.push(row(from + query) as i64);
                pairs.1.push(number as i64);
            });
        };
        let mut found = self.search(py, other, threads, begin, pairs, |(i, j), (more_i, more_j)| {
            i.extend(more_i);
            j.extend(more_j);
        })?;
        if order.is_some() {
            py.detach(|| order::by_row(&mut found, self.codes.len()));
        }
        let (i, j) = found;
        Ok((PyArray1::from_vec(py, i), PyArray1::from_vec(py, j)))
    }

    /// Returns for each interval how many of `other` overlap it.
    #[pyo3(signature = (other, names, threads))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, Intervals>,
        names: Option<Vec<i64>>,
        threads: Threads,
    ) -> PyResult<Numbers<'py>> {
        let other = other.get();
        let count = |index: &Index, from: usize, to: usize, counts: &mut Vec<i64>| {
            let queries = self.located(from..to, &index.numbers, names.as_deref());
            counts.extend(index.intervals.counts(&queries).into_iter().map(|count| count as i64));
        };
        let begin = |_: &Index| with_room(self.codes.len());
        Ok(PyArray1::from_vec(py, self.search(py, other, threads, begin, count, Vec::extend)?))
    }

    /// Returns for each interval the nearest one of `other`, and the places between them; -1 and -1 if there is none.
    #[pyo3(signature = (other, names, direction, threads))]
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, Intervals>,
        names: Option<Vec<i64>>,
        direction: &str,
        threads: Threads,
    ) -> PyResult<(Numbers<'py>, Numbers<'py>)> {
        let direction = match direction {
            "either" => Direction::Either,
            "upstream" => Direction::Upstream,
            "downstream" => Direction::Downstream,
            other => {
                return Err(value_error(format!("direction: expected either, upstream or downstream, got {other}")));
            }
        };
        let other = other.get();
        let nearest = |index: &Index, from: usize, to: usize, found: &mut (Vec<i64>, Vec<i64>)| {
            for (chromosome, interval) in self.located(from..to, &index.numbers, names.as_deref()) {
                let nearest = index.intervals.nearest(chromosome, interval, direction);
                let (number, distance) =
                    nearest.map_or((-1, -1), |nearest| (nearest.number as i64, nearest.distance as i64));
                found.0.push(number);
                found.1.push(distance);
            }
        };
        let begin = |_: &Index| (with_room(self.codes.len()), with_room(self.codes.len()));
        let (numbers, distances) = self.search(py, other, threads, begin, nearest, |all, more| {
            all.0.extend(more.0);
            all.1.extend(more.1);
        })?;
        Ok((PyArray1::from_vec(py, numbers), PyArray1::from_vec(py, distances)))
    }

    /// Returns the pieces of chromosomes that intervals cover, as code, start, end and the number of intervals on it.
    fn coverage<'py>(&self, py: Python<'py>) -> (Numbers<'py>, Numbers<'py>, Numbers<'py>, Numbers<'py>) {
        let [codes, starts, ends, depths] = py.detach(|| self.pieces());
        (
            PyArray1::from_vec(py, codes),
            PyArray1::from_vec(py, starts),
            PyArray1::from_vec(py, ends),
            PyArray1::from_vec(py, depths),
        )
    }
}

impl Intervals {
    /// Returns some intervals at the places of an index.
    fn located(
        &self,
        rows: impl Iterator<Item = usize>,
        numbers: &Chromosomes,
        names: Option<&[i64]>,
    ) -> Vec<Located<i64>> {
        let code = |code: i64| match names {
            None => code,
            Some(names) => usize::try_from(code).ok().and_then(|code| names.get(code).copied()).unwrap_or(-1),
        };
        let located = |row: usize| {
            let interval = Interval::closed_open(self.starts[row], self.ends[row]).ok()?;
            Some((numbers.number(code(self.codes[row])), interval))
        };
        // All intervals were made once already, so none is left out.
        rows.filter_map(located).collect()
    }

    /// Returns the index of the intervals.
    fn index(&self) -> Result<&Index, String> {
        let make = || {
            let numbers = Chromosomes::of(&self.codes);
            let located = self.located(0..self.codes.len(), &numbers, None);
            let intervals = IntervalIndex::new(numbers.count(), &located).map_err(|error| error.to_string())?;
            Ok(Index { numbers, intervals })
        };
        self.index.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    /// Returns about the number of pairs with the intervals of an index, from some shares of the queries.
    fn expected_pairs(&self, index: &Index, names: Option<&[i64]>) -> usize {
        const SAMPLES: usize = 16;
        const SAMPLE: usize = 64;
        let count = self.codes.len();
        let (mut found, mut asked) = (0, 0);
        for first in (0..count).step_by((count / SAMPLES).max(SAMPLE)) {
            let queries = self.located(first..count.min(first + SAMPLE), &index.numbers, names);
            found += index.intervals.counts(&queries).into_iter().sum::<usize>();
            asked += queries.len();
        }
        // A tenth more, since a result that grows is moved.
        (found as f64 / asked.max(1) as f64 * count as f64 * 1.1) as usize
    }

    /// Searches the index of `other` for all intervals: calls `some` for shares of them, which appends to its result, and joins
    /// the results in order, beginning with `begin`.
    fn search<R: Default + Send>(
        &self,
        py: Python<'_>,
        other: &Intervals,
        threads: Threads,
        begin: impl Fn(&Index) -> R + Sync,
        some: impl Fn(&Index, usize, usize, &mut R) + Sync,
        join: impl Fn(&mut R, R) + Sync,
    ) -> PyResult<R> {
        let count = self.codes.len();
        let share = |n: usize| (n * SHARE, count.min((n + 1) * SHARE));
        let result = py.detach(|| {
            let index = other.index()?;
            let alone = || {
                let mut result = begin(index);
                (0..count.div_ceil(SHARE)).map(share).for_each(|(from, to)| some(index, from, to, &mut result));
                result
            };
            let parallel = || {
                let of_share = |n: usize| {
                    let ((from, to), mut result) = (share(n), R::default());
                    some(index, from, to, &mut result);
                    result
                };
                let results: Vec<R> = (0..count.div_ceil(SHARE)).into_par_iter().map(of_share).collect();
                let mut all = begin(index);
                results.into_iter().for_each(|more| join(&mut all, more));
                all
            };
            threads.run(alone, parallel).map_err(|error| error.to_string())
        });
        result.map_err(value_error)
    }

    /// Returns the columns of [`Intervals::coverage`].
    fn pieces(&self) -> [Vec<i64>; 4] {
        let sorted = |places: &[i64]| {
            let mut places: Vec<(i64, i64)> = self.codes.iter().copied().zip(places.iter().copied()).collect();
            places.sort_unstable();
            places
        };
        let (starts, ends) = (sorted(&self.starts), sorted(&self.ends));
        let mut pieces = [const { Vec::new() }; 4];
        let (mut started, mut from) = (0, (0, 0));
        for (ended, &end) in ends.iter().enumerate() {
            // Starts before the end come first; the depth is what started and did not end.
            while let Some(&start) = starts.get(started).filter(|&&start| start < end) {
                push(&mut pieces, from, start, started - ended);
                (from, started) = (start, started + 1);
            }
            push(&mut pieces, from, end, started - ended);
            from = end;
        }
        pieces
    }
}

/// Returns an empty column with room for some rows, or without if there is no memory for it: it then grows.
fn with_room(rows: usize) -> Vec<i64> {
    let mut column = Vec::new();
    // Without room the rows are moved as the column grows.
    let _ = column.try_reserve_exact(rows);
    column
}

/// Appends a piece from one place to another one on the same chromosome, unless it is empty or nothing covers it. A piece as deep as the
/// one that ends where it starts continues that one.
fn push(pieces: &mut [Vec<i64>; 4], from: (i64, i64), to: (i64, i64), depth: usize) {
    if depth > 0 && from < to {
        let [codes, starts, ends, depths] = pieces;
        if let (Some(&code), Some(end), Some(&last)) = (codes.last(), ends.last_mut(), depths.last())
            && (code, *end, last) == (to.0, from.1, depth as i64)
        {
            *end = to.1;
            return;
        }
        codes.push(to.0);
        starts.push(from.1);
        ends.push(to.1);
        depths.push(depth as i64);
    }
}

/// Returns a column of whole numbers.
fn column(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<i64>> {
    let wrong = || unexpected(given, name, "an array of shape (n,) and dtype int64, int32 or uint32");
    let found = match numbers::<i64>(given)? {
        None => match numbers::<i32>(given)? {
            None => numbers::<u32>(given)?,
            found => found,
        },
        found => found,
    };
    found.ok_or_else(wrong)
}

/// Returns the numbers of an array of one axis and the type `T`.
fn numbers<T: Element + Copy + Into<i64>>(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<i64>>> {
    match Array::<T>::of(given)? {
        Some(array) if array.shape().len() == 1 => {
            Ok(Some(array.slice()?.iter().map(|&number| number.into()).collect()))
        }
        _ => Ok(None),
    }
}
