//! Errors of staging.

/// An error: a program cannot be staged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StageError {
    /// A tensor is missing from the kinds.
    #[error("the axes of `{tensor}` are not known: add it to the kinds")]
    UnknownTensor {
        /// The tensor.
        tensor: String,
    },
    /// An access has the wrong number of indices.
    #[error("`{tensor}` has {axes} axes and is written with {indices} indices")]
    Arity {
        /// The tensor.
        tensor: String,
        /// The number of axes.
        axes: usize,
        /// The number of indices.
        indices: usize,
    },
    /// A literal is not a decimal number.
    #[error("`{literal}` is not a decimal number")]
    Literal {
        /// The literal as written.
        literal: String,
    },
    /// An index is not affine, so its pieces are not intervals.
    #[error("axis {axis} of `{tensor}` is not affine in `{index}`: write it as `a*{index} + b`")]
    NotAffine {
        /// The tensor.
        tensor: String,
        /// Its axis.
        axis: usize,
        /// The deepest index in the expression.
        index: String,
    },
    /// An index runs over reals and over integers.
    #[error("`{index}` runs over integers and over reals; the first to disagree is `{tensor}`: use two indices")]
    MixedKinds {
        /// The index.
        index: String,
        /// The first tensor with the other kind.
        tensor: String,
    },
    /// A node of a tensor is known only inside the loop over its pieces.
    #[error("an axis of `{tensor}` follows one whose index is known only inside of the loop over `{index}`")]
    Order {
        /// The tensor.
        tensor: String,
        /// The index of the loop that starts too early.
        index: String,
    },
    /// The target of `=` does not contain the index of every loop.
    #[error("`{target} = ..` keeps the last value over `{index}`, and pieces have no order: use `max=`, `+=` or `|=`")]
    LastOneWins {
        /// The target.
        target: String,
        /// The index that is missing from the target.
        index: String,
    },
    /// A program has a part without a looplet.
    #[error("{what} has no stages: `for`, `if`, `let` and the operators `=`, `+=`, `max=`, `min=`, `&=`, `|=` do")]
    NotStaged {
        /// The part of the program.
        what: String,
    },
    /// An index is used as a number on intervals.
    #[error("`{index}` is used as a number where it is on intervals: make one of its operands pinpoint")]
    NumberOverInterval {
        /// The index.
        index: String,
    },
    /// A length is used outside of a sum.
    #[error("d({index}) weighs a sum over `{index}`: use `+=` and leave `{index}` out of the target")]
    MeasureOutsideSum {
        /// The index.
        index: String,
    },
}
