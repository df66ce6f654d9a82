//! Helpers that the tests of the workspace share.

pub mod h264;
pub mod jpeg;
mod random;

pub use random::Random;

/// The examples of the READMEs and of docs/, run as documentation tests.
#[cfg(doctest)]
mod readmes {
    #[doc = include_str!("../../README.md")]
    struct Workspace;
    #[doc = include_str!("../../unite/README.md")]
    struct Unite;
    #[doc = include_str!("../../unite/macros/README.md")]
    struct UniteMacros;
    #[doc = include_str!("../../codecs/README.md")]
    struct Codecs;
    #[doc = include_str!("../../docs/programs.md")]
    struct Programs;
}
