//! `unite.points`: points near a place, samples of voxels, convolutions over points.

use crate::array::{Array, Whole, unexpected, value_error};
use crate::threads::Threads;
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use rayon::prelude::*;
use unite::kernel::{self, Real};

/// The number of queries that a thread searches at once.
const SHARE: usize = 256;

/// The name of a number type in numpy.
trait Named: Real + Element {
    const NAME: &str;
}

impl Named for f32 {
    const NAME: &str = "float32";
}

impl Named for f64 {
    const NAME: &str = "float64";
}

/// An array of places with `D` coordinates.
struct Places<'py, T: Element, const D: usize>(Array<'py, T>);

impl<'py, T: Named, const D: usize> Places<'py, T, D> {
    /// Takes an array of shape `(n, D)`; `None` for another one.
    fn of(given: &Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        let array = Array::<T>::of(given)?;
        Ok(array.filter(|array| matches!(*array.shape(), [_, coordinates] if coordinates == D)).map(Places))
    }

    /// Takes an array of shape `(n, D)`.
    fn expect(given: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        let expected = || format!("an array of shape (n, {D}) and dtype {}", T::NAME);
        Places::of(given)?.ok_or_else(|| unexpected(given, name, &expected()))
    }

    fn slice(&self) -> PyResult<&[[T; D]]> {
        Ok(self.0.slice()?.as_chunks().0)
    }
}

/// Returns a list of `count` rows of `width` copies of an item.
fn filled<T: Clone>(item: T, count: usize, width: usize) -> PyResult<Vec<T>> {
    let wrong = || PyMemoryError::new_err(format!("{count} rows of {width} numbers do not fit into memory"));
    let length = count.checked_mul(width).ok_or_else(wrong)?;
    let mut list = Vec::new();
    list.try_reserve_exact(length).map_err(|_| wrong())?;
    list.resize(length, item);
    Ok(list)
}

/// Returns a list as an array of rows of `width` items.
fn rows<T: Element>(py: Python<'_>, list: Vec<T>, width: usize) -> PyResult<Bound<'_, PyArray2<T>>> {
    let count = list.len().checked_div(width).unwrap_or(0);
    PyArray1::from_vec(py, list).reshape([count, width])
}

/// Results of queries: where those of each begin, and all of them one after the other.
type Csr<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

/// Collects what `append` finds for each of `count` queries.
fn csr<'py>(
    py: Python<'py>,
    count: usize,
    threads: Threads,
    append: impl Fn(usize, &mut Vec<i64>) + Sync,
) -> PyResult<Csr<'py>> {
    let some = |from: usize, to: usize, (ends, found): &mut (Vec<i64>, Vec<i64>)| {
        for query in from..to {
            append(query, found);
            ends.push(found.len() as i64);
        }
    };
    let parallel = || {
        let of_share = |n: usize| {
            let mut result = (Vec::new(), Vec::new());
            some(n * SHARE, count.min((n + 1) * SHARE), &mut result);
            result
        };
        let shares: Vec<_> = (0..count.div_ceil(SHARE)).into_par_iter().map(of_share).collect();
        let mut all = (vec![0], Vec::with_capacity(shares.iter().map(|(_, found)| found.len()).sum()));
        for (ends, found) in shares {
            let base = all.1.len() as i64;
            all.0.extend(ends.into_iter().map(|end| base + end));
            all.1.extend(found);
        }
        all
    };
    let alone = || {
        let mut all = (vec![0], Vec::new());
        some(0, count, &mut all);
        all
    };
    let (pointers, found) = py.detach(|| threads.run(alone, parallel)).map_err(value_error)?;
    Ok((PyArray1::from_vec(py, pointers), PyArray1::from_vec(py, found)))
}

/// An index of points in a plane or in space.
#[pyclass(frozen, module = "unite._unite")]
pub(crate) struct RadiusIndex(AnyIndex);

