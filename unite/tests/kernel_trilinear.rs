//! Trilinear interpolation against its definition. It is the integral over a unit cube of a grid whose voxel n has its
//! value on `[n, n + 1)`, as a sum over all voxels in `f64`.

use approx::abs_diff_eq;
use noise::Noise;
use proptest::prelude::*;
use unite::continuous::Interval;
use unite::kernel::{Ray, Real, TrilinearError, VoxelGrid};
use unite::level::{Dense, Element, LevelError, Ordered, Piecewise, SparseByteMap};
use unite::loops;

/// A list of voxels.
#[derive(Debug, Clone)]
struct Voxels {
    sizes: [usize; 3],
    channels: usize,
    places: Vec<[i32; 3]>,
    values: Vec<f64>,
}

impl Voxels {
    /// Returns a random grid; `share` is the expected share of full voxels.
    fn random(sizes: [usize; 3], channels: usize, share: f64, seed: u64) -> Self {
        let mut noise = Noise::new(seed);
        let mut places = Vec::new();
        for x in 0..sizes[0] as i32 {
            for y in 0..sizes[1] as i32 {
                places.extend((0..sizes[2] as i32).filter(|_| noise.unit() < share).map(|z| [x, y, z]));
            }
        }
        let values = (0..places.len() * channels).map(|_| 2.0 * noise.unit() - 1.0).collect();
        Voxels { sizes, channels, places, values }
    }

    fn grid(&self) -> VoxelGrid<f64> {
        VoxelGrid::from_voxels(self.sizes, self.channels, &self.places, &self.values).expect("voxels of the grid")
    }

    /// Returns the same grid with rounded values.
    fn grid_f32(&self) -> VoxelGrid<f32> {
        let values: Vec<f32> = self.values.iter().map(|&value| value as f32).collect();
        VoxelGrid::from_voxels(self.sizes, self.channels, &self.places, &values).expect("voxels of the grid")
    }

    /// Computes the integral by its definition.
    fn integral(&self, place: [f64; 3]) -> Vec<f64> {
        let mut sum = vec![0.0; self.channels];
        for (voxel, values) in self.places.iter().zip(self.values.chunks(self.channels)) {
            let length = |n: i32, x: f64| f64::min(x + 1.0, f64::from(n) + 1.0) - f64::max(x, f64::from(n));
            let volume: f64 = voxel.iter().zip(place).map(|(&n, x)| length(n, x).max(0.0)).product();
            if volume > 0.0 {
                sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += volume * value);
            }
        }
        sum
    }

    /// Returns places in the grid and around it: between voxels, on them, and on some of their faces.
    fn around(&self, count: usize, seed: u64) -> Vec<[f64; 3]> {
        let mut noise = Noise::new(seed);
        let mut coordinate = |size: usize| match noise.below(4) {
            0 => (noise.below(size + 4) as f64) - 2.0,
            _ => noise.unit() * (size as f64 + 3.0) - 2.0,
        };
        (0..count).map(|_| self.sizes.map(&mut coordinate)).collect()
    }
}

fn samples<T: Real>(grid: &VoxelGrid<T>, places: &[[T; 3]]) -> Vec<T> {
    let mut out = vec![<T as Ordered>::HIGHEST; places.len() * grid.channels()];
    grid.sample_into(places, &mut out).expect("as many numbers as samples");
    out
}

fn close(one: &[f64], other: &[f64], error: f64) {
    assert_eq!(one.len(), other.len());
    for (k, (&one, &other)) in one.iter().zip(other).enumerate() {
        assert!(abs_diff_eq!(one, other, epsilon = error), "number {k}: {one} and {other}");
    }
}

/// Returns grids of some sizes: one voxel, flat ones, and lines with more than one word of flags.
fn grids() -> impl Iterator<Item = Voxels> {
    let sizes = [([1, 1, 1], 1.0), ([5, 6, 7], 0.3), ([3, 1, 130], 0.5), ([1, 9, 64], 0.1), ([8, 8, 8], 1.0)];
    let channels = [1, 2, 3, 28, 33];
    sizes
        .into_iter()
        .zip(channels)
        .enumerate()
        .map(|(seed, ((sizes, share), channels))| Voxels::random(sizes, channels, share, seed as u64))
}

