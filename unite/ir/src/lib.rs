//! # unite-ir: the small languages of `unite`, apart from Rust
//!
//! | module | what |
//! |---|---|
//! | [`looplets`] | looplets as symbolic trees, and how loops over them are lowered, step by step |
//! | [`loops`] | loops over the reals and the integers on piecewise constant tensors |
//! | [`programs`] | tensor programs: linear algebra without indices |
//! | [`syntax`] | tokens, spans and diagnostics, which the languages share |

pub mod looplets;
pub mod loops;
pub mod programs;
pub mod syntax;

/// The example of the README, run as a test of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
