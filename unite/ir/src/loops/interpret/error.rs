//! What can go wrong when a program is interpreted.

use super::number::Number;
use super::region::AxisKind;
use super::value::Value;

/// Why a tensor cannot be built, or why a program has no meaning on its operands.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InterpretError {
    /// A name that nothing stands for.
    #[error("`{name}` is neither an index nor a `let`, nor in the environment: add it there before the program runs")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A tensor without indices, or a scalar with some.
    #[error("`{name}` has {axes} axes and is written with {indices} indices")]
    Arity {
        /// The tensor.
        name: String,
        /// What it has.
        axes: usize,
        /// What is written.
        indices: usize,
    },
    /// A box with the wrong number of regions.
    #[error("a box has {regions} regions, the tensor {axes} axes")]
    BoxArity {
        /// Regions of the box.
        regions: usize,
        /// Axes of the tensor.
        axes: usize,
    },
    /// Tensors of different extents are indexed by a loop without bounds.
    #[error("`{index}` has no bounds, and `{one}` has the extent {extent}, `{other}` {another}: give the loop bounds")]
    Extents {
        /// The index.
        index: String,
        /// A tensor.
        one: String,
        /// Its extent.
        extent: String,
        /// Another tensor.
        other: String,
        /// Its extent.
        another: String,
    },
    /// A value other than fill outside of the extents of a target.
    #[error("{place} lies outside of the extent {extent} of `{target}`")]
    Outside {
        /// The target.
        target: String,
        /// Where it was to be written.
        place: String,
        /// Where it can be.
        extent: String,
    },
    /// A value of the other type than the fill.
    #[error("a tensor with fill {fill} cannot hold {value}: both are numbers, or both truth values")]
    MixedValues {
        /// The fill.
        fill: Box<Value>,
        /// The value.
        value: Box<Value>,
    },
    /// Two boxes share a place.
    #[error("the box {second} overlaps an earlier one: cut the boxes, or build the tensor with `Overlap::Combined`")]
    Overlap {
        /// The later of the boxes.
        second: String,
    },
    /// An assignment to something that is no output.
    #[error("`{name}` is assigned to but is no output: declare it as one, with its initial value")]
    NotAnOutput {
        /// The name.
        name: String,
    },
    /// A tensor on both sides.
    #[error("`{name}` is assigned to and read in the same nest: read it in a nest that follows")]
    BothSides {
        /// The name.
        name: String,
    },
    /// A truth value where a number belongs.
    #[error("`{what}` takes numbers, not {value}")]
    NotANumber {
        /// The operator or function.
        what: String,
        /// What it was given.
        value: Value,
    },
    /// A number where a truth value belongs.
    #[error("`{what}` takes truth values, not {value}")]
    NotATruthValue {
        /// The operator or function.
        what: String,
        /// What it was given.
        value: Value,
    },
    /// A literal that is not decimal.
    #[error("`{literal}` is no decimal number")]
    Literal {
        /// As it is written.
        literal: String,
    },
    /// An operation without a value.
    #[error("{left} {op} {right} has no value")]
    Undefined {
        /// The left operand.
        left: Box<Number>,
        /// The operator.
        op: &'static str,
        /// The right operand.
        right: Box<Number>,
    },
    /// A function that is not there, or has no value.
    #[error("`{name}` has no value for these {arguments} arguments: add the function to the environment")]
    Call {
        /// The function.
        name: String,
        /// How many arguments it was given.
        arguments: usize,
    },
    /// An index that runs over reals and over integers.
    #[error("`{index}` runs over {there:?} places in `{tensor}` and over {here:?} ones before: use two indices")]
    MixedKinds {
        /// The index.
        index: String,
        /// The tensor that disagrees.
        tensor: String,
        /// What the tensor's axis is.
        there: AxisKind,
        /// What the index is.
        here: AxisKind,
    },
    /// A fraction on an axis of integers.
    #[error("axis {axis} of `{tensor}` has integer places: {place} is none")]
    NotAPlace {
        /// The tensor.
        tensor: String,
        /// Its axis.
        axis: usize,
        /// The index.
        place: Number,
    },
    /// The number of an index over an interval.
    #[error("the index `{index}` is used as a number on {region}, which is more than one place: allowed on points")]
    Varies {
        /// The index.
        index: String,
        /// Where.
        region: String,
    },
    /// An index that is not affine.
    #[error("an index of `{tensor}` takes several places at once: it must be affine in its deepest loop index")]
    NotAffine {
        /// The tensor.
        tensor: String,
    },
    /// An infinite sum.
    #[error(
        "`{target} += ..` sums {value} over `{index}` on {region}, an interval of positive length: multiply by \
         d({index}) to integrate, or reduce over `{index}` first, as in `Hit[..] |= ..` and then `{target} += Hit[..]`"
    )]
    SumOverInterval {
        /// What is assigned to.
        target: String,
        /// What would be added at each place.
        value: Box<Value>,
        /// The index.
        index: String,
        /// Its region.
        region: String,
    },
    /// A length that is not summed up.
    #[error(
        "d({index}) on {region} depends on how finely the loop is cut: it weighs a sum over `{index}`, so use `+=` and \
         leave `{index}` out of the target"
    )]
    MeasureOutsideSum {
        /// The index.
        index: String,
        /// Its region.
        region: String,
    },
    /// A target such as `Z[i, i]` on an interval, or `Z[2*i]` for infinitely many integers.
    #[error("`{target}` is written at places that are no run while `{index}` is on {region}")]
    NotARun {
        /// What is assigned to.
        target: String,
        /// The index.
        index: String,
        /// Its region.
        region: String,
    },
    /// Too many integers to go through one by one.
    #[error("`{index}` would take {count} places one by one: the reference goes through {limit} at most")]
    TooManyPlaces {
        /// The index.
        index: String,
        /// How many there are.
        count: Number,
        /// How many are allowed.
        limit: u32,
    },
}
