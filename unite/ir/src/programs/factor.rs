//! Products of a constant matrix and a vector, `y = C x`, with few additions: [`factor`].
//!
//! The pair of terms that most rows share is computed once and replaced by its value in these rows. This repeats until
//! no pair is shared. A row shares a pair `p x_i + q x_j` if it contains a multiple of the pair, of either sign:
//!
//! ```text
//!  x0 + x1 + x2 + x3      a = x0 + x3,  b = x1 + x2       a + b         without: 12 additions, 4 doublings
//! 2x0 + x1 - x2 - 2x3  -> c = x0 - x3,  d = x1 - x2   -> 2c + d         shared:   8 additions, 2 doublings
//!  x0 - x1 - x2 + x3                                      a - b
//!  x0 - 2x1 + 2x2 - x3                                    c - 2d
//! ```
//!
//! This finds the butterflies of the usual transforms. Finding the fewest additions is NP-hard; this greedy choice
//! never takes more than computing each row by itself.

mod pairs;
mod steps;

use pairs::Pairs;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use steps::Steps;

/// The greatest number of rows, and of columns, for which a matrix is searched for shared pairs.
pub const MOST_SHARED: usize = 64;

/// One operation on values. Values are numbered: first the elements of `x`, then the results of the steps, so that the
/// result of step `k` is number `operands + k`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The sum of two values.
    Add(usize, usize),
    /// The first value minus the second one.
    Sub(usize, usize),
    /// Twice a value: an addition to itself, or a shift.
    Double(usize),
    /// A value times -1.
    Negate(usize),
    /// A value times a factor other than 0, 1, -1, 2 and -2.
    Scale(i64, usize),
}

/// A product `y = C x` as a list of steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factored {
    /// The number of columns of `C`.
    pub operands: usize,
    /// The operations; each uses elements of `x` and results of earlier steps.
    pub steps: Vec<Step>,
    /// For each row of `C`, the number of its value; `None` for a row of zeros, whose value is 0.
    pub results: Vec<Option<usize>>,
}

/// The number of steps of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepCounts {
    /// Additions and subtractions.
    pub additions: usize,
    /// Steps [`Step::Double`].
    pub doublings: usize,
    /// Steps [`Step::Negate`].
    pub negations: usize,
    /// Steps [`Step::Scale`].
    pub scalings: usize,
}

/// Factors `y = C x`, where `C` has the given rows. The result depends only on the rows.
///
/// - There are never more additions than if each row were summed by itself, and never more doublings and scalings than
///   entries other than 0, 1 and -1.
/// - Rows that are equal or multiples of each other are computed once.
/// - A factor of 2 is a doubling. Any other factor, even a power of 2, is one [`Step::Scale`]: compilers replace
///   constant factors by shifts and additions where that pays. Sums with the factors `2c` and `c` become `c (2a + b)`.
/// - A negation can only be the last step of a row. It is needed for rows whose terms are all negative, for values that
///   are results with both signs, and for pairs that rows share with opposite signs.
///
/// For wrapping integers and exact numbers, the results equal those of the rows. **For floating-point numbers they may
/// differ**: sums are grouped and rounded differently, and entries of 0 are left out, even if the operand is infinite.
/// The caller decides whether this is acceptable. The magnitude of every step is at most that of some row of `|C| |x|`:
/// if these fit an integer type, nothing overflows.
///
/// Matrices of more than 64 rows or columns ([`MOST_SHARED`]) are not searched for shared pairs; rows that are
/// multiples of each other are still computed once. A search chooses at most 2,016 pairs and replaces 4,032 in rows,
/// with some 900,000 updates of the sets of rows that share a pair.
///
/// ```
/// use unite_ir::programs::factor::factor;
/// // The forward transform of H.264.
/// let transform = factor(4, &[[1, 1, 1, 1], [2, 1, -1, -2], [1, -1, -1, 1], [1, -2, 2, -1]]);
/// assert_eq!(transform.to_string(), "\
/// %4 = %0 - %3
/// %5 = %1 - %2
/// %6 = %0 + %3
/// %7 = %1 + %2
/// %8 = %6 + %7
/// %9 = %4 + %4
/// %10 = %5 + %9
/// %11 = %6 - %7
/// %12 = %5 + %5
/// %13 = %4 - %12
/// y = %8 %10 %11 %13
/// ");
/// assert_eq!((transform.counts().additions, transform.counts().doublings), (8, 2));
/// ```
///
/// # Panics
/// If a row does not have `columns` entries.
pub fn factor<R: AsRef<[i64]>>(columns: usize, rows: &[R]) -> Factored {
    let rows: Vec<Row> = rows.iter().map(|row| row_of(columns, row.as_ref())).collect();
    let (mut bases, multiples) = bases_of(&rows);
    let mut steps = Steps::new(columns);
    if rows.len() <= MOST_SHARED && columns <= MOST_SHARED {
        bases = Pairs::new(bases).share(&mut steps);
    }
    let values: Vec<_> = bases.into_iter().map(|base| steps.row(base)).collect();
    let results = multiples.into_iter().map(|multiple| multiple.map(|(base, by)| steps.multiple(values[base], by)));
    let results = results.collect();
    Factored { operands: columns, steps: steps.into_steps(), results }
}

