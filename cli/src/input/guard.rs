//! The one place where a panic is caught.
//!
//! Decoders of other crates can hit an assertion, an index or an overflow on hostile bytes. That is a fault of theirs and
//! says nothing about this program's state: they own all they touch, and what they were making is dropped. So it
//! becomes an ordinary error, and the panic's own message, which would be a second line, is kept from standard error.

use crate::error::{Error, one_line};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Whether this thread is inside [`guarded`], where a panic is silent.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs a decoder; a panic in it becomes [`Error::Broken`].
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
