//! What may go wrong when loops over looplets are lowered or evaluated.

/// Why a loop was not lowered, or code not evaluated.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LoopletError {
    /// A sum with a term for each place of an interval has no value.
    #[error("`{value}` is added for each `{index}` of an interval that may be long: multiply by `d({index})`")]
    SumOverInterval {
        /// The index of the loop.
        index: String,
        /// What is added.
        value: String,
    },
    /// An expression of the index itself on an interval.
    #[error("`{value}` mentions `{index}` on an interval: only on points may a value depend on the index itself")]
    IndexOnInterval {
        /// The index of the loop.
        index: String,
        /// The value.
        value: String,
    },
    /// A looplet of places one by one on an interval of real numbers.
    #[error("`{operand}` is looked up place by place on an interval of reals: loop over integers, or over points")]
    LookupOnReals {
        /// The operand.
        operand: String,
    },
    /// A switch in which no case holds for certain.
    #[error("the switch of `{operand}` ends without a case for `true`: add one, with the fill value")]
    SwitchWithoutElse {
        /// The operand.
        operand: String,
    },
    /// A variable that has no value.
    #[error("`{name}` has no value: set it before")]
    UnknownName {
        /// The variable.
        name: String,
    },
    /// An array that is not there.
    #[error("there is no array `{array}`: set it before")]
    UnknownArray {
        /// The array.
        array: String,
    },
    /// A position outside of an array.
    #[error("`{array}[{position}]` is outside of the {len} elements")]
    OutOfRange {
        /// The array.
        array: String,
        /// The position.
        position: f64,
        /// How many elements there are.
        len: usize,
    },
    /// A number where a truth value is needed, or the other way round.
    #[error("`{expr}` is not a {wanted}")]
    Kind {
        /// The expression.
        expr: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// An operator with too few or too many arguments.
    #[error("`{expr}` has {found} arguments: give it {wanted}")]
    Arguments {
        /// The expression.
        expr: String,
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// A loop that does not come to its end.
    #[error("more than {most} turns: a loop over infinitely many integers, or a stepper that stands still")]
    Endless {
        /// How many turns are run before giving up.
        most: usize,
    },
    /// Lowering that does not come to its end.
    #[error("more than {most} rules were applied: give the nests fewer looplets")]
    TooDeep {
        /// How many rules are applied before giving up.
        most: usize,
    },
}
