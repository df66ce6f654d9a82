//! [`AppXmp`]: APP1 with Adobe's XMP, and packets that are larger than a segment. XMP part 3, 1.1.3 and 1.1.3.1.
//! [`split`] divides a packet into segments, and [`extended`] joins them.
//!
//! ```text
//!   main packet      "http://ns.adobe.com/xap/1.0/"        names the extended packet by the digits of its MD5
//!   extended packet  "http://ns.adobe.com/xmp/extension/"  digits, length, offset, a part; as many segments as needed
//! ```

use super::code::Marker;
use super::comment::AppData;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};
use md5::{Digest as _, Md5};
use memchr::memmem;

/// The most bytes of a packet in one segment.
const MOST: usize = 65533 - AppXmp::IDENTIFIER.len();

/// The identifier of the segments of an extended packet.
pub const EXTENSION: &[u8] = b"http://ns.adobe.com/xmp/extension/\0";

/// The hexadecimal digits that name an extended packet, and the bytes of its length and of an offset behind them.
const DIGITS: usize = 32;
const NUMBERS: usize = 8;

/// The most bytes of an extended packet in one segment.
const PART: usize = 65400;

/// The most bytes of the name of the described file that a main packet repeats.
const MOST_ABOUT: usize = 4096;

/// The property that names the extended packet.
const HAS_EXTENDED: &[u8] = b"HasExtendedXMP";

/// APP1 of Adobe's XMP: an XML packet.
///
/// ```
/// use codecs::jpeg::marker::{AppXmp, MarkerSegment};
/// let mut out = Vec::new();
/// AppXmp { packet: b"<x:xmpmeta/>".to_vec() }.write(&mut out)?;
/// assert!(out[4..].starts_with(b"http://ns.adobe.com/xap/1.0/\0<x:"));
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppXmp {
    /// The packet; at most 65504 bytes.
    pub packet: Vec<u8>,
}

impl AppXmp {
    /// The identifier at the beginning of the data.
    pub const IDENTIFIER: &'static [u8] = b"http://ns.adobe.com/xap/1.0/\0";
}

impl MarkerSegment for AppXmp {
    fn marker(&self) -> Marker {
        Marker::app(1)
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.constant("identifier", Self::IDENTIFIER)?;
        io.bytes("packet".into(), &mut self.packet, None)
    }
}

/// Returns the segments that hold a packet, in their order: one if it fits, at need without its padding; otherwise a main
/// packet, which has nothing but the name of the extended one, and the whole packet in parts.
///
/// ```
/// use codecs::jpeg::marker::xmp;
/// let packet = format!("<x:xmpmeta xmlns:x='adobe:ns:meta/'>{}</x:xmpmeta>", "<!-- long -->".repeat(6000));
/// let segments = xmp::split(packet.as_bytes())?;
/// assert_eq!(segments.len(), 3);
/// assert_eq!(xmp::extended(&segments)?, Some(packet.into_bytes()));
/// assert_eq!(xmp::split(b"<x:xmpmeta/>")?[0].data, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>");
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
///
/// # Errors
/// [`MarkerError::XmpSize`]: the packet has more than 2^32 - 1 bytes.
pub fn split(packet: &[u8]) -> Result<Vec<AppData>, MarkerError> {
    if packet.len() <= MOST {
        return Ok(vec![segment(&[AppXmp::IDENTIFIER, packet])]);
    }
    let Packet { head, body, tail } = Packet::of(packet);
    if head.len() + body.len() + tail.len() <= MOST {
        return Ok(vec![segment(&[AppXmp::IDENTIFIER, head, body, tail])]);
    }
    let wrong = |_| MarkerError::XmpSize { bytes: body.len() as u64 };
    let length = u32::try_from(body.len()).map_err(wrong)?.to_be_bytes();
    let digits: String = Md5::digest(body).iter().map(|byte| format!("{byte:02X}")).collect();
    let mut segments = vec![segment(&[AppXmp::IDENTIFIER, &main_packet(about(body), &digits)])];
    for (offset, part) in (0_u32..).step_by(PART).zip(body.chunks(PART)) {
        segments.push(segment(&[EXTENSION, digits.as_bytes(), &length, &offset.to_be_bytes(), part]));
    }
    Ok(segments)
}

fn segment(data: &[&[u8]]) -> AppData {
    AppData { marker: Marker::app(1), data: data.concat() }
}

