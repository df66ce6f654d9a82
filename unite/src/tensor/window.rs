//! Windows: rectangles that are proven once to lie inside their block. They are then indexed without bounds checks on
//! memory.
//!
//! Checking every access against a block costs ten to thirty times the work of a kernel. So a [`Window`] is made by one
//! proof ([`Tensor::window`]): the whole rectangle, with its stated reach around it, lies inside the nearest block.
//! Indices are then checked only against extent and reach, which are constants of the type in a kernel; in loops over
//! constants the compiler removes that comparison.
//!
//! # The crate's only `unsafe`, and why it is sound
//! 1. **A geometry is correct.** Only the constructors of this folder make a `Geometry`, and they check it against the
//!    memory: with the constants of its home, every point with `0 <= b < dim` on each axis has its item at `sum of b *
//!    stride`, inside the slice that accompanies it. The fields are private and no operation changes them. Everything
//!    is counted in items, whose size may be 0, and in `isize`; only the constants of `geometry.rs` and `proof.rs`
//!    depend on its width.
//! 2. **The proof covers every index that the check accepts.** Both are in `proof.rs`, and both read the same
//!    constants: the view's frame, the block's home, the reach. `prove` shows for each axis that the block coordinates
//!    of the first and of the last index lie in `0..dim`, without overflow. The coordinate is linear in the index, so
//!    those of the indices in between lie between them.
//! 3. **No foreign code takes part.** [`Space`], [`Extent`], [`Home`], [`Reach`] and the traits they rest on are
//!    sealed. The only open trait is [`Scan`], whose order is a constant that is checked at compile time.
//! 4. **Lifetimes are those of the slice.** A [`Window`] borrows the data like `&[T]` and a [`WindowMut`] like `&mut
//!    [T]`; the pointers are derived from that slice and reach nothing else.

#![allow(unsafe_code)]

use super::proof::{
    assert_contiguous, assert_parts, contiguous, line, offset, offset_of_part, offset_within_reach, offsets, step_to,
    strides,
};
use super::reach::{Inside, Reach, after, assert_reach, before};
use super::scan::Scan;
use super::view::Tensor;
use crate::copied::copied;
use crate::frame::{AnyExtent, Extent, Fixed, FixedExtent, Home, Rows, Space};
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

/// A view proven to lie inside its block, including its reach.
///
/// It takes two registers on a 64-bit machine, pointer and pitch: 16 bytes, or 8 for a [`Tile`](crate::Tile), whose
/// pitch is a constant, plus the extent if it is not [`Fixed`]. Kernels take windows, and their callers make the proof.
/// A window proves memory only: whether a neighbour is *available* to a codec is separate data.
///
/// ```
/// use unite::{Around, Block, Dyn, Fixed, Tile, Window};
/// unite::universe! { pub struct Video: 2; }
///
/// /// The standard's Intra_4x4_Vertical, in its own indices.
/// fn vertical(window: Window<'_, Video, u8, Fixed<4, 4>, Around<1, 0>>, pred: &mut Tile<Video, [[u8; 4]; 4]>) {
///     let p = move |x, y| window[[y, x]];
///     pred.fill_with(|[_, x]| p(x, -1));
/// }
///
/// let mut picture = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// picture.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
/// let mut pred = Tile::at([4, 4]);
/// vertical(picture.view().colocate(&pred).window().expect("inside of the picture"), &mut pred);
/// assert_eq!(pred.data, [[34, 35, 36, 37]; 4]);
/// assert_eq!(size_of::<Window<'_, Video, u8, Fixed<4, 4>>>(), 16);
/// ```
pub struct Window<'a, S: Space, T, E = AnyExtent<S>, R = Inside, H: Home = Rows<S, AnyExtent<S>>> {
    /// A pointer to the item of index 0.
    origin: *const T,
    pitches: H::Pitches,
    extent: E,
    spot: PhantomData<fn() -> (S, R)>,
    data: PhantomData<&'a [T]>,
}

