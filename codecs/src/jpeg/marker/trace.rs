//! [`Tracer`]: a [`Syntax`] that passes every element of a structure to a [`Trace`].

use super::error::MarkerError;
use super::syntax::{Name, Syntax};
use crate::shared::trace::Trace;

/// Passes every element to a [`Trace`].
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

    /// Traces a byte string as a structure, named with its text or its length, since it has no numeric value.
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

/// Returns bytes as text if they are a short printable text, without trailing zeros.
pub(super) fn text(data: &[u8]) -> Option<&str> {
    let text = core::str::from_utf8(data).ok()?.trim_end_matches('\0');
    (!text.is_empty() && text.chars().count() <= 80 && !text.chars().any(char::is_control)).then_some(text)
}
