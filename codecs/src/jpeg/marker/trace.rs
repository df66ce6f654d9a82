//! [`Tracer`]: the [`Syntax`] that tells a [`Trace`] every element, of a structure to be written or read before.

use super::error::MarkerError;
use super::syntax::{Name, Syntax};
use crate::shared::trace::Trace;

/// Tells a [`Trace`] every element.
pub(super) struct Tracer<'a> {
    trace: &'a mut dyn Trace,
    position: u64,
}

impl<'a> Tracer<'a> {
    pub(super) fn new(position_bits: u64, trace: &'a mut dyn Trace) -> Self {
        Tracer { trace, position: position_bits }
    }
}

impl Syntax for Tracer<'_> {
    fn unsigned(&mut self, bits: u32, name: Name, value: u32) -> Result<u32, MarkerError> {
        self.trace.element(self.position, bits, &name.to_string(), i64::from(value));
        self.position += u64::from(bits);
        Ok(value)
    }

    /// Bytes have no value: they are a structure, named with their text or their number.
    fn bytes(&mut self, name: Name, data: &mut Vec<u8>, _: Option<usize>) -> Result<(), MarkerError> {
        let described = match text(data) {
            Some(text) => format!("{name} {text:?}"),
            None => format!("{name}, {} bytes", data.len()),
        };
        self.trace.structure(self.position, &described);
        self.position += 8 * data.len() as u64;
        Ok(())
    }

    fn position_bits(&self) -> u64 {
        self.position
    }

    fn complain(&mut self, _: MarkerError) -> Result<(), MarkerError> {
        Ok(())
    }
}

/// Bytes that are a short text, without the zeros at its end.
pub(super) fn text(data: &[u8]) -> Option<&str> {
    let text = core::str::from_utf8(data).ok()?.trim_end_matches('\0');
    (!text.is_empty() && text.chars().count() <= 80 && !text.chars().any(char::is_control)).then_some(text)
}
