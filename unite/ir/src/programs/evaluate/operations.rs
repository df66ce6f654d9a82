//! The work of a run, before it begins.
//!
//! Exact numbers grow: a product is as long as both of its factors, and 64 statements `x = x * x` make one that no machine
//! holds. So an operation on numbers that may be five times as long as those of the inputs counts five times.

use super::error::EvaluateError;
use super::prepare::{Form, Node, prepare};
use super::shape::rounded;
use super::store::Store;
use super::value::Element;
use crate::programs::{BinaryOp, Checked};

/// Returns how many elements of expressions the evaluators compute in one run, `u128::MAX` if there are more. What evaluators
/// do not keep counts each time that it is computed again; in a [padded](Store::padded) store the count goes over the rounded
/// extents and is an upper bound. An exact number counts as often as it may be longer than those of the inputs.
///
/// A caller that runs programs of others refuses one that needs too many: a short text can ask for more than any machine
/// will ever do.
///
/// ```
/// use unite_ir::programs::evaluate::{EvaluateError, Store, operations};
/// use unite_ir::programs::{check, parse};
/// use unite_ir::syntax::Tokens;
///
/// let text = "var input a : [N M]  var input x : [M]  var output y : [N]  y = (a # x) . [2 3]";
/// let program = check(&parse(&Tokens::from_text(text)).unwrap().program).unwrap();
/// let store: Store<f64> = Store::new(&program, &[2, 3])?;
/// // For each of 2 elements one sum of 3 products of 2 elements that are read.
/// assert_eq!(operations(&program, &store)?, 2 * (1 + 3 * (1 + 2)));
/// # Ok::<(), EvaluateError>(())
/// ```
///
/// # Errors
/// The errors of [`reference`](super::reference).
pub fn operations<T: Element>(program: &Checked, store: &Store<T>) -> Result<u128, EvaluateError> {
    let steps = prepare(program, store)?;
    let mut counter = Counter { store, lengths: vec![Length::INPUT; program.variables.len()] };
    let mut total = 0_u128;
    for step in steps {
        let Cost { operations, length } = counter.of_element(&step.value);
        total = total.saturating_add(counter.elements(&step.value.extents).saturating_mul(operations));
        counter.lengths[step.target] = length;
    }
    Ok(total)
}

/// A bound on the length of a number, in lengths of the inputs' numbers.
#[derive(Debug, Clone, Copy)]
struct Length {
    times: u128,
    /// `true` if it may be a quotient: a sum of quotients is as long as all of them, other sums as their longest term.
    is_quotient: bool,
}

impl Length {
    const INPUT: Length = Length { times: 1, is_quotient: false };

    fn product(self, other: Length) -> Length {
        Length { times: self.times.saturating_add(other.times), is_quotient: self.is_quotient || other.is_quotient }
    }

    fn sum(self, other: Length) -> Length {
        let product = self.product(other);
        if product.is_quotient { product } else { Length { times: self.times.max(other.times), ..product } }
    }
}

/// The operations for one element of a term, and how long its numbers are.
struct Cost {
    operations: u128,
    length: Length,
}

struct Counter<'s, T> {
    store: &'s Store<T>,
    /// The lengths of the numbers that each variable holds.
    lengths: Vec<Length>,
}

