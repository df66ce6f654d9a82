//! Iteration strategies that a program requests: `A[walk(i)]`, `A[gallop(i)]`, `A[follow(i)]`.

use crate::looplet::{Follow, Gallop, Operand, Walk, Wished};

/// Returns the operand `A[walk(i)]`, which is stepped through piece by piece.
#[inline(always)]
pub fn walked<O: Operand>(operand: O) -> Wished<O, Walk> {
    Wished::new(operand, Walk)
}

/// Returns the operand `A[gallop(i)]`, which leads: the others are searched at the places of its pieces.
#[inline(always)]
pub fn galloped<O: Operand>(operand: O) -> Wished<O, Gallop> {
    Wished::new(operand, Gallop)
}

/// Returns the operand `A[follow(i)]`, which is searched at the places of the others' pieces.
#[inline(always)]
pub fn followed<O: Operand>(operand: O) -> Wished<O, Follow> {
    Wished::new(operand, Follow)
}
