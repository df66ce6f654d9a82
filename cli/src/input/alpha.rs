//! Alpha: a JPEG has none, so transparent pictures are laid over a background.

use super::raster::{Channels, Raster};
use crate::args::Background;

/// Removes the alpha channel, if there is one; whether a pixel was not opaque. Gray stays gray where the background is
/// gray, or is not seen.
pub(super) fn lay_over(raster: &mut Raster, Background(background): Background) -> bool {
    let count = raster.channels.count();
    let colours = match raster.channels {
        Channels::Gray | Channels::Rgb => return false,
        Channels::GrayAlpha => 1,
        Channels::RgbAlpha => 3,
    };
    let transparent = raster.samples.chunks_exact(count).any(|pixel| pixel[colours] != 255);
    let coloured = background.iter().any(|&c| c != background[0]);
    if colours == 1 && transparent && coloured {
        raster.samples =
            raster.samples.chunks_exact(2).flat_map(|p| background.map(|under| blend(p[0], p[1], under))).collect();
        raster.channels = Channels::Rgb;
        return true;
    }
    // In place: what is written lies before what is read next.
    let pixels = raster.samples.len() / count;
    for pixel in 0..pixels {
        let alpha = raster.samples[pixel * count + colours];
        for (c, &under) in background.iter().enumerate().take(colours) {
            raster.samples[pixel * colours + c] = blend(raster.samples[pixel * count + c], alpha, under);
        }
    }
    raster.samples.truncate(pixels * colours);
    raster.channels = if colours == 1 { Channels::Gray } else { Channels::Rgb };
    transparent
}

/// `over` with an opacity of `alpha / 255`, rounded.
fn blend(over: u8, alpha: u8, under: u8) -> u8 {
    ((u32::from(over) * u32::from(alpha) + u32::from(under) * (255 - u32::from(alpha)) + 127) / 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(channels: Channels, samples: &[u8], background: [u8; 3]) -> (Channels, Vec<u8>, bool) {
        let width = (samples.len() / channels.count()) as u32;
        let mut raster = Raster::new(width, 1, channels, samples.to_vec());
        let noted = lay_over(&mut raster, Background(background));
        (raster.channels, raster.samples, noted)
    }

    #[test]
    fn opaque_pixels_stay_and_are_not_worth_a_note() {
        assert_eq!(laid(Channels::GrayAlpha, &[7, 255, 8, 255], [1, 2, 3]), (Channels::Gray, vec![7, 8], false));
        assert_eq!(laid(Channels::RgbAlpha, &[7, 8, 9, 255], [1, 2, 3]), (Channels::Rgb, vec![7, 8, 9], false));
    }

    #[test]
    fn transparent_pixels_show_the_background() {
        let pixels = [7, 8, 9, 0, 100, 100, 100, 128];
        assert_eq!(laid(Channels::RgbAlpha, &pixels, [0, 200, 255]).1, [0, 200, 255, 50, 150, 177]);
        assert_eq!(laid(Channels::GrayAlpha, &[7, 0], [9, 9, 9]), (Channels::Gray, vec![9], true));
        assert_eq!(
            laid(Channels::GrayAlpha, &[7, 0, 5, 255], [1, 2, 3]),
            (Channels::Rgb, vec![1, 2, 3, 5, 5, 5], true)
        );
    }

    #[test]
    fn a_blend_of_a_colour_with_itself_is_the_colour() {
        for colour in 0..=255 {
            for alpha in 0..=255 {
                assert_eq!(blend(colour, alpha, colour), colour);
            }
        }
    }
}