#[test]
fn samples_are_integrals_over_unit_cubes() {
    for voxels in grids() {
        let places = voxels.around(300, 7);
        let expected: Vec<f64> = places.iter().flat_map(|&place| voxels.integral(place)).collect();
        close(&samples(&voxels.grid(), &places), &expected, 1e-12);
        let rounded: Vec<[f32; 3]> = places.iter().map(|place| place.map(|x| x as f32)).collect();
        let sampled: Vec<f64> = samples(&voxels.grid_f32(), &rounded).into_iter().map(f64::from).collect();
        let exact: Vec<f64> = rounded.iter().flat_map(|place| voxels.integral(place.map(f64::from))).collect();
        close(&sampled, &exact, 2e-6);
    }
}

#[test]
fn the_kernel_is_the_program_of_the_figure() {
    for voxels in grids() {
        let (grid, places) = (voxels.grid(), voxels.around(20, 8));
        let cells = grid.to_cells().expect("a small grid");
        let last = voxels.channels as i64 - 1;
        let format = Dense::new(0..20i64, Dense::new(0..=last, Element::new(0.0)).expect("channels"));
        let mut out = Piecewise::declare(format.expect("samples"));
        for (t, &[x, y, z]) in (0i64..).zip(&places) {
            loops! {
                for i=0:1 for j=0:1 for k=0:1 for c=0:last
                    out[t,c] += cells[x+i, y+j, z+k, c]*d(i)*d(j)*d(k)
            }
            .expect("places of the samples");
        }
        let out = out.freeze().expect("an array").to_dense().expect("a finite one");
        close(&samples(&grid, &places), &out, 1e-12);
    }
}

#[test]
fn the_program_of_the_figure_goes_along_a_ray() {
    let grid = Voxels::random([6, 6, 6], 2, 0.4, 3).grid();
    let cells = grid.to_cells().expect("a small grid");
    let ray = Ray { origin: [-0.5, 5.25, 0.125], step: [0.75, -0.5, 0.625], count: 10 };
    let ([ox, oy, oz], [dx, dy, dz]) = (ray.origin, ray.step);
    let format = Dense::new(0..10i64, Dense::new(0..2i64, Element::new(0.0)).expect("channels"));
    let mut out = Piecewise::declare(format.expect("samples"));
    // `t` is an integer index of `out` and also a real factor.
    for (t, time) in (0..10i64).map(|t| (t, t as f64)) {
        loops! {
            let x=ox+time*dx, y=oy+time*dy, z=oz+time*dz   for i=0:1 for j=0:1 for k=0:1 for c=0:1
                out[t,c] += cells[x+i,y+j,z+k,c]*d(i)*d(j)*d(k)
        }
        .expect("places of the ray");
    }
    let mut sampled = [0.0; 20];
    grid.sample_rays(&[ray], &mut sampled).expect("room for ten samples");
    close(&sampled, &out.freeze().expect("an array").to_dense().expect("a finite one"), 1e-12);
}

#[test]
fn rays_are_their_samples() {
    let voxels = Voxels::random([9, 8, 70], 5, 0.2, 11);
    let (grid, mut noise) = (voxels.grid_f32(), Noise::new(1));
    let mut number = |width: f32| (noise.unit() as f32 - 0.25) * width;
    let rays: Vec<Ray> = [0, 1, 63, 64, 65, 200]
        .map(|count| {
            let origin = [9.0, 8.0, 70.0].map(&mut number);
            Ray { origin, step: [0.2; 3].map(&mut number), count }
        })
        .to_vec();
    let places: Vec<[f32; 3]> = rays.iter().flat_map(|ray| (0..ray.count).map(|t| ray.place(t))).collect();
    let mut along = vec![f32::NAN; places.len() * 5];
    grid.sample_rays(&rays, &mut along).expect("room for all samples");
    assert_eq!(along, samples(&grid, &places));
    assert!(along.iter().any(|&value| value != 0.0), "rays that meet something");
}

