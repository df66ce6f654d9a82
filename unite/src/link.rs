//! [`Atlas`]: the connection of the static layer and the formal layer. A static tensor names its space in a trie.
//!
//! A static view stores one *absolute* tuple per axis (origin, coarsening, refinement), not the path that led to it.
//! Relative to its nearest block that tuple is three steps of a trie, which lead to the space that the view names:
//!
//! ```text
//!   universe ─ refine r ─ origin o, coarsen c     the grid of the block, along the root's axes
//!                         └─ refine C ─ origin A, coarsen B ─ axes p      the view
//! ```
//!
//! The law that connects the layers: `view[i]` reads the smallest point of `{i}` mapped from the view's space to its
//! block's grid.

use crate::frame::{Extent, Frame, Home, Root, Space, Spot, Tuple, Universe};
use crate::locate::DynSpot;
use crate::tensor::{Block, Data, Nest, Tensor, Tile};
use crate::trie::{Mirror, Placement, SpaceId, Trie, TrieError};
use core::marker::PhantomData;
use std::collections::HashMap;

/// The trie of a static universe, with the spaces that its tensors have named.
///
/// The universe is part of the type: naming a tensor of another universe does not compile.
///
/// ```
/// use unite::trie::Points;
/// use unite::{Atlas, Block, By, Coarse, Dyn, Fixed};
/// unite::universe! { pub struct Video: 2; }
/// type Mbs = Coarse<Video, By<16, 16>>;
///
/// let intra = Block::<Mbs, bool>::new([0, 0], Dyn([2, 2]));
/// let by_sample = intra.view().refine::<By<16, 16>>();
/// let tile = by_sample.partition([20, 4], Fixed::<4, 4>);
///
/// let mut atlas = Atlas::<Video>::new();
/// let (space, block) = (atlas.name("flags of a tile", &tile)?, atlas.block("flags", &tile)?);
/// // Sample (0, 0) of the tile has the place of macroblock (1, 0).
/// assert_eq!(atlas.trie().map(&Points::of([[0, 0]]), &space, &block)?, Points::of([[1, 0]]));
/// # Ok::<(), unite::trie::TrieError>(())
/// ```
pub struct Atlas<U: Universe> {
    trie: Trie,
    known: HashMap<(SpaceId, Step, Option<Vec<i64>>), SpaceId>,
    mirrored: HashMap<(SpaceId, usize), SpaceId>,
    universe: PhantomData<U>,
}

/// A step of the trie: axes, origin, refine, coarsen.
type Step = (Vec<usize>, Vec<i64>, Vec<i64>, Vec<i64>);

impl<U: Universe> Atlas<U> {
    /// Creates the trie of universe `U`, with the name of its type. See [`Atlas`] for an example.
    pub fn new() -> Self {
        let name = core::any::type_name::<U>();
        let name = name.rsplit("::").next().unwrap_or(name);
        let trie = Trie::new(name, U::Root::RANK).expect("a static universe has a rank of 1 to 4");
        Atlas { trie, known: HashMap::new(), mirrored: HashMap::new(), universe: PhantomData }
    }

    /// Returns the trie, for queries. It prints itself as text and as Graphviz.
    ///
    /// ```
    /// use unite::{Atlas, Block, Dyn, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let picture = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// let mut atlas = Atlas::<Video>::new();
    /// atlas.name("tile", &picture.view().partition([2, 3], Dyn([4, 4])).spot())?;
    /// assert_eq!(atlas.trie().to_string(), "\
    /// Video, rank 2
    /// └─ tile, rank 2, extent (4, 4): origin (2, 3)
    /// ");
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn trie(&self) -> &Trie {
        &self.trie
    }

    /// Returns the space of a tensor, and gives it `name` if it is not named yet. The same place reached by two routes
    /// is the same space. See [`Atlas`] for an example.
    ///
    /// # Errors
    /// [`TrieError::Extent`] if a dimension has no points; [`TrieError::Overflow`] if a place cannot be counted.
    pub fn name<T: Named<Universe = U>>(&mut self, name: &str, tensor: &T) -> Result<SpaceId, TrieError> {
        tensor.name_in(self, name)
    }

