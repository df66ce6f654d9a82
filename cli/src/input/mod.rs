//! Decoding of any picture format to gray, RGB or CMYK samples, of 8 bits or of the file's own depth.
//!
//! ```text
//! bytes -> format -> pnm                -> Raster -> depth -> alpha -> Picture
//!                    jpeg, image (guard)
//! ```
//! Only [`source`] and `rows` open files: [`read`] takes bytes, so tests and fuzzers reach all of it. The memory that a picture
//! needs is estimated from its header and compared with [`Limits`] before it is decoded.

mod alpha;
mod cmyk;
mod first_frame;
mod format;
mod gain_map;
mod guard;
mod iptc;
mod jpeg;
mod limits;
mod metadata;
mod orientation;
mod picture;
mod png_chunks;
mod pnm;
mod raster;
mod read_options;
pub(crate) mod rows;
mod rows_png;
mod rows_pnm;
mod samples;
pub mod source;
mod through_image;

use crate::args::{Depth, Kind};
use crate::error::Error;
use format::Format;
pub(crate) use guard::guarded;
pub use limits::{Coding, Keeps, Limits, Search, Work};
pub use metadata::Metadata;
pub use picture::{Colours, Note, Picture};
use raster::Raster;
pub use read_options::ReadOptions;
pub use samples::Samples;

/// Reads a picture of any format that is recognised by its first bytes. See [`ReadOptions`] for an example.
///
/// # Errors
/// Any fault of the input; the function does not panic, whatever the bytes.
pub fn read(bytes: Vec<u8>, options: &ReadOptions) -> Result<Picture, Error> {
    let format = format::recognise(&bytes)?;
    let mut raster = guarded(format.name(), move || match format {
        Format::Pnm => pnm::read(bytes, options),
        Format::Jpeg => jpeg::read(&bytes, options),
        _ => through_image::read(&bytes, format, through_image::Faults::Refuse, options),
    })?;
    let mut notes: Vec<Note> = raster.damage.take().map(Note::Damaged).into_iter().collect();
    notes.extend(raster.left_out.drain(..).map(Note::LeftOut));
    let source_maxval = raster.maxval;
    match options.depth {
        Depth::Keep => {}
        Depth::Error if raster.maxval > 255 => return Err(Error::Depth),
        Depth::Round | Depth::Error => {
            if raster.round_to_8_bits() {
                notes.push(Note::Rounded);
            }
        }
    }
    if alpha::lay_over(&mut raster, options.background) {
        notes.push(Note::Blended);
    }
    if let Some(wanted) = options.four_colours {
        cmyk::convert(&mut raster, wanted);
    }
    raster.metadata.retain(options.keep);
    if options.keep.has(Kind::Exif) {
        orientation::keep_as_tag(&mut raster);
    } else if orientation::apply(&mut raster) && !raster.metadata.pictures.is_empty() {
        raster.metadata.drop_pictures();
        notes.push(Note::LeftOut("the pictures behind the first are left out, as it is rotated".to_owned()));
    }
    let Raster { width, height, channels, samples, maxval, metadata, .. } = raster;
    let colours = channels.colours();
    Ok(Picture { width, height, colours, samples, maxval, source_maxval, metadata, notes })
}

/// Returns the name of the format of a file.
pub(crate) fn format_name(bytes: &[u8]) -> &'static str {
    format::recognise(bytes).map_or("unknown", Format::name)
}

/// Checks that a size fits the 16-bit sizes of JPEG; a larger picture need not be decoded.
fn check_size(width: u64, height: u64) -> Result<(u32, u32), Error> {
    match (u16::try_from(width), u16::try_from(height)) {
        (Ok(1..), Ok(1..)) => Ok((width as u32, height as u32)),
        _ => Err(Error::Size { width, height }),
    }
}