#[test]
fn rays_may_stand_go_back_leave_or_lead_nowhere() {
    let voxels = Voxels::random([5, 6, 7], 2, 0.6, 13);
    let grid = voxels.grid();
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let steps = [[0.0; 3], [-0.25, 0.0, -0.5], [1e300, 0.0, 0.0], [5e-324; 3], [0.0, nan, 0.0], [inf, 0.0, 0.0]];
    for step in steps {
        for origin in [[2.5, 3.25, 4.0], [0.0; 3], [-0.5, 5.75, 6.5]] {
            let mut found = [nan; 8];
            grid.sample_rays(&[Ray { origin, step, count: 4 }], &mut found).expect("room for four samples");
            for (t, found) in (0u8..).zip(found.chunks(2)) {
                let place: [f64; 3] = std::array::from_fn(|axis| origin[axis] + f64::from(t) * step[axis]);
                let nowhere = place.iter().any(|along| along.is_nan());
                let expected = if nowhere { vec![0.0; 2] } else { voxels.integral(place) };
                close(found, &expected, 1e-12);
            }
        }
    }
}

#[test]
fn channels_may_be_any_number() {
    for channels in 1..=40 {
        let voxels = Voxels::random([3, 4, 5], channels, 0.5, channels as u64);
        let (grid, places) = (voxels.grid(), voxels.around(70, 14));
        let expected: Vec<f64> = places.iter().flat_map(|&place| voxels.integral(place)).collect();
        close(&samples(&grid, &places), &expected, 1e-12);
        let rounded: Vec<[f32; 3]> = places.iter().map(|place| place.map(|x| x as f32)).collect();
        let single: Vec<f64> = samples(&voxels.grid_f32(), &rounded).into_iter().map(f64::from).collect();
        let exact: Vec<f64> = rounded.iter().flat_map(|place| voxels.integral(place.map(f64::from))).collect();
        close(&single, &exact, 2e-6);
        // The derivative of the sum of all channels is computed one channel after the other.
        let (ones, mut slopes) = (vec![1.0; expected.len()], vec![[f64::NAN; 3]; places.len()]);
        grid.place_gradient(&places, &ones, &mut slopes).expect("as many numbers");
        let mut sums = vec![0.0; grid.values().len()];
        grid.scatter(&places, &ones, &mut sums).expect("as many numbers");
        for channel in 0..channels {
            let mut cotangents = vec![0.0; expected.len()];
            cotangents.chunks_mut(channels).for_each(|sample| sample[channel] = 1.0);
            let mut slope = vec![[f64::NAN; 3]; places.len()];
            grid.place_gradient(&places, &cotangents, &mut slope).expect("as many numbers");
            slopes.iter_mut().zip(slope).for_each(|(sum, part)| (0..3).for_each(|axis| sum[axis] -= part[axis]));
        }
        close(slopes.as_flattened(), &vec![0.0; 3 * places.len()], 1e-11);
        assert!(sums.chunks(channels).all(|sums| sums.iter().all(|&sum| sum == sums[0])), "{channels} channels");
    }
}

#[test]
fn channels_may_be_counted_when_the_program_is_written() {
    let voxels = Voxels::random([5, 5, 5], 28, 0.3, 12);
    let (grid, places) = (voxels.grid(), voxels.around(200, 4));
    let mut out = vec![[f64::NAN; 28]; places.len()];
    grid.sample(&places, &mut out).expect("28 channels");
    assert_eq!(out.as_flattened(), samples(&grid, &places));
    let failed = grid.sample(&places, &mut vec![[0.0; 27]; places.len()]);
    assert_eq!(failed, Err(TrilinearError::Channels { asked: 27, channels: 28 }));
    assert_eq!(grid.sample::<0>(&[], &mut []), Err(TrilinearError::Channels { asked: 0, channels: 28 }));
}

#[test]
fn gradients_of_places_are_finite_differences_of_the_integral() {
    for voxels in grids() {
        let (grid, places) = (voxels.grid(), voxels.around(60, 9));
        let mut noise = Noise::new(2);
        let cotangents: Vec<f64> = (0..places.len() * voxels.channels).map(|_| noise.unit() - 0.5).collect();
        let mut gradient = vec![[f64::NAN; 3]; places.len()];
        grid.place_gradient(&places, &cotangents, &mut gradient).expect("as many numbers");
        for ((&place, cotangent), gradient) in places.iter().zip(cotangents.chunks(voxels.channels)).zip(gradient) {
            let number = |place| -> f64 { voxels.integral(place).iter().zip(cotangent).map(|(a, b)| a * b).sum() };
            for axis in 0..3 {
                // A step to the right, in which the integral is linear up to the next integer.
                let step = (place[axis].floor() + 1.0 - place[axis]) / 2.0;
                let mut moved = place;
                moved[axis] += step;
                let difference = (number(moved) - number(place)) / step;
                if step > 1e-3 {
                    let (found, at) = (gradient[axis], format!("{place:?}, axis {axis}"));
                    assert!(abs_diff_eq!(difference, found, epsilon = 1e-9), "{at}: {difference} and {found}");
                }
            }
        }
    }
}

