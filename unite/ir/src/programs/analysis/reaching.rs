//! Reaching definitions: the origin of the value of each variable that is read. It is an assignment, or the start.

use crate::programs::{Checked, Op, Term, VariableKind};
use crate::syntax::{Diagnostic, Span};
use std::fmt::{self, Display, Formatter};

/// A variable that is read, and where its value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// The statement that reads it, from 0.
    pub statement: usize,
    /// The variable, by its number in [`Checked::variables`].
    pub variable: usize,
    /// The place of the reading in the text.
    pub span: Span,
    /// The origin of its value.
    pub definition: Definition,
}

/// The origin of a variable's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Definition {
    /// An input, or a constant.
    Start,
    /// A statement, from 0.
    Statement(usize),
    /// The variable holds nothing yet: its elements are undefined.
    Nothing,
}

impl Display for Definition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Definition::Start => f.write_str("the start"),
            Definition::Statement(number) => write!(f, "statement {}", number + 1),
            Definition::Nothing => f.write_str("nothing"),
        }
    }
}

/// Returns all uses of variables, in the order of the text.
///
/// ```
/// use unite_ir::programs::analysis::{Definition, reaching};
/// use unite_ir::programs::{check, parse};
/// use unite_ir::syntax::Tokens;
/// let text = "var input a : [2] var output y : [2]  y = a  y = y + a";
/// let program = check(&parse(&Tokens::from_text(text)).unwrap().program).unwrap();
/// let definitions: Vec<Definition> = reaching(&program).iter().map(|a_use| a_use.definition).collect();
/// assert_eq!(definitions, [Definition::Start, Definition::Statement(0), Definition::Start]);
/// ```
pub fn reaching(program: &Checked) -> Vec<Use> {
    let at_start = |variable: &crate::programs::Variable| match variable.kind {
        VariableKind::Constant(_) | VariableKind::Variable { input: true, .. } => Definition::Start,
        VariableKind::Variable { .. } => Definition::Nothing,
    };
    let mut definitions: Vec<Definition> = program.variables.iter().map(at_start).collect();
    let mut uses = Vec::new();
    for (statement, assignment) in program.statements.iter().enumerate() {
        assignment.value.for_each_variable(&mut |variable, span| {
            uses.push(Use { statement, variable, span, definition: definitions[variable] });
        });
        definitions[assignment.target] = Definition::Statement(statement);
    }
    uses
}

/// Returns a diagnostic for each variable that is read before it holds anything: it would be undefined.
pub fn undefined_uses(program: &Checked) -> Vec<Diagnostic> {
    let undefined = reaching(program).into_iter().filter(|a_use| a_use.definition == Definition::Nothing);
    undefined
        .map(|a_use| {
            let name = &program.variables[a_use.variable].name;
            Diagnostic::new(a_use.span, format!("`{name}` is read before it holds anything"))
                .help(format!("assign it first, or declare it as `var input {name}`"))
                .code("undefined")
        })
        .collect()
}

impl Term {
    /// Calls a function for each variable of the term and its place, in the order of the text.
    pub fn for_each_variable(&self, visit: &mut impl FnMut(usize, Span)) {
        match &self.op {
            Op::Variable(number) => visit(*number, self.span),
            Op::Number(_) => {}
            Op::Binary(_, left, right) => {
                left.for_each_variable(visit);
                right.for_each_variable(visit);
            }
            Op::Contract(operand, _) | Op::Transpose(operand, _) | Op::Call(_, operand) => {
                operand.for_each_variable(visit);
            }
        }
    }
}
