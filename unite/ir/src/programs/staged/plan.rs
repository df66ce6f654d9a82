//! [`Plan`]: the values that are kept in memory, and the order in which they are computed.

use crate::programs::{BinaryOp, Graph, NodeId, NodeOp};

/// The values that are kept in memory, and the order in which they are computed. All other values are computed wherever
/// they are used.
pub(super) struct Plan {
    /// The nodes that are kept, by height: operands come before the nodes that use them.
    pub(super) kept: Vec<NodeId>,
}

impl Plan {
    pub(super) fn new(graph: &Graph) -> Plan {
        let uses = graph.uses();
        let mut is_kept = vec![false; graph.nodes.len()];
        for &variable in graph.results() {
            if let Some(node) = graph.last[variable] {
                // A copy of another variable's initial value is kept: that variable may be overwritten first.
                let is_other = matches!(graph.nodes[node].op, NodeOp::Start(start) if start != variable);
                let is_copy = is_other && graph.assigned.contains(&node);
                is_kept[node] |= graph.nodes[node].height > 0 || is_copy;
            }
        }
        for (number, node) in graph.nodes.iter().enumerate().filter(|&(number, _)| uses[number] > 0) {
            match &node.op {
                // If a factor were not kept, it would be computed again for each element of the other factor.
                NodeOp::Binary(BinaryOp::Outer, left, right) => keep_factors(graph, &[*left, *right], &mut is_kept),
                // A scalar and a tensor: the scalar would be computed again for each element.
                NodeOp::Binary(_, left, right) if graph.nodes[*left].shape != graph.nodes[*right].shape => {
                    for &operand in [left, right] {
                        match graph.nodes[operand].shape.is_empty() {
                            true => keep_factors(graph, &[operand], &mut is_kept),
                            false => keep_sums(graph, operand, &mut is_kept),
                        }
                    }
                }
                NodeOp::Binary(..) | NodeOp::Call(..) | NodeOp::Transpose(..) => {
                    node.op.operands().for_each(|operand| keep_sums(graph, operand, &mut is_kept));
                }
                // A sum of sums is one sum.
                NodeOp::Contract(..) | NodeOp::Start(_) | NodeOp::Number(_) => {}
            }
            // A value with several uses is kept, except outer products and transpositions: their elements are read
            // from the operands.
            let is_work = matches!(node.op, NodeOp::Contract(..) | NodeOp::Call(..))
                || matches!(node.op, NodeOp::Binary(op, ..) if op != BinaryOp::Outer);
            is_kept[number] |= is_work && uses[number] > 1;
        }
        let mut kept: Vec<NodeId> = (0..graph.nodes.len()).filter(|&node| is_kept[node]).collect();
        kept.sort_by_key(|&node| (graph.nodes[node].height, node));
        Plan { kept }
    }

    /// Returns whether a node can be computed in the memory of a variable. It can if it reads the variable's initial
    /// value only at the index that it writes, or not at all, and no later node reads that value. This is the rule of
    /// [`writes_in_place`](crate::programs::analysis::writes_in_place) for nodes instead of statements.
    pub(super) fn may_overwrite(&self, graph: &Graph, node: NodeId, variable: usize) -> bool {
        let later = self.kept.iter().skip_while(|&&kept| kept != node).skip(1);
        self.reads(graph, node, variable) < Read::Elsewhere
            && later.into_iter().all(|&later| self.reads(graph, later, variable) == Read::Nowhere)
    }

    /// Returns where the code of a node reads the initial value of a variable.
    fn reads(&self, graph: &Graph, node: NodeId, variable: usize) -> Read {
        if graph.nodes[node].op == NodeOp::Start(variable) {
            return Read::AtOwnIndex;
        }
        let of_operand = |operand: NodeId| match self.kept.contains(&operand) {
            true => Read::Nowhere,
            false => self.reads(graph, operand, variable),
        };
        let nodes = &graph.nodes;
        let read = |operand: NodeId| match (&nodes[node].op, of_operand(operand)) {
            (_, Read::Nowhere) => Read::Nowhere,
            (NodeOp::Call(..), read) => read,
            // A scalar operand of a tensor is read for every index.
            (NodeOp::Binary(op, ..), read)
                if *op != BinaryOp::Outer && nodes[operand].shape.len() == nodes[node].shape.len() =>
            {
                read
            }
            _ => Read::Elsewhere,
        };
        nodes[node].op.operands().map(read).max().unwrap_or(Read::Nowhere)
    }
}

/// The places at which a value is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Read {
    Nowhere,
    AtOwnIndex,
    Elsewhere,
}

/// Keeps operands that would be computed repeatedly. Variables, numbers and outer products are not kept; for a
/// transposition, the rule applies to its operand.
fn keep_factors(graph: &Graph, operands: &[NodeId], is_kept: &mut [bool]) {
    for &operand in operands {
        match &graph.nodes[operand].op {
            NodeOp::Start(_) | NodeOp::Number(_) => {}
            NodeOp::Binary(BinaryOp::Outer, ..) => {}
            NodeOp::Transpose(inner, _) => keep_factors(graph, &[*inner], is_kept),
            _ => is_kept[operand] = true,
        }
    }
}

/// Keeps an operand that is a contraction, because a contraction needs loops of its own.
fn keep_sums(graph: &Graph, operand: NodeId, is_kept: &mut [bool]) {
    is_kept[operand] |= matches!(graph.nodes[operand].op, NodeOp::Contract(..));
}
