//! Kernels over unite compared with the same kernels written by hand: the cost of the abstraction.
//!
//! `cargo test -p benches` compares the results of all sides; `cargo bench -p benches --bench overhead` counts; `cargo
//! bench -p benches --bench ablation` prints the effect of each step, `--bench traps` what is dear and what to write instead;
//! `--bench continuous` counts merges; `--bench estimates` gives nanoseconds, by criterion.
//!
//! The ratios of times, here and under `peers/`, come from rounds in which all sides take turns. Criterion times one
//! side after the other, and the load of the machine changes more in that time than the sides differ by.

pub mod ablation;
pub mod bench;
pub mod callgrind;
pub mod clip;
pub mod continuous;
pub mod input;
pub mod kernel;
pub mod stages;
pub mod table;
pub mod traps;
pub mod twin;
