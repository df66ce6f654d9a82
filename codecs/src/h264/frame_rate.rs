//! Frame rates as fractions whose numerator and denominator are small enough for files.

/// The largest numerator or denominator that both the VUI and MP4 players accept. The VUI stores twice the numerator as
/// `time_scale` in 32 bits; MP4 players read time scales as signed numbers of 32 bits.
pub(super) const MOST: u32 = i32::MAX as u32;

/// Returns the fraction nearest to `frames / seconds` whose numerator and denominator are at most [`MOST`].
///
/// A fraction that fits is returned unchanged. Otherwise the fraction is reduced; if it still does not fit, the nearest
/// fraction is returned if it differs by less than one part in 2^31 (half a picture in a billion). Returns `None` if no
/// fraction is that near: for 0, for rates above [`MOST`], and for rates below its reciprocal.
pub(super) fn bounded(frames: u32, seconds: u32) -> Option<(u32, u32)> {
    if frames == 0 || seconds == 0 {
        return None;
    }
    if frames.max(seconds) <= MOST {
        return Some((frames, seconds));
    }
    let [frames, seconds, most] = [frames, seconds, MOST].map(u64::from);
    // The convergents of the continued fraction; the last one is cut so that it fits.
    let ([mut p0, mut q0], [mut p1, mut q1]) = ([0, 1], [1, 0]);
    let (mut numerator, mut denominator) = (frames, seconds);
    let mut nearest = (1, 0);
    while denominator > 0 {
        let whole = numerator / denominator;
        let room = |before: u64, now: u64| (most - before).checked_div(now).unwrap_or(u64::MAX);
        let step = whole.min(room(p0, p1)).min(room(q0, q1));
        let next = (p0 + step * p1, q0 + step * q1);
        if difference(next, (frames, seconds)) <= difference(nearest, (frames, seconds)) {
            nearest = next;
        }
        if step < whole {
            break;
        }
        ([p0, q0], [p1, q1]) = ([p1, q1], next.into());
        (numerator, denominator) = (denominator, numerator % denominator);
    }
    let far = difference(nearest, (frames, seconds));
    (far < 1.0 / f64::from(1_u32 << 31)).then_some((nearest.0 as u32, nearest.1 as u32))
}

/// Returns the relative difference of `p / q` from `frames / seconds`; infinite if `p` or `q` is 0.
fn difference((p, q): (u64, u64), (frames, seconds): (u64, u64)) -> f64 {
    let [cross, other] = [p * seconds, q * frames];
    if p == 0 || q == 0 { f64::INFINITY } else { cross.abs_diff(other) as f64 / other as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    #[test]
    fn what_fits_stays_as_it_is() {
        for rate in [(25, 1), (30000, 1001), (50, 2), (1, 3600), (MOST, MOST), (MOST, 1), (1, MOST)] {
            assert_eq!(bounded(rate.0, rate.1), Some(rate));
        }
    }

    #[test]
    fn what_can_be_reduced_is_exact() {
        for (rate, reduced) in [
            ((u32::MAX, u32::MAX), (1, 1)),
            ((4_000_000_000, 160_000_000), (25, 1)),
            ((3, u32::MAX), (1, 1_431_655_765)),
            ((1 << 31, 2), (1 << 30, 1)),
            ((4_294_967_294, 4), (2_147_483_647, 2)),
        ] {
            assert_eq!(bounded(rate.0, rate.1), Some(reduced));
        }
    }

    #[test]
    fn others_are_off_by_less_than_one_part_in_two_to_the_31st() {
        assert_eq!(bounded(u32::MAX, u32::MAX - 1), Some((1, 1)));
        let mut noise = Noise::new(1);
        for _ in 0..20_000 {
            let (frames, seconds) = (noise.bits() | 1 << 31, (noise.bits() >> noise.below(32)).max(1));
            for (frames, seconds) in [(frames, seconds), (seconds, frames)] {
                let exact = f64::from(frames) / f64::from(seconds);
                match bounded(frames, seconds) {
                    Some((p, q)) => {
                        assert!(p.max(q) <= MOST && p > 0 && q > 0, "{frames}/{seconds}: {p}/{q}");
                        let off = (u128::from(p) * u128::from(seconds)).abs_diff(u128::from(q) * u128::from(frames));
                        assert!(off << 31 <= u128::from(q) * u128::from(frames), "{frames}/{seconds}: {p}/{q}");
                    }
                    None => assert!(exact > f64::from(MOST) || 1.0 / exact > f64::from(MOST), "{frames}/{seconds}"),
                }
            }
        }
    }

    #[test]
    fn rates_that_nothing_is_near_are_none() {
        for (frames, seconds) in [(0, 1), (1, 0), (u32::MAX, 1), (1 << 31, 1), (1, u32::MAX), (1, 1 << 31)] {
            assert_eq!(bounded(frames, seconds), None, "{frames}/{seconds}");
        }
    }
}
