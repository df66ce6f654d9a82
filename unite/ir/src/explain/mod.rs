//! Explanations: how loops are lowered, as text that prints and runs. No generated code comes from here.
//!
//! | module | content |
//! |---|---|
//! | [`stages`] | a program on its way to looplets: loops over pieces, then over points, then without units |
//! | [`looplets`] | looplets as symbolic trees, and how a loop over them becomes scalar code, step by step |

pub mod looplets;
#[cfg(feature = "interpreter")]
pub mod stages;
