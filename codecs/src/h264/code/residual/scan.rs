//! The zig-zag scan of frame macroblocks (8.5.6, 8.5.7), computed at compile time.

/// Raster indices of a 4 x 4 block in zig-zag order (Figure 8-8 a).
pub const ZIG_ZAG_4X4: [u8; 16] = zig_zag(4);
/// Raster indices of an 8 x 8 block in zig-zag order (Figure 8-9 a).
pub const ZIG_ZAG_8X8: [u8; 64] = zig_zag(8);

/// Walks the diagonals: up the even ones, down the odd ones.
const fn zig_zag<const N: usize>(side: usize) -> [u8; N] {
    let mut order = [0; N];
    let (mut n, mut diagonal) = (0, 0);
    while n < N {
        let mut along = 0;
        while along <= diagonal {
            let (x, y) = if diagonal % 2 == 0 { (along, diagonal - along) } else { (diagonal - along, along) };
            if x < side && y < side {
                order[n] = (side * y + x) as u8;
                n += 1;
            }
            along += 1;
        }
        diagonal += 1;
    }
    order
}

/// Returns levels in scan order from levels in raster order.
#[inline(always)]
pub(in crate::h264::code) fn scan<const N: usize>(order: &[u8; N], raster: &[i16; N]) -> [i16; N] {
    let mut scanned = [0; N];
    for k in 0..N {
        scanned[k] = raster[order[k] as usize];
    }
    scanned
}

/// Returns levels in raster order from levels in scan order.
#[inline(always)]
pub(in crate::h264::code) fn unscan<const N: usize>(order: &[u8; N], scanned: &[i16; N]) -> [i16; N] {
    let mut raster = [0; N];
    for k in 0..N {
        raster[order[k] as usize] = scanned[k];
    }
    raster
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_orders_are_those_of_figures_8_8_and_8_9() {
        assert_eq!(ZIG_ZAG_4X4, [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]);
        let listed: [u8; 64] = [
            0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
            14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
            53, 60, 61, 54, 47, 55, 62, 63,
        ];
        assert_eq!(ZIG_ZAG_8X8, listed);
    }

    #[test]
    fn unscan_undoes_scan() {
        let raster: [i16; 64] = core::array::from_fn(|k| k as i16 * 3);
        assert_eq!(unscan(&ZIG_ZAG_8X8, &scan(&ZIG_ZAG_8X8, &raster)), raster);
        assert_eq!(scan(&ZIG_ZAG_8X8, &raster)[..4], [0, 3, 24, 48]);
    }
}
