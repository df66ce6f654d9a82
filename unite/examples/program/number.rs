//! [`Number`]: numbers in files and on paper, for all types that a program runs over.

use unite::program::{BigRational, Element};

/// A type of numbers, with its forms in files.
pub(crate) trait Number: Element {
    /// The type of elements in a .npy, or `None` for numbers that it cannot hold.
    const DESCR: Option<&'static str>;

    /// Returns the number of this value, rounded if the type rounds, or `None` if it has none. Not for NaN.
    fn from_f64(value: f64) -> Option<Self>;
    /// Returns the number of this value, rounded if the type rounds, or `None` if it has none.
    fn from_i64(value: i64) -> Option<Self>;
    /// Returns the number of a text, or `None` if it is none.
    fn from_text(text: &str) -> Option<Self>;
    /// Returns the number, or nothing where it stands for an undefined element: NaN.
    fn or_undefined(self) -> Option<Self>;
    /// Adds the bytes of an element in a .npy, the lowest one first; whether there are any.
    fn write(element: Option<&Self>, bytes: &mut Vec<u8>) -> bool;
    /// Returns the number as it is printed, which reads back to the same one.
    fn text(&self) -> String;
}

impl Number for BigRational {
    const DESCR: Option<&'static str> = None;

    fn from_f64(value: f64) -> Option<Self> {
        BigRational::from_float(value)
    }

    fn from_i64(value: i64) -> Option<Self> {
        Some(BigRational::from_integer(value.into()))
    }

    /// A number as in a program, or `1/3`.
    fn from_text(text: &str) -> Option<Self> {
        let signed = |text: &str| BigRational::parse(text.strip_prefix('+').unwrap_or(text));
        match text.split_once('/') {
            Some((numerator, divisor)) => signed(numerator.trim())?.over(&signed(divisor.trim())?),
            None => signed(text),
        }
    }

    fn or_undefined(self) -> Option<Self> {
        Some(self)
    }

    fn write(_: Option<&Self>, _: &mut Vec<u8>) -> bool {
        false
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

macro_rules! floats {
    ($($float:ident $descr:literal;)*) => {$(
        impl Number for $float {
            const DESCR: Option<&'static str> = Some($descr);

            fn from_f64(value: f64) -> Option<Self> {
                let rounded = value as $float;
                (rounded.is_finite() || !value.is_finite()).then_some(rounded)
            }

            fn from_i64(value: i64) -> Option<Self> {
                Some(value as $float)
            }

            /// Reads a number as Rust does, `inf` and `nan` too; a finite number that overflows is refused.
            fn from_text(text: &str) -> Option<Self> {
                let value = text.parse::<$float>().ok()?;
                let says_infinite = || text.trim_start_matches(['+', '-']).starts_with(['i', 'I']);
                (!value.is_infinite() || says_infinite()).then_some(value)
            }

            fn or_undefined(self) -> Option<Self> {
                (!self.is_nan()).then_some(self)
            }

            fn write(element: Option<&Self>, bytes: &mut Vec<u8>) -> bool {
                bytes.extend(element.unwrap_or(&$float::NAN).to_le_bytes());
                true
            }

            fn text(&self) -> String {
                let magnitude = self.abs();
                if magnitude == 0.0 || (1e-5..1e16).contains(&magnitude) || !self.is_finite() {
                    self.to_string()
                } else {
                    format!("{self:e}")
                }
            }
        }
    )*};
}
floats! {
    f32 "<f4";
    f64 "<f8";
}

macro_rules! integers {
    ($($integer:ident $descr:literal;)*) => {$(
        impl Number for $integer {
            const DESCR: Option<&'static str> = Some($descr);

            fn from_f64(value: f64) -> Option<Self> {
                // Both bounds are powers of two, which floats have exactly.
                let is_within = ($integer::MIN as f64..-($integer::MIN as f64)).contains(&value);
                (is_within && value.fract() == 0.0).then_some(value as $integer)
            }

            fn from_i64(value: i64) -> Option<Self> {
                value.try_into().ok()
            }

            fn from_text(text: &str) -> Option<Self> {
                Self::parse(text.strip_prefix('+').unwrap_or(text))
            }

            fn or_undefined(self) -> Option<Self> {
                Some(self)
            }

            fn write(element: Option<&Self>, bytes: &mut Vec<u8>) -> bool {
                element.map(|element| bytes.extend(element.to_le_bytes())).is_some()
            }

            fn text(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
integers! {
    i32 "<i4";
    i64 "<i8";
}

/// Returns a name of a function in Rust, made of that of a file.
pub(crate) fn rust_name(stem: &str) -> String {
    let letters = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    let name: String = letters.collect();
    if name.starts_with(|c: char| c.is_ascii_lowercase()) { name } else { format!("program_{name}") }
}
