//! Errors of the interpreter.

use super::number::Number;
use super::region::AxisKind;
use super::value::Value;

/// An error: a tensor cannot be built, or a program is not defined on its operands.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InterpretError {
    /// A name is not defined.
    #[error("`{name}` is neither an index nor a `let`, nor in the environment: add it there before the program runs")]
    Unknown {
        /// The name.
        name: String,
    },
    /// An access has the wrong number of indices.
    #[error("`{name}` has {axes} axes and is written with {indices} indices")]
    Arity {
        /// The tensor.
        name: String,
        /// The number of axes.
        axes: usize,
        /// The number of indices.
        indices: usize,
    },
    /// A box has the wrong number of regions.
    #[error("a box has {regions} regions, the tensor {axes} axes")]
    BoxArity {
        /// The number of regions of the box.
        regions: usize,
        /// The number of axes of the tensor.
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
    /// A value other than fill is written outside the extents of a target.
    #[error(
        "{place} lies outside of the extent {extent} of `{target}`; widen the extent of the axis or bound the loop"
    )]
    Outside {
        /// The target with its indices, as the program writes it.
        target: String,
        /// The place that was written.
        place: String,
        /// The extent.
        extent: String,
    },
    /// A tensor mixes numbers and truth values.
    #[error("a tensor with fill {fill} cannot hold {value}: both are numbers, truth values or tuples alike")]
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
    /// An assignment to a name that is not an output.
    #[error("`{name}` is assigned to but is no output: declare it as one, with its initial value")]
    NotAnOutput {
        /// The name.
        name: String,
    },
    /// A tensor is assigned to and read in the same nest.
    #[error("`{name}` is assigned to and read in the same nest: read it in a nest that follows")]
    BothSides {
        /// The name.
        name: String,
    },
    /// A truth value is used as a number.
    #[error("`{what}` takes numbers, not {value}")]
    NotANumber {
        /// The operator or function.
        what: String,
        /// The operand or argument.
        value: Value,
    },
    /// A number is used as a truth value.
    #[error("`{what}` takes truth values, not {value}")]
    NotATruthValue {
        /// The operator or function.
        what: String,
        /// The operand or argument.
        value: Value,
    },
    /// A literal is not a decimal number.
    #[error("`{literal}` is not a decimal number")]
    Literal {
        /// The literal as written.
        literal: String,
    },
    /// An operation has no value for its operands.
    #[error("{left} {op} {right} has no value")]
    Undefined {
        /// The left operand.
        left: Box<Number>,
        /// The operator.
        op: &'static str,
        /// The right operand.
        right: Box<Number>,
    },
    /// A function does not exist, or has no value for its arguments.
    #[error("`{name}` has no value for these {arguments} arguments: add the function to the environment")]
    Call {
        /// The function.
        name: String,
        /// The number of arguments.
        arguments: usize,
    },
    /// An index runs over real places and over integer places.
    #[error("`{index}` runs over {there:?} places in `{tensor}` and over {here:?} ones before: use two indices")]
    MixedKinds {
        /// The index.
        index: String,
        /// The tensor with the other kind.
        tensor: String,
        /// The kind of the tensor's axis.
        there: AxisKind,
        /// The kind of the index.
        here: AxisKind,
    },
    /// A fraction indexes an axis of integers.
    #[error("axis {axis} of `{tensor}` has integer places, and {place} is not an integer")]
    NotAPlace {
        /// The tensor.
        tensor: String,
        /// Its axis.
        axis: usize,
        /// The index.
        place: Number,
    },
    /// An index is used as a number on an interval.
    #[error("the index `{index}` is used as a number on {region}, which is more than one place: allowed on points")]
    Varies {
        /// The index.
        index: String,
        /// The interval.
        region: String,
    },
    /// An index is not affine.
    #[error("an index of `{tensor}` takes several places at once: it must be affine in its deepest loop index")]
    NotAffine {
        /// The tensor.
        tensor: String,
    },
    /// A sum adds a value at each place of an interval.
    #[error(
        "`{target} += ..` sums {value} over `{index}` on {region}, an interval of positive length: multiply by \
         d({index}) to integrate, or reduce over `{index}` first, as in `Hit[..] |= ..` and then `{target} += Hit[..]`"
    )]
    SumOverInterval {
        /// The target.
        target: String,
        /// The value that would be added at each place.
        value: Box<Value>,
        /// The index.
        index: String,
        /// Its region.
        region: String,
    },
    /// A value is combined with itself at each of infinitely many places, and changes.
    #[error(
        "`{target} {op} ..` combines {value} with itself at each place of `{index}` on {region}, which are infinitely many: \
         bound the loop, or index a tensor of points"
    )]
    FoldOverInterval {
        /// The target.
        target: String,
        /// The operator as written.
        op: String,
        /// The value.
        value: Box<Value>,
        /// The index.
        index: String,
        /// Its region.
        region: String,
    },
    /// A value replaces a tuple of another shape.
    #[error("`=` assigns {value} where {old} is: write a tuple of as many values, numbers where it has numbers")]
    NotLike {
        /// The old value.
        old: Box<Value>,
        /// The value.
        value: Box<Value>,
    },
    /// A length is used outside of a sum.
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
    /// A target takes places that are not a run, such as `Z[i, i]` on an interval or `Z[2*i]` for infinitely many
    /// integers.
    #[error("`{target}` is written at places that are not a run while `{index}` is on {region}")]
    NotARun {
        /// The target.
        target: String,
        /// The index.
        index: String,
        /// Its region.
        region: String,
    },
    /// A loop that runs step by step is over real places.
    #[error(
        "the loop over `{index}` runs step by step and takes its places one by one, but is over real places: loop over \
         integers"
    )]
    StepsOverReals {
        /// The index.
        index: String,
    },
    /// A loop that runs step by step is over infinitely many places.
    #[error("the loop over `{index}` runs step by step, and takes infinitely many places: give it finite bounds")]
    Endless {
        /// The index.
        index: String,
    },
    /// The step of a range is not a positive integer.
    #[error("the range of `{index}` has the step {step}: a step is an integer above 0")]
    NoStep {
        /// The index.
        index: String,
        /// The step.
        step: Box<Value>,
    },
    /// A range with a step has real places.
    #[error(
        "`{index}` has a range with a step, and runs over real places: count the steps, `for k = 0:n`, and give the place a \
         name, `let {index} = a + s * k`"
    )]
    StepOfReals {
        /// The index.
        index: String,
    },
    /// A tensor starts anew with another value than its fill.
    #[error("`{name} .= {value}` empties `{name}`, whose fill is {fill}: write `{name} .= {fill}`")]
    NotTheFill {
        /// The tensor.
        name: String,
        /// Its fill.
        fill: Box<Value>,
        /// The value.
        value: Box<Value>,
    },
    /// A loop would visit too many integers one by one.
    #[error("`{index}` would take {count} places one by one: the reference visits at most {limit}")]
    TooManyPlaces {
        /// The index.
        index: String,
        /// The number of places.
        count: Number,
        /// The maximum number of places.
        limit: u32,
    },
}
