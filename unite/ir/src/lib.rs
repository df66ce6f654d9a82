//! # unite-ir: the small languages of `unite`, apart from Rust
//!
//! | module | content |
//! |---|---|
//! | [`syntax`] | tokens, spans and diagnostics, which the languages share |
//! | [`loops`] | loops over the reals and the integers on piecewise constant tensors |
//! | [`programs`] | tensor programs: linear algebra without indices |
//! | [`explain`] | how loops are lowered to looplets and to scalar code, step by step, for readers and tests |
//!
//! The compiler of `loops!` is `loops::{parse, check, plan}`: the macro writes Rust from the plan. The compiler of `tensor!` is
//! `programs::{parse, check, staged}`. `loops::interpret` and `programs::evaluate` are the definitions that both are tested
//! against. No generated code comes from [`explain`].

pub mod explain;
pub mod loops;
pub mod programs;
pub mod syntax;

/// The example of the README, run as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
