//! Weighted prediction (8.4.2.3): the samples of two references, or of one, with weights.

/// The weights of the samples of two references.
///
/// ```
/// use codecs::h264::predict::inter::BiWeights;
/// let fade = BiWeights { weights: [48, 16], log_wd: 5, offsets: [0, 0] };
/// assert_eq!(fade.row(&[100; 4], &[20; 4]), [80; 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BiWeights {
    /// `w0` and `w1`, -128 to 128; their sum is at most 128, or 127 with `log_wd` 7.
    pub weights: [i16; 2],
    /// `logWD`: weights are in units of `2^-log_wd`, 0 to 7.
    pub log_wd: u8,
    /// `o0` and `o1`, in samples, -128 to 127.
    pub offsets: [i16; 2],
}

impl BiWeights {
    /// Returns implicit weights (8.4.2.3.1) for the `DistScaleFactor` of the references; `None` of one stands for references of
    /// which one is a long-term one or that have the same picture order count.
    ///
    /// ```
    /// use codecs::h264::predict::{direct::temporal::dist_scale_factor, inter::BiWeights};
    /// let weights = |current| BiWeights::implicit(dist_scale_factor(current, 0, 8)).weights;
    /// assert_eq!([2, 4, 6].map(weights), [[48, 16], [32, 32], [16, 48]]);
    /// ```
    pub fn implicit(dist_scale_factor: Option<i16>) -> Self {
        let weight = dist_scale_factor.map(|factor| factor >> 2);
        let second = weight.filter(|weight| (-64..=128).contains(weight)).unwrap_or(32);
        BiWeights { weights: [64 - second, second], log_wd: 5, offsets: [0; 2] }
    }

    /// Returns the weighted samples of a row (8-299 and those around it in 8.4.2.3.2).
    #[inline(always)]
    pub fn row<const W: usize>(&self, first: &[u8; W], second: &[u8; W]) -> [u8; W] {
        let [w0, w1] = self.weights.map(i32::from);
        let offset = (i32::from(self.offsets[0]) + i32::from(self.offsets[1]) + 1) >> 1;
        let mut out = [0; W];
        for x in 0..W {
            let sum = i32::from(first[x]) * w0 + i32::from(second[x]) * w1 + (1 << self.log_wd);
            out[x] = ((sum >> (self.log_wd + 1)) + offset).clamp(0, 255) as u8;
        }
        out
    }
}

/// The weight of the samples of one reference.
///
/// ```
/// use codecs::h264::predict::inter::UniWeight;
/// assert_eq!(UniWeight { weight: 48, log_wd: 6, offset: -5 }.row(&[100; 4]), [70; 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniWeight {
    /// -128 to 128.
    pub weight: i16,
    /// `logWD`: the weight is in units of `2^-log_wd`, 0 to 7.
    pub log_wd: u8,
    /// In samples, -128 to 127.
    pub offset: i16,
}

impl UniWeight {
    /// Returns the weighted samples of a row (8.4.2.3.2).
    #[inline(always)]
    pub fn row<const W: usize>(&self, samples: &[u8; W]) -> [u8; W] {
        let (weight, offset) = (i32::from(self.weight), i32::from(self.offset));
        let half = 1 << self.log_wd >> 1;
        let mut out = [0; W];
        for x in 0..W {
            out[x] = (((i32::from(samples[x]) * weight + half) >> self.log_wd) + offset).clamp(0, 255) as u8;
        }
        out
    }
}

impl UniWeight {
    /// Writes the weighted samples of a line of any length.
    #[inline(always)]
    pub(in crate::h264) fn line(&self, from: &[u8], to: &mut [u8]) {
        let ((from, of_rest), (to, rest)) = (from.as_chunks::<16>(), to.as_chunks_mut::<16>());
        from.iter().zip(to).for_each(|(from, to)| *to = self.row(from));
        of_rest.iter().zip(rest).for_each(|(from, to)| [*to] = self.row(&[*from]));
    }
}

