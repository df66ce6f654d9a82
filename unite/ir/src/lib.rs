//! # unite-ir: the small languages of `unite`, apart from Rust
//!
//! | module | content |
//! |---|---|
//! | [`syntax`] | tokens, spans and diagnostics, which the languages share |
//! | [`loops`] | loops over the reals and the integers on piecewise constant tensors |
//! | [`programs`] | tensor programs: linear algebra without indices |
//! | [`looplets`] | looplets as symbolic trees, and how loops over them are lowered, step by step |
//!
//! The compiler of `loops!` is `loops::{parse, check, plan}`: the macro writes Rust from the plan. The compiler of `tensor!` is
//! `programs::{parse, check, staged}`. The rest explains and tests: `loops::interpret` and `programs::evaluate` are the
//! definitions, and `loops::stages` and `looplets` print how a loop is lowered; no generated code comes from them.

pub mod looplets;
pub mod loops;
pub mod programs;
pub mod syntax;

/// The example of the README, run as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
