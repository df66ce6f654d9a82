//! Expressions: the element of a value at given indices.

use super::signature::Names;
use crate::programs::checked::transposed;
use crate::programs::{BinaryOp, Checked, Graph, NodeId, NodeOp};
use std::collections::HashMap;

/// Writes elements of values.
pub(super) struct Elements<'p> {
    pub(super) program: &'p Checked,
    pub(super) graph: &'p Graph,
    pub(super) names: Names<'p>,
    /// The places of the values that are kept.
    pub(super) places: HashMap<NodeId, Place>,
}

/// The place of a value that is kept.
#[derive(Clone)]
pub(super) struct Place {
    /// A name, or `(*y)` for a scalar behind a reference.
    pub(super) name: String,
    /// `true` if the name is that of a reference.
    pub(super) is_reference: bool,
}

/// The precedence of Rust's operators.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const ATOM: u8 = 3;

impl Elements<'_> {
    /// The element of a node at some indices, and how tightly its last operator binds.
    fn element(&self, node: NodeId, indices: &[String]) -> (String, u8) {
        if let Some(place) = self.places.get(&node) {
            return (at(&place.name, indices), ATOM);
        }
        let number = self.names.number;
        match &self.graph.nodes[node].op {
            NodeOp::Start(variable) => (at(&self.start(*variable), indices), ATOM),
            NodeOp::Number(text) => (self.number(text), ATOM),
            NodeOp::Transpose(operand, permutation) => self.element(*operand, &transposed(indices, permutation)),
            NodeOp::Call(function, argument) => {
                (format!("{number}::{}({})", function.name(), self.element(*argument, indices).0), ATOM)
            }
            NodeOp::Binary(op, left, right) => {
                let (left_indices, right_indices) = self.split(*op, *left, *right, indices);
                let left = self.element(*left, left_indices);
                let right = self.element(*right, right_indices);
                match op {
                    BinaryOp::Div => (format!("{number}::divide({}, {})", left.0, right.0), ATOM),
                    BinaryOp::Add | BinaryOp::Sub => (infix(left, op.sign(), right, SUM), SUM),
                    BinaryOp::Mul | BinaryOp::Outer => (infix(left, "*", right, PRODUCT), PRODUCT),
                }
            }
            NodeOp::Contract(operand, pairs) => {
                let (inner, loops) = self.summed(node, *operand, pairs, indices);
                let element = self.element(*operand, &inner).0;
                let heads: String =
                    loops.iter().map(|(index, extent)| format!("for {index} in 0..{extent} {{ ")).collect();
                let ends = "} ".repeat(loops.len());
                (
                    format!(
                        "{{ let mut sum_{node} = {number}::EMPTY_SUM; {heads}sum_{node} += {element}; {ends}sum_{node} }}"
                    ),
                    SUM,
                )
            }
        }
    }

    /// The element of a node at some indices, not looked up where the node itself is kept.
    pub(super) fn root(&mut self, node: NodeId, indices: &[String]) -> String {
        let own = self.places.remove(&node);
        let element = self.element(node, indices).0;
        own.map(|place| self.places.insert(node, place));
        element
    }

    /// The element of an operand.
    pub(super) fn operand(&self, node: NodeId, indices: &[String]) -> String {
        self.element(node, indices).0
    }

    /// A reference to a whole tensor that lies in memory.
    pub(super) fn whole(&self, node: NodeId) -> Option<String> {
        if let Some(Place { name, is_reference }) = self.places.get(&node) {
            return Some(if *is_reference { format!("&*{name}") } else { format!("&{name}") });
        }
        let NodeOp::Start(variable) = self.graph.nodes[node].op else { return None };
        let is_reference = self.program.variables[variable].is_input();
        let name = self.start(variable);
        Some(if is_reference { format!("&*{name}") } else { format!("&{name}") })
    }

    /// The indices of a contraction's operand, and the loops over those that are summed.
    pub(super) fn summed(
        &self,
        node: NodeId,
        operand: NodeId,
        pairs: &[(usize, usize)],
        indices: &[String],
    ) -> (Vec<String>, Vec<(String, String)>) {
        let shape = &self.graph.nodes[operand].shape;
        let mut inner = vec![String::new(); shape.len()];
        let mut loops = Vec::new();
        for (number, &(m, n)) in pairs.iter().enumerate() {
            // Sums inside one another have indices of their own.
            let index =
                if self.places.contains_key(&node) { format!("k_{number}") } else { format!("k_{node}_{number}") };
            (inner[m], inner[n]) = (index.clone(), index.clone());
            loops.push((index, self.names.size(shape[m])));
        }
        let free = inner.iter_mut().filter(|index| index.is_empty());
        free.zip(indices).for_each(|(inner, index)| inner.clone_from(index));
        (inner, loops)
    }

    /// The indices of both operands.
    pub(super) fn split<'i>(
        &self,
        op: BinaryOp,
        left: NodeId,
        right: NodeId,
        indices: &'i [String],
    ) -> (&'i [String], &'i [String]) {
        let (left, right) = (self.graph.nodes[left].shape.len(), self.graph.nodes[right].shape.len());
        match op {
            BinaryOp::Outer => indices.split_at(left),
            // A scalar has no indices.
            _ => (&indices[..left.min(indices.len())], &indices[..right.min(indices.len())]),
        }
    }

    /// Returns the place of a variable's value at the start.
    fn start(&self, variable: usize) -> String {
        let name = self.names.variable(variable);
        let variable = &self.program.variables[variable];
        // A scalar behind `&mut`; arrays are reached through it by indexing.
        if variable.is_input() && variable.is_output() && variable.shape.is_empty() {
            format!("(*{name})")
        } else {
            name
        }
    }

    /// A number as it is written.
    pub(super) fn number(&self, text: &str) -> String {
        let number = self.names.number;
        if is_whole(text) {
            return format!("{number}::from_i64({text})");
        }
        let point = if text.ends_with('.') { "0" } else { "" };
        format!("{number}::from_f64({text}{point}f64)")
    }
}

/// Returns whether a number is an integer of 64 bits. All others are written as reals.
pub(super) fn is_whole(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

/// An element of a tensor.
pub(super) fn at(place: &str, indices: &[String]) -> String {
    indices.iter().fold(place.to_owned(), |place, index| format!("{place}[{index}]"))
}

fn infix(left: (String, u8), sign: &str, right: (String, u8), level: u8) -> String {
    let brackets = |(text, inner): (String, u8), least: u8| if inner < least { format!("({text})") } else { text };
    format!("{} {sign} {}", brackets(left, level), brackets(right, level + 1))
}
