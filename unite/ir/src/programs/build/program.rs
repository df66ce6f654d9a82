//! [`Built`]: the program of an expression. Nodes become variables where they have a name, where they are used more than
//! once, and where an expression would become too deep; all others stand where they are used.

use super::shape::shape;
use super::{Expression, Extent, Kind, Node};
use crate::programs::{
    self as programs, BinaryOp, Checked, Declaration, DeclarationKind, Expr, ExprKind, Pair, Statement,
};
use crate::syntax::{Diagnostic, Name, Span, Text};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Operators inside one another from which on an expression is given a variable; the parser takes some hundreds.
const DEEP: usize = 32;

/// A program that was built, and the name of its function.
#[derive(Debug, Clone)]
pub struct Built {
    name: String,
    text: String,
    program: programs::Program,
}

impl Built {
    /// Returns the name of the function.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the program as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the syntax tree. Its places are those of [`Built::text`] if that parses; a name that is not one, of a
    /// variable or an extent, is found by [`Built::check`].
    pub fn program(&self) -> &programs::Program {
        &self.program
    }

    /// Checks the program, and gives each expression its shape.
    ///
    /// ```
    /// use unite_ir::programs::build::tensor;
    /// use unite_ir::syntax::Text;
    /// let (a, b) = (tensor([2]).named("a"), tensor([3]).named("b"));
    /// let built = (a + b).program("sum");
    /// let mistakes = built.check().unwrap_err();
    /// assert_eq!(Text::new(built.text()).draw(&mistakes[0]), "\
    /// 4:7: elementwise-shapes: `+` takes operands of one shape, and gets [2] and [3]
    /// 4 | y = a + b
    ///   |       ^
    /// help: a smaller operand is not repeated: make both shapes equal");
    /// ```
    ///
    /// # Errors
    /// All mistakes, in the order of the text. A program with operands whose shapes do not agree is written as far as its
    /// mistakes, each in a statement of its own.
    pub fn check(&self) -> Result<Checked, Vec<Diagnostic>> {
        let text = Text::new(self.text.as_str());
        programs::check(&programs::parse(text.tokens())?.program)
    }
}

/// Returns the program of an expression.
pub(super) fn written(result: &Expression, name: String) -> Built {
    let order = in_order(result);
    let mut writer = Writer {
        uses: uses(&order),
        values: HashMap::new(),
        program: programs::Program::default(),
        taken: taken(&order),
        numbers: HashMap::new(),
    };
    // Everything below a mistake has a shape.
    let mut mistakes = Vec::new();
    for &node in &order {
        let operands: Option<Vec<&Value>> = node.operands().map(|operand| writer.values.get(&key(operand))).collect();
        let Some(operands) = operands else { continue };
        let shapes: Vec<&[Extent]> = operands.iter().map(|value| value.shape.as_slice()).collect();
        match shape(&node.kind, &shapes) {
            Some(shape) => writer.value(node, shape, std::ptr::eq(node, Rc::as_ptr(&result.0))),
            None => mistakes.push(node),
        }
    }
    if !mistakes.is_empty() {
        let given = result.0.name.borrow().clone();
        let target = given.unwrap_or_else(|| writer.free_result());
        writer.declare(&target, &[], DeclarationKind::Variable { input: false, output: true });
        mistakes.iter().for_each(|node| {
            let value = writer.expr(node);
            writer.program.statements.push(Statement { target: named(&target), value });
        });
    }
    let text = writer.program.to_string();
    let program = programs::parse(Text::new(text.as_str()).tokens()).map_or(writer.program, |parsed| parsed.program);
    Built { name, text, program }
}

/// A node's identity.
type Key = *const Node;

fn key(expression: &Expression) -> Key {
    Rc::as_ptr(&expression.0)
}

/// All nodes of an expression, each once, operands before what uses them and left ones before right ones. Without
/// recursion: expressions may be as deep as memory allows.
fn in_order(result: &Expression) -> Vec<&Node> {
    let (mut order, mut seen) = (Vec::new(), HashSet::new());
    let mut open: Vec<(&Node, bool)> = vec![(&result.0, false)];
    while let Some((node, is_done)) = open.pop() {
        if is_done {
            order.push(node);
        } else if seen.insert(std::ptr::from_ref(node)) {
            open.push((node, true));
            let operands: Vec<&Expression> = node.operands().collect();
            open.extend(operands.into_iter().rev().map(|operand| (&*operand.0, false)));
        }
    }
    order
}

/// Counts the uses of each node as an operand.
fn uses(order: &[&Node]) -> HashMap<Key, usize> {
    let mut uses = HashMap::new();
    for operand in order.iter().flat_map(|node| node.operands()) {
        *uses.entry(key(operand)).or_default() += 1;
    }
    uses
}

/// The names that were given.
fn taken(order: &[&Node]) -> HashSet<String> {
    order.iter().filter_map(|node| node.name.borrow().clone()).collect()
}

