//! `unite.intervals`: intervals on chromosomes, by [`SortedIntervals`] and [`IntervalIndex`].

use crate::array::{Array, unexpected, value_error};
use crate::chromosomes::Chromosomes;
use crate::threads::Threads;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::OnceLock;
use unite::continuous::Interval;
use unite::kernel::interval_index::{Direction, Located};
use unite::kernel::{IntervalIndex, IntervalIndexError, SortedIntervals};

/// Columns of whole numbers in Python.
type Numbers<'py> = Bound<'py, PyArray1<i64>>;

/// The number of queries that are searched at once.
const SHARE: usize = 4096;

/// The number of parts of a sweep for each thread, so that no thread waits long for the others.
const PARTS_A_THREAD: usize = 4;

/// A set with fewer intervals than one in so many of another set is searched for in an index of the other set, which stays for the next
/// call.
const FEW: usize = 64;

/// A set of intervals `[start, end)`.
#[pyclass(frozen, module = "unite._unite")]
pub(crate) struct Intervals {
    chromosomes: Chromosomes,
    set: SortedIntervals<i64>,
    /// The index of the intervals by rank, made when it is needed first, or the reason why there is none.
    index: OnceLock<Result<IntervalIndex<i64>, String>>,
}

/// The intervals of another set that overlap those of some ranks, one list after the other.
struct Lists {
    numbers: Vec<u32>,
    /// The end of each rank's list.
    ends: Vec<usize>,
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
        let (codes, starts, ends) = (Column::of(chrom, "chrom")?, Column::of(start, "start")?, Column::of(end, "end")?);
        let (codes, starts, ends) = (codes.slice()?, starts.slice()?, ends.slice()?);
        if codes.len() != starts.len() || starts.len() != ends.len() {
            let lengths = format!("chrom has {}, start {}, end {}", codes.len(), starts.len(), ends.len());
            return Err(value_error(format!("columns have one length: {lengths}")));
        }
        let (chromosomes, set) = py.detach(|| {
            let chromosomes = Chromosomes::of(codes);
            let rows = codes.iter().zip(starts.iter().zip(ends));
            // Each code has a number.
            let located =
                rows.map(|(&code, (&start, &end))| (chromosomes.number(code).unwrap_or(usize::MAX), start..end));
            let set = SortedIntervals::new(chromosomes.count(), located);
            (chromosomes, set)
        });
        match set {
            Ok(set) => Ok(Intervals { chromosomes, set, index: OnceLock::new() }),
            Err(IntervalIndexError::Place { element, .. }) if starts[element] >= ends[element] => {
                let (start, end) = (starts[element], ends[element]);
                Err(value_error(format!("interval {element}: start {start} is not below end {end}")))
            }
            Err(error) => Err(value_error(error)),
        }
    }

    fn __len__(&self) -> usize {
        self.set.len()
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
        let lists = py.detach(|| {
            let same = self.same(other, names.as_deref());
            let parts = if threads.0.get() == 1 { 1 } else { threads.0.get() * PARTS_A_THREAD };
            let length = self.set.len().div_ceil(parts).max(SHARE);
            self.divided(threads, length, |ranks| Lists::of(self, ranks, other, &same))
        });
        let lists = lists.map_err(value_error)?;
        let pairs: usize = lists.iter().map(|part| part.numbers.len()).sum();
        let (i, j) = (PyArray1::zeros(py, pairs, false), PyArray1::zeros(py, pairs, false));
        let (mut rows, mut columns) =
            (i.try_readwrite().map_err(value_error)?, j.try_readwrite().map_err(value_error)?);
        let (rows, columns) = (rows.as_slice_mut().map_err(value_error)?, columns.as_slice_mut().map_err(value_error)?);
        py.detach(|| Lists::write(&lists, self.set.numbers(), rows, columns));
        Ok((i, j))
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
        let counts = py.detach(|| {
            let (index, same) = (other.index()?, self.same(other, names.as_deref()));
            let count =
                |ranks| index.counts(&self.located(ranks, &same)).into_iter().map(|count| count as i64).collect();
            Ok(self.by_number(self.shares(threads, count)?))
        });
        Ok(PyArray1::from_vec(py, counts.map_err(|error: String| value_error(error))?))
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
        let found = py.detach(|| {
            let (index, same) = (other.index()?, self.same(other, names.as_deref()));
            let nearest = |ranks| {
                let nearest = |(chromosome, interval)| match index.nearest(chromosome, interval, direction) {
                    None => (-1, -1),
                    Some(nearest) => (other.number(nearest.number) as i64, nearest.distance as i64),
                };
                self.located(ranks, &same).into_iter().map(nearest).collect()
            };
            Ok(self.by_number(self.shares(threads, nearest)?).into_iter().unzip())
        });
        let (numbers, distances) = found.map_err(|error: String| value_error(error))?;
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
    /// Returns the number that `other` has for each chromosome. `names` has the code in `other` of each code.
    fn same(&self, other: &Intervals, names: Option<&[i64]>) -> Vec<Option<usize>> {
        let code = |code: i64| match names {
            None => Some(code),
            Some(names) => names.get(usize::try_from(code).ok()?).copied(),
        };
        let same = |chromosome| other.chromosomes.number(code(self.chromosomes.code(chromosome))?);
        (0..self.chromosomes.count()).map(same).collect()
    }

    /// Returns the number of the interval with a rank.
    fn number(&self, rank: usize) -> usize {
        self.set.numbers().map_or(rank, |numbers| numbers[rank] as usize)
    }

    /// Returns the intervals of some ranks as queries of another set's index.
    fn located(&self, ranks: Range<usize>, same: &[Option<usize>]) -> Vec<Located<i64>> {
        let mut located = Vec::with_capacity(ranks.len());
        for (chromosome, own) in self.set.chromosomes_of(ranks) {
            let ends = self.set.starts()[own.clone()].iter().zip(&self.set.stops()[own]);
            // No interval is left out: all were checked when the set was made.
            let intervals = ends.filter_map(|(&start, &stop)| Interval::closed_open(start, stop).ok());
            located.extend(intervals.map(|interval| (same[chromosome].unwrap_or(usize::MAX), interval)));
        }
        located
    }

    /// Returns the index of the intervals.
    fn index(&self) -> Result<&IntervalIndex<i64>, String> {
        let make = || {
            let own: Vec<Option<usize>> = (0..self.chromosomes.count()).map(Some).collect();
            let located = self.located(0..self.set.len(), &own);
            IntervalIndex::new(own.len(), &located).map_err(|error| error.to_string())
        };
        self.index.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    /// Calls `some` for shares of all ranks and returns their results one after the other.
    fn shares<R: Send>(
        &self,
        threads: Threads,
        some: impl Fn(Range<usize>) -> Vec<R> + Sync,
    ) -> Result<Vec<R>, String> {
        Ok(self.divided(threads, SHARE, |ranks| Ok(some(ranks)))?.into_iter().flatten().collect())
    }

    /// Calls `some` for each `length` ranks, on several threads, and returns the results in order.
    fn divided<R: Send>(
        &self,
        threads: Threads,
        length: usize,
        some: impl Fn(Range<usize>) -> Result<R, String> + Sync,
    ) -> Result<Vec<R>, String> {
        let count = self.set.len();
        let share = |n: usize| some(n * length..count.min((n + 1) * length));
        let shares = 0..count.div_ceil(length);
        let alone = || shares.clone().map(share).collect();
        let parallel = || shares.clone().into_par_iter().map(share).collect();
        threads.run(alone, parallel).map_err(|error| error.to_string())?
    }

    /// Returns results by rank in the order of the intervals' numbers.
    fn by_number<R: Copy>(&self, by_rank: Vec<R>) -> Vec<R> {
        let Some(numbers) = self.set.numbers() else { return by_rank };
        let mut ordered = by_rank.clone();
        numbers.iter().zip(&by_rank).for_each(|(&number, &result)| ordered[number as usize] = result);
        ordered
    }

    /// Returns the columns of [`Intervals::coverage`].
    fn pieces(&self) -> [Vec<i64>; 4] {
        let mut pieces = [const { Vec::new() }; 4];
        for chromosome in 0..self.chromosomes.count() {
            let (ranks, code) = (self.set.ranks(chromosome), self.chromosomes.code(chromosome));
            let starts = &self.set.starts()[ranks.clone()];
            let mut stops = self.set.stops()[ranks].to_vec();
            stops.sort_unstable();
            let (mut started, mut from) = (0, 0);
            for (stopped, &stop) in stops.iter().enumerate() {
                // Starts before the stop come first; the depth is what started and did not stop.
                while let Some(&start) = starts.get(started).filter(|&&start| start < stop) {
                    push(&mut pieces, code, from..start, started - stopped);
                    (from, started) = (start, started + 1);
                }
                push(&mut pieces, code, from..stop, started - stopped);
                from = stop;
            }
        }
        pieces
    }
}

impl Lists {
    /// Finds the pairs of some ranks.
    fn of(own: &Intervals, ranks: Range<usize>, other: &Intervals, same: &[Option<usize>]) -> Result<Self, String> {
        let (mut numbers, mut ends) = (Vec::new(), vec![0; ranks.len()]);
        if own.set.len() < other.set.len() / FEW {
            let index = other.index()?;
            index.join(&own.located(ranks, same), |query, rank| {
                numbers.push(rank as u32);
                ends[query] = numbers.len();
            });
            // The order of a sweep, where equal starts are not sorted by their ends.
            let mut first = 0;
            for &end in ends.iter().filter(|&&end| end > 0) {
                numbers[first..end].sort_unstable();
                first = end;
            }
            numbers.iter_mut().for_each(|rank| *rank = other.number(*rank as usize) as u32);
        } else {
            let first = ranks.start;
            let same = |chromosome: usize| same[chromosome];
            own.set.lists(ranks, &other.set, same, &mut numbers, |rank, numbers| ends[rank - first] = numbers.len());
        }
        // An interval without pairs ends where the one before it does.
        let mut last = 0;
        ends.iter_mut().for_each(|end| {
            last = last.max(*end);
            *end = last;
        });
        Ok(Lists { numbers, ends })
    }

    /// Writes the pairs of all ranks in the order of the intervals' numbers, which are given by rank unless they are the ranks.
    fn write(parts: &[Lists], numbers: Option<&[u32]>, rows: &mut [i64], columns: &mut [i64]) {
        let mut place = 0;
        let mut write = |number: usize, list: &[u32]| {
            let end = place + list.len();
            rows[place..end].fill(number as i64);
            columns[place..end].iter_mut().zip(list).for_each(|(column, &number)| *column = i64::from(number));
            place = end;
        };
        let Some(numbers) = numbers else {
            parts.iter().flat_map(Lists::iter).enumerate().for_each(|(number, list)| write(number, list));
            return;
        };
        let mut by_number: Vec<&[u32]> = vec![&[]; numbers.len()];
        let lists = parts.iter().flat_map(Lists::iter);
        numbers.iter().zip(lists).for_each(|(&number, list)| by_number[number as usize] = list);
        by_number.into_iter().enumerate().for_each(|(number, list)| write(number, list));
    }

    /// Returns the list of each rank.
    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let mut first = 0;
        self.ends.iter().map(move |&end| &self.numbers[std::mem::replace(&mut first, end)..end])
    }
}

