//! The indexes, as their users call them.

use std::fmt;
use std::hint::black_box;

use geo_index::kdtree::{KDTree, KDTreeBuilder, KDTreeIndex};
use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex};
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use rstar::primitives::GeomWithData;
use unite::kernel::RadiusIndex;

/// What is asked: with places at the origin, a kind of query.
#[derive(Debug, Clone, Copy)]
pub enum Query {
    /// A ball.
    Radius([f64; 2], f64),
    /// A box.
    Box([f64; 2], [f64; 2]),
}

/// Half the sides of a box of this size.
const fn sides(width: f64, height: f64) -> Query {
    Query::Box([-width / 2.0, -height / 2.0], [width / 2.0, height / 2.0])
}

/// What is measured.
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
    /// The same query at a place.
    pub fn at(self, [x, y]: [f64; 2]) -> Self {
        match self {
            Query::Radius(_, radius) => Query::Radius([x, y], radius),
            Query::Box(low, high) => Query::Box([x + low[0], y + low[1]], [x + high[0], y + high[1]]),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::Radius(_, radius) => write!(f, "radius {radius}"),
            Query::Box(low, high) => write!(f, "box {} x {}", high[0] - low[0], high[1] - low[1]),
        }
    }
}

/// An index.
pub trait Peer {
    /// What it is called.
    fn name(&self) -> &'static str;
    /// Whether it has queries of this kind.
    fn answers(&self, query: Query) -> bool {
        let _ = query;
        true
    }
    /// Answers queries; how many points all of them found.
    fn run(&self, queries: &[Query]) -> usize;
}

/// Our own.
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
        let (mut ids, mut hits) = (Vec::new(), 0);
        for &query in queries {
            match query {
                Query::Radius(center, radius) => self.0.radius_into(center, radius, &mut ids),
                Query::Box(low, high) => self.0.range_into(low, high, &mut ids),
            }
            hits += black_box(&ids).len();
        }
        hits
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
        matches!(query, Query::Radius(..))
    }
    fn run(&self, queries: &[Query]) -> usize {
        let mut hits = 0;
        for &query in queries {
            let Query::Radius(center, radius) = query else { continue };
            let within = self.0.query(&center).within::<SquaredEuclidean<f64>>(radius * radius);
            hits += black_box(within.unsorted().execute()).len();
        }
        hits
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
    fn run(&self, queries: &[Query]) -> usize {
        let mut hits = 0;
        for &query in queries {
            hits += match query {
                Query::Radius([x, y], radius) => black_box(self.0.within(x, y, radius)).len(),
                Query::Box(low, high) => black_box(self.0.range(low[0], low[1], high[0], high[1])).len(),
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
        let mut hits = 0;
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
            }
            hits += black_box(&ids).len();
        }
        hits
    }
}