impl<T: Element> Counter<'_, T> {
    /// Returns the number of elements that tensors of these extents have in the store.
    fn elements(&self, extents: &[usize]) -> u128 {
        let stored = rounded(extents, self.store.multiple());
        stored.map_or(u128::MAX, |stored| {
            stored.iter().fold(1_u128, |product, &extent| product.saturating_mul(extent as u128))
        })
    }

    fn of_element(&self, node: &Node<T>) -> Cost {
        let both = |left: &Node<T>, right: &Node<T>, length: fn(Length, Length) -> Length| {
            let (left, right) = (self.of_element(left), self.of_element(right));
            (left.operations.saturating_add(right.operations), length(left.length, right.length))
        };
        let (operands, length) = match &node.form {
            Form::Variable(variable) => (0, self.lengths[*variable]),
            Form::Number(_) => (0, Length::INPUT),
            Form::Elementwise(BinaryOp::Add | BinaryOp::Sub, left, right) => both(left, right, Length::sum),
            Form::Elementwise(BinaryOp::Div, left, right) | Form::Divided(left, right) => {
                let (operands, length) = both(left, right, Length::product);
                (operands, Length { is_quotient: true, ..length })
            }
            Form::Elementwise(_, left, right) | Form::Scaled(left, right) | Form::Outer(left, right) => {
                both(left, right, Length::product)
            }
            Form::Contract(operand, pairs) => {
                let Cost { operations, length } = self.of_element(operand);
                let summed: Vec<usize> = pairs.iter().map(|&(m, _)| operand.extents[m]).collect();
                let terms = self.elements(&summed);
                let times = if length.is_quotient { length.times.saturating_mul(terms) } else { length.times };
                (terms.saturating_mul(operations), Length { times, ..length })
            }
            Form::Transpose(operand, _) | Form::Call(_, operand) => {
                let Cost { operations, length } = self.of_element(operand);
                (operations, length)
            }
        };
        let own = if T::GROWS { length.times } else { 1 };
        Cost { operations: operands.saturating_add(own), length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::{check, parse};
    use crate::syntax::Tokens;
    use num_rational::BigRational;
    use std::num::NonZeroUsize;

    fn counted(text: &str, multiple: usize) -> u128 {
        counted_over::<f64>(text, multiple)
    }

    fn counted_over<T: Element>(text: &str, multiple: usize) -> u128 {
        let program = check(&parse(&Tokens::from_text(text)).expect("it parses").program).expect("it is well-formed");
        let store = Store::<T>::new(&program, &[]).expect("a small store");
        let padded = store.padded(NonZeroUsize::new(multiple).expect("not 0")).expect("a small store");
        operations(&program, &padded).expect("made for this program")
    }

    #[test]
    fn each_element_of_each_expression_counts() {
        assert_eq!(counted("var a:[5] var y:[5] y=a", 1), 5);
        assert_eq!(counted("var a:[5] var y:[5] y=2*a y=exp(y^[1 1])", 1), 5 * 3 + 5 * 3);
        assert_eq!(counted("var a:[5] var y:[5] y=2*a", 4), 8 * 3);
        assert_eq!(counted("", 1), 0);
    }

    #[test]
    fn sums_of_sums_multiply_and_do_not_overflow() {
        let sum = "var a:[100 100] var s:[] s=(((a#a).[1 3]).[1 2])#(((a#a).[1 3]).[1 2])";
        assert_eq!(counted(sum, 1), 1 + 2 * (1 + 100 * (1 + 100 * 3)));
        let nested = (0..30).fold("a".to_owned(), |inner, _| format!("((({inner}) # a) . [1 2] # a)"));
        assert_eq!(counted(&format!("var a:[1000000] var y:[1000000] y={nested}"), 1), u128::MAX);
    }

    #[test]
    fn exact_numbers_count_as_long_as_they_may_become() {
        let counted = |text: &str| counted_over::<BigRational>(text, 1);
        assert_eq!(counted("var x:[] var y:[] y=x*x"), 1 + 1 + 2);
        assert_eq!(counted("var x:[] var y:[] y=x*x y=y*y"), (1 + 1 + 2) + (2 + 2 + 4));
        assert_eq!(counted("var x:[] var y:[] y=x+x y=y+y"), 3 + 3);
        assert_eq!(counted("var x:[] var y:[] y=x/x y=y+y"), (1 + 1 + 2) + (2 + 2 + 4));
        assert_eq!(counted("var x:[7] var y:[] y=(x # x).[1 2]"), 7 * (1 + 1 + 2) + 2);
        assert_eq!(counted("var x:[7] var y:[] y=((x/x) # x).[1 2]"), 7 * (1 + 1 + 2 + 1 + 3) + 7 * 3);
        for statement in ["x=x*x ", "x=x+(1/x) "] {
            assert!(counted(&format!("var x:[] {}", statement.repeat(40))) > 1 << 40, "{statement}");
            assert_eq!(counted(&format!("var x:[] {}", statement.repeat(140))), u128::MAX, "{statement}");
        }
    }
}
