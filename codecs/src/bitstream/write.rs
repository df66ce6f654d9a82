//! [`Writer`]: the [`Syntax`] that writes or counts bits. Values that the format forbids are errors.

use super::code::Code;
use super::error::{Complaint, Violation};
use super::position::BitPosition;
use super::syntax::{NameOf, Syntax};
use bitstream_io::{BigEndian, BitWrite, BitWriter};
use core::marker::PhantomData;

/// A receiver of bits.
pub trait Sink {
    /// Appends the lowest `n` bits of `bits`; `n` is 0 to 32, and the bits above them must be 0.
    fn put(&mut self, bits: u32, n: u32);

    /// Appends bytes, at any bit position.
    fn put_bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.put(byte.into(), 8));
    }
}

/// A sink that ignores its bits: the [`Writer`] has counted and checked them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

impl Sink for Discard {
    fn put(&mut self, _: u32, _: u32) {}

    fn put_bytes(&mut self, _: &[u8]) {}
}

/// A sink that appends whole bytes to a vector, the most significant bit first.
pub struct Appender<'a>(BitWriter<&'a mut Vec<u8>, BigEndian>);

impl<'a> Appender<'a> {
    /// Returns a sink that appends to `bytes`.
    pub fn new(bytes: &'a mut Vec<u8>) -> Self {
        Appender(BitWriter::new(bytes))
    }
}

impl Sink for Appender<'_> {
    fn put(&mut self, bits: u32, n: u32) {
        self.0.write_var(n, bits).expect("a vector takes everything");
    }

    fn put_bytes(&mut self, bytes: &[u8]) {
        self.0.write_bytes(bytes).expect("a vector takes everything");
    }
}

/// A writer of elements to a sink of bits.
#[derive(Debug)]
pub struct Writer<'a, K, E> {
    sink: &'a mut K,
    from: BitPosition,
    written: u64,
    error: PhantomData<E>,
}

impl<'a, K: Sink, E> Writer<'a, K, E> {
    /// Returns a writer whose first element has position `from`, for error messages.
    pub fn new(sink: &'a mut K, from: BitPosition) -> Self {
        Writer { sink, from, written: 0, error: PhantomData }
    }

    /// Returns the number of bits written.
    pub fn written(&self) -> u64 {
        self.written
    }
}

impl<K: Sink, E: Complaint> Syntax for Writer<'_, K, E> {
    type Error = E;
    const READS: bool = false;

    fn code(&mut self, code: impl Code, name: NameOf<Self>, value: i64) -> Result<i64, E> {
        assert!(code.fits(value), "{name} = {value} was not checked against its code {code:?}");
        code.write(value, &mut |bits, n| {
            self.sink.put(bits, n);
            self.written += u64::from(n);
        });
        Ok(value)
    }

    fn bytes(&mut self, name: NameOf<Self>, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), E> {
        if let Some(needed) = length.filter(|&length| length != data.len()) {
            return Err(E::new(self.position(), name, Violation::Size { given: data.len(), needed }));
        }
        self.sink.put_bytes(data);
        self.written += 8 * data.len() as u64;
        Ok(())
    }

    fn position(&self) -> BitPosition {
        BitPosition(self.from.0 + self.written)
    }

    fn complain(&mut self, error: E) -> Result<(), E> {
        Err(error)
    }
}
