//! [`Signature`]: visibility, name and attributes of a function; names and types in Rust.

use crate::programs::{Checked, Size, Variable};

/// The parts of a function that its program does not give: visibility, name, attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signature {
    /// `pub`, or nothing, as it is written.
    pub visibility: String,
    /// The name of the function.
    pub name: String,
    /// Attributes and documentation, as they are written; they stand at both functions.
    pub attributes: String,
    /// `true` to compute products in the order of the fewest operations ([`Graph::reordered`]).
    ///
    /// [`Graph::reordered`]: crate::programs::Graph::reordered
    pub reorders: bool,
}

impl Signature {
    /// A public function without attributes.
    pub fn new(name: impl Into<String>) -> Signature {
        Signature { visibility: "pub".to_owned(), name: name.into(), attributes: String::new(), reorders: false }
    }

    /// The same function, seen from elsewhere: `pub(crate)`, or nothing.
    #[must_use]
    pub fn with_visibility(self, visibility: impl Into<String>) -> Signature {
        Signature { visibility: visibility.into(), ..self }
    }

    /// The same function with attributes or documentation.
    #[must_use]
    pub fn with_attributes(self, attributes: impl Into<String>) -> Signature {
        Signature { attributes: attributes.into(), ..self }
    }

    /// The same function with products in the order of the fewest operations, which rounds reals otherwise.
    #[must_use]
    pub fn with_reordering(self, reorders: bool) -> Signature {
        Signature { reorders, ..self }
    }
}

/// Words that no parameter can have as its name; `self`, `Self`, `super` and `crate` cannot be written raw.
const KEYWORDS: [&str; 49] = [
    "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "extern", "false", "fn", "for", "gen",
    "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "static", "struct",
    "trait", "true", "type", "unsafe", "use", "where", "while", "abstract", "become", "box", "do", "final", "macro",
    "override", "priv", "try", "typeof", "unsized", "virtual", "yield", "union",
];

/// Names and types of a program in Rust. Names of the generated code have a `_` in them, which those of programs have not.
pub(super) struct Names<'p> {
    program: &'p Checked,
    /// The type of elements: `T`, or `T_` where an extent is called so.
    pub(super) number: &'static str,
}

impl<'p> Names<'p> {
    pub(super) fn new(program: &'p Checked) -> Self {
        let is_taken = program.sizes.iter().any(|size| size == "T");
        Self { program, number: if is_taken { "T_" } else { "T" } }
    }

    /// The name of a variable.
    pub(super) fn variable(&self, number: usize) -> String {
        let name = &self.program.variables[number].name;
        if self.program.sizes.contains(name) || ["self", "Self", "super", "crate"].contains(&name.as_str()) {
            format!("{name}_")
        } else if KEYWORDS.contains(&name.as_str()) {
            format!("r#{name}")
        } else {
            name.clone()
        }
    }

    pub(super) fn size(&self, size: Size) -> String {
        size.text(&self.program.sizes)
    }

    /// The type of a tensor: `[[T; 3]; 2]`.
    pub(super) fn tensor(&self, shape: &[Size]) -> String {
        shape.iter().rev().fold(self.number.to_owned(), |inner, &size| format!("[{inner}; {}]", self.size(size)))
    }

    /// A tensor of zeros.
    pub(super) fn zeros(&self, shape: &[Size]) -> String {
        let zero = format!("{}::ZERO", self.number);
        shape.iter().rev().fold(zero, |inner, &size| format!("[{inner}; {}]", self.size(size)))
    }

    /// The type parameters: `<T: ::unite::program::Number, const N: usize>`.
    pub(super) fn generics(&self, bound: &str) -> String {
        let sizes: String = self.program.sizes.iter().map(|size| format!(", const {size}: usize")).collect();
        format!("<{}: ::unite::program::{bound}{sizes}>", self.number)
    }

    /// The parameters of what is given.
    pub(super) fn inputs(&self) -> Vec<String> {
        let inputs = self.variables().filter(|(_, variable)| variable.is_input());
        inputs
            .map(|(number, variable)| {
                let (name, tensor) = (self.variable(number), self.tensor(&variable.shape));
                match (variable.is_output(), variable.shape.is_empty()) {
                    (true, _) => format!("{name}: &mut {tensor}"),
                    (false, false) => format!("{name}: &{tensor}"),
                    (false, true) => format!("{name}: {tensor}"),
                }
            })
            .collect()
    }

    /// The variables that are returned.
    pub(super) fn outputs(&self) -> Vec<usize> {
        let outputs = self.variables().filter(|(_, variable)| variable.is_output() && !variable.is_input());
        outputs.map(|(number, _)| number).collect()
    }

    fn variables(&self) -> impl Iterator<Item = (usize, &'p Variable)> {
        self.program.variables.iter().enumerate()
    }
}
