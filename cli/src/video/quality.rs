//! PSNR and SSIM of the reconstructed frames against the source.

use super::frame::Planes;
use crate::psnr::Psnr;
use codecs::shared::quality::Quality;
use codecs::spaces::{Chroma, Luma};
use unite::{Dyn, Root, Rows, Space, View};

/// A plane as a view of the library `unite`.
type PlaneView<'a, S> = View<'a, S, u8, Dyn<2>, Rows<S, Dyn<2>>>;

/// Adds the planes of a picture and of its reconstruction.
pub(super) fn add(quality: &mut Quality, source: &Planes<'_>, shown: &Planes<'_>) {
    quality.add(0, view::<Luma>(source, 0, [0, 0]), view::<Luma>(shown, 0, [0, 0]));
    for plane in 1..source.shape.planes() {
        quality.add(plane, view::<Chroma>(source, plane, [0, 0]), view::<Chroma>(shown, plane, [0, 0]));
    }
}

fn view<'a, S: Space<Ix = [isize; 2]>>(frame: &Planes<'a>, plane: usize, origin: Root<S>) -> PlaneView<'a, S> {
    let [columns, rows] = frame.shape.plane(plane);
    View::over(frame.plane(plane), origin, Dyn([rows, columns])).expect("a frame has all samples of its planes")
}

/// Returns the PSNR for a report.
pub(super) fn psnr(quality: &Quality, gray: bool) -> Psnr {
    let chroma = (!gray).then(|| [1, 2].map(|plane| quality.psnr(plane)));
    Psnr { y: quality.psnr(0), chroma, all: quality.total_psnr() }
}

/// Returns the SSIM of Y, Cb, Cr and all planes.
pub(super) fn ssim(quality: &Quality) -> [Option<f64>; 4] {
    [quality.ssim(0), quality.ssim(1), quality.ssim(2), quality.total_ssim()]
}

/// Formats PSNR and SSIM in one line.
pub(super) fn line(quality: &Quality, gray: bool) -> String {
    let Psnr { y, chroma, all } = psnr(quality, gray);
    let planes = chroma.map_or(String::new(), |[u, v]| format!(" (Y {y:.3}, U {u:.3}, V {v:.3})"));
    let number = |ssim: Option<f64>| ssim.map_or("none".to_owned(), |ssim| format!("{ssim:.5}"));
    let [of_y, of_u, of_v, of_all] = ssim(quality).map(number);
    let of_planes = if gray { String::new() } else { format!(" (Y {of_y}, U {of_u}, V {of_v})") };
    format!("PSNR {all:.3} dB{planes}, SSIM {of_all}{of_planes}")
}
