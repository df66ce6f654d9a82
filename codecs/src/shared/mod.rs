//! What more than one standard needs.
//!
//! | module | what it is |
//! |---|---|
//! | [`trace`] | every syntax element of a stream, with its name, its value and its place in bits |

pub(crate) mod jobs;
pub mod trace;
