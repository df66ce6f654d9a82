//! How a program wants an operand to be gone through: `A[walk(i)]`, `A[gallop(i)]`, `A[follow(i)]`.

use crate::looplet::{Follow, Gallop, Operand, Walk, Wished};

/// `A[walk(i)]`: piece by piece.
#[inline(always)]
pub fn walked<O: Operand>(operand: O) -> Wished<O, Walk> {
    Wished::new(operand, Walk)
}

/// `A[gallop(i)]`: it leads, and the others are searched for its pieces.
#[inline(always)]
pub fn galloped<O: Operand>(operand: O) -> Wished<O, Gallop> {
    Wished::new(operand, Gallop)
}

/// `A[follow(i)]`: it is searched for the pieces of the others.
#[inline(always)]
pub fn followed<O: Operand>(operand: O) -> Wished<O, Follow> {
    Wished::new(operand, Follow)
}
