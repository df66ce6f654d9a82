//! Nested piecewise constant functions: the data of a tensor. The kinds of its axes and its fill are not in them.

use super::region::Region;

/// A piecewise constant function of several places, one level per place.
///
/// ```text
/// Pieces            of the first place
///   [0,1)  Value(2)      for all other places
///   [3,4]  Pieces        of the second place
///            ...
/// ```
///
/// Between the pieces the function has the gap value. All functions here keep the canonical form: neighbouring pieces
/// differ and no piece stores the gap value, so equal functions are equal trees.
#[derive(Debug, Clone, PartialEq)]
pub enum Node<V> {
    /// The same value for all remaining places.
    Value(V),
    /// Pieces, sorted and disjoint.
    Pieces(Vec<(Region, Node<V>)>),
}

/// The result of restricting a node to a region of its first place.
pub(crate) enum Reached<'a, V> {
    /// One function of the remaining places holds on the whole region.
    Node(&'a Node<V>),
    /// The gap value holds on the whole region.
    Gap,
    /// More than one piece.
    Several,
}

impl<V: Clone + PartialEq> Node<V> {
    /// Restricts the node to a region, which must not be empty.
    pub(crate) fn on(&self, region: &Region) -> Reached<'_, V> {
        let Node::Pieces(pieces) = self else { return Reached::Node(self) };
        match pieces.iter().find(|(piece, _)| !piece.intersect(region).is_empty()) {
            None => Reached::Gap,
            Some((piece, node)) if piece.contains(region) => Reached::Node(node),
            Some(_) => Reached::Several,
        }
    }

    /// Returns the function of the remaining places on a region; `None` if the region meets several pieces.
    pub(crate) fn child(&self, region: &Region, gap: &V) -> Option<Node<V>> {
        match self.on(region) {
            Reached::Node(node) => Some(node.clone()),
            Reached::Gap => Some(Node::Value(gap.clone())),
            Reached::Several => None,
        }
    }

    /// Returns the pieces and the gaps between them, which together cover the line.
    pub(crate) fn tiles(&self, gap: &V) -> Vec<(Region, Node<V>)> {
        let pieces = match self {
            Node::Value(_) => return vec![(Region::all(), self.clone())],
            Node::Pieces(pieces) => pieces,
        };
        let (mut tiles, mut rest) = (Vec::new(), Region::all());
        for (region, node) in pieces {
            let before = Region { lo: rest.lo.clone(), hi: region.lo.clone() };
            if !before.is_empty() {
                tiles.push((before, Node::Value(gap.clone())));
            }
            tiles.push((region.clone(), node.clone()));
            rest.lo = region.hi.clone();
        }
        if !rest.is_empty() {
            tiles.push((rest, Node::Value(gap.clone())));
        }
        tiles
    }

    /// Replaces each value `v` in the box by `change(v)`.
    pub(crate) fn update<E>(
        &mut self,
        region: &[Region],
        gap: &V,
        change: &mut dyn FnMut(&V) -> Result<V, E>,
    ) -> Result<(), E> {
        let Some((first, others)) = region.split_first() else {
            return match self {
                Node::Value(v) => change(v).map(|changed| *v = changed),
                Node::Pieces(_) => unreachable!("a node below the last axis is a value"),
            };
        };
        if first.is_empty() {
            return Ok(());
        }
        let mut pieces = Vec::new();
        for (tile, node) in self.tiles(gap) {
            let before = Region { lo: tile.lo.clone(), hi: (&tile.hi).min(&first.lo).clone() };
            let inside = tile.intersect(first);
            let after = Region { lo: (&tile.lo).max(&first.hi).clone(), hi: tile.hi };
            push(&mut pieces, before, &node, gap);
            if !inside.is_empty() {
                let mut changed = node.clone();
                changed.update(others, gap, change)?;
                push(&mut pieces, inside, &changed, gap);
            }
            push(&mut pieces, after, &node, gap);
        }
        *self = collapsed(pieces, gap);
        Ok(())
    }

    /// Applies `change` to each value; `gap` is the gap value of the result.
    pub(crate) fn map<W: Clone + PartialEq>(&self, gap: &W, change: &dyn Fn(&V) -> W) -> Node<W> {
        match self {
            Node::Value(v) => Node::Value(change(v)),
            Node::Pieces(pieces) => {
                let mut mapped = Vec::new();
                for (region, node) in pieces {
                    push(&mut mapped, region.clone(), &node.map(gap, change), gap);
                }
                collapsed(mapped, gap)
            }
        }
    }
}

/// Appends a piece unless it is empty or has the gap value; extends the last piece if they agree.
fn push<V: Clone + PartialEq>(pieces: &mut Vec<(Region, Node<V>)>, region: Region, node: &Node<V>, gap: &V) {
    if region.is_empty() || matches!(node, Node::Value(v) if v == gap) {
        return;
    }
    match pieces.last_mut() {
        Some((last, same)) if last.hi == region.lo && same == node => last.hi = region.hi,
        _ => pieces.push((region, node.clone())),
    }
}

/// Replaces pieces that have one value on the whole line by that value.
fn collapsed<V: Clone + PartialEq>(pieces: Vec<(Region, Node<V>)>, gap: &V) -> Node<V> {
    match pieces.as_slice() {
        [] => Node::Value(gap.clone()),
        [(region, value @ Node::Value(_))] if *region == Region::all() => value.clone(),
        _ => Node::Pieces(pieces),
    }
}
