//! Terms: an assignment without loops as nests whose loops have no order yet.
//!
//! ```text
//!  z[i] = a[i, k] * x[k] - c[i] + 1.0
//!
//!  without a sum    z[i] = -c[i] + 1.0       loops over i
//!  with a sum       z[i] += a[i, k] * x[k]   loops over i and k, in an order to be found
//! ```

use super::super::{Access, Assign, AssignOp, BinaryOp, Expr, ExprKind, For, Index, Program, Stmt, UnaryOp};
use super::{Meet, Outline, Part};
use crate::syntax::{Diagnostic, Name};

/// A tensor that a nest reads, with indices.
#[derive(Debug, Clone, PartialEq)]
pub struct TensorRead {
    /// The access, as written where it occurs first.
    pub access: Access,
    /// The indices along each axis, as bits of their numbers.
    pub axes: Vec<u32>,
    /// `true` if an index is more than a name, so that the tensor is read as it is stored.
    pub fixed: bool,
}

/// An assignment whose loops have no order yet.
#[derive(Debug, Clone, PartialEq)]
pub struct TermNest {
    /// The assignment.
    pub assign: Assign,
    /// The indices, each a loop: first those of the target.
    pub indices: Vec<Name>,
    /// The tensors that are read; each with other indices is one more.
    pub tensors: Vec<TensorRead>,
    /// How entries of the tensors meet, operands before their operation.
    pub value: Vec<Meet>,
}

/// Splits an assignment into nests, which run one after the other.
///
/// # Errors
/// The result has an index twice or one that is not a name, or the value reads the target.
///
/// ```
/// use unite_ir::loops::{Stmt, whole::terms, parse_text};
///
/// let program = parse_text("z[i] = a[i, k] * x[k] - c[i]").unwrap();
/// let [Stmt::Assign(assign)] = &program.nests[..] else { unreachable!() };
/// let nests = terms(assign).unwrap();
/// assert_eq!(nests[0].assign.to_string(), "z[i] = -c[i]");
/// assert_eq!(nests[1].assign.to_string(), "z[i] += a[i, k] * x[k]");
/// assert_eq!(nests[1].indices.iter().map(|name| &name.text[..]).collect::<Vec<_>>(), ["i", "k"]);
/// ```
pub fn terms(assign: &Assign) -> Result<Vec<TermNest>, Diagnostic> {
    let indices = indices(assign)?;
    let result = assign.target.indices.len();
    let sums = |expr: &Expr| indices[result..].iter().any(|index| mentions(expr, &index.text));
    let is_sum = matches!(assign.op, AssignOp::Set | AssignOp::Add);
    if !is_sum || !sums(&assign.value) {
        return Ok(vec![TermNest::of(assign.clone(), &indices)]);
    }
    let mut signed = Vec::new();
    split(&assign.value, false, &mut signed);
    let (with, without): (Vec<_>, Vec<_>) = signed.into_iter().partition(|(_, expr)| sums(expr));
    let negated = |(negative, expr): (bool, Expr)| match negative {
        true => Expr { span: expr.span, kind: ExprKind::Unary(UnaryOp::Neg, Box::new(expr)) },
        false => expr,
    };
    let fused = without.into_iter().fold(None, |sum: Option<Expr>, (negative, expr)| {
        let Some(sum) = sum else { return Some(negated((negative, expr))) };
        let (op, span) = (if negative { BinaryOp::Sub } else { BinaryOp::Add }, sum.span.to(expr.span));
        Some(Expr { kind: ExprKind::Binary(op, Box::new(sum), Box::new(expr)), span })
    });
    let fused = fused.map(|value| Assign { value, ..assign.clone() });
    let sums = with.into_iter().map(|term| Assign { value: negated(term), op: AssignOp::Add, ..assign.clone() });
    Ok(fused.into_iter().chain(sums).map(|assign| TermNest::of(assign, &indices)).collect())
}

