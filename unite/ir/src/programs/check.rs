//! The checker: shapes agree, names are declared.

use super::checked::shape_text;
use super::{
    Assignment, BinaryOp, Checked, Declaration, DeclarationKind, Expr, ExprKind, Extent, Op, Pair, Program, Shape,
    Size, Statement, Term, Variable, VariableKind,
};
use crate::syntax::{Diagnostic, Name, Span, meant};
use std::collections::HashMap;

/// Most dimensions of an expression.
const MOST_DIMENSIONS: usize = 64;
/// Bytes of the widest element, by which the size of a variable is told.
const ELEMENT_BYTES: u128 = 8;

/// Checks a program, and gives each expression its shape.
///
/// ```
/// use unite_ir::programs::{check, parse};
/// use unite_ir::syntax::Text;
/// let text = Text::new("var a : [2 3] var x : [2] var y : [2]  y = (a # x) . [2 3]");
/// let mistakes = check(&parse(text.tokens()).unwrap().program).unwrap_err();
/// assert_eq!(text.draw(&mistakes[0]), "\
/// 1:55: contracted-extents: dimensions 2 and 3 have the extents 3 and 2
/// 1 | var a : [2 3] var x : [2] var y : [2]  y = (a # x) . [2 3]
///   |                                                       ^^^
/// help: these have equal ones: `. [1 3]`");
/// ```
///
/// # Errors
/// All mistakes, in the order of the text.
pub fn check(program: &Program) -> Result<Checked, Vec<Diagnostic>> {
    let mut checker = Checker::default();
    for declaration in &program.declarations {
        checker.declare(declaration);
    }
    checker.without_outputs_all_are();
    for statement in &program.statements {
        checker.statement(statement);
    }
    let Checker { checked, mut mistakes, .. } = checker;
    mistakes.sort_by_key(|mistake| mistake.span.first);
    if mistakes.is_empty() { Ok(checked) } else { Err(mistakes) }
}

#[derive(Default)]
struct Checker {
    checked: Checked,
    /// The numbers of variables by their names.
    numbers: HashMap<String, usize>,
    /// Variables whose declaration is wrong: whose shape is not known.
    shapeless: Vec<usize>,
    mistakes: Vec<Diagnostic>,
}

/// Declarations.
impl Checker {
    fn declare(&mut self, declaration: &Declaration) {
        let Name { text: name, span } = &declaration.name;
        let shape = self.declared_shape(declaration);
        if self.numbers.contains_key(name) {
            self.say(
                Diagnostic::new(*span, format!("`{name}` is declared a second time"))
                    .help("choose another name")
                    .code("redeclared"),
            );
            return;
        }
        let number = self.checked.variables.len();
        self.numbers.insert(name.clone(), number);
        if shape.is_none() {
            self.shapeless.push(number);
        }
        let shape = shape.unwrap_or_default();
        let kind = match &declaration.kind {
            &DeclarationKind::Variable { input, output } => VariableKind::Variable { input, output },
            DeclarationKind::Constant { elements, span } => self.constant(name, &shape, elements, *span, number),
        };
        self.checked.variables.push(Variable { name: name.clone(), span: *span, shape, kind });
    }

    /// The shape of a declaration, unless one of its extents is wrong.
    fn declared_shape(&mut self, declaration: &Declaration) -> Option<Shape> {
        let name = &declaration.name.text;
        let sizes: Vec<Option<Size>> = declaration.extents.iter().map(|extent| self.extent(name, extent)).collect();
        let shape = sizes.into_iter().collect::<Option<Shape>>()?;
        let span = match declaration.extents.as_slice() {
            [] => return Some(shape),
            [first, .., last] => place(first).to(place(last)),
            [only] => place(only),
        };
        if shape.len() > MOST_DIMENSIONS {
            self.say(too_many_dimensions(span, shape.len()));
            return None;
        }
        let bytes = shape.iter().try_fold(ELEMENT_BYTES, |bytes, size| match size {
            Size::Known(extent) => bytes.checked_mul(*extent as u128),
            Size::Named(_) => Some(bytes),
        });
        if bytes.is_none_or(|bytes| bytes > isize::MAX as u128) {
            let bytes = bytes.map_or("more than 2^128".to_owned(), |bytes| bytes.to_string());
            self.say(
                Diagnostic::new(span, format!("`{name}` needs {bytes} bytes; at most {} can be addressed", isize::MAX))
                    .help("declare smaller extents")
                    .code("too-large"),
            );
            return None;
        }
        Some(shape)
    }

