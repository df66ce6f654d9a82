//! SSIMULACRA2 of decoded pictures, by the crate `ssimulacra2`, if the feature `ssim2` is on.

use crate::error::Error;

/// A picture that decoded ones are compared with.
#[cfg(feature = "ssim2")]
pub(crate) struct Original {
    size: [usize; 2],
    linear: ssimulacra2::LinearRgb,
}

#[cfg(feature = "ssim2")]
impl Original {
    /// Prepares the comparison with samples of 8 bits, gray or RGB.
    ///
    /// # Errors
    /// [`Error::TooSmallToScore`] for pictures of less than 8x8 pixels.
    pub(crate) fn new(width: u32, height: u32, samples: &[u8]) -> Result<Self, Error> {
        let size = [width as usize, height as usize];
        match linear(size, samples).filter(|_| width.min(height) >= 8) {
            Some(linear) => Ok(Original { size, linear }),
            None => Err(Error::TooSmallToScore { width, height }),
        }
    }

    /// Returns the score of decoded samples: 100 for no difference, 90 for hardly any, 50 for a clear one.
    pub(crate) fn score(&self, decoded: &[u8]) -> f64 {
        let score = linear(self.size, decoded)
            .and_then(|decoded| ssimulacra2::compute_frame_ssimulacra2(self.linear.clone(), decoded).ok());
        score.unwrap_or(f64::NAN)
    }
}

/// Returns linear samples.
#[cfg(feature = "ssim2")]
fn linear([width, height]: [usize; 2], samples: &[u8]) -> Option<ssimulacra2::LinearRgb> {
    use ssimulacra2::{ColorPrimaries, LinearRgb, Rgb, TransferCharacteristic};
    let sample = |sample: u8| f32::from(sample) / 255.0;
    let data = match samples.len() == width * height {
        true => samples.iter().map(|&gray| [sample(gray); 3]).collect(),
        false => samples.as_chunks::<3>().0.iter().map(|rgb| rgb.map(sample)).collect(),
    };
    let rgb = Rgb::new(data, width, height, TransferCharacteristic::SRGB, ColorPrimaries::BT709).ok()?;
    LinearRgb::try_from(rgb).ok()
}

/// A picture that decoded ones cannot be compared with.
#[cfg(not(feature = "ssim2"))]
pub(crate) struct Original;

#[cfg(not(feature = "ssim2"))]
impl Original {
    /// Returns the error that says what is missing.
    pub(crate) fn new(_width: u32, _height: u32, _samples: &[u8]) -> Result<Self, Error> {
        Err(Error::NoSsim2)
    }

    pub(crate) fn score(&self, _decoded: &[u8]) -> f64 {
        f64::NAN
    }
}
