//! Errors of lowering and evaluating loops over looplets.

/// An error of lowering a loop or evaluating code.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LoopletError {
    /// A sum has a term for each place of an interval, so it has no value.
    #[error("`{value}` is added at each `{index}` of an interval that may be long; multiply by `d({index})`")]
    SumOverInterval {
        /// The index of the loop.
        index: String,
        /// The value that is added.
        value: String,
    },
    /// An operator is not lowered.
    #[error("`{op}` is not lowered: use `=`, `+=`, `max=`, `min=`, `&=` or `|=`")]
    NotLowered {
        /// The operator.
        op: &'static str,
    },
    /// The value on an interval depends on the index itself.
    #[error("`{value}` mentions `{index}` on an interval: only on points may a value depend on the index itself")]
    IndexOnInterval {
        /// The index of the loop.
        index: String,
        /// The value.
        value: String,
    },
    /// A loop over an interval of real numbers reads an operand that is looked up place by place.
    #[error("`{operand}` is looked up place by place on an interval of reals: loop over integers, or over points")]
    LookupOnReals {
        /// The operand.
        operand: String,
    },
    /// The cases of a switch may all be false.
    #[error("the switch of `{operand}` ends without a case for `true`: add one, with the fill value")]
    SwitchWithoutElse {
        /// The operand.
        operand: String,
    },
    /// A variable has no value.
    #[error("`{name}` has no value: set it before")]
    UnknownName {
        /// The variable.
        name: String,
    },
    /// An array does not exist.
    #[error("there is no array `{array}`: set it before")]
    UnknownArray {
        /// The array.
        array: String,
    },
    /// A position is outside of an array.
    #[error("`{array}[{position}]` is outside of the {len} elements")]
    OutOfRange {
        /// The array.
        array: String,
        /// The position.
        position: f64,
        /// The number of elements.
        len: usize,
    },
    /// A number is used as a truth value, or a truth value as a number.
    #[error("`{expr}` is not a {wanted}")]
    Kind {
        /// The expression.
        expr: String,
        /// The kind that is needed.
        wanted: &'static str,
    },
    /// An operator has too few or too many arguments.
    #[error("`{expr}` has {found} arguments: give it {wanted}")]
    Arguments {
        /// The expression.
        expr: String,
        /// The number of arguments found.
        found: usize,
        /// The number of arguments needed.
        wanted: usize,
    },
    /// A loop does not end.
    #[error("stopped after {most} iterations: an infinite loop over integers, or a stepper that does not advance")]
    Endless {
        /// The number of iterations after which evaluation gives up.
        most: usize,
    },
    /// Lowering does not end.
    #[error("more than {most} rules were applied: give the nests fewer looplets")]
    TooDeep {
        /// The number of rule applications after which lowering gives up.
        most: usize,
    },
}
