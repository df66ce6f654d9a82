//! [`Graph`]: the values of a program, each once. Equal operations on equal operands are one node (hash-consing); operands are
//! versions of variables, so that an expression before an assignment and the same one behind it are two.

use super::checked::shape_text;
use super::{BinaryOp, Checked, Function, Op, Shape, Term};
use crate::syntax::Span;
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

/// The number of a node in [`Graph::nodes`].
pub type NodeId = usize;

/// The values of a program.
///
/// ```
/// use unite_ir::programs::{Graph, check, parse};
/// use unite_ir::syntax::Tokens;
/// let text = "var input a : [2] var input b : [2] var output y : [2] var output z : [2]  y = a * b  a = b  z = a * b";
/// let program = check(&parse(&Tokens::from_text(text)).unwrap().program).unwrap();
/// assert_eq!(Graph::new(&program).to_string(), "\
/// %0 = a : [2], height 0
/// %1 = b : [2], height 0
/// %2 = %0 * %1 : [2], height 1, result y
/// %3 = %1 * %1 : [2], height 1, result z
/// ");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// Operands stand before what uses them.
    pub nodes: Vec<Node>,
    /// The value of each statement.
    pub assigned: Vec<NodeId>,
    /// The value of each variable at the end; nothing for those that were neither read nor assigned.
    pub last: Vec<Option<NodeId>>,
    /// The names that are printed: of variables, of extents.
    names: (Vec<String>, Vec<String>),
    /// The variables that are results.
    results: Vec<usize>,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The operation.
    pub op: NodeOp,
    /// An extent for each dimension.
    pub shape: Shape,
    /// The most operations on a way to it from what is given.
    pub height: usize,
    /// The operations that it is the value of, in the order of the text.
    pub places: Vec<Span>,
}

/// The operation of a node. Dimensions count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum NodeOp {
    /// The value of a variable at the start, or of a constant.
    Start(usize),
    /// A scalar as it is written.
    Number(String),
    /// Two operands.
    Binary(BinaryOp, NodeId, NodeId),
    /// Sums over pairs of dimensions, the lower one first.
    Contract(NodeId, Vec<(usize, usize)>),
    /// Dimension `k` of the result is dimension `permutation[k]` of the operand; never the identity.
    Transpose(NodeId, Vec<usize>),
    /// A function of each element.
    Call(Function, NodeId),
}

impl NodeOp {
    /// Returns the same operation on other operands.
    pub(super) fn with_operands(&self, mut other: impl FnMut(NodeId) -> NodeId) -> NodeOp {
        match self {
            NodeOp::Start(_) | NodeOp::Number(_) => self.clone(),
            NodeOp::Binary(op, left, right) => NodeOp::Binary(*op, other(*left), other(*right)),
            NodeOp::Contract(operand, pairs) => NodeOp::Contract(other(*operand), pairs.clone()),
            NodeOp::Transpose(operand, permutation) => NodeOp::Transpose(other(*operand), permutation.clone()),
            NodeOp::Call(function, argument) => NodeOp::Call(*function, other(*argument)),
        }
    }

    /// The operands, from the left to the right.
    pub fn operands(&self) -> impl Iterator<Item = NodeId> + use<> {
        let (first, second) = match *self {
            NodeOp::Start(_) | NodeOp::Number(_) => (None, None),
            NodeOp::Binary(_, left, right) => (Some(left), Some(right)),
            NodeOp::Contract(operand, _) | NodeOp::Transpose(operand, _) | NodeOp::Call(_, operand) => {
                (Some(operand), None)
            }
        };
        first.into_iter().chain(second)
    }
}

impl Graph {
    /// The graph of a program, with all its statements, dead ones too.
    pub fn new(program: &Checked) -> Graph {
        let mut builder = Builder { nodes: Nodes::default(), versions: vec![None; program.variables.len()], program };
        let mut assigned = Vec::new();
        for statement in &program.statements {
            let value = builder.term(&statement.value);
            builder.versions[statement.target] = Some(value);
            assigned.push(value);
        }
        let results: Vec<usize> =
            (0..program.variables.len()).filter(|&number| program.variables[number].is_output()).collect();
        // An input that is also a result may be read nowhere.
        for &number in &results {
            if program.variables[number].is_input() && builder.versions[number].is_none() {
                let start = builder.start(number);
                builder.versions[number] = Some(start);
            }
        }
        let variables = program.variables.iter().map(|variable| variable.name.clone()).collect();
        let Builder { nodes: Nodes { nodes, .. }, versions, .. } = builder;
        Graph { nodes, assigned, last: versions, names: (variables, program.sizes.clone()), results }
    }

    /// Returns a graph of other nodes for the same program.
    pub(super) fn with_nodes(&self, nodes: Nodes, assigned: Vec<NodeId>, last: Vec<Option<NodeId>>) -> Graph {
        Graph { nodes: nodes.nodes, assigned, last, names: self.names.clone(), results: self.results.clone() }
    }

