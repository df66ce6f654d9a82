//! The step of a range, `for i = a:s:b`, as a stride of places.

use super::{Convert, place};
use crate::continuous::Integer;
use crate::looplet::{LoopError, Stride};

/// A coordinate type whose places can be counted in steps.
#[diagnostic::on_unimplemented(
    message = "a range with a step has integer places, and this one has coordinates of type `{Self}`",
    label = "goes over real numbers",
    note = "count the steps, `for k = 0:n`, and give the place a name, `let x = a + s * k`"
)]
pub trait Strided: Integer {}

#[diagnostic::do_not_recommend]
impl<C: Integer> Strided for C {}

/// Returns the places from `first` on.
///
/// # Errors
/// [`LoopError::Step`]: the step is not an integer above 0 of the coordinate type.
#[inline(always)]
pub fn stride<C: Strided + Convert<T>, T>(index: &'static str, first: C, step: T) -> Result<Stride<C>, LoopError> {
    let step = place::<C, T>(index, step)?.0;
    Stride::new(first, step.steps_from(C::default())).ok_or_else(|| LoopError::Step { index, step: step.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_of_zero_or_below_is_an_error() {
        for step in [0, -2] {
            assert!(matches!(stride("i", 0i64, step), Err(LoopError::Step { index: "i", .. })));
        }
    }
}
