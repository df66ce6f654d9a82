//! The printer of stages.

use std::fmt::{self, Display, Formatter};

use super::affine::is_zero;
use super::simplify::unary;
use super::tree::{Extent, Part, Path, Selector, Spot, Stage, Step, Term};
use crate::loops::interpret::{Number, Value};
use crate::loops::{BinaryOp, UnaryOp};

impl Display for Stage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:", self.title)?;
        self.nests.iter().try_for_each(|nest| print(nest, 1, f))
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(self, 0, f)
    }
}

fn print(step: &Step, depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    if let Step::Block(steps) = step {
        return steps.iter().try_for_each(|step| print(step, depth, f));
    }
    write!(f, "{:width$}", "", width = 4 * depth)?;
    match step {
        Step::Pieces { var, path, window, .. } => {
            write!(f, "for {var} in {}", path.tensor)?;
            if !path.selectors.is_empty() {
                write!(f, "[{}]", Selectors(path))?;
            }
            match window {
                Some((from, to)) => writeln!(f, " within {}:", Part::Range(from.clone(), to.clone()))?,
                None => writeln!(f, ":")?,
            }
        }
        Step::For { var, extent, .. } => writeln!(f, "for {var} in {extent}:")?,
        Step::Each { var, extent, .. } => writeln!(f, "for each {var} in {extent}:")?,
        Step::Start { target, value } => writeln!(f, "{target} .= {value}")?,
        Step::IfPoint { extent, then, otherwise } => {
            writeln!(f, "if {extent} is a point:")?;
            print(then, depth + 1, f)?;
            if **otherwise != Step::Nothing {
                writeln!(f, "{:width$}else:", "", width = 4 * depth)?;
                print(otherwise, depth + 1, f)?;
            }
            return Ok(());
        }
        Step::IfNotEmpty { extent, .. } => writeln!(f, "if {extent} is not empty:")?,
        Step::If { condition, .. } => writeln!(f, "if {condition}:")?,
        Step::Let { name, value, body } => {
            writeln!(f, "let {name} = {value}")?;
            return print(body, depth, f);
        }
        Step::Assign { target, spots, op, value } => {
            let spots: Vec<String> = spots.iter().map(ToString::to_string).collect();
            let place = if spots.is_empty() { String::new() } else { format!("[{}]", spots.join(", ")) };
            writeln!(f, "{target}{place} {} {value}", op.sign())?;
        }
        Step::Refuse { extent, value, .. } => writeln!(f, "refuse {value} != 0 over {extent}")?,
        Step::Block(_) | Step::Nothing => writeln!(f, "nothing")?,
    }
    step.children().into_iter().try_for_each(|child| print(child, depth + 1, f))
}

/// The selectors of a path.
struct Selectors<'p>(&'p Path);

impl Display for Selectors<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let show = |selector: &Selector| match selector {
            Selector::Piece(var) => var.clone(),
            Selector::At(term) => format!("@{}", Inner(term, TIGHTEST)),
        };
        f.write_str(&self.0.selectors.iter().map(show).collect::<Vec<_>>().join(","))
    }
}

impl Display for Extent {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.parts.as_slice() {
            [] => f.write_str("-inf:inf"),
            parts => f.write_str(&parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ^ ")),
        }
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Part::Range(from, to) => write!(f, "{}:{}", Inner(from, SUM), Inner(to, SUM)),
            Part::Inverse { piece, scale, offset } => {
                let piece = format!("{}.itvl[{}]", piece.tensor, Selectors(piece));
                let moved = match negated(offset) {
                    _ if is_zero(offset) => piece.clone(),
                    _ if scale.is(-1) => return write!(f, "({}-{piece})", Inner(offset, SUM)),
                    Some(positive) => format!("({piece}+{})", Inner(&positive, PRODUCT)),
                    None => format!("({piece}-{})", Inner(offset, PRODUCT)),
                };
                match scale {
                    scale if scale.is(1) => f.write_str(&moved),
                    scale if scale.is(-1) => write!(f, "(-{moved})"),
                    scale => write!(f, "{moved}/{}", Inner(scale, TIGHTEST)),
                }
            }
        }
    }
}

/// Returns the negated term, if the term has a minus sign.
fn negated(term: &Term) -> Option<Term> {
    match term {
        Term::Constant(Value::Number(x)) if *x < Number::from(0) => Some(unary(UnaryOp::Neg, term.clone())),
        Term::Unary(UnaryOp::Neg, operand) => Some((**operand).clone()),
        _ => None,
    }
}

impl Display for Spot {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (extent, scale, offset) = match self {
            Spot::At(at) => return at.fmt(f),
            Spot::Run { extent, scale, offset } => (extent, scale, offset),
        };
        let plain = scale.is(1) && is_zero(offset);
        match (extent.parts.len() > 1 && !plain, scale) {
            (_, scale) if scale.is(1) => {}
            (_, scale) if scale.is(-1) => f.write_str("-")?,
            (_, scale) => write!(f, "{}*", Inner(scale, PRODUCT))?,
        }
        match extent.parts.len() > 1 && !plain {
            true => write!(f, "({extent})")?,
            false => write!(f, "{extent}")?,
        }
        match negated(offset) {
            _ if is_zero(offset) => Ok(()),
            Some(positive) => write!(f, "-{}", Inner(&positive, PRODUCT)),
            None => write!(f, "+{}", Inner(offset, PRODUCT)),
        }
    }
}

const SUM: u8 = 4;
const PRODUCT: u8 = 5;
const TIGHTEST: u8 = 7;

fn level(term: &Term) -> u8 {
    match term {
        Term::Binary(BinaryOp::Or, ..) => 1,
        Term::Binary(BinaryOp::And, ..) => 2,
        Term::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => SUM,
        Term::Binary(BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem, ..) => PRODUCT,
        Term::Binary(..) => 3,
        Term::Unary(..) | Term::Cast(..) => 6,
        Term::Constant(Value::Number(x)) if *x < Number::from(0) => 6,
        Term::Constant(Value::Number(x)) if x.to_string().contains('/') => PRODUCT,
        _ => TIGHTEST,
    }
}

/// A term that is put in parentheses if its precedence is lower than that of its surroundings.
struct Inner<'t>(&'t Term, u8);

impl Display for Inner<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match level(self.0) < self.1 {
            true => write!(f, "({})", self.0),
            false => self.0.fmt(f),
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Constant(value) => value.fmt(f),
            Term::Name(name) => f.write_str(name),
            Term::Held(path) => write!(f, "{}.val[{}]", path.tensor, Selectors(path)),
            Term::Measure(index) => write!(f, "d({index})"),
            Term::Length(extent) => write!(f, "max(0, length({extent}))"),
            Term::Left(extent) => write!(f, "left({extent})"),
            Term::Unary(UnaryOp::Neg, operand) => write!(f, "-{}", Inner(operand, 6)),
            Term::Unary(UnaryOp::Not, operand) => write!(f, "!{}", Inner(operand, 6)),
            Term::Binary(op, left, right) => {
                let own = level(self);
                let blank = if own >= SUM { "" } else { " " };
                let (left, right) = (Inner(left, own), Inner(right, own + 1));
                write!(f, "{left}{blank}{}{blank}{right}", op.sign())
            }
            Term::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                write!(f, "{name}({})", arguments.join(", "))
            }
            Term::Cast(operand, to) => write!(f, "{} as {to}", Inner(operand, 6)),
            Term::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                write!(f, "if {condition} {{ {then} }} else {{ {otherwise} }}")
            }
        }
    }
}
