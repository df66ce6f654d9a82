//! [`Store`]: an element or undefined for every multi-index of every variable.

use std::num::NonZeroUsize;

use super::error::EvaluateError;
use super::shape::{count, extents, indices, rounded};
use super::value::Element;
use crate::programs::row_major::offset;
use crate::programs::{Checked, Size, VariableKind};

/// The bytes that the elements of a store may have, unless [`Store::with_limit`] says another number: 1 GiB.
pub const DEFAULT_LIMIT: usize = 1 << 30;

/// A tensor in a store: its elements in row-major order, with padding after the end of each dimension if the store has some.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor<T> {
    extents: Vec<usize>,
    stored: Vec<usize>,
    elements: Vec<Option<T>>,
}

impl<T: Element> Tensor<T> {
    fn new(extents: Vec<usize>, multiple: usize, fill: &Option<T>) -> Option<Self> {
        let stored = rounded(&extents, multiple)?;
        let elements = vec![fill.clone(); count(&stored)?];
        Some(Tensor { extents, stored, elements })
    }

    /// Returns an extent for each dimension, without padding.
    pub fn extents(&self) -> &[usize] {
        &self.extents
    }

    /// Returns an extent for each dimension, with padding.
    pub fn stored_extents(&self) -> &[usize] {
        &self.stored
    }

    /// Returns the element at a multi-index from 0, which may lie in the padding; `None` is undefined.
    ///
    /// # Panics
    /// If the index lies outside of the stored extents.
    pub fn get(&self, index: &[usize]) -> Option<&T> {
        self.elements[offset(&self.stored, index)].as_ref()
    }

    /// Returns the elements in row-major order, without padding.
    pub fn values(&self) -> Vec<Option<T>> {
        if self.stored == self.extents {
            return self.elements.clone();
        }
        indices(&self.extents).map(|index| self.get(&index).cloned()).collect()
    }

    /// Returns the elements of the padding with their multi-indices.
    pub fn padding(&self) -> impl Iterator<Item = (Vec<usize>, Option<&T>)> {
        let is_padding = |index: &Vec<usize>| index.iter().zip(&self.extents).any(|(at, extent)| at >= extent);
        let padding = indices(&self.stored).filter(is_padding);
        padding.map(|index| {
            let element = self.get(&index);
            (index, element)
        })
    }

    /// Writes one element.
    pub(super) fn set(&mut self, index: &[usize], value: Option<T>) {
        let place = offset(&self.stored, index);
        self.elements[place] = value;
    }

    /// Writes the elements in row-major order and leaves padding as it is.
    pub(super) fn set_values(&mut self, values: Vec<Option<T>>) {
        debug_assert_eq!(Some(values.len()), count(&self.extents), "one value for each element");
        if self.stored == self.extents {
            self.elements = values;
            return;
        }
        let extents = self.extents.clone();
        for (index, value) in indices(&extents).zip(values) {
            self.set(&index, value);
        }
    }

    /// Writes the elements and the padding in row-major order.
    pub(super) fn set_stored(&mut self, values: Vec<Option<T>>) {
        debug_assert_eq!(Some(values.len()), count(&self.stored), "one value for each element, padding included");
        self.elements = values;
    }

    /// Takes the elements and the padding out, to be put back by [`Tensor::set_stored`].
    #[cfg(feature = "parallel")]
    pub(super) fn take_stored(&mut self) -> Vec<Option<T>> {
        std::mem::take(&mut self.elements)
    }
}

/// An element or undefined for every multi-index of every variable and constant of a program.
///
/// At the start, constants hold their numbers and everything else is undefined; [`Store::set`] fills inputs.
///
/// ```
/// use unite_ir::programs::evaluate::{EvaluateError, Store};
/// use unite_ir::programs::{check, parse};
/// use unite_ir::syntax::Tokens;
///
/// let program = check(&parse(&Tokens::from_text("var input x : [N]")).unwrap().program).unwrap();
/// let mut store: Store<f64> = Store::new(&program, &[3])?;
/// assert_eq!(store.tensor("x").unwrap().values(), [None, None, None]);
/// store.set("x", vec![Some(1.0), None, Some(0.5)])?;
/// assert_eq!(store.tensor("x").unwrap().get(&[2]), Some(&0.5));
/// # Ok::<(), EvaluateError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Store<T> {
    names: Vec<String>,
    constants: Vec<bool>,
    sizes: Vec<usize>,
    multiple: usize,
    limit: usize,
    tensors: Vec<Tensor<T>>,
}