/// A node as an operand.
struct Value {
    expr: Expr,
    shape: Vec<Extent>,
    /// The most operators inside one another.
    depth: usize,
}

struct Writer {
    uses: HashMap<Key, usize>,
    /// The text of each node at its uses.
    values: HashMap<Key, Value>,
    program: programs::Program,
    taken: HashSet<String>,
    /// The last number behind each stem of a name.
    numbers: HashMap<&'static str, usize>,
}

impl Writer {
    /// Makes a node a value, in a variable if need be.
    fn value(&mut self, node: &Node, shape: Vec<Extent>, is_result: bool) {
        let depth = 1 + node.operands().map(|operand| self.values[&key(operand)].depth).max().unwrap_or(0);
        let is_shared = self.uses.get(&std::ptr::from_ref(node)).is_some_and(|&uses| uses > 1);
        let is_input = matches!(node.kind, Kind::Input(_));
        let is_kept = depth >= DEEP || is_shared && !matches!(node.kind, Kind::Number(..));
        let mut given = node.name.borrow().clone();
        let mut value = Value { expr: variable(""), shape, depth: 0 };
        if is_input {
            let name = given.take().unwrap_or_else(|| self.free_name("x"));
            self.declare(&name, &value.shape, DeclarationKind::Variable { input: true, output: false });
            value.expr = variable(&name);
        } else {
            (value.expr, value.depth) = (self.expr(node), depth);
        }
        if is_result || !is_input && (is_kept || given.is_some()) {
            let name = given.unwrap_or_else(|| if is_result { self.free_result() } else { self.free_name("t") });
            self.declare(&name, &value.shape, DeclarationKind::Variable { input: false, output: is_result });
            self.program.statements.push(Statement { target: named(&name), value: value.expr });
            (value.expr, value.depth) = (variable(&name), 0);
        }
        self.values.insert(std::ptr::from_ref(node), value);
    }

    /// The expression of a node whose operands are values.
    fn expr(&self, node: &Node) -> Expr {
        let operand = |operand: &Expression| Box::new(self.values[&key(operand)].expr.clone());
        let rank = |operand: &Expression| self.values[&key(operand)].shape.len();
        let kind = match &node.kind {
            Kind::Input(_) => return variable(""),
            Kind::Number(text, false) => ExprKind::Number(text.clone()),
            Kind::Number(text, true) => {
                let number = |text: &str| Box::new(expr(ExprKind::Number(text.to_owned())));
                ExprKind::Binary(BinaryOp::Sub, Span::default(), number("0"), number(text))
            }
            Kind::Binary(op, left, right) => ExprKind::Binary(*op, Span::default(), operand(left), operand(right)),
            Kind::Call(function, argument) => ExprKind::Call(*function, operand(argument)),
            Kind::Contract(pairs, left, right) => {
                let product = ExprKind::Binary(BinaryOp::Outer, Span::default(), operand(left), operand(right));
                let (left, right) = (rank(left), rank(right));
                // A dimension that the left operand has not must not become one of the right operand.
                let of_left = |i: usize| if i < left { i } else { i.saturating_add(right) };
                let pairs = pairs.iter().map(|&(i, j)| pair(of_left(i), left.saturating_add(j))).collect();
                ExprKind::Contract(Box::new(expr(product)), pairs)
            }
            Kind::Trace((m, n), inner) => ExprKind::Contract(operand(inner), vec![pair(*m, *n)]),
            Kind::Transpose((m, n), inner) => ExprKind::Transpose(operand(inner), vec![pair(*m, *n)]),
        };
        expr(kind)
    }

    fn declare(&mut self, name: &str, shape: &[Extent], kind: DeclarationKind) {
        let extent = |Extent(text): &Extent| match text.parse::<usize>() {
            Ok(_) => programs::Extent::Number(named(text)),
            Err(_) => programs::Extent::Named(named(text)),
        };
        let extents = shape.iter().map(extent).collect();
        self.program.declarations.push(Declaration { name: named(name), kind, extents });
    }

    /// `y`, unless a variable is called so.
    fn free_result(&mut self) -> String {
        let name = "y".to_owned();
        if self.taken.insert(name.clone()) { name } else { self.free_name("y") }
    }

    /// A name that no other variable has: the stem with the next number.
    fn free_name(&mut self, stem: &'static str) -> String {
        loop {
            let number = self.numbers.entry(stem).or_insert(0);
            *number += 1;
            let name = format!("{stem}{number}");
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

fn named(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn variable(name: &str) -> Expr {
    expr(ExprKind::Variable(named(name)))
}

/// Dimensions from 0 as those of a program, from 1.
fn pair(m: usize, n: usize) -> Pair {
    let from_1 = |dimension: usize| named(&dimension.saturating_add(1).to_string());
    Pair { first: from_1(m), second: from_1(n) }
}
