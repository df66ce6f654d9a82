//! Mappings of a user's own: reads and writes, and that a wrong one stays inside its block.

mod common;

use common::{indices, list, number, numbered};
use std::fmt;
use unite::trie::{Mapping, Points, Trie, TrieError};
use unite::*;

universe! {
    struct Plane: 2;
    struct Cube: 3;
}

/// Row `y`, column `x` of the child is row `x`, column `last - y` of the parent.
#[derive(Clone, Copy, Debug)]
struct Turn {
    last: i64,
}

impl PointMap<2, 2> for Turn {
    fn map(&self, [y, x]: [isize; 2]) -> Option<[isize; 2]> {
        Some([x, isize::try_from(self.last).ok()?.checked_sub(y)?])
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn, last {}", self.last)
    }
}

impl Mapping for Turn {
    fn rank(&self) -> usize {
        2
    }
    fn parent_rank(&self) -> usize {
        2
    }
    fn up(&self, point: &[i64]) -> Result<Points, TrieError> {
        Ok(Points::one([point[1], self.last - point[0]]))
    }
    fn hull(&self, point: &[i64]) -> Result<Points, TrieError> {
        Ok(Points::one([self.last - point[1], point[0]]))
    }
    fn up_len(&self) -> u128 {
        1
    }
    fn hull_len(&self) -> u128 {
        1
    }
}

#[test]
fn a_mapping_reads_the_sample_at_the_place_that_the_trie_gives_it() {
    for last in [-2, 0, 5] {
        let block = numbered::<Plane>([3, -1], Dyn([4, 6]), 1);
        let mut trie = Trie::new("block", 2).unwrap();
        let turned = trie.add(&trie.universe(), "turned", Turn { last }).unwrap();
        let through = block.view().through(Turn { last });
        let mut read = 0;
        for i in indices::<[isize; 2]>(-8, 9) {
            let up = trie.up(&turned, &Points::one(list(i))).unwrap();
            let point: Vec<i64> = up.first().unwrap().iter().map(|x| x + 1).collect();
            let inside = (0..6).contains(&point[0]) && (0..8).contains(&point[1]);
            assert_eq!(through.get(i), inside.then(|| number(&point)), "{i:?}");
            read += usize::from(inside);
        }
        assert!(read >= 40, "{read}");
    }
}

#[test]
fn a_sample_is_written_where_it_is_read_and_nowhere_else() {
    let mut block = numbered::<Plane>([3, -1], Dyn([4, 6]), 0);
    for i in indices::<[isize; 2]>(-2, 7) {
        let before: Vec<u32> = block.view().iter().collect();
        let read = block.view().through(Turn { last: 5 }).get(i);
        let mut through = block.view_mut().through(Turn { last: 5 });
        assert_eq!(through.get_mut(i).copied(), read);
        let Some(sample) = read else { continue };
        through.set(i, sample + 1000);
        let after: Vec<u32> = block.view().iter().collect();
        assert_eq!(before.iter().zip(&after).filter(|(before, after)| before != after).count(), 1);
        assert_eq!(block.view().through(Turn { last: 5 }).at(i), sample + 1000);
    }
}

#[test]
fn a_mapping_changes_the_rank_in_either_direction() {
    let cube = numbered::<Cube>([0, 0, 0], Dyn([3, 4, 5]), 0);
    let diagonal = cube.view().through(|[i]: [isize; 1]| Some([i, i, i]));
    assert_eq!([0, 2].map(|i| diagonal.at([i])), [number(&[0, 0, 0]), number(&[2, 2, 2])]);
    assert_eq!(diagonal.get([3]), None);
    let plane = numbered::<Plane>([0, 0], Dyn([3, 4]), 0);
    let repeated = plane.view().through(|[_, y, x]: [isize; 3]| Some([y, x]));
    assert_eq!(repeated.at([7, 2, 3]), number(&[2, 3]));
}

#[test]
fn a_wrong_mapping_reads_nothing_outside_of_its_block() {
    let block = numbered::<Plane>([0, 0], Dyn([3, 4]), 0);
    for far in [isize::MIN, -1, 4, isize::MAX] {
        let wrong = block.view().through(move |_: [isize; 1]| Some([far, far]));
        assert_eq!(wrong.get([0]), None);
        assert!(Through::new(block.view().clamped(), move |_: [isize; 1]| Some([far, far])).get([0]).is_some());
    }
    let nothing = block.view().through(|_: [isize; 2]| None::<[isize; 2]>);
    assert_eq!(nothing.get([0, 0]), None);
}

#[test]
#[should_panic(expected = "index [9, 9]: the mapping has no index of the tensor for it")]
fn an_index_that_is_not_mapped_is_named() {
    let block = numbered::<Plane>([0, 0], Dyn([3, 4]), 0);
    block.view().through(|i: [isize; 2]| Some(i).filter(|&[y, _]| y < 9)).at([9, 9]);
}

#[test]
#[should_panic(expected = "index [3, 0] of 3 x 4 at (0, 0) of Plane: there is no data; looked in a block of 3 x 4")]
fn an_index_without_a_sample_is_named_with_its_block() {
    let block = numbered::<Plane>([0, 0], Dyn([3, 4]), 0);
    block.view().through(|[y, x]: [isize; 2]| Some([x, y])).at([0, 3]);
}

#[test]
fn halves_and_quarters_are_what_their_names_say() {
    macro_rules! sizes {
        ($($n:literal)*) => { $(
            assert_eq!(<Half<Fixed<$n>>>::STATIC, [$n / 2, 0, 0, 0]);
            assert_eq!(<Half<Fixed<$n, 2>>>::STATIC, [$n / 2, 1, 0, 0]);
            assert_eq!(<Half<Fixed<128, $n>>>::STATIC, [64, $n / 2, 0, 0]);
        )* };
    }
    sizes!(2 4 8 16 32 64 128);
    assert_eq!(<Quarter<Fixed<64, 4>>>::STATIC, [16, 1, 0, 0]);
}
