//! A set of patches that can be queried at a place. It implements the traits of the walk up the trie outside of the
//! crate.

use super::{Mesh, Patch};
use std::fmt;
use unite::{Ancestor, Extent, In, Ix, Locate, Place, Root, Space, Spot};

/// The patches of one refinement, queried as a whole.
#[derive(Clone, Copy)]
pub(crate) struct Layer<'a, S: Space>(pub(crate) &'a [Patch<S>]);

/// A layer at a place.
pub(crate) struct LayerAt<'a, S: Space, S2: Space, E2> {
    layer: Layer<'a, S>,
    spot: Spot<S2, E2>,
}

impl<'a, S: In<Mesh, 2>> Ancestor for Layer<'a, S> {
    type Universe = Mesh;
    type Item = f64;
    type At<S2: Space<Universe = Mesh>, E2: Extent> = LayerAt<'a, S, S2, E2>;

    fn at_place<S2: Space<Universe = Mesh>, E2: Extent>(self, spot: Spot<S2, E2>) -> LayerAt<'a, S, S2, E2> {
        LayerAt { layer: self, spot }
    }
}

impl<S: Space, S2: Space, E2: Extent> Place for LayerAt<'_, S, S2, E2> {
    type Space = S2;
    type Extent = E2;
    fn origin(&self) -> Root<S2> {
        self.spot.origin()
    }
    fn extent(&self) -> E2 {
        self.spot.extent()
    }
}

impl<S: In<Mesh, 2>, S2: Space<Universe = Mesh>, E2: Extent> Locate for LayerAt<'_, S, S2, E2> {
    type Item = f64;
    /// Returns the sample of the patch that has one; patches of a layer do not overlap.
    fn get(&self, i: Ix<S2>) -> Option<f64> {
        self.layer.0.iter().find_map(|patch| patch.view().colocate(&self.spot).get(i))
    }
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a layer of {} patches, {}", self.layer.0.len(), S::FRAME)
    }
}
