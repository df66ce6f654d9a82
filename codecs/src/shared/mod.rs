//! Code that several standards share.

pub(crate) mod bits;
pub(crate) mod forward;
pub mod inspect;
pub(crate) mod jobs;
pub mod name;
pub mod quality;
pub(crate) mod setters;
#[cfg(test)]
pub(crate) mod slow;
pub mod trace;
pub mod wavefront;
