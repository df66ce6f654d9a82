//! Code that several standards share.

pub(crate) mod bits;
#[cfg(feature = "counters")]
pub mod counters;
#[cfg(not(feature = "counters"))]
pub(crate) mod counters;
pub(crate) mod dispatch;
pub(crate) mod fixed;
pub(crate) mod forward;
pub mod inspect;
pub(crate) mod instructions;
pub(crate) mod jobs;
pub mod name;
pub mod quality;
pub(crate) mod setters;
#[cfg(test)]
pub(crate) mod slow;
pub(crate) mod stream;
pub mod trace;
pub mod wavefront;

/// Returns every SIMD level that code is compiled for and this machine supports.
#[cfg(test)]
pub(crate) fn levels() -> Vec<fearless_simd::Level> {
    use fearless_simd::Level;
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        let all = Level::new();
        let levels = [Some(Level::baseline()), all.as_avx2().map(Level::Avx2), Some(all)];
        levels.into_iter().flatten().collect()
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    vec![Level::baseline(), Level::new()]
}
