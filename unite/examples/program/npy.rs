//! Arrays of numpy (.npy).
//!
//! The format is described in "NEP 1: A simple file format for NumPy arrays" and in the documentation of
//! `numpy.lib.format`: versions 1.0 to 3.0, elements of the types f4, f8, i4 and i8.
//!
//! ```text
//!   \x93NUMPY  major minor  length of the header (2 bytes, from version 2.0 on 4)
//!   {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }   blanks up to a multiple of 64, end of line
//!   elements; in Fortran order the first index moves fastest
//! ```

use std::io::Read;
use std::path::Path;

use crate::error::{InputError, ProgramError};
use crate::inputs::wrong;
use crate::number::Number;
use crate::sizes::{index_text, shape_text};

const MAGIC: [u8; 6] = *b"\x93NUMPY";
/// Bytes that a header may have: a shape of 64 dimensions takes less.
const LONGEST_HEADER: u64 = 1 << 16;
/// The bytes of a written file before its elements are a multiple of this.
const ALIGNMENT: usize = 64;

/// An array whose header was read.
pub(crate) struct Npy<R> {
    reader: R,
    element: ElementType,
    is_fortran: bool,
    shape: Vec<usize>,
    /// The number of elements.
    count: usize,
}

/// The type of an element.
#[derive(Debug, Clone, Copy, PartialEq)]
struct ElementType {
    kind: Kind,
    bytes: usize,
    is_big_endian: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Float,
    Integer,
}

/// A number as a file has it.
#[derive(Debug, Clone, Copy)]
enum Value {
    Float(f64),
    Integer(i64),
}

impl<R: Read> Npy<R> {
    /// Reads the header.
    pub(crate) fn open(mut reader: R, path: &Path) -> Result<Self, ProgramError> {
        let cut = |at| wrong(path, InputError::Header { at, what: "the end of the header" });
        let magic = up_to(&mut reader, MAGIC.len() as u64, path)?;
        if magic != MAGIC {
            return Err(wrong(path, InputError::Magic));
        }
        let version = up_to(&mut reader, 2, path)?;
        let &[major, minor] = version.as_slice() else { return Err(cut(MAGIC.len())) };
        let width = match (major, minor) {
            (1, 0) => 2,
            (2 | 3, 0) => 4,
            _ => return Err(wrong(path, InputError::Version { major, minor })),
        };
        let length = up_to(&mut reader, width, path)?;
        if (length.len() as u64) < width {
            return Err(cut(MAGIC.len() + 2));
        }
        let length = length.iter().rev().fold(0, |length: u64, &byte| length << 8 | u64::from(byte));
        if length > LONGEST_HEADER {
            return Err(wrong(path, InputError::LongHeader { found: length, most: LONGEST_HEADER }));
        }
        let header = up_to(&mut reader, length, path)?;
        if (header.len() as u64) < length {
            return Err(cut(MAGIC.len() + 2 + width as usize + header.len()));
        }
        let before = MAGIC.len() + 2 + width as usize;
        let Header { descr, is_fortran, shape } = header_of(&header, before).map_err(|reason| wrong(path, reason))?;
        let element = element_type(&descr).ok_or_else(|| wrong(path, InputError::Type { descr }))?;
        let count = shape.iter().try_fold(1_usize, |product, &extent| product.checked_mul(extent));
        let count = count.filter(|&count| count > 0 && count.checked_mul(element.bytes).is_some());
        let Some(count) = count else {
            return Err(wrong(path, InputError::Extents { shape: shape_text(&shape) }));
        };
        Ok(Npy { reader, element, is_fortran, shape, count })
    }

    /// An extent for each dimension.
    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Reads the elements, in row-major order.
    pub(crate) fn elements<T: Number>(mut self, path: &Path) -> Result<Vec<Option<T>>, ProgramError> {
        let needed = (self.count * self.element.bytes) as u64;
        let bytes = up_to(&mut self.reader, needed.saturating_add(1), path)?;
        let found = bytes.len() as u64;
        if found < needed {
            return Err(wrong(path, InputError::Short { found, needed }));
        }
        if found > needed {
            return Err(wrong(path, InputError::Long { needed }));
        }
        let element = |place: usize| {
            let first = self.stored_place(place) * self.element.bytes;
            let value = self.element.value(&bytes[first..first + self.element.bytes]);
            converted(value).map_err(|value| {
                let (index, numbers) = (index_text(&index_of(place, &self.shape)), T::NAME);
                wrong(path, InputError::Element { index, value, numbers })
            })
        };
        (0..self.count).map(element).collect()
    }

