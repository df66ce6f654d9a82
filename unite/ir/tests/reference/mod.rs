//! Operands and random numbers for the tests of the reference interpreter and of the stages.
#![allow(dead_code)]

use unite_ir::loops::interpret::{AxisKind, Environment, Number, Overlap, Piece, Region, Tensor, Value, run};
use unite_ir::loops::{Program, parse_text};

pub(crate) use AxisKind::{Integer, Real};

/// Parses a program of the language.
pub(crate) fn program(text: &str) -> Program {
    parse_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Runs a program that must succeed.
pub(crate) fn run_text(text: &str, environment: &mut Environment) {
    run(&program(text), environment).unwrap_or_else(|error| panic!("{text}: {error}"));
}

/// Parses a decimal number.
pub(crate) fn number(text: &str) -> Number {
    match text.strip_prefix('-') {
        Some("inf") => Number::NegativeInfinity,
        Some(positive) => number(positive).neg(),
        None if text == "inf" => Number::Infinity,
        None => Number::parse(text).unwrap_or_else(|| panic!("`{text}` is no number")),
    }
}

/// Parses a region in its printed form: `[0,3)`, `1.5`, `3..6`.
pub(crate) fn region(text: &str) -> Region {
    if let Some((first, last)) = text.split_once("..") {
        return Region::closed(number(first), number(last));
    }
    let Some((a, b)) = text.split_once(',') else { return Region::point(number(text)) };
    let (lo, hi) = (number(&a[1..]), number(&b[..b.len() - 1]));
    match (&a[..1], &b[b.len() - 1..]) {
        ("[", "]") => Region::closed(lo, hi),
        ("[", ")") => Region::half_open(lo, hi),
        ("(", "]") => Region::open_closed(lo, hi),
        _ => Region::open(lo, hi),
    }
}

fn value(text: &str) -> Value {
    match text {
        "true" => true.into(),
        "false" => false.into(),
        _ => number(text).into(),
    }
}

/// Parses a tensor in its printed form: `[0,3) x 2: 5; 4 x 3..6: 7`, with the fill of the type of its values.
pub(crate) fn tensor(axes: &[AxisKind], text: &str) -> Tensor {
    let piece = |piece: &str| -> Piece {
        let (regions, held) = piece.split_once(": ").expect("a piece is `region: value`");
        (regions.trim().split(" x ").map(region).collect(), value(held.trim()))
    };
    let boxes: Vec<Piece> = text.split(';').filter(|text| !text.trim().is_empty()).map(piece).collect();
    let fill = if text.contains("true") { Value::Bool(false) } else { Value::from(0) };
    Tensor::from_boxes(axes, fill, &boxes, Overlap::Refused).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A generator of random numbers that are the same in every run (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as i64
    }

    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len() as i64) as usize]
    }

    /// Returns a number from `a` to `b`, both included.
    pub(crate) fn within(&mut self, a: i64, b: i64) -> i64 {
        a + self.below(b - a + 1)
    }
}
