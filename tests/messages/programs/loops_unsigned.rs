//! Runs and intervals have signed coordinates; unsigned ones are for formats of single points.

use unite::level::*;

fn runs(_x: &RunList<Element<f64>, u32>) {}

fn places(_x: &Dense<Element<f64>, u128>) {}

fn main() {}