/// Returns all indices, those of the target first: the names that stand alone as an index of a tensor.
fn indices(assign: &Assign) -> Result<Vec<Name>, Diagnostic> {
    let mut indices: Vec<Name> = Vec::new();
    for index in &assign.target.indices {
        let (ExprKind::Place(name), None, None) = (&index.expr.kind, &index.window, index.protocol) else {
            let remark = format!("`{index}` is no index of the result: an index of the result is a name");
            return Err(Diagnostic::new(index.expr.span, remark).help("write the loops, with `loops!`"));
        };
        if indices.iter().any(|known| known.text == name.text) {
            let remark = format!("the result has the index `{}` twice", name.text);
            return Err(Diagnostic::new(name.span, remark).help("give each axis an index of its own"));
        }
        indices.push(name.clone());
    }
    let mut found = None;
    assign.value.visit(&mut |part| match &part.kind {
        ExprKind::Access(access) => {
            for index in &access.indices {
                if let ExprKind::Place(name) = &index.counted().kind
                    && indices.iter().all(|known| known.text != name.text)
                {
                    indices.push(name.clone());
                }
            }
            if access.tensor.text == assign.target.tensor.text {
                found.get_or_insert(&access.tensor);
            }
        }
        ExprKind::Place(name) if name.text == assign.target.tensor.text => {
            found.get_or_insert(name);
        }
        _ => {}
    });
    let Some(name) = found else { return Ok(indices) };
    let remark = format!("`{}` is read and written", name.text);
    Err(Diagnostic::new(name.span, remark).help("write into another one, or read a copy"))
}

/// Returns whether an expression depends on an index.
fn mentions(expr: &Expr, index: &str) -> bool {
    let mut found = false;
    expr.visit(&mut |part| match &part.kind {
        ExprKind::Place(name) | ExprKind::Measure(name) => found |= name.text == index,
        _ => {}
    });
    found
}

/// Splits a sum into its terms, each with its sign.
fn split(expr: &Expr, negative: bool, terms: &mut Vec<(bool, Expr)>) {
    match &expr.kind {
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
            split(left, negative, terms);
            split(right, negative != (*op == BinaryOp::Sub), terms);
        }
        ExprKind::Unary(UnaryOp::Neg, operand) => split(operand, !negative, terms),
        _ => terms.push((negative, expr.clone())),
    }
}

impl TermNest {
    /// Creates the nest of an assignment, with those of the indices that it uses.
    fn of(assign: Assign, indices: &[Name]) -> TermNest {
        let result = assign.target.indices.len();
        let used = |(number, name): &(usize, &Name)| *number < result || mentions(&assign.value, &name.text);
        let indices: Vec<Name> = indices.iter().enumerate().filter(used).map(|(_, name)| name.clone()).collect();
        let mut tensors: Vec<TensorRead> = Vec::new();
        assign.value.visit(&mut |part| {
            if let ExprKind::Access(access) = &part.kind
                && number(&tensors, access).is_none()
            {
                tensors.push(TensorRead::of(access, &indices));
            }
        });
        let mut value = Vec::new();
        meet(&assign.value, assign.op, &tensors, &mut value);
        TermNest { assign, indices, tensors, value }
    }

