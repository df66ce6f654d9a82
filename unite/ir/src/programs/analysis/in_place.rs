//! The in-place rule: statements that may write straight into their target.
//!
//! ```text
//! x = x + y            x is read at the index that is written:    in place
//! x = s * exp(x)       the same                                   in place
//! x = y ^ [1 2]        x is not read                              in place
//! x = x ^ [1 2]        x[i, j] needs x[j, i]                      needs a temporary
//! x = (A # x) . [2 3]  x[i] needs all of x                        needs a temporary
//! ```

use crate::programs::{Assignment, BinaryOp, Op, Term};

/// Returns whether a statement can write each element as soon as it is known, without a temporary for the right-hand side.
///
/// It can if the target does not occur on the right, or only elementwise at its own index. An operand of a contraction,
/// of an outer product, or of a transposition other than the identity does not lie at its own index. Elements may then be
/// evaluated in any order, also at the same time.
///
/// ```
/// use unite_ir::programs::analysis::writes_in_place;
/// use unite_ir::programs::{check, parse};
/// use unite_ir::syntax::Tokens;
///
/// let text = "var x : [2 2]  var y : [2 2]  x = x + y  y = x ^ [1 2]  x = x ^ [1 2]";
/// let program = check(&parse(&Tokens::from_text(text)).unwrap().program).unwrap();
/// let direct: Vec<bool> = program.statements.iter().map(writes_in_place).collect();
/// assert_eq!(direct, [true, true, false]);
/// ```
pub fn writes_in_place(assignment: &Assignment) -> bool {
    reads_own_index_only(&assignment.value, assignment.target, true)
}

/// Returns whether a term reads the target at the index of the statement only; `own` says that the term itself lies there.
fn reads_own_index_only(term: &Term, target: usize, own: bool) -> bool {
    let reads = |operand: &Term, own: bool| reads_own_index_only(operand, target, own);
    match &term.op {
        Op::Variable(variable) => own || *variable != target,
        Op::Number(_) => true,
        Op::Binary(BinaryOp::Outer, left, right) => reads(left, false) && reads(right, false),
        Op::Binary(_, left, right) => {
            let same_rank = |operand: &Term| own && operand.shape.len() == term.shape.len();
            reads(left, same_rank(left)) && reads(right, same_rank(right))
        }
        Op::Contract(operand, _) => reads(operand, false),
        Op::Transpose(operand, permutation) => {
            let is_identity = permutation.iter().enumerate().all(|(to, &from)| to == from);
            reads(operand, own && is_identity)
        }
        Op::Call(_, operand) => reads(operand, own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::{Function, Shape, Size};
    use crate::syntax::Span;

    fn term(op: Op, rank: usize) -> Term {
        let shape: Shape = vec![Size::Known(2); rank];
        Term { op, shape, span: Span::default() }
    }

    fn binary(op: BinaryOp, left: Term, right: Term, rank: usize) -> Term {
        term(Op::Binary(op, Box::new(left), Box::new(right)), rank)
    }

    fn transpose(operand: Term, permutation: [usize; 2]) -> Term {
        term(Op::Transpose(Box::new(operand), permutation.to_vec()), 2)
    }

    fn contract(operand: Term, pair: (usize, usize)) -> Term {
        let rank = operand.shape.len() - 2;
        term(Op::Contract(Box::new(operand), vec![pair]), rank)
    }

    /// Returns whether the target, variable 0 of the rank of the value, may be written in place.
    fn direct(value: Term) -> bool {
        writes_in_place(&Assignment { target: 0, value })
    }

    #[test]
    fn a_target_that_is_read_elementwise_is_written_in_place() {
        let x = || term(Op::Variable(0), 2);
        let y = || term(Op::Variable(1), 2);
        let s = || term(Op::Variable(2), 0);
        assert!(direct(binary(BinaryOp::Add, x(), y(), 2)));
        assert!(direct(binary(BinaryOp::Mul, s(), term(Op::Call(Function::Exp, Box::new(x())), 2), 2)));
        assert!(direct(binary(BinaryOp::Div, x(), s(), 2)));
        assert!(direct(transpose(x(), [0, 1])));
        assert!(direct(transpose(y(), [1, 0])));
    }

    #[test]
    fn a_target_that_is_read_elsewhere_needs_a_temporary() {
        let x = || term(Op::Variable(0), 2);
        let y = || term(Op::Variable(1), 2);
        assert!(!direct(transpose(x(), [1, 0])));
        assert!(!direct(transpose(binary(BinaryOp::Sub, y(), x(), 2), [1, 0])));
        assert!(!direct(binary(BinaryOp::Mul, contract(x(), (0, 1)), x(), 2)));
        assert!(!direct(contract(binary(BinaryOp::Outer, x(), y(), 4), (1, 2))));
    }

    #[test]
    fn a_scalar_target_is_at_its_own_index_beside_scalars_only() {
        let s = || term(Op::Variable(0), 0);
        let v = || term(Op::Variable(1), 1);
        assert!(direct(binary(BinaryOp::Div, s(), s(), 0)));
        let scaled = binary(BinaryOp::Mul, s(), v(), 1);
        assert!(!direct(contract(binary(BinaryOp::Outer, scaled, v(), 2), (0, 1))));
    }
}