    /// Returns the stored position of an element from its place in row-major order.
    fn stored_place(&self, place: usize) -> usize {
        if !self.is_fortran {
            return place;
        }
        // From the last dimension, which moves slowest, to the first one.
        let index = index_of(place, &self.shape);
        index.iter().zip(&self.shape).rev().fold(0, |stored, (&at, &extent)| stored * extent + at)
    }
}

/// The bytes up to a number of them or to the end.
fn up_to(reader: &mut impl Read, count: u64, path: &Path) -> Result<Vec<u8>, ProgramError> {
    let mut bytes = Vec::new();
    let read = reader.take(count).read_to_end(&mut bytes);
    read.map_err(|source| ProgramError::File { path: path.to_owned(), source })?;
    Ok(bytes)
}

/// The multi-index of a place in row-major order.
pub(crate) fn index_of(mut place: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (at, &extent) in index.iter_mut().zip(shape).rev() {
        *at = place % extent;
        place /= extent;
    }
    index
}

/// A number of the file as one of the program; NaN is undefined. An error is the number that it has not.
fn converted<T: Number>(value: Value) -> Result<Option<T>, String> {
    match value {
        Value::Float(value) if value.is_nan() => Ok(None),
        Value::Float(value) => T::from_f64(value).map(Some).ok_or_else(|| value.to_string()),
        Value::Integer(value) => T::from_i64(value).map(Some).ok_or_else(|| value.to_string()),
    }
}

impl ElementType {
    /// The number of some bytes, as many as the type has.
    fn value(self, bytes: &[u8]) -> Value {
        let low_first: Vec<u8> =
            if self.is_big_endian { bytes.iter().rev().copied().collect() } else { bytes.to_vec() };
        let bits = low_first.iter().rev().fold(0, |bits: u64, &byte| bits << 8 | u64::from(byte));
        match (self.kind, self.bytes) {
            (Kind::Float, 4) => Value::Float(f64::from(f32::from_bits(bits as u32))),
            (Kind::Float, _) => Value::Float(f64::from_bits(bits)),
            (Kind::Integer, 4) => Value::Integer(i64::from(bits as u32 as i32)),
            (Kind::Integer, _) => Value::Integer(bits as i64),
        }
    }
}

/// `<f8`; nothing for types that are not read.
fn element_type(descr: &str) -> Option<ElementType> {
    let (order, name) = descr.split_at_checked(1)?;
    let is_big_endian = match order {
        "<" => false,
        ">" => true,
        "=" => cfg!(target_endian = "big"),
        _ => return None,
    };
    let (kind, bytes) = match name {
        "f4" => (Kind::Float, 4),
        "f8" => (Kind::Float, 8),
        "i4" => (Kind::Integer, 4),
        "i8" => (Kind::Integer, 8),
        _ => return None,
    };
    Some(ElementType { kind, bytes, is_big_endian })
}

/// The contents of a header.
#[derive(Debug, PartialEq)]
struct Header {
    descr: String,
    is_fortran: bool,
    shape: Vec<usize>,
}

