//! Prediction (8.3, 8.4): samples and vectors from what is coded already.

pub mod inter;
pub mod intra;
pub mod motion_vectors;
