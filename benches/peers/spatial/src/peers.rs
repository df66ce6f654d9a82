//! The indexes, called as in their usual use.

use std::fmt;
use std::hint::black_box;
use std::num::NonZero;

use geo_index::kdtree::{KDTree, KDTreeBuilder, KDTreeIndex};
use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex};
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use rstar::primitives::GeomWithData;
use unite::kernel::RadiusIndex;

/// A query; one at the origin stands for its kind.
#[derive(Debug, Clone, Copy)]
pub enum Query {
    /// A ball, by centre and radius.
    Radius([f64; 2], f64),
    /// A box.
    Box([f64; 2], [f64; 2]),
    /// The given number of nearest points.
    Nearest([f64; 2], NonZero<usize>),
}

/// Returns a query for the points nearest to the origin.
const fn nearest(count: usize) -> Query {
    Query::Nearest([0.0; 2], NonZero::new(count).expect("some points"))
}

/// Returns a query for a box of this size at the origin.
const fn sides(width: f64, height: f64) -> Query {
    Query::Box([-width / 2.0, -height / 2.0], [width / 2.0, height / 2.0])
}

/// The kinds of queries measured both at positions of the distribution and at uniform ones.
pub const NEAREST: [Query; 3] = [nearest(1), nearest(8), nearest(100)];

/// The kinds of queries measured at positions of the distribution.
pub const QUERIES: [Query; 8] = [
    Query::Radius([0.0; 2], 1.0),
    Query::Radius([0.0; 2], 10.0),
    Query::Radius([0.0; 2], 100.0),
    sides(10.0, 10.0),
    sides(100.0, 10.0),
    sides(1000.0, 10.0),
    sides(10.0, 1000.0),
    sides(100.0, 100.0),
];

impl Query {
    /// Returns the same query at a position.
    pub fn at(self, [x, y]: [f64; 2]) -> Self {
        match self {
            Query::Radius(_, radius) => Query::Radius([x, y], radius),
            Query::Box(low, high) => Query::Box([x + low[0], y + low[1]], [x + high[0], y + high[1]]),
            Query::Nearest(_, count) => Query::Nearest([x, y], count),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::Radius(_, radius) => write!(f, "radius {radius}"),
            Query::Box(low, high) => write!(f, "box {} x {}", high[0] - low[0], high[1] - low[1]),
            Query::Nearest(_, count) => write!(f, "nearest {count}"),
        }
    }
}

/// An index.
pub trait Peer {
    /// Returns the name of the index for the table.
    fn name(&self) -> &'static str;
    /// Returns whether the index supports queries of this kind.
    fn answers(&self, query: Query) -> bool {
        let _ = query;
        true
    }
    /// Answers queries; returns the number of points that all of them found, or for nearest points the sum of the
    /// distances of each query's farthest point, rounded down.
    fn run(&self, queries: &[Query]) -> usize;
}

/// The index of this library.
pub struct Ours(RadiusIndex<f64, 2>);

impl Ours {
    pub fn new(points: &[[f64; 2]]) -> Self {
        Ours(RadiusIndex::new(points).expect("finite points"))
    }
}

impl Peer for Ours {
    fn name(&self) -> &'static str {
        "RadiusIndex"
    }
    fn run(&self, queries: &[Query]) -> usize {
        let (mut ids, mut neighbours, mut hits, mut sum) = (Vec::new(), Vec::new(), 0, 0.0);
        for &query in queries {
            match query {
                Query::Radius(center, radius) => self.0.radius_into(center, radius, &mut ids),
                Query::Box(low, high) => self.0.range_into(low, high, &mut ids),
                Query::Nearest(center, count) => {
                    self.0.nearest_into(center, count.get(), &mut neighbours);
                    sum += black_box(&neighbours).last().map_or(0.0, |found| found.distance);
                    continue;
                }
            }
            hits += black_box(&ids).len();
        }
        hits + sum as usize
    }
}

/// kiddo's immutable k-d tree.
pub struct Kiddo(ImmutableKdTree<f64, 2>);

impl Kiddo {
    pub fn new(points: &[[f64; 2]]) -> Self {
        Kiddo(ImmutableKdTree::new_from_slice(points).expect("finite points"))
    }
}

