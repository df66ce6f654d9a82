//! [`Graph::reordered`]: products of several tensors in the order of the fewest operations.
//!
//! ```text
//! ((A # B) . [2 3] # v) . [2 3]        factors A B v, with labels    A[i k] B[k j] v[j] -> [i]
//!                                      order of the fewest operations    B v first
//! (A # (B # v) . [2 3]) . [2 3]        the same product, rebuilt
//! ```

use super::analysis::contraction_order;
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
        let uses = self.uses();
        let mut nodes = Nodes::default();
        let mut renamed: Vec<NodeId> = Vec::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let is_whole = is_product(&node.op);
            let product = is_whole.then(|| Product::new(self, number, &uses)).flatten();
            let new = match product {
                Some(product) => product.rebuilt(&mut nodes, &renamed),
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

fn is_product(op: &NodeOp) -> bool {
    matches!(op, NodeOp::Contract(..) | NodeOp::Binary(BinaryOp::Outer, ..))
}

fn is_transposition(op: &NodeOp) -> bool {
    matches!(op, NodeOp::Transpose(..))
}

/// A product of tensors: sums over the labels that two dimensions have.
#[derive(Default)]
struct Product {
    /// Nodes with a label for each dimension.
    factors: Vec<(NodeId, Vec<usize>)>,
    /// The labels of the result.
    result: Vec<usize>,
    /// The extent of each label.
    sizes: Vec<usize>,
    /// For each label the one that it was made equal to, or itself.
    equal: Vec<usize>,
}

impl Product {
    /// Returns the product that a node is, if it has three factors or more and no extent by name. Values that are used
    /// elsewhere too are factors as they are.
    fn new(graph: &Graph, node: NodeId, uses: &[usize]) -> Option<Product> {
        let mut product = Product::default();
        let operands = product.operation(graph, node, uses)?;
        product.result = operands.iter().map(|&label| product.label(label)).collect();
        let factors = std::mem::take(&mut product.factors);
        let resolved = |labels: Vec<usize>| labels.into_iter().map(|label| product.label(label)).collect();
        let factors: Vec<_> = factors.into_iter().map(|(node, labels)| (node, resolved(labels))).collect();
        (factors.len() > 2).then_some(Product { factors, ..product })
    }

    /// Takes the factors of a node, and returns the labels of its dimensions.
    fn operand(&mut self, graph: &Graph, node: NodeId, uses: &[usize]) -> Option<Vec<usize>> {
        if uses[node] == 1 && (is_product(&graph.nodes[node].op) || is_transposition(&graph.nodes[node].op)) {
            return self.operation(graph, node, uses);
        }
        let mut labels = Vec::new();
        for size in &graph.nodes[node].shape {
            let Size::Known(extent) = *size else { return None };
            labels.push(self.sizes.len());
            self.equal.push(self.sizes.len());
            self.sizes.push(extent);
        }
        self.factors.push((node, labels.clone()));
        Some(labels)
    }

    /// Takes the factors of an operation of a product, and returns the labels of its dimensions; nothing for other
    /// operations.
    fn operation(&mut self, graph: &Graph, node: NodeId, uses: &[usize]) -> Option<Vec<usize>> {
        match &graph.nodes[node].op {
            NodeOp::Binary(BinaryOp::Outer, left, right) => {
                let (left, right) = (self.operand(graph, *left, uses)?, self.operand(graph, *right, uses)?);
                Some([left, right].concat())
            }
            NodeOp::Contract(operand, pairs) => {
                let labels = self.operand(graph, *operand, uses)?;
                for &(m, n) in pairs {
                    let (m, n) = (self.label(labels[m]), self.label(labels[n]));
                    self.equal[m.max(n)] = m.min(n);
                }
                let is_free = |dimension: &usize| pairs.iter().all(|&(m, n)| *dimension != m && *dimension != n);
                Some((0..labels.len()).filter(is_free).map(|dimension| labels[dimension]).collect())
            }
            NodeOp::Transpose(operand, permutation) => {
                let labels = self.operand(graph, *operand, uses)?;
                Some(permutation.iter().map(|&dimension| labels[dimension]).collect())
            }
            _ => None,
        }
    }

    /// Returns the label that stands for all that were made equal to one.
    fn label(&self, mut label: usize) -> usize {
        while self.equal[label] != label {
            label = self.equal[label];
        }
        label
    }

    /// Adds the product to a graph, in the order of the fewest operations.
    fn rebuilt(&self, nodes: &mut Nodes, renamed: &[NodeId]) -> NodeId {
        let labels: Vec<Vec<usize>> = self.factors.iter().map(|(_, labels)| labels.clone()).collect();
        let order = contraction_order(&labels, &self.result, &self.sizes);
        let factors = self.factors.iter().map(|(node, labels)| self.summed(nodes, renamed[*node], labels.clone()));
        let mut parts: Vec<(NodeId, Vec<usize>)> = factors.collect();
        for (left, right) in order.steps {
            let ((left, of_left), (right, of_right)) = (&parts[left], &parts[right]);
            let labels = [of_left.as_slice(), of_right].concat();
            let outer = nodes.node(NodeOp::Binary(BinaryOp::Outer, *left, *right), self.shape(&labels));
            parts.push(self.summed(nodes, outer, labels));
        }
        let (node, labels) = parts.pop().expect("a product has factors");
        let dimension = |label: &usize| labels.iter().position(|other| other == label).expect("a label of the result");
        let permutation: Vec<usize> = self.result.iter().map(dimension).collect();
        nodes.transposed(node, &permutation, self.shape(&self.result))
    }

    /// Sums over the labels that a node has twice: all factors with such a label are in it.
    fn summed(&self, nodes: &mut Nodes, node: NodeId, labels: Vec<usize>) -> (NodeId, Vec<usize>) {
        let mut pairs = Vec::new();
        for (m, label) in labels.iter().enumerate() {
            pairs.extend((m + 1..labels.len()).find(|&n| labels[n] == *label).map(|n| (m, n)));
        }
        if pairs.is_empty() {
            return (node, labels);
        }
        let is_free = |label: &usize| labels.iter().filter(|other| *other == label).count() == 1;
        let free: Vec<usize> = labels.iter().copied().filter(is_free).collect();
        (nodes.node(NodeOp::Contract(node, pairs), self.shape(&free)), free)
    }

    fn shape(&self, labels: &[usize]) -> Vec<Size> {
        labels.iter().map(|&label| Size::Known(self.sizes[label])).collect()
    }
}
