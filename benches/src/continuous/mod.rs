//! Co-iteration of piecewise constant tensors compared with merges by hand: the cost of the abstraction.
//!
//! Each kernel has three sides: a merge by hand over slices, without data-dependent branches if possible;
//! [`coiterate`](unite::looplet::coiterate) over the levels; and the program as users write it, in
//! [`loops!`](unite::loops!). All of them give exactly the same number: values are small integers, and coordinates lie
//! on a grid.

mod arrays;
pub mod arrays_input;
pub mod depth;
pub mod input;
mod intervals;
pub mod matrices;
mod points;
pub mod rectangles;
mod row;
mod unequal;
mod writes;

pub use row::{Row, head};

use crate::callgrind;
use criterion::Criterion;
use input::Input;
use std::hint::black_box;
use std::time::Instant;
use unite::level::LevelError;
use unite::looplet::{Live, LoopError};
use unite::loops::is_zero;

/// A merge by hand, or over unite: borrows its operands and returns a number.
pub type Kernel<'a> = Box<dyn Fn() -> f64 + 'a>;

/// A kernel, and its allowed cost relative to the merge by hand.
pub struct Case<'a> {
    /// The name of the computation.
    pub name: &'static str,
    /// The greatest allowed ratio of its instructions to those of the merge by hand.
    pub gate: f64,
    /// The merge by hand.
    pub hand: Kernel<'a>,
    /// The merge over levels and [`coiterate`](unite::looplet::coiterate), if there is one.
    pub generic: Option<Kernel<'a>>,
    /// The program in [`loops!`](unite::loops!).
    pub program: Kernel<'a>,
}

/// The sizes for timing: of the equal operands, of the small one, and of the large one beside it.
pub const TIMED: [usize; 3] = [1_000_000, 10_000, 1_000_000];

/// The gate for merges.
const MERGE: f64 = 1.05;

/// The gate for searches.
const SEARCH: f64 = 1.2;

/// The gate for merges of three: nine lists, three indices and three ends need all fifteen registers, and the function
/// has other loops, so some of them are read from the stack.
const MERGE_OF_THREE: f64 = 1.2;

/// Returns the combinations of present operands for which the product of two with these fill values may be nonzero.
fn product_of_two(a: f64, b: f64) -> Live {
    let (a, b) = (u16::from(!is_zero(a)), u16::from(!is_zero(b)));
    Live((a & b) | b << 1 | a << 2 | 1 << 3)
}

/// Asserts that a program succeeds.
fn must(ended: Result<(), LoopError>) {
    if let Err(error) = ended {
        unreachable!("{error}");
    }
}

/// Returns a tensor or a format that fits.
fn held<T>(made: Result<T, LevelError>) -> T {
    match made {
        Ok(made) => made,
        Err(error) => unreachable!("{error}"),
    }
}

/// Returns all kernels.
pub fn cases(input: &Input) -> Vec<Case<'_>> {
    let mut cases = points::cases(input);
    cases.extend(intervals::cases(input));
    cases.extend(unequal::cases(input));
    cases.extend(arrays::cases(input));
    cases.extend(writes::cases(input));
    cases
}

impl Case<'_> {
    /// Returns the sides in the order of the table: by hand, over levels, the program; each with its number.
    pub fn sides(&self) -> impl Iterator<Item = (usize, &Kernel<'_>)> {
        let sides = [Some(&self.hand), self.generic.as_ref(), Some(&self.program)];
        sides.into_iter().enumerate().filter_map(|(number, side)| Some((number, side?)))
    }
}

/// Runs all sides of all cases once, to be counted by callgrind.
pub fn count(cases: &[Case<'_>]) {
    for case in cases {
        for (_, side) in case.sides() {
            for calls in [1, callgrind::CALLS] {
                callgrind::part();
                drive(calls, side);
                callgrind::part();
            }
        }
    }
}

/// Calls a kernel.
#[inline(never)]
fn drive(calls: usize, kernel: &Kernel<'_>) {
    for _ in 0..calls {
        black_box(kernel());
    }
}

/// Passes all sides to criterion, as `merge/side`.
pub fn estimate(cases: &[Case<'_>], criterion: &mut Criterion) {
    for case in cases {
        let mut merge = criterion.benchmark_group(case.name);
        for (number, side) in case.sides() {
            merge.bench_function(["hand", "levels", "loops!"][number], |bencher| bencher.iter(side));
        }
        merge.finish();
    }
}

/// Times all sides, one after the other, `rounds` times; without counts.
///
/// # Panics
/// If two sides give different numbers.
pub fn time(cases: &[Case<'_>], rounds: usize) -> Vec<Row> {
    let mut rows: Vec<Row> = cases.iter().map(Row::of).collect();
    for _ in 0..rounds {
        for (case, row) in cases.iter().zip(&mut rows) {
            for (number, side) in case.sides() {
                // One call before the measurement, so that each side finds its own data in the caches.
                black_box(side());
                let start = Instant::now();
                black_box(side());
                row.seconds[number].push(start.elapsed().as_secs_f64());
            }
        }
    }
    rows
}
