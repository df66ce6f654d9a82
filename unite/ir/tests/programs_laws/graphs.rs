//! Graphs as programs: a statement for each node, so that the reference evaluates them.

use unite_ir::programs::evaluate::{Store, reference};
use unite_ir::programs::{Checked, Graph, NodeId, NodeOp, Op, Term};
use unite_ir::syntax::Span;

use super::build::{assign, read, variable};
use super::laws::{Bits, Verdict};
use super::random::Case;

/// Asserts that the values of a graph at the end are those of the program.
pub(crate) fn has_values_of<T: Bits>(graph: &Graph, case: &Case, store: &Store<T>) -> Verdict {
    let (program, nodes) = as_program(&case.program, graph);
    let mut expected = store.clone();
    reference(&case.program, &mut expected).map_err(|error| error.to_string())?;
    let mut found = Store::new(&program, &case.sizes).map_err(|error| error.to_string())?;
    for variable in case.program.variables.iter().filter(|variable| variable.is_input()) {
        let values = store.tensor(&variable.name).expect("declared").values();
        found.set(&variable.name, values).map_err(|error| error.to_string())?;
    }
    reference(&program, &mut found).map_err(|error| error.to_string())?;
    for &result in graph.results() {
        let Some(node) = graph.last[result] else { continue };
        let name = &case.program.variables[result].name;
        let value = |store: &Store<T>, name: &str| store.tensor(name).expect("declared").values();
        let (found, expected) = (value(&found, &program.variables[nodes[node]].name), value(&expected, name));
        let are_equal = found.len() == expected.len()
            && found.iter().zip(&expected).all(|pair| match pair {
                (Some(found), Some(expected)) => found.same(expected),
                (found, expected) => found.is_none() && expected.is_none(),
            });
        if !are_equal {
            return Err(format!("{name}: {found:?} in the graph, {expected:?} in the program\n{graph}"));
        }
    }
    Ok(())
}

/// The program of a graph, and the variable of each node.
fn as_program(program: &Checked, graph: &Graph) -> (Checked, Vec<usize>) {
    let mut of_nodes = Checked { statements: Vec::new(), ..program.clone() };
    let mut variables = Vec::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        let operand = |operand: NodeId| Box::new(read(&of_nodes, variables[operand]));
        let op = match &node.op {
            NodeOp::Start(start) => Op::Variable(*start),
            NodeOp::Number(text) => Op::Number(text.clone()),
            NodeOp::Binary(op, left, right) => Op::Binary(*op, operand(*left), operand(*right)),
            NodeOp::Contract(of, pairs) => Op::Contract(operand(*of), pairs.clone()),
            NodeOp::Transpose(of, permutation) => Op::Transpose(operand(*of), permutation.clone()),
            NodeOp::Call(function, argument) => Op::Call(*function, operand(*argument)),
        };
        let value = Term { op, shape: node.shape.clone(), span: Span::default() };
        let own = variable(&mut of_nodes, format!("node{number}"), node.shape.clone());
        assign(&mut of_nodes, own, value);
        variables.push(own);
    }
    (of_nodes, variables)
}
