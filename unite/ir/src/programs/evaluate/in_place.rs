//! Evaluation with fewer temporaries. A statement writes straight into its target where that changes nothing.

use super::error::EvaluateError;
use super::prepare::prepare;
use super::reference::element;
use super::shape::{advance, indices};
use super::store::Store;
use super::value::Element;
use crate::programs::Checked;

/// Runs a program as [`reference`](super::reference) does, without a temporary where
/// [`writes_in_place`](crate::programs::analysis::writes_in_place) allows it.
///
/// # Errors
/// The errors of [`reference`](super::reference).
pub fn in_place<T: Element>(program: &Checked, store: &mut Store<T>) -> Result<(), EvaluateError> {
    for step in prepare(program, store)? {
        let value = |store: &Store<T>, index: &[usize]| {
            element(&step.value, index, &|variable, index| store.by_number(variable).get(index).cloned())
        };
        if step.in_place {
            let mut index = vec![0; step.value.extents.len()];
            loop {
                let new = value(store, &index);
                store.by_number_mut(step.target).set(&index, new);
                if !advance(&mut index, &step.value.extents) {
                    break;
                }
            }
        } else {
            let values = indices(&step.value.extents).map(|index| value(store, &index)).collect();
            store.by_number_mut(step.target).set_values(values);
        }
    }
    Ok(())
}
