//! Nests for both storage orders: tensors stored from their first index on, and from their last.
//!
//! A loop iterates over a tensor as it is stored, from the root down, but the text of a program does not show which
//! index belongs to the root. So an access may have two nests, and the type of the tensor selects one:
//!
//! ```text
//! for j, k  B[k, j]    row-major     k at the root: iterated over with k, and j looked up below
//!                      column-major  j at the root: iterated over with j, and k below
//! for k, j  B[k, j]    row-major     k at the root: iterated over with k, and j below
//!                      column-major  rejected: the other order of the loops iterates over it as it is stored
//! ```

use super::check::nest;
use super::{Assign, Checked, Item, Nest, Operand, Program, steps};
use crate::syntax::Diagnostic;

/// The maximum number of tensors of a nest that may have either storage order: there is a nest for each set of them.
const MOST_EITHER_WAY: usize = 3;

/// The variants of a nest, one for each storage order of its tensors.
#[derive(Debug, Clone, PartialEq)]
pub struct Orders {
    /// The tensors that may have either storage order and are iterated over differently in each.
    pub either_way: Vec<String>,
    /// A nest for each subset of them that is stored from the last index on: bit `k` of the nest's number stands for
    /// tensor `k`.
    pub nests: Vec<Nest>,
    /// The operands with a fixed storage order.
    pub one_way: Vec<OneWay>,
}

/// An operand whose storage order is fixed by the way the nest iterates over it.
#[derive(Debug, Clone, PartialEq)]
pub struct OneWay {
    /// The number of the operand.
    pub operand: usize,
    /// `true` if the tensor is stored column-major, from its last index on.
    pub last_index_first: bool,
    /// The indices of the loops that iterate over it, in the order needed for a tensor with the other storage order;
    /// empty if no order works.
    pub other_loops: Vec<String>,
}

/// Checks a program, as [`check`](super::check) does, for tensors of either storage order.
///
/// # Errors
/// All errors of the program if all tensors are stored from the first index on, in the order of the text.
///
/// ```
/// use unite_ir::loops::{Statement, check_orders, parse_text};
/// let program = check_orders(&parse_text("for j, k  s += A[j, k] * B[k, j]").unwrap()).unwrap();
/// let [Statement::Nest(orders)] = &program.statements[..] else { unreachable!() };
/// assert_eq!((&orders.either_way[..], orders.nests.len()), (&["B".to_owned()][..], 2));
/// assert_eq!(orders.one_way[0].other_loops, ["k", "j"]); // of A
/// ```
pub fn check_orders(program: &Program) -> Result<Checked, Vec<Diagnostic>> {
    let (checked, mut found) = steps::checked(program);
    found.extend(steps::ranks(program));
    found.extend(steps::refusals(program));
    found.sort_by_key(|remark| remark.span.first);
    found.dedup();
    if found.is_empty() { Ok(checked) } else { Err(found) }
}

/// Returns the variants of a nest.
///
/// # Errors
/// All errors of the nest.
pub(super) fn orders(items: &[Item], assign: &Assign) -> Result<Orders, Vec<Diagnostic>> {
    Text { items, assign }.orders()
}

/// A nest as written.
struct Text<'a> {
    items: &'a [Item],
    assign: &'a Assign,
}

