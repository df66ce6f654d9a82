//! Laws of marker segments. [`samples`] makes the streams.

mod damage;
mod exif;
mod inspect;
mod order;
mod round_trip;
mod samples;
mod tables;
mod walk;
mod xmp;
