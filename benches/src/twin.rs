//! [`Raw`] and [`RawMut`]: a C pointer and its pitch, for the hand-written side of a kernel.
//!
//! # The only `unsafe` of this crate
//! A twin has to be the code of a C programmer, and that uses unchecked pointers. So these two types guarantee less
//! than their safe methods suggest: **in a release build an index is not checked**, and a twin that accesses memory
//! outside its picture is undefined behaviour, as in C. The precautions are: only [`Picture`](crate::input::Picture)
//! makes these types, with the memory that they point into; builds with debug assertions check every access; and the
//! tests run every twin in such a build, at exactly the places that are measured.

#![allow(unsafe_code)]

use core::marker::PhantomData;

/// A pointer to a sample, and the distance between rows: two registers.
#[derive(Debug)]
pub struct Raw<'a, T> {
    sample: *const T,
    pitch: isize,
    #[cfg(debug_assertions)]
    memory: &'a [T],
    data: PhantomData<&'a [T]>,
}

impl<T> Clone for Raw<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Raw<'_, T> {}

impl<'a, T: Copy> Raw<'a, T> {
    /// Returns a pointer to item `at` of `memory`, with `pitch` items from row to row.
    ///
    /// # Panics
    /// If there is no such item.
    pub fn new(memory: &'a [T], pitch: usize, at: usize) -> Self {
        Raw {
            sample: &raw const memory[at..][0],
            pitch: pitch as isize,
            #[cfg(debug_assertions)]
            memory,
            data: PhantomData,
        }
    }

    /// Returns the pointer moved by rows and columns.
    #[inline(always)]
    pub fn moved(self, y: isize, x: isize) -> Self {
        Raw { sample: self.sample.wrapping_offset(y * self.pitch + x), ..self }
    }

    /// Returns the sample `y` rows below and `x` columns to the right: `p[y * pitch + x]`.
    #[inline(always)]
    pub fn at(self, y: isize, x: isize) -> T {
        self.row::<1>(y, x)[0]
    }

    /// Returns `N` samples of row `y` from column `x`, as an array of exactly that size.
    #[inline(always)]
    pub fn row<const N: usize>(self, y: isize, x: isize) -> &'a [T; N] {
        let offset = y * self.pitch + x;
        #[cfg(debug_assertions)]
        assert!(self.memory.as_ptr_range().contains(&self.sample.wrapping_offset(offset)));
        #[cfg(debug_assertions)]
        assert!(self.sample.wrapping_offset(offset + N as isize) <= self.memory.as_ptr_range().end);
        // SAFETY: the twin accesses only places inside the memory, checked in builds with debug assertions; see above.
        unsafe { &*self.sample.offset(offset).cast() }
    }
}

/// A [`Raw`] that writes.
#[derive(Debug)]
pub struct RawMut<'a, T> {
    sample: *mut T,
    pitch: isize,
    #[cfg(debug_assertions)]
    memory: core::ops::Range<*mut T>,
    data: PhantomData<&'a mut [T]>,
}

impl<'a, T: Copy> RawMut<'a, T> {
    /// Returns a pointer to item `at` of `memory`, with `pitch` items from row to row.
    ///
    /// # Panics
    /// If there is no such item.
    #[inline(always)]
    pub fn new(memory: &'a mut [T], pitch: usize, at: usize) -> Self {
        assert!(at < memory.len());
        let memory = memory.as_mut_ptr_range();
        RawMut {
            sample: memory.start.wrapping_add(at),
            pitch: pitch as isize,
            #[cfg(debug_assertions)]
            memory,
            data: PhantomData,
        }
    }

    /// Returns `N` samples of row `y` from column `x`, as an array of exactly that size.
    #[inline(always)]
    pub fn row<const N: usize>(&mut self, y: isize, x: isize) -> &mut [T; N] {
        let row = self.sample.wrapping_offset(y * self.pitch + x);
        #[cfg(debug_assertions)]
        assert!(self.memory.contains(&row) && row.wrapping_add(N) <= self.memory.end);
        // SAFETY: as in `Raw::row`; `&mut self` makes it the only borrow.
        unsafe { &mut *row.cast() }
    }

    /// Writes the sample `y` rows below and `x` columns to the right: `p[y * pitch + x] = v`.
    #[inline(always)]
    pub fn set(&mut self, y: isize, x: isize, v: T) {
        self.row::<1>(y, x)[0] = v;
    }
}
