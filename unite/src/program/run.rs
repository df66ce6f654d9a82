//! [`Program`]: a tensor program that is known when the program around it runs.

use super::{Built, Element, EvaluateError, Mistakes, Store};
use std::fmt::{self, Display, Formatter};
use std::num::NonZeroUsize;
use unite_ir::programs::staged::{self, Signature};
use unite_ir::programs::{self, Checked, Graph, describe, evaluate};
use unite_ir::syntax::{Diagnostic, Text};

/// A tensor program that was parsed and checked: it can be run, described and written as Rust.
///
/// ```
/// use unite::program::{Program, Store};
///
/// let program = Program::parse("var input a : [N M]  var input x : [M]  var output y : [N]  y = (a # x) . [2 3]")?;
/// let mut store: Store<f64> = program.store(&[2, 3])?; // N and M
/// store.set("a", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(Some).to_vec())?;
/// store.set("x", [1.0, 10.0, 100.0].map(Some).to_vec())?;
/// program.run(&mut store)?;
/// assert_eq!(store.tensor("y").unwrap().values(), [Some(321.0), Some(654.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It prints as it is parsed, with the parentheses that make it plain.
#[derive(Debug, Clone)]
pub struct Program {
    text: Text,
    tree: programs::Program,
    remarks: Vec<Diagnostic>,
    checked: Checked,
}

/// Making programs.
impl Program {
    /// Parses and checks a program.
    ///
    /// ```
    /// use unite::program::Program;
    /// let mistakes = Program::parse("var input a : [2]\nvar b : [3]\nb = a").unwrap_err();
    /// assert_eq!(mistakes.to_string(), "\
    /// 3:1: assigned-shape: `b` is declared as [3], and gets a value of the shape [2]
    /// 3 | b = a
    ///   | ^
    /// help: declare it as `b : [2]`");
    /// ```
    ///
    /// # Errors
    /// All mistakes, in the order of the text.
    pub fn parse(text: impl Into<String>) -> Result<Program, Mistakes> {
        let text = Text::new(text);
        let parsed = programs::parse(text.tokens());
        let checked = parsed.and_then(|parsed| Ok((programs::check(&parsed.program)?, parsed)));
        match checked {
            Ok((checked, parsed)) => Ok(Program { text, tree: parsed.program, remarks: parsed.remarks, checked }),
            Err(mistakes) => Err(Mistakes::new(&text, &mistakes)),
        }
    }

    /// Checks a program that was built.
    ///
    /// ```
    /// use unite::program::{Program, contract, tensor};
    /// let (a, x) = (tensor([2, 3]), tensor([3]));
    /// let program = Program::from_built(&contract([1], [0], &a, &x).program("mat_vec"))?;
    /// assert_eq!(program.types().lines().next(), Some("x1 : [2 3], input"));
    /// # Ok::<(), unite::program::Mistakes>(())
    /// ```
    ///
    /// # Errors
    /// Operands whose shapes do not agree, names that are not names or are given twice.
    pub fn from_built(built: &Built) -> Result<Program, Mistakes> {
        Program::parse(built.text())
    }

    /// Returns the program with shapes, for what `unite_ir` has and this type has not.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Returns the names of extents, in the order in which [`Program::store`] takes their sizes.
    pub fn sizes(&self) -> &[String] {
        &self.checked.sizes
    }

    /// Returns expressions that other languages read otherwise, drawn with line, column and caret.
    ///
    /// ```
    /// use unite::program::Program;
    /// let program = Program::parse("var input a : []  var output y : []\ny = a + a * a")?;
    /// assert_eq!(program.remarks().collect::<Vec<_>>(), ["\
    /// 2:11: all operators have one rank and associate to the left
    /// 2 | y = a + a * a
    ///   |           ^
    /// help: write `(a + a) * a`"]);
    /// # Ok::<(), unite::program::Mistakes>(())
    /// ```
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.remarks.iter().map(|remark| self.text.draw(remark))
    }
}

/// Running programs.
impl Program {
    /// Returns a store with a size for each name of an extent, in the order of [`Program::sizes`]: constants hold their
    /// numbers, all else is undefined.
    ///
    /// # Errors
    /// If a size is missing or 0, if the store would have more bytes than [`DEFAULT_LIMIT`](super::DEFAULT_LIMIT), or if `T`
    /// has not the numbers of a constant. [`Store::with_limit`] takes another limit.
    pub fn store<T: Element>(&self, sizes: &[usize]) -> Result<Store<T>, EvaluateError> {
        Store::new(&self.checked, sizes)
    }

