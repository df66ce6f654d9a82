//! Alpha: a JPEG has no alpha channel, so transparent pictures are laid over a background.

use super::raster::{Channels, Raster};
use super::samples::{Number, Samples};
use crate::args::Background;

/// Removes the alpha channel, if there is one; returns whether a pixel was not opaque. Gray stays gray if the
/// background is gray or not visible.
pub(super) fn lay_over(raster: &mut Raster, background: Background) -> bool {
    let (channels, maxval) = (raster.channels, raster.maxval);
    let (remaining, transparent) = match &mut raster.samples {
        Samples::Eight(samples) => lay_samples_over(samples, channels, maxval, background),
        Samples::Sixteen(samples) => lay_samples_over(samples, channels, maxval, background),
    };
    raster.channels = remaining;
    transparent
}

/// Returns the remaining channels, and whether a pixel was not opaque, that is, had an alpha below `maxval`.
fn lay_samples_over<T: Number>(
    samples: &mut Vec<T>,
    channels: Channels,
    maxval: u16,
    background: Background,
) -> (Channels, bool) {
    let count = channels.count();
    let colours = match channels {
        Channels::Gray | Channels::Rgb | Channels::Cmyk | Channels::Ycck => return (channels, false),
        Channels::GrayAlpha => 1,
        Channels::RgbAlpha => 3,
    };
    let most = u32::from(maxval);
    let transparent = samples.chunks_exact(count).any(|pixel| pixel[colours].into() != most);
    let coloured = background.is_coloured();
    let background = background.0.map(|c| (u32::from(c) * most + 127) / 255);
    let blend = |over: T, alpha: T, under: u32| T::of(blend(over.into(), alpha.into(), under, most));
    if colours == 1 && transparent && coloured {
        *samples = samples.chunks_exact(2).flat_map(|p| background.map(|under| blend(p[0], p[1], under))).collect();
        return (Channels::Rgb, true);
    }
    // In place: each write lies before the next read.
    let pixels = samples.len() / count;
    for pixel in 0..pixels {
        let alpha = samples[pixel * count + colours];
        for (c, &under) in background.iter().enumerate().take(colours) {
            samples[pixel * colours + c] = blend(samples[pixel * count + c], alpha, under);
        }
    }
    samples.truncate(pixels * colours);
    (if colours == 1 { Channels::Gray } else { Channels::Rgb }, transparent)
}

/// Blends `over`, with an opacity of `alpha / most`, with `under`, rounded.
fn blend(over: u32, alpha: u32, under: u32, most: u32) -> u32 {
    (over * alpha + under * (most - alpha) + most / 2) / most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(channels: Channels, samples: &[u8], background: [u8; 3]) -> (Channels, Vec<u8>, bool) {
        let mut samples = samples.to_vec();
        let (channels, noted) = lay_samples_over(&mut samples, channels, 255, Background(background));
        (channels, samples, noted)
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
    fn blending_is_in_the_scale_of_maxval() {
        let laid = |mut samples: Vec<u16>, maxval, background| {
            let (channels, noted) = lay_samples_over(&mut samples, Channels::GrayAlpha, maxval, Background(background));
            (channels, samples, noted)
        };
        assert_eq!(laid(vec![9, 0, 1000, 500, 7, 1000], 1000, [255; 3]), (Channels::Gray, vec![1000, 1000, 7], true));
        assert_eq!(laid(vec![65535, 32768], 65535, [0; 3]), (Channels::Gray, vec![32768], true));
        assert_eq!(laid(vec![9, 0], 65535, [0, 128, 255]), (Channels::Rgb, vec![0, 32896, 65535], true));
    }

    #[test]
    fn a_blend_of_a_colour_with_itself_is_the_colour() {
        for colour in 0..=255 {
            for alpha in 0..=255 {
                assert_eq!(blend(colour, alpha, colour, 255), colour);
            }
        }
        for colour in [0, 1, 32767, 65535] {
            for alpha in 0..=65535 {
                assert_eq!(blend(colour, alpha, colour, 65535), colour);
            }
        }
    }
}
