//! [`Block`]: a tensor on the heap that owns its data.

use super::geometry::{Geometry, LayoutError, stride};
use super::view::{Read, Tensor, Write};
use crate::frame::{AnyExtent, Extent, MAX_RANK, Pitches, Place, Root, Rows, RunTimeExtent, Space, Spot, Tuple};

/// A tensor that owns its data, on the heap.
///
/// # Layout
/// Row-major in the order of its own space. The first sample of the tensor (not of its padding) is aligned to
/// [`ALIGNMENT`](Block::ALIGNMENT) bytes, and so is the first sample of every row: rows that cross no more cache lines
/// than necessary make a 16x16 SAD a third faster. A row pitch that would be a multiple of 4096 bytes is made 64 bytes
/// longer, since rows at that distance compete for the same cache lines. (For samples whose size divides 64, and
/// extents that are not [`Fixed`](crate::Fixed).)
///
/// # Padding
/// A block may hold samples around the tensor. They are ordinary places: in a picture that is padded by 32, the place
/// (-32, -32) has data.
///
/// ```text
///      (-2,-2)
///        ┌──────────────┐
///        │ (0,0)        │
///        │   ┌──────┐   │        Block::<Video, u8>::padded([0, 0], Dyn([3, 6]), 2)
///        │   │      │   │
///        │   └──────┘   │
///        └──────────────┘
/// ```
///
/// ```
/// use unite::{Block, Dyn};
/// unite::universe! { pub struct Video: 2; }
/// let mut picture = Block::<Video, u8>::padded([0, 0], Dyn([3, 6]), 2);
/// picture.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
/// picture.replicate_edges();
/// assert_eq!(picture.view().at([-2, 7]), 5);
/// assert_eq!(picture.view().get([-3, 0]), None);
/// ```
pub struct Block<S: Space, T, E: Extent = AnyExtent<S>> {
    data: Vec<T>,
    /// The start of the block in `data`.
    base: usize,
    geometry: Geometry<Root<S>, E::Pitches>,
    spot: Spot<S, E>,
    padding: usize,
}

impl<S: Space, T: Copy + Default, E: Extent> Block<S, T, E> {
    /// The alignment, in bytes, of the first sample and of each row.
    pub const ALIGNMENT: usize = 64;

    /// Creates a block of default samples. See [`Block`] for an example.
    ///
    /// State space and samples where the block is made, `Block::<Video, u8>::new(..)`: a type that follows only later, such
    /// as that of a function's result, is too late for the index of a closure (`fill_with(|[y, x]| ..)`), and the compiler
    /// asks for type annotations (E0282).
    ///
    /// # Panics
    /// If the block does not fit into memory; [`try_new`](Block::try_new) returns an error instead.
    pub fn new(origin: Root<S>, extent: E) -> Self {
        Self::padded(origin, extent, 0)
    }

    /// Creates a block with `pad` more samples on every side of every dimension except an interleaved one. See
    /// [`Block`] for an example.
    ///
    /// # Panics
    /// If the block does not fit into memory; [`try_padded`](Block::try_padded) returns an error instead.
    pub fn padded(origin: Root<S>, extent: E, pad: usize) -> Self {
        match Self::try_padded(origin, extent, pad) {
            Ok(block) => block,
            Err(error) => panic!("{error}"),
        }
    }

    /// Creates a block like [`new`](Block::new), for sizes that come from a file. See [`LayoutError`] for an example.
    ///
    /// # Errors
    /// The errors of [`try_padded`](Block::try_padded).
    pub fn try_new(origin: Root<S>, extent: E) -> Result<Self, LayoutError> {
        Self::try_padded(origin, extent, 0)
    }

    /// Creates a block like [`padded`](Block::padded), for sizes that come from a file.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// assert!(Block::<Video, u8>::try_padded([0, 0], Dyn([1 << 40, 1 << 40]), 32).is_err());
    /// ```
    ///
    /// # Errors
    /// [`TooLarge`](LayoutError::TooLarge), [`FixedPadding`](LayoutError::FixedPadding),
    /// [`OutOfPlace`](LayoutError::OutOfPlace).
    pub fn try_padded(origin: Root<S>, extent: E, pad: usize) -> Result<Self, LayoutError> {
        let spot = Spot::new(origin, extent);
        if pad > 0 && (0..E::RANK).any(|k| E::STATIC[k] != 0 && k != Self::interleaved_dimension()) {
            return Err(LayoutError::FixedPadding { pad });
        }
        let mut dims = [0; MAX_RANK];
        for (k, dim) in dims.iter_mut().enumerate().take(E::RANK) {
            let around = if k == Self::interleaved_dimension() { 0 } else { pad.saturating_mul(2) };
            *dim = extent.dim(k).saturating_add(around);
        }
        let too_large = || LayoutError::TooLarge { dims: dims[..E::RANK].to_vec(), item_size: size_of::<T>() };
        let (strides, items) = Self::strides(dims).ok_or_else(too_large)?;

        let per_line = Self::items_a_line();
        let mut data: Vec<T> = Vec::new();
        let len = items.checked_add(2 * per_line).ok_or_else(too_large)?;
        data.try_reserve_exact(len).map_err(|_| too_large())?;
        data.resize(len, T::default());

        // The first sample of the tensor is `into` items into the block; the start of the block is chosen to align that
        // sample.
        let into = (0..E::RANK)
            .map(|k| if k == Self::interleaved_dimension() { 0 } else { pad * strides[k] })
            .fold(0_usize, usize::wrapping_add);
        let to_line = data.as_ptr().align_offset(Self::ALIGNMENT).min(per_line);
        let base = to_line + (per_line - into % per_line) % per_line;

        let mut outer = origin;
        for k in (0..E::RANK).filter(|&k| k != Self::interleaved_dimension()) {
            let a = S::FRAME.axis[k];
            let shift = (pad as isize).saturating_mul(S::FRAME.coarsen[a]);
            outer.put(a, outer.entry(a).saturating_sub(shift));
        }
        let pitches = E::Pitches::from_fn(|k| strides[k] as isize);
        let geometry = Geometry::new::<S, E>(outer, dims, pitches, data.len() - base)?;
        Ok(Block { data, base, geometry, spot, padding: pad })
    }

