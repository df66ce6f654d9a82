//! Arguments from Python: arrays as slices, and whole numbers. Others are a `ValueError`.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

/// Returns a `ValueError`.
pub(crate) fn value_error(text: impl Display) -> PyErr {
    PyValueError::new_err(text.to_string())
}

/// Returns the `ValueError` for an array that does not fit.
pub(crate) fn unexpected(given: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyErr {
    value_error(format!("{name}: expected {expected}, got {}", described(given)))
}

/// Returns the shape and type of an array, or the type of another object.
fn described(given: &Bound<'_, PyAny>) -> String {
    let Ok(array) = given.cast::<PyUntypedArray>() else {
        return given
            .get_type()
            .name()
            .map_or_else(|_| "an object".to_owned(), |name| format!("an object of type {name}"));
    };
    let sizes: Vec<String> = array.shape().iter().map(usize::to_string).collect();
    let comma = if sizes.len() == 1 { "," } else { "" };
    format!("an array of shape ({}{comma}) and dtype {}", sizes.join(", "), array.dtype())
}

/// An array whose elements lie one after the other, the last axis fastest.
pub(crate) struct Array<'py, T: Element>(PyReadonlyArrayDyn<'py, T>);

impl<'py, T: Element> Array<'py, T> {
    /// Takes an array of the type `T`: as it is if its elements lie as they have to, otherwise a copy. `None` for an array of
    /// another type, and for an object that is no array.
    pub(crate) fn of(given: &Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        let Ok(array) = given.cast::<PyArrayDyn<T>>() else { return Ok(None) };
        let is_aligned = || given.getattr("flags")?.getattr("aligned")?.extract::<bool>();
        if array.is_c_contiguous() && is_aligned()? {
            return Ok(Some(Array(array.try_readonly().map_err(value_error)?)));
        }
        let copy = given.call_method1("copy", ("C",))?;
        let copy = copy.cast::<PyArrayDyn<T>>().map_err(value_error)?;
        Ok(Some(Array(copy.try_readonly().map_err(value_error)?)))
    }

    /// Takes an array of the type `T` as [`Array::of`] does; an error that says what was expected for another one.
    pub(crate) fn expect(given: &Bound<'py, PyAny>, name: &str, expected: &str) -> PyResult<Self> {
        Array::of(given)?.ok_or_else(|| unexpected(given, name, expected))
    }

    /// Returns the sizes of the axes.
    pub(crate) fn shape(&self) -> &[usize] {
        self.0.shape()
    }

    /// Returns the elements.
    pub(crate) fn slice(&self) -> PyResult<&[T]> {
        self.0.as_slice().map_err(value_error)
    }
}

/// A whole number from 0 on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole(pub(crate) usize);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong = || value_error(format!("expected a whole number from 0 on, got {}", given.to_owned()));
        given.extract::<usize>().map(Whole).map_err(|_| wrong())
    }
}
