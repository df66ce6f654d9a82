//! The filter as clause 8.7 states it, sample by sample: the reference for tests of the fast one.

use super::Params;
use super::tables::{ALPHA, BETA, TC0};
use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::{Coded, MbInfo, MbMap};
use crate::h264::code::picture::Picture;
use crate::h264::code::residual::chroma_qp;
use unite::Place;

/// The samples of a plane, with the number of luma samples per sample in each direction.
struct Plane {
    samples: Vec<u8>,
    width: usize,
    density: usize,
    /// `chroma_qp_index_offset`; `None` for luma.
    chroma: Option<i8>,
}

/// Filters a picture.
pub(super) fn picture(picture: &mut Picture, map: &MbMap, params: &Params) {
    let [height, width] = picture.size_in_mbs();
    let mut luma = Plane {
        samples: picture.luma.view().spot().indices().map(|i| picture.luma.view().at(i)).collect(),
        width: 16 * width,
        density: 1,
        chroma: None,
    };
    filter_plane(&mut luma, map, params, [height, width]);
    picture.luma.view_mut().fill_with(|[y, x]| luma.samples[y as usize * luma.width + x as usize]);
    for (plane, offset) in picture.chroma.iter_mut().flatten().zip(params.chroma_qp_index_offset) {
        let mut chroma = Plane {
            samples: plane.view().spot().indices().map(|i| plane.view().at(i)).collect(),
            width: 8 * width,
            density: 2,
            chroma: Some(offset),
        };
        filter_plane(&mut chroma, map, params, [height, width]);
        plane.view_mut().fill_with(|[y, x]| chroma.samples[y as usize * chroma.width + x as usize]);
    }
}

/// Filters a plane (8.7): the vertical edges of each macroblock, then its horizontal ones.
fn filter_plane(plane: &mut Plane, map: &MbMap, params: &Params, [height, width]: [usize; 2]) {
    let size = 16 / plane.density;
    for mb_y in 0..height {
        for mb_x in 0..width {
            let transform_8x8 = map.mbs.view().at([mb_y as isize, mb_x as isize]).transform_8x8;
            for vertical in [true, false] {
                for edge in (0..size).step_by(4) {
                    let of_picture = edge == 0 && if vertical { mb_x == 0 } else { mb_y == 0 };
                    // with the 8 x 8 transform, luma has no edges at 4 and 12; chroma of 4:2:0 is filtered at all edges
                    let in_transform = plane.chroma.is_none() && transform_8x8 && edge % 8 != 0;
                    if of_picture || in_transform {
                        continue;
                    }
                    for k in 0..size {
                        let (y, x) = (mb_y * size, mb_x * size);
                        let q0 = if vertical { [y + k, x + edge] } else { [y + edge, x + k] };
                        filter_samples(plane, map, params, q0, vertical);
                    }
                }
            }
        }
    }
}

/// Filters the samples of a line across an edge, whose `q0` is at `[y, x]` (8.7.2).
fn filter_samples(plane: &mut Plane, map: &MbMap, params: &Params, [y, x]: [usize; 2], vertical: bool) {
    let step = if vertical { 1 } else { plane.width };
    let at = y * plane.width + x;
    let reach = if plane.chroma.is_none() { 4 } else { 2 };
    let mut p: Vec<i32> = (0..reach).map(|i| plane.samples[at - step * (i + 1)].into()).collect();
    let mut q: Vec<i32> = (0..reach).map(|i| plane.samples[at + step * i].into()).collect();

    let luma = |[y, x]: [usize; 2]| [y * plane.density, x * plane.density];
    let places = [luma(if vertical { [y, x - 1] } else { [y - 1, x] }), luma([y, x])];
    let bs = bs(map, params, places);
    let qp = places.map(|[y, x]| {
        let qp = map.mbs.view().at([y as isize / 16, x as isize / 16]).qp;
        i32::from(plane.chroma.map_or(qp, |offset| chroma_qp(qp, offset)))
    });
    let qp_av = (qp[0] + qp[1] + 1) >> 1;
    let index_a = (qp_av + 2 * i32::from(params.slice_alpha_c0_offset_div2)).clamp(0, 51) as usize;
    let index_b = (qp_av + 2 * i32::from(params.slice_beta_offset_div2)).clamp(0, 51) as usize;
    let (alpha, beta) = (i32::from(ALPHA[index_a]), i32::from(BETA[index_b]));

    let filter_samples_flag =
        bs != 0 && (p[0] - q[0]).abs() < alpha && (p[1] - p[0]).abs() < beta && (q[1] - q[0]).abs() < beta;
    if filter_samples_flag {
        let chroma = plane.chroma.is_some();
        if bs < 4 {
            less_than_4(&mut p, &mut q, chroma, i32::from(TC0[index_a][bs]), beta);
        } else {
            equal_to_4(&mut p, &mut q, chroma, alpha, beta);
        }
    }
    for i in 0..reach {
        plane.samples[at - step * (i + 1)] = p[i] as u8;
        plane.samples[at + step * i] = q[i] as u8;
    }
}

