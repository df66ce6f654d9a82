//! [`AppIcc`]: APP2 "ICC_PROFILE", a chunk of a colour profile; [`collect`] joins the chunks. ICC.1:2022, B.4.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};
use std::collections::BTreeMap;

/// The bytes of a profile that fit one segment: 65533 less the identifier and two numbers.
const CHUNK: usize = 65533 - AppIcc::IDENTIFIER.len() - 2;

/// APP2 "ICC_PROFILE": chunk `chunk` of `count` of a colour profile.
///
/// ```
/// use codecs::jpeg::marker::{AppIcc, MarkerSegment};
/// let profile = vec![7; 100_000];
/// let chunks = AppIcc::split(&profile)?;
/// assert_eq!(chunks.len(), 2);
/// let mut out = Vec::new();
/// chunks[1].write(&mut out)?;
/// assert_eq!(out[4..18], *b"ICC_PROFILE\0\x02\x02");
/// assert_eq!(codecs::jpeg::marker::icc::collect(chunks.iter().map(|chunk| (0, chunk)))?, Some(profile));
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppIcc {
    /// The number of the chunk, from 1.
    pub chunk: u8,
    /// The number of chunks of the profile.
    pub count: u8,
    /// The bytes of this chunk; at most 65519.
    pub data: Vec<u8>,
}

impl AppIcc {
    /// The identifier at the beginning of the data.
    pub(super) const IDENTIFIER: &'static [u8] = b"ICC_PROFILE\0";

    /// Splits a profile of 1 to 255 * 65519 bytes into segments. See [`AppIcc`] for an example.
    ///
    /// # Errors
    /// [`MarkerError::IccSize`].
    pub fn split(profile: &[u8]) -> Result<Vec<AppIcc>, MarkerError> {
        let wrong = MarkerError::IccSize { bytes: profile.len(), most: 255 * CHUNK };
        let count = u8::try_from(profile.len().div_ceil(CHUNK)).ok().filter(|&count| count > 0).ok_or(wrong)?;
        let chunks = (1..=count).zip(profile.chunks(CHUNK));
        Ok(chunks.map(|(chunk, data)| AppIcc { chunk, count, data: data.to_vec() }).collect())
    }
}

impl MarkerSegment for AppIcc {
    fn marker(&self) -> Marker {
        Marker::app(2)
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.constant("identifier", Self::IDENTIFIER)?;
        io.u(8, "chunk", &mut self.chunk, 1..=255)?;
        io.u(8, "count", &mut self.count, i64::from(self.chunk.max(1))..=255)?;
        io.bytes("profile".into(), &mut self.data, None)
    }
}

/// Joins the chunks of a stream, each given with the position of its marker, to the profile; `None` if there are no
/// chunks. Chunks may come in any order. See [`AppIcc`] for an example.
///
/// # Errors
/// [`MarkerError::IccMissing`], [`MarkerError::IccChunk`]: a chunk is missing, occurs twice, or states another count
/// than the first.
pub fn collect<'a>(chunks: impl IntoIterator<Item = (u64, &'a AppIcc)>) -> Result<Option<Vec<u8>>, MarkerError> {
    let mut chunks: Vec<_> = chunks.into_iter().collect();
    let mut numbers = ChunkNumbers::default();
    chunks.iter().for_each(|(position, chunk)| numbers.add(*position, chunk));
    if numbers.check()?.is_none() {
        return Ok(None);
    }
    chunks.sort_by_key(|(_, chunk)| chunk.chunk);
    Ok(Some(chunks.iter().flat_map(|(_, chunk)| &chunk.data).copied().collect()))
}

/// The numbers of a profile's chunks, without their bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct ChunkNumbers {
    /// The count that the first chunk states.
    count: Option<u8>,
    /// Position and count of the first and the second chunk with each number. Further ones do not change the result.
    chunks: BTreeMap<u8, [Option<(u64, u8)>; 2]>,
    bytes: u64,
}

/// The size of a complete profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProfileSize {
    pub(super) chunks: u64,
    pub(super) bytes: u64,
}

impl ChunkNumbers {
    /// Adds a chunk whose marker is at byte `position`.
    pub(super) fn add(&mut self, position: u64, chunk: &AppIcc) {
        self.count.get_or_insert(chunk.count);
        self.bytes += chunk.data.len() as u64;
        let seen = self.chunks.entry(chunk.chunk).or_default();
        if let Some(free) = seen.iter_mut().find(|seen| seen.is_none()) {
            *free = Some((position, chunk.count));
        }
    }

    /// Returns the size of the profile; `None` if there are no chunks.
    ///
    /// # Errors
    /// See [`collect`].
    pub(super) fn check(&self) -> Result<Option<ProfileSize>, MarkerError> {
        let Some(expected_count) = self.count else { return Ok(None) };
        let mut expected = 1;
        for (&chunk, seen) in &self.chunks {
            for &(position, count) in seen.iter().flatten() {
                if u16::from(chunk) != expected || count != expected_count {
                    return Err(MarkerError::IccChunk { position, chunk, count, expected, expected_count });
                }
                expected += 1;
            }
        }
        if expected <= u16::from(expected_count) {
            return Err(MarkerError::IccMissing { chunk: expected, count: expected_count });
        }
        Ok(Some(ProfileSize { chunks: u64::from(expected) - 1, bytes: self.bytes }))
    }
}
