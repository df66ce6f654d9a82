//! What an access holds, and facts about its fill.

use crate::level::{Leaf, Value};

/// What an access holds: what was found, or fill.
#[inline(always)]
pub fn value<L: Leaf>(found: Option<L>, fill: L::Value) -> L::Value {
    match found {
        Some(leaf) => leaf.get(),
        None => fill,
    }
}

/// Whether a fill is zero or false.
#[inline(always)]
pub fn is_zero<T: Value>(fill: T) -> bool {
    fill == T::ZERO
}

/// Whether a fill is one or true.
#[inline(always)]
pub fn is_one<T: Value>(fill: T) -> bool {
    fill == T::ONE
}

/// Whether no value is less than a fill.
#[inline(always)]
pub fn is_lowest<T: Value>(fill: T) -> bool {
    fill == T::LOWEST
}

/// Whether no value is greater than a fill.
#[inline(always)]
pub fn is_highest<T: Value>(fill: T) -> bool {
    fill == T::HIGHEST
}