/// A mutable [`Window`].
///
/// ```
/// use unite::{Block, Dyn, Fixed, Inside, WindowMut};
/// unite::universe! { pub struct Video: 2; }
/// fn checker(mut w: WindowMut<'_, Video, u8, Fixed<4, 4>>) {
///     for y in 0..4 {
///         for x in 0..4 {
///             w[[y, x]] = 255 * ((x + y) % 2) as u8;
///         }
///     }
/// }
/// let mut picture = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// let mut w = picture.view_mut().partition([2, 2], Fixed).window::<Inside>().unwrap();
/// checker(w.reborrow());
/// assert_eq!((w[[0, 1]], w[[1, 1]]), (255, 0));
/// ```
pub struct WindowMut<'a, S: Space, T, E = AnyExtent<S>, R = Inside, H: Home = Rows<S, AnyExtent<S>>> {
    /// A pointer to the item of index 0.
    origin: *mut T,
    pitches: H::Pitches,
    extent: E,
    spot: PhantomData<fn() -> (S, R)>,
    data: PhantomData<&'a mut [T]>,
}

copied!([S: Space, T, E: Copy, R, H: Home] Window<'_, S, T, E, R, H>);

// SAFETY: a `Window` is a `&[T]` whose length is stored elsewhere; `&[T]` is `Send` and `Sync` when `T: Sync`.
unsafe impl<S: Space, T: Sync, E: Send, R, H: Home> Send for Window<'_, S, T, E, R, H> {}
// SAFETY: as above.
unsafe impl<S: Space, T: Sync, E: Sync, R, H: Home> Sync for Window<'_, S, T, E, R, H> {}
// SAFETY: a `WindowMut` is a `&mut [T]` whose length is stored elsewhere; `&mut [T]` is `Send` when `T: Send`.
unsafe impl<S: Space, T: Send, E: Send, R, H: Home> Send for WindowMut<'_, S, T, E, R, H> {}
// SAFETY: and `Sync` when `T: Sync`.
unsafe impl<S: Space, T: Sync, E: Sync, R, H: Home> Sync for WindowMut<'_, S, T, E, R, H> {}

impl<'a, T, S: Space, E: Extent, H: Home> Tensor<&'a [T], S, E, H> {
    /// Proves once that the extent, with the reach `R` around it, lies inside the nearest block; returns `None` if it
    /// does not. The proof takes about 20 instructions if the extent is a constant. See [`Window`] for an example.
    ///
    /// A view whose points are fractions of its block's (flags read by sample) has no windows; this does not compile.
    #[inline(always)]
    pub fn window<R: Reach>(&self) -> Option<Window<'a, S, T, E, R, H>> {
        const { Self::ASSERT_WHOLE_STEPS };
        const { assert_reach::<R>(S::FRAME.rank) };
        self.window_if_whole()
    }

    /// Like `window`, but returns `None` for a view whose points are fractions of its block's.
    #[inline(always)]
    pub(crate) fn window_if_whole<R: Reach>(&self) -> Option<Window<'a, S, T, E, R, H>> {
        let offset = self.prove::<R>()?;
        debug_assert!(offset < self.data.len());
        // SAFETY: the point at `offset` lies inside the block (2), so its item lies inside `data` (1).
        let origin = unsafe { self.data.as_ptr().add(offset) };
        let (pitches, extent) = (self.geometry.pitches(), self.spot.extent);
        Some(Window { origin, pitches, extent, spot: PhantomData, data: PhantomData })
    }
}

impl<'a, T, S: Space, E: Extent, H: Home> Tensor<&'a mut [T], S, E, H> {
    /// Proves and returns a mutable window, like [`window`](Tensor::window). See [`WindowMut`] for an example.
    #[inline(always)]
    pub fn window<R: Reach>(self) -> Option<WindowMut<'a, S, T, E, R, H>> {
        const { Self::ASSERT_WHOLE_STEPS };
        const { assert_reach::<R>(S::FRAME.rank) };
        self.window_if_whole()
    }

    /// Like `window`, but returns `None` for a view whose points are fractions of its block's.
    #[inline(always)]
    pub(crate) fn window_if_whole<R: Reach>(self) -> Option<WindowMut<'a, S, T, E, R, H>> {
        let offset = self.prove::<R>()?;
        debug_assert!(offset < self.data.len());
        let (pitches, extent) = (self.geometry.pitches(), self.spot.extent);
        // SAFETY: the point at `offset` lies inside the block (2), so its item lies inside `data` (1).
        let origin = unsafe { self.data.as_mut_ptr().add(offset) };
        Some(WindowMut { origin, pitches, extent, spot: PhantomData, data: PhantomData })
    }
}

