//! Writes a million codes of 2 to 17 bits with each writer, and prints the time. It is the sum, over pieces of 10000
//! codes, of the minimum time of many runs, so that other load of the machine has little effect.
//!
//! `bitstream-io` does not include the byte stuffing of a JPEG: its row writes bits only, as in the RBSP.

use bitstream_io::{BigEndian, BitWrite};
use codecs::h264::bits::{BitSink, BitWriter};
use codecs::jpeg::EntropySegment;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The bits of a code, and their number.
type Code = (u32, u32);

/// Returns a million codes, the same in every run.
fn codes() -> Vec<Code> {
    let mut state = 1_u64;
    let code = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let n = 2 + (state >> 60) as u32;
        ((state >> 30) as u32 & ((1 << n) - 1), n)
    };
    (0..1_000_000).map(code).collect()
}

fn rbsp(codes: &[Code]) -> Vec<u8> {
    let mut bits = BitWriter::new();
    codes.iter().for_each(|&(code, n)| bits.put(code, n));
    bits.into_bytes()
}

fn segment(codes: &[Code]) -> Vec<u8> {
    let mut bits = EntropySegment::new();
    for codes in codes.chunks(64) {
        let mut burst = bits.burst();
        codes.iter().for_each(|&(code, n)| burst.put(code, n));
        burst.end();
    }
    bits.finish()
}

fn theirs(codes: &[Code]) -> Vec<u8> {
    let mut bits = bitstream_io::BitWriter::endian(Vec::new(), BigEndian);
    for &(code, n) in codes {
        bits.write_var(n, code).expect("memory takes everything");
    }
    bits.byte_align().expect("memory takes everything");
    bits.into_writer()
}

/// Measures the time to write all codes.
fn time(write: impl Fn(&[Code]) -> Vec<u8>, codes: &[Code]) -> Duration {
    let run = |codes: &[Code]| {
        let begin = Instant::now();
        black_box(write(black_box(codes)));
        begin.elapsed()
    };
    let least = |codes| (0..100).map(|_| run(codes)).min().expect("some runs");
    codes.chunks(10_000).map(least).sum()
}

fn main() {
    let codes = codes();
    assert_eq!(rbsp(&codes), theirs(&codes), "both write the same bytes");
    let of_theirs = time(theirs, &codes);
    for (name, time) in [
        ("h264::bits::BitWriter", time(rbsp, &codes)),
        ("jpeg::EntropySegment, with byte stuffing", time(segment, &codes)),
        ("bitstream_io::BitWriter", of_theirs),
    ] {
        let times = of_theirs.as_secs_f64() / time.as_secs_f64();
        println!("{name:<42} {:>6.2} ms, {times:.1} times as fast as bitstream-io", time.as_secs_f64() * 1e3);
    }
}