/// An index of one number type and dimension.
enum AnyIndex {
    Plane32(kernel::RadiusIndex<f32, 2>),
    Plane64(kernel::RadiusIndex<f64, 2>),
    Space32(kernel::RadiusIndex<f32, 3>),
    Space64(kernel::RadiusIndex<f64, 3>),
}

/// Does the same with an index of any type.
macro_rules! with_index {
    ($any:expr, $index:ident => $body:expr) => {
        match &$any.0 {
            AnyIndex::Plane32($index) => $body,
            AnyIndex::Plane64($index) => $body,
            AnyIndex::Space32($index) => $body,
            AnyIndex::Space64($index) => $body,
        }
    };
}

/// Builds an index if an array has points of its type and dimension.
fn built<T: Named, const D: usize>(
    py: Python<'_>,
    given: &Bound<'_, PyAny>,
    make: fn(kernel::RadiusIndex<T, D>) -> AnyIndex,
) -> PyResult<Option<RadiusIndex>> {
    let Some(points) = Places::<T, D>::of(given)? else { return Ok(None) };
    let points = points.slice()?;
    let index = py.detach(|| kernel::RadiusIndex::new(points)).map_err(value_error)?;
    Ok(Some(RadiusIndex(make(index))))
}

#[pymethods]
impl RadiusIndex {
    #[new]
    fn new(py: Python<'_>, points: &Bound<'_, PyAny>) -> PyResult<Self> {
        let plane = match built(py, points, AnyIndex::Plane64)? {
            None => built(py, points, AnyIndex::Plane32)?,
            found => found,
        };
        let found = match plane {
            None => match built(py, points, AnyIndex::Space64)? {
                None => built(py, points, AnyIndex::Space32)?,
                found => found,
            },
            found => found,
        };
        let expected = "an array of shape (n, 2) or (n, 3) and dtype float64 or float32";
        found.ok_or_else(|| unexpected(points, "points", expected))
    }

    fn __len__(&self) -> usize {
        with_index!(self, index => index.len())
    }

    /// Returns the points at most `r` from each place.
    #[pyo3(signature = (q, r, threads))]
    fn radius<'py>(&self, py: Python<'py>, q: &Bound<'py, PyAny>, r: f64, threads: Threads) -> PyResult<Csr<'py>> {
        check_radius(r)?;
        with_index!(self, index => in_balls(py, index, q, r, threads))
    }

    /// Returns the number of points at most `r` from each place.
    #[pyo3(signature = (q, r, threads))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        r: f64,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        check_radius(r)?;
        with_index!(self, index => counts(py, index, q, r, threads))
    }

    /// Returns the points in each closed box.
    #[pyo3(name = "box", signature = (lo, hi, threads))]
    fn in_box<'py>(
        &self,
        py: Python<'py>,
        lo: &Bound<'py, PyAny>,
        hi: &Bound<'py, PyAny>,
        threads: Threads,
    ) -> PyResult<Csr<'py>> {
        with_index!(self, index => in_boxes(py, index, [lo, hi], threads))
    }

    /// Returns the distances and numbers of the `k` points nearest to each place.
    #[pyo3(signature = (q, k, threads))]
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        k: Whole,
        threads: Threads,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray2<i64>>)> {
        with_index!(self, index => nearest(py, index, q, k.0, threads))
    }
}

/// Refuses a radius that no ball has.
fn check_radius(r: f64) -> PyResult<()> {
    if r >= 0.0 { Ok(()) } else { Err(value_error(format!("r: expected a radius from 0 on, got {r}"))) }
}

fn in_balls<'py, T: Named, const D: usize>(
    py: Python<'py>,
    index: &kernel::RadiusIndex<T, D>,
    q: &Bound<'py, PyAny>,
    r: f64,
    threads: Threads,
) -> PyResult<Csr<'py>> {
    let (places, r) = (Places::<T, D>::expect(q, "q")?, T::from_f64(r));
    let places = places.slice()?;
    csr(py, places.len(), threads, |query, found| {
        index.radius_visit(places[query], r, |ids| found.extend(ids.iter().copied().map(i64::from)));
    })
}

