//! Simplification of expressions and code. Neutral arguments are dropped, zero annihilates, `-inf` is dropped from a
//! maximum and `inf` from a minimum, and loops and branches without effect are removed. Facts about the data are not
//! used: the test for emptiness of two single intervals stays, since `[0, 1]` and `[2, 3]` do not meet.

use super::code::{AssignOp, Code, Loop, Update};
use super::expr::{Expr, Op};

/// Returns an expression of the same value, simplified as far as the rules allow.
///
/// Places lie between `-inf` and `inf`, so the two are neutral in a maximum and a minimum. `x - eps + eps` is `x` where
/// `x` begins a piece, and so is `x + eps - eps` where it ends one, since such places have no eps of that sign.
///
/// ```
/// use unite_ir::explain::looplets::{Expr, simplify::simplify};
///
/// let start = Expr::max([Expr::from("st"), Expr::NEG_INFINITY, Expr::from("L").before().after()]);
/// assert_eq!(simplify(&start).to_string(), "max(st, L)");
/// assert_eq!(simplify(&(Expr::from("a") * 0.0.into())).to_string(), "0");
/// ```
pub fn simplify(expr: &Expr) -> Expr {
    match expr {
        Expr::Element(array, at) => Expr::element(array.clone(), simplify(at)),
        Expr::First(array, at) => Expr::first(array.clone(), simplify(at)),
        Expr::Call(op, args) => {
            let args: Vec<Expr> = args.iter().map(simplify).collect();
            match op {
                Op::Add | Op::Mul | Op::Min | Op::Max | Op::And | Op::Or => associative(*op, args),
                Op::Sub => difference(args),
                Op::Less | Op::LessOrEqual | Op::Equal => comparison(*op, args),
                Op::DropEps => match args.as_slice() {
                    [number @ Expr::Number(_)] => number.clone(),
                    _ => Expr::Call(*op, args),
                },
            }
        }
        leaf => leaf.clone(),
    }
}

/// Returns the neutral argument, and the absorbing one if there is one.
fn unit_and_zero(op: Op) -> (Expr, Option<Expr>) {
    match op {
        Op::Add => (0.0.into(), None),
        Op::Mul => (1.0.into(), Some(0.0.into())),
        Op::Min => (Expr::INFINITY, Some(Expr::NEG_INFINITY)),
        Op::Max => (Expr::NEG_INFINITY, Some(Expr::INFINITY)),
        Op::And => (true.into(), Some(false.into())),
        _ => (false.into(), Some(true.into())),
    }
}

fn associative(op: Op, args: Vec<Expr>) -> Expr {
    let (unit, zero) = unit_and_zero(op);
    let mut kept: Vec<Expr> = Vec::new();
    for arg in args {
        match arg {
            Expr::Call(inner, parts) if inner == op => parts.into_iter().for_each(|part| keep(op, &mut kept, part)),
            arg => keep(op, &mut kept, arg),
        }
    }
    if let Some(zero) = zero
        && kept.contains(&zero)
    {
        return zero;
    }
    kept.retain(|arg| *arg != unit);
    match kept.len() {
        0 => unit,
        1 => kept.remove(0),
        _ => Expr::Call(op, kept),
    }
}

/// Adds an argument: numbers are combined, idempotent operators keep each argument once, and a step back followed by
/// the same step forward cancels.
fn keep(op: Op, kept: &mut Vec<Expr>, arg: Expr) {
    if let (Op::Add, Some(Expr::Call(Op::Sub, parts))) = (op, kept.last())
        && let [place, step] = parts.as_slice()
        && *step == arg
        && matches!(arg, Expr::Eps | Expr::Number(1.0))
    {
        let place = place.clone();
        kept.pop();
        return kept.push(place);
    }
    if let (Expr::Number(b), Some(at)) = (&arg, kept.iter().position(|other| matches!(other, Expr::Number(_))))
        && let Expr::Number(a) = &kept[at]
        && let Some(number) = fold(op, *a, *b)
    {
        kept[at] = number.into();
        return;
    }
    let idempotent = matches!(op, Op::Min | Op::Max | Op::And | Op::Or);
    if !(idempotent && kept.contains(&arg)) {
        kept.push(arg);
    }
}