#[test]
fn scattering_is_the_adjoint_of_sampling() {
    for voxels in grids() {
        let (grid, places) = (voxels.grid(), voxels.around(100, 10));
        let mut noise = Noise::new(3);
        let cotangents: Vec<f64> = (0..places.len() * voxels.channels).map(|_| noise.unit() - 0.5).collect();
        let mut gradient = vec![0.0; grid.values().len()];
        grid.scatter(&places, &cotangents, &mut gradient).expect("as many numbers");
        // The integral is linear in the values, so each derivative is the integral of a grid with a single voxel of
        // value 1.
        for k in (0..gradient.len()).step_by(gradient.len() / 10 + 1) {
            let mut values = vec![0.0; voxels.values.len()];
            values[k] = 1.0;
            let single = Voxels { values, ..voxels.clone() };
            let sum = places.iter().zip(cotangents.chunks(voxels.channels)).map(|(&place, cotangent)| {
                single.integral(place).iter().zip(cotangent).map(|(a, b)| a * b).sum::<f64>()
            });
            let (expected, found) = (sum.sum::<f64>(), gradient[k]);
            assert!(abs_diff_eq!(expected, found, epsilon = 1e-12), "value {k}: {expected} and {found}");
        }
        let sampled = samples(&grid, &places);
        let products = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
        close(&[products(&gradient, grid.values())], &[products(&cotangents, &sampled)], 1e-10);
    }
}

#[test]
fn grids_from_lists_in_any_order_and_from_arrays_are_equal() {
    let voxels = Voxels::random([4, 5, 66], 2, 0.3, 5);
    let grid = voxels.grid();
    let mut array = vec![0.0; 4 * 5 * 66 * 2];
    for (&[x, y, z], values) in voxels.places.iter().zip(voxels.values.chunks(2)) {
        let place = (x as usize * 5 + y as usize) * 66 + z as usize;
        array[2 * place..][..2].copy_from_slice(values);
    }
    assert_eq!(VoxelGrid::from_dense([4, 5, 66], 2, &array, 0.0), Ok(grid.clone()));
    let mut order: Vec<usize> = (0..voxels.places.len()).collect();
    let mut noise = Noise::new(8);
    (1..order.len()).for_each(|k| order.swap(k, noise.below(k + 1)));
    let places: Vec<_> = order.iter().map(|&k| voxels.places[k]).collect();
    let values: Vec<_> = order.iter().flat_map(|&k| voxels.values[2 * k..][..2].to_vec()).collect();
    assert_eq!(VoxelGrid::from_voxels([4, 5, 66], 2, &places, &values), Ok(grid.clone()));
    assert_eq!(grid.voxels(), voxels.places.len());
    assert_eq!(grid.tensor().at((voxels.places[7][0], voxels.places[7][1], voxels.places[7][2], 1)), voxels.values[15]);
}

#[test]
fn what_is_not_beyond_the_threshold_is_not_full() {
    let values = [0.5, -0.5, 0.6, 0.0, 0.0, -0.7, f64::NAN, 0.0];
    let grid = VoxelGrid::from_dense([1, 2, 2], 2, &values, 0.5).expect("an array of its size");
    assert_eq!(grid.voxels(), 3);
    assert_eq!(samples(&grid, &[[0.0; 3], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]), [0.0, 0.0, 0.6, 0.0, 0.0, -0.7]);
    assert!(samples(&grid, &[[0.0, 1.0, 0.5]])[0].is_nan());
}

#[test]
fn a_voxel_that_is_only_touched_is_not_part_of_the_integral() {
    let values = [1.0, f64::INFINITY, f64::NAN];
    let grid = VoxelGrid::from_dense([1, 1, 3], 1, &values, 0.0).expect("an array of its size");
    assert_eq!(samples(&grid, &[[0.0; 3]]), [1.0]);
    assert_eq!(samples(&grid, &[[0.0, 0.0, 0.5], [0.0, 0.0, 1.0]]), [f64::INFINITY; 2]);
}

