//! Tensors whose places are real numbers or integers.

use std::fmt;

use super::error::InterpretError;
use super::fiber::{Node, Reached};
use super::number::Number;
use super::region::{AxisKind, Region};
use super::value::{Value, binary};
use crate::loops::BinaryOp;

/// The treatment of boxes that share places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlap {
    /// Overlap is an error.
    Refused,
    /// Overlapping numbers are added, overlapping truth values are combined by "or", and tuples by component.
    Combined,
}

/// A box, one region per axis, and the value in it.
pub type Piece = (Vec<Region>, Value);

/// A piecewise constant function of places.
///
/// ```
/// use unite_ir::loops::interpret::{AxisKind, Number, Overlap, Region, Tensor, Value};
///
/// let at = |x: i64| Number::from(x);
/// let boxes = [
///     (vec![Region::half_open(at(1), at(3))], Value::from(5)),
///     (vec![Region::point(at(3))], Value::from(5)),
///     (vec![Region::point(at(7))], Value::from(2)),
/// ];
/// let t = Tensor::from_boxes(&[AxisKind::Real], Value::from(0), &boxes, Overlap::Refused).unwrap();
/// assert_eq!(t.to_string(), "{[1,3]: 5, 7: 2}");
/// assert_eq!(t.at(&[at(3)]), Ok(Value::from(5)));
/// assert_eq!(t.at(&[at(4)]), Ok(Value::from(0)));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    axes: Vec<AxisKind>,
    fill: Value,
    root: Node<Value>,
}

impl Tensor {
    /// Returns a tensor that is fill everywhere.
    pub fn filled(axes: &[AxisKind], fill: Value) -> Tensor {
        Tensor { axes: axes.to_vec(), root: Node::Value(fill.clone()), fill }
    }

    /// Returns a tensor with the given values in the given boxes, and the fill elsewhere.
    ///
    /// # Errors
    /// The number of regions of a box is not the number of axes, a value has another type than the fill, or boxes
    /// overlap and `overlap` is [`Overlap::Refused`].
    pub fn from_boxes(
        axes: &[AxisKind],
        fill: Value,
        boxes: &[Piece],
        overlap: Overlap,
    ) -> Result<Tensor, InterpretError> {
        let mut covered: Node<Option<Value>> = Node::Value(None);
        for (regions, value) in boxes {
            if regions.len() != axes.len() {
                return Err(InterpretError::BoxArity { regions: regions.len(), axes: axes.len() });
            }
            if !fill.is_like(value) {
                return Err(InterpretError::MixedValues { fill: Box::new(fill), value: Box::new(value.clone()) });
            }
            let on: Vec<Region> = regions.iter().zip(axes).map(|(region, &kind)| region.clone().on(kind)).collect();
            if on.iter().any(Region::is_empty) {
                continue;
            }
            covered.update(&on, &None, &mut |old| match (old, value, overlap) {
                (None, _, _) => Ok(Some(value.clone())),
                (Some(_), _, Overlap::Refused) => {
                    Err(InterpretError::Overlap { second: show_box(&on, axes).to_string() })
                }
                (Some(old), _, _) => joined(old, value).map(Some),
            })?;
        }
        let root = covered.map(&fill, &|value| value.clone().unwrap_or_else(|| fill.clone()));
        Ok(Tensor { axes: axes.to_vec(), fill, root })
    }

    /// Returns the kind of each axis.
    pub fn axes(&self) -> &[AxisKind] {
        &self.axes
    }

    /// Returns the value outside of all pieces.
    pub fn fill(&self) -> &Value {
        &self.fill
    }

    /// Returns the root of the tree of pieces.
    pub fn root(&self) -> &Node<Value> {
        &self.root
    }

    /// Returns the value at a place.
    ///
    /// # Errors
    /// The number of coordinates is wrong, a coordinate is infinite, or a fraction is given for an axis of integers.
    pub fn at(&self, place: &[Number]) -> Result<Value, InterpretError> {
        let name = || "the tensor".to_string();
        if place.len() != self.axes.len() {
            return Err(InterpretError::Arity { name: name(), axes: self.axes.len(), indices: place.len() });
        }
        let mut node = &self.root;
        for (axis, (x, &kind)) in place.iter().zip(&self.axes).enumerate() {
            let region =
                point(x, kind).ok_or_else(|| InterpretError::NotAPlace { tensor: name(), axis, place: x.clone() })?;
            node = match node.on(&region) {
                Reached::Node(node) => node,
                Reached::Gap | Reached::Several => return Ok(self.fill.clone()),
            };
        }
        match node {
            Node::Value(value) => Ok(value.clone()),
            Node::Pieces(_) => unreachable!("a node below the last axis is a value"),
        }
    }

    /// Returns the boxes that are not fill, extended as far as possible along the last axis, then along the one before
    /// it.
    pub fn pieces(&self) -> Vec<Piece> {
        fn list(node: &Node<Value>, above: &[Region], depth: usize, fill: &Value, found: &mut Vec<Piece>) {
            match node {
                Node::Value(value) if value == fill => {}
                Node::Value(value) => {
                    let mut regions = above.to_vec();
                    regions.resize(depth, Region::all());
                    found.push((regions, value.clone()));
                }
                Node::Pieces(pieces) => {
                    for (region, node) in pieces {
                        list(node, &[above, std::slice::from_ref(region)].concat(), depth, fill, found);
                    }
                }
            }
        }
        let mut found = Vec::new();
        list(&self.root, &[], self.axes.len(), &self.fill, &mut found);
        found
    }

