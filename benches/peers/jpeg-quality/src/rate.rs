//! BD-rate: the mean difference in size at equal quality (Bjøntegaard, VCEG-M33, 2001).
//!
//! The logarithm of the size is interpolated over the metric by monotone cubic pieces (PCHIP; Fritsch and Butland, 1984),
//! and the difference of two curves is averaged over the metric's common range.

/// Returns the mean difference in size of `curve` to `base` at equal quality, in per cent. Points are (bytes, quality);
/// `None` if the curves have no common range.
pub fn bd_rate(base: &[(f64, f64)], curve: &[(f64, f64)]) -> Option<f64> {
    const STEPS: usize = 1000;
    let (base, curve) = (Curve::new(base)?, Curve::new(curve)?);
    let (from, to) = (base.range().0.max(curve.range().0), base.range().1.min(curve.range().1));
    let difference = |n: usize| {
        let at = from + (to - from) * (n as f64 + 0.5) / STEPS as f64;
        curve.at(at) - base.at(at)
    };
    (from < to).then(|| 100.0 * ((0..STEPS).map(difference).sum::<f64>() / STEPS as f64).exp_m1())
}

/// The logarithm of the size over the quality.
pub struct Curve {
    x: Vec<f64>,
    y: Vec<f64>,
    slopes: Vec<f64>,
}

impl Curve {
    /// Returns the curve through points (bytes, quality); `None` for fewer than two of different quality.
    pub fn new(points: &[(f64, f64)]) -> Option<Self> {
        let mut points = points.to_vec();
        points.sort_by(|a, b| a.1.total_cmp(&b.1));
        points.dedup_by(|a, b| a.1 - b.1 < 1e-9);
        if points.len() < 2 {
            return None;
        }
        let (x, y): (Vec<f64>, Vec<f64>) = points.iter().map(|&(size, quality)| (quality, size.ln())).unzip();
        let slopes = slopes(&x, &y);
        Some(Curve { x, y, slopes })
    }

    /// Returns the least and the greatest quality.
    pub fn range(&self) -> (f64, f64) {
        (self.x[0], self.x[self.x.len() - 1])
    }

    /// Returns the logarithm of the size at a quality within the range.
    pub fn at(&self, quality: f64) -> f64 {
        let k = self.x.partition_point(|&x| x <= quality).clamp(1, self.x.len() - 1) - 1;
        let width = self.x[k + 1] - self.x[k];
        let t = (quality - self.x[k]) / width;
        let (t2, t3) = (t * t, t * t * t);
        (2.0 * t3 - 3.0 * t2 + 1.0) * self.y[k]
            + (t3 - 2.0 * t2 + t) * width * self.slopes[k]
            + (3.0 * t2 - 2.0 * t3) * self.y[k + 1]
            + (t3 - t2) * width * self.slopes[k + 1]
    }
}

/// Returns slopes at the points that keep each piece monotone: weighted harmonic means of the neighbouring differences.
fn slopes(x: &[f64], y: &[f64]) -> Vec<f64> {
    let widths: Vec<f64> = x.windows(2).map(|x| x[1] - x[0]).collect();
    let secants: Vec<f64> = y.windows(2).zip(&widths).map(|(y, width)| (y[1] - y[0]) / width).collect();
    let last = secants.len() - 1;
    let inner = |k: usize| {
        let (before, after) = (secants[k - 1], secants[k]);
        if before * after <= 0.0 {
            return 0.0;
        }
        let (a, b) = (2.0 * widths[k] + widths[k - 1], widths[k] + 2.0 * widths[k - 1]);
        (a + b) / (a / before + b / after)
    };
    // A parabola through three points, held within what keeps the piece monotone.
    let end = |near: usize, far: usize| {
        if last == 0 {
            return secants[0];
        }
        let slope = ((2.0 * widths[near] + widths[far]) * secants[near] - widths[near] * secants[far])
            / (widths[near] + widths[far]);
        if slope * secants[near] <= 0.0 {
            0.0
        } else if secants[near] * secants[far] < 0.0 && slope.abs() > 3.0 * secants[near].abs() {
            3.0 * secants[near]
        } else {
            slope
        }
    };
    let mut slopes = vec![end(0, 1.min(last))];
    slopes.extend((1..=last).map(inner));
    slopes.push(end(last, last.saturating_sub(1)));
    slopes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_of_files_a_tenth_smaller_is_ten_per_cent_better() {
        let base: Vec<(f64, f64)> = (1..6).map(|n| (1000.0 * f64::from(n * n), 40.0 + 10.0 * f64::from(n))).collect();
        let smaller: Vec<(f64, f64)> = base.iter().map(|&(size, quality)| (0.9 * size, quality)).collect();
        assert!((bd_rate(&base, &smaller).expect("a range") + 10.0).abs() < 1e-9);
        assert_eq!(bd_rate(&base, &[(10.0, 1.0), (20.0, 2.0)]), None);
    }

    #[test]
    fn a_curve_passes_its_points_and_stays_monotone() {
        let points = [(10.0, 1.0), (11.0, 2.0), (100.0, 3.0), (101.0, 5.0)];
        let curve = Curve::new(&points).expect("a curve");
        points.iter().for_each(|&(size, quality): &(f64, f64)| assert!((curve.at(quality) - size.ln()).abs() < 1e-12));
        let values: Vec<f64> = (0..=400).map(|n| curve.at(1.0 + f64::from(n) / 100.0)).collect();
        assert!(values.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12));
    }
}
