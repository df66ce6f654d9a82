//! A valid program: colocation, permutation, slice, coarsening, refinement, windows and bands.

use unite::{Around, Axes, Block, By, Coarse, Dyn, Fixed, Inside, Interleaved, Tile};

unite::universe! {
    pub struct Video: 2;
    pub struct Still: 3;
}

fn main() {
    let mut picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    for mut band in picture.view_mut().bands(16) {
        band.fill_with(|[y, x]| (y + x) as u8);
    }
    let tile = Tile::<Video, [[u8; 4]; 4]>::at([8, 12]);
    let there = picture.view().colocate(&tile).window::<Around<1, 1>>().expect("inside of the picture");
    assert_eq!(there.span::<-1, 5>(0), &[19, 20, 21, 22, 23]);
    let turned = picture.view().permute::<Axes<1, 0>>().partition([0, 0], Fixed::<4, 4>);
    assert_eq!(turned.window::<Inside>().expect("inside of the picture")[[3, 0]], 3);
    let flags = Block::<Coarse<Video, By<16, 16>>, bool>::new([0, 0], Dyn([4, 4]));
    assert!(!flags.view().refine::<By<16, 16>>().at([17, 3]));
    let rgb = Block::<Still, u8, Interleaved<2, 3>>::new([0, 0, 0], Interleaved([48, 64]));
    assert_eq!(rgb.view().slice::<2>(0).dims(), Dyn([48, 64]));
}