/// Combines two numbers into one, unless the result would be undefined for infinity.
fn fold(op: Op, a: f64, b: f64) -> Option<f64> {
    match op {
        Op::Add if a.is_finite() && b.is_finite() => Some(a + b),
        Op::Mul if a.is_finite() && b.is_finite() => Some(a * b),
        Op::Min => Some(a.min(b)),
        Op::Max => Some(a.max(b)),
        _ => None,
    }
}

fn difference(args: Vec<Expr>) -> Expr {
    match args.as_slice() {
        [a, Expr::Number(0.0)] => a.clone(),
        [Expr::Number(a), Expr::Number(b)] if a.is_finite() && b.is_finite() => (a - b).into(),
        [Expr::Call(Op::Add, parts), step @ (Expr::Eps | Expr::Number(1.0))]
            if parts.len() == 2 && parts[1] == *step =>
        {
            parts[0].clone()
        }
        _ => Expr::Call(Op::Sub, args),
    }
}

fn comparison(op: Op, args: Vec<Expr>) -> Expr {
    match args.as_slice() {
        [a, b] if a == b => (op != Op::Less).into(),
        [Expr::Number(a), Expr::Number(b)] => match op {
            Op::Less => (a < b).into(),
            Op::LessOrEqual => (a <= b).into(),
            _ => (a == b).into(),
        },
        _ => Expr::Call(op, args),
    }
}

/// The maximum number of rounds over some code: each one shortens it, and a few suffice in practice.
const MOST_ROUNDS: usize = 64;

/// The names bound by enclosing code, with their values.
type Known = Vec<(String, Expr)>;

/// Returns code with the same effect, simplified as far as the rules allow.
pub fn simplify_code(code: &Code) -> Code {
    // A round may enable further rules. The bound is needed for NaN, which is not equal to itself.
    let mut code = code.clone();
    for _ in 0..MOST_ROUNDS {
        let shorter = round(&code, &mut Vec::new());
        if shorter == code {
            break;
        }
        code = shorter;
    }
    code
}

fn round(code: &Code, known: &mut Known) -> Code {
    let code = match code {
        Code::Block(parts) => block(parts, known),
        Code::Let { name, value, body } => binding(name, &value_of(value, known), body, known),
        Code::Var { name, value, body } => {
            let (value, body) = (value_of(value, known), round(body, known));
            if mentions(&body, name) || body.sets(name) { Code::variable(name, value, body) } else { body }
        }
        Code::While { condition, body } => {
            known.retain(|(_, value)| !body_sets(body, value));
            Code::repeat(value_of(condition, known), scoped(body, known))
        }
        Code::For { index, start, stop, body } => Code::For {
            index: index.clone(),
            start: value_of(start, known),
            stop: value_of(stop, known),
            body: Box::new(scoped(body, known)),
        },
        Code::If { condition, then, otherwise } => match value_of(condition, known) {
            Expr::Truth(true) => round(then, known),
            Expr::Truth(false) => round(otherwise, known),
            condition => Code::branch(condition, scoped(then, known), scoped(otherwise, known)),
        },
        Code::Assign(update) => Code::Assign(Update { value: value_of(&update.value, known), ..update.clone() }),
        Code::Loop(pending) => pending_loop(pending, known),
    };
    let nothing = match &code {
        Code::Assign(update) => is_no_update(update),
        Code::Loop(pending) => is_no_update(&pending.update),
        code => !code.has_effect(&mut Vec::new()),
    };
    if nothing { Code::NOTHING } else { code }
}

/// Simplifies as [`round`] does, for code whose names are not visible afterwards.
fn scoped(code: &Code, known: &Known) -> Code {
    round(code, &mut known.clone())
}