/// The parts of a packet, without the white space around its XML: the processing instructions of its wrapper, if it has one,
/// and the XML.
struct Packet<'a> {
    head: &'a [u8],
    body: &'a [u8],
    tail: &'a [u8],
}

impl<'a> Packet<'a> {
    fn of(packet: &'a [u8]) -> Self {
        const NAME: &[u8] = b"<?xpacket";
        let all = packet.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(packet).trim_ascii();
        let head = match memmem::find(all, b"?>") {
            Some(end) if all.starts_with(NAME) => end + 2,
            _ => 0,
        };
        let (head, rest) = all.split_at(head);
        let tail = memmem::rfind(rest, NAME).filter(|_| rest.ends_with(b"?>")).unwrap_or(rest.len());
        let (body, tail) = rest.split_at(tail);
        Packet { head, body: body.trim_ascii(), tail }
    }
}

/// Returns the value of the first `rdf:about` in its quotes; an empty one if there is none, or a very long one.
fn about(body: &[u8]) -> &[u8] {
    const NAME: &[u8] = b"rdf:about=";
    let value = || {
        let value = &body[memmem::find(body, NAME)? + NAME.len()..];
        let quote = *value.first().filter(|quote| b"\"'".contains(quote))?;
        let length = value.iter().skip(1).take(MOST_ABOUT).position(|&byte| byte == quote)?;
        Some(&value[..length + 2]).filter(|value| !value.contains(&b'<'))
    };
    value().unwrap_or(b"\"\"")
}

/// Returns a packet that describes nothing but the name of the extended one.
fn main_packet(about: &[u8], digits: &str) -> Vec<u8> {
    let before = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
        <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n\
        <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n\
        <rdf:Description rdf:about=";
    let after = format!(
        " xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\" xmpNote:HasExtendedXMP=\"{digits}\"/>\n\
        </rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>"
    );
    [before.as_bytes(), about, after.as_bytes()].concat()
}

/// Joins the extended packet that the main packet of a file names; `None` if there is no main packet, or if it names none.
/// Other segments are passed over, and parts may come in any order. See [`split`] for an example.
///
/// # Errors
/// [`MarkerError::XmpExtension`]: a part is cut short, states another length than the first, or is missing or repeated.
pub fn extended<'a>(segments: impl IntoIterator<Item = &'a AppData>) -> Result<Option<Vec<u8>>, MarkerError> {
    let (mut digits, mut parts) = (None, Vec::new());
    for AppData { marker, data } in segments {
        if *marker != Marker::app(1) {
            continue;
        }
        if let Some(packet) = data.strip_prefix(AppXmp::IDENTIFIER) {
            digits = digits.or_else(|| named(packet));
        } else if let Some(part) = data.strip_prefix(EXTENSION) {
            parts.push(part);
        }
    }
    let Some(digits) = digits else { return Ok(None) };
    let parts = parts.into_iter().filter_map(|part| part.strip_prefix(digits));
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
    let numbered = parts.map(|part| match part.split_at_checked(NUMBERS) {
        Some((numbers, part)) => Ok((number(&numbers[4..]), number(&numbers[..4]), part)),
        None => Err(MarkerError::XmpExtension { offset: 0, reason: "a part is cut short" }),
    });
    let mut parts = numbered.collect::<Result<Vec<_>, _>>()?;
    parts.sort_by_key(|(offset, ..)| *offset);
    let stated = parts.first().map_or(0, |(_, length, _)| *length);
    let mut packet = Vec::new();
    for (offset, length, part) in parts {
        let reason = match packet.len() as u64 {
            _ if length != stated => "a part states another length than the first",
            joined if joined < offset => "a part before it is missing",
            joined if joined > offset => "a part begins within another one",
            _ => {
                packet.extend_from_slice(part);
                continue;
            }
        };
        return Err(MarkerError::XmpExtension { offset, reason });
    }
    if packet.is_empty() || packet.len() as u64 != stated {
        let offset = packet.len() as u64;
        return Err(MarkerError::XmpExtension { offset, reason: "the parts do not have the stated length" });
    }
    Ok(Some(packet))
}

/// Returns the digits by which a main packet names the extended one, as an attribute or as an element.
fn named(packet: &[u8]) -> Option<&[u8]> {
    let behind = &packet[memmem::find(packet, HAS_EXTENDED)? + HAS_EXTENDED.len()..];
    let from = behind.iter().position(|byte| !b" \t\r\n=\"'>".contains(byte))?;
    behind[from..].get(..DIGITS).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}