/// The terms of a sum: numbers of values, each with a factor other than 0. A factor or its negation divides an entry of
/// the matrix. `i128` also holds the negation of `i64::MIN`, so no operation on factors overflows.
type Row = BTreeMap<usize, i128>;

fn row_of(columns: usize, entries: &[i64]) -> Row {
    assert_eq!(entries.len(), columns, "a row of another length than the number of columns");
    let terms = entries.iter().map(|&entry| i128::from(entry)).enumerate();
    terms.filter(|&(_, factor)| factor != 0).collect()
}

/// Returns base rows of which all rows are multiples, and for each row its base and factor; `None` for rows of zeros.
fn bases_of(rows: &[Row]) -> (Vec<Row>, Vec<Option<(usize, i128)>>) {
    // Rows that are multiples of each other have the same primitive row: its factors have no common divisor, and the
    // first one is positive.
    let mut numbers: BTreeMap<Row, usize> = BTreeMap::new();
    let mut multiples = Vec::new();
    let mut members: Vec<Vec<i128>> = Vec::new();
    for row in rows {
        multiples.push(row.values().next().map(|first| {
            let by = row.values().fold(0, |divisor, &factor| common_divisor(divisor, factor)) * first.signum();
            let primitive = row.iter().map(|(&value, factor)| (value, factor / by)).collect();
            let base = *numbers.entry(primitive).or_insert(members.len());
            members.resize_with(members.len().max(base + 1), Vec::new);
            members[base].push(by);
            (base, by)
        }));
    }
    let mut bases = vec![Row::new(); members.len()];
    let mut scales = vec![1; members.len()];
    for (primitive, base) in numbers {
        let scale = scale_of(&primitive, &members[base]);
        bases[base] = primitive.into_iter().map(|(value, factor)| (value, factor * scale)).collect();
        scales[base] = scale;
    }
    let multiples = multiples.into_iter().map(|multiple| multiple.map(|(base, by)| (base, by / scales[base])));
    (bases, multiples.collect())
}

/// Returns the factor by which a primitive row is multiplied before it is computed. Its sign is that of most members,
/// so that few are negated. Its magnitude is 1, or that of the members' factors if it is the same for all members and
/// all terms need factors anyway: `6x + 10y` is better than `2 (3x + 5y)`.
fn scale_of(primitive: &Row, members: &[i128]) -> i128 {
    let balance: i128 = members.iter().map(|by| by.signum()).sum();
    let sign = if balance < 0 { -1 } else { 1 };
    let scale = members[0].abs();
    let is_kept = members.iter().all(|by| by.abs() == scale) && primitive.values().all(|factor| factor.abs() != 1);
    if is_kept { sign * scale } else { sign }
}

/// Returns the greatest common divisor, which is not negative.
fn common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Step {
    /// Returns the values that the step uses.
    pub fn operands(self) -> impl Iterator<Item = usize> {
        let (first, second) = match self {
            Step::Add(left, right) | Step::Sub(left, right) => (left, Some(right)),
            Step::Double(value) | Step::Negate(value) | Step::Scale(_, value) => (value, None),
        };
        [Some(first), second].into_iter().flatten()
    }
}

impl Factored {
    /// Counts the steps of each kind.
    pub fn counts(&self) -> StepCounts {
        let mut counts = StepCounts::default();
        for step in &self.steps {
            *match step {
                Step::Add(..) | Step::Sub(..) => &mut counts.additions,
                Step::Double(_) => &mut counts.doublings,
                Step::Negate(_) => &mut counts.negations,
                Step::Scale(..) => &mut counts.scalings,
            } += 1;
        }
        counts
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Step::Add(left, right) => write!(f, "%{left} + %{right}"),
            Step::Sub(left, right) => write!(f, "%{left} - %{right}"),
            Step::Double(value) => write!(f, "%{value} + %{value}"),
            Step::Negate(value) => write!(f, "-%{value}"),
            Step::Scale(by, value) => write!(f, "{by} * %{value}"),
        }
    }
}

impl Display for Factored {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, step) in self.steps.iter().enumerate() {
            writeln!(f, "%{} = {step}", self.operands + number)?;
        }
        write!(f, "y =")?;
        for result in &self.results {
            match result {
                Some(value) => write!(f, " %{value}")?,
                None => write!(f, " 0")?,
            }
        }
        writeln!(f)
    }
}
