//! Parts of a block that can be written at the same time, from several threads, without `unsafe`.
//!
//! ```text
//!   bands(2)               tiles_mut::<2, 3>() of a band
//!   ┌───────────────┐
//!   │ band 0        │      ┌─────┬─────┬─────┐
//!   ├───────────────┤  ─▶  │tile │tile │tile │      each row of a band is cut into arrays
//!   │ band 1        │      └─────┴─────┴─────┘
//!   └───────────────┘
//! ```

use super::geometry::{coordinate, stride};
use super::view::Tensor;
use crate::frame::{AnyExtent, Extent, Fixed, Home, Ix, Place, Root, RunTimeExtent, Space, Tuple};

/// A band of a block: a mutable view whose nearest block is the band. Samples beside the band belong to other bands and
/// are not accessible. Made by [`Tensor::bands`].
pub type Band<'a, S, T, H> = Tensor<&'a mut [T], S, AnyExtent<S>, H>;

impl<'a, T, S: Space, E: Extent, H: Home> Tensor<&'a mut [T], S, E, H> {
    /// Cuts the view into bands of `points` points along its first dimension; the last may have fewer.
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use unite::{Block, Dyn, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut picture = Block::<Video, u8>::padded([0, 0], Dyn([40, 64]), 8);
    /// picture.view_mut().bands(16).par_bridge().for_each(|mut band| {
    ///     let row = band.origin()[0];
    ///     band.fill_with(|[y, _]| (row + y) as u8);
    /// });
    /// assert_eq!(picture.view().at([39, 63]), 39);
    /// ```
    ///
    /// The first dimension must be the block's outermost, and the view must not coarsen it; otherwise this does not
    /// compile.
    ///
    /// # Panics
    /// If `points` is 0 or the view does not lie inside its block.
    pub fn bands(self, points: usize) -> impl ExactSizeIterator<Item = Band<'a, S, T, H>> {
        const {
            let (view, block) = (S::FRAME, H::Space::FRAME);
            let a = view.axis[0];
            assert!(block.axis[0] == a, "bands: the first dimension is not the outermost of the block");
            assert!(view.steps_in(&block)[a] == 1, "bands: the view coarsens or refines its first dimension");
            assert!(H::DIM[a] == 0, "bands: a block of constant extent cannot be cut; state its extent with Dyn");
        }
        assert!(points > 0, "bands: a band has one point or more");
        let a = const { S::FRAME.axis[0] };
        let coarsen = const { H::Space::FRAME.coarsen[S::FRAME.axis[0]] };
        let (spot, geometry, rows) = (self.spot, self.geometry, self.spot.extent.dim(0));
        let start = coordinate::<S, H::Space>(a, spot.origin.entry(a), 0, geometry.origin().entry(a));
        let height = geometry.dim::<H>(a);
        let inside = |first: isize| (0..=height).contains(&first) && rows <= (height - first) as usize;
        let first = start.filter(|&first| inside(first)).expect("bands: the view does not lie inside its block");

        let pitch = stride::<H>(&geometry.pitches(), a) as usize;
        let mut memory = self.data.get_mut(first as usize * pitch..).unwrap_or_default();
        (0..rows.div_ceil(points)).map(move |n| {
            let top = n * points;
            let height = points.min(rows - top);
            let rest = core::mem::take(&mut memory);
            let data;
            (data, memory) = rest.split_at_mut(pitch.saturating_mul(points).min(rest.len()));
            let mut at = Ix::<S>::splat(0);
            at.put(0, top as isize);
            let mut extent = spot.dims();
            extent.set_dim(0, height);
            let geometry = geometry.band(a, first + top as isize, height as isize, coarsen);
            Tensor::new(data, geometry, spot.partition(at, extent))
        })
    }
}

/// A tile of a band: its place, and its rows as mutable arrays. Made by [`Tensor::tiles_mut`].
pub struct TileMut<'a, S: Space, T, const H: usize, const W: usize> {
    /// The rows, top to bottom.
    pub rows: [&'a mut [T; W]; H],
    origin: Root<S>,
}

impl<S: Space, T, const H: usize, const W: usize> Place for TileMut<'_, S, T, H, W> {
    type Space = S;
    type Extent = Fixed<H, W>;
    fn origin(&self) -> Root<S> {
        self.origin
    }
    fn extent(&self) -> Fixed<H, W> {
        Fixed
    }
}

impl<'a, T, S: Space<Ix = [isize; 2]>, E: Extent, Ho: Home> Tensor<&'a mut [T], S, E, Ho> {
    /// Cuts a band of `H` rows into tiles of `W` columns that can be written at the same time. Columns right of the
    /// last whole tile are left out; a band of another height has no tiles.
    ///
    /// ```
    /// use unite::{Block, Dyn, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut picture = Block::<Video, u8>::padded([0, 0], Dyn([32, 64]), 8);
    /// rayon::scope(|threads| {
    ///     for tile in picture.view_mut().bands(16).flat_map(|band| band.tiles_mut::<16, 16>()) {
    ///         threads.spawn(move |_| {
    ///             let [y, x] = tile.origin();
    ///             tile.rows.into_iter().for_each(|row| row.fill((y + x) as u8));
    ///         });
    ///     }
    /// });
    /// assert_eq!((picture.view().at([16, 47]), picture.view().at([31, 48])), (48, 64));
    /// ```
    ///
    /// If the samples of a row are not contiguous, or the dimensions are not in the block's order, this does not
    /// compile.
    pub fn tiles_mut<const H: usize, const W: usize>(self) -> impl Iterator<Item = TileMut<'a, S, T, H, W>> {
        const {
            let (view, block) = (S::FRAME, Ho::Space::FRAME);
            let (rows, columns) = (view.axis[0], view.axis[1]);
            assert!(W > 0 && H > 0, "tiles_mut: a tile has one point or more");
            assert!(block.axis[0] == rows, "tiles_mut: the dimensions are not in the order of the block");
            let steps = view.steps_in(&block);
            assert!(steps[rows] == 1 && steps[columns] == 1, "tiles_mut: the view coarsens or refines");
            assert!(Ho::STRIDE[columns] == 1, "tiles_mut: the samples of a row do not lie side by side");
        }
        let spot = self.spot;
        let (height, width) = (spot.extent.dim(0), spot.extent.dim(1));
        let inside = self.as_view().window::<super::Inside>().is_some() && height == H;
        let start = if inside { self.offset([0, 0]) } else { None };
        let pitch = stride::<Ho>(&self.geometry.pitches(), const { S::FRAME.axis[0] }) as usize;
        let mut rows = start.map(|start| {
            let mut lines = self.data[start..].chunks_mut(pitch.max(1));
            core::array::from_fn::<_, H, _>(|_| {
                let line = lines.next().map_or(&mut [][..], |line| &mut line[..width]);
                line.as_chunks_mut::<W>().0.iter_mut()
            })
        });
        (0..width / W).map_while(move |n| {
            let mut rows = rows.as_mut()?.each_mut().map(Iterator::next);
            if rows.iter().any(Option::is_none) {
                return None;
            }
            let rows = rows.each_mut().map(Option::take).map(|row| row.expect("tested above"));
            Some(TileMut { rows, origin: spot.partition([0, (n * W) as isize], Fixed::<H, W>).origin })
        })
    }
}
