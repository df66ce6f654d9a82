//! A static view and its space in a trie, changed by the same steps. Each step can be compared with its definition.

#![allow(dead_code, unreachable_pub, reason = "every test crate uses a part of it")]

use unite::trie::{Placement, Points, SpaceId, Trie};
use unite::*;

/// Returns a block whose samples are the numbers of their own points, counted from the block's corner, including
/// padding.
pub fn numbered<S: Space>(origin: Root<S>, dims: AnyExtent<S>, pad: usize) -> Block<S, u32> {
    let mut block = Block::<S, u32>::padded(origin, dims, pad);
    block.padded_view_mut().fill_with(|i| number(&list(i)));
    block
}

/// Returns the number of a point of [`numbered`]'s block: 1 and up.
pub fn number(point: &[i64]) -> u32 {
    point.iter().fold(1, |n, &x| n * 64 + x as u32)
}

pub fn list<R: Tuple>(point: R) -> Vec<i64> {
    (0..R::RANK).map(|k| point.entry(k) as i64).collect()
}

pub fn tuple<R: Tuple>(point: &[i64]) -> R {
    let mut tuple = R::splat(0);
    point.iter().enumerate().for_each(|(k, &x)| tuple.put(k, x as isize));
    tuple
}

/// Returns every index from `from` up to `to` (exclusive) along `N` dimensions.
pub fn indices<R: Tuple>(from: isize, to: isize) -> Vec<R> {
    let mut all = vec![R::splat(0)];
    for k in 0..R::RANK {
        all = all
            .into_iter()
            .flat_map(|i| {
                (from..to).map(move |x| {
                    let mut i = i;
                    i.put(k, x);
                    i
                })
            })
            .collect();
    }
    all
}

/// A view of a [`numbered`] block, and the space that the same steps lead to in a trie whose root is the block's grid.
pub struct Both<'a, S: Space, H: Home> {
    pub view: Tensor<&'a [u32], S, AnyExtent<S>, H>,
    pub trie: Trie,
    pub space: SpaceId,
    /// The dimensions of the block, including padding, and the padding.
    pub dims: Vec<i64>,
    pub pad: i64,
}

impl<'a, S: Space> Both<'a, S, Rows<S, AnyExtent<S>>> {
    pub fn of(block: &'a Block<S, u32>) -> Self {
        let trie = Trie::new("block", S::FRAME.rank()).unwrap();
        let (space, pad) = (trie.universe(), block.padding() as i64);
        let dims = (0..S::FRAME.rank()).map(|k| block.extent().dim(k) as i64 + 2 * pad).collect();
        Both { view: block.view(), trie, space, dims, pad }
    }
}

impl<'a, S: Space, H: Home> Both<'a, S, H> {
    fn step<S2: Space>(
        self,
        view: Tensor<&'a [u32], S2, AnyExtent<S2>, H>,
        step: impl FnOnce(Placement) -> Placement,
    ) -> Both<'a, S2, H> {
        let mut trie = self.trie;
        let space = trie.add(&self.space, "step", step(Placement::of(S::FRAME.rank()))).unwrap();
        Both { view, trie, space, dims: self.dims, pad: self.pad }
    }

    pub fn partition(self, at: Ix<S>) -> Self {
        let view = self.view.partition(at, self.view.dims());
        self.step(view, |p| p.origin(list(at)))
    }

    pub fn permute<O: Order>(self) -> Both<'a, Permuted<S, O>, H> {
        let view = self.view.permute::<O>();
        self.step(view, |p| p.axes(O::AXES[..O::LEN].to_vec()))
    }

    pub fn slice<const DIM: usize>(self, at: isize) -> Both<'a, Sliced<S, DIM>, H>
    where
        Ix<S>: Shorter,
    {
        let rank = S::FRAME.rank();
        let axes: Vec<usize> = (0..rank).filter(|&k| k != DIM).collect();
        let origin: Vec<i64> = (0..rank).map(|k| if k == DIM { at as i64 } else { 0 }).collect();
        let view = self.view.slice::<DIM>(at);
        self.step(view, |p| p.axes(axes).origin(origin))
    }

    pub fn refine<F: Factors>(self) -> Both<'a, Fine<S, F>, H> {
        let view = self.view.refine::<F>();
        self.step(view, |p| p.refine(factors::<F>()))
    }

    pub fn coarsen<F: Factors>(self) -> Both<'a, Coarse<S, F>, H> {
        let view = self.view.coarsen::<F>();
        self.step(view, |p| p.coarsen(factors::<F>()))
    }

    /// Asserts the law for every index around the view: `view[i]` reads the smallest point of `{i}` mapped up to the
    /// block, step by step; it reads nothing if the block does not have that point.
    pub fn holds(&self) {
        indices::<Ix<S>>(-5, 7).into_iter().for_each(|i| self.holds_at(i));
    }

    /// Asserts the law for one index.
    pub fn holds_at(&self, i: Ix<S>) {
        let up = self.trie.up_to_root(&self.space, &Points::one(list(i))).unwrap();
        let point: Vec<i64> = up.first().unwrap().iter().map(|x| x + self.pad).collect();
        let inside = point.iter().zip(&self.dims).all(|(&x, &n)| x >= 0 && x < n);
        let expected = inside.then(|| number(&point));
        assert_eq!(self.view.get(i), expected, "index {i:?} of {}\n{}", self.view, self.trie);
        READ.with(|total| total.set(total.get() + usize::from(inside)));
    }
}

thread_local! {
    static READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Returns the number of samples that the law has found inside their block, in this thread: a law that is never applied
/// proves nothing.
pub fn samples_read() -> usize {
    READ.with(std::cell::Cell::get)
}

pub fn factors<F: Factors>() -> Vec<i64> {
    F::FACTORS[..F::LEN].iter().map(|&f| f as i64).collect()
}
