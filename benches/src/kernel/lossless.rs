//! Prediction residuals of one row of 1024 samples of 16 bits: the predictors of lossless JPEG.
//!
//! Clause: T.81, table H.1, selection values 4 and 7 (thesis, table 8.1); differences are modulo 2^16.
//!
//! ```text
//!   c b       4: a + b - c
//!   a x       7: (a + b) >> 1
//! ```

use super::Video;
use crate::bench::{Bench, Side};
use crate::input::Picture;
use crate::twin::{Raw, RawMut};
use unite::{Around, Strip, View, Window};

const WIDTH: usize = 1024;

type Row<'a> = Window<'a, Video, u16, Strip<1>, Around<1, 1>>;

macro_rules! predictor {
    ($name:ident, $title:literal, $cause:expr, |$a:ident, $b:ident, $c:ident| $prediction:expr) => {
        #[doc = $title]
        pub mod $name {
            use super::*;

            #[inline(always)]
            fn residual(x: u16, $a: u16, $b: u16, $c: u16) -> u16 {
                x.wrapping_sub($prediction)
            }

            /// Computes the kernel over a window.
            #[inline(never)]
            pub fn window(row: Row<'_>, out: &mut [u16]) {
                let (above, row) = (row.line(-1), row.line(0));
                let row = row.array_windows().zip(above.array_windows());
                for (out, (&[a, x], &[c, b])) in out.iter_mut().zip(row) {
                    *out = residual(x, a, b, c);
                }
            }

            /// Computes the kernel over a view.
            #[inline(never)]
            pub fn view(row: &View<'_, Video, u16, Strip<1>>, out: &mut [u16]) -> bool {
                let Some(row) = row.window() else { return false };
                window(row, out);
                true
            }

            /// Computes the kernel by hand, with pointers.
            #[inline(never)]
            pub fn pointers(row: Raw<'_, u16>, width: usize, mut out: RawMut<'_, u16>) {
                for x in 0..width as isize {
                    let (a, b, c) = (row.at(0, x - 1), row.at(-1, x), row.at(-1, x - 1));
                    out.set(0, x, residual(row.at(0, x), a, b, c));
                }
            }

            /// Computes the kernel by hand, with pointers and a slice.
            #[inline(never)]
            pub fn rows(row: Raw<'_, u16>, out: &mut [u16]) {
                for (x, out) in out.iter_mut().enumerate() {
                    let x = x as isize;
                    let (a, b, c) = (row.at(0, x - 1), row.at(-1, x), row.at(-1, x - 1));
                    *out = residual(row.at(0, x), a, b, c);
                }
            }

            /// Runs all sides.
            pub fn bench(b: &mut Bench) {
                b.kernel($title);
                if let Some(cause) = $cause {
                    b.exception(40.0, cause);
                }
                let picture = Picture::noise(10, [18, WIDTH + 1], |v| v);
                let whole = picture.view::<Video>();
                let views: Vec<_> = (1..17).map(|y| whole.partition([y, 1], Strip::<1>(WIDTH))).collect();
                let windows: Vec<_> = views.iter().map(|row| row.window().unwrap()).collect();
                let raws: Vec<_> = (1..17).map(|y| picture.raw([y, 1])).collect();
                b.side(Side::Window, [0; WIDTH], |k, out| window(windows[k], out));
                b.side(Side::View, [0; WIDTH], |k, out| assert!(view(&views[k], out)));
                b.side(Side::Pointers, [0; WIDTH], |k, out| pointers(raws[k], WIDTH, RawMut::new(out, WIDTH, 0)));
                b.side(Side::Rows, [0; WIDTH], |k, out| rows(raws[k], out));
            }
        }
    };
}

predictor!(fourth, "JPEG lossless 4, row of 1024", None, |a, b, c| a.wrapping_add(b).wrapping_sub(c));
predictor!(seventh, "JPEG lossless 7, row of 1024", WIDE, |a, b, _c| ((u32::from(a) + u32::from(b)) >> 1) as u16);

const WIDE: Option<&str> =
    Some("a row of run-time width: its window is three words and goes to the kernel through memory, 33 in all");

/// Runs all sides of both predictors.
pub fn bench(b: &mut Bench) {
    fourth::bench(b);
    seventh::bench(b);
}
