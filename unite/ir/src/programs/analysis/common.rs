//! Common subexpressions: operations that a program writes more than once on the same values.

use crate::programs::{Checked, Graph, NodeId};
use crate::syntax::Span;

/// An operation that is written more than once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Common {
    /// Its node in the graph of the program.
    pub node: NodeId,
    /// The places of the operation in the text, two or more, in order.
    pub places: Vec<Span>,
}

/// Returns the operations that are written more than once, operands before what uses them. Between an assignment to one
/// of its variables an expression is another operation.
///
/// ```
/// use unite_ir::programs::analysis::common_subexpressions;
/// use unite_ir::programs::{check, parse};
/// use unite_ir::syntax::Text;
/// let text = Text::new("var input a : [] var input b : [] var y : []  y = (a * b) + (a * b)  a = b  y = y + (a * b)");
/// let program = check(&parse(text.tokens()).unwrap().program).unwrap();
/// let common = common_subexpressions(&program);
/// let places: Vec<usize> = common[0].places.iter().map(|&place| text.line_and_column(place).1).collect();
/// assert_eq!((common.len(), places), (1, vec![52, 62]));
/// ```
pub fn common_subexpressions(program: &Checked) -> Vec<Common> {
    let graph = Graph::new(program);
    let written_again = graph.nodes.iter().enumerate().filter(|(_, node)| node.height > 0 && node.places.len() > 1);
    written_again.map(|(number, node)| Common { node: number, places: node.places.clone() }).collect()
}
