//! The effect of each constant on three kernels. Each has four steps, from a library without any constants to windows.
//!
//! | step | extents | frame (order, strides, refinement) | origin | access |
//! |---|---|---|---|---|
//! | everything at run time | vectors | vectors | vectors | through all of them |
//! | constant extents | constants | arrays of numbers | arrays of numbers | through all of them |
//! | constant frame | constants | constants | numbers | checked, [`unite::Tensor::at`] |
//! | window | constants | constants | proven once | free |
//! | by hand | constants | - | - | a pointer |
//!
//! The formula of a kernel is written once, over the access. The first step is a library in the style of the thesis
//! (chapters 5 and 7): a view is five vectors of numbers, newly made by every operation; see `run_time.rs`. The thesis'
//! own tables are in [`THESIS`], inverted: the time of each step as a multiple of the hand-written program's.

// Kernels use the indices of their standards, at every step.
#![allow(clippy::needless_range_loop)]

use crate::bench::{Bench, Side};

pub mod constant_extents;
pub mod dct;
pub mod lossless;
pub mod run_time;
pub mod vertical_right;

/// The steps, in order, with their names in the table.
pub const STEPS: [(Side, &str); 5] = [
    (Side::RunTime, "everything at run time"),
    (Side::ConstantExtents, "constant extents"),
    (Side::ConstantFrame, "constant frame"),
    (Side::Window, "window"),
    (Side::Pointers, "by hand"),
];

/// Passes all kernels to `b`.
pub fn all(b: &mut Bench) {
    vertical_right::bench(b);
    dct::bench(b);
    lossless::bench(b);
}

/// A table of the thesis: the seconds of its library, step by step, and of the program by hand.
#[derive(Debug)]
pub struct Measured {
    /// The kernel of this module that it is compared with.
    pub kernel: &'static str,
    /// The table and its input.
    pub what: &'static str,
    /// The steps, named as in the thesis, in seconds.
    pub steps: &'static [(&'static str, f64)],
    /// The seconds of the reference program.
    pub by_hand: f64,
}

/// Tables 7.1, 8.4 and 8.5 of the thesis (Xeon E5-2695 v2, clang 12 -O3), for the image `poster` if there are several.
pub const THESIS: [Measured; 3] = [
    Measured {
        kernel: vertical_right::NAME,
        what: "7.1: vertical right",
        steps: &[("full library", 5.51), ("origin and extent only", 0.46)],
        by_hand: 0.27,
    },
    Measured {
        kernel: dct::NAME,
        what: "8.4: whole JPEG encoder, IJG",
        steps: &[
            ("no optimisation", 10.891),
            ("+ collapse", 4.075),
            ("+ origin", 3.262),
            ("+ stride", 0.407),
            ("+ extent", 0.256),
        ],
        by_hand: 0.186,
    },
    Measured {
        kernel: lossless::NAME,
        what: "8.5: whole lossless encoder, libjpeg",
        steps: &[
            ("no optimisation", 3.896),
            ("+ collapse", 1.402),
            ("+ origin", 1.418),
            ("+ stride", 0.383),
            ("+ extent", 0.352),
        ],
        by_hand: 0.491,
    },
];
