//! No operation on a view allocates. Blocks do, when they are made or copied, and nothing else.
//!
//! The counter counts the allocations of the thread that measures.

use std::hint::black_box;

use allocation_counter::measure;
use unite::program::tensor;
use unite::*;

universe! {
    struct Line: 1;
    struct Video: 2;
    struct Still: 3;
    struct Clip: 4;
}

/// Runs `f` and says what it was when it allocates.
#[track_caller]
fn quiet<R>(what: &str, f: impl FnOnce() -> R) {
    let made = measure(|| {
        black_box(f());
    });
    assert_eq!(made.count_total, 0, "{what} allocates {} bytes", made.bytes_total);
}

#[test]
fn the_counter_counts() {
    assert_eq!(measure(|| drop(black_box(Box::new(1)))).count_total, 1);
    assert!(measure(|| drop(black_box(Block::<Video, u8>::new([0, 0], Dyn([8, 8]))))).count_total > 0);
}

/// The operations of tensors of all ranks, with the literals of one rank: its universe, a small nested array, its extent,
/// the factors of a space twice as coarse, its reversed order, and the indices of its second and of its last point but one.
macro_rules! every_rank {
    ($($name:ident: $u:ty, $array:ty, $fixed:ty, $by:ty, $order:ty, $dims:expr, $one:expr, $rank:literal;)*) => { $(
        #[test]
        fn $name() {
            let mut block = Block::<$u, u8>::padded([0; $rank], Dyn($dims), 4);
            let coarse = Block::<Coarse<$u, $by>, u8>::new([0; $rank], Dyn($dims));
            let other = block.clone();
            let far = [1000; $rank];

            quiet("a block's place", || (block.origin(), block.extent(), block.spot(), block.padding()));
            quiet("view", || block.view());
            let view = block.view();
            quiet("partition", || view.partition($one, <$fixed>::default()));
            quiet("partition_by", || view.partition_by::<$by, _>($one, Dyn([2; $rank])));
            let part = view.partition($one, <$fixed>::default());
            quiet("fixed", || part.partition([0; $rank], part.dims()).fixed::<$fixed>());
            quiet("permute", || (view.permute::<$order>(), part.permute::<$order>().at($one)));
            quiet("coarsen", || (view.coarsen::<$by>(), part.coarsen::<$by>().at($one)));
            quiet("refine", || (view.refine::<$by>(), coarse.view().refine::<$by>().at($one)));
            quiet("colocate", || (view.colocate(&coarse), coarse.view().colocate(&part).at($one)));
            quiet("under", || (view.under(&coarse), coarse.view().under(&part)));
            quiet("under_fixed", || view.under_fixed::<$fixed, _>(&part));
            quiet("coverage", || view.coverage($one, &coarse));
            quiet("tiles", || view.tiles(<$fixed>::default()).map(|tile| tile.get($one)).count());

            let spot = part.spot();
            quiet("a spot", || Spot::<$u, _>::new($one, <$fixed>::default()));
            quiet("a spot's frames", || (spot.permute::<$order>(), spot.coarsen::<$by>(), spot.refine::<$by>()));
            quiet("a spot's parts", || (spot.partition($one, spot.dims()).fixed::<$fixed>(), spot.is_within(&block)));
            quiet("a spot's steps", || spot.partition_by::<$by, _>($one, Dyn([2; $rank])));
            quiet("a spot's tiles", || spot.tiles(Dyn([2; $rank])).filter(|tile| *tile == tile.spot()).count());
            quiet("a spot elsewhere", || (spot.under(&coarse), spot.under_fixed::<$fixed, _>(&spot)));
            quiet("a spot's coverage", || spot.coverage($one, &coarse));

            quiet("offset, get, at", || (part.offset($one), part.get($one), part.get(far), part.at($one)));
            let half = view.coarsen::<$by>();
            quiet("mean, min, max", || (half.mean($one), half.min($one), half.max($one)));
            quiet("samples", || half.samples($one).count());

            quiet("window", || (view.window::<Inside>(), part.window::<Inside>().map(|window| window[$one])));
            quiet("a window's reach", || part.window::<Along<1, 2>>().map(|window| (window.extent(), window[$one])));
            quiet("a window nowhere", || view.partition(far, <$fixed>::default()).window::<Inside>());
            quiet("a coarse window", || half.window::<Inside>().map(|window| window[$one]));

            quiet("clamped", || (view.clamped().at(far), view.clamped().colocate(&part).at($one)));
            quiet("wrapped", || view.wrapped().at(far));
            quiet("or_constant", || view.or_constant(7).at(far));
            quiet("edged", || view.edged(Clamp).get(far));
            quiet("within", || part.within(other.view()).within(view.clamped()).at(far));
            quiet("within, nowhere", || part.within(other.view()).get(far));

            quiet("a tile", || Tile::<$u, $array>::at($one));
            quiet("block_copy of a tile", || Tile::<$u, $array>::block_copy(&part));
            let mut tile = Tile::<$u, $array>::at($one);
            let twin = tile;
            quiet("a tile's view", || (tile.view().at($one), tile.view().window::<Inside>()));
            quiet("a tile's fill_with", || tile.fill_with(|i| i[0] as u8));
            quiet("a tile's zip", || tile.zip((&twin, part), |(a, b)| a ^ b));
            quiet("a tile's zip with three", || tile.zip((part, &twin, part), |(a, b, c)| select(a > b, b, c)));
            quiet("a tile's view_mut", || tile.view_mut().copy_from(part));

            quiet("view_mut", || block.view_mut().fill_with(|i| i[0] as u8));
            quiet("padded_view_mut", || block.padded_view_mut().fill_with(|_| 1));
            quiet("copy_from", || block.view_mut().copy_from(other.view()));
            quiet("zip", || block.view_mut().zip((&other, other.view()), |(a, b)| a.wrapping_add(b)));
            quiet("zip, checked", || {
                block.view_mut().coarsen::<$by>().permute::<$order>().fill_with(|_| 3);
                block.view_mut().partition([-1; $rank], <$fixed>::default()).zip(&twin, |a| a);
            });
            quiet("set, get_mut, broadcast", || {
                let mut view = block.view_mut();
                view.set($one, 1);
                *view.get_mut($one).expect("inside") += 1;
                view.reborrow().coarsen::<$by>().broadcast($one, 9);
                view.as_view().at($one)
            });
            quiet("a window to write", || {
                let mut window = block.view_mut().window::<Inside>().expect("inside");
                window[$one] += 1;
                (window.extent(), window[$one])
            });
            quiet("bands", || {
                block.view_mut().bands(2).for_each(|mut band| band.fill_with(|i| i[0] as u8));
            });
        }
    )* };
}
every_rank! {
    nothing_allocates_at_rank_1: Line, [u8; 4], Fixed<4>, By<2>, Axes<0>, [9], [1], 1;
    nothing_allocates_at_rank_2: Video, [[u8; 4]; 4], Fixed<4, 4>, By<2, 2>, Axes<1, 0>, [9, 8], [1, 1], 2;
    nothing_allocates_at_rank_3:
        Still, [[[u8; 4]; 4]; 4], Fixed<4, 4, 4>, By<2, 2, 2>, Axes<2, 1, 0>, [9, 8, 7], [1, 1, 1], 3;
    nothing_allocates_at_rank_4:
        Clip, [[[[u8; 4]; 4]; 4]; 4], Fixed<4, 4, 4, 4>, By<2, 2, 2, 2>, Axes<3, 2, 1, 0>, [9, 8, 7, 6], [1, 1, 1, 1], 4;
}

