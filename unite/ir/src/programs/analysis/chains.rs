//! Chains: products of three factors and more. [`contraction_order`](super::contraction_order) takes their labels.

use super::Factor;
use crate::programs::{BinaryOp, Graph, NodeId, NodeOp, Size};

/// Operations inside one another beyond which the operands of a chain are its factors, so that no program exhausts the stack.
const DEEPEST: usize = 500;

/// A product of three factors or more, contracted and transposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// Its node in the graph.
    pub node: NodeId,
    /// The nodes of its factors, from the left to the right.
    pub factors: Vec<NodeId>,
    /// The labels of each factor.
    pub labels: Vec<Factor>,
    /// The labels of the result.
    pub result: Factor,
    /// The extent of each label.
    pub sizes: Vec<usize>,
}

/// Returns the chains of a program, operands before what uses them; `sizes` has a number for each name of an extent.
///
/// Outer products, contractions and transpositions that nothing else uses belong to the chain above them, also where they
/// are assigned to a variable in between.
///
/// ```
/// use unite_ir::programs::analysis::chains;
/// use unite_ir::programs::{Graph, check, parse};
/// use unite_ir::syntax::Tokens;
/// let text = "var input A : [2 3] var input B : [3 4] var input v : [4] var t : [2 4] var output y : [2]
///     t = (A # B) . [2 3]  y = (t # v) . [2 3]";
/// let program = check(&parse(&Tokens::from_text(text)).unwrap().program).unwrap();
/// let chain = &chains(&Graph::new(&program), &[])[0];
/// assert_eq!((chain.labels.as_slice(), chain.result.as_slice()), ([vec![0, 1], vec![1, 2], vec![2]].as_slice(), [0].as_slice()));
/// assert_eq!(chain.sizes, [2, 3, 4]);
/// ```
///
/// # Panics
/// If there are fewer sizes than names of extents.
pub fn chains(graph: &Graph, sizes: &[usize]) -> Vec<Chain> {
    chains_of(graph, &|size| match size {
        Size::Known(extent) => Some(extent),
        Size::Named(name) => Some(sizes[name]),
    })
}

/// Returns the chains whose extents are all known, by the number of their nodes.
pub(in crate::programs) fn chains_of(graph: &Graph, extent: &dyn Fn(Size) -> Option<usize>) -> Vec<Chain> {
    let uses = graph.uses();
    let is_link = |node: NodeId| match graph.nodes[node].op {
        NodeOp::Binary(op, ..) => op == BinaryOp::Outer,
        NodeOp::Contract(..) | NodeOp::Transpose(..) => true,
        _ => false,
    };
    let mut is_inner = vec![false; graph.nodes.len()];
    for node in (0..graph.nodes.len()).filter(|&node| uses[node] > 0 && is_link(node)) {
        graph.nodes[node]
            .op
            .operands()
            .filter(|&operand| uses[operand] == 1)
            .for_each(|operand| is_inner[operand] = true);
    }
    let roots = (0..graph.nodes.len()).filter(|&node| uses[node] > 0 && is_link(node) && !is_inner[node]);
    let chains = roots.filter_map(|root| {
        let is_near = |node: NodeId| graph.nodes[root].height - graph.nodes[node].height < DEEPEST;
        let is_link = |node| is_link(node) && uses[node] == 1 && is_near(node);
        let (factors, labels, same, sizes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut parts = Parts { graph, extent, is_link: &is_link, factors, labels, same, sizes };
        let result = parts.link(root)?;
        Some(parts.chain(root, result))
    });
    chains.filter(|chain| chain.factors.len() > 2).collect()
}

/// A chain that is being taken apart.
struct Parts<'g> {
    graph: &'g Graph,
    extent: &'g dyn Fn(Size) -> Option<usize>,
    is_link: &'g dyn Fn(NodeId) -> bool,
    factors: Vec<NodeId>,
    labels: Vec<Factor>,
    /// The lower label that each one was found to be the same as, or itself.
    same: Vec<usize>,
    sizes: Vec<usize>,
}

impl Parts<'_> {
    /// Returns the labels of an operand, if its extents are known.
    fn operand(&mut self, node: NodeId) -> Option<Factor> {
        if (self.is_link)(node) { self.link(node) } else { self.factor(node) }
    }

    fn link(&mut self, node: NodeId) -> Option<Factor> {
        let graph = self.graph;
        Some(match &graph.nodes[node].op {
            NodeOp::Binary(_, left, right) => [self.operand(*left)?, self.operand(*right)?].concat(),
            NodeOp::Transpose(inner, permutation) => {
                let labels = self.operand(*inner)?;
                permutation.iter().map(|&dimension| labels[dimension]).collect()
            }
            NodeOp::Contract(inner, pairs) => {
                let labels = self.operand(*inner)?;
                for &(m, n) in pairs {
                    let (first, second) = (self.lowest(labels[m]), self.lowest(labels[n]));
                    self.same[first.max(second)] = first.min(second);
                }
                let is_summed = |dimension: usize| pairs.iter().any(|&(m, n)| m == dimension || n == dimension);
                let kept = labels.iter().enumerate().filter(|&(dimension, _)| !is_summed(dimension));
                kept.map(|(_, &label)| label).collect()
            }
            _ => self.factor(node)?,
        })
    }

    fn factor(&mut self, node: NodeId) -> Option<Factor> {
        let first = self.same.len();
        for &size in &self.graph.nodes[node].shape {
            self.same.push(self.same.len());
            self.sizes.push((self.extent)(size)?);
        }
        let labels: Factor = (first..self.same.len()).collect();
        self.factors.push(node);
        self.labels.push(labels.clone());
        Some(labels)
    }

    fn lowest(&self, mut label: usize) -> usize {
        while self.same[label] != label {
            label = self.same[label];
        }
        label
    }

    /// The chain, with labels counted anew from 0.
    fn chain(self, node: NodeId, result: Factor) -> Chain {
        let lowest: Vec<usize> = (0..self.same.len()).filter(|&label| self.same[label] == label).collect();
        let renamed = |labels: &Factor| -> Factor {
            let number = |&label: &usize| lowest.partition_point(|&other| other < self.lowest(label));
            labels.iter().map(number).collect()
        };
        Chain {
            node,
            labels: self.labels.iter().map(&renamed).collect(),
            result: renamed(&result),
            sizes: lowest.iter().map(|&label| self.sizes[label]).collect(),
            factors: self.factors,
        }
    }
}
