//! `dispatch!` and `dispatch_wide!`: code compiled for several SIMD levels, chosen at run time.
//!
//! On x86-64 these are SSE2, which every processor has, and AVX2; the wide form adds AVX-512. The video encoder measured no
//! gain from AVX-512, and no kernel has a form for SSE4.2: each level that is compiled makes programs larger.

/// Evaluates an expression with the token of a [`Level`](fearless_simd::Level), compiled for at most AVX2.
macro_rules! dispatch {
    ($level:expr, $simd:pat => $result:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            $crate::shared::dispatch::at_most_avx2!($level, $simd => $result)
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            fearless_simd::dispatch!($level, $simd => $result)
        }
    }};
}

/// Evaluates an expression with the token of a [`Level`](fearless_simd::Level), compiled for AVX-512 too.
macro_rules! dispatch_wide {
    ($level:expr, $simd:pat => $result:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            let level: fearless_simd::Level = $level;
            if let Some(avx512) = level.as_avx512() {
                $crate::shared::dispatch::compiled_for!(avx512, $simd => $result)
            } else {
                $crate::shared::dispatch::at_most_avx2!(level, $simd => $result)
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            fearless_simd::dispatch!($level, $simd => $result)
        }
    }};
}

/// Evaluates an expression compiled for AVX2 or SSE2.
#[cfg(target_arch = "x86_64")]
macro_rules! at_most_avx2 {
    ($level:expr, $simd:pat => $result:expr) => {{
        let level: fearless_simd::Level = $level;
        if let Some(avx2) = level.as_avx2() {
            $crate::shared::dispatch::compiled_for!(avx2, $simd => $result)
        } else if let Some(sse2) = level.as_sse2() {
            $crate::shared::dispatch::compiled_for!(sse2, $simd => $result)
        } else {
            unreachable!("each processor of x86-64 has SSE2")
        }
    }};
}

/// Evaluates an expression compiled for the level of a token, the type of which it does not see.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($token:expr, $simd:pat => $result:expr) => {{
        let $simd = $crate::shared::dispatch::any($token);
        fearless_simd::Simd::vectorize(
            $token,
            #[inline(always)]
            || $result,
        )
    }};
}

/// Returns a token without its type.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn any<S: fearless_simd::Simd>(token: S) -> impl fearless_simd::Simd {
    token
}

#[cfg(target_arch = "x86_64")]
pub(crate) use {at_most_avx2, compiled_for};
pub(crate) use {dispatch, dispatch_wide};
