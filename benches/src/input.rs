//! The input of kernels: pictures of noise, and the places at which kernels are measured. All sides share it.

use crate::twin::Raw;
use unite::{Dyn, P1, Space, Universe, View};

/// The rows and columns of a picture that has room for all places.
pub const SIZE: [usize; 2] = [112, 112];

/// The number of items between the end of a row and the start of the next.
const GAP: usize = 80;

/// The number of places at which a kernel is measured, one after the other.
pub const PLACES: usize = 16;

/// Returns the `k`th place: a multiple of `unit` on both axes, with room for 16 samples and their neighbours on every
/// side.
pub fn place(k: usize, unit: usize) -> [isize; 2] {
    let along = |n: usize| (16 + n % 64 / unit * unit) as isize;
    [along(k * 37), along(k * 52 + 20)]
}

/// Calls `f` for every place and collects the operands of the kernel there.
pub fn places<T>(unit: usize, f: impl Fn([isize; 2]) -> T) -> Vec<T> {
    (0..PLACES).map(|k| f(place(k, unit))).collect()
}

/// A generator of pseudo-random numbers of 16 bits, the same in every run (a linear congruence; its high bits).
pub struct Noise(pub u32);

impl Iterator for Noise {
    type Item = u16;
    fn next(&mut self) -> Option<u16> {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some((self.0 >> 16) as u16)
    }
}

/// Samples in rows, in memory that unite does not own: accessed as a view or, by a twin, through a pointer.
#[derive(Clone, Debug)]
pub struct Picture<T> {
    samples: Vec<T>,
    size: [usize; 2],
    pitch: usize,
}

impl<T: Copy> Picture<T> {
    /// Returns rows and columns of noise, each sample made from 16 random bits.
    pub fn noise(seed: u32, size: [usize; 2], sample: impl Fn(u16) -> T) -> Self {
        let pitch = size[1] + GAP;
        Picture { samples: Noise(seed).map(sample).take(size[0] * pitch).collect(), size, pitch }
    }

    /// Returns the picture as a view, with its first sample at the origin of the universe.
    pub fn view<S: Plane>(&self) -> View<'_, S, T> {
        View::over_pitched(&self.samples, [0, 0], Dyn(self.size), P1(self.pitch as isize)).expect("rows lie in memory")
    }

    /// Returns a pointer to the sample at row `y`, column `x`.
    pub fn raw(&self, [y, x]: [isize; 2]) -> Raw<'_, T> {
        Raw::new(&self.samples, self.pitch, y as usize * self.pitch + x as usize)
    }
}

/// The spaces of planes: rank 2 in a universe of rank 2.
pub trait Plane: Space<Ix = [isize; 2], Universe: Universe<Root = [isize; 2]>> {}

impl<S: Space<Ix = [isize; 2], Universe: Universe<Root = [isize; 2]>>> Plane for S {}