impl<T: Element> Store<T> {
    /// Makes a store with a number for each name of an extent, in the order of [`Checked::sizes`].
    ///
    /// # Errors
    /// If a number is missing or 0, if the elements have more than [`DEFAULT_LIMIT`] bytes, or if a constant has a number
    /// that `T` does not have.
    pub fn new(program: &Checked, sizes: &[usize]) -> Result<Self, EvaluateError> {
        Self::with_limit(program, sizes, DEFAULT_LIMIT)
    }

    /// Makes a store whose elements have at most `limit` bytes, a copy of the largest variable included, which an
    /// evaluator needs. Digits of exact rationals are not counted.
    ///
    /// # Errors
    /// The errors of [`Store::new`].
    pub fn with_limit(program: &Checked, sizes: &[usize], limit: usize) -> Result<Self, EvaluateError> {
        if sizes.len() != program.sizes.len() {
            return Err(EvaluateError::Sizes { given: sizes.len(), names: program.sizes.clone() });
        }
        if let Some(name) = sizes.iter().position(|&size| size == 0) {
            return Err(EvaluateError::NoExtent { name: program.sizes[name].clone() });
        }
        let named = program.variables.iter().map(|variable| (variable.name.as_str(), &variable.shape));
        let shapes: Vec<(&str, Vec<usize>)> = named.map(|(name, shape)| (name, extents(shape, sizes))).collect();
        check_bytes::<T>(&shapes, 1, limit)?;
        let mut store = Store {
            names: shapes.iter().map(|(name, _)| (*name).to_owned()).collect(),
            constants: program
                .variables
                .iter()
                .map(|variable| matches!(variable.kind, VariableKind::Constant(_)))
                .collect(),
            sizes: sizes.to_vec(),
            multiple: 1,
            limit,
            tensors: tensors(shapes, 1, &None, limit)?,
        };
        for (tensor, variable) in store.tensors.iter_mut().zip(&program.variables) {
            if let VariableKind::Constant(numbers) = &variable.kind {
                let numbers: Result<Vec<_>, _> = numbers.iter().map(|literal| number(literal).map(Some)).collect();
                tensor.set_values(checked_len(&variable.name, &tensor.extents, numbers?)?);
            }
        }
        Ok(store)
    }

    /// Sets all elements of a variable, in row-major order.
    ///
    /// # Errors
    /// If the program does not declare it or declares a constant, or if the number of elements is another one.
    pub fn set(&mut self, name: &str, elements: Vec<Option<T>>) -> Result<(), EvaluateError> {
        let Some(number) = self.number(name) else {
            return Err(EvaluateError::Undeclared { name: name.into(), known: self.names.clone() });
        };
        if self.constants[number] {
            return Err(EvaluateError::Constant { name: name.into() });
        }
        let elements = checked_len(name, &self.tensors[number].extents, elements)?;
        self.tensors[number].set_values(elements);
        Ok(())
    }

    /// Returns the tensor of a name, or `None` if the program does not declare it.
    pub fn tensor(&self, name: &str) -> Option<&Tensor<T>> {
        self.number(name).map(|number| &self.tensors[number])
    }