#[test]
fn a_voxel_whose_volume_does_not_change_is_not_part_of_the_derivative() {
    let mut values = [1.0; 8];
    values[7] = f64::INFINITY;
    let grid = VoxelGrid::from_dense([2, 2, 2], 1, &values, 0.0).expect("an array of its size");
    // Both x and y are integers: moving the cube along one of them does not reach the last voxel.
    let places = [[0.0, 0.0, 0.5], [0.0, 0.5, 0.5], [0.5; 3], [1.0, 1.0, 0.5]];
    let mut slopes = [[f64::NAN; 3]; 4];
    grid.place_gradient(&places, &[1.0; 4], &mut slopes).expect("as many numbers");
    let inf = f64::INFINITY;
    assert_eq!(slopes, [[0.0; 3], [inf, 0.0, 0.0], [inf; 3], [-inf, -inf, inf]]);
}

#[test]
fn places_that_are_none_are_outside() {
    let voxels = Voxels::random([3, 3, 3], 1, 1.0, 5);
    let (grid, single) = (voxels.grid(), voxels.grid_f32());
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 3.0, -1.125, 2147483647.5, -2147483648.5] {
        for axis in 0..3 {
            let mut place = [1.0; 3];
            place[axis] = bad;
            assert_eq!(samples(&grid, &[place]), [0.0], "{bad}");
            assert_eq!(samples(&single, &[place.map(|x| x as f32)]), [0.0], "{bad}");
            let mut gradient = [[f64::NAN; 3]];
            grid.place_gradient(&[place], &[1.0], &mut gradient).expect("one place");
            assert_eq!(gradient, [[0.0; 3]], "{bad}");
        }
    }
}

#[test]
fn an_empty_grid_and_no_samples_are_fine() {
    let grid = VoxelGrid::<f32>::from_voxels([4, 4, 4], 3, &[], &[]).expect("a grid without full voxels");
    assert_eq!((grid.voxels(), grid.values().len()), (0, 0));
    assert_eq!(samples(&grid, &[[1.5; 3]]), [0.0; 3]);
    assert_eq!(samples(&grid, &[]), []);
    assert_eq!(grid.sample_rays(&[], &mut []), Ok(()));
    assert_eq!(grid.scatter(&[[1.5; 3]], &[1.0; 3], &mut []), Ok(()));
    assert_eq!(grid.to_cells().expect("an empty tensor").stored(), 0);
}

#[test]
fn what_is_wrong_with_voxels_is_said_with_their_number() {
    let outside = VoxelGrid::from_voxels([4, 4, 4], 1, &[[0, 0, 0], [0, 4, 0]], &[1.0, 2.0]).expect_err("outside");
    assert_eq!(
        outside.to_string(),
        "element 1: 4 lies outside of [0, 3]; widen the extent of the axis or leave the element out"
    );
    let double = VoxelGrid::from_voxels([4, 4, 4], 1, &[[1, 2, 3], [0, 0, 0], [1, 2, 3]], &[1.0; 3]);
    assert_eq!(double, Err(TrilinearError::Level(LevelError::Collision { element: 2, earlier: 0 })));
    let twice = VoxelGrid::from_voxels([4, 4, 4], 1, &[[1, 2, 3], [1, 2, 3]], &[1.0; 2]);
    assert_eq!(twice, Err(TrilinearError::Level(LevelError::Collision { element: 1, earlier: 0 })));
    let count = VoxelGrid::from_voxels([4, 4, 4], 2, &[[1, 2, 3]], &[1.0; 3]).expect_err("three values");
    assert_eq!(count.to_string(), "there are 3 values, and 2 are needed: the channels of each voxel");
    let count = VoxelGrid::from_dense([4, 4, 4], 2, &[1.0; 127], 0.0);
    assert!(matches!(count, Err(TrilinearError::Count { found: 127, needed: 128, .. })), "{count:?}");
    for (sizes, channels) in [([0, 4, 4], 1), ([4, 4, 0], 1), ([4, 4, 4], 0)] {
        let none = VoxelGrid::<f32>::from_voxels(sizes, channels, &[], &[]);
        assert!(matches!(none, Err(TrilinearError::Level(LevelError::Axis { .. }))), "{none:?}");
    }
    // There are more lines than can be numbered, or more than fit into the address space.
    for sizes in [[usize::MAX, 1, 1], [1 << 30, 1 << 30, 1 << 30], [1 << 24, 1 << 24, 1], [1 << 20, 1 << 30, 1 << 9]] {
        let large = VoxelGrid::<f32>::from_voxels(sizes, 1, &[], &[]);
        assert!(matches!(large, Err(TrilinearError::Level(LevelError::TooLarge { .. }))), "{large:?}");
    }
    let line = SparseByteMap::new(
        Interval::closed(0, 3).expect("an interval"),
        Dense::new(0..1, Element::new(0.5)).expect("one"),
    );
    let format = Dense::new(0..1, Dense::new(0..1, line.expect("finite")).expect("one")).expect("one");
    let filled = VoxelGrid::new(Piecewise::declare(format).freeze().expect("it fits")).expect_err("a fill of 0.5");
    assert_eq!(filled, TrilinearError::Fill { fill: 0.5 });
    let grid = VoxelGrid::from_voxels([4, 4, 4], 2, &[[1, 2, 3]], &[1.0; 2]).expect("a voxel");
    let failed = grid.sample_into(&[[0.0; 3]], &mut [0.0; 3]).expect_err("three numbers");
    assert_eq!(failed.to_string(), "there are 3 numbers, and 2 are needed: the channels of each sample");
    let ray = Ray { origin: [0.0; 3], step: [1.0; 3], count: usize::MAX };
    assert!(grid.sample_rays(&[ray, ray], &mut [0.0; 2]).is_err());
    assert!(grid.scatter(&[[0.0; 3]], &[0.0; 2], &mut [0.0; 3]).is_err());
    assert!(grid.place_gradient(&[[0.0; 3]], &[0.0; 2], &mut []).is_err());
}