    fn extent(&mut self, of: &str, extent: &Extent) -> Option<Size> {
        match extent {
            Extent::Named(name) => {
                let known = self.checked.sizes.iter().position(|size| *size == name.text);
                Some(Size::Named(known.unwrap_or_else(|| {
                    self.checked.sizes.push(name.text.clone());
                    self.checked.sizes.len() - 1
                })))
            }
            Extent::Number(number) => match number.text.parse::<usize>() {
                Ok(0) => {
                    self.say(
                        Diagnostic::new(number.span, format!("`{of}` has an extent of 0"))
                            .help("an extent is 1 at least; `[]` is a scalar")
                            .code("extent-0"),
                    );
                    None
                }
                Ok(extent) => Some(Size::Known(extent)),
                Err(_) => {
                    let message =
                        format!("`{of}` has an extent of {}; at most {} can be addressed", number.text, isize::MAX);
                    self.say(Diagnostic::new(number.span, message).help("declare smaller extents").code("too-large"));
                    None
                }
            },
        }
    }

    fn constant(&mut self, name: &str, shape: &Shape, elements: &[Name], span: Span, number: usize) -> VariableKind {
        let known = shape.iter().try_fold(1_usize, |count, size| match size {
            Size::Known(extent) => count.checked_mul(*extent),
            Size::Named(_) => None,
        });
        if !self.shapeless.contains(&number) && known != Some(elements.len()) {
            let message = match known {
                Some(count) => format!("`{name}` has {} elements; its shape has {count}", elements.len()),
                None => format!("`{name}` is a constant with an extent by name, which may be any number"),
            };
            self.say(Diagnostic::new(span, message).help("let shape and elements agree").code("constant-elements"));
        }
        VariableKind::Constant(elements.iter().map(|element| element.text.clone()).collect())
    }

    /// Without a qualifier `output` all variables are results.
    fn without_outputs_all_are(&mut self) {
        if !self.checked.variables.iter().any(Variable::is_output) {
            for variable in &mut self.checked.variables {
                if let VariableKind::Variable { output, .. } = &mut variable.kind {
                    *output = true;
                }
            }
        }
    }

    fn say(&mut self, mistake: Diagnostic) {
        self.mistakes.push(mistake);
    }
}

/// Statements.
impl Checker {
    fn statement(&mut self, statement: &Statement) {
        let Name { text: name, span } = &statement.target;
        let value = self.term(&statement.value);
        let Some(&target) = self.numbers.get(name) else {
            let message = format!("`{name}` is assigned, but not declared");
            let shape = value.map_or("[..]".to_owned(), |value| self.shape(&value.shape));
            self.say(
                Diagnostic::new(*span, message)
                    .help(format!("write `var {name} : {shape}` before the statements"))
                    .code("assigned-undeclared"),
            );
            return;
        };
        let variable = &self.checked.variables[target];
        if matches!(variable.kind, VariableKind::Constant(_)) {
            self.say(
                Diagnostic::new(*span, format!("`{name}` is a constant, and assigned"))
                    .help(format!("declare it as a variable: `var {name} : {}`", self.shape(&variable.shape)))
                    .code("assigned-constant"),
            );
            return;
        }
        let Some(value) = value.filter(|_| !self.shapeless.contains(&target)) else { return };
        if value.shape != variable.shape {
            let (declared, given) = (self.shape(&variable.shape), self.shape(&value.shape));
            self.say(
                Diagnostic::new(
                    *span,
                    format!("`{name}` is declared as {declared}, and gets a value of the shape {given}"),
                )
                .help(format!("declare it as `{name} : {given}`"))
                .code("assigned-shape"),
            );
            return;
        }
        self.checked.statements.push(Assignment { target, value });
    }

    /// A shape as it is declared.
    fn shape(&self, shape: &[Size]) -> String {
        shape_text(shape, &self.checked.sizes)
    }
}