/// Reads `{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }`, its keys in any order; `before` bytes of the file
/// stand before it.
fn header_of(text: &[u8], before: usize) -> Result<Header, InputError> {
    let mut words = Words { text, at: 0, before };
    let (mut descr, mut is_fortran, mut shape) = (None, None, None);
    words.expect(b'{', "`{`")?;
    while !words.eat(b'}') {
        match words.quoted("a key")?.as_str() {
            "descr" => {
                words.expect(b':', "`:`")?;
                // Structures are lists.
                let is_list = words.sees(b'[');
                descr = Some(if is_list { "[..]".to_owned() } else { words.quoted("the type")? });
                if is_list {
                    break;
                }
            }
            "fortran_order" => {
                words.expect(b':', "`:`")?;
                is_fortran = Some(words.truth()?);
            }
            "shape" => {
                words.expect(b':', "`:`")?;
                shape = Some(words.extents()?);
            }
            _ => return Err(words.missing("one of the keys `descr`, `fortran_order` and `shape`")),
        }
        if !words.eat(b',') {
            words.expect(b'}', "`}`")?;
            break;
        }
    }
    match (descr, is_fortran, shape) {
        (Some(descr), Some(is_fortran), Some(shape)) => Ok(Header { descr, is_fortran, shape }),
        (Some(descr), ..) if descr == "[..]" => Err(InputError::Type { descr }),
        (None, ..) => Err(words.missing("the key `descr`")),
        (_, None, _) => Err(words.missing("the key `fortran_order`")),
        _ => Err(words.missing("the key `shape`")),
    }
}

/// The literals of Python that a header is made of.
struct Words<'t> {
    text: &'t [u8],
    at: usize,
    before: usize,
}

impl Words<'_> {
    fn missing(&self, what: &'static str) -> InputError {
        InputError::Header { at: self.before + self.at, what }
    }

    /// Returns whether this byte comes next, behind blanks.
    fn sees(&mut self, byte: u8) -> bool {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at) == Some(&byte)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let seen = self.sees(byte);
        self.at += usize::from(seen);
        seen
    }

    fn expect(&mut self, byte: u8, what: &'static str) -> Result<(), InputError> {
        if self.eat(byte) { Ok(()) } else { Err(self.missing(what)) }
    }

    /// `'descr'`
    fn quoted(&mut self, what: &'static str) -> Result<String, InputError> {
        let quote = if self.sees(b'"') { b'"' } else { b'\'' };
        self.expect(quote, what)?;
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&byte| byte == quote).ok_or_else(|| self.missing("a closing quote"))?;
        self.at += length + 1;
        Ok(rest[..length].escape_ascii().to_string())
    }

    fn truth(&mut self) -> Result<bool, InputError> {
        self.sees(b' ');
        for (word, value) in [("True", true), ("False", false)] {
            if self.text[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.missing("`True` or `False`"))
    }

    /// `(2, 3)`, `(2,)` or `()`
    fn extents(&mut self) -> Result<Vec<usize>, InputError> {
        self.expect(b'(', "`(`")?;
        let mut extents = Vec::new();
        while !self.eat(b')') {
            self.sees(b' ');
            let first = self.at;
            while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
                self.at += 1;
            }
            let digits = str::from_utf8(&self.text[first..self.at]).ok();
            let extent = digits.and_then(|digits| digits.parse().ok());
            extents.push(extent.ok_or_else(|| self.missing("an extent"))?);
            // As Python 2 wrote it.
            self.eat(b'L');
            if !self.eat(b',') {
                self.expect(b')', "`)`")?;
                break;
            }
        }
        Ok(extents)
    }
}

/// Returns the bytes of a file of elements in row-major order, version 1.0. An error is the place of an element that it
/// cannot hold.
pub(crate) fn written<T: Number>(descr: &str, shape: &[usize], elements: &[Option<T>]) -> Result<Vec<u8>, usize> {
    let comma = if shape.len() == 1 { "," } else { "" };
    let extents: Vec<String> = shape.iter().map(usize::to_string).collect();
    let extents = extents.join(", ");
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({extents}{comma}), }}");
    let before = MAGIC.len() + 4;
    let length = (before + header.len() + 1).next_multiple_of(ALIGNMENT) - before;
    header.extend(std::iter::repeat_n(' ', length - header.len() - 1));
    header.push('\n');
    let length = u16::try_from(length).expect("a shape of 64 dimensions at most");
    let mut bytes = [MAGIC.as_slice(), &[1, 0], &length.to_le_bytes(), header.as_bytes()].concat();
    for (place, element) in elements.iter().enumerate() {
        if !T::write(element.as_ref(), &mut bytes) {
            return Err(place);
        }
    }
    Ok(bytes)
}
