//! Why a program cannot be staged.

/// What stands in the way, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StageError {
    /// A tensor that is not among the kinds.
    #[error("nothing is said of the axes of `{tensor}`: add it to the kinds")]
    UnknownTensor {
        /// The tensor.
        tensor: String,
    },
    /// The wrong number of indices.
    #[error("`{tensor}` has {axes} axes and is written with {indices} indices")]
    Arity {
        /// The tensor.
        tensor: String,
        /// What it has.
        axes: usize,
        /// What is written.
        indices: usize,
    },
    /// A literal that is not decimal.
    #[error("`{literal}` is no decimal number")]
    Literal {
        /// As it is written.
        literal: String,
    },
    /// An index whose pieces are no intervals.
    #[error("axis {axis} of `{tensor}` is not affine in `{index}`: write it as `a*{index} + b`")]
    NotAffine {
        /// The tensor.
        tensor: String,
        /// Its axis.
        axis: usize,
        /// The deepest index in it.
        index: String,
    },
    /// An index that runs over reals and over integers.
    #[error("`{index}` runs over integers and over reals; the first to disagree is `{tensor}`: use two indices")]
    MixedKinds {
        /// The index.
        index: String,
        /// The tensor that disagrees.
        tensor: String,
    },
    /// A node of a tensor that is known only within the loop over its pieces.
    #[error("an axis of `{tensor}` follows one whose index is known only inside of the loop over `{index}`")]
    Order {
        /// The tensor.
        tensor: String,
        /// The loop that comes too early.
        index: String,
    },
    /// `=` while an index is not in the target.
    #[error("`{target} = ..` keeps the last value over `{index}`, and pieces have no order: use `max=`, `+=` or `|=`")]
    LastOneWins {
        /// What is assigned to.
        target: String,
        /// An index that does not tell places apart.
        index: String,
    },
    /// The number of an index over intervals.
    #[error("`{index}` is used as a number where it is on intervals: make one of its operands pinpoint")]
    NumberOverInterval {
        /// The index.
        index: String,
    },
    /// A length that is not summed up.
    #[error("d({index}) weighs a sum over `{index}`: use `+=` and leave `{index}` out of the target")]
    MeasureOutsideSum {
        /// The index.
        index: String,
    },
}
