//! PLY files: a text header, then the elements that it declares. Elements are text or binary, of either byte order.
//! Points are the element `vertex`; elements before it and unused properties are skipped.
//!
//! ```text
//! ply
//! format binary_little_endian 1.0
//! element vertex 129924
//! property float x
//! property list uchar int neighbours
//! end_header
//! ```
//!
//! The parser is written by hand, because no crate reads all common files:
//!
//! | | this parser | `ply-rs-bw` 4.0.1 | `serde-ply` 0.2.2 |
//! |---|---|---|---|
//! | `nan`, `.5` and `5.` in text | accepted | rejected | accepted |
//! | names such as `scalar_field_#2`, which CloudCompare writes | accepted | rejected | accepted |
//! | a text row that lacks a number | rejected | rejected | takes a number of the next row |
//! | text without a line feed at its end | accepted | accepted | rejected |
//! | errors | line and property | line | neither |

use std::io::BufRead;

use super::read::{ReadError, line};

/// The type of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "char" | "int8" => Scalar::I8,
            "uchar" | "uint8" => Scalar::U8,
            "short" | "int16" => Scalar::I16,
            "ushort" | "uint16" => Scalar::U16,
            "int" | "int32" => Scalar::I32,
            "uint" | "uint32" => Scalar::U32,
            "float" | "float32" => Scalar::F32,
            "double" | "float64" => Scalar::F64,
            _ => return None,
        })
    }

    /// Returns the size in bytes.
    fn size(self) -> usize {
        match self {
            Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::F64 => 8,
        }
    }

    /// Returns the value of little-endian bytes.
    fn value(self, b: [u8; 8]) -> f64 {
        match self {
            Scalar::I8 => f64::from(i8::from_le_bytes([b[0]])),
            Scalar::U8 => f64::from(b[0]),
            Scalar::I16 => f64::from(i16::from_le_bytes([b[0], b[1]])),
            Scalar::U16 => f64::from(u16::from_le_bytes([b[0], b[1]])),
            Scalar::I32 => f64::from(i32::from_le_bytes([b[0], b[1], b[2], b[3]])),
            Scalar::U32 => f64::from(u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
            Scalar::F32 => f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]])),
            Scalar::F64 => f64::from_le_bytes(b),
        }
    }
}

/// A property of an element: a number, or a list of numbers after its length.
#[derive(Debug)]
struct Property {
    name: String,
    length: Option<Scalar>,
    scalar: Scalar,
}

#[derive(Debug)]
struct Element {
    name: String,
    count: usize,
    properties: Vec<Property>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Format {
    Ascii,
    LittleEndian,
    BigEndian,
}

#[derive(Debug)]
struct Header {
    format: Format,
    elements: Vec<Element>,
    lines: usize,
}

/// Reads the points of a file.
pub(crate) fn read<const D: usize>(mut file: impl BufRead, columns: &[String]) -> Result<Vec<[f64; D]>, ReadError> {
    let header = header(&mut file)?;
    let mut at = header.lines;
    for element in &header.elements {
        if element.name == "vertex" {
            let wanted = choose(element, columns)?;
            return vertices(&mut file, &header, element, wanted, at);
        }
        // Rows without properties have no bytes.
        let rows = if header.format != Format::Ascii && element.properties.is_empty() { 0 } else { element.count };
        for row in 0..rows {
            at += 1;
            values(&mut file, header.format, element, row, at, |_, _| ())?;
        }
    }
    let known = header.elements.iter().map(|element| element.name.as_str()).collect::<Vec<_>>().join(", ");
    let reason = "a PLY file of points has an element `vertex`";
    Err(ReadError::Header { line: header.lines, text: known, reason })
}

/// Reads the header, including `end_header`.
fn header(file: &mut impl BufRead) -> Result<Header, ReadError> {
    let (mut format, mut elements) = (None, Vec::<Element>::new());
    for at in 1.. {
        let Some(text) = line(file, at)? else { return Err(ReadError::Ended { place: format!("line {at}") }) };
        let error = |reason| ReadError::Header { line: at, text: text.clone(), reason };
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["ply"] if at == 1 => {}
            ["comment" | "obj_info", ..] | [] => {}
            ["format", name, "1.0"] => {
                format = Some(match name {
                    "ascii" => Format::Ascii,
                    "binary_little_endian" => Format::LittleEndian,
                    "binary_big_endian" => Format::BigEndian,
                    _ => return Err(error("formats are ascii, binary_little_endian and binary_big_endian")),
                });
            }
            ["element", name, count] => {
                let count = count.parse().map_err(|_| error("an element has a name and a count"))?;
                elements.push(Element { name: name.to_string(), count, properties: Vec::new() });
            }
            ["property", "list", length, scalar, name] => {
                let types = Scalar::named(length).zip(Scalar::named(scalar));
                let (length, scalar) = types.ok_or_else(|| error("unknown type"))?;
                let element = elements.last_mut().ok_or_else(|| error("a property before any element"))?;
                element.properties.push(Property { name: name.to_string(), length: Some(length), scalar });
            }
            ["property", scalar, name] => {
                let scalar = Scalar::named(scalar).ok_or_else(|| error("unknown type"))?;
                let element = elements.last_mut().ok_or_else(|| error("a property before any element"))?;
                element.properties.push(Property { name: name.to_string(), length: None, scalar });
            }
            ["end_header"] => {
                let format = format.ok_or_else(|| error("the header has no format"))?;
                return Ok(Header { format, elements, lines: at });
            }
            _ => return Err(error("not a line of a PLY header")),
        }
    }
    unreachable!("lines are counted without an end")
}