/// Returns `bS` (8.7.2.1) for the luma samples `p0` and `q0` at `[y, x]`.
fn bs(map: &MbMap, params: &Params, places: [[usize; 2]; 2]) -> usize {
    // The reference pictures of a block and their vectors, in any order.
    let references = |at: [isize; 2]| -> Vec<(u8, Mv)> {
        let blocks = (0..2).filter_map(|list| Some((list, map.motion[list].view().get(at)?)));
        blocks
            .filter(|(_, block)| block.ref_idx >= 0)
            .map(|(list, block)| (params.ref_pics[list][block.ref_idx as usize], block.mv))
            .collect()
    };
    let [p, q] = places.map(|[y, x]| -> (MbInfo, Vec<(u8, Mv)>, bool) {
        let mb = map.mbs.view().at([y as isize / 16, x as isize / 16]);
        let at = [y as isize / 4, x as isize / 4];
        (mb, references(at), map.coded.view().at(at).0 & Coded::HAS_LEVELS != 0)
    });
    let [mb_p, mb_q] = places.map(|[y, x]| [y / 16, x / 16]);
    let intra = p.0.kind.is_intra() || q.0.kind.is_intra();
    if intra && mb_p != mb_q {
        4
    } else if intra {
        3
    } else if p.2 || q.2 {
        2
    } else {
        let differ = |p: i16, q: i16| (i32::from(p) - i32::from(q)).abs() >= 4;
        let far = |p: Mv, q: Mv| differ(p.x, q.x) || differ(p.y, q.y);
        usize::from(match (&p.1[..], &q.1[..]) {
            (&[(p, p_mv)], &[(q, q_mv)]) => p != q || far(p_mv, q_mv),
            (&[(p0, _), (p1, _)], &[(q0, _), (q1, _)]) if [p0, p1] != [q0, q1] && [p0, p1] != [q1, q0] => true,
            // Two vectors for one reference picture on both sides.
            (&[(p0, a), (p1, b)], &[(_, c), (_, d)]) if p0 == p1 => {
                (far(a, c) || far(b, d)) && (far(a, d) || far(b, c))
            }
            // Two vectors and two different reference pictures: those of one picture are compared.
            (&[(p0, a), (_, b)], &[(q0, c), (_, d)]) => match p0 == q0 {
                true => far(a, c) || far(b, d),
                false => far(a, d) || far(b, c),
            },
            _ => true, // different numbers of vectors
        })
    }
}

/// Filters with `bS` less than 4 (8.7.2.3).
fn less_than_4(p: &mut [i32], q: &mut [i32], chroma: bool, tc0: i32, beta: i32) {
    let flat = |s: &[i32]| !chroma && (s[2] - s[0]).abs() < beta;
    let (ap, aq) = (flat(p), flat(q));
    let tc = if chroma { tc0 + 1 } else { tc0 + i32::from(ap) + i32::from(aq) };
    let delta = ((((q[0] - p[0]) << 2) + (p[1] - q[1]) + 4) >> 3).clamp(-tc, tc);
    let average = (p[0] + q[0] + 1) >> 1;
    for (s, flat) in [(&mut *p, ap), (&mut *q, aq)] {
        if flat {
            s[1] += ((s[2] + average - (s[1] << 1)) >> 1).clamp(-tc0, tc0);
        }
    }
    p[0] = (p[0] + delta).clamp(0, 255);
    q[0] = (q[0] - delta).clamp(0, 255);
}

/// Filters with `bS` equal to 4 (8.7.2.4).
fn equal_to_4(p: &mut [i32], q: &mut [i32], chroma: bool, alpha: i32, beta: i32) {
    let small = (p[0] - q[0]).abs() < (alpha >> 2) + 2;
    let side = |p: &[i32], q: &[i32]| {
        let mut filtered = p.to_vec();
        if !chroma && (p[2] - p[0]).abs() < beta && small {
            filtered[0] = (p[2] + 2 * p[1] + 2 * p[0] + 2 * q[0] + q[1] + 4) >> 3;
            filtered[1] = (p[2] + p[1] + p[0] + q[0] + 2) >> 2;
            filtered[2] = (2 * p[3] + 3 * p[2] + p[1] + p[0] + q[0] + 4) >> 3;
        } else {
            filtered[0] = (2 * p[1] + p[0] + q[1] + 2) >> 2;
        }
        filtered
    };
    let (new_p, new_q) = (side(p, q), side(q, p));
    p.copy_from_slice(&new_p);
    q.copy_from_slice(&new_q);
}