#[test]
fn slices_do_not_allocate() {
    let clip = Block::<Clip, u8>::new([0; 4], Dyn([4, 5, 6, 7]));
    quiet("slice", || clip.view().slice::<0>(1).slice::<1>(2).slice::<1>(3).at([4]));
    quiet("slice of a spot", || clip.spot().slice::<3>(1));
    let rgb = Block::<Still, u8, Interleaved<2, 3>>::new([0; 3], Interleaved([8, 8]));
    quiet("an interleaved slice", || rgb.view().slice::<2>(1).window::<Inside>().map(|red| red[[3, 4]]));
}

struct ZigZag;

impl Scan<4> for ZigZag {
    const ORDER: [[isize; 2]; 4] = [[0, 0], [0, 1], [1, 0], [1, 1]];
}

#[test]
fn rows_and_scans_do_not_allocate() {
    let mut picture = Block::<Video, u8>::padded([0, 0], Dyn([32, 48]), 8);
    let mb = picture.view().partition([16, 16], Fixed::<16, 16>);
    let window = mb.window::<Around<1, 1, 1, 1>>().expect("inside");
    quiet("row, span, line", || (window.row(-1), window.span::<-1, 18>(3), window.line(16)));
    quiet("rows, load, scan", || (window.rows(), window.load(), window.scan::<ZigZag, 4>()));
    quiet("zip of windows", || Tile::<Video, [[u8; 16]; 16]>::at([0, 0]).zip((window, mb), |(a, b)| a.max(b)));
    quiet("row_mut, line_mut", || {
        let part = picture.view_mut().partition([16, 16], Fixed::<16, 16>);
        let mut window = part.window::<Around<1, 1>>().expect("inside");
        window.row_mut(-1).fill(1);
        window.line_mut(3).fill(2);
    });
    quiet("tiles_mut", || {
        for tile in picture.view_mut().bands(16).flat_map(Tensor::tiles_mut::<16, 16>) {
            tile.rows.into_iter().for_each(|row| row.fill(1));
        }
    });
    quiet("replicate_edges", || picture.replicate_edges());
}

