//! The points and the positions of queries.

use std::fmt;

/// The side of the square.
const SIDE: f64 = 1e4;
/// The number of clusters.
const CLUSTERS: usize = 200;

/// The distribution of points.
#[derive(Debug, Clone, Copy)]
pub enum Layout {
    /// A uniform distribution over the square.
    Uniform,
    /// Clusters with this standard deviation.
    Clusters(f64),
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Layout::Uniform => write!(f, "uniform"),
            Layout::Clusters(sigma) => write!(f, "{CLUSTERS} clusters, standard deviation {sigma}"),
        }
    }
}

/// Random numbers that are the same in every run (splitmix64).
pub struct Random(pub u64);

impl Random {
    /// Returns a number from 0 up to 1.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns two normally distributed numbers.
    fn normal(&mut self) -> [f64; 2] {
        let (radius, angle) = ((-2.0 * (1.0 - self.unit()).ln()).sqrt(), std::f64::consts::TAU * self.unit());
        [radius * angle.cos(), radius * angle.sin()]
    }
}

/// Returns the centres of the clusters.
pub fn centers(random: &mut Random) -> Vec<[f64; 2]> {
    (0..CLUSTERS).map(|_| [SIDE * random.unit(), SIDE * random.unit()]).collect()
}

/// Returns a random position.
pub fn place(layout: Layout, centers: &[[f64; 2]], random: &mut Random) -> [f64; 2] {
    match layout {
        Layout::Uniform => [SIDE * random.unit(), SIDE * random.unit()],
        Layout::Clusters(sigma) => {
            let center = centers[(random.unit() * CLUSTERS as f64) as usize];
            let offset = random.normal();
            [center[0] + sigma * offset[0], center[1] + sigma * offset[1]]
        }
    }
}
