//! The crate `jpeg-decoder`: a second decoder of lossless files without restarts and point transform.

/// Decodes the samples of a file, pixel by pixel, without colour conversion.
///
/// # Errors
/// The message of the decoder.
pub fn jpeg_decoder(file: &[u8]) -> Result<Vec<u16>, String> {
    let mut decoder = jpeg_decoder::Decoder::new(file);
    decoder.read_info().map_err(|error| error.to_string())?;
    let bytes = decoder.decode().map_err(|error| error.to_string())?;
    let info = decoder.info().ok_or("no frame header")?;
    let samples = usize::from(info.width) * usize::from(info.height) * info.pixel_format.pixel_bytes();
    // The decoder returns 16-bit words except for a precision of 8, whatever pixel format it reports.
    match precision(file) {
        Some(8) if bytes.len() == samples => Ok(bytes.into_iter().map(u16::from).collect()),
        Some(8) => Err(format!("{} bytes of {samples} samples", bytes.len())),
        _ => Ok(bytes.as_chunks().0.iter().map(|&word| u16::from_ne_bytes(word)).collect()),
    }
}

/// Returns `P` of the frame header.
fn precision(file: &[u8]) -> Option<u8> {
    let frame = file.windows(2).position(|marker| marker == [0xFF, 0xC3])?;
    file.get(frame + 4).copied()
}
