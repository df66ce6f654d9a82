//! The function of a program: its signature, and a loop nest for each value that is kept.

use super::Signature;
use super::code::Code;
use super::expression::{Elements, Place, at, is_whole};
use super::plan::Plan;
use super::signature::Names;
use crate::programs::checked::transposed;
use crate::programs::{BinaryOp, Checked, Graph, NodeId, NodeOp, Size, VariableKind};
use std::collections::HashMap;

/// Bytes of temporary tensors, elements counted as eight, that lie on the stack.
const ON_STACK: usize = 64 << 10;

/// Multiply-adds from which on a library multiplies matrices. `unite::program` knows it for extents by name.
const LARGE: usize = 64 * 64 * 64;

/// The two functions of a program.
pub(super) fn function(program: &Checked, signature: &Signature) -> String {
    let graph = Graph::new(program);
    let graph = if signature.reorders { graph.reordered() } else { graph };
    let names = Names::new(program);
    let bound = if needs_reals(&graph, program) { "Real" } else { "Number" };
    let generics = names.generics(bound);
    let (inputs, outputs) = (names.inputs(), names.outputs());
    let Signature { visibility, name, attributes, .. } = signature;
    let visibility = if visibility.is_empty() { String::new() } else { format!("{visibility} ") };
    let of = |number: usize| &program.variables[number].shape;
    let into = outputs.iter().map(|&number| format!("{}: &mut {}", names.variable(number), names.tensor(of(number))));
    let into = inputs.iter().cloned().chain(into).collect::<Vec<_>>().join(", ");

    let mut code = Code::default();
    let head = |code: &mut Code| {
        attributes.lines().for_each(|line| code.line(line));
        code.line("#[allow(non_snake_case, unused_variables, clippy::all)]");
    };
    head(&mut code);
    let types: Vec<String> = outputs.iter().map(|&number| names.tensor(of(number))).collect();
    let result = match types.as_slice() {
        [] => String::new(),
        [one] => format!(" -> {one}"),
        several => format!(" -> ({})", several.join(", ")),
    };
    code.open(format!("{visibility}fn {name}{generics}({}){result} {{", inputs.join(", ")));
    for &number in &outputs {
        code.line(format!("let mut {} = {};", names.variable(number), names.zeros(of(number))));
    }
    let given = (0..program.variables.len()).filter(|&number| program.variables[number].is_input());
    let given = given.map(|number| names.variable(number));
    let taken = outputs.iter().map(|&number| format!("&mut {}", names.variable(number)));
    code.line(format!("{name}_into({});", given.chain(taken).collect::<Vec<_>>().join(", ")));
    let results: Vec<String> = outputs.iter().map(|&number| names.variable(number)).collect();
    match results.as_slice() {
        [] => {}
        [one] => code.line(one),
        several => code.line(format!("({})", several.join(", "))),
    }
    code.close("}");
    code.line("");
    head(&mut code);
    // Inlined before it is optimized: a second time over, the compiler moves loads out of unrolled loops, and spills them.
    if !attributes.contains("inline") {
        code.line("#[inline(always)]");
    }
    code.open(format!("{visibility}fn {name}_into{generics}({into}) {{"));
    Body { code: &mut code, elements: Elements { program, graph: &graph, names, places: HashMap::new() } }.write();
    code.close("}");
    code.into_text()
}

/// Returns whether a program divides, takes `exp` or `log`, or has a fraction: then it is one of reals alone.
fn needs_reals(graph: &Graph, program: &Checked) -> bool {
    let uses = graph.uses();
    let is_fraction = |text: &String| !is_whole(text);
    graph.nodes.iter().zip(uses).filter(|(_, uses)| *uses > 0).any(|(node, _)| match &node.op {
        NodeOp::Binary(BinaryOp::Div, ..) | NodeOp::Call(..) => true,
        NodeOp::Number(text) => is_fraction(text),
        NodeOp::Start(variable) => match &program.variables[*variable].kind {
            VariableKind::Constant(elements) => elements.iter().any(is_fraction),
            VariableKind::Variable { .. } => false,
        },
        _ => false,
    })
}

