//! [`Bench`]: what a kernel hands its sides to. One description of a kernel serves the test that all sides agree, the
//! count of instructions and the clock.

use crate::callgrind;
use crate::input::PLACES;
use core::hint::black_box;
use criterion::Criterion;
use std::time::Instant;
use unite::{Extent, Home, Nest, Reach, Space, Tile, WindowMut};

/// One way to write a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Over windows: the caller has proven that they lie inside their blocks.
    Window,
    /// Over views: colocates and proves inside.
    View,
    /// By hand, with raw pointers.
    Pointers,
    /// By hand, with rows as arrays of exact size.
    Rows,
    /// A tensor program (`unite::program`).
    Program,
    /// By places that are known when the program runs.
    Place,
    /// The correct and dear form of a trap ([`crate::traps`]).
    Dear,
    /// The cheap form that replaces it ([`crate::traps`]).
    Instead,
    /// Everything known only at run time ([`crate::ablation`]).
    RunTime,
    /// Constant extents, all else known only at run time ([`crate::ablation`]).
    ConstantExtents,
    /// Constant frame, every access checked ([`crate::ablation`]).
    ConstantFrame,
}

impl Side {
    /// Returns whether it is one of the hand-written twins.
    pub fn is_twin(self) -> bool {
        matches!(self, Side::Pointers | Side::Rows)
    }
}

/// The results of one side of a kernel.
#[derive(Clone, Debug)]
pub struct Run {
    /// The side.
    pub side: Side,
    /// The output at all places, one after the other ([`Purpose::Check`]).
    pub output: Vec<i64>,
    /// Instructions a call ([`Purpose::Count`], filled in by [`callgrind`]).
    pub instructions: f64,
    /// Nanoseconds a call, one for each round ([`Purpose::Time`]).
    pub nanoseconds: Vec<f64>,
}

/// A view-taking kernel that needs more instructions than the gate allows.
#[derive(Clone, Copy, Debug)]
pub struct Exception {
    /// The number of instructions by which it may exceed its twin.
    pub more: f64,
    /// Why.
    pub cause: &'static str,
}

/// A gate of one kernel alone.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The number of times that a side over windows or by place may execute the instructions of its twin.
    pub ratio: f64,
    /// Why.
    pub cause: &'static str,
}

/// A kernel with its sides: one row of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the computation.
    pub name: &'static str,
    /// The limit by which its view may exceed the gate, if it may.
    pub exception: Option<Exception>,
    /// Its own gate, if it has one.
    pub limit: Option<Limit>,
    /// Its sides.
    pub runs: Vec<Run>,
}

impl Row {
    /// The run of one side.
    pub fn run(&self, side: Side) -> Option<&Run> {
        self.runs.iter().find(|run| run.side == side)
    }
}

/// The purpose of a run.
pub enum Purpose {
    /// To see what they give.
    Check,
    /// To be counted by callgrind, which runs this very process.
    Count,
    /// To be timed in turns with the others, for ratios.
    Time,
    /// To be timed one by one by criterion, for nanoseconds and how certain they are. Nothing is kept here.
    Estimate(Box<Criterion>),
}

/// Runs the sides of kernels and keeps what it finds.
pub struct Bench {
    purpose: Purpose,
    /// The rows, in the order of description.
    pub rows: Vec<Row>,
}

impl Bench {
    /// A bench without rows.
    pub fn new(purpose: Purpose) -> Self {
        Bench { purpose, rows: Vec::new() }
    }

    /// Begins a kernel, or another round of one that was seen before. Its sides follow.
    pub fn kernel(&mut self, name: &'static str) {
        match self.rows.iter().position(|row| row.name == name) {
            Some(k) => {
                let row = self.rows.remove(k);
                self.rows.push(row);
            }
            None => self.rows.push(Row { name, exception: None, limit: None, runs: Vec::new() }),
        }
    }

    /// Lets the view of this kernel execute `more` instructions more than its twin, for a cause that the table prints.
    pub fn exception(&mut self, more: f64, cause: &'static str) {
        if let Some(row) = self.rows.last_mut() {
            row.exception = Some(Exception { more, cause });
        }
    }

