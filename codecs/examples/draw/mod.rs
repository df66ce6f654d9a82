//! Shared by the examples of JPEG stages: a picture, and the PSNR of a decoded file.

/// Columns of [`picture`].
pub(crate) const WIDTH: usize = 640;
/// Rows of [`picture`].
pub(crate) const HEIGHT: usize = 480;

/// Draws a sky, rings that grow finer, and grain, in RGB.
pub(crate) fn picture() -> Vec<u8> {
    let mut seed = 1_u32;
    let mut rgb = Vec::with_capacity(WIDTH * HEIGHT * 3);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let grain = (seed >> 24) as f32 / 255.0 - 0.5;
            let (u, v) = (x as f32 / WIDTH as f32 - 0.5, y as f32 / HEIGHT as f32 - 0.6);
            let rings = (60.0 * (u * u + v * v)).sin();
            let sky = 1.0 - y as f32 / HEIGHT as f32;
            let colour = [90.0 + 60.0 * rings, 110.0 + 40.0 * sky + 30.0 * rings, 90.0 + 120.0 * sky];
            rgb.extend(colour.map(|c| (c + 12.0 * grain) as u8));
        }
    }
    rgb
}

/// Returns the peak signal-to-noise ratio of a file decoded by the crate `jpeg-decoder`, in dB.
pub(crate) fn psnr(file: &[u8], rgb: &[u8]) -> f64 {
    let decoded = jpeg_decoder::Decoder::new(file).decode().expect("a file that any decoder reads");
    let squares: f64 = decoded.iter().zip(rgb).map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum();
    10.0 * (255.0 * 255.0 * rgb.len() as f64 / squares).log10()
}
