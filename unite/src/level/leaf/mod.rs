//! Levels below the last axis: values, or the truth that a place is stored.

mod element;
mod pattern;

pub use element::{Element, ElementUpdate, HeldValues, Item};
pub use pattern::{Pattern, PatternUpdate, Truth};