/// Returns the rounded means of the samples of two references: the default weights (8.4.2.3.1).
///
/// ```
/// assert_eq!(codecs::h264::predict::inter::mean(&[10, 255], &[13, 255]), [12, 255]);
/// ```
#[inline(always)]
pub fn mean<const W: usize>(first: &[u8; W], second: &[u8; W]) -> [u8; W] {
    let mut out = [0; W];
    for x in 0..W {
        out[x] = ((u16::from(first[x]) + u16::from(second[x]) + 1) >> 1) as u8;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::h264::code::predict::direct::temporal::dist_scale_factor;
    use noise::Noise;

    /// Returns the weighted sample of 8-299 for two references.
    fn plain(a: u8, b: u8, [w0, w1]: [i32; 2], log_wd: u32, [o0, o1]: [i32; 2]) -> u8 {
        let sum = (i32::from(a) * w0 + i32::from(b) * w1 + (1 << log_wd)) >> (log_wd + 1);
        (sum + ((o0 + o1 + 1) >> 1)).clamp(0, 255) as u8
    }

    fn samples(noise: &mut Noise) -> [u8; 16] {
        [0; 16].map(|_: u8| [0, 255, noise.below(256) as u8][noise.below(3)])
    }

    #[test]
    fn weighted_samples_are_those_of_the_equations() {
        let mut noise = Noise::new(51);
        let between =
            |noise: &mut Noise, least: i32, most: i32| least + noise.below((most - least + 1) as usize) as i32;
        for _ in 0..4000 {
            let (a, b) = (samples(&mut noise), samples(&mut noise));
            let log_wd = noise.below(8) as u32;
            let first = between(&mut noise, -128, 127);
            let most = if log_wd == 7 { 127 } else { 128 };
            let second = between(&mut noise, (-128 - first).max(-128), (most - first).min(127));
            let offsets = [between(&mut noise, -128, 127), between(&mut noise, -128, 127)];
            let weights = [first as i16, second as i16];
            let both = BiWeights { weights, log_wd: log_wd as u8, offsets: offsets.map(|offset| offset as i16) };
            let row = both.row(&a, &b);
            for x in 0..16 {
                assert_eq!(row[x], plain(a[x], b[x], [first, second], log_wd, offsets), "{both:?}");
            }
            let one = UniWeight { weight: weights[0], log_wd: log_wd as u8, offset: offsets[0] as i16 };
            for (found, sample) in one.row(&a).into_iter().zip(a) {
                // 8-297 and 8-298.
                let scaled = match log_wd {
                    0 => i32::from(sample) * first,
                    _ => (i32::from(sample) * first + (1 << (log_wd - 1))) >> log_wd,
                };
                assert_eq!(found, (scaled + offsets[0]).clamp(0, 255) as u8, "{one:?}");
            }
        }
    }

    #[test]
    fn equal_weights_are_the_mean() {
        let mut noise = Noise::new(52);
        for _ in 0..100 {
            let (a, b) = (samples(&mut noise), samples(&mut noise));
            assert_eq!(BiWeights::implicit(None).row(&a, &b), mean(&a, &b));
            assert_eq!(mean(&a, &b), core::array::from_fn(|x| (u16::from(a[x]) + u16::from(b[x])).div_ceil(2) as u8));
        }
    }

    #[test]
    fn implicit_weights_add_up_and_stay_in_range() {
        for (current, first, second) in (-40..40).flat_map(|a| (-40..40).map(move |b| (a, b, 3))) {
            let scale = dist_scale_factor(current, first, second);
            let BiWeights { weights: [w0, w1], .. } = BiWeights::implicit(scale);
            assert!(w0 + w1 == 64 && (-64..=128).contains(&w1), "{current} between {first} and {second}: {w1}");
            // Far outside of both references the weights are equal.
            let factor = scale.map_or(128, i32::from) >> 2;
            assert!(i32::from(w1) == factor || (w1 == 32 && !(-64..=128).contains(&factor)));
        }
    }
}