    /// Counts the uses of each node: as an operand of a node that a result needs, and as a result. A node that none needs has 0.
    pub fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.nodes.len()];
        for &number in &self.results {
            if let Some(node) = self.last[number] {
                uses[node] += 1;
            }
        }
        for node in (0..self.nodes.len()).rev() {
            if uses[node] > 0 {
                self.nodes[node].op.operands().for_each(|operand| uses[operand] += 1);
            }
        }
        uses
    }

    /// The variables that are results, by their numbers.
    pub fn results(&self) -> &[usize] {
        &self.results
    }
}

/// Nodes that are built, each once.
#[derive(Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    known: HashMap<NodeOp, NodeId>,
}

impl Nodes {
    /// Returns the number of an operation on known operands, which is added if it is not there.
    pub(super) fn node(&mut self, op: NodeOp, shape: Shape) -> NodeId {
        if let Some(&known) = self.known.get(&op) {
            return known;
        }
        let height = op.operands().map(|operand| self.nodes[operand].height + 1).max().unwrap_or(0);
        self.nodes.push(Node { op: op.clone(), shape, height, places: Vec::new() });
        self.known.insert(op, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Returns the number of a transposition. One of a transposition is a single one, and the identity is its operand.
    pub(super) fn transposed(&mut self, operand: NodeId, permutation: &[usize], shape: Shape) -> NodeId {
        let (operand, permutation) = match &self.nodes[operand].op {
            NodeOp::Transpose(inner, before) => (*inner, permutation.iter().map(|&k| before[k]).collect()),
            _ => (operand, permutation.to_vec()),
        };
        if permutation.iter().enumerate().all(|(k, &dimension)| k == dimension) {
            return operand;
        }
        self.node(NodeOp::Transpose(operand, permutation), shape)
    }

    /// The places in the text of a node.
    pub(super) fn places_of(&mut self, node: NodeId) -> &mut Vec<Span> {
        &mut self.nodes[node].places
    }
}

struct Builder<'p> {
    nodes: Nodes,
    /// The value of each variable; nothing for those that were neither read nor assigned so far.
    versions: Vec<Option<NodeId>>,
    program: &'p Checked,
}

impl Builder<'_> {
    fn start(&mut self, variable: usize) -> NodeId {
        let shape = self.program.variables[variable].shape.clone();
        self.nodes.node(NodeOp::Start(variable), shape)
    }

    fn term(&mut self, term: &Term) -> NodeId {
        let node = self.value(term);
        if !matches!(term.op, Op::Variable(_)) {
            self.nodes.places_of(node).push(term.span);
        }
        node
    }

    fn value(&mut self, term: &Term) -> NodeId {
        let op = match &term.op {
            Op::Variable(number) => {
                return match self.versions[*number] {
                    Some(version) => version,
                    None => self.start(*number),
                };
            }
            Op::Number(text) => NodeOp::Number(text.clone()),
            Op::Binary(op, left, right) => NodeOp::Binary(*op, self.term(left), self.term(right)),
            Op::Call(function, argument) => NodeOp::Call(*function, self.term(argument)),
            Op::Contract(operand, pairs) => {
                let pairs = pairs.iter().map(|&(m, n)| (m.min(n), m.max(n))).collect();
                NodeOp::Contract(self.term(operand), pairs)
            }
            Op::Transpose(operand, permutation) => {
                let operand = self.term(operand);
                return self.nodes.transposed(operand, permutation, term.shape.clone());
            }
        };
        self.nodes.node(op, term.shape.clone())
    }
}

impl Display for Graph {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (variables, sizes) = &self.names;
        let from_1 =
            |dimensions: &[usize]| dimensions.iter().map(|d| (d + 1).to_string()).collect::<Vec<_>>().join(" ");
        for (number, node) in self.nodes.iter().enumerate() {
            write!(f, "%{number} = ")?;
            match &node.op {
                NodeOp::Start(variable) => f.write_str(&variables[*variable])?,
                NodeOp::Number(text) => f.write_str(text)?,
                NodeOp::Binary(op, left, right) => write!(f, "%{left} {} %{right}", op.sign())?,
                NodeOp::Call(function, argument) => write!(f, "{}(%{argument})", function.name())?,
                NodeOp::Contract(operand, pairs) => {
                    let pairs: Vec<String> = pairs.iter().map(|&(m, n)| from_1(&[m, n])).collect();
                    write!(f, "%{operand} . [{}]", pairs.join(", "))?;
                }
                NodeOp::Transpose(operand, permutation) => write!(f, "%{operand} by [{}]", from_1(permutation))?,
            }
            write!(f, " : {}, height {}", shape_text(&node.shape, sizes), node.height)?;
            let results: Vec<&str> = self
                .results
                .iter()
                .filter(|&&variable| self.last[variable] == Some(number))
                .map(|&variable| variables[variable].as_str())
                .collect();
            if !results.is_empty() {
                write!(f, ", result {}", results.join(" "))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
