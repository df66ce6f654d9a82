//! Tests of the laws of motion searches.

use super::*;
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::inter::{self, Planes, Reference};
use crate::h264::levels;
use crate::shared::dispatch::dispatch;
use crate::spaces::Luma;
use fearless_simd::Level;
use noise::Noise;
use unite::Tile;

/// Returns a vector with components of at most `range` quarter samples.
fn vector(noise: &mut Noise, range: i16) -> Mv {
    let mut component = || noise.below(2 * range as usize + 1) as i16 - range;
    Mv { x: component(), y: component() }
}

/// Returns a smooth picture with some noise.
fn reference(noise: &mut Noise) -> Reference {
    let mut picture = Picture::new([4, 5], true);
    let (a, b) = (noise.below(40) as f32 / 100.0 + 0.05, noise.below(40) as f32 / 100.0 + 0.05);
    picture.luma.view_mut().fill_with(|[y, x]| {
        let (y, x) = (y as f32, x as f32);
        (128.0 + 60.0 * (a * x + 0.3 * y).sin() + 50.0 * (b * y - 0.1 * x).cos()) as u8 + noise.below(9) as u8
    });
    Reference::new(Level::new(), picture)
}

/// Returns the samples of the reference at a vector from the block, with some noise.
fn source<const H: usize, const W: usize>(
    noise: &mut Noise,
    reference: &Reference,
    origin: [isize; 2],
    mv: Mv,
    much: usize,
) -> Tile<Luma, [[u8; W]; H]> {
    let mut tile = Tile::<Luma, [[u8; W]; H]>::at(origin);
    inter::luma::<H, W>(reference, mv, &mut tile);
    tile.data
        .as_flattened_mut()
        .iter_mut()
        .for_each(|sample| *sample = sample.saturating_add(noise.below(much + 1) as u8));
    tile
}

/// Returns the cost of a vector by definition: interpolation and a plain sum.
fn plain_cost<S: Simd, const H: usize, const W: usize>(problem: &Search<'_, S, H, W>, mv: Mv) -> u32 {
    let mut tile = Tile::<Luma, [[u8; W]; H]>::at(problem.source.origin);
    inter::luma::<H, W>(problem.planes.reference(), mv, &mut tile);
    let pairs = tile.data.as_flattened().iter().zip(problem.source.data.as_flattened());
    pairs.map(|(&a, &b)| u32::from(a.abs_diff(b))).sum::<u32>() + problem.rate(mv)
}

