//! The laws of evaluators. Each is a function that returns what it found wrong, so that a test can show that it finds a planted
//! fault.

use std::num::NonZeroUsize;

use unite_ir::programs::Checked;
use unite_ir::programs::evaluate::{Element, EvaluateError, Store, Tensor};

use super::random::{Case, Inputs, Operators, Random};

/// The lengths of vectors that extents are rounded up to.
pub(crate) const LENGTHS: [usize; 3] = [2, 3, 4];

/// Changes a store as a program says.
pub(crate) type Evaluator<'a, T> = &'a dyn Fn(&Checked, &mut Store<T>) -> Result<(), EvaluateError>;

/// The result of checking a law on one program with one store of inputs.
pub(crate) type Verdict = Result<(), String>;

/// Numbers that are compared to the bit.
pub(crate) trait Bits: Inputs {
    /// Returns whether two numbers are the same, of zeros and infinities the same one; NaN is like NaN.
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

impl Bits for num_rational::BigRational {}
impl Bits for i64 {}
impl Bits for f64 {
    fn same(&self, other: &f64) -> bool {
        self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
    }
}

/// Judges random programs; returns how many broke the law, and the first of them.
pub(crate) fn judge<T: Bits>(
    programs: u64,
    operators: Operators,
    law: impl Fn(&Case, &Store<T>) -> Verdict,
) -> (u64, Option<String>) {
    let (mut broken, mut first) = (0, None);
    for seed in 0..programs {
        let mut random = Random(seed);
        let case = Case::random(&mut random, operators);
        let store = case.store::<T>(&mut random);
        if let Err(what) = law(&case, &store) {
            broken += 1;
            first.get_or_insert_with(|| format!("program {seed}: {what}\n{case:?}\n{store:?}"));
        }
    }
    (broken, first)
}

/// Runs an evaluator on a copy of a store.
pub(crate) fn run<T: Element>(evaluator: Evaluator<'_, T>, case: &Case, store: &Store<T>) -> Result<Store<T>, String> {
    let mut store = store.clone();
    evaluator(&case.program, &mut store).map_err(|error| format!("no progress: {error}"))?;
    Ok(store)
}

/// All elements in range are the same.
pub(crate) fn same_in_range<T: Bits>(expected: &Store<T>, found: &Store<T>) -> Verdict {
    for ((name, expected), (_, found)) in expected.iter().zip(found.iter()) {
        let (expected, found) = (expected.values(), found.values());
        let same = |(a, b): (&Option<T>, &Option<T>)| match (a, b) {
            (Some(a), Some(b)) => a.same(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        if !expected.iter().zip(&found).all(same) {
            return Err(format!("{name} is {found:?} and should be {expected:?}"));
        }
    }
    Ok(())
}

/// Two evaluators do the same.
pub(crate) fn agree<T: Bits>(one: Evaluator<'_, T>, other: Evaluator<'_, T>, case: &Case, store: &Store<T>) -> Verdict {
    same_in_range(&run(one, case, store)?, &run(other, case, store)?)
}

/// Runs an evaluator over padded storage of all lengths; values in range must be those of another one without padding, and
/// elements of the padding other than 0 must be lawful.
fn over_padding<T: Bits>(
    (plain, padded): (Evaluator<'_, T>, Evaluator<'_, T>),
    case: &Case,
    store: &Store<T>,
    lawful: impl Fn(&Tensor<T>, &[usize], Option<&T>) -> bool,
) -> Verdict {
    let expected = run(plain, case, store)?;
    for length in LENGTHS {
        let found = run(padded, case, &wide(store, length))?;
        same_in_range(&expected, &found).map_err(|what| format!("padded to {length}: {what}"))?;
        for (name, tensor) in found.iter() {
            let mut padding = tensor.padding().filter(|(_, element)| !element.is_some_and(T::is_zero));
            if let Some((index, element)) = padding.find(|(index, element)| !lawful(tensor, index, *element)) {
                return Err(format!("padded to {length}: {name} holds {element:?} at {index:?} of its padding"));
            }
        }
    }
    Ok(())
}

/// An evaluator over padded storage does in range what another one does without.
pub(crate) fn right_in_range<T: Bits>(
    plain: Evaluator<'_, T>,
    padded: Evaluator<'_, T>,
    case: &Case,
    store: &Store<T>,
) -> Verdict {
    over_padding((plain, padded), case, store, |_, _, _| true)
}

/// The strong law of padding, which is also the theorem as it was published: values in range are right, and padding is 0.
pub(crate) fn padding_is_kept<T: Bits>(
    plain: Evaluator<'_, T>,
    padded: Evaluator<'_, T>,
    case: &Case,
    store: &Store<T>,
) -> Verdict {
    over_padding((plain, padded), case, store, |_, _, _| false)
}

/// The corrected theorem of padding: values in range are right, and each element of the padding is 0 or undefined; if it is
/// undefined at k, every element in range that agrees with k in the coordinates where k is in range is undefined.
pub(crate) fn corrected_theorem<T: Bits>(
    plain: Evaluator<'_, T>,
    padded: Evaluator<'_, T>,
    case: &Case,
    store: &Store<T>,
) -> Verdict {
    over_padding((plain, padded), case, store, |tensor, index, element| {
        element.is_none() && !has_defined_beside(tensor, index)
    })
}

/// Progress and safety: all subsets of the statements run, and no variable changes its extents.
pub(crate) fn every_subset_runs<T: Bits>(evaluator: Evaluator<'_, T>, case: &Case, store: &Store<T>) -> Verdict {
    let domain = |store: &Store<T>| -> Vec<(String, Vec<usize>, usize)> {
        let entry =
            |(name, tensor): (&str, &Tensor<T>)| (name.to_owned(), tensor.extents().to_vec(), tensor.values().len());
        store.iter().map(entry).collect()
    };
    for subset in 0..1_u32 << case.program.statements.len() {
        let mut part = case.clone();
        let mut at = 0;
        part.program.statements.retain(|_| {
            at += 1;
            subset >> (at - 1) & 1 == 1
        });
        let after = run(evaluator, &part, store)?;
        if domain(&after) != domain(store) {
            return Err(format!("the statements {subset:b} changed the domain of the store"));
        }
        if part.program.statements.is_empty() {
            same_in_range(store, &after)?;
        }
    }
    Ok(())
}

/// A store over extents that are rounded up.
pub(crate) fn wide<T: Element>(store: &Store<T>, length: usize) -> Store<T> {
    store.padded(NonZeroUsize::new(length).expect("not 0")).expect("a small store")
}

/// Returns whether an element in range is defined that agrees with an index in the coordinates where the index is in range.
fn has_defined_beside<T: Element>(tensor: &Tensor<T>, index: &[usize]) -> bool {
    let choices = index.iter().zip(tensor.extents());
    let choices = choices.map(|(&at, &extent)| if at < extent { at..at + 1 } else { 0..extent });
    let mut beside = vec![Vec::new()];
    for choice in choices {
        let extend =
            |start: &Vec<usize>| choice.clone().map(|at| [start.as_slice(), &[at]].concat()).collect::<Vec<_>>();
        beside = beside.iter().flat_map(extend).collect();
    }
    beside.iter().any(|index| tensor.get(index).is_some())
}
