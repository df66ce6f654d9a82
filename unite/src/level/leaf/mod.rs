//! Levels below the last axis: values, or the truth that a place is stored.

mod by_place;
mod element;
mod pattern;

pub(in crate::level) use by_place::BY_PLACE;
pub use by_place::ValueLists;
pub use element::{Element, ElementUpdate, HeldValues, Item};
pub use pattern::{Pattern, PatternUpdate, Truth};
