//! Products with constant matrices as few additions: [`Body::factored`].
//!
//! ```text
//! Y = (C # X) . [2 3]        for i_1 in 0..4 {
//!                                let v_0 = X[0][i_1];  ..  let v_3 = X[3][i_1];      a column of X
//!                                let v_4 = v_0 - v_3;  ..                            the steps of `factor`
//!                                Y[0][i_1] = v_8;  ..                                a column of Y
//!                            }
//! ```
//!
//! Integers alone are computed so (`Number::EXACT`): the sums are regrouped, and reals would be rounded elsewhere.

use super::expression::at;
use super::rust::Body;
use crate::programs::checked::transposed;
use crate::programs::factor::{Factored, MOST_SHARED, Step, factor};
use crate::programs::row_major::{index_of, offset};
use crate::programs::{BinaryOp, NodeId, NodeOp, VariableKind};

/// Most operations that are written out for a product; longer ones remain loops.
const MOST_STEPS: usize = 256;

/// A tensor of known integers.
struct Constant {
    extents: Vec<usize>,
    /// The elements in row-major order.
    elements: Vec<i64>,
}

/// The product of a constant matrix with each line of a tensor along one dimension.
pub(super) struct Product {
    factored: Factored,
    /// The extents of the constant's other dimensions: their indices number its rows.
    rows: Vec<usize>,
    /// The tensor that has the lines, and the dimension that they lie along.
    lines: (NodeId, usize),
    /// `true` if the constant is the left factor: then its dimensions are the first ones of the result.
    is_left: bool,
}

impl Body<'_, '_> {
    /// Returns the product with a constant matrix that a contraction is, if it is one and short enough to be written out.
    pub(super) fn constant_product(&self, operand: NodeId, pairs: &[(usize, usize)]) -> Option<Product> {
        let graph = self.elements.graph;
        let NodeOp::Binary(BinaryOp::Outer, left, right) = graph.nodes[operand].op else { return None };
        let left_rank = graph.nodes[left].shape.len();
        // Between a dimension of the left factor and one of the right factor.
        let &[(m, n)] = pairs else { return None };
        if m >= left_rank || n < left_rank {
            return None;
        }
        let (of_left, of_right) = (m, n - left_rank);
        let (constant, dimension, lines, is_left) = match self.constant(left) {
            Some(constant) => (constant, of_left, (right, of_right), true),
            None => (self.constant(right)?, of_right, (left, of_left), false),
        };
        let (rows, matrix) = constant.matrix(dimension);
        let columns = constant.extents[dimension];
        // A sum alone is left to the loop.
        if matrix.len() < 2 || matrix.len() > MOST_SHARED || columns > MOST_SHARED {
            return None;
        }
        let factored = factor(columns, &matrix);
        (factored.steps.len() <= MOST_STEPS).then_some(Product { factored, rows, lines, is_left })
    }

    /// Writes a product with a constant matrix into its place.
    pub(super) fn factored(&mut self, product: &Product, place: &str) {
        let Product { factored, rows, lines: (lines, dimension), is_left } = product;
        let shape = &self.elements.graph.nodes[*lines].shape;
        let (mut free, mut indices) = self.free(shape);
        free.remove(*dimension);
        let opened = self.code.loops(&free);
        let number = self.elements.names.number;
        let mut is_used = vec![false; factored.operands + factored.steps.len()];
        factored.steps.iter().flat_map(|step| step.operands()).for_each(|value| is_used[value] = true);
        factored.results.iter().flatten().for_each(|&value| is_used[value] = true);
        for operand in (0..factored.operands).filter(|&operand| is_used[operand]) {
            indices[*dimension] = operand.to_string();
            self.code.line(format!("let v_{operand} = {};", self.elements.operand(*lines, &indices)));
        }
        for (step, value) in factored.steps.iter().zip(factored.operands..) {
            let text = match *step {
                Step::Add(left, right) => format!("v_{left} + v_{right}"),
                Step::Sub(left, right) => format!("v_{left} - v_{right}"),
                Step::Double(value) => format!("v_{value} + v_{value}"),
                Step::Negate(value) => format!("{number}::ZERO - v_{value}"),
                Step::Scale(by, value) => format!("{number}::from_i64({by}) * v_{value}"),
            };
            self.code.line(format!("let v_{value} = {text};"));
        }
        indices.remove(*dimension);
        for (row, result) in factored.results.iter().enumerate() {
            let of_row: Vec<String> = index_of(row, rows).iter().map(usize::to_string).collect();
            let target = if *is_left { [of_row, indices.clone()] } else { [indices.clone(), of_row] }.concat();
            let value = result.map_or(format!("{number}::ZERO"), |value| format!("v_{value}"));
            self.code.line(format!("{} = {value};", at(place, &target)));
        }
        self.code.close_all(opened);
    }

    /// Returns the elements of a constant, or of its transposition, if they are integers.
    fn constant(&self, node: NodeId) -> Option<Constant> {
        match &self.elements.graph.nodes[node].op {
            NodeOp::Start(variable) => {
                let variable = &self.elements.program.variables[*variable];
                let VariableKind::Constant(elements) = &variable.kind else { return None };
                let extents = variable.shape.iter().map(|size| size.known());
                let elements = elements.iter().map(|element| element.parse().ok());
                Some(Constant { extents: extents.collect::<Option<_>>()?, elements: elements.collect::<Option<_>>()? })
            }
            NodeOp::Transpose(operand, permutation) => {
                let Constant { extents: of_operand, elements } = self.constant(*operand)?;
                let extents: Vec<usize> = permutation.iter().map(|&dimension| of_operand[dimension]).collect();
                let element =
                    |place| elements[offset(&of_operand, &transposed(&index_of(place, &extents), permutation))];
                let elements = (0..elements.len()).map(element).collect();
                Some(Constant { extents, elements })
            }
            _ => None,
        }
    }
}

impl Constant {
    /// Returns a row for each place in the other dimensions, along one dimension, and the extents of the others.
    fn matrix(&self, dimension: usize) -> (Vec<usize>, Vec<Vec<i64>>) {
        let mut others = self.extents.clone();
        let columns = others.remove(dimension);
        let rows = (0..others.iter().product()).map(|row| {
            let mut indices = index_of(row, &others);
            indices.insert(dimension, 0);
            let entry = |column| {
                indices[dimension] = column;
                self.elements[offset(&self.extents, &indices)]
            };
            (0..columns).map(entry).collect()
        });
        let rows = rows.collect();
        (others, rows)
    }
}