fn counts<'py, T: Named, const D: usize>(
    py: Python<'py>,
    index: &kernel::RadiusIndex<T, D>,
    q: &Bound<'py, PyAny>,
    r: f64,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (places, r) = (Places::<T, D>::expect(q, "q")?, T::from_f64(r));
    let places = places.slice()?;
    let count = |&place: &[T; D]| index.radius_count(place, r) as i64;
    let counts = py.detach(|| {
        let parallel = || places.par_iter().with_min_len(SHARE).map(count).collect::<Vec<_>>();
        threads.run(|| places.iter().map(count).collect(), parallel)
    });
    Ok(PyArray1::from_vec(py, counts.map_err(value_error)?))
}

fn in_boxes<'py, T: Named, const D: usize>(
    py: Python<'py>,
    index: &kernel::RadiusIndex<T, D>,
    [lo, hi]: [&Bound<'py, PyAny>; 2],
    threads: Threads,
) -> PyResult<Csr<'py>> {
    let (low, high) = (Places::<T, D>::expect(lo, "lo")?, Places::<T, D>::expect(hi, "hi")?);
    let (low, high) = (low.slice()?, high.slice()?);
    if low.len() != high.len() {
        return Err(value_error(format!("lo has {} places, hi {}", low.len(), high.len())));
    }
    csr(py, low.len(), threads, |query, found| {
        index.range_visit(low[query], high[query], |ids| found.extend(ids.iter().copied().map(i64::from)));
    })
}

fn nearest<'py, T: Named, const D: usize>(
    py: Python<'py>,
    index: &kernel::RadiusIndex<T, D>,
    q: &Bound<'py, PyAny>,
    k: usize,
    threads: Threads,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray2<i64>>)> {
    let places = Places::<T, D>::expect(q, "q")?;
    let places = places.slice()?;
    if k == 0 {
        return Err(value_error("k: expected 1 or more, got 0"));
    }
    // Without a neighbour: as scipy's trees answer.
    let mut distances = filled(T::INFINITY, places.len(), k)?;
    let mut numbers = filled(index.len() as i64, places.len(), k)?;
    let search = |(place, (distances, numbers)): (&[T; D], (&mut [T], &mut [i64]))| {
        for (n, found) in index.nearest(*place, k).into_iter().enumerate() {
            (distances[n], numbers[n]) = (found.distance, found.id.into());
        }
    };
    let (of_distances, of_numbers) = (&mut distances[..], &mut numbers[..]);
    let done = py.detach(|| {
        if threads.0.get() == 1 {
            places.iter().zip(of_distances.chunks_mut(k).zip(of_numbers.chunks_mut(k))).for_each(search);
            return Ok(());
        }
        let parallel = || {
            let rows = of_distances.par_chunks_mut(k).zip(of_numbers.par_chunks_mut(k));
            places.par_iter().zip(rows).with_min_len(SHARE).for_each(search);
        };
        threads.run(|| (), parallel)
    });
    done.map_err(value_error)?;
    Ok((rows(py, distances, k)?.into_any(), rows(py, numbers, k)?))
}

/// A sparse grid of voxels.
#[pyclass(frozen, module = "unite._unite")]
pub(crate) struct VoxelGrid(AnyGrid);

/// A grid of one number type.
enum AnyGrid {
    Single(kernel::VoxelGrid<f32>),
    Double(kernel::VoxelGrid<f64>),
}

/// The sizes of an array of voxels, and the number of channels.
fn sizes(shape: &[usize]) -> Option<([usize; 3], usize)> {
    match *shape {
        [x, y, z] => Some(([x, y, z], 1)),
        [x, y, z, channels] => Some(([x, y, z], channels)),
        _ => None,
    }
}