    /// Returns the grid of a tensor's nearest block, along the axes of the universe. See [`Atlas`] for an example.
    ///
    /// # Errors
    /// [`TrieError::Overflow`] if a place cannot be counted.
    pub fn block<D: Data, S, E: Extent, H: Home>(
        &mut self,
        name: &str,
        tensor: &Tensor<D, S, E, H>,
    ) -> Result<SpaceId, TrieError>
    where
        S: Space<Universe = U>,
    {
        let frame = H::Space::FRAME;
        let origin = entries(tensor.geometry.origin());
        self.grid(name, &self.trie.universe(), &origin, &factors(frame.refine), &factors(frame.coarsen))
    }

    /// Returns the space after two steps along all axes of the universe: refine, then origin and coarsen.
    fn grid(
        &mut self,
        name: &str,
        parent: &SpaceId,
        origin: &[i64],
        refine: &[i64],
        coarsen: &[i64],
    ) -> Result<SpaceId, TrieError> {
        let axes: Vec<usize> = (0..U::Root::RANK).collect();
        let (zeros, ones) = (vec![0; axes.len()], vec![1; axes.len()]);
        let (refine, coarsen) = (&refine[..axes.len()], &coarsen[..axes.len()]);
        let fine = (axes.clone(), zeros, refine.to_vec(), ones.clone());
        let fine = self.step(&format!("{name}, density"), parent, fine, None)?;
        self.step(&format!("{name}, grid"), &fine, (axes, origin.to_vec(), ones, coarsen.to_vec()), None)
    }

    /// Returns the child of `parent` by one step, and adds it if it does not exist. A step that changes nothing returns
    /// `parent`.
    fn step(
        &mut self,
        name: &str,
        parent: &SpaceId,
        step: Step,
        extent: Option<Vec<i64>>,
    ) -> Result<SpaceId, TrieError> {
        let rank = self.trie.rank(parent)?;
        let (axes, origin, refine, coarsen) = &step;
        let nothing = axes.len() == rank
            && axes.iter().enumerate().all(|(k, &a)| k == a)
            && origin.iter().all(|&o| o == 0)
            && refine.iter().chain(coarsen).all(|&f| f == 1);
        if nothing && extent.is_none() {
            return Ok(parent.clone());
        }
        let key = (parent.clone(), step, extent);
        if let Some(id) = self.known.get(&key) {
            return Ok(id.clone());
        }
        let (_, (axes, origin, refine, coarsen), extent) = &key;
        let placement = Placement::of(rank)
            .axes(axes.clone())
            .origin(origin.clone())
            .refine(refine.clone())
            .coarsen(coarsen.clone());
        let id = match extent {
            Some(extent) => self.trie.add_tensor(parent, name, placement, extent.clone())?,
            None => self.trie.add(parent, name, placement)?,
        };
        self.known.insert(key, id.clone());
        Ok(id)
    }

    /// Returns the child of `parent` with axis `axis` reversed about its point 0, and adds it if it does not exist.
    fn mirror(&mut self, name: &str, parent: &SpaceId, axis: usize) -> Result<SpaceId, TrieError> {
        let key = (parent.clone(), axis);
        if let Some(id) = self.mirrored.get(&key) {
            return Ok(id.clone());
        }
        let id = self.trie.add(parent, name, Mirror::new(U::Root::RANK, axis, 0)?)?;
        self.mirrored.insert(key, id.clone());
        Ok(id)
    }

    /// Returns the space of the dimensions of `frame`, with an extent, in a grid along the universe's axes.
    fn select<E: Extent>(
        &mut self,
        name: &str,
        grid: &SpaceId,
        frame: Frame,
        extent: &E,
    ) -> Result<SpaceId, TrieError> {
        let extent = (0..E::RANK).map(|k| i64::try_from(extent.dim(k)).unwrap_or(i64::MAX)).collect();
        let ones = vec![1; frame.rank];
        let step = (frame.axis[..frame.rank].to_vec(), vec![0; frame.root], ones.clone(), ones);
        self.step(name, grid, step, Some(extent))
    }
}