impl<S: Space, T, E: Extent, R: Reach, H: Home> Index<S::Ix> for Window<'_, S, T, E, R, H> {
    type Output = T;

    #[inline(always)]
    fn index(&self, i: S::Ix) -> &T {
        let offset = offset::<S, E, R, H>(&self.pitches, &self.extent, i);
        // SAFETY: an index that passes the check lies in the range that `prove` covered (2).
        unsafe { &*self.origin.offset(offset) }
    }
}

impl<S: Space, T, E: Extent, R: Reach, H: Home> Index<S::Ix> for WindowMut<'_, S, T, E, R, H> {
    type Output = T;

    #[inline(always)]
    fn index(&self, i: S::Ix) -> &T {
        let offset = offset::<S, E, R, H>(&self.pitches, &self.extent, i);
        // SAFETY: an index that passes the check lies in the range that `prove` covered (2).
        unsafe { &*self.origin.offset(offset) }
    }
}

impl<S: Space, T, E: Extent, R: Reach, H: Home> IndexMut<S::Ix> for WindowMut<'_, S, T, E, R, H> {
    #[inline(always)]
    fn index_mut(&mut self, i: S::Ix) -> &mut T {
        let offset = offset::<S, E, R, H>(&self.pitches, &self.extent, i);
        // SAFETY: an index that passes the check lies in the range that `prove` covered (2); `&mut self` makes it the
        // only borrow (4).
        unsafe { &mut *self.origin.offset(offset) }
    }
}

impl<'a, S: Space, T, E: Extent, R: Reach, H: Home> Window<'a, S, T, E, R, H> {
    /// Returns the extent, without the reach. See [`partition`](Window::partition) for an example.
    #[inline(always)]
    pub fn extent(&self) -> E {
        self.extent
    }

    /// Returns the part of `extent` points that starts at index `at`, with the reach of this window; `None` if it has no
    /// points or leaves the extent. It needs no further proof: two comparisons for each dimension. See
    /// [`Around`](super::Around) for an example.
    #[inline(always)]
    pub fn partition<E2: Extent>(&self, at: S::Ix, extent: E2) -> Option<Window<'a, S, T, E2, R, H>> {
        let offset = offset_of_part::<S, E, E2, Inside, H>(&self.pitches, &self.extent, at, &extent)?;
        // SAFETY: the part begins at an index of this window, and lies in its extent, so the reach of the part lies in that of
        // this window: `prove` covered all of it (2).
        let origin = unsafe { self.origin.offset(offset) };
        Some(Window { origin, pitches: self.pitches, extent, spot: PhantomData, data: PhantomData })
    }

    /// Returns the part of `extent` points that starts at index `at`, with a reach `R2` of its own that lies in the extent of
    /// this window; `None` if it has no points, or it or its reach leaves the extent. One proof then serves all windows
    /// beside the part ([`moved`](Window::moved)). See [`Around`](super::Around) for an example.
    #[inline(always)]
    pub fn partition_reaching<R2: Reach, E2: Extent>(
        &self,
        at: S::Ix,
        extent: E2,
    ) -> Option<Window<'a, S, T, E2, R2, H>> {
        let offset = offset_of_part::<S, E, E2, R2, H>(&self.pitches, &self.extent, at, &extent)?;
        // SAFETY: the part begins at an index of this window and lies in its extent, and so does the reach `R2` of the part:
        // `prove` covered both (2).
        let origin = unsafe { self.origin.offset(offset) };
        Some(Window { origin, pitches: self.pitches, extent, spot: PhantomData, data: PhantomData })
    }

    /// Returns the window of the same extent whose index 0 is index `by` of this one, without reach. See
    /// [`partition_reaching`](Window::partition_reaching) for an example.
    ///
    /// # Panics
    /// Panics if `by` is beyond the reach, or the window has no points.
    #[inline(always)]
    pub fn moved(&self, by: S::Ix) -> Window<'a, S, T, E, Inside, H> {
        let offset = offset_within_reach::<S, E, R, H>(&self.pitches, &self.extent, by);
        // SAFETY: index 0 and every other index of the extent, moved by `by`, lie in extent and reach of this window: `prove`
        // covered both (2).
        let origin = unsafe { self.origin.offset(offset) };
        Window { origin, pitches: self.pitches, extent: self.extent, spot: PhantomData, data: PhantomData }
    }
}

