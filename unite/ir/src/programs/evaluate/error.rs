//! [`EvaluateError`]: reasons why a program cannot be evaluated.

/// A reason why a store cannot be made or filled, or why a program has no meaning over a type of numbers.
///
/// Nothing fails while a program runs: a store is unchanged if an evaluator returns an error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// More or fewer sizes than names of extents.
    #[error("{given} sizes given for the {} named extents [{}]: give one for each", .names.len(), .names.join(" "))]
    Sizes {
        /// The number of sizes given.
        given: usize,
        /// The names.
        names: Vec<String>,
    },
    /// A named extent of 0.
    #[error("the extent {name} is 0: give 1 or more")]
    NoExtent {
        /// The name.
        name: String,
    },
    /// A tensor that does not fit, alone or with the ones before it.
    #[error(
        "`{name}` of extents {extents:?} does not fit in {limit} bytes with the other variables: give smaller extents"
    )]
    TooLarge {
        /// The variable.
        name: String,
        /// Its extents.
        extents: Vec<usize>,
        /// The bytes that a store may have.
        limit: usize,
    },
    /// A name that the program does not declare.
    #[error("the program declares no variable `{name}`: it has [{}]", .known.join(" "))]
    Undeclared {
        /// The name.
        name: String,
        /// The names that it declares.
        known: Vec<String>,
    },
    /// A constant that is to be set.
    #[error("`{name}` is a constant: set variables only")]
    Constant {
        /// The name.
        name: String,
    },
    /// Too many or too few elements.
    #[error("{given} elements given for `{name}`; its extents {extents:?} need {needed}")]
    Elements {
        /// The variable.
        name: String,
        /// Its extents.
        extents: Vec<usize>,
        /// The number of elements given.
        given: usize,
        /// The number of elements needed.
        needed: usize,
    },
    /// A number that the type does not have.
    #[error("the number {literal} is none of {numbers}: write another one, or choose other numbers")]
    Literal {
        /// The number as it is written.
        literal: String,
        /// The type of numbers.
        numbers: &'static str,
    },
    /// A quotient, an exponential or a logarithm of integers.
    #[error("`{operation}` is not defined on {numbers}: choose floats or exact rationals")]
    NoQuotients {
        /// The operator or function.
        operation: &'static str,
        /// The type of numbers.
        numbers: &'static str,
    },
    /// A store that was made for another program.
    #[error("the store was made for another program: `{name}` has other extents there, or is missing")]
    OtherProgram {
        /// The first variable that differs.
        name: String,
    },
}