/// The lines of a function's body.
pub(super) struct Body<'c, 'p> {
    pub(super) code: &'c mut Code,
    pub(super) elements: Elements<'p>,
}

impl Body<'_, '_> {
    fn write(&mut self) {
        let (program, graph) = (self.elements.program, self.elements.graph);
        let plan = Plan::new(graph);
        self.constants();
        // A result takes its value where it is made, unless what it held at the start is still read.
        let mut made_in = HashMap::new();
        for &variable in graph.results() {
            let is_input = program.variables[variable].is_input();
            let is_direct = |node: &NodeId| !is_input || plan.may_overwrite(graph, *node, variable);
            if let Some(node) = graph.last[variable].filter(|node| plan.kept.contains(node)).filter(is_direct) {
                made_in.entry(node).or_insert(variable);
            }
        }
        let temporaries: Vec<NodeId> = plan.kept.iter().copied().filter(|node| !made_in.contains_key(node)).collect();
        let fits = self.scratch(&temporaries);
        for &node in &plan.kept {
            let shape = &graph.nodes[node].shape;
            let place = match made_in.get(&node) {
                Some(&variable) if shape.is_empty() => format!("(*{})", self.elements.names.variable(variable)),
                Some(&variable) => self.elements.names.variable(variable),
                None => format!("t_{node}"),
            };
            let is_reference = made_in.contains_key(&node) || !fits && !shape.is_empty();
            self.elements.places.insert(node, Place { name: place.clone(), is_reference });
            self.value(node, &place, is_reference);
        }
        for &variable in graph.results() {
            let Some(node) = graph.last[variable] else { continue };
            if made_in.get(&node) != Some(&variable) {
                self.copy(node, variable);
            }
        }
        if !fits {
            let tensors = temporaries.iter().filter(|&&node| !graph.nodes[node].shape.is_empty());
            tensors.for_each(|_| self.code.close("});"));
        }
    }

    /// Constants that are used, as arrays.
    fn constants(&mut self) {
        let graph = self.elements.graph;
        let uses = graph.uses();
        for (node, _) in graph.nodes.iter().zip(uses).filter(|(_, uses)| *uses > 0) {
            let NodeOp::Start(variable) = node.op else { continue };
            let VariableKind::Constant(elements) = &self.elements.program.variables[variable].kind else { continue };
            let mut rows: Vec<String> = elements.iter().map(|element| self.elements.number(element)).collect();
            for size in node.shape.iter().rev() {
                let Size::Known(extent) = size else { continue };
                rows = rows.chunks(*extent).map(|row| format!("[{}]", row.join(", "))).collect();
            }
            let (name, tensor) = (self.elements.names.variable(variable), self.elements.names.tensor(&node.shape));
            self.code.line(format!("let {name}: {tensor} = {};", rows.concat()));
        }
    }

    /// Declares the temporary tensors; where they may be too large for the stack, each opens a block. Whether they fit.
    fn scratch(&mut self, temporaries: &[NodeId]) -> bool {
        let graph = self.elements.graph;
        let bytes = |node: &NodeId| {
            graph.nodes[*node].shape.iter().try_fold(8_usize, |bytes, size| match size {
                Size::Known(extent) => bytes.checked_mul(*extent),
                Size::Named(_) => None,
            })
        };
        let total = temporaries.iter().try_fold(0_usize, |total, node| total.checked_add(bytes(node)?));
        let fits = total.is_some_and(|total| total <= ON_STACK);
        for &node in temporaries.iter().filter(|&&node| !graph.nodes[node].shape.is_empty()) {
            let shape = &graph.nodes[node].shape;
            let names = &self.elements.names;
            if fits {
                self.code.line(format!("let mut t_{node} = {};", names.zeros(shape)));
            } else {
                let tensor = names.tensor(shape);
                self.code.open(format!("::unite::program::with_scratch(|t_{node}: &mut {tensor}| {{"));
            }
        }
        fits
    }

