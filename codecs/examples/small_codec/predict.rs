//! The prediction of the small codec: planar, mean, and 33 directions, from the samples beside a block.

use codecs::spaces::Samples;
use core::array::from_fn;
use unite::{Axes, Tile};

/// A way to predict a block. Angles are in 1/32 of a sample for each row or column away from the neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Mode {
    #[default]
    Planar,
    Dc,
    Above(i32),
    Left(i32),
}

/// The number of modes: both of angle -32 are the same.
pub(crate) const MODES: usize = 35;
const ANGLES: [i32; 17] = [0, 2, -2, 5, -5, 9, -9, 13, -13, 17, -17, 21, -21, 26, -26, 32, -32];

/// The samples beside a block, from its corner on: two sides of twice its length.
pub(crate) struct Near<const N: usize> {
    pub(crate) corner: u8,
    pub(crate) above: [[u8; N]; 2],
    pub(crate) left: [[u8; N]; 2],
}

/// Returns all modes, the given ones first.
pub(crate) fn modes([first, second]: [Mode; 2]) -> impl Iterator<Item = Mode> {
    let angular = ANGLES.into_iter().flat_map(|angle| [Mode::Above(angle), Mode::Left(angle)]);
    let all = [Mode::Planar, Mode::Dc].into_iter().chain(angular).take(MODES);
    let second = Some(second).filter(move |&second| second != first);
    [first].into_iter().chain(second).chain(all.filter(move |&mode| mode != first && Some(mode) != second))
}

/// Predicts a block.
pub(crate) fn predict<const N: usize>(mode: Mode, near: &Near<N>) -> Tile<Samples, [[u8; N]; N]> {
    let mut pred = Tile::<Samples, [[u8; N]; N]>::at([0, 0]);
    match mode {
        Mode::Planar => {
            let (above, left, n) = (near.above, near.left, N as u32);
            let mean = move |p: u8, q: u8, far: u32| (n - far) * u32::from(p) + far * u32::from(q);
            pred.fill_with(move |[y, x]| {
                let columns = mean(above[0][x as usize], left[1][0], y as u32 + 1);
                let rows = mean(left[0][y as usize], above[1][0], x as u32 + 1);
                ((columns + rows + n) / (2 * n)) as u8
            });
        }
        Mode::Dc => {
            let sum: usize = near.above[0].iter().chain(&near.left[0]).map(|&p| usize::from(p)).sum();
            pred.data = [[((sum + N) / (2 * N)) as u8; N]; N];
        }
        Mode::Above(angle) => pred.data = angular(angle, near.corner, &near.above, &near.left),
        Mode::Left(angle) => {
            let turned = Tile::<Samples, _> { data: angular(angle, near.corner, &near.left, &near.above), ..pred };
            pred.zip(turned.view().permute::<Axes<1, 0>>(), |p| p);
        }
    }
    pred
}

/// Predicts from one side, which the other one continues beyond the corner.
fn angular<const N: usize>(angle: i32, corner: u8, side: &[[u8; N]; 2], other: &[[u8; N]; 2]) -> [[u8; N]; N] {
    let mut line = [[corner; N]; 4];
    let line = line.as_flattened_mut();
    line[N + 1..][..2 * N].copy_from_slice(side.as_flattened());
    for k in (1..=N).filter(|_| angle < 0) {
        let nearest = (64 * k as i32 - angle) / (-2 * angle) - 1; // on the other side, in the direction of the angle
        line[N - k] = other.as_flattened()[(nearest as usize).min(2 * N - 1)];
    }
    from_fn(|y| {
        let shift = (y as i32 + 1) * angle;
        let (from, part) = ((N as i32 + 1 + (shift >> 5)) as usize, (shift & 31) as u16);
        let (p, q) = (&line[from..][..N], &line[from + 1..][..N]);
        from_fn(|x| (((32 - part) * u16::from(p[x]) + part * u16::from(q[x]) + 16) >> 5) as u8)
    })
}