#[test]
fn extents_may_begin_anywhere() {
    let line = SparseByteMap::new(
        Interval::closed(-70, -3).expect("an interval"),
        Dense::new(0..2, Element::new(0.0)).expect("two"),
    );
    let line = line.expect("finite");
    let format = Dense::new(-2..3, Dense::new(100..=100, line).expect("one")).expect("five");
    let mut tensor = Piecewise::declare(format);
    tensor.set((-1, 100, -6, 1), 8.0).expect("inside");
    tensor.set((-2, 100, -70, 0), 4.0).expect("inside");
    let grid = VoxelGrid::new(tensor.freeze().expect("it fits")).expect("its fill is zero");
    let places = [[-1.5, 100.5, -6.25], [-2.5, 99.5, -70.5]];
    assert_eq!(samples(&grid, &places), [0.0, 8.0 * 0.5 * 0.5 * 0.75, 4.0 / 8.0, 0.0]);
}

/// Returns a line of voxels from `first` on, with values 1, 2, 3 and so on.
fn far<T: Real>(first: i32, count: i32) -> VoxelGrid<T> {
    let line = Interval::closed(first, first + count - 1).expect("an interval");
    let line = SparseByteMap::new(line, Dense::new(0..1, Element::new(T::ZERO)).expect("one")).expect("finite");
    let mut tensor = Piecewise::declare(Dense::new(0..1, Dense::new(0..1, line).expect("one")).expect("one"));
    (0..count).for_each(|k| tensor.set((0, 0, first + k, 0), T::from_f64(f64::from(k + 1))).expect("inside"));
    VoxelGrid::new(tensor.freeze().expect("it fits")).expect("its fill is zero")
}

#[test]
fn extents_may_lie_where_numbers_are_far_apart() {
    // From 2^24 on, `f32` has only every second integer; close to 2^31, every 128th.
    for first in [-(1 << 24) - 6, (1 << 24) - 6, -(1 << 24), 1 << 24, i32::MIN + 8, i32::MAX - 300, 7] {
        let (double, single) = (far::<f64>(first, 13), far::<f32>(first, 13));
        for integer in i64::from(first) - 3..i64::from(first) + 16 {
            let voxel = integer - i64::from(first);
            let expected = if (0..13).contains(&voxel) { voxel as f64 + 1.0 } else { 0.0 };
            assert_eq!(samples(&double, &[[0.0, 0.0, integer as f64]]), [expected], "{integer}");
            if integer as f32 as i64 == integer {
                assert_eq!(samples(&single, &[[0.0, 0.0, integer as f32]]), [expected as f32], "{integer}");
            }
        }
    }
}