impl<S: Space, T, E: Extent, R, H: Home> WindowMut<'_, S, T, E, R, H> {
    /// Returns the same window for a shorter lifetime, so that it can be used again afterwards. See [`WindowMut`] for an
    /// example.
    #[inline(always)]
    pub fn reborrow(&mut self) -> WindowMut<'_, S, T, E, R, H> {
        WindowMut { ..*self }
    }
}

impl<'a, S: Space<Ix = [isize; 2]>, T, R: Reach, H: Home, const A: usize, const B: usize>
    Window<'a, S, T, Fixed<A, B>, R, H>
{
    /// Returns row `y` as an array; rows of the reach above and below are allowed.
    ///
    /// ```
    /// use unite::{Around, Block, Dyn, Fixed};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let w = b.view().partition([4, 4], Fixed::<2, 3>).window::<Around<1, 2>>().unwrap();
    /// assert_eq!((w.row(-1), w.span::<-2, 4>(0)), (&[34, 35, 36], &[42, 43, 44, 45]));
    /// assert_eq!(w.rows(), [&[44, 45, 46], &[54, 55, 56]]);
    /// assert_eq!(w.load(), [[44, 45, 46], [54, 55, 56]]);
    /// ```
    #[inline(always)]
    pub fn row(&self, y: isize) -> &'a [T; B] {
        const { assert_contiguous::<S, H>() };
        self.span::<0, B>(y)
    }

    /// Returns `N` samples of row `y` from column `X`. See [`row`](Window::row) for an example.
    #[inline(always)]
    pub fn span<const X: isize, const N: usize>(&self, y: isize) -> &'a [T; N] {
        const {
            assert_contiguous::<S, H>();
            let (left, right) = (before::<R>(2)[1], B as isize + after::<R>(2)[1]);
            let fits = N > 0 && N <= (left + right) as usize;
            assert!(fits && X >= -left && X + N as isize <= right, "span: outside of the window");
        }
        let offset = offset::<S, Fixed<A, B>, R, H>(&self.pitches, &self.extent, [y, X]);
        // SAFETY: first and last index of the span pass the check (the last one by the assertion above), and the
        // samples between them are contiguous, so all `N` lie in the range that `prove` covered (2).
        unsafe { &*self.origin.offset(offset).cast() }
    }

    /// Returns the `n`th part of a constant order, with the reach of this window: the order says where each part begins.
    /// A part that leaves the extent does not compile. See [`Scan`] for an example.
    ///
    /// # Panics
    /// If `n` is `N` or more.
    #[inline(always)]
    pub fn nth<O: Scan<N>, const N: usize, E: FixedExtent>(&self, n: usize) -> Window<'a, S, T, E, R, H> {
        const { assert_parts::<O, N, E>(A, B) };
        let offset = step_to::<S, H>(&self.pitches, const { &O::ORDER }[n]);
        // SAFETY: every part of the order lies in the extent (asserted above), so the reach of the part lies in that of this
        // window: `prove` covered all of it (2).
        let origin = unsafe { self.origin.offset(offset) };
        Window { origin, pitches: self.pitches, extent: E::default(), spot: PhantomData, data: PhantomData }
    }

    /// Returns the samples in a constant order. See [`Scan`] for an example.
    #[inline(always)]
    pub fn scan<O: Scan<N>, const N: usize>(&self) -> [T; N]
    where
        T: Copy,
    {
        let offsets = const { offsets::<O, N, A, B>(strides::<S, H>()) };
        if const { strides::<S, H>()[0] == 0 || strides::<S, H>()[1] == 0 } {
            return O::ORDER.map(|i| self[i]);
        }
        // SAFETY: every index of the order lies inside the extent (asserted by `offsets`), which `prove` covered (2).
        offsets.map(|offset| unsafe { *self.origin.add(offset as usize) })
    }

    /// Copies the samples in a constant order, like [`scan`](Window::scan), into `samples`; an array returned by value
    /// may cost a copy. See [`Scan`] for an example.
    #[inline(always)]
    pub fn scan_into<O: Scan<N>, const N: usize>(&self, samples: &mut [T; N])
    where
        T: Copy,
    {
        let offsets = const { &offsets::<O, N, A, B>(strides::<S, H>()) };
        for n in 0..N {
            samples[n] = if const { strides::<S, H>()[0] == 0 || strides::<S, H>()[1] == 0 } {
                self[const { &O::ORDER }[n]]
            } else {
                // SAFETY: the order stays inside the extent (asserted by `offsets`), which `prove` covered (2).
                unsafe { *self.origin.add(offsets[n] as usize) }
            };
        }
    }
}