impl Peer for Kiddo {
    fn name(&self) -> &'static str {
        "kiddo"
    }
    fn answers(&self, query: Query) -> bool {
        matches!(query, Query::Radius(..) | Query::Nearest(..))
    }
    fn run(&self, queries: &[Query]) -> usize {
        let (mut hits, mut sum) = (0, 0.0);
        for &query in queries {
            match query {
                Query::Radius(center, radius) => {
                    let within = self.0.query(&center).within::<SquaredEuclidean<f64>>(radius * radius);
                    hits += black_box(within.unsorted().execute()).len();
                }
                Query::Nearest(center, count) => {
                    let found = self.0.query(&center).nearest_n::<SquaredEuclidean<f64>>(count).execute();
                    sum += black_box(&found).last().map_or(0.0, |found| found.distance.sqrt());
                }
                Query::Box(..) => {}
            }
        }
        hits + sum as usize
    }
}

/// geo-index's k-d tree.
pub struct GeoKd(KDTree<f64>);

impl GeoKd {
    pub fn new(points: &[[f64; 2]]) -> Self {
        let mut builder = KDTreeBuilder::new(points.len() as u32);
        for &[x, y] in points {
            builder.add(x, y);
        }
        GeoKd(builder.finish())
    }
}

impl Peer for GeoKd {
    fn name(&self) -> &'static str {
        "geo-index k-d"
    }
    fn answers(&self, query: Query) -> bool {
        !matches!(query, Query::Nearest(..))
    }
    fn run(&self, queries: &[Query]) -> usize {
        let mut hits = 0;
        for &query in queries {
            hits += match query {
                Query::Radius([x, y], radius) => black_box(self.0.within(x, y, radius)).len(),
                Query::Box(low, high) => black_box(self.0.range(low[0], low[1], high[0], high[1])).len(),
                Query::Nearest(..) => 0,
            };
        }
        hits
    }
}

/// geo-index's R-tree, sorted along a Hilbert curve.
pub struct GeoR(RTree<f64>);

impl GeoR {
    pub fn new(points: &[[f64; 2]]) -> Self {
        let mut builder = RTreeBuilder::new(points.len() as u32);
        for &[x, y] in points {
            builder.add(x, y, x, y);
        }
        GeoR(builder.finish::<HilbertSort>())
    }
}

impl Peer for GeoR {
    fn name(&self) -> &'static str {
        "geo-index R"
    }
    fn answers(&self, query: Query) -> bool {
        matches!(query, Query::Box(..))
    }
    fn run(&self, queries: &[Query]) -> usize {
        let mut hits = 0;
        for &query in queries {
            let Query::Box(low, high) = query else { continue };
            hits += black_box(self.0.search(low[0], low[1], high[0], high[1])).len();
        }
        hits
    }
}

/// rstar's R*-tree.
pub struct Rstar(rstar::RTree<GeomWithData<[f64; 2], u32>>);

impl Rstar {
    pub fn new(points: &[[f64; 2]]) -> Self {
        let points = points.iter().zip(0..).map(|(&point, id)| GeomWithData::new(point, id)).collect();
        Rstar(rstar::RTree::bulk_load(points))
    }
}

impl Peer for Rstar {
    fn name(&self) -> &'static str {
        "rstar"
    }
    fn run(&self, queries: &[Query]) -> usize {
        let mut ids = Vec::new();
        let (mut hits, mut sum) = (0, 0.0);
        for &query in queries {
            ids.clear();
            match query {
                Query::Radius(center, radius) => {
                    ids.extend(self.0.locate_within_distance(center, radius * radius).map(|point| point.data));
                }
                Query::Box(low, high) => {
                    let envelope = rstar::AABB::from_corners(low, high);
                    ids.extend(self.0.locate_in_envelope(envelope).map(|point| point.data));
                }
                Query::Nearest(center, count) => {
                    let nearest = self.0.nearest_neighbor_iter_with_distance_2(center).take(count.get());
                    let found: Vec<(u32, f64)> = nearest.map(|(point, squared)| (point.data, squared)).collect();
                    sum += black_box(&found).last().map_or(0.0, |found| found.1.sqrt());
                }
            }
            hits += black_box(&ids).len();
        }
        hits + sum as usize
    }
}