    /// Creates a block at the place of `b`, in its space and with its extent, with blank data of its own: block copy
    /// (thesis, chapter 5.2). [`Tensor::to_block`] also copies the contents.
    ///
    /// ```
    /// use unite::{Block, By, Coarse, Dyn, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let picture = Block::<Video, u8>::new([0, 0], Dyn([40, 64]));
    /// let flags = Block::<_, bool>::block_copy(&picture.view().coarsen::<By<16, 16>>());
    /// assert_eq!(flags.extent(), Dyn([3, 4]));
    /// # let _: Block<Coarse<Video, By<16, 16>>, bool> = flags;
    /// ```
    ///
    /// # Panics
    /// If the block does not fit into memory.
    pub fn block_copy<P: Place<Space = S, Extent = E>>(b: &P) -> Self {
        Self::new(b.origin(), b.extent())
    }

    /// Returns the dimension of interleaved samples, which gets no padding; [`MAX_RANK`] if there is none.
    fn interleaved_dimension() -> usize {
        if E::STATIC[0] == 0 && E::STATIC[E::RANK - 1] != 0 { E::RANK - 1 } else { MAX_RANK }
    }

    /// Returns the number of items in [`ALIGNMENT`](Block::ALIGNMENT) bytes.
    fn items_a_line() -> usize {
        (Self::ALIGNMENT / size_of::<T>().max(1)).max(1)
    }

    /// Returns the strides by dimension, with rows padded to whole lines, and the number of items. `None` if they
    /// overflow.
    fn strides(dims: [usize; MAX_RANK]) -> Option<([usize; MAX_RANK], usize)> {
        let line = Self::items_a_line();
        let mut strides = [0; MAX_RANK];
        let mut items = 1_usize;
        for k in (0..E::RANK).rev() {
            strides[k] = items;
            items = items.checked_mul(dims[k])?;
            if E::Pitches::LEN > 0 && k == E::Pitches::LEN {
                items = items.checked_next_multiple_of(line)?;
                if items > 0 && items.checked_mul(size_of::<T>())?.is_multiple_of(4096) {
                    items = items.checked_add(line)?;
                }
            }
        }
        isize::try_from(items.checked_mul(size_of::<T>().max(1))?).ok()?;
        Some((strides, items))
    }

    /// Returns the block as a view. See [`Block`] for an example.
    #[inline(always)]
    pub fn view(&self) -> Tensor<&[T], S, E, Rows<S, E>> {
        Tensor::new(&self.data[self.base..], self.geometry, self.spot)
    }

    /// Returns the block as a mutable view. See [`Block`] for an example.
    #[inline(always)]
    pub fn view_mut(&mut self) -> Tensor<&mut [T], S, E, Rows<S, E>> {
        Tensor::new(&mut self.data[self.base..], self.geometry, self.spot)
    }

    /// Returns the block with its padding as a mutable view.
    ///
    /// ```
    /// use unite::{Block, Dyn, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut picture = Block::<Video, u8>::padded([0, 0], Dyn([3, 6]), 2);
    /// let mut all = picture.padded_view_mut();
    /// assert_eq!((all.origin(), all.extent()), ([-2, -2], Dyn([7, 10])));
    /// all.fill_with(|_| 9);
    /// assert_eq!(picture.view().at([-1, 3]), 9);
    /// ```
    pub fn padded_view_mut(&mut self) -> Tensor<&mut [T], S, AnyExtent<S>, Rows<S, E>> {
        let mut dims = AnyExtent::<S>::empty();
        for k in 0..S::FRAME.rank {
            dims.set_dim(k, self.geometry.dim::<Rows<S, E>>(S::FRAME.axis[k]) as usize);
        }
        let spot = Spot::new(self.geometry.origin(), dims);
        Tensor::new(&mut self.data[self.base..], self.geometry, spot)
    }

