//! The printer: programs and expressions as text, one indented line per header, with minimal brackets. Printed text
//! parses to the same tree.

use super::parse_expr::COMPARISON;
use super::{Access, Assign, AssignOp, Expr, ExprKind, If, Index, Program, Stmt, UnaryOp, Window};
use std::fmt::{self, Display, Formatter, Write};

/// The precedence of prefix operators; binary ones have 1 to 5.
const UNARY: u8 = 6;
const CAST: u8 = 7;
const POSTFIX: u8 = 8;

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, nest) in self.nests.iter().enumerate() {
            if number > 0 {
                f.write_char('\n')?;
            }
            nest.fmt(f)?;
        }
        Ok(())
    }
}

impl Display for Stmt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(self, 0, f)
    }
}

/// Prints a statement at the start of a line that is indented to `depth`, and further lines.
fn print(stmt: &Stmt, depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    let line = |depth: usize, f: &mut Formatter<'_>| write!(f, "\n{:width$}", "", width = 4 * depth);
    let body = match stmt {
        Stmt::For(header) => {
            write!(f, "for {}", header.var.text)?;
            match (&header.range, &header.step) {
                (Some((start, end)), Some(step)) => {
                    // After a colon, `if` begins a statement.
                    let end = end.to_string();
                    let end = if end.starts_with("if ") { format!("({end})") } else { end };
                    write!(f, " = {start}:{step}:{end}")?;
                }
                (Some((start, end)), None) => write!(f, " = {start}:{end}")?,
                (None, _) => {}
            }
            &header.body
        }
        Stmt::If(If { condition, body, otherwise: Some(otherwise) }) => {
            write!(f, "if {condition}")?;
            line(depth + 1, f)?;
            print(body, depth + 1, f)?;
            line(depth, f)?;
            f.write_str("else")?;
            otherwise
        }
        Stmt::If(header) => {
            write!(f, "if {}", header.condition)?;
            &header.body
        }
        Stmt::Let(header) => {
            write!(f, "let {} = {}", header.name.text, header.value)?;
            &header.body
        }
        Stmt::Assign(assign) => return assign.fmt(f),
        Stmt::Start(start) => return write!(f, "{} .= {}", start.name.text, start.value),
        Stmt::Block(stmts) => {
            f.write_char('{')?;
            for stmt in stmts {
                line(depth + 1, f)?;
                print(stmt, depth + 1, f)?;
            }
            line(depth, f)?;
            return f.write_char('}');
        }
    };
    line(depth + 1, f)?;
    print(body, depth + 1, f)
}

impl Display for Assign {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(function) = &self.function else {
            return write!(f, "{} {} {}", self.target, self.op.sign(), self.value);
        };
        write!(f, "{} <<{}", self.target, function.text)?;
        if let Some(identity) = &self.identity {
            write!(f, ", {identity}")?;
        }
        write!(f, ">>= {}", self.value)
    }
}

impl AssignOp {
    /// Returns the operator as written, without the function of a fold.
    pub fn sign(self) -> &'static str {
        match self {
            AssignOp::Set => "=",
            AssignOp::Add => "+=",
            AssignOp::Max => "max=",
            AssignOp::Min => "min=",
            AssignOp::And => "&=",
            AssignOp::Or => "|=",
            AssignOp::Mul => "*=",
            AssignOp::Fold => "<<f>>=",
        }
    }
}

impl Display for Access {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tensor.text)?;
        if self.indices.is_empty() {
            return Ok(());
        }
        f.write_char('[')?;
        list(f, &self.indices)?;
        f.write_char(']')
    }
}

impl Display for Index {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let place = |f: &mut Formatter<'_>| match self.window.as_deref() {
            Some(Window { from, to, at }) => write!(f, "({from}:{to})({at})"),
            None => self.expr.fmt(f),
        };
        let Some(protocol) = self.protocol else { return place(f) };
        write!(f, "{}(", protocol.word())?;
        place(f)?;
        f.write_char(')')
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Number(text) => f.write_str(text),
            ExprKind::Bool(value) => value.fmt(f),
            ExprKind::Infinity => f.write_str("inf"),
            ExprKind::Place(name) => f.write_str(&name.text),
            ExprKind::Access(access) => access.fmt(f),
            ExprKind::Measure(var) => write!(f, "d({})", var.text),
            ExprKind::Unary(op, operand) => {
                f.write_char(match op {
                    UnaryOp::Neg => '-',
                    UnaryOp::Not => '!',
                })?;
                operand.at_least(f, UNARY)
            }
            ExprKind::Binary(op, left, right) => {
                // Operators group to the left; comparisons do not group at all.
                left.at_least(f, op.level() + u8::from(op.level() == COMPARISON))?;
                write!(f, " {} ", op.sign())?;
                right.at_least(f, op.level() + 1)
            }
            ExprKind::Call(name, arguments) => {
                write!(f, "{}(", name.text)?;
                list(f, arguments)?;
                f.write_char(')')
            }
            ExprKind::Method(receiver, name, arguments) => {
                // `2.` followed by `.abs()` would read as a range.
                match &receiver.kind {
                    ExprKind::Number(text) if text.ends_with('.') => write!(f, "({text})")?,
                    _ => receiver.at_least(f, POSTFIX)?,
                }
                write!(f, ".{}(", name.text)?;
                list(f, arguments)?;
                f.write_char(')')
            }
            ExprKind::Tuple(values) => {
                f.write_char('(')?;
                list(f, values)?;
                f.write_char(')')
            }
            ExprKind::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                write!(f, "if {condition} {{ {then} }} else {{ {otherwise} }}")
            }
            ExprKind::Cast(operand, ty) => {
                operand.at_least(f, CAST)?;
                write!(f, " as {}", ty.text)
            }
        }
    }
}

impl Expr {
    fn level(&self) -> u8 {
        match &self.kind {
            ExprKind::Binary(op, ..) => op.level(),
            ExprKind::Unary(..) => UNARY,
            ExprKind::Cast(..) => CAST,
            _ => POSTFIX,
        }
    }

    /// Prints the expression, in brackets if it binds less tightly than `level`.
    fn at_least(&self, f: &mut Formatter<'_>, level: u8) -> fmt::Result {
        if self.level() < level { write!(f, "({self})") } else { self.fmt(f) }
    }
}

fn list<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> fmt::Result {
    for (number, item) in items.iter().enumerate() {
        if number > 0 {
            f.write_str(", ")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}