impl<U: Universe> Default for Atlas<U> {
    fn default() -> Self {
        Self::new()
    }
}

/// A tensor or place that can name its space in an [`Atlas`]. Sealed: spots of both kinds, views, blocks, tiles.
///
/// A [`Spot`] names its place directly below the universe; a view names its space below its nearest block's grid.
///
/// ```
/// use unite::{Atlas, Dyn, Named, Spot};
/// unite::universe! { pub struct Video: 2; }
/// fn twice<T: Named<Universe = Video>>(t: &T) -> bool {
///     let mut atlas = Atlas::new();
///     atlas.name("once", t) == atlas.name("twice", t)
/// }
/// assert!(twice(&Spot::<Video, _>::new([3, 4], Dyn([2, 2]))));
/// ```
pub trait Named: private::Sealed {
    /// The root of the trie.
    type Universe: Universe;
    /// Names the space. See [`Atlas::name`].
    ///
    /// # Errors
    /// The errors of [`Atlas::name`].
    fn name_in(&self, atlas: &mut Atlas<Self::Universe>, name: &str) -> Result<SpaceId, TrieError>;
}

mod private {
    use super::*;
    pub trait Sealed {}
    impl<S: Space, E> Sealed for Spot<S, E> {}
    impl<S: Space, E> Sealed for DynSpot<S, E> {}
    impl<D, S: Space, E, H: Home> Sealed for Tensor<D, S, E, H> {}
    impl<S: Space, T, E: Extent> Sealed for Block<S, T, E> {}
    impl<S: Space, A> Sealed for Tile<S, A> {}
}

impl<S: Space, E: Extent> Named for Spot<S, E> {
    type Universe = S::Universe;
    fn name_in(&self, atlas: &mut Atlas<S::Universe>, name: &str) -> Result<SpaceId, TrieError> {
        let universe = atlas.trie.universe();
        let (refine, coarsen) = (factors(S::FRAME.refine), factors(S::FRAME.coarsen));
        let extent: Vec<usize> = (0..E::RANK).map(|k| self.extent.dim(k)).collect();
        let whole = S::FRAME.rank == S::FRAME.root && (0..S::FRAME.rank).all(|k| S::FRAME.axis[k] == k);
        if whole && refine.iter().all(|&r| r == 1) {
            // One step is sufficient.
            let axes: Vec<usize> = (0..S::FRAME.rank).collect();
            let rank = axes.len();
            let extent = extent.iter().map(|&n| i64::try_from(n).unwrap_or(i64::MAX)).collect();
            let step = (axes, entries(self.origin), vec![1; rank], coarsen[..rank].to_vec());
            return atlas.step(name, &universe, step, Some(extent));
        }
        let grid = atlas.grid(name, &universe, &entries(self.origin), &refine, &coarsen)?;
        atlas.select(name, &grid, S::FRAME, &self.extent)
    }
}