    /// Moves the block to another origin, with its samples: memory for a part of a picture can serve another part.
    ///
    /// ```
    /// use unite::{Block, Dyn, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut row = Block::<Video, u8>::padded([0, 0], Dyn([1, 6]), 1);
    /// row.view_mut().set([0, 5], 7);
    /// row.move_to([8, 0]);
    /// assert_eq!((row.origin(), row.view().at([0, 5])), ([8, 0], 7));
    /// assert_eq!(row.padded_view_mut().origin(), [7, -1]);
    /// ```
    ///
    /// # Panics
    /// If the origin is so far from 0 that places cannot be counted.
    pub fn move_to(&mut self, origin: Root<S>) {
        let (mut dims, mut outer) = ([0; MAX_RANK], origin);
        for (k, dim) in dims.iter_mut().enumerate().take(E::RANK) {
            let a = S::FRAME.axis[k];
            *dim = self.geometry.dim::<Rows<S, E>>(a) as usize;
            let padding = self.spot.origin.entry(a).saturating_sub(self.geometry.origin().entry(a));
            outer.put(a, origin.entry(a).saturating_sub(padding));
        }
        let len = self.data.len() - self.base;
        match Geometry::new::<S, E>(outer, dims, self.geometry.pitches(), len) {
            Ok(geometry) => self.geometry = geometry,
            Err(error) => panic!("{error}"),
        }
        self.spot.origin = origin;
    }

    /// Returns the number of samples of padding on every side.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// assert_eq!(Block::<Video, u8>::padded([0, 0], Dyn([3, 6]), 2).padding(), 2);
    /// ```
    pub fn padding(&self) -> usize {
        self.padding
    }
}

impl<T: Copy + Default, E: Extent, S: Space<Ix = [isize; 2]>> Block<S, T, E> {
    /// Fills the padding of a picture: every sample around it is set to the nearest sample of its edge. See [`Block`]
    /// for an example. In a line of interleaved samples the padding lies before the first pixel and after the last. An
    /// empty picture has no edge and is left unchanged.
    pub fn replicate_edges(&mut self) {
        let (pad, height, width) = (self.padding, self.spot.extent.dim(0), self.spot.extent.dim(1));
        if pad == 0 || height == 0 || width == 0 {
            return;
        }
        let sides = if Self::interleaved_dimension() == 1 { 0 } else { pad };
        let pitch = stride::<Rows<S, E>>(&self.geometry.pitches(), S::FRAME.axis[0]) as usize;
        let block = &mut self.data[self.base..];
        for row in block.chunks_mut(pitch).skip(pad).take(height) {
            let (left, rest) = row.split_at_mut(sides);
            left.fill(rest[0]);
            let last = rest[width - 1];
            rest[width..][..sides].fill(last);
        }
        let whole = width + 2 * sides;
        let (first, last) = (pad * pitch, (pad + height - 1) * pitch);
        for y in 0..pad {
            block.copy_within(first..first + whole, y * pitch);
            block.copy_within(last..last + whole, last + (y + 1) * pitch);
        }
    }
}

/// Copies the samples, including the padding, into memory with the same alignment.
impl<S: Space, T: Copy + Default, E: Extent> Clone for Block<S, T, E> {
    fn clone(&self) -> Self {
        let mut copy = Self::padded(self.spot.origin, self.spot.extent, self.padding);
        let len = (self.data.len() - self.base).min(copy.data.len() - copy.base);
        copy.data[copy.base..][..len].copy_from_slice(&self.data[self.base..][..len]);
        copy
    }
}

impl<S: Space, T, E: Extent> Place for Block<S, T, E> {
    type Space = S;
    type Extent = E;
    #[inline(always)]
    fn origin(&self) -> Root<S> {
        self.spot.origin
    }
    #[inline(always)]
    fn extent(&self) -> E {
        self.spot.extent
    }
}

impl<const N: usize, S: Space<Ix = [isize; N]>, T: Copy + Default, E: Extent> Read<N> for Block<S, T, E> {
    type Item = T;
    type Universe = S::Universe;
    type Home = Rows<S, E>;
    #[inline(always)]
    fn view(&self) -> Tensor<&[T], S, E, Rows<S, E>> {
        Block::view(self)
    }
}

impl<const N: usize, S: Space<Ix = [isize; N]>, T: Copy + Default, E: Extent> Write<N> for Block<S, T, E> {
    #[inline(always)]
    fn view_mut(&mut self) -> Tensor<&mut [T], S, E, Rows<S, E>> {
        Block::view_mut(self)
    }
}

impl<T: Copy + Default, S: Space, E: Extent, H: crate::frame::Home> Tensor<&[T], S, E, H> {
    /// Copies the view into a block at the same place, in the same space.
    ///
    /// ```
    /// use unite::{Axes, Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 6]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let turned = b.view().permute::<Axes<1, 0>>().to_block();
    /// assert_eq!(turned.view().at([5, 3]), 35);
    /// ```
    ///
    /// # Panics
    /// If the block does not fit into memory, or a point has no data.
    pub fn to_block(&self) -> Block<S, T, E> {
        let mut block = Block::block_copy(self);
        block.view_mut().copy_from(*self);
        block
    }
}
