//! [`pictures`]: the pictures behind the first one of a file, such as a gain map, by APP2 "MPF". CIPA DC-007.
//!
//! ```text
//!   SOI .. MPF .. EOI   SOI .. EOI   SOI .. EOI
//!          ^            ^
//!          sizes, and offsets from the byte order mark of the index
//! ```
//! So an index depends on the size of the first picture: [`append`] corrects it.

use super::code::Marker;
use super::error::MarkerError;
use super::segment::Segment;
use super::tiff::{ByteOrder, Tiff};
use super::walk::{Content, Part, Parts};
use core::ops::Range;

/// The identifier at the beginning of the segment (DC-007 5.2.1).
const IDENTIFIER: &[u8] = b"MPF\0";

/// The tag of the entries (DC-007 5.2.3.3), and their size.
const ENTRIES: u32 = 0xB002;
const ENTRY: usize = 16;

/// The index of the pictures of a file.
struct Index {
    /// The position of the byte order mark, from which offsets count.
    base: usize,
    order: ByteOrder,
    /// The place of the entries in the file.
    entries: Range<usize>,
}

impl Index {
    /// Finds the index before the first scan.
    fn find(file: &[u8]) -> Result<Option<Index>, MarkerError> {
        for part in Parts::new(file) {
            let part = part?;
            match part.content {
                Content::Segment(Segment::Scan(_)) => break,
                Content::Segment(Segment::App(app)) if is_index(app.marker, &app.data) => {
                    // A marker, a length and the identifier precede the byte order mark.
                    let base = part.position as usize + 4 + IDENTIFIER.len();
                    return Index::read(&app.data[IDENTIFIER.len()..], base).map(Some);
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn read(data: &[u8], base: usize) -> Result<Index, MarkerError> {
        let fault = |(position, reason)| MarkerError::Mpf { position, reason };
        let tiff = Tiff::new(data).map_err(fault)?;
        let entry = tiff.find(ENTRIES).map_err(fault)?.ok_or_else(|| fault((0, "it has no entries")))?;
        let wrong = |reason| Err(fault((entry.value as u64, reason)));
        let from = tiff.number(entry.value..entry.value + 4, "").map_err(fault)? as usize;
        let length = entry.count as usize;
        if entry.kind != 7 || !length.is_multiple_of(ENTRY) || length < ENTRY {
            return wrong("the entries are not whole");
        }
        if from < entry.value + 4 {
            return wrong("the entries are not behind the directory");
        }
        match from.checked_add(length).filter(|to| *to <= data.len()) {
            Some(to) => Ok(Index { base, order: tiff.order, entries: base + from..base + to }),
            None => wrong("the entries lie outside of the data"),
        }
    }

    /// Returns the position of each entry in the file, that of the first picture first.
    fn positions(&self) -> impl Iterator<Item = usize> + use<> {
        self.entries.clone().step_by(ENTRY)
    }

    fn fault(&self, entry: usize, reason: &'static str) -> MarkerError {
        MarkerError::Mpf { position: (entry - self.base) as u64, reason }
    }
}

/// Returns `true` for the segment with the index.
///
/// ```
/// use codecs::jpeg::marker::{Marker, mpf};
/// assert!(mpf::is_index(Marker::app(2), b"MPF\0MM\0\x2A"));
/// ```
pub fn is_index(marker: Marker, data: &[u8]) -> bool {
    marker == Marker::app(2) && data.starts_with(IDENTIFIER)
}

/// Returns the pictures behind the first one that the index of a file lists; none if there is no index. A picture whose stated
/// size does not fit ends at its EOI.
///
/// ```
/// use codecs::jpeg::baseline::{Encoder, Options};
/// use codecs::jpeg::marker::{AppData, Marker, mpf};
/// use codecs::jpeg::Metadata;
/// use codecs::picture::{PixelFormat, Pixels};
/// // An index of two pictures, with neither sizes nor offsets.
/// let mut data = b"MPF\0MM\0\x2A\0\0\0\x08\0\x01\xB0\x02\0\x07\0\0\0\x20\0\0\0\x1A\0\0\0\0".to_vec();
/// data.extend([0; 32]);
/// let index = AppData { marker: Marker::app(2), data };
///
/// let picture = Pixels::interleaved(&[90; 64], 8, 8, PixelFormat::Gray)?;
/// let options = Options::new(90)?;
/// let mut gain_map = Vec::new();
/// Encoder::new(options.clone()).encode(&picture, &mut gain_map)?;
/// let options = options.with_metadata(Metadata::default().with_applications(vec![index]));
/// let mut file = Vec::new();
/// Encoder::new(options).encode(&picture, &mut file)?;
/// mpf::append(&mut file, &[&gain_map])?;
/// assert_eq!(mpf::pictures(&file)?, [gain_map]);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
///
/// # Errors
/// [`MarkerError::Mpf`] if the index is broken, or lists what is no JPEG file, or lies outside of the file or within
/// another picture; the errors of [`Parts`].
pub fn pictures(file: &[u8]) -> Result<Vec<&[u8]>, MarkerError> {
    let Some(index) = Index::find(file)? else { return Ok(Vec::new()) };
    let number = |at: usize| index.order.number(&file[at..at + 4]) as usize;
    let starts = index.positions().map(|entry| index.base.saturating_add(number(entry + 8)));
    let mut further = index.positions().zip(starts).skip(1).peekable();
    let (mut pictures, mut end) = (Vec::new(), index.entries.end);
    while let Some((entry, from)) = further.next() {
        if from < end {
            return Err(index.fault(entry, "a picture lies within another one"));
        }
        let next = further.peek().map(|&(_, next)| next).filter(|next| *next > from);
        let most = next.map_or(file.len(), |next| next.min(file.len()));
        let rest = file.get(from..most).ok_or_else(|| index.fault(entry, "a picture lies outside of the file"))?;
        if !rest.starts_with(&Marker::SOI.bytes()) {
            return Err(index.fault(entry, "a picture does not begin with SOI"));
        }
        // Some writers state too large a size.
        let size = Some(number(entry + 4)).filter(|size| *size <= rest.len()).or_else(|| size(rest));
        let size =
            size.ok_or_else(|| index.fault(entry, "a picture ends outside of the file or within another one"))?;
        pictures.push(&rest[..size]);
        end = from + size;
    }
    Ok(pictures)
}

/// Returns the bytes of a picture from SOI to EOI; `None` if there is no EOI.
fn size(picture: &[u8]) -> Option<usize> {
    let is_end = |part: &Part| part.content == Content::Segment(Segment::Alone(Marker::EOI));
    let end = Parts::new(picture).map_while(Result::ok).find(is_end)?;
    usize::try_from(end.position + end.length).ok()
}

/// Appends pictures to a file whose index lists as many, and corrects the sizes and offsets of the index. See [`pictures`]
/// for an example.
///
/// # Errors
/// [`MarkerError::Mpf`] if the index is missing or broken, lists another number of pictures, or cannot state a size or an
/// offset, at most 2^32 - 1; in this case nothing is changed.
pub fn append(file: &mut Vec<u8>, pictures: &[impl AsRef<[u8]>]) -> Result<(), MarkerError> {
    let missing = MarkerError::Mpf { position: 0, reason: "it is missing" };
    let index = Index::find(file)?.ok_or(missing)?;
    let listed = index.positions().count();
    if listed != pictures.len() + 1 {
        return Err(index.fault(index.entries.start, "it lists another number of pictures"));
    }
    let mut numbers = vec![(file.len(), 0)];
    let mut from = file.len();
    for picture in pictures {
        let size = picture.as_ref().len();
        numbers.push((size, from - index.base));
        from += size;
    }
    let bytes = |number: usize, entry| {
        let number = u32::try_from(number).map_err(|_| index.fault(entry, "a picture begins or ends beyond 4 GB"))?;
        Ok(index.order.bytes(number))
    };
    let stated = index
        .positions()
        .zip(numbers)
        .map(|(entry, (size, offset))| Ok((entry, [bytes(size, entry)?, bytes(offset, entry)?])));
    for (entry, numbers) in stated.collect::<Result<Vec<_>, MarkerError>>()? {
        file[entry + 4..entry + 12].copy_from_slice(numbers.as_flattened());
    }
    pictures.iter().for_each(|picture| file.extend_from_slice(picture.as_ref()));
    Ok(())
}
