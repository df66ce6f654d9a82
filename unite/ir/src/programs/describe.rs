//! Facts about programs as text: the results of `analysis` and `Graph`, with lines and columns.
//!
//! | function | for each |
//! |---|---|
//! | [`types`] | variable and expression, its shape |
//! | [`reaching`] | variable that is read, the assignment that it comes from |
//! | [`dead`] | statement that no result depends on, its place |
//! | [`common`] | expression that is written more than once, its places |
//! | [`in_place`] | statement, whether it needs a temporary |
//! | [`order`] | product of three factors and more, its cheapest order |
//! | [`staged`] | value that a result needs, one line by height |
//! | [`padded`] | variable, its storage with padding; where evaluation goes another way there |

use super::analysis;
use super::checked::shape_text;
use super::{Checked, Graph, NodeOp, Op, Size, Term, VariableKind};
use crate::syntax::{Span, Text};
use std::fmt::Write;
use std::num::NonZeroUsize;

/// Returns the shapes of variables and of all expressions, outer ones first.
///
/// ```
/// use unite_ir::programs::{check, describe, parse};
/// use unite_ir::syntax::Text;
/// let text = Text::new("var input a : [2 N] var input x : [N] var output y : [2]\ny = (a # x) . [2 3]");
/// let program = check(&parse(text.tokens()).unwrap().program).unwrap();
/// assert_eq!(describe::types(&program, &text), "\
/// a : [2 N], input
/// x : [N], input
/// y : [2], output
/// statement 1, 2:5: y = (a # x) . [2 3]
///   (a # x) . [2 3] : [2]
///     a # x : [2 N N]
///       a : [2 N]
///       x : [N]
/// ");
/// ```
pub fn types(program: &Checked, text: &Text) -> String {
    let mut described = String::new();
    for variable in &program.variables {
        let kind = match variable.kind {
            VariableKind::Constant(_) => ", constant",
            VariableKind::Variable { input: true, output: true } => ", input and output",
            VariableKind::Variable { input: true, output: false } => ", input",
            VariableKind::Variable { input: false, output: true } => ", output",
            VariableKind::Variable { input: false, output: false } => "",
        };
        line(&mut described, format_args!("{} : {}{kind}", variable.name, shape_text(&variable.shape, &program.sizes)));
    }
    for (number, statement) in program.statements.iter().enumerate() {
        line(&mut described, format_args!("{}", at(program, number, text)));
        // Terms that are still to be written, and how far they are indented.
        let mut open = vec![(&statement.value, 1)];
        while let Some((term, depth)) = open.pop() {
            let shape = shape_text(&term.shape, &program.sizes);
            line(&mut described, format_args!("{}{} : {shape}", "  ".repeat(depth), part(text, term.span)));
            open.extend(operands(term).into_iter().rev().map(|operand| (operand, depth + 1)));
        }
    }
    described
}

/// Returns where the value of each variable that is read comes from.
///
/// ```
/// use unite_ir::programs::{check, describe, parse};
/// use unite_ir::syntax::Text;
/// let text = Text::new("var input a : [2] var y : [2]\ny = a\ny = y + a");
/// let program = check(&parse(text.tokens()).unwrap().program).unwrap();
/// assert_eq!(describe::reaching(&program, &text), "\
/// 2:5: `a` from the start
/// 3:5: `y` from statement 1
/// 3:9: `a` from the start
/// ");
/// ```
pub fn reaching(program: &Checked, text: &Text) -> String {
    let mut described = String::new();
    for a_use in analysis::reaching(program) {
        let name = &program.variables[a_use.variable].name;
        line(&mut described, format_args!("{}: `{name}` from {}", place(text, a_use.span), a_use.definition));
    }
    described
}

/// Returns the statements that no result depends on.
pub fn dead(program: &Checked, text: &Text) -> String {
    let dead = analysis::dead_statements(program);
    let lines = dead.iter().map(|&number| at(program, number, text));
    or_none(lines, "no dead statement")
}

/// Returns the expressions that are written more than once on the same values.
pub fn common(program: &Checked, text: &Text) -> String {
    let lines = analysis::common_subexpressions(program).into_iter().map(|common| {
        let places: Vec<String> = common.places.iter().map(|&span| place(text, span)).collect();
        format!("{}: {}", part(text, common.places[0]), places.join(", "))
    });
    or_none(lines, "no common subexpression")
}

/// Returns for each statement whether it is written straight into its target.
pub fn in_place(program: &Checked, text: &Text) -> String {
    let mut described = String::new();
    for (number, statement) in program.statements.iter().enumerate() {
        let way = if analysis::writes_in_place(statement) { "in place" } else { "into a temporary" };
        line(&mut described, format_args!("{}: {way}", at(program, number, text)));
    }
    described
}