#[test]
fn rows_of_somebody_else_are_viewed_without_allocation() {
    let mut rows = vec![vec![1_u8, 2, 3], vec![4, 5, 6]];
    quiet("a row block", || {
        let mut picture = RowBlock::<Video, _>::over(&mut rows, [10, 10]).expect("rows of one length");
        picture.set([1, 2], 9);
        (picture.at([1, 2]), picture.get([2, 0]), picture.origin(), picture.extent())
    });
}

#[test]
fn memory_of_somebody_else_is_viewed_without_allocation() {
    let mut samples = vec![0_u8; 64];
    quiet("over", || View::<Video, u8>::over(&samples, [0, 0], Dyn([8, 8])).map(|view| view.at([7, 7])));
    quiet("over_pitched", || View::<Video, u8>::over_pitched(&samples, [0, 0], Dyn([7, 8]), P1(9)).is_ok());
    quiet("over_mut", || ViewMut::<Video, u8>::over_mut(&mut samples, [0, 0], Dyn([8, 8])).is_ok());
    quiet("over_pitched_mut", || {
        ViewMut::<Video, u8>::over_pitched_mut(&mut samples, [0, 0], Dyn([7, 8]), P1(9)).is_ok()
    });
}

tensor! {
    fn products:
    var input A : [16 16] var input B : [16 16] var input output x : [16] var output C : [16 16]
    C = (((A # B) . [2 3] + A) # B) . [2 3] / 2
    x = (C # exp(x)) . [2 3] - x
}

tensor! {
    fn sums<const N: usize>:
    const H : [4 4] = [1 1 1 1; 1 1 -1 -1; 1 -1 -1 1; 1 -1 1 -1]
    var input X : [4 N] var output Y : [4 N]
    Y = (H # X) . [2 3]
}

#[test]
fn tensor_programs_do_not_allocate() {
    let (a, b, mut x) = ([[0.5; 16]; 16], [[0.25; 16]; 16], [0.0; 16]);
    quiet("a tensor program", || products(&a, &b, &mut x));
    quiet("a tensor program into its result", || products_into(&a, &b, &mut x, &mut [[0.0; 16]; 16]));
    quiet("a product with a constant", || (sums(&[[3_i32; 16]; 4]), sums(&[[3.0; 16]; 4])));
}