    /// Calls `with` with the outline of the nest, whose result is an array or not.
    pub fn outlined<R>(&self, into_array: bool, with: impl FnOnce(&Outline<'_>) -> R) -> R {
        let names: Vec<&str> = self.indices.iter().map(|name| &name.text[..]).collect();
        let labels: Vec<String> = self.tensors.iter().map(|tensor| tensor.access.to_string()).collect();
        let parts = self.tensors.iter().zip(&labels);
        let parts: Vec<Part<'_>> =
            parts.map(|(tensor, label)| Part { tensor: label, axes: &tensor.axes, fixed: tensor.fixed }).collect();
        let result: Vec<usize> = (0..self.assign.target.indices.len()).collect();
        with(&Outline { indices: &names, parts: &parts, result: &result, into_array, value: &self.value })
    }

    /// Returns the program with the loops in an order. `name` gives the name of a tensor in it; those that are not fixed are
    /// read row by row, in the order of the loops.
    pub fn program(&self, order: &[usize], target: Name, name: impl Fn(usize) -> Name) -> Program {
        let mut value = self.assign.value.clone();
        each_access(&mut value, &mut |access| {
            let Some(number) = number(&self.tensors, access) else { return };
            let (tensor, span) = (&self.tensors[number], access.tensor.span);
            access.tensor = Name { span: name(number).span, ..name(number) };
            if access.tensor.span == Default::default() {
                access.tensor.span = span;
            }
            if !tensor.fixed {
                access.indices = tensor.arranged(order).into_iter().map(|axis| access.indices[axis].clone()).collect();
            }
        });
        let target = Access { tensor: target, ..self.assign.target.clone() };
        let body = Stmt::Assign(Assign { value, target, ..self.assign.clone() });
        let nest = order.iter().rev().fold(body, |body, index| {
            Stmt::For(For { var: self.indices[*index].clone(), range: None, step: None, body: Box::new(body) })
        });
        Program { nests: vec![nest] }
    }
}

impl TensorRead {
    fn of(access: &Access, indices: &[Name]) -> TensorRead {
        let plain = |index: &Index| {
            matches!(&index.expr.kind, ExprKind::Place(name) if index.window.is_none()
            && indices.iter().any(|known| known.text == name.text))
        };
        let bits = |index: &Index| {
            let with = indices
                .iter()
                .enumerate()
                .filter(|(_, name)| index.expressions().into_iter().any(|expr| mentions(expr, &name.text)));
            with.fold(0, |bits, (number, _)| bits | 1 << number)
        };
        let fixed = !access.indices.iter().all(plain);
        TensorRead { access: access.clone(), axes: access.indices.iter().map(bits).collect(), fixed }
    }

    /// Returns the axes in the order in which loops go through them; axes count as written.
    pub fn arranged(&self, order: &[usize]) -> Vec<usize> {
        let mut axes: Vec<usize> = (0..self.axes.len()).collect();
        axes.sort_by_key(|axis| order.iter().rposition(|index| self.axes[*axis] >> index & 1 == 1));
        axes
    }
}

/// Returns the number of the tensor that an access reads.
fn number(tensors: &[TensorRead], access: &Access) -> Option<usize> {
    let text = access.to_string();
    tensors.iter().position(|tensor| tensor.access.to_string() == text)
}

/// Calls `change` for each access of an expression. Accesses in an index are left.
fn each_access(expr: &mut Expr, change: &mut dyn FnMut(&mut Access)) {
    match &mut expr.kind {
        ExprKind::Number(_) | ExprKind::Bool(_) | ExprKind::Infinity | ExprKind::Place(_) | ExprKind::Measure(_) => {}
        ExprKind::Access(access) => change(access),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand, _) => each_access(operand, change),
        ExprKind::Binary(_, left, right) => {
            each_access(left, change);
            each_access(right, change);
        }
        ExprKind::Call(_, arguments) | ExprKind::Tuple(arguments) => {
            arguments.iter_mut().for_each(|argument| each_access(argument, change));
        }
        ExprKind::Method(receiver, _, arguments) => {
            each_access(receiver, change);
            arguments.iter_mut().for_each(|argument| each_access(argument, change));
        }
        ExprKind::Conditional(parts) => parts.iter_mut().for_each(|part| each_access(part, change)),
    }
}

/// Appends how the entries of an expression's tensors meet.
fn meet(expr: &Expr, op: AssignOp, tensors: &[TensorRead], value: &mut Vec<Meet>) {
    // A sum in `min=`, and `min` in `max=`, are the products of a semiring.
    let extreme = matches!(op, AssignOp::Min | AssignOp::Max);
    let (parts, how) = match &expr.kind {
        ExprKind::Access(access) => {
            value.push(number(tensors, access).map_or(Meet::Number, Meet::Read));
            return;
        }
        ExprKind::Binary(BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::And, ..) => {
            (expr.children(), Meet::Product)
        }
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) if extreme => (expr.children(), Meet::Product),
        ExprKind::Call(name, _) if extreme && matches!(&name.text[..], "min" | "max") => {
            (expr.children(), Meet::Product)
        }
        _ => (expr.children(), Meet::Sum),
    };
    if parts.is_empty() {
        value.push(Meet::Number);
    }
    for (number, part) in parts.into_iter().enumerate() {
        meet(part, op, tensors, value);
        if number > 0 {
            value.push(how);
        }
    }
}