/// Returns the properties of the coordinates.
fn choose<const D: usize>(element: &Element, columns: &[String]) -> Result<[usize; D], ReadError> {
    let mut wanted = [0; D];
    for (axis, wanted) in wanted.iter_mut().enumerate() {
        let name = columns.get(axis).map_or(["x", "y", "z"][axis], String::as_str);
        let number = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let named = element.properties.iter().position(|property| property.name == name);
        let found = named.or(number).filter(|&k| element.properties.get(k).is_some_and(|it| it.length.is_none()));
        *wanted = found.ok_or_else(|| {
            let known: Vec<&str> = element.properties.iter().map(|property| property.name.as_str()).collect();
            ReadError::NoColumn { name: name.to_string(), known: known.join(", ") }
        })?;
    }
    Ok(wanted)
}

/// Reads the vertices; `at` is the number of the line before them.
fn vertices<const D: usize>(
    file: &mut impl BufRead,
    header: &Header,
    element: &Element,
    wanted: [usize; D],
    at: usize,
) -> Result<Vec<[f64; D]>, ReadError> {
    // The count may be wrong, so memory for more points is allocated as they are read.
    let mut points = Vec::with_capacity(element.count.min(1 << 20));
    for row in 0..element.count {
        let mut point = [0.0; D];
        values(file, header.format, element, row, at + 1 + row, |property, value| {
            for (place, wanted) in point.iter_mut().zip(wanted) {
                if wanted == property {
                    *place = value;
                }
            }
        })?;
        if let Some(axis) = point.iter().position(|place| !place.is_finite()) {
            let property = element.properties[wanted[axis]].name.clone();
            return Err(ReadError::Infinite { vertex: row, property, value: point[axis] });
        }
        points.push(point);
    }
    Ok(points)
}

/// Calls `visit` with index and value of each property of row `row` of an element, except lists.
fn values(
    file: &mut impl BufRead,
    format: Format,
    element: &Element,
    row: usize,
    at: usize,
    visit: impl FnMut(usize, f64),
) -> Result<(), ReadError> {
    if format != Format::Ascii {
        return binary(file, format, element, visit)
            .map_err(|source| ReadError::io(source, || format!("{} {row} of {}", element.name, element.count)));
    }
    let text = line(file, at)?.ok_or_else(|| ReadError::Ended { place: format!("line {at}") })?;
    ascii(&text, element, at, visit)
}

/// Reads the [`values`] of a text row.
fn ascii(text: &str, element: &Element, at: usize, mut visit: impl FnMut(usize, f64)) -> Result<(), ReadError> {
    let mut words = text.split_whitespace().enumerate();
    let mut word = |name: &str| {
        let found = text.split_whitespace().count();
        let (_, text) = words.next().ok_or(ReadError::Missing { line: at, column: found + 1, found })?;
        // Selected properties must also be finite; others may have any value.
        text.parse().map_err(|_| ReadError::Number { line: at, column: format!("`{name}`"), text: text.to_string() })
    };
    for (k, property) in element.properties.iter().enumerate() {
        let value = word(&property.name)?;
        match property.length {
            None => visit(k, value),
            Some(_) => (0..value.max(0.0) as usize).try_for_each(|_| word(&property.name).map(drop))?,
        }
    }
    Ok(())
}

/// Reads the [`values`] of a binary row.
fn binary(
    file: &mut impl BufRead,
    format: Format,
    element: &Element,
    mut visit: impl FnMut(usize, f64),
) -> std::io::Result<()> {
    let mut next = |scalar: Scalar| {
        let mut bytes = [0; 8];
        file.read_exact(&mut bytes[..scalar.size()])?;
        if format == Format::BigEndian {
            bytes[..scalar.size()].reverse();
        }
        Ok::<f64, std::io::Error>(scalar.value(bytes))
    };
    for (k, property) in element.properties.iter().enumerate() {
        match property.length {
            None => visit(k, next(property.scalar)?),
            Some(length) => {
                let count = next(length)?.max(0.0) as usize;
                (0..count).try_for_each(|_| next(property.scalar).map(drop))?;
            }
        }
    }
    Ok(())
}
