//! IPTC of a TIFF: its records, or the resource of Photoshop that holds them. TIFF tags 33723 and 34377; XMP part 3, 1.1.3.

use crate::error::one_line;
use std::io::Cursor;
use tiff::decoder::Decoder;
use tiff::tags::{Tag, Type, ValueBuffer};

/// The tags of records, and of Photoshop's resources.
const RECORDS: Tag = Tag::Unknown(33723);
const RESOURCES: Tag = Tag::Unknown(34377);

/// The beginning of a resource, and the number of that which holds the records.
const RESOURCE: &[u8] = b"8BIM";
const NUMBER: [u8; 2] = [4, 4];

/// The most bytes of records in a segment of JPEG: beside them it has "Photoshop 3.0", the head of a resource, and padding.
const MOST: usize = 65533 - 14 - 12 - 1;

/// Returns the records of a TIFF; `None` if there are none.
///
/// # Errors
/// The reason why they cannot be read.
pub(super) fn of_tiff(bytes: &[u8]) -> Result<Option<Vec<u8>>, String> {
    // What cannot be opened is refused elsewhere.
    let Ok(mut decoder) = Decoder::new(Cursor::new(bytes)) else { return Ok(None) };
    let order = decoder.byte_order();
    let mut value = |tag| {
        let mut value = ValueBuffer::empty(Type::BYTE);
        let found = decoder.image_ifd().find_tag_buf(tag, &mut value);
        let found = found.map_err(|error| format!("tag {}: {}", tag.to_u16(), one_line(&error.to_string())))?;
        // Some writers state numbers of four bytes, which stand as they are in the file.
        value.set_byte_order(order);
        Ok::<_, String>(found.map(|_| value.as_bytes().to_vec()).filter(|bytes| !bytes.is_empty()))
    };
    match value(RECORDS)? {
        Some(records) => Ok(Some(records)),
        None => Ok(value(RESOURCES)?.and_then(|resources| records(&resources).map(<[u8]>::to_vec))),
    }
}

/// Returns the records in a row of resources.
fn records(mut resources: &[u8]) -> Option<&[u8]> {
    loop {
        // A number, a name with its length, the length of the data, and the data, each of an even number of bytes.
        let (number, rest) = resources.strip_prefix(RESOURCE)?.split_first_chunk::<2>()?;
        let name = (usize::from(*rest.first()?) + 1).next_multiple_of(2);
        let (length, data) = rest.get(name..)?.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        if *number == NUMBER {
            return data.get(..length).filter(|data| !data.is_empty());
        }
        resources = data.get(length.checked_next_multiple_of(2)?..)?;
    }
}

/// Returns the resource that holds records.
///
/// # Errors
/// They do not fit into a segment.
pub(super) fn resource(records: &[u8]) -> Result<Vec<u8>, String> {
    let bytes = records.len();
    let length = u32::try_from(bytes).ok().filter(|_| bytes <= MOST);
    let length = length.ok_or_else(|| format!("it has {bytes} bytes, and a segment of JPEG holds at most {MOST}"))?;
    let mut resource = [RESOURCE, &NUMBER, &[0, 0], &length.to_be_bytes(), records].concat();
    resource.resize(resource.len().next_multiple_of(2), 0);
    Ok(resource)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_among_resources() {
        let other = b"8BIM\x04\x0c\x03abc\0\0\0\x03xyz\0";
        let odd = b"\x1c\x02\x05\0\x01a\x1c";
        let resource = resource(odd).expect("few");
        assert_eq!(resource, *b"8BIM\x04\x04\0\0\0\0\0\x07\x1c\x02\x05\0\x01a\x1c\0");
        let all = [&other[..], &resource, other].concat();
        assert_eq!(records(&all), Some(&odd[..]));
        for length in 0..other.len() + resource.len() - 1 {
            assert_eq!(records(&all[..length]), None, "{length}");
        }
        assert_eq!(records(&[&other[..], other].concat()), None);
        assert_eq!(records(b"8BIM\x04\x0c\0\0\xff\xff\xff\xff"), None);
    }

    #[test]
    fn records_that_fill_a_segment_are_the_most() {
        assert!(resource(&vec![7; MOST]).is_ok_and(|resource| 14 + resource.len() <= 65533));
        assert!(resource(&vec![7; MOST + 1]).is_err_and(|reason| reason.contains("at most 65506")));
    }
}