impl Text<'_> {
    fn orders(&self) -> Result<Orders, Vec<Diagnostic>> {
        let (nest, remarks) = nest(self.items.to_vec(), self.assign, &[]);
        match nest {
            Some(first) if remarks.is_empty() => Ok(self.orders_of(first, &[])),
            Some(broken) => self.of_columns(&broken).ok_or(remarks),
            None => Err(remarks),
        }
    }

    /// Returns the nests with one of the tensors, or all that can be, stored from the last index on. Some nests are
    /// valid only for these: the outer loop of `for j, i  s += A[i, j]` can only iterate over a column-major tensor.
    fn of_columns(&self, broken: &Nest) -> Option<Orders> {
        let mut tensors: Vec<&str> = Vec::new();
        for operand in broken.operands.iter().filter(|operand| against_order(operand)) {
            if !tensors.contains(&operand.tensor()) {
                tensors.push(operand.tensor());
            }
        }
        let sets = tensors.chunks(1).chain([&tensors[..]]);
        sets.into_iter().find_map(|set| Some(self.orders_of(self.nest(set)?, set)))
    }

    /// Returns the nest with these tensors stored from the last index on; `None` if it is invalid, for example because
    /// too many operands would move together.
    fn nest(&self, last_index_first: &[&str]) -> Option<Nest> {
        let (nest, remarks) = nest(self.items.to_vec(), self.assign, last_index_first);
        nest.filter(|_| remarks.is_empty())
    }

    /// Returns `first`, which has these tensors stored from the last index on, and all its variants.
    fn orders_of(&self, first: Nest, last_index_first: &[&str]) -> Orders {
        let mut either_way: Vec<String> = Vec::new();
        for operand in &first.operands {
            let tensor = operand.tensor();
            let accesses = || first.operands.iter().filter(|other| other.tensor() == tensor);
            let no_order_is_better = accesses().any(against_order) || !accesses().any(in_order);
            let known = last_index_first.contains(&tensor) || either_way.iter().any(|other| other == tensor);
            if !known && accesses().any(depends_on_order) && no_order_is_better {
                either_way.push(tensor.to_owned());
            }
        }
        either_way.truncate(MOST_EITHER_WAY);
        let others = loop {
            match self.others(&either_way, last_index_first) {
                Some(others) => break others,
                None => drop(either_way.pop()),
            }
        };
        let one_way = (first.operands.iter().enumerate())
            .filter(|(_, operand)| {
                depends_on_order(operand) && !either_way.iter().any(|other| other == operand.tensor())
            })
            .map(|(number, operand)| OneWay {
                operand: number,
                last_index_first: last_index_first.contains(&operand.tensor()),
                other_loops: other_order(&first, operand),
            })
            .collect();
        Orders { either_way, nests: std::iter::once(first).chain(others).collect(), one_way }
    }

    /// Returns a nest for each non-empty set of `either_way` stored from the last index on, in addition to
    /// `last_index_first`.
    fn others(&self, either_way: &[String], last_index_first: &[&str]) -> Option<Vec<Nest>> {
        let sets = 1..1usize << either_way.len();
        sets.map(|set| {
            let chosen = either_way.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
            let tensors: Vec<&str> =
                chosen.map(|(_, tensor)| &tensor[..]).chain(last_index_first.iter().copied()).collect();
            self.nest(&tensors)
        })
        .collect()
    }
}

/// Returns whether row-major and column-major storage make different nests. They do not for one index, nor for `A[i,
/// i]`.
fn depends_on_order(operand: &Operand) -> bool {
    let indices: Vec<String> = operand.access.indices.iter().map(ToString::to_string).collect();
    !indices.iter().eq(indices.iter().rev())
}

/// Returns whether the loops iterate over the axes of a tensor from the root down.
fn in_order(operand: &Operand) -> bool {
    let moving = operand.loops();
    moving.len() > 1 && moving.is_sorted_by(|one, next| one < next)
}

/// Returns whether the loops iterate over the axes of a tensor from the last one up to the root.
fn against_order(operand: &Operand) -> bool {
    let moving = operand.loops();
    moving.len() > 1 && moving.is_sorted_by(|one, next| one > next)
}

/// Returns the indices of the loops of an operand that is iterated over in order, the innermost first.
fn other_order(nest: &Nest, operand: &Operand) -> Vec<String> {
    let moving = if in_order(operand) { operand.loops() } else { Vec::new() };
    moving.iter().rev().map(|of_loop| nest.loops[*of_loop].var.text.clone()).collect()
}