impl<S: Space<Ix = [isize; 2]>, T, R: Reach, H: Home, const A: usize, const B: usize>
    WindowMut<'_, S, T, Fixed<A, B>, R, H>
{
    /// Returns row `y` as a mutable array; rows of the reach above and below are allowed. The compiler cannot rule out
    /// that two windows share memory, so read and write whole rows rather than single samples.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed, Inside};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// let mut w = b.view_mut().partition([4, 4], Fixed::<2, 3>).window::<Inside>().unwrap();
    /// *w.row_mut(1) = [1, 2, 3];
    /// assert_eq!(b.view().at([5, 6]), 3);
    /// ```
    #[inline(always)]
    pub fn row_mut(&mut self, y: isize) -> &mut [T; B] {
        const { assert_contiguous::<S, H>() };
        let offset = offset::<S, Fixed<A, B>, R, H>(&self.pitches, &self.extent, [y, 0]);
        // SAFETY: first and last index of the row pass the check, and the samples between them are contiguous, so all
        // `B` lie in the range that `prove` covered (2); `&mut self` makes it the only borrow (4).
        unsafe { &mut *self.origin.offset(offset).cast() }
    }

    /// Returns the `n`th part of a constant order, as [`Window::nth`] does.
    ///
    /// # Panics
    /// If `n` is `N` or more.
    #[inline(always)]
    pub fn nth_mut<O: Scan<N>, const N: usize, E: FixedExtent>(&mut self, n: usize) -> WindowMut<'_, S, T, E, R, H> {
        const { assert_parts::<O, N, E>(A, B) };
        let offset = step_to::<S, H>(&self.pitches, const { &O::ORDER }[n]);
        // SAFETY: as in `Window::nth`; `&mut self` makes it the only borrow (4).
        let origin = unsafe { self.origin.offset(offset) };
        WindowMut { origin, pitches: self.pitches, extent: E::default(), spot: PhantomData, data: PhantomData }
    }
}

impl<'a, S: Space, T, E: Extent, R: Reach, H: Home> Window<'a, S, T, E, R, H> {
    /// `true` if the samples along the last dimension are contiguous.
    pub(crate) const CONTIGUOUS: bool = contiguous::<S, H>();

    /// The reach of the window before the extent along the last dimension.
    pub(crate) const BEFORE_LAST: usize = before::<R>(S::FRAME.rank)[S::FRAME.rank - 1] as usize;

    /// Returns the line along the last dimension through index `i`, including neighbours; the last entry of `i` is
    /// ignored.
    #[inline(always)]
    pub(crate) fn line_at(&self, i: S::Ix) -> &'a [T] {
        let (start, len) = line::<S, E, R, H>(&self.pitches, &self.extent, i);
        // SAFETY: `line` returns the first of the `len` indices along the last dimension that pass the check; their
        // samples are contiguous and in the range that `prove` covered (2).
        unsafe { core::slice::from_raw_parts(self.origin.offset(start), len) }
    }
}

impl<S: Space, T, E: Extent, R: Reach, H: Home> WindowMut<'_, S, T, E, R, H> {
    /// Returns the extent, without the reach. See [`Window::partition`] for an example.
    #[inline(always)]
    pub fn extent(&self) -> E {
        self.extent
    }

    /// `true` if the samples along the last dimension are contiguous.
    pub(crate) const CONTIGUOUS: bool = contiguous::<S, H>();

    /// Returns a mutable line, like [`Window::line_at`].
    #[inline(always)]
    pub(crate) fn line_at_mut(&mut self, i: S::Ix) -> &mut [T] {
        let (start, len) = line::<S, E, R, H>(&self.pitches, &self.extent, i);
        // SAFETY: as in `Window::line_at`; `&mut self` makes it the only borrow (4).
        unsafe { core::slice::from_raw_parts_mut(self.origin.offset(start), len) }
    }
}
