//! The laws of marker segments. Streams are made by [`samples`].

mod damage;
mod exif;
mod inspect;
mod order;
mod round_trip;
mod samples;
mod tables;
mod walk;
