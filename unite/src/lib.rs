//! Location-aware tensors.

pub mod trie;