/// Expressions.
impl Checker {
    /// The expression with its shape, unless a mistake in it leaves that open.
    fn term(&mut self, expr: &Expr) -> Option<Term> {
        let (op, shape) = match &expr.kind {
            ExprKind::Variable(name) => self.variable(name)?,
            ExprKind::Number(text) => (Op::Number(text.clone()), Shape::new()),
            ExprKind::Call(function, argument) => {
                let argument = self.term(argument)?;
                let shape = argument.shape.clone();
                (Op::Call(*function, Box::new(argument)), shape)
            }
            ExprKind::Binary(op, span, left, right) => {
                // Both sides, so that the mistakes of both are found.
                let (left, right) = (self.term(left), self.term(right));
                let (left, right) = (left?, right?);
                let shape = self.binary(*op, *span, &left.shape, &right.shape)?;
                (Op::Binary(*op, Box::new(left), Box::new(right)), shape)
            }
            ExprKind::Contract(operand, pairs) => {
                let operand = self.term(operand)?;
                let pairs = self.pairs(pairs, operand.shape.len(), ".")?;
                self.contract(operand, pairs)?
            }
            ExprKind::Transpose(operand, pairs) => {
                let operand = self.term(operand)?;
                let pairs = self.pairs(pairs, operand.shape.len(), "^")?;
                let mut permutation: Vec<usize> = (0..operand.shape.len()).collect();
                pairs.iter().for_each(|pair| permutation.swap(pair.dimensions.0, pair.dimensions.1));
                let shape = permutation.iter().map(|&dimension| operand.shape[dimension]).collect();
                (Op::Transpose(Box::new(operand), permutation), shape)
            }
        };
        Some(Term { op, shape, span: expr.span })
    }

    fn variable(&mut self, name: &Name) -> Option<(Op, Shape)> {
        if let Some(&number) = self.numbers.get(&name.text) {
            let shape = self.checked.variables[number].shape.clone();
            return (!self.shapeless.contains(&number)).then_some((Op::Variable(number), shape));
        }
        let mistake = Diagnostic::new(name.span, format!("`{}` is not declared", name.text)).code("undeclared");
        let declared = self.checked.variables.iter().map(|variable| variable.name.as_str());
        let mistake = match meant(&name.text, declared) {
            Some(word) => mistake.help(format!("write `{word}`, which is declared")),
            None => mistake.help(format!("write `var input {} : [..]` before the statements", name.text)),
        };
        self.say(mistake);
        None
    }

    /// The shape of a result of two operands.
    fn binary(&mut self, op: BinaryOp, span: Span, left: &[Size], right: &[Size]) -> Option<Shape> {
        match op {
            BinaryOp::Outer if left.len() + right.len() > MOST_DIMENSIONS => {
                self.say(too_many_dimensions(span, left.len() + right.len()));
                None
            }
            BinaryOp::Outer => Some([left, right].concat()),
            BinaryOp::Mul if left.is_empty() => Some(right.to_vec()),
            BinaryOp::Div if right.is_empty() => Some(left.to_vec()),
            _ if left == right => Some(left.to_vec()),
            BinaryOp::Mul if right.is_empty() => {
                self.say(
                    Diagnostic::new(span, format!("a scalar is multiplied from the right to {}", self.shape(left)))
                        .help("write the scalar on the left: `s * a`")
                        .code("scalar-right"),
                );
                None
            }
            _ => {
                let (left, right, sign) = (self.shape(left), self.shape(right), op.sign());
                self.say(
                    Diagnostic::new(span, format!("`{sign}` takes operands of one shape, and gets {left} and {right}"))
                        .help("a smaller operand is not repeated: make both shapes equal")
                        .code("elementwise-shapes"),
                );
                None
            }
        }
    }

