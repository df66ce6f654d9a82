//! Evaluation on threads of rayon: the elements of a statement's target are shared out.
//!
//! A contraction is summed within one element, in the order of the reference, so that the bits of a result do not depend on
//! the number of threads.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::error::EvaluateError;
use super::prepare::{Step, prepare};
use super::reference::element;
use super::shape::count;
use super::store::Store;
use super::value::Element;
use crate::programs::Checked;
use crate::programs::row_major::index_of;

/// Runs a program as [`reference`](super::reference) does, on the threads of the current pool of rayon; without a temporary
/// where [`writes_in_place`](crate::programs::analysis::writes_in_place) allows it.
///
/// # Errors
/// The errors of [`reference`](super::reference).
pub fn parallel<T: Element>(program: &Checked, store: &mut Store<T>) -> Result<(), EvaluateError> {
    for step in prepare(program, store)? {
        let target = store.by_number(step.target);
        if step.in_place && target.stored_extents() == target.extents() {
            write_in_place(&step, store);
        } else {
            write_from_temporary(&step, store);
        }
    }
    Ok(())
}

/// Takes the target out of the store, so that threads can write it while they read the rest. Where a right-hand side reads
/// the target, it reads the element that is about to be written.
fn write_in_place<T: Element>(step: &Step<T>, store: &mut Store<T>) {
    let mut elements = store.by_number_mut(step.target).take_stored();
    let rest = &*store;
    elements.par_iter_mut().enumerate().for_each(|(place, own)| {
        let old = own.take();
        let read = |variable: usize, index: &[usize]| match variable == step.target {
            true => old.clone(),
            false => rest.by_number(variable).get(index).cloned(),
        };
        *own = element(&step.value, &index_of(place, &step.value.extents), &read);
    });
    store.by_number_mut(step.target).set_stored(elements);
}

fn write_from_temporary<T: Element>(step: &Step<T>, store: &mut Store<T>) {
    let extents = &step.value.extents;
    let elements = count(extents).expect("the target has as many elements, and is in the store");
    let read = |variable: usize, index: &[usize]| store.by_number(variable).get(index).cloned();
    let value = |place: usize| element(&step.value, &index_of(place, extents), &read);
    let values = (0..elements).into_par_iter().map(value).collect();
    store.by_number_mut(step.target).set_values(values);
}
