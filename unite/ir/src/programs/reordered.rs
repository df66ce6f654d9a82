//! [`Graph::reordered`]: products of several tensors in the order of the fewest operations.
//!
//! ```text
//! ((A # B) . [2 3] # v) . [2 3]        factors A B v, with labels    A[i k] B[k j] v[j] -> [i]
//!                                      order of the fewest operations    B v first
//! (A # (B # v) . [2 3]) . [2 3]        the same product, rebuilt
//! ```

use super::analysis::{Chain, Factor, chains_of, contraction_order};
use super::graph::Nodes;
use super::{BinaryOp, Graph, NodeId, NodeOp, Size};

impl Graph {
    /// Returns the graph with each product of three tensors or more in the order of the fewest operations
    /// ([`contraction_order`]).
    ///
    /// An element of a product is undefined iff some element that it uses is, in any order, and exact numbers are the same.
    /// Sums of reals are rounded otherwise. Products that have an extent by name stay as they are.
    ///
    /// ```
    /// use unite_ir::programs::{Graph, check, parse};
    /// use unite_ir::syntax::Tokens;
    /// let text = "var input A : [9 9] var input B : [9 9] var input v : [9] var output y : [9] \
    ///             y = ((A # B) . [2 3] # v) . [2 3]";
    /// let program = check(&parse(&Tokens::from_text(text)).unwrap().program).unwrap();
    /// let graph = Graph::new(&program).reordered().to_string();
    /// assert!(graph.ends_with("\
    /// %6 = %1 # %4 : [9 9 9], height 1
    /// %7 = %6 . [2 3] : [9], height 2
    /// %8 = %0 # %7 : [9 9 9], height 3
    /// %9 = %8 . [2 3] : [9], height 4, result y
    /// "), "{graph}");
    /// ```
    #[must_use]
    pub fn reordered(&self) -> Graph {
        let mut chains = chains_of(self, &Size::known).into_iter().peekable();
        let mut nodes = Nodes::default();
        let mut renamed: Vec<NodeId> = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let new = match chains.next_if(|chain| chain.node == number) {
                Some(chain) => chain.rebuilt(&mut nodes, &renamed),
                None => nodes.node(node.op.with_operands(|operand| renamed[operand]), node.shape.clone()),
            };
            nodes.places_of(new).extend(&node.places);
            renamed.push(new);
        }
        let new = |&node: &NodeId| renamed[node];
        let assigned = self.assigned.iter().map(new).collect();
        let last = self.last.iter().map(|last| last.as_ref().map(new)).collect();
        self.with_nodes(nodes, assigned, last)
    }
}

impl Chain {
    /// Adds the chain to a graph, in the order of the fewest operations.
    fn rebuilt(&self, nodes: &mut Nodes, renamed: &[NodeId]) -> NodeId {
        let order = contraction_order(&self.labels, &self.result, &self.sizes);
        let factors = self.factors.iter().zip(&self.labels);
        let factors = factors.map(|(&node, labels)| self.summed(nodes, renamed[node], labels.clone()));
        let mut parts: Vec<(NodeId, Factor)> = factors.collect();
        for (left, right) in order.steps {
            let ((left, of_left), (right, of_right)) = (&parts[left], &parts[right]);
            let labels = [of_left.as_slice(), of_right].concat();
            let outer = nodes.node(NodeOp::Binary(BinaryOp::Outer, *left, *right), self.shape(&labels));
            parts.push(self.summed(nodes, outer, labels));
        }
        let (node, labels) = parts.pop().expect("a chain has factors");
        let dimension = |label: &usize| labels.iter().position(|other| other == label).expect("a label of the result");
        let permutation: Vec<usize> = self.result.iter().map(dimension).collect();
        nodes.transposed(node, &permutation, self.shape(&self.result))
    }

    /// Sums over the labels that a node has twice: all factors with such a label are in it.
    fn summed(&self, nodes: &mut Nodes, node: NodeId, labels: Factor) -> (NodeId, Factor) {
        let mut pairs = Vec::new();
        for (m, label) in labels.iter().enumerate() {
            pairs.extend((m + 1..labels.len()).find(|&n| labels[n] == *label).map(|n| (m, n)));
        }
        if pairs.is_empty() {
            return (node, labels);
        }
        let is_free = |label: &usize| labels.iter().filter(|other| *other == label).count() == 1;
        let free: Factor = labels.iter().copied().filter(is_free).collect();
        (nodes.node(NodeOp::Contract(node, pairs), self.shape(&free)), free)
    }

    fn shape(&self, labels: &[usize]) -> Vec<Size> {
        labels.iter().map(|&label| Size::Known(self.sizes[label])).collect()
    }
}