#[test]
fn all_places_of_a_type_are_sampled_as_the_definition_says_be_they_coarse() {
    let last = 1 << 24;
    let places: Vec<[i32; 3]> = (last - 8..last + 8).map(|z| [0, 0, z]).collect();
    let values: Vec<f64> = (1..=16).map(f64::from).collect();
    let voxels = Voxels { sizes: [1, 1, last as usize + 8], channels: 1, places, values };
    let (double, single) = (voxels.grid(), voxels.grid_f32());
    let mut place = last as f32 - 12.0;
    while place <= last as f32 + 16.0 {
        let along = [0.0, 0.0, f64::from(place)];
        assert_eq!(samples(&single, &[[0.0, 0.0, place]]), [voxels.integral(along)[0] as f32], "{place}");
        assert_eq!(samples(&double, &[along]), voxels.integral(along), "{place}");
        place = place.next_up();
    }
    // The last voxel has an odd coordinate, which `f32` cannot represent, nor any place less than 1 before it.
    assert_eq!(samples(&single, &[[0.0, 0.0, 16777222.0], [0.0, 0.0, 16777224.0]]), [15.0, 0.0]);
    assert_eq!(samples(&double, &[[0.0, 0.0, 16777222.5], [0.0, 0.0, 16777223.0]]), [15.5, 16.0]);
}

#[test]
fn places_next_to_integers_are_next_to_their_samples() {
    let voxels = Voxels::random([2, 3, 4], 3, 0.8, 15);
    let grid = voxels.grid();
    let ends = [5e-324, -5e-324, 1e-310, -1e-20, 1.0f64.next_down(), 1.0f64.next_up(), -1.0f64.next_down(), 2.0, -0.0];
    for (x, y) in ends.iter().flat_map(|&x| ends.map(|y| (x, y))) {
        for z in [0.0, 4.0f64.next_down(), (-1.0f64).next_up(), 1.5] {
            close(&samples(&grid, &[[x, y, z]]), &voxels.integral([x, y, z]), 1e-14);
        }
    }
}

#[test]
fn no_voxel_is_within_a_threshold_below_zero_or_of_none() {
    for threshold in [-1.0, f64::NAN] {
        let grid =
            VoxelGrid::from_dense([1, 2, 2], 1, &[0.0, 1.0, -2.0, 0.5], threshold).expect("an array of its size");
        assert_eq!(grid.voxels(), 4);
    }
    let grid =
        VoxelGrid::from_dense([1, 2, 2], 1, &[0.0, 1.0, -2.0, 0.5], f64::INFINITY).expect("an array of its size");
    assert_eq!(grid.voxels(), 0);
}

#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    let voxels = Voxels::random([9, 8, 70], 5, 0.2, 11);
    let (grid, places) = (voxels.grid_f32(), voxels.around(10_000, 3));
    let places: Vec<[f32; 3]> = places.iter().map(|place| place.map(|x| x as f32)).collect();
    let rays: Vec<Ray> = places.iter().take(99).map(|&origin| Ray { origin, step: [0.1; 3], count: 30 }).collect();
    let expected = samples(&grid, &places);
    let (mut along, mut slopes) = (vec![0.0; 99 * 30 * 5], vec![[0.0; 3]; places.len()]);
    grid.sample_rays(&rays, &mut along).expect("room");
    grid.place_gradient(&places, &expected, &mut slopes).expect("room");
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let (mut out, mut out_along) = (vec![f32::NAN; expected.len()], vec![f32::NAN; along.len()]);
            let mut out_slopes = vec![[f32::NAN; 3]; places.len()];
            grid.sample_into_parallel(&places, &mut out).expect("room");
            grid.sample_rays_parallel(&rays, &mut out_along).expect("room");
            grid.place_gradient_parallel(&places, &expected, &mut out_slopes).expect("room");
            assert_eq!((&out, &out_along, &out_slopes), (&expected, &along, &slopes));
        });
    }
}

proptest! {
    #[test]
    fn any_grid_is_integrated_anywhere(
        sizes in prop::array::uniform3(1usize..6),
        channels in 1usize..4,
        share in 0.0..1.0f64,
        seed: u64,
        place in prop::array::uniform3(-3.0..8.0f64),
    ) {
        let voxels = Voxels::random(sizes, channels, share, seed);
        close(&samples(&voxels.grid(), &[place]), &voxels.integral(place), 1e-12);
    }
}
