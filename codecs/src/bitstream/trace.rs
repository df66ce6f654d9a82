//! [`Tracer`]: the [`Syntax`] that passes every element of a structure to a [`Trace`].

use super::code::Code;
use super::error::{Complaint, Violation};
use super::position::BitPosition;
use super::syntax::{NameOf, Syntax};
use crate::shared::name::{Indices, Name};
use crate::shared::trace::Trace;
use core::marker::PhantomData;

/// Passes the elements of a structure to a [`Trace`], including values that the format does not allow.
pub struct Tracer<'a, E> {
    trace: &'a mut dyn Trace,
    position: BitPosition,
    error: PhantomData<E>,
}

impl<'a, E> Tracer<'a, E> {
    /// Returns a tracer whose first element has position `from`.
    pub fn new(from: BitPosition, trace: &'a mut dyn Trace) -> Self {
        Tracer { trace, position: from, error: PhantomData }
    }
}

impl<E: Complaint> Syntax for Tracer<'_, E> {
    type Error = E;
    const READS: bool = false;

    fn code(&mut self, code: impl Code, name: NameOf<Self>, value: i64) -> Result<i64, E> {
        let mut bits = 0;
        code.write(value, &mut |_, n| bits += n);
        self.trace.element(self.position.0, bits, &name.to_string(), value);
        self.position.0 += u64::from(bits);
        Ok(value)
    }

    fn bytes(&mut self, name: NameOf<Self>, data: &mut Vec<u8>, length: Option<usize>) -> Result<(), E> {
        if let Some(needed) = length.filter(|&length| length != data.len()) {
            return Err(E::new(self.position, name, Violation::Size { given: data.len(), needed }));
        }
        self.trace.structure(self.position.0, &described(name, data));
        self.position.0 += 8 * data.len() as u64;
        Ok(())
    }

    fn position(&self) -> BitPosition {
        self.position
    }

    fn complain(&mut self, _: E) -> Result<(), E> {
        Ok(())
    }
}

/// Returns the line of a byte string in a trace: its name, and its text or its length, since it has no numeric value.
pub(super) fn described<I: Indices>(name: Name<I>, data: &[u8]) -> String {
    match printable(data) {
        Some(text) => format!("{name} {text:?}"),
        None => format!("{name}, {} bytes", data.len()),
    }
}

/// Returns bytes as text if they are printable UTF-8, without trailing zeros, cut after 200 characters.
pub(crate) fn printable(data: &[u8]) -> Option<String> {
    let text = core::str::from_utf8(data).ok()?.trim_end_matches('\0');
    let printable = !text.is_empty() && !text.chars().any(char::is_control);
    let cut = if text.chars().nth(200).is_some() { "..." } else { "" };
    printable.then(|| text.chars().take(200).collect::<String>() + cut)
}