/// Runs all searches on problems of one block size, and passes the results to `held`, which checks a law.
fn all<S: Simd, const H: usize, const W: usize>(
    simd: S,
    seed: u64,
    held: impl Fn(&Search<'_, S, H, W>, i16, [Found; 3]),
) {
    let mut noise = Noise::new(seed);
    for _ in 0..60 {
        let reference = reference(&mut noise);
        let rows = (64 / H, 80 / W);
        let origin = [(4 * H * noise.below(rows.0)) as isize, (4 * W * noise.below(rows.1)) as isize];
        let mv = vector(&mut noise, 80);
        let source = source::<H, W>(&mut noise, &reference, origin, mv, 20);
        let mut candidates: Vec<_> = (0..noise.below(4)).map(|_| vector(&mut noise, 100)).collect();
        candidates.push(Mv { x: 8191, y: -8192 });
        let problem = Search {
            simd,
            source: &source,
            planes: &Planes::of(&reference),
            lambda: noise.below(16 << 8) as u32,
            predicted: vector(&mut noise, 90),
            limits: Limits::of(&source, &reference, 4 * 64),
            candidates: &candidates,
        };
        for range in [0, 1, 7, 16] {
            let found = [
                Exhaustive { range }.search(&problem),
                Diamond { range }.search(&problem),
                Hexagon { range }.search(&problem),
            ];
            held(&problem, range, found);
        }
    }
}

fn no_search_is_better_than_the_exhaustive_one<S: Simd, const H: usize, const W: usize>(simd: S) {
    all::<S, H, W>(simd, 1, |problem, range, found| {
        for (k, one) in found.into_iter().enumerate() {
            assert!(found[0].cost <= one.cost, "search {k}: {one:?}, and exhaustive {:?}", found[0]);
            assert_eq!((one.mv.x | one.mv.y) & 3, 0, "{one:?} is a full-sample vector");
            assert!(problem.limits.contain(one.mv), "{one:?} of {:?}", problem.limits);
            assert_eq!(one.cost, plain_cost(problem, one.mv), "search {k}, {range}");
            // No seed costs less.
            for &seed in problem.candidates.iter().chain([&problem.predicted, &Mv::default()]) {
                let rounded = Mv { x: (seed.x + 2 - i16::from(seed.x > 8000) * 4) & !3, y: (seed.y + 2) & !3 };
                if problem.limits.contain(rounded) {
                    assert!(one.cost <= plain_cost(problem, rounded), "search {k}: {one:?}, seed {seed:?}");
                }
            }
        }
    });
}

#[test]
fn no_search_is_better_than_the_exhaustive_one_or_worse_than_its_seeds() {
    dispatch!(Level::new(), simd => {
        no_search_is_better_than_the_exhaustive_one::<_, 16, 16>(simd);
        no_search_is_better_than_the_exhaustive_one::<_, 8, 16>(simd);
        no_search_is_better_than_the_exhaustive_one::<_, 16, 8>(simd);
        no_search_is_better_than_the_exhaustive_one::<_, 8, 8>(simd);
        no_search_is_better_than_the_exhaustive_one::<_, 4, 8>(simd);
        no_search_is_better_than_the_exhaustive_one::<_, 8, 4>(simd);
        no_search_is_better_than_the_exhaustive_one::<_, 4, 4>(simd);
    });
}

#[test]
fn the_exhaustive_search_is_the_best_of_all_vectors() {
    dispatch!(Level::new(), simd => all::<_, 8, 8>(simd, 2, |problem, range, [found, ..]| {
        let whole = Walk::from_seeds(problem, range).limits();
        let mut least = u32::MAX;
        for y in (whole.min.y..=whole.max.y).step_by(4) {
            for x in (whole.min.x..=whole.max.x).step_by(4) {
                least = least.min(plain_cost(problem, Mv { x, y }));
            }
        }
        assert_eq!(found.cost, least);
    }));
}

#[test]
fn fast_searches_find_what_lies_down_the_slopes_of_a_bowl() {
    dispatch!(Level::new(), simd => fast_searches_find_what_lies_down_the_slopes_of_a_bowl_at_level(simd));
}

fn fast_searches_find_what_lies_down_the_slopes_of_a_bowl_at_level<S: Simd>(simd: S) {
    let mut noise = Noise::new(3);
    for _ in 0..100 {
        let mv = Mv { x: 4 * (noise.below(9) as i16 - 4), y: 4 * (noise.below(9) as i16 - 4) };
        // The lowest point is in the middle of the block.
        let [top, left] = [24 + isize::from(mv.y / 4), 40 + isize::from(mv.x / 4)];
        let mut picture = Picture::new([4, 5], true);
        picture.luma.view_mut().fill_with(|[y, x]| (((y - top).pow(2) + (x - left).pow(2)) / 4).min(255) as u8);
        let reference = Reference::new(Level::new(), picture);
        let source = source::<16, 16>(&mut noise, &reference, [64, 128], mv, 0);
        let problem = Search {
            simd,
            source: &source,
            planes: &Planes::of(&reference),
            lambda: 0,
            predicted: vector(&mut noise, 30),
            limits: Limits::of(&source, &reference, 256),
            candidates: &[],
        };
        for found in [Diamond { range: 16 }.search(&problem), Hexagon { range: 16 }.search(&problem)] {
            assert_eq!(found, Found { mv, cost: 0 });
        }
    }
}

#[test]
fn refinement_never_costs_more_and_stays_within_the_limits() {
    dispatch!(Level::new(), simd => refinement_never_costs_more_and_stays_within_the_limits_at_level(simd));
}

fn refinement_never_costs_more_and_stays_within_the_limits_at_level<S: Simd>(simd: S) {
    let mut improved = 0;
    let mut noise = Noise::new(4);
    for n in 0..200 {
        let reference = reference(&mut noise);
        let origin = [64 * (n % 4), 64 * (n % 5)];
        let mv = vector(&mut noise, 30);
        let source = source::<16, 16>(&mut noise, &reference, origin, mv, 6);
        let problem = Search {
            simd,
            source: &source,
            planes: &Planes::of(&reference),
            lambda: noise.below(4 << 8) as u32,
            predicted: vector(&mut noise, 20),
            limits: Limits::of(&source, &reference, 20),
            candidates: &[],
        };
        let found = Hexagon { range: 16 }.search(&problem);
        let mut before = u32::MAX;
        for level in 0..=6 {
            let stage = Subsample::level(level);
            let refined = stage.refine(&problem, found);
            assert!(problem.limits.contain(refined.mv), "{refined:?} of {:?}", problem.limits);
            if level == 0 {
                assert_eq!(refined, found);
                continue;
            }
            assert_eq!(refined.cost, problem.cost(refined.mv, stage.measure));
            // Half samples are compared by SAD, so a cost by SATD may rise; by one measure it does not.
            let stage = Subsample { half_measure: stage.measure, ..stage };
            let refined = stage.refine(&problem, found);
            assert!(refined.cost <= problem.cost(found.mv, stage.measure));
            if level > 2 {
                assert!(refined.cost <= before || stage.half > 1, "level {level}");
            }
            before = refined.cost;
            improved += u32::from(refined.mv != found.mv);
        }
    }
    assert!(improved > 600, "{improved}");
}

#[test]
fn what_is_found_does_not_depend_on_the_processor() {
    let mut noise = Noise::new(5);
    for _ in 0..30 {
        let reference = reference(&mut noise);
        let mv = vector(&mut noise, 40);
        let source = source::<8, 16>(&mut noise, &reference, [128, 64], mv, 9);
        let (predicted, candidates) = (vector(&mut noise, 40), [vector(&mut noise, 40)]);
        let found = levels().into_iter().map(|level| {
            dispatch!(level, simd => {
                let problem = Search {
                    simd,
                    source: &source,
                    planes: &Planes::of(&reference),
                    lambda: 700,
                    predicted,
                    limits: Limits::of(&source, &reference, 512),
                    candidates: &candidates,
                };
                let found = Hexagon { range: 16 }.search(&problem);
                (found, Subsample::level(4).refine(&problem, found))
            })
        });
        let found: Vec<_> = found.collect();
        assert!(found.iter().all(|one| *one == found[0]), "{found:?}");
    }
}
