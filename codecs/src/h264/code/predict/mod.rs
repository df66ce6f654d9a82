//! Prediction (8.3, 8.4): samples and motion vectors from data coded before.

pub mod b_slice;
pub mod direct;
pub mod inter;
pub mod intra;
pub mod motion_vectors;
