//! Programs as text. What is printed parses to the same tree, without a remark.

use super::{Declaration, DeclarationKind, Expr, ExprKind, Extent, Pair, Program, Statement};
use std::fmt::{self, Display, Formatter};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.declarations.iter().try_for_each(|declaration| writeln!(f, "{declaration}"))?;
        self.statements.iter().try_for_each(|statement| writeln!(f, "{statement}"))
    }
}

impl Display for Declaration {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            DeclarationKind::Constant { .. } => "const ",
            DeclarationKind::Variable { input: false, output: false } => "var ",
            DeclarationKind::Variable { input: true, output: false } => "var input ",
            DeclarationKind::Variable { input: false, output: true } => "var output ",
            DeclarationKind::Variable { input: true, output: true } => "var input output ",
        })?;
        let extent = |extent: &Extent| match extent {
            Extent::Number(name) | Extent::Named(name) => name.text.clone(),
        };
        let extents: Vec<String> = self.extents.iter().map(extent).collect();
        write!(f, "{} : [{}]", self.name.text, extents.join(" "))?;
        let DeclarationKind::Constant { elements, .. } = &self.kind else { return Ok(()) };
        // A row a line would be prettier; a declaration is one line.
        let row = match self.extents.last() {
            Some(Extent::Number(last)) => last.text.parse().unwrap_or(elements.len()).max(1),
            _ => elements.len().max(1),
        };
        let rows = elements.chunks(row).map(|row| row.iter().map(|e| e.text.as_str()).collect::<Vec<_>>().join(" "));
        write!(f, " = [{}]", rows.collect::<Vec<_>>().join("; "))
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.target.text, self.value)
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Variable(name) => f.write_str(&name.text),
            ExprKind::Number(text) => f.write_str(text),
            ExprKind::Call(function, argument) => write!(f, "{}({argument})", function.name()),
            ExprKind::Binary(op, _, left, right) => {
                // On the left, operators of another rank elsewhere get parentheses, though they need none here.
                let is_plain = match &left.kind {
                    ExprKind::Binary(inner, ..) => inner.is_sum() == op.is_sum(),
                    _ => true,
                };
                operand(f, left, is_plain)?;
                write!(f, " {} ", op.sign())?;
                let is_plain = matches!(right.kind, ExprKind::Variable(_) | ExprKind::Number(_) | ExprKind::Call(..));
                operand(f, right, is_plain)
            }
            ExprKind::Contract(inner, pairs) => with_pairs(f, inner, '.', pairs),
            ExprKind::Transpose(inner, pairs) => with_pairs(f, inner, '^', pairs),
        }
    }
}

fn operand(f: &mut Formatter<'_>, expr: &Expr, is_plain: bool) -> fmt::Result {
    if is_plain { write!(f, "{expr}") } else { write!(f, "({expr})") }
}

fn with_pairs(f: &mut Formatter<'_>, inner: &Expr, sign: char, pairs: &[Pair]) -> fmt::Result {
    operand(f, inner, !matches!(inner.kind, ExprKind::Binary(..)))?;
    let pairs: Vec<String> = pairs.iter().map(|pair| format!("{} {}", pair.first.text, pair.second.text)).collect();
    write!(f, " {sign} [{}]", pairs.join(", "))
}
