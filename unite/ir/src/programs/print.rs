//! Programs as text. What is printed parses to the same tree; unless it is very deep, without a remark.

use super::{Declaration, DeclarationKind, Expr, ExprKind, Extent, Program, Statement};
use crate::syntax::DEEPEST;
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

/// Parentheses that no rule asks for make an expression clear. An expression in which more than this many would be nested
/// has none of them, since the parser bounds the nesting.
const CLEAR: usize = DEEPEST / 2;

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_expr(f, self, nesting(self) <= CLEAR)
    }
}

/// Writes an expression; `is_clear` asks for parentheses around operators of another rank elsewhere.
fn write_expr(f: &mut Formatter<'_>, expr: &Expr, is_clear: bool) -> fmt::Result {
    match &expr.kind {
        ExprKind::Variable(name) => f.write_str(&name.text),
        ExprKind::Number(text) => f.write_str(text),
        ExprKind::Call(function, argument) => {
            write!(f, "{}(", function.name())?;
            write_expr(f, argument, is_clear)?;
            f.write_str(")")
        }
        ExprKind::Binary(op, _, left, right) => {
            operand(f, left, is_clear && clarifies(expr, left), is_clear)?;
            write!(f, " {} ", op.sign())?;
            operand(f, right, is_nested_right(right), is_clear)
        }
        ExprKind::Contract(inner, pairs) | ExprKind::Transpose(inner, pairs) => {
            operand(f, inner, is_clear && clarifies(expr, inner), is_clear)?;
            let sign = if matches!(expr.kind, ExprKind::Contract(..)) { '.' } else { '^' };
            let pairs: Vec<String> =
                pairs.iter().map(|pair| format!("{} {}", pair.first.text, pair.second.text)).collect();
            write!(f, " {sign} [{}]", pairs.join(", "))
        }
    }
}

fn operand(f: &mut Formatter<'_>, expr: &Expr, has_parentheses: bool, is_clear: bool) -> fmt::Result {
    if !has_parentheses {
        return write_expr(f, expr, is_clear);
    }
    f.write_str("(")?;
    write_expr(f, expr, is_clear)?;
    f.write_str(")")
}

/// Returns whether a left operand is clearer in parentheses: its operator has another rank elsewhere, though it needs none
/// here.
fn clarifies(expr: &Expr, left: &Expr) -> bool {
    match (&expr.kind, &left.kind) {
        (ExprKind::Binary(op, ..), ExprKind::Binary(inner, ..)) => inner.is_sum() != op.is_sum(),
        (ExprKind::Binary(..), _) => false,
        (_, left) => matches!(left, ExprKind::Binary(..)),
    }
}

/// Returns whether a right operand needs parentheses: operators associate to the left.
fn is_nested_right(right: &Expr) -> bool {
    !matches!(right.kind, ExprKind::Variable(_) | ExprKind::Number(_) | ExprKind::Call(..))
}

/// Returns how many parentheses are nested in a clear expression.
fn nesting(expr: &Expr) -> usize {
    match &expr.kind {
        ExprKind::Variable(_) | ExprKind::Number(_) => 0,
        ExprKind::Call(_, argument) => 1 + nesting(argument),
        ExprKind::Binary(_, _, left, right) => {
            let left = nesting(left) + usize::from(clarifies(expr, left));
            left.max(nesting(right) + usize::from(is_nested_right(right)))
        }
        ExprKind::Contract(inner, _) | ExprKind::Transpose(inner, _) => {
            nesting(inner) + usize::from(clarifies(expr, inner))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::programs::parse;
    use crate::syntax::Tokens;

    #[test]
    fn long_chains_of_all_operators_parse_as_they_are_printed() {
        for operators in [1, 49, 50, 51, 52, 99, 100, 101, 102, 390] {
            let chain: String = (0..operators).map(|n| [" + 1", " * 2", " . [1 2]", " - 3"][n % 4]).collect();
            for value in [format!("x{chain}"), format!("exp(x{chain}) * 2"), format!("2 * (x{chain})")] {
                let text = format!("var x : [2 2] x = {value}");
                let printed = parse(&Tokens::from_text(&text)).expect("it is shallow").program.to_string();
                let again = parse(&Tokens::from_text(&printed)).expect("what is printed parses");
                assert_eq!(again.program.to_string(), printed);
                let signs = |text: &str| text.replace(['(', ')', ' ', '\n'], "");
                assert_eq!(signs(&printed), signs(&text));
            }
        }
    }
}
