//! Dead code: statements that no result depends on.

use super::{Definition, reaching};
use crate::programs::Checked;

/// Returns the statements, from 0, that no result depends on. Without `output` all variables are results.
///
/// ```
/// use unite_ir::programs::analysis::dead_statements;
/// use unite_ir::programs::{check, parse};
/// use unite_ir::syntax::Tokens;
/// let text = "var input a : [] var b : [] var output y : []  y = a + a  b = y  y = a";
/// let program = check(&parse(&Tokens::from_text(text)).unwrap().program).unwrap();
/// assert_eq!(dead_statements(&program), [0, 1]);
/// ```
pub fn dead_statements(program: &Checked) -> Vec<usize> {
    let uses = reaching(program);
    let mut live = vec![false; program.statements.len()];
    // The last assignment of each result, then what they read.
    for (number, variable) in program.variables.iter().enumerate() {
        let last = program.statements.iter().rposition(|statement| statement.target == number);
        if let Some(last) = last.filter(|_| variable.is_output()) {
            live[last] = true;
        }
    }
    // Definitions lie before their uses.
    for a_use in uses.iter().rev() {
        if let (true, Definition::Statement(definition)) = (live[a_use.statement], a_use.definition) {
            live[definition] = true;
        }
    }
    (0..live.len()).filter(|&statement| !live[statement]).collect()
}