    /// Returns the names with their tensors, in the order of the declarations.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Tensor<T>)> {
        self.names.iter().map(String::as_str).zip(&self.tensors)
    }

    /// Returns a store of the same elements, whose extents are rounded up to a multiple; the padding is 0.
    ///
    /// # Errors
    /// If its elements have more bytes than the limit.
    pub fn padded(&self, multiple: NonZeroUsize) -> Result<Self, EvaluateError> {
        let shapes: Vec<_> = self.iter().map(|(name, tensor)| (name, tensor.extents.clone())).collect();
        check_bytes::<T>(&shapes, multiple.get(), self.limit)?;
        let tensors = tensors(shapes, multiple.get(), &Some(T::zero()), self.limit)?;
        let (names, constants, sizes) = (self.names.clone(), self.constants.clone(), self.sizes.clone());
        let mut store = Store { names, constants, sizes, multiple: multiple.get(), limit: self.limit, tensors };
        for (padded, tensor) in store.tensors.iter_mut().zip(&self.tensors) {
            padded.set_values(tensor.values());
        }
        Ok(store)
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The numbers of the named extents.
    pub(super) fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The number that stored extents are multiples of.
    pub(super) fn multiple(&self) -> usize {
        self.multiple
    }

    /// The tensor of a variable by its number in the program.
    pub(super) fn by_number(&self, variable: usize) -> &Tensor<T> {
        &self.tensors[variable]
    }

    /// The tensor of a variable by its number in the program.
    pub(super) fn by_number_mut(&mut self, variable: usize) -> &mut Tensor<T> {
        &mut self.tensors[variable]
    }

    /// Returns an error unless the store was made for a program with the same declarations.
    pub(super) fn check_made_for(&self, program: &Checked) -> Result<(), EvaluateError> {
        let fits = |(number, shape): (usize, &[Size])| {
            let known = |&size: &Size| matches!(size, Size::Known(_)) || self.sizes.len() == program.sizes.len();
            let tensor = self.tensors.get(number);
            shape.iter().all(known) && tensor.is_some_and(|tensor| tensor.extents == extents(shape, &self.sizes))
        };
        let shapes = program.variables.iter().map(|variable| variable.shape.as_slice()).enumerate();
        match shapes.clone().position(|shape| !fits(shape)) {
            Some(other) => Err(EvaluateError::OtherProgram { name: program.variables[other].name.clone() }),
            None => Ok(()),
        }
    }
}

/// Returns the value of a number as it is written.
pub(super) fn number<T: Element>(literal: &str) -> Result<T, EvaluateError> {
    T::parse(literal).ok_or_else(|| EvaluateError::Literal { literal: literal.into(), numbers: T::NAME })
}

fn checked_len<T>(name: &str, extents: &[usize], elements: Vec<T>) -> Result<Vec<T>, EvaluateError> {
    match count(extents) {
        Some(needed) if needed != elements.len() => {
            let (name, extents, given) = (name.into(), extents.into(), elements.len());
            Err(EvaluateError::Elements { name, extents, given, needed })
        }
        _ => Ok(elements),
    }
}

/// Returns an error if tensors, and a copy of the largest one, have more bytes than the limit.
fn check_bytes<T>(shapes: &[(&str, Vec<usize>)], multiple: usize, limit: usize) -> Result<(), EvaluateError> {
    let bytes = |extents: &[usize]| count(&rounded(extents, multiple)?)?.checked_mul(size_of::<Option<T>>());
    let (mut total, mut largest) = (0_usize, 0);
    for (name, extents) in shapes {
        let fits = bytes(extents).and_then(|bytes| {
            largest = largest.max(bytes);
            total = total.checked_add(bytes)?;
            total.checked_add(largest).filter(|&all| all <= limit)
        });
        if fits.is_none() {
            return Err(EvaluateError::TooLarge { name: (*name).into(), extents: extents.clone(), limit });
        }
    }
    Ok(())
}

fn tensors<T: Element>(
    shapes: Vec<(&str, Vec<usize>)>,
    multiple: usize,
    fill: &Option<T>,
    limit: usize,
) -> Result<Vec<Tensor<T>>, EvaluateError> {
    let tensor = |(name, extents): (&str, Vec<usize>)| {
        let too_large = EvaluateError::TooLarge { name: name.into(), extents: extents.clone(), limit };
        Tensor::new(extents, multiple, fill).ok_or(too_large)
    };
    shapes.into_iter().map(tensor).collect()
}