    /// Returns how many elements of expressions a run computes, `u128::MAX` if there are more: what to look at before a
    /// program of somebody else is run.
    ///
    /// ```
    /// use unite::program::Program;
    /// let program = Program::parse("var input a : [N N]  var output s : []  s = ((a # a) . [2 3]) . [1 2]")?;
    /// let store = program.store::<f64>(&[1000])?;
    /// assert_eq!(program.operations(&store)?, 1 + 1000 * (1 + 1000 * (1 + 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Program::run`].
    pub fn operations<T: Element>(&self, store: &Store<T>) -> Result<u128, EvaluateError> {
        evaluate::operations(&self.checked, store)
    }

    /// Runs the program on a store.
    ///
    /// # Errors
    /// If `T` has not the numbers, quotients or functions of the program, or if the store is that of another one. The store
    /// is then unchanged.
    pub fn run<T: Element>(&self, store: &mut Store<T>) -> Result<(), EvaluateError> {
        evaluate::in_place(&self.checked, store)
    }

    /// Runs the program on the threads of the current pool of rayon. Results are those of [`Program::run`] to the last bit.
    ///
    /// # Errors
    /// The errors of [`Program::run`].
    #[cfg(feature = "parallel")]
    pub fn run_parallel<T: Element>(&self, store: &mut Store<T>) -> Result<(), EvaluateError> {
        evaluate::parallel(&self.checked, store)
    }

    /// Runs the program in storage whose extents are rounded up to a multiple, as vectors want them. Results are those of
    /// [`Program::run`] to the last bit.
    ///
    /// # Errors
    /// The errors of [`Program::run`]; padding makes the store too large.
    pub fn run_padded<T: Element>(&self, store: &mut Store<T>, multiple: NonZeroUsize) -> Result<(), EvaluateError> {
        let mut padded = store.padded(multiple)?;
        evaluate::padded(&self.checked, &mut padded)?;
        for statement in &self.checked.statements {
            let name = &self.checked.variables[statement.target].name;
            if let Some(tensor) = padded.tensor(name) {
                store.set(name, tensor.values())?;
            }
        }
        Ok(())
    }
}

/// Programs as text: as Rust, and what is known before they run.
impl Program {
    /// Returns the program as a function of Rust with this name, and one with `_into` behind it, as
    /// [`tensor!`](super::tensor!) makes them.
    ///
    /// # Errors
    /// Variables that are read, or are results, and hold nothing: in Rust there is no undefined value.
    pub fn rust(&self, name: &str) -> Result<String, Mistakes> {
        staged::rust(&self.checked, &Signature::new(name)).map_err(|mistakes| Mistakes::new(&self.text, &mistakes))
    }

    /// Returns the shapes of variables and expressions.
    pub fn types(&self) -> String {
        describe::types(&self.checked, &self.text)
    }

    /// Returns which assignment the value of each variable that is read comes from.
    pub fn reaching(&self) -> String {
        describe::reaching(&self.checked, &self.text)
    }

    /// Returns the statements that no result depends on.
    pub fn dead(&self) -> String {
        describe::dead(&self.checked, &self.text)
    }

    /// Returns the expressions that are written more than once on the same values.
    pub fn common(&self) -> String {
        describe::common(&self.checked, &self.text)
    }

    /// Returns for each statement whether it is written straight into its target.
    pub fn in_place(&self) -> String {
        describe::in_place(&self.checked, &self.text)
    }

    /// Returns the cheapest order of each product of three factors or more.
    ///
    /// # Errors
    /// If there are more or fewer sizes than names of extents.
    pub fn order(&self, sizes: &[usize]) -> Result<String, EvaluateError> {
        if sizes.len() != self.sizes().len() {
            return Err(EvaluateError::Sizes { given: sizes.len(), names: self.sizes().to_vec() });
        }
        Ok(describe::order(&self.checked, &self.text, sizes))
    }

    /// Returns the values of the program, each once.
    ///
    /// ```
    /// use unite::program::Program;
    /// let program = Program::parse("var input a : [2]  var output y : [2]  y = exp(a) * exp(a)")?;
    /// assert_eq!(program.dag(), "\
    /// %0 = a : [2], height 0
    /// %1 = exp(%0) : [2], height 1
    /// %2 = %1 * %1 : [2], height 2, result y
    /// ");
    /// # Ok::<(), unite::program::Mistakes>(())
    /// ```
    pub fn dag(&self) -> String {
        Graph::new(&self.checked).to_string()
    }

    /// Returns the values that results need, by height: a line for each one that a staged program computes.
    pub fn staged(&self) -> String {
        describe::staged(&self.checked)
    }

    /// Returns how variables are stored in vectors of `multiple` elements, and which operations treat padding.
    pub fn padded(&self, multiple: NonZeroUsize) -> String {
        describe::padded(&self.checked, &self.text, multiple)
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.tree, f)
    }
}
