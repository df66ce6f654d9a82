//! The documented sizes hold on 64-bit machines: views are small, windows travel in registers.
#![cfg(target_pointer_width = "64")]

use unite::*;

universe! {
    struct Line: 1;
    struct Video: 2;
    struct Still: 3;
    struct Clip: 4;
}

#[test]
fn a_view_of_rank_2_takes_88_bytes_and_72_with_a_constant_extent() {
    assert_eq!(size_of::<View<'_, Video, u8>>(), 88);
    assert_eq!(size_of::<ViewMut<'_, Video, u8>>(), 88);
    assert_eq!(size_of::<View<'_, Video, u8, Fixed<16, 16>>>(), 72);
    assert_eq!(size_of::<View<'_, Coarse<Video, By<2, 2>>, u8>>(), 88, "frames take no memory");
}

#[test]
fn a_rank_more_takes_five_words_more() {
    assert_eq!(size_of::<View<'_, Line, u8>>(), 48);
    assert_eq!(size_of::<View<'_, Still, u8>>(), 128);
    assert_eq!(size_of::<View<'_, Clip, u8>>(), 168);
}

#[test]
fn a_view_of_a_tile_keeps_no_pitch() {
    assert_eq!(size_of::<TileView<'_, Video, [[u8; 4]; 4]>>(), 64);
    assert_eq!(size_of::<TileViewMut<'_, Video, [[u8; 4]; 4]>>(), 64);
}

#[test]
fn a_window_is_a_pointer_and_what_is_not_constant() {
    type Block4x4<'a, R = Inside> = Window<'a, Video, u8, Fixed<4, 4>, R>;
    type InTile<'a> = Window<'a, Video, u8, Fixed<4, 4>, Inside, Stack<Video, Fixed<4, 4>>>;
    type InTileMut<'a> = WindowMut<'a, Video, u8, Fixed<4, 4>, Inside, Stack<Video, Fixed<4, 4>>>;
    assert_eq!(size_of::<Block4x4<'_>>(), 16);
    assert_eq!(size_of::<Block4x4<'_, Around<1, 1, 1, 1>>>(), 16, "a reach takes no memory");
    assert_eq!(size_of::<WindowMut<'_, Video, u8, Fixed<4, 4>>>(), 16);
    assert_eq!(size_of::<InTile<'_>>(), 8);
    assert_eq!(size_of::<InTileMut<'_>>(), 8);
    assert_eq!(size_of::<Window<'_, Video, u8>>(), 32, "a run-time extent comes on top");
    assert_eq!(size_of::<Window<'_, Line, u8, Fixed<8>>>(), 8, "rank 1 has no pitch");
    assert_eq!(size_of::<Option<Block4x4<'_>>>(), 24, "raw pointers have no niche");
}

#[test]
fn a_tile_is_its_samples_and_its_place() {
    assert_eq!(size_of::<Tile<Video, [[u8; 16]; 16]>>(), 256 + 16);
    assert_eq!(size_of::<Spot<Video, Fixed<16, 16>>>(), 16);
    assert_eq!(size_of::<Spot<Video>>(), 32);
}
