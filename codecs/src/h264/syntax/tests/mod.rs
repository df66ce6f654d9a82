//! Tests of the laws of syntax structures.

mod access_units;
mod byte_stream;
mod damage;
mod dice;
mod inspect;
mod levels;
mod refusal;
mod round_trip;
mod samples;