/// Returns the cheapest order of each product of three factors or more, `sizes` for the names of extents.
///
/// ```
/// use unite_ir::programs::{check, describe, parse};
/// use unite_ir::syntax::Text;
/// let text = Text::new("\
/// var input A : [N N] var input B : [N N] var input v : [N] var output y : [N]
/// y = (((A # B) . [2 3]) # v) . [2 3]");
/// let program = check(&parse(text.tokens()).unwrap().program).unwrap();
/// assert_eq!(describe::order(&program, &text, &[512]), "\
/// 2:5: A, B, v: 268959744 operations as written, 1048576 as A (B v)
/// ");
/// ```
///
/// # Panics
/// If there are fewer sizes than names of extents.
pub fn order(program: &Checked, text: &Text, sizes: &[usize]) -> String {
    let graph = Graph::new(program);
    let name = |node: usize| match (&graph.nodes[node].op, graph.nodes[node].places.first()) {
        (NodeOp::Start(variable), _) => program.variables[*variable].name.clone(),
        (_, Some(&place)) => format!("[{}]", part(text, place)),
        (_, None) => format!("%{node}"),
    };
    let lines = analysis::chains(&graph, sizes).into_iter().map(|chain| {
        let mut names: Vec<String> = chain.factors.iter().map(|&factor| name(factor)).collect();
        let written = analysis::written_order(&chain.labels, &chain.result, &chain.sizes);
        let best = analysis::contraction_order(&chain.labels, &chain.result, &chain.sizes);
        let factors = names.join(", ");
        for &(left, right) in &best.steps {
            let product = format!("({} {})", names[left], names[right]);
            names.push(product);
        }
        let last = names.last().map_or("", String::as_str);
        let last = last.strip_prefix('(').and_then(|last| last.strip_suffix(')')).unwrap_or(last);
        let place = graph.nodes[chain.node].places.first().map_or(String::new(), |&span| place(text, span));
        format!("{place}: {factors}: {} operations as written, {} as {last}", written.operations, best.operations)
    });
    or_none(lines, "no product of three factors or more")
}

/// Returns the values that results need, each once, by height: the lines of the staged function.
///
/// ```
/// use unite_ir::programs::{check, describe, parse};
/// use unite_ir::syntax::Tokens;
/// let text = "var input a : [2] var output y : [2] var output z : [2]  y = exp(a) * a  z = exp(a)";
/// let program = check(&parse(&Tokens::from_text(text)).unwrap().program).unwrap();
/// assert_eq!(describe::staged(&program), "\
/// %0 = a : [2], height 0
/// %1 = exp(%0) : [2], height 1, result z
/// %2 = %1 * %0 : [2], height 2, result y
/// ");
/// ```
pub fn staged(program: &Checked) -> String {
    let graph = Graph::new(program);
    let (uses, text) = (graph.uses(), graph.to_string());
    let mut lines: Vec<(usize, &str)> = text.lines().enumerate().filter(|&(node, _)| uses[node] > 0).collect();
    lines.sort_by_key(|&(node, _)| graph.nodes[node].height);
    lines.into_iter().map(|(_, line)| format!("{line}\n")).collect()
}

/// Returns how variables are stored in vectors of `multiple` elements, and which operations treat padding.
///
/// ```
/// use std::num::NonZeroUsize;
/// use unite_ir::programs::{check, describe, parse};
/// use unite_ir::syntax::Text;
/// let text = Text::new("var input x : [3 N] var output y : [3 N]\ny = exp(x)");
/// let program = check(&parse(text.tokens()).unwrap().program).unwrap();
/// assert_eq!(describe::padded(&program, &text, NonZeroUsize::new(4).unwrap()), "\
/// x : [3 N], stored as [4 N..], where .. rounds up to a multiple of 4
/// y : [3 N], stored as [4 N..], where .. rounds up to a multiple of 4
/// 2:5: exp(x): writes 0 into the padding
/// ");
/// ```
pub fn padded(program: &Checked, text: &Text, multiple: NonZeroUsize) -> String {
    let mut described = String::new();
    for variable in &program.variables {
        let stored = variable.shape.iter().map(|size| match size {
            Size::Known(extent) => {
                extent.checked_next_multiple_of(multiple.get()).map_or("too large".to_owned(), |e| e.to_string())
            }
            Size::Named(_) => format!("{}..", size.text(&program.sizes)),
        });
        let stored = stored.collect::<Vec<_>>().join(" ");
        let note = if stored.contains("..") {
            format!(", where .. rounds up to a multiple of {multiple}")
        } else {
            String::new()
        };
        let shape = shape_text(&variable.shape, &program.sizes);
        line(&mut described, format_args!("{} : {shape}, stored as [{stored}]{note}", variable.name));
    }
    for statement in &program.statements {
        let mut open = vec![&statement.value];
        while let Some(term) = open.pop() {
            let treatment = match &term.op {
                Op::Contract(..) => Some("stops at the true extents"),
                Op::Call(..) => Some("writes 0 into the padding"),
                _ => None,
            };
            if let Some(treatment) = treatment {
                let (place, written) = (place(text, term.span), part(text, term.span));
                line(&mut described, format_args!("{place}: {written}: {treatment}"));
            }
            open.extend(operands(term).into_iter().rev());
        }
    }
    described
}

fn operands(term: &Term) -> Vec<&Term> {
    match &term.op {
        Op::Variable(_) | Op::Number(_) => Vec::new(),
        Op::Binary(_, left, right) => vec![left, right],
        Op::Contract(operand, _) | Op::Transpose(operand, _) | Op::Call(_, operand) => vec![operand],
    }
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // A string takes everything.
    let _ = writeln!(text, "{arguments}");
}

fn or_none(lines: impl Iterator<Item = String>, none: &str) -> String {
    let lines: String = lines.map(|line| line + "\n").collect();
    if lines.is_empty() { format!("{none}\n") } else { lines }
}

/// `2:5`
fn place(text: &Text, span: Span) -> String {
    let (line, column) = text.line_and_column(span);
    format!("{line}:{column}")
}

/// Returns the text of a span on one line.
fn part(text: &Text, span: Span) -> String {
    text.part(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `statement 1, 2:5: y = a + b`, with the place of the value.
fn at(program: &Checked, number: usize, text: &Text) -> String {
    let statement = &program.statements[number];
    let (name, span) = (&program.variables[statement.target].name, statement.value.span);
    format!("statement {}, {}: {name} = {}", number + 1, place(text, span), part(text, span))
}
