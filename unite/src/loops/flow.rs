//! Control flow of loop bodies: an error breaks off the loops around it.

use crate::level::LevelError;
use crate::looplet::{Flow, LoopError, Stop};
use std::ops::ControlFlow;

/// Turns a result into control flow for `?` in a loop: an error breaks off.
#[inline(always)]
pub fn step<T, E: Into<LoopError>>(result: Result<T, E>) -> ControlFlow<Stop, T> {
    match result {
        Ok(value) => ControlFlow::Continue(value),
        Err(error) => ControlFlow::Break(error.into().into()),
    }
}

/// Turns the result of a write to `target`, a tensor with its indices, into control flow: an error breaks off.
#[inline(always)]
pub fn entered(target: &'static str, written: Result<(), LevelError>) -> Flow {
    match written {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => ControlFlow::Break(refused(target, error)),
    }
}

/// Returns the stop of a loop whose write is refused.
#[cold]
#[inline(never)]
fn refused(target: &'static str, error: LevelError) -> Stop {
    match error {
        LevelError::Outside { place, extent } => LoopError::Outside { target, place, extent }.into(),
        error => LoopError::Level(error).into(),
    }
}

/// Returns the result of a nest.
///
/// # Errors
/// The error with which the loop failed.
#[inline(always)]
pub fn ended(nest: impl FnOnce() -> Flow) -> Result<(), LoopError> {
    match nest() {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(stop) => stop.into_error().map_or(Ok(()), Err),
    }
}