#[pymethods]
impl VoxelGrid {
    #[new]
    #[pyo3(signature = (values, threshold))]
    fn new(py: Python<'_>, values: &Bound<'_, PyAny>, threshold: f64) -> PyResult<Self> {
        fn dense<T: Named>(
            py: Python<'_>,
            values: &Bound<'_, PyAny>,
            threshold: f64,
        ) -> PyResult<Option<kernel::VoxelGrid<T>>> {
            let Some(array) = Array::<T>::of(values)? else { return Ok(None) };
            let Some((sizes, channels)) = sizes(array.shape()) else { return Ok(None) };
            let (values, threshold) = (array.slice()?, T::from_f64(threshold));
            let grid = py.detach(|| kernel::VoxelGrid::from_dense(sizes, channels, values, threshold));
            grid.map(Some).map_err(value_error)
        }
        let expected = "an array of shape (x, y, z) or (x, y, z, channels) and dtype float32 or float64";
        match (dense::<f32>(py, values, threshold)?, dense::<f64>(py, values, threshold)?) {
            (Some(grid), _) => Ok(VoxelGrid(AnyGrid::Single(grid))),
            (_, Some(grid)) => Ok(VoxelGrid(AnyGrid::Double(grid))),
            (None, None) => Err(unexpected(values, "values", expected)),
        }
    }

    /// Creates a grid from a list of full voxels.
    #[staticmethod]
    #[pyo3(signature = (shape, places, values))]
    fn from_voxels(
        py: Python<'_>,
        shape: (Whole, Whole, Whole),
        places: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        fn sparse<T: Named>(
            py: Python<'_>,
            sizes: [usize; 3],
            places: &[[i32; 3]],
            values: &Bound<'_, PyAny>,
        ) -> PyResult<Option<kernel::VoxelGrid<T>>> {
            let Some(array) = Array::<T>::of(values)? else { return Ok(None) };
            let channels = match *array.shape() {
                [rows] if rows == places.len() => 1,
                [rows, channels] if rows == places.len() => channels,
                _ => return Ok(None),
            };
            let values = array.slice()?;
            let grid = py.detach(|| kernel::VoxelGrid::from_voxels(sizes, channels, places, values));
            grid.map(Some).map_err(value_error)
        }
        let expected = "an array of shape (n, 3) and dtype int32";
        let array = Array::<i32>::expect(places, "places", expected)?;
        if !matches!(array.shape(), [_, 3]) {
            return Err(unexpected(places, "places", expected));
        }
        let (places, sizes) = (array.slice()?.as_chunks().0, [shape.0.0, shape.1.0, shape.2.0]);
        match (sparse::<f32>(py, sizes, places, values)?, sparse::<f64>(py, sizes, places, values)?) {
            (Some(grid), _) => Ok(VoxelGrid(AnyGrid::Single(grid))),
            (_, Some(grid)) => Ok(VoxelGrid(AnyGrid::Double(grid))),
            (None, None) => {
                let n = places.len();
                let expected = format!("an array of shape ({n},) or ({n}, channels) and dtype float32 or float64");
                Err(unexpected(values, "values", &expected))
            }
        }
    }

    /// The number of channels of a voxel.
    #[getter]
    fn channels(&self) -> usize {
        match &self.0 {
            AnyGrid::Single(grid) => grid.channels(),
            AnyGrid::Double(grid) => grid.channels(),
        }
    }

    /// The number of full voxels.
    fn __len__(&self) -> usize {
        match &self.0 {
            AnyGrid::Single(grid) => grid.voxels(),
            AnyGrid::Double(grid) => grid.voxels(),
        }
    }

    /// Samples the grid at places.
    #[pyo3(signature = (xyz, threads=Threads::ONE))]
    fn sample<'py>(&self, py: Python<'py>, xyz: &Bound<'py, PyAny>, threads: Threads) -> PyResult<Bound<'py, PyAny>> {
        fn sampled<'py, T: Named>(
            py: Python<'py>,
            grid: &kernel::VoxelGrid<T>,
            xyz: &Bound<'py, PyAny>,
            threads: Threads,
        ) -> PyResult<Bound<'py, PyAny>> {
            let places = Places::<T, 3>::expect(xyz, "xyz")?;
            let places = places.slice()?;
            let mut samples = filled(T::ZERO, places.len(), grid.channels())?;
            let out = &mut samples[..];
            let done = py.detach(|| {
                if threads.0.get() == 1 {
                    return Ok(grid.sample_into(places, out));
                }
                threads.run(|| Ok(()), || grid.sample_into_parallel(places, out))
            });
            done.map_err(value_error)?.map_err(value_error)?;
            Ok(rows(py, samples, grid.channels())?.into_any())
        }
        match &self.0 {
            AnyGrid::Single(grid) => sampled(py, grid, xyz, threads),
            AnyGrid::Double(grid) => sampled(py, grid, xyz, threads),
        }
    }
}

