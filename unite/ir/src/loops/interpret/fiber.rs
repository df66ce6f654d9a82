//! Nested piecewise constant functions: what a tensor is, without its axes' kinds and its fill.

use super::region::Region;

/// A function of some places, one after the other.
///
/// ```text
/// Pieces            of the first place
///   [0,1)  Value(2)      whatever the others are
///   [3,4]  Pieces        of the second place
///            ...
/// ```
///
/// Between the pieces is the gap value. In the canonical form, which all functions here keep, neighbours differ and
/// nothing is stored that is the gap value, so that equal functions are equal trees.
#[derive(Debug, Clone, PartialEq)]
pub enum Node<V> {
    /// The same for all places that follow.
    Value(V),
    /// In order, disjoint.
    Pieces(Vec<(Region, Node<V>)>),
}

/// What is found on a region of the first place.
pub(crate) enum Reached<'a, V> {
    /// The same function of the other places on all of it.
    Node(&'a Node<V>),
    /// The gap value on all of it.
    Gap,
    /// More than one piece.
    Several,
}

impl<V: Clone + PartialEq> Node<V> {
    /// What is there on a region that is not empty.
    pub(crate) fn on(&self, region: &Region) -> Reached<'_, V> {
        let Node::Pieces(pieces) = self else { return Reached::Node(self) };
        match pieces.iter().find(|(piece, _)| !piece.intersect(region).is_empty()) {
            None => Reached::Gap,
            Some((piece, node)) if piece.contains(region) => Reached::Node(node),
            Some(_) => Reached::Several,
        }
    }

    /// The function of the other places that is the same on all of a region; none if several pieces are there.
    pub(crate) fn child(&self, region: &Region, gap: &V) -> Option<Node<V>> {
        match self.on(region) {
            Reached::Node(node) => Some(node.clone()),
            Reached::Gap => Some(Node::Value(gap.clone())),
            Reached::Several => None,
        }
    }

    /// Pieces that cover the line.
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

    /// The function with `change` of each value; `gap` is the gap value of the outcome.
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

/// Adds a piece behind the others: nothing if it is empty or the gap value, and it may grow the last.
fn push<V: Clone + PartialEq>(pieces: &mut Vec<(Region, Node<V>)>, region: Region, node: &Node<V>, gap: &V) {
    if region.is_empty() || matches!(node, Node::Value(v) if v == gap) {
        return;
    }
    match pieces.last_mut() {
        Some((last, same)) if last.hi == region.lo && same == node => last.hi = region.hi,
        _ => pieces.push((region, node.clone())),
    }
}

/// Pieces that say the same of the whole line are a value.
fn collapsed<V: Clone + PartialEq>(pieces: Vec<(Region, Node<V>)>, gap: &V) -> Node<V> {
    match pieces.as_slice() {
        [] => Node::Value(gap.clone()),
        [(region, value @ Node::Value(_))] if *region == Region::all() => value.clone(),
        _ => Node::Pieces(pieces),
    }
}