    /// Computes a value into its place.
    fn value(&mut self, node: NodeId, place: &str, is_reference: bool) {
        let graph = self.elements.graph;
        let shape = &graph.nodes[node].shape;
        let (free, indices) = self.free(shape);
        let target = at(place, &indices);
        let declared = if shape.is_empty() && !is_reference { "let " } else { "" };
        let NodeOp::Contract(operand, pairs) = &graph.nodes[node].op else {
            let element = self.elements.root(node, &indices);
            let opened = self.code.loops(&free);
            self.code.line(format!("{declared}{target} = {element};"));
            self.code.close_all(opened);
            return;
        };
        let (inner, sums) = self.elements.summed(node, *operand, pairs, &indices);
        let element = self.elements.operand(*operand, &inner);
        let number = self.elements.names.number;
        let factored = self.constant_product(*operand, pairs);
        if let Some(product) = &factored {
            self.code.open(format!("if {number}::EXACT {{"));
            self.factored(product, place);
            self.code.reopen("} else {");
        }
        let library = self.product(*operand, pairs, place, is_reference);
        if let Some(library) = &library {
            self.code.open(format!("if !{library} {{"));
        }
        if let Some((last, _)) = free.last() {
            // Rows side by side, if something lies in memory as they do.
            let are_rows = self.is_last(*operand, &inner, last);
            let target = if is_reference { place.to_owned() } else { format!("&mut {place}") };
            self.sum_at_once(&target, &free, are_rows, &sums, &element);
        } else {
            self.code.line(format!("let mut sum_{node} = {number}::EMPTY_SUM;"));
            let summed = self.code.loops(&sums);
            self.code.line(format!("sum_{node} += {element};"));
            self.code.close_all(summed);
            self.code.line(format!("{declared}{target} = sum_{node};"));
        }
        if library.is_some() {
            self.code.close("}");
        }
        if factored.is_some() {
            self.code.close("}");
        }
    }

    /// Computes the sums of many elements, by a function of `unite::program` that makes some at once.
    fn sum_at_once(
        &mut self,
        place: &str,
        free: &[(String, String)],
        are_rows: bool,
        sums: &[(String, String)],
        element: &str,
    ) {
        let indices: Vec<&str> = free.iter().map(|(index, _)| index.as_str()).collect();
        let (sum, count, element) = match sums {
            [(sum, count)] => (sum.as_str(), count.clone(), element.to_owned()),
            _ => ("k_all", extents(sums), format!("{{ {} {element} }}", split_sum(sums))),
        };
        let (function, outer, parameters) = match indices.as_slice() {
            [.., row, column] if are_rows => ("sum_rows", indices.len() - 2, format!("{row}, {sum}, {column}")),
            [.., column] if are_rows => ("sum_row", indices.len() - 1, format!("{sum}, {column}")),
            [.., last] => ("sum_places", indices.len() - 1, format!("{last}, {sum}")),
            [] => unreachable!("a scalar is one sum"),
        };
        let opened = self.code.loops(&free[..outer]);
        let part = match &indices[..outer] {
            [] => place.to_owned(),
            outer => {
                let place = place.strip_prefix("&mut ").unwrap_or(place);
                outer.iter().fold(format!("&mut {place}"), |place, index| format!("{place}[{index}]"))
            }
        };
        self.code.line(format!("::unite::program::{function}({part}, {count}, |{parameters}| {element});"));
        self.code.close_all(opened);
    }

    /// The loops over a tensor's elements, an index and its extent each, and the indices alone.
    pub(super) fn free(&self, shape: &[Size]) -> (Vec<(String, String)>, Vec<String>) {
        let index = |(k, size): (usize, &Size)| (format!("i_{k}"), self.elements.names.size(*size));
        let loops: Vec<(String, String)> = shape.iter().enumerate().map(index).collect();
        let indices = loops.iter().map(|(index, _)| index.clone()).collect();
        (loops, indices)
    }

