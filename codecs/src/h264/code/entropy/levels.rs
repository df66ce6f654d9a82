//! Masks of the nonzero levels of a block.

/// Returns a mask of the nonzero levels: bit `i` is set if level `i` is not 0. There are at most 64 levels.
///
/// Four levels are tested at a time: arithmetic sets the top bit of each nonzero level, and a product gathers the four
/// bits.
#[inline(always)]
pub(in crate::h264::code) fn coded_levels<const N: usize>(levels: &[i16; N]) -> u64 {
    const { assert!(N <= 64, "a block has at most 64 levels") };
    let (fours, rest) = levels.as_chunks::<4>();
    let mut mask = 0;
    for (k, &[a, b, c, d]) in fours.iter().enumerate() {
        let four = [a, b, c, d].map(|level| u64::from(level as u16));
        let four = four[0] | four[1] << 16 | four[2] << 32 | four[3] << 48;
        let low = 0x7FFF_7FFF_7FFF_7FFF;
        let told = (((four & low) + low) | four) & !low;
        mask |= ((told >> 15).wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48 & 15) << (4 * k);
    }
    for (k, &level) in rest.iter().enumerate() {
        mask |= u64::from(level != 0) << (4 * fours.len() + k);
    }
    mask
}

/// Returns the levels of block `k` of the four 4 x 4 blocks as which CAVLC codes an 8 x 8 block (7.3.5.3.2): every
/// fourth level.
#[inline(always)]
pub(super) fn interleaved(levels: &[[i16; 16]; 4], k: usize) -> [i16; 16] {
    let mut four = [0; 16];
    for (i, level) in four.iter_mut().enumerate() {
        *level = levels[i / 4][4 * (i % 4) + k];
    }
    four
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    #[test]
    fn the_mask_has_a_bit_for_every_level_that_is_not_0() {
        let mut noise = Noise::new(1);
        let mut level = || *noise.pick(&[0, 0, 1, -1, i16::MIN, i16::MAX, 256, -256]);
        for _ in 0..1000 {
            let (a, b, c, d): ([i16; 4], [i16; 15], [i16; 16], [i16; 64]) = (
                std::array::from_fn(|_| level()),
                std::array::from_fn(|_| level()),
                std::array::from_fn(|_| level()),
                std::array::from_fn(|_| level()),
            );
            let plain = |levels: &[i16]| levels.iter().rev().fold(0, |mask, &l| 2 * mask + u64::from(l != 0));
            assert_eq!(coded_levels(&a), plain(&a));
            assert_eq!(coded_levels(&b), plain(&b));
            assert_eq!(coded_levels(&c), plain(&c));
            assert_eq!(coded_levels(&d), plain(&d));
        }
    }

    #[test]
    fn block_k_of_an_8x8_block_has_level_4_i_plus_k_as_its_level_i() {
        let levels = std::array::from_fn(|j| std::array::from_fn(|i| (16 * j + i) as i16));
        for k in 0..4 {
            assert_eq!(interleaved(&levels, k), std::array::from_fn(|i| (4 * i + k) as i16));
        }
    }
}
