//! The value of an access, and tests of its fill value.

use crate::level::{Leaf, Ordered, Update, Value};

/// Returns the value that an access found, or the fill value.
#[inline(always)]
pub fn value<L: Leaf>(found: Option<L>, fill: L::Value) -> L::Value {
    match found {
        Some(leaf) => leaf.get(),
        None => fill,
    }
}

/// The value of an access that is read before a loop.
#[derive(Debug, Clone, Copy)]
pub struct Known<T>(pub T);

#[diagnostic::do_not_recommend]
impl<T: Value> Leaf for Known<T> {
    type Value = T;

    #[inline(always)]
    fn get(self) -> T {
        self.0
    }
}

/// Returns whether a target is known to store nothing, and its fill is zero or false.
#[inline(always)]
pub fn is_unwritten<U: Update>(update: &U, position: usize) -> bool {
    update.fill() == U::Value::ZERO && update.is_unwritten(position)
}

/// Returns whether a fill value is zero or false.
#[inline(always)]
pub fn is_zero<T: Value>(fill: T) -> bool {
    fill == T::ZERO
}

/// Returns whether a fill value is the identity of the function of a fold.
#[inline(always)]
pub fn is_identity<T: Value>(fill: T, identity: T) -> bool {
    fill.same(identity)
}

/// Returns a value; compiles only if it has the type of the identity of the function that it is given to.
#[inline(always)]
pub fn like_identity<T>(value: T, _identity: T) -> T {
    value
}

/// Returns whether a fill value is one or true.
#[inline(always)]
pub fn is_one<T: Value>(fill: T) -> bool {
    fill == T::ONE
}

/// Returns whether a fill value is the least of its type.
#[inline(always)]
pub fn is_lowest<T: Ordered>(fill: T) -> bool {
    fill == T::LOWEST
}

/// Returns whether a fill value is infinity.
#[inline(always)]
pub fn is_infinity<T: Ordered>(fill: T) -> bool {
    T::INFINITE && fill == T::HIGHEST
}

/// Returns whether a fill value is infinity below zero.
#[inline(always)]
pub fn is_minus_infinity<T: Ordered>(fill: T) -> bool {
    T::INFINITE && fill == T::LOWEST
}

/// Returns whether a fill value is the greatest of its type.
#[inline(always)]
pub fn is_highest<T: Ordered>(fill: T) -> bool {
    fill == T::HIGHEST
}
