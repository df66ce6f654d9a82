//! Comparison of lossy files: the result has to be near the source for its quality.

use crate::psnr::{Psnr, decibels};
use codecs::jpeg::baseline::{Options, Sampling};

/// Returns the finding for a correct file, or an error with the difference.
pub(super) fn judge(psnr: &Psnr, gray: bool, options: &Options) -> Result<String, String> {
    let least = least_decibels(gray, options);
    if psnr.y < least {
        return Err(format!("its luma PSNR is {:.1} dB; this quality needs at least {least:.1}", psnr.y));
    }
    Ok(format!("PSNR {:.2} dB (luma {:.2})", psnr.all, psnr.y))
}

/// Returns the least luma PSNR that a correct file can have. Each coefficient is off by at most half a step, and the
/// DCT preserves energy; 10 dB are subtracted for rounding and for colours that are clipped to 0 to 255. If chroma is
/// subsampled, that clipping alone can cost more (columns of red and black), so the bound is lower there.
fn least_decibels(gray: bool, options: &Options) -> f64 {
    let [luma, cb, cr] = &options.quant;
    let mean_square = |steps: &[u16; 64]| steps.iter().map(|&s| f64::from(s).powi(2)).sum::<f64>() / 64.0;
    let from_chroma = if gray { 0.0 } else { mean_square(cb.steps()) + mean_square(cr.steps()) };
    let least = decibels((mean_square(luma.steps()) + from_chroma) / 4.0 + 1.0, 255.0) - 10.0;
    let subsampled = !gray && options.sampling != Sampling::S444;
    if subsampled { least.min(15.0) } else { least }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_grows_with_the_quality() {
        let least = |quality| least_decibels(true, &Options::new(quality).expect("1 to 100"));
        assert!(least(1) < 0.0);
        assert!((15.0..30.0).contains(&least(90)), "{}", least(90));
        assert!(least(100) > 35.0);
        let subsampled = least_decibels(false, &Options::new(100).expect("a quality"));
        assert_eq!(subsampled, 15.0);
    }
}