    /// The call of a library, where the contraction is a product of two matrices, or of tensors that lie as such do: along
    /// the last dimension of the left one and the first of the right one.
    fn product(&self, operand: NodeId, pairs: &[(usize, usize)], place: &str, is_reference: bool) -> Option<String> {
        let graph = self.elements.graph;
        let NodeOp::Binary(BinaryOp::Outer, left, right) = graph.nodes[operand].op else { return None };
        let (left_shape, right_shape) = (&graph.nodes[left].shape, &graph.nodes[right].shape);
        let are_matrices = left_shape.len() > 1 && right_shape.len() > 1;
        if !are_matrices || pairs != [(left_shape.len() - 1, left_shape.len())] {
            return None;
        }
        let least: usize =
            [left_shape.as_slice(), &right_shape[1..]].concat().iter().fold(1, |count, size| match size {
                Size::Known(extent) => count.saturating_mul(*extent),
                // It may be large.
                Size::Named(_) => usize::MAX,
            });
        let (left, right) = (self.elements.whole(left)?, self.elements.whole(right)?);
        let inner = self.elements.names.size(right_shape[0]);
        let product = if is_reference { place.to_owned() } else { format!("&mut {place}") };
        (least >= LARGE).then(|| format!("::unite::program::multiply_large({left}, {right}, {inner}, {product})"))
    }

    /// Returns whether a node reads a tensor whose elements lie side by side along an index: it is the last one there.
    fn is_last(&self, node: NodeId, indices: &[String], index: &str) -> bool {
        match &self.elements.graph.nodes[node].op {
            _ if self.elements.places.contains_key(&node) => indices.last().is_some_and(|last| last == index),
            NodeOp::Start(_) => indices.last().is_some_and(|last| last == index),
            NodeOp::Transpose(operand, permutation) => self.is_last(*operand, &transposed(indices, permutation), index),
            NodeOp::Binary(op, left, right) => {
                let (of_left, of_right) = self.elements.split(*op, *left, *right, indices);
                self.is_last(*left, of_left, index) || self.is_last(*right, of_right, index)
            }
            NodeOp::Call(_, argument) => self.is_last(*argument, indices, index),
            NodeOp::Contract(..) | NodeOp::Number(_) => false,
        }
    }

    /// Copies a value into a result.
    fn copy(&mut self, node: NodeId, variable: usize) {
        let graph = self.elements.graph;
        // An input that is a result too, and stays as it is.
        if graph.nodes[node].op == NodeOp::Start(variable) {
            return;
        }
        let name = self.elements.names.variable(variable);
        let shape = &graph.nodes[node].shape;
        let (loops, indices) = self.free(shape);
        let element = self.elements.operand(node, &indices);
        let target = if shape.is_empty() { format!("*{name}") } else { name };
        let target = at(&target, &indices);
        let opened = self.code.loops(&loops);
        self.code.line(format!("{target} = {element};"));
        self.code.close_all(opened);
    }
}

/// The product of all extents of loops.
fn extents(loops: &[(String, String)]) -> String {
    loops.iter().map(|(_, extent)| extent.as_str()).collect::<Vec<_>>().join(" * ")
}

/// The indices of nested loops, from one that runs through all: `let k_0 = k_all / 5; let k_1 = k_all % 5;`.
fn split_sum(loops: &[(String, String)]) -> String {
    let index = |(number, (index, extent)): (usize, &(String, String))| {
        let quotient = match &loops[number + 1..] {
            [] => "k_all".to_owned(),
            inner => format!("k_all / ({})", extents(inner)),
        };
        let remainder = if number == 0 { String::new() } else { format!(" % {extent}") };
        format!("let {index} = {quotient}{remainder};")
    };
    loops.iter().enumerate().map(index).collect::<Vec<_>>().join(" ")
}
