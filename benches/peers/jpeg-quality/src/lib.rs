//! JPEG: size at equal quality of this encoder and its peers. See `main.rs` and `bin/fit.rs` for the commands.

pub mod encoders;
pub mod metrics;
pub mod picture;
pub mod rate;
pub mod turbo;
