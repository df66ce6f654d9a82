//! The padding around a block: which samples it is.

use unite::*;

universe! { struct Video: 2; }

#[test]
fn the_edges_of_interleaved_samples_are_replicated() {
    let mut b = Block::<Video, u8, Interleaved<1, 3>>::padded([0, 0], Interleaved([2]), 2);
    b.view_mut().fill_with(|[x, c]| (10 * x + c + 1) as u8);
    b.replicate_edges();
    for (x, pixel) in [(-2, 1), (-1, 1), (0, 1), (1, 11), (2, 11), (3, 11)] {
        assert_eq!([0, 1, 2].map(|c| b.view().get([x, c])), [0, 1, 2].map(|c| Some(pixel + c)), "pixel {x}");
    }
}