    /// Pairs of dimensions, from 0, each within the rank and in one pair alone.
    fn pairs(&mut self, pairs: &[Pair], rank: usize, sign: &str) -> Option<Vec<CheckedPair>> {
        let mut taken: Vec<usize> = Vec::new();
        let before = self.mistakes.len();
        let mut checked = Vec::new();
        for pair in pairs {
            let first = self.dimension(&pair.first, rank, sign);
            let second = self.dimension(&pair.second, rank, sign);
            // `^ [m m]` is the identity.
            let is_identity = sign == "^" && first.is_some() && first == second;
            let named = [(first, &pair.first), (second, &pair.second)];
            for (dimension, name) in &named[usize::from(is_identity)..] {
                let Some(dimension) = *dimension else { continue };
                if taken.contains(&dimension) {
                    self.say(
                        Diagnostic::new(name.span, format!("dimension {} is named twice", name.text))
                            .help(format!("each dimension stands once behind `{sign}`"))
                            .code("same-dimension"),
                    );
                }
                taken.push(dimension);
            }
            if let (Some(first), Some(second)) = (first, second) {
                checked.push(CheckedPair { dimensions: (first, second), span: pair.first.span.to(pair.second.span) });
            }
        }
        (self.mistakes.len() == before).then_some(checked)
    }

    /// A dimension, from 0.
    fn dimension(&mut self, name: &Name, rank: usize, sign: &str) -> Option<usize> {
        let dimension = name.text.parse::<usize>().ok().filter(|dimension| (1..=rank).contains(dimension));
        if dimension.is_none() {
            let help = match rank {
                0 => format!("a scalar has none; `{sign}` takes a tensor"),
                _ => format!("dimensions count from 1, here to {rank}"),
            };
            let message = format!("there is no dimension {}; the operand has rank {rank}", name.text);
            self.say(Diagnostic::new(name.span, message).help(help).code("no-such-dimension"));
        }
        dimension.map(|dimension| dimension - 1)
    }

    fn contract(&mut self, operand: Term, pairs: Vec<CheckedPair>) -> Option<(Op, Shape)> {
        let shape = &operand.shape;
        let unequal = pairs.iter().filter(|pair| shape[pair.dimensions.0] != shape[pair.dimensions.1]);
        let mistakes: Vec<Diagnostic> = unequal.map(|pair| self.unequal_extents(shape, pair)).collect();
        if !mistakes.is_empty() {
            self.mistakes.extend(mistakes);
            return None;
        }
        let pairs: Vec<(usize, usize)> = pairs.iter().map(|pair| pair.dimensions).collect();
        let is_summed = |dimension: usize| pairs.iter().any(|&(first, second)| [first, second].contains(&dimension));
        let left =
            (0..shape.len()).filter(|&dimension| !is_summed(dimension)).map(|dimension| shape[dimension]).collect();
        Some((Op::Contract(Box::new(operand), pairs), left))
    }

    fn unequal_extents(&self, shape: &[Size], pair: &CheckedPair) -> Diagnostic {
        let (first, second) = pair.dimensions;
        let extent = |dimension: usize| shape[dimension].text(&self.checked.sizes);
        let extents = format!("{} and {}", extent(first), extent(second));
        let message = format!("dimensions {} and {} have the extents {extents}", first + 1, second + 1);
        let mistake = Diagnostic::new(pair.span, message).code("contracted-extents");
        let dimensions = || 0..shape.len();
        let all_pairs = dimensions().flat_map(|m| dimensions().skip(m + 1).map(move |n| (m, n)));
        let equal: Vec<String> = all_pairs
            .filter(|&(m, n)| shape[m] == shape[n])
            .take(4)
            .map(|(m, n)| format!("`. [{} {}]`", m + 1, n + 1))
            .collect();
        match equal.is_empty() {
            true => mistake.help("no two dimensions of the operand have one extent"),
            false => mistake.help(format!("these have equal ones: {}", equal.join(", "))),
        }
    }
}

/// A pair of dimensions, from 0, and where it stands.
struct CheckedPair {
    dimensions: (usize, usize),
    span: Span,
}

fn place(extent: &Extent) -> Span {
    match extent {
        Extent::Number(name) | Extent::Named(name) => name.span,
    }
}

fn too_many_dimensions(span: Span, rank: usize) -> Diagnostic {
    Diagnostic::new(span, format!("{rank} dimensions; there are at most {MOST_DIMENSIONS}"))
        .help("contract before more dimensions are added")
        .code("too-large")
}