/// Names the place by three steps below the universe: refine, origin and coarsen, mirror.
///
/// ```
/// use unite::trie::Points;
/// use unite::{Atlas, Dyn, Scale, Spot};
/// unite::universe! { pub struct Picture: 1; }
/// let picture = Spot::<Picture, _>::new([0], Dyn([9]));
/// let mut atlas = Atlas::<Picture>::new();
/// let component = atlas.name("component", &picture.scale_by(Scale::new([2], [3])?)?)?;
/// let trie = atlas.trie();
/// assert_eq!(trie.up_to_root(&component, &Points::of([[3]]))?, Points::of([[4], [5]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<S: Space, E: Extent> Named for DynSpot<S, E> {
    type Universe = S::Universe;
    fn name_in(&self, atlas: &mut Atlas<S::Universe>, name: &str) -> Result<SpaceId, TrieError> {
        let axes = 0..S::FRAME.root;
        let (refine, step): (Vec<i64>, Vec<i64>) = axes.clone().map(|a| self.factors_along(a)).unzip();
        let origin = axes.clone().map(|a| {
            let wide = self.start_along(a);
            let clamped = wide.clamp(i64::MIN as i128, i64::MAX as i128) as i64;
            i64::try_from(wide).map_err(|_| TrieError::Overflow { left: clamped, operator: '*', right: refine[a] })
        });
        let origin = origin.collect::<Result<Vec<i64>, _>>()?;
        let coarsen: Vec<i64> = step.iter().map(|step| step.abs()).collect();
        let mut grid = atlas.grid(name, &atlas.trie.universe(), &origin, &refine, &coarsen)?;
        for a in axes.filter(|&a| step[a] < 0) {
            grid = atlas.mirror(&format!("{name}, mirrored"), &grid, a)?;
        }
        atlas.select(name, &grid, S::FRAME, &self.extent())
    }
}

impl<D: Data, S: Space, E: Extent, H: Home> Named for Tensor<D, S, E, H> {
    type Universe = S::Universe;
    fn name_in(&self, atlas: &mut Atlas<S::Universe>, name: &str) -> Result<SpaceId, TrieError> {
        let block = atlas.block(&format!("block of {name}"), self)?;
        let (view, home) = (S::FRAME, H::Space::FRAME);
        let rank = <Root<S> as Tuple>::RANK;
        let (mut origin, mut refine, mut coarsen) = (vec![0; rank], vec![1; rank], vec![1; rank]);
        for a in 0..rank {
            // Index x of the view lies at (start + x * step) / unit of the block's points.
            let start =
                difference(self.spot.origin.entry(a), home.refine[a], self.geometry.origin().entry(a), view.refine[a])?;
            let (step, unit) =
                (view.coarsen[a] as i64 * home.refine[a] as i64, view.refine[a] as i64 * home.coarsen[a] as i64);
            let common = gcd(gcd(step, unit), start);
            (origin[a], coarsen[a], refine[a]) = (start / common, step / common, unit / common);
        }
        let grid = atlas.grid(name, &block, &origin, &refine, &coarsen)?;
        atlas.select(name, &grid, view, &self.spot.extent)
    }
}

impl<S: Space, T: Copy + Default, E: Extent> Named for Block<S, T, E> {
    type Universe = S::Universe;
    fn name_in(&self, atlas: &mut Atlas<S::Universe>, name: &str) -> Result<SpaceId, TrieError> {
        self.view().name_in(atlas, name)
    }
}

impl<S: Space, A: Nest<Ix = S::Ix>> Named for Tile<S, A> {
    type Universe = S::Universe;
    fn name_in(&self, atlas: &mut Atlas<S::Universe>, name: &str) -> Result<SpaceId, TrieError> {
        self.view().name_in(atlas, name)
    }
}

fn entries<R: Tuple>(point: R) -> Vec<i64> {
    (0..R::RANK).map(|a| point.entry(a) as i64).collect()
}

fn factors(factors: [isize; 4]) -> Vec<i64> {
    factors.iter().map(|&f| f as i64).collect()
}

/// Returns `x * p - y * q`.
fn difference(x: isize, p: isize, y: isize, q: isize) -> Result<i64, TrieError> {
    let exact = i128::from(x as i64) * i128::from(p as i64) - i128::from(y as i64) * i128::from(q as i64);
    i64::try_from(exact).map_err(|_| TrieError::Overflow { left: x as i64, operator: '-', right: y as i64 })
}

/// Returns the greatest common divisor of `a >= 1` and any `b`.
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b.rem_euclid(a));
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_divisor_of_a_start_before_the_block_is_positive() {
        assert_eq!((gcd(6, -4), gcd(6, 0), gcd(4, 6), gcd(1, -7)), (2, 6, 2, 1));
    }
}
