//! Kernels over unite, beside the same kernels written by hand: what the abstraction costs.
//!
//! | file | what |
//! |---|---|
//! | `kernel/` | one kernel a file: over windows, over views, by hand |
//! | `ablation/` | three kernels in steps, from everything at run time to windows |
//! | `continuous/` | merges of piecewise constant tensors: in `loops!`, over levels, by hand |
//! | `twin.rs` | pointers for the hand-written side; the only `unsafe` of this crate |
//! | `input.rs` | pictures of noise, seen by both sides |
//! | `bench.rs` | [`Bench`](bench::Bench): what runs the sides of a kernel, to check, to count or to time them |
//! | `callgrind.rs` | instructions executed, exactly |
//! | `table.rs` | the table and its gates |
//!
//! `cargo test -p benches` holds every side against the others; `cargo bench -p benches --bench overhead` counts;
//! `cargo bench -p benches --bench ablation` prints what each step is worth; `cargo bench -p benches --bench continuous`
//! counts merges; `cargo bench -p benches --bench estimates` gives nanoseconds, by criterion.
//!
//! Ratios of times are of rounds in which all sides take turns, here and under `peers/`: criterion times one side after the
//! other, and what else the machine does changes more in that time than the sides differ by.

pub mod ablation;
pub mod bench;
pub mod callgrind;
pub mod continuous;
pub mod input;
pub mod kernel;
pub mod table;
pub mod twin;