fn block(parts: &[Code], known: &mut Known) -> Code {
    let mut kept = Vec::new();
    for part in parts {
        match scoped(part, known) {
            Code::Block(inner) => kept.extend(inner),
            other => kept.push(other),
        }
        known.retain(|(_, value)| !body_sets(part, value));
    }
    if kept.len() == 1 { kept.remove(0) } else { Code::Block(kept) }
}

fn binding(name: &str, value: &Expr, body: &Code, known: &Known) -> Code {
    let this = Expr::from(name);
    let inline = match value {
        Expr::Number(_) | Expr::Truth(_) => true,
        Expr::Name(other) => !body.sets(other),
        _ => false,
    };
    if inline {
        return scoped(&body.map(&|expr| expr.replace(&this, value)), known);
    }
    let mut known = known.clone();
    known.push((name.to_string(), value.clone()));
    let body = round(body, &mut known);
    if mentions(&body, name) { Code::bind(name, value.clone(), body) } else { body }
}

fn pending_loop(pending: &Loop, known: &Known) -> Code {
    let mut pending = pending.map(&|expr| value_of(expr, known));
    let index = pending.index.clone();
    let value = pending.update.value.clone();
    pending.operands.retain(|operand| value.mentions(&Expr::access(&operand.name, &index)));
    Code::Loop(Box::new(pending))
}

/// Returns whether an update leaves its target unchanged. The targets of `max=` and `min=` are numbers set before.
fn is_no_update(update: &Update) -> bool {
    match update.op {
        AssignOp::Add => update.value == Expr::Number(0.0),
        AssignOp::Max => update.value == Expr::NEG_INFINITY,
        AssignOp::Min => update.value == Expr::INFINITY,
        AssignOp::And => update.value == Expr::Truth(true),
        AssignOp::Or => update.value == Expr::Truth(false),
        AssignOp::Set => update.value == Expr::from(update.target.as_str()),
        AssignOp::Mul | AssignOp::Fold => false,
    }
}

/// Applies [`simplify`], then uses the values of bound names: if `stop = min(en, R)`, then `min(stop, R)` is `stop`,
/// and `stop <= R` is true. Maxima are handled likewise.
fn value_of(expr: &Expr, known: &Known) -> Expr {
    match simplify(expr) {
        Expr::Call(op @ (Op::Min | Op::Max), args) => {
            let implied: Vec<&Expr> = args.iter().flat_map(|arg| implied(op, arg, known)).collect();
            let args = args.iter().filter(|arg| !implied.contains(arg)).cloned();
            simplify(&Expr::call(op, args))
        }
        Expr::Call(Op::LessOrEqual, args) => match args.as_slice() {
            [a, b] if implied(Op::Min, a, known).contains(&b) || implied(Op::Max, b, known).contains(&a) => true.into(),
            _ => Expr::Call(Op::LessOrEqual, args),
        },
        other => other,
    }
}

/// Returns the arguments of the operator that a name is bound to, including those of names among them.
fn implied<'k>(op: Op, name: &Expr, known: &'k Known) -> Vec<&'k Expr> {
    let Expr::Name(name) = name else { return Vec::new() };
    match known.iter().rev().find(|(other, _)| other == name) {
        Some((_, Expr::Call(other, args))) if *other == op => {
            args.iter().flat_map(|arg| std::iter::once(arg).chain(implied(op, arg, known))).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whether the code sets a variable that the expression reads.
fn body_sets(code: &Code, expr: &Expr) -> bool {
    let mut names = std::collections::BTreeSet::new();
    expr.names(&mut names);
    names.iter().any(|name| code.sets(name))
}

/// Returns whether an expression in the code contains the name.
fn mentions(code: &Code, name: &str) -> bool {
    let (name, found) = (Expr::from(name), std::cell::Cell::new(false));
    code.map(&|expr| {
        found.set(found.get() || expr.mentions(&name));
        expr.clone()
    });
    found.get()
}
