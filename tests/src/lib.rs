//! Helpers that the tests of the workspace share.

pub mod h264;
pub mod jpeg;
mod random;

pub use random::Random;

/// The examples of the guides, of the workspace's README and of that of `unite-macros`, which cannot depend on `unite`, run as
/// tests of the documentation.
#[cfg(doctest)]
mod readmes {
    #[doc = include_str!("../../README.md")]
    struct Workspace;
    #[doc = include_str!("../../unite/macros/README.md")]
    struct UniteMacros;
    #[doc = include_str!("../../docs/programs.md")]
    struct Programs;
    #[doc = include_str!("../../docs/loops.md")]
    struct Loops;
    #[doc = include_str!("../../docs/from-c-to-unite.md")]
    struct FromC;
}
