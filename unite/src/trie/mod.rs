//! The formal layer.
