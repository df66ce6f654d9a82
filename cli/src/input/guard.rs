//! Conversion of a decoder's panic to an error; panics are caught here and nowhere else.
//!
//! Decoders of other crates can hit an assertion, an index or an overflow on hostile bytes. Such a panic does not
//! affect this program's state: a decoder owns all data it touches, and its unfinished result is dropped. It therefore
//! becomes an ordinary error, and the panic's own message, which would be a second line on standard error, is
//! suppressed.

use crate::error::{Error, one_line};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// `true` while this thread is inside [`guarded`], where a panic is silent.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs a decoder and converts a panic in it to [`Error::Broken`].
pub(crate) fn guarded<T>(format: &'static str, decode: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                loud(panic);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(decode));
    GUARDED.set(outer);
    result.unwrap_or_else(|payload| {
        let message = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        Err(Error::Broken { format, reason: one_line(&format!("its decoder failed: {message}")) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        let empty: Vec<u8> = Vec::new();
        let error = guarded("PNG", || Ok(empty[std::hint::black_box(3)])).expect_err("a panic");
        assert!(error.to_string().starts_with("broken PNG: its decoder failed: index out of bounds"), "{error}");
        assert!(!GUARDED.get());
    }

    #[test]
    fn results_pass() {
        assert_eq!(guarded("PNG", || Ok(3)).expect("three"), 3);
        assert!(matches!(guarded::<()>("PNG", || Err(Error::Empty)), Err(Error::Empty)));
    }
}