    /// Holds this kernel against a gate of its own, for a cause that the table prints.
    pub fn limit(&mut self, ratio: f64, cause: &'static str) {
        if let Some(row) = self.rows.last_mut() {
            row.limit = Some(Limit { ratio, cause });
        }
    }

    /// One side of the kernel: `call(k, &mut out)` computes it at place `k < PLACES`.
    ///
    /// The kernel itself is a function that is never inlined, and all that `call` calls: what it executes is counted, what
    /// `call` does to hand over its operands is not.
    pub fn side<O: Output>(&mut self, side: Side, mut out: O, mut call: impl FnMut(usize, &mut O)) {
        let Some(row) = self.rows.last_mut() else { return };
        let k = row.runs.iter().position(|run| run.side == side).unwrap_or(row.runs.len());
        if k == row.runs.len() {
            row.runs.push(Run { side, output: Vec::new(), instructions: f64::NAN, nanoseconds: Vec::new() });
        }
        // `call` has this one caller, so that it is inlined into `drive`.
        let mut steps = |first: usize, calls: usize, out: &mut O| drive(first, calls, out, &mut call);
        match &mut self.purpose {
            Purpose::Check => {
                for place in 0..PLACES {
                    steps(place, 1, &mut out);
                    out.read(&mut row.runs[k].output);
                }
            }
            Purpose::Count => {
                for (first, calls) in [(0, 1), (0, callgrind::CALLS)] {
                    callgrind::part();
                    steps(first, calls, &mut out);
                    callgrind::part();
                }
            }
            Purpose::Time => {
                let mut calls = 64;
                loop {
                    let start = Instant::now();
                    steps(0, calls, &mut out);
                    let elapsed = start.elapsed().as_secs_f64();
                    if elapsed > ENOUGH {
                        row.runs[k].nanoseconds.push(elapsed * 1e9 / calls as f64);
                        break;
                    }
                    calls *= 2;
                }
            }
            Purpose::Estimate(criterion) => {
                let mut kernel = criterion.benchmark_group(row.name);
                kernel.bench_function(format!("{side:?}"), |bencher| {
                    bencher.iter_custom(|calls| {
                        let start = Instant::now();
                        steps(0, calls as usize, &mut out);
                        start.elapsed()
                    });
                });
                kernel.finish();
            }
        }
    }
}

/// Seconds that are long against the resolution of the clock.
const ENOUGH: f64 = 0.5e-3;

/// Calls a kernel at one place after the other.
#[inline(never)]
fn drive<O>(first: usize, calls: usize, out: &mut O, call: &mut impl FnMut(usize, &mut O)) {
    for k in first..first + calls {
        call(black_box(k % PLACES), out);
        black_box(&mut *out);
    }
}

/// The output of a kernel as numbers, which makes sides of different types comparable.
pub trait Output {
    /// Appends the numbers.
    fn read(&self, to: &mut Vec<i64>);
}

macro_rules! numbers {
    ($($t:ty)*) => { $(
        impl Output for $t {
            fn read(&self, to: &mut Vec<i64>) {
                to.push(i64::from(*self));
            }
        }
    )* };
}
numbers! { u8 u16 u32 i16 i32 bool }

impl<T: Output, const N: usize> Output for [T; N] {
    fn read(&self, to: &mut Vec<i64>) {
        self.iter().for_each(|item| item.read(to));
    }
}

impl<A: Output, B: Output> Output for (A, B) {
    fn read(&self, to: &mut Vec<i64>) {
        self.0.read(to);
        self.1.read(to);
    }
}

impl<S: Space, A: Output + Nest> Output for Tile<S, A> {
    fn read(&self, to: &mut Vec<i64>) {
        self.data.read(to);
    }
}

impl<S: Space<Ix = [isize; 2]>, T: Output, E: Extent, R: Reach, H: Home> Output for WindowMut<'_, S, T, E, R, H> {
    fn read(&self, to: &mut Vec<i64>) {
        let (height, width) = (self.extent().dim(0) as isize, self.extent().dim(1) as isize);
        (0..height).flat_map(|y| (0..width).map(move |x| [y, x])).for_each(|i| self[i].read(to));
    }
}