/// A convolution over points.
#[pyclass(frozen, module = "unite._unite")]
pub(crate) struct PointConv(AnyConv);

/// A layer of one number type.
enum AnyConv {
    Single(kernel::PointConv<f32>),
    Double(kernel::PointConv<f64>),
}

#[pymethods]
impl PointConv {
    #[new]
    #[pyo3(signature = (radius, sigma, kernel_points, weights))]
    fn new(radius: f64, sigma: f64, kernel_points: &Bound<'_, PyAny>, weights: &Bound<'_, PyAny>) -> PyResult<Self> {
        fn layer<T: Named>(
            radius: f64,
            sigma: f64,
            kernel_points: &Bound<'_, PyAny>,
            weights: &Bound<'_, PyAny>,
        ) -> PyResult<kernel::PointConv<T>> {
            let points = Places::<T, 3>::expect(kernel_points, "kernel_points")?;
            let points = points.slice()?;
            let k = points.len();
            let expected = format!("an array of shape ({k}, channels in, channels out) and dtype {}", T::NAME);
            let array = Array::<T>::expect(weights, "weights", &expected)?;
            let &[rows, cin, cout] = array.shape() else { return Err(unexpected(weights, "weights", &expected)) };
            if rows != k {
                return Err(unexpected(weights, "weights", &expected));
            }
            let (radius, sigma) = (T::from_f64(radius), T::from_f64(sigma));
            kernel::PointConv::new(radius, sigma, points, [cin, cout], array.slice()?.to_vec()).map_err(value_error)
        }
        if Array::<f32>::of(weights)?.is_some() {
            return layer(radius, sigma, kernel_points, weights).map(|layer| PointConv(AnyConv::Single(layer)));
        }
        layer(radius, sigma, kernel_points, weights).map(|layer| PointConv(AnyConv::Double(layer)))
    }

    /// Applies the layer: features of the points around each query to the output of the query.
    #[pyo3(signature = (queries, support, features, threads=Threads::ONE))]
    fn apply<'py>(
        &self,
        py: Python<'py>,
        queries: &Bound<'py, PyAny>,
        support: &Bound<'py, PyAny>,
        features: &Bound<'py, PyAny>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyAny>> {
        fn applied<'py, T: Named>(
            py: Python<'py>,
            layer: &kernel::PointConv<T>,
            [queries, support, features]: [&Bound<'py, PyAny>; 3],
            threads: Threads,
        ) -> PyResult<Bound<'py, PyAny>> {
            let places = Places::<T, 3>::expect(queries, "queries")?;
            let points = Places::<T, 3>::expect(support, "support")?;
            let (places, points) = (places.slice()?, points.slice()?);
            let [cin, cout] = layer.channels();
            let expected = format!("an array of shape ({}, {cin}) and dtype {}", points.len(), T::NAME);
            let array = Array::<T>::expect(features, "features", &expected)?;
            if array.shape() != [points.len(), cin] {
                return Err(unexpected(features, "features", &expected));
            }
            let values = array.slice()?;
            let out = py.detach(|| {
                let parallel = || layer.apply_parallel(places, points, values);
                threads.run(|| layer.apply(places, points, values), parallel)
            });
            Ok(rows(py, out.map_err(value_error)?.map_err(value_error)?, cout)?.into_any())
        }
        match &self.0 {
            AnyConv::Single(layer) => applied(py, layer, [queries, support, features], threads),
            AnyConv::Double(layer) => applied(py, layer, [queries, support, features], threads),
        }
    }
}
