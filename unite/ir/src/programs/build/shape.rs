//! Shapes of expressions, by the rules of the checker: what a variable of an expression is declared as.

use super::{Extent, Kind};
use crate::programs::BinaryOp;

/// Returns the shape of an expression whose operands have these shapes, or `None` where the checker finds a mistake.
pub(super) fn shape(kind: &Kind, operands: &[&[Extent]]) -> Option<Vec<Extent>> {
    match (kind, operands) {
        (Kind::Input(extents), _) => Some(extents.clone()),
        (Kind::Number(..), _) => Some(Vec::new()),
        (Kind::Binary(op, ..), [left, right]) => binary(*op, left, right),
        (Kind::Call(..), [operand]) => Some(operand.to_vec()),
        (Kind::Contract(pairs, ..), [left, right]) => {
            let all = [*left, right].concat();
            let pairs: Vec<(usize, usize)> = pairs.iter().map(|&(i, j)| (i, left.len().saturating_add(j))).collect();
            let is_right = pairs.iter().all(|&(i, _)| i < left.len());
            is_right.then(|| contracted(&all, &pairs)).flatten()
        }
        (Kind::Trace(pair, _), [operand]) => contracted(operand, &[*pair]),
        (&Kind::Transpose((m, n), _), [operand]) => {
            let mut shape = operand.to_vec();
            if m.max(n) >= shape.len() {
                return None;
            }
            shape.swap(m, n);
            Some(shape)
        }
        _ => None,
    }
}

fn binary(op: BinaryOp, left: &[Extent], right: &[Extent]) -> Option<Vec<Extent>> {
    match op {
        BinaryOp::Outer => Some([left, right].concat()),
        BinaryOp::Mul if left.is_empty() => Some(right.to_vec()),
        BinaryOp::Div if right.is_empty() => Some(left.to_vec()),
        _ => (left == right).then(|| left.to_vec()),
    }
}

fn contracted(shape: &[Extent], pairs: &[(usize, usize)]) -> Option<Vec<Extent>> {
    let mut left: Vec<Option<&Extent>> = shape.iter().map(Some).collect();
    for &(m, n) in pairs {
        // A dimension that is taken already is none the second time.
        let (first, second) = (left.get_mut(m)?.take()?, left.get_mut(n)?.take()?);
        if first != second {
            return None;
        }
    }
    Some(left.into_iter().flatten().cloned().collect())
}