    /// Replaces each value `v` in a box (one region per axis) by `change(v)`.
    pub(crate) fn update(
        &mut self,
        regions: &[Region],
        change: &mut dyn FnMut(&Value) -> Result<Value, InterpretError>,
    ) -> Result<(), InterpretError> {
        self.root.update(regions, &self.fill, change)
    }
}

/// Combines the values of two boxes at one place.
fn joined(old: &Value, value: &Value) -> Result<Value, InterpretError> {
    match (old, value) {
        (Value::Tuple(old), Value::Tuple(values)) => {
            old.iter().zip(values).map(|(old, value)| joined(old, value)).collect::<Result<_, _>>().map(Value::Tuple)
        }
        (Value::Bool(_), _) => binary(BinaryOp::Or, old, value),
        _ => binary(BinaryOp::Add, old, value),
    }
}

/// Returns the region of a single place, if it is a place of the axis.
pub(crate) fn point(x: &Number, kind: AxisKind) -> Option<Region> {
    let place = x.finite()?;
    (kind == AxisKind::Real || place.is_integer()).then(|| Region::point(x.clone()).on(kind))
}

fn show_box(regions: &[Region], axes: &[AxisKind]) -> String {
    let shown: Vec<String> = regions.iter().zip(axes).map(|(region, &kind)| region.show(kind)).collect();
    shown.join(" x ")
}

/// Formats the pieces: `{0: 8, [1,2) x 3..5: 5}`.
impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |(regions, value): &Piece| format!("{}: {value}", show_box(regions, &self.axes));
        let pieces: Vec<String> = self.pieces().iter().map(show).collect();
        write!(f, "{{{}}}", pieces.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64) -> Number {
        Number::from(x)
    }

    fn integers(boxes: &[([i64; 2], [i64; 2], i64)], overlap: Overlap) -> Result<Tensor, InterpretError> {
        let region = |[a, b]: [i64; 2]| Region::closed(at(a), at(b));
        let boxes: Vec<Piece> = boxes.iter().map(|&(x, y, value)| (vec![region(x), region(y)], value.into())).collect();
        Tensor::from_boxes(&[AxisKind::Integer; 2], 0.into(), &boxes, overlap)
    }

    #[test]
    fn overlap_is_refused_or_combined() {
        let boxes = [([0, 4], [0, 4], 1), ([2, 6], [3, 8], 10)];
        assert_eq!(integers(&boxes, Overlap::Refused), Err(InterpretError::Overlap { second: "2..6 x 3..8".into() }));
        let sum = integers(&boxes, Overlap::Combined).unwrap();
        assert_eq!(sum.at(&[at(3), at(3)]), Ok(11.into()));
        assert_eq!(sum.at(&[at(1), at(3)]), Ok(1.into()));
        assert_eq!(sum.at(&[at(6), at(8)]), Ok(10.into()));
    }

    #[test]
    fn overlap_with_the_value_of_the_fill_is_overlap() {
        let boxes = [([0, 4], [0, 4], 0), ([4, 4], [4, 4], 2)];
        assert!(integers(&boxes, Overlap::Refused).is_err());
        assert_eq!(integers(&boxes, Overlap::Combined).unwrap().to_string(), "{4 x 4: 2}");
    }

    #[test]
    fn equal_functions_are_equal_tensors_however_they_are_cut() {
        let whole = integers(&[([0, 5], [0, 5], 7)], Overlap::Refused).unwrap();
        let cut = [([0, 2], [0, 5], 7), ([3, 5], [3, 5], 7), ([3, 5], [0, 2], 7), ([8, 9], [8, 9], 0)];
        assert_eq!(integers(&cut, Overlap::Refused).unwrap(), whole);
        assert_eq!(whole.pieces().len(), 1);
    }

    #[test]
    fn overlapping_tuples_are_combined_by_component() {
        let tuple = |x: i64, holds: bool| Value::Tuple(vec![x.into(), holds.into()]);
        let region = |a, b| vec![Region::closed(at(a), at(b))];
        let boxes = [(region(0, 3), tuple(1, false)), (region(2, 5), tuple(4, true))];
        let sum = Tensor::from_boxes(&[AxisKind::Integer], tuple(0, false), &boxes, Overlap::Combined).unwrap();
        assert_eq!(sum.to_string(), "{0..1: (1, false), 2..3: (5, true), 4..5: (4, true)}");
    }

    #[test]
    fn the_wrong_place_is_an_error() {
        let t = integers(&[], Overlap::Refused).unwrap();
        assert!(matches!(t.at(&[at(1)]), Err(InterpretError::Arity { axes: 2, indices: 1, .. })));
        let half = Number::parse("0.5").unwrap();
        assert!(matches!(t.at(&[at(1), half]), Err(InterpretError::NotAPlace { axis: 1, .. })));
        assert!(matches!(t.at(&[Number::Infinity, at(1)]), Err(InterpretError::NotAPlace { axis: 0, .. })));
    }

    #[test]
    fn a_value_of_another_type_or_a_box_of_another_size_is_an_error() {
        let boxes = [(vec![Region::all()], Value::from(true))];
        let axes = [AxisKind::Real];
        let mixed = Tensor::from_boxes(&axes, 0.into(), &boxes, Overlap::Refused);
        assert!(matches!(mixed, Err(InterpretError::MixedValues { .. })));
        let long = [(vec![Region::all(), Region::all()], Value::from(1))];
        let arity = Tensor::from_boxes(&axes, 0.into(), &long, Overlap::Refused);
        assert_eq!(arity, Err(InterpretError::BoxArity { regions: 2, axes: 1 }));
    }
}
