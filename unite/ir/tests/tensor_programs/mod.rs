//! Random well-typed tensor programs: trees, to be printed and checked.

use noise::Noise;
use unite_ir::programs::{
    BinaryOp, Declaration, DeclarationKind, Expr, ExprKind, Extent, Function, Pair, Program, Statement,
};
use unite_ir::syntax::{Name, Span};

pub(crate) fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

/// The variables of all programs, and how many dimensions each has: some of each rank, `c` and `D` are constants.
const VARIABLES: [(&str, usize); 9] =
    [("s", 0), ("t", 0), ("u", 1), ("v", 1), ("A", 2), ("B", 2), ("E", 3), ("c", 1), ("D", 2)];

/// A program with random extents of 1 to 3, some of them names, and up to four statements.
pub(crate) fn random_program(noise: &mut Noise) -> Program {
    let mut program = Program::default();
    for (variable, rank) in VARIABLES {
        let is_constant = "cD".contains(variable);
        let extents: Vec<Extent> = (0..rank)
            .map(|_| match noise.below(5) {
                0 if !is_constant => Extent::Named(name("N")),
                extent => Extent::Number(name(["3", "1", "2", "2", "3"][extent])),
            })
            .collect();
        let kind = if is_constant {
            let count: usize = extents.iter().map(|extent| text(extent).parse::<usize>().expect("a number")).product();
            let elements = (0..count).map(|_| name(["0", "1", "-2", "1.5", "3"][noise.below(5)])).collect();
            DeclarationKind::Constant { elements, span: Span::default() }
        } else {
            DeclarationKind::Variable { input: noise.below(2) == 0, output: noise.below(3) == 0 }
        };
        program.declarations.push(Declaration { name: name(variable), kind, extents });
    }
    for _ in 0..1 + noise.below(4) {
        let depth = 1 + noise.below(4);
        let (value, shape) = random_expr(noise, &program.declarations, depth);
        let fits = |declaration: &&Declaration| {
            shape_of(declaration) == shape && matches!(declaration.kind, DeclarationKind::Variable { .. })
        };
        let targets: Vec<&Declaration> = program.declarations.iter().filter(fits).collect();
        if !targets.is_empty() {
            let target = noise.pick(&targets).name.clone();
            program.statements.push(Statement { target, value });
        }
    }
    program
}

fn text(extent: &Extent) -> String {
    match extent {
        Extent::Number(name) | Extent::Named(name) => name.text.clone(),
    }
}

/// The extents of a declaration, as they are written.
pub(crate) fn shape_of(declaration: &Declaration) -> Vec<String> {
    declaration.extents.iter().map(text).collect()
}

/// A well-typed expression and its shape.
fn random_expr(noise: &mut Noise, declarations: &[Declaration], depth: usize) -> (Expr, Vec<String>) {
    if depth == 0 {
        if noise.below(8) == 0 {
            let number = ["0", "1", "2", "0.5", "3e2"][noise.below(5)];
            return (expr(ExprKind::Number(number.to_owned())), Vec::new());
        }
        let declaration = noise.pick(declarations);
        return (expr(ExprKind::Variable(declaration.name.clone())), shape_of(declaration));
    }
    let (left, shape) = random_expr(noise, declarations, depth - 1);
    match noise.below(10) {
        0 => (expr(ExprKind::Call(*noise.pick(&Function::ALL), Box::new(left))), shape),
        1 | 2 if !shape.is_empty() => transposition(noise, left, shape),
        3 | 4 => contraction(noise, left, shape),
        _ => {
            let right_depth = noise.below(depth);
            let (right, right_shape) = random_expr(noise, declarations, right_depth);
            let mut lawful = Vec::new();
            if shape.len() + right_shape.len() <= 4 {
                lawful.push((BinaryOp::Outer, [shape.as_slice(), &right_shape].concat()));
            }
            if shape == right_shape {
                lawful
                    .extend([BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div].map(|op| (op, shape.clone())));
            }
            if shape.is_empty() {
                lawful.push((BinaryOp::Mul, right_shape.clone()));
            }
            if right_shape.is_empty() {
                lawful.push((BinaryOp::Div, shape.clone()));
            }
            if lawful.is_empty() {
                return (left, shape);
            }
            let (op, result) = noise.pick(&lawful).clone();
            (expr(ExprKind::Binary(op, Span::default(), Box::new(left), Box::new(right))), result)
        }
    }
}

fn pair(first: usize, second: usize) -> Pair {
    Pair { first: name(&(first + 1).to_string()), second: name(&(second + 1).to_string()) }
}

fn transposition(noise: &mut Noise, operand: Expr, mut shape: Vec<String>) -> (Expr, Vec<String>) {
    let (first, second) = (noise.below(shape.len()), noise.below(shape.len()));
    shape.swap(first, second);
    (expr(ExprKind::Transpose(Box::new(operand), vec![pair(first, second)])), shape)
}

/// A contraction of one or two pairs of dimensions, or the operand where no extents agree.
fn contraction(noise: &mut Noise, operand: Expr, shape: Vec<String>) -> (Expr, Vec<String>) {
    let mut left: Vec<usize> = (0..shape.len()).collect();
    let mut pairs = Vec::new();
    for _ in 0..1 + noise.below(2) {
        let equal: Vec<(usize, usize)> = left
            .iter()
            .flat_map(|&m| left.iter().map(move |&n| (m, n)))
            .filter(|&(m, n)| m != n && shape[m] == shape[n])
            .collect();
        if !equal.is_empty() {
            let (m, n) = *noise.pick(&equal);
            left.retain(|dimension| ![m, n].contains(dimension));
            pairs.push(pair(m, n));
        }
    }
    if pairs.is_empty() {
        return (operand, shape);
    }
    let shape = left.into_iter().map(|dimension| shape[dimension].clone()).collect();
    (expr(ExprKind::Contract(Box::new(operand), pairs)), shape)
}