/// Appends a piece of a chromosome, unless it is empty or nothing covers it. A piece as deep as the one that ends where it
/// starts continues that one.
fn push(pieces: &mut [Vec<i64>; 4], code: i64, piece: Range<i64>, depth: usize) {
    if depth > 0 && piece.start < piece.end {
        let [codes, starts, ends, depths] = pieces;
        if let (Some(&last_code), Some(end), Some(&last)) = (codes.last(), ends.last_mut(), depths.last())
            && (last_code, *end, last) == (code, piece.start, depth as i64)
        {
            *end = piece.end;
            return;
        }
        codes.push(code);
        starts.push(piece.start);
        ends.push(piece.end);
        depths.push(depth as i64);
    }
}

/// A column of whole numbers: an array of `int64` as it is, or one of another type converted.
enum Column<'py> {
    Given(Array<'py, i64>),
    Converted(Vec<i64>),
}

impl<'py> Column<'py> {
    fn of(given: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        let wrong = || unexpected(given, name, "an array of shape (n,) and dtype int64, int32 or uint32");
        if let Some(array) = Array::<i64>::of(given)? {
            return if array.shape().len() == 1 { Ok(Column::Given(array)) } else { Err(wrong()) };
        }
        let converted = match converted::<i32>(given)? {
            None => converted::<u32>(given)?,
            found => found,
        };
        converted.map(Column::Converted).ok_or_else(wrong)
    }

    fn slice(&self) -> PyResult<&[i64]> {
        match self {
            Column::Given(array) => array.slice(),
            Column::Converted(numbers) => Ok(numbers),
        }
    }
}

/// Returns the numbers of an array of one axis and the type `T`.
fn converted<T: Element + Copy + Into<i64>>(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<i64>>> {
    match Array::<T>::of(given)? {
        Some(array) if array.shape().len() == 1 => {
            Ok(Some(array.slice()?.iter().map(|&number| number.into()).collect()))
        }
        _ => Ok(None),
    }
}
