//! [`EntropySegment`]: a bit writer for entropy-coded data, with byte stuffing. T.81 B.1.1.5, F.1.2.3, Figure F.15.

use crate::shared::dispatch::dispatch_wide;
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, u8x64};
use std::io::{self, Write};

/// Masks to find an `FF` among eight bytes at once: a one in each byte, and the top bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The maximum number of bytes that one [`Burst`] writes, and that are written at once.
const ROOM: usize = 512;
const MOST_ROOM: usize = 2 * CODE_BYTES + LANES;

/// The number of 64-bit words that a [`Burst`] joins, with 64 bytes of room after them if every byte is stuffed; and of
/// bytes that are joined between two writes to the sink.
const WORDS: usize = (ROOM - 64) / 16;
const JOINED: usize = 1 << 15;

/// The codes of up to 32 bits that are joined before bytes are stuffed, and room for their bytes and those before them.
pub(super) const CODES: usize = 120;
const CODE_BYTES: usize = 512;

/// Bytes that are compared with `FF` at once.
const LANES: usize = 64;

/// Entropy-coded bytes, written bit by bit. A stuffed `00` follows each `FF`, so that no marker can occur among them.
///
/// Bits are gathered in a 64-bit word and written eight bytes at a time. Eight bytes without an `FF` are the common
/// case and need no stuffing. The encoder's own tokens are joined many at a time before bytes are stuffed.
/// `bitstream_io::BitWriter` takes 4.8 times as long for the same codes, even without byte stuffing (`benches/peers/bits`).
///
/// ```
/// use codecs::jpeg::EntropySegment;
/// let mut segment = EntropySegment::new();
/// segment.put(0b1111_1111_010, 11);
/// assert_eq!(segment.finish(), [0xFF, 0x00, 0b0101_1111]); // the last byte is filled up with ones
/// ```
#[derive(Clone, Debug, Default)]
pub struct EntropySegment {
    /// The bytes written, followed by room for more.
    buffer: Vec<u8>,
    len: usize,
    bits: Bits,
    /// `true` for a part, whose first bit may lie anywhere in a byte: its bytes are not stuffed.
    raw: bool,
    /// The end of the bits without stuffing, if a restart marker has ended them.
    head: Option<Head>,
}

/// The bits of a part before its first restart marker.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// The bytes written.
    len: usize,
    /// The bits after them.
    bits: Bits,
}

/// The bits that do not fill the 64-bit word yet.
#[derive(Clone, Copy, Debug, Default)]
struct Bits {
    /// The most recent bits, the last one lowest.
    word: u64,
    /// The number of bits of `word` in use: 0 to 63.
    taken: u32,
}

impl EntropySegment {
    /// Returns an empty segment. See [`EntropySegment`] for an example.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty segment with room for `bytes` bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        EntropySegment { buffer: vec![0; bytes + MOST_ROOM], ..Self::default() }
    }

    /// Appends the lowest `n` bits of `bits`, 0 to 32; the higher bits must be 0. See [`EntropySegment`] for an
    /// example.
    #[inline(always)]
    pub fn put(&mut self, bits: u32, n: u32) {
        let mut burst = self.burst();
        burst.put(bits, n);
        burst.end();
    }

    /// Begins to append up to 2048 bits, the most a block can have, with the state kept in registers.
    ///
    /// ```
    /// use codecs::jpeg::EntropySegment;
    /// let mut segment = EntropySegment::new();
    /// let mut burst = segment.burst();
    /// (0..4).for_each(|_| burst.put(5, 4));
    /// burst.end();
    /// assert_eq!(segment.finish(), [0x55, 0x55]);
    /// ```
    #[inline(always)]
    pub fn burst(&mut self) -> Burst<'_> {
        if self.buffer.len() - self.len < ROOM {
            self.grow();
        }
        let room = self.buffer[self.len..].first_chunk_mut().expect("there is room now");
        Burst { bits: self.bits, room, len: 0, raw: self.raw, kept: &mut self.bits, total: &mut self.len }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.buffer.resize(2 * self.buffer.len() + MOST_ROOM, 0);
    }

    /// Appends the code of each item: its bits and their number, 0 to 32. Codes that are put together have at most 57 bits.
    ///
    /// `TOGETHER` codes are followed by a write of eight bytes, of which the next one overwrites those that are not full. No
    /// branch depends on the number of bits, which the processor could not foresee.
    #[inline(always)]
    pub(super) fn put_codes<const TOGETHER: usize, S: Simd, T: Copy>(
        &mut self,
        simd: S,
        items: &[T],
        code: impl Fn(T) -> (u32, u32),
    ) {
        let mut bytes = [0; CODE_BYTES + 2 * LANES];
        for items in items.chunks(CODES) {
            let Bits { mut word, mut taken } = self.bits;
            // The bits in use become the highest ones; those behind them are overwritten, or left out.
            bytes[..8].copy_from_slice(&word.rotate_right(taken).to_be_bytes());
            let mut len = taken as usize / 8;
            taken %= 8;
            let mut put = |bits: u64, n: u32| {
                word = word << n | bits;
                taken += n;
                debug_assert!(taken <= 64, "{n} bits do not fit into a word");
                bytes[len % CODE_BYTES..][..8].copy_from_slice(&word.rotate_right(taken).to_be_bytes());
                len += taken as usize / 8;
                taken %= 8;
            };
            let (groups, last) = items.as_chunks::<TOGETHER>();
            for group in groups {
                let join = |(bits, n), (b, m)| (bits << m | u64::from(b), n + m);
                let (bits, n) = group.map(&code).into_iter().fold((0, 0), join);
                put(bits, n);
            }
            for (bits, n) in last.iter().map(|&item| code(item)) {
                put(bits.into(), n);
            }
            self.bits = Bits { word, taken };
            if self.buffer.len() - self.len < MOST_ROOM {
                self.grow();
            }
            let room = &mut self.buffer[self.len..];
            if self.raw {
                room[..CODE_BYTES].copy_from_slice(&bytes[..CODE_BYTES]);
                self.len += len;
            } else {
                self.len += stuff_all(simd, room, &bytes, len);
            }
        }
    }

    /// Fills the last byte up with ones (F.1.2.3), as required before a marker.
    pub fn align(&mut self) {
        let n = self.bits.taken.next_multiple_of(8) - self.bits.taken;
        self.put((1 << n) - 1, n);
        let mut burst = self.burst();
        let Bits { word, taken } = core::mem::take(&mut burst.bits);
        let bytes = word.checked_shl(64 - taken).unwrap_or(0).to_be_bytes();
        burst.len = stuff(burst.room, burst.len, &bytes[..taken as usize / 8], false);
        burst.end();
    }

    /// Fills the last byte up with ones and appends the restart marker number `n` modulo 8 (B.1.1.3: RST0 to RST7).
    ///
    /// ```
    /// use codecs::jpeg::EntropySegment;
    /// let mut segment = EntropySegment::new();
    /// segment.put(0, 1);
    /// segment.restart(9);
    /// assert_eq!(segment.finish(), [0x7F, 0xFF, 0xD1]);
    /// ```
    pub fn restart(&mut self, n: usize) {
        if self.raw {
            // What follows begins a byte wherever the part lies.
            self.head = Some(Head { len: self.len, bits: core::mem::take(&mut self.bits) });
            self.raw = false;
        }
        self.align();
        let burst = self.burst();
        burst.room[..2].copy_from_slice(&[0xFF, 0xD0 + (n % 8) as u8]);
        *burst.total += 2;
    }

    /// Writes the complete bytes to a sink and clears them.
    ///
    /// ```
    /// use codecs::jpeg::EntropySegment;
    /// let (mut segment, mut sink) = (EntropySegment::new(), Vec::new());
    /// (0..9).for_each(|_| segment.put(1, 8));
    /// segment.drain_to(&mut sink)?;
    /// assert_eq!((sink.len(), segment.finish()), (8, vec![1]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the sink.
    pub fn drain_to(&mut self, sink: &mut dyn Write) -> io::Result<()> {
        sink.write_all(&self.buffer[..core::mem::take(&mut self.len)])
    }

    /// Clears the segment and begins a part of entropy-coded data, whose first bit may lie anywhere in a byte. Nothing is
    /// stuffed before the first restart marker; [`join`](EntropySegment::join) does it.
    pub(super) fn begin_part(&mut self) {
        (self.len, self.bits, self.raw, self.head) = (0, Bits::default(), true, None);
    }

    /// Appends a part and writes the complete bytes to a sink.
    ///
    /// # Errors
    /// The errors of the sink.
    pub(super) fn join(&mut self, part: &EntropySegment, sink: &mut dyn Write) -> io::Result<()> {
        let head = part.head.unwrap_or(Head { len: part.len, bits: part.bits });
        for bytes in part.buffer[..head.len].chunks(JOINED) {
            let (words, rest) = bytes.as_chunks();
            dispatch_wide!(Level::new(), simd => self.put_words(simd, words));
            rest.iter().for_each(|&byte| self.put(byte.into(), 8));
            self.drain_to(sink)?;
        }
        let Bits { word, taken } = head.bits;
        let rest = word & ((1 << taken) - 1);
        self.put((rest >> 32) as u32, taken.saturating_sub(32));
        self.put(rest as u32, taken.min(32));
        if part.head.is_some() {
            self.align();
        }
        self.drain_to(sink)?;
        if part.head.is_some() {
            sink.write_all(&part.buffer[head.len..part.len])?;
            self.bits = part.bits;
        }
        Ok(())
    }

    /// Appends words of 64 bits.
    #[inline(always)]
    fn put_words<S: Simd>(&mut self, simd: S, words: &[[u8; 8]]) {
        for words in words.chunks(WORDS) {
            let mut burst = self.burst();
            let (eights, rest) = words.as_chunks::<8>();
            for words in eights {
                burst.put_eight(simd, words.map(u64::from_be_bytes));
            }
            for &word in rest {
                burst.put_word(u64::from_be_bytes(word));
            }
            burst.end();
        }
    }

    /// Returns the bytes, the last one filled up with ones. See [`EntropySegment`] for an example.
    pub fn finish(mut self) -> Vec<u8> {
        self.align();
        self.buffer.truncate(self.len);
        self.buffer
    }
}

/// Up to 2048 bits being appended to an [`EntropySegment`]. [`end`](Burst::end) makes them part of it. Made by
/// [`EntropySegment::burst`].
pub struct Burst<'s> {
    bits: Bits,
    room: &'s mut [u8; ROOM],
    len: usize,
    raw: bool,
    kept: &'s mut Bits,
    total: &'s mut usize,
}

impl Burst<'_> {
    /// Appends the lowest `n` bits of `bits`, 0 to 32; the higher bits must be 0.
    #[inline(always)]
    pub fn put(&mut self, bits: u32, n: u32) {
        debug_assert!(n <= 32 && (n == 32 || bits >> n == 0), "{bits:#x} has more than {n} bits");
        let Bits { word, taken } = self.bits;
        let sum = taken + n;
        if sum < 64 {
            self.bits = Bits { word: (word << n) | u64::from(bits), taken: sum };
        } else {
            let over = sum - 64;
            self.write((word << (n - over)) | (u64::from(bits) >> over));
            self.bits = Bits { word: u64::from(bits), taken: over };
        }
    }

    /// Appends 64 bits.
    #[inline(always)]
    fn put_word(&mut self, bits: u64) {
        let Bits { word, taken } = self.bits;
        self.write(word.checked_shl(64 - taken).unwrap_or(0) | bits >> taken);
        self.bits = Bits { word: bits, taken };
    }

    /// Appends eight times 64 bits.
    #[inline(always)]
    fn put_eight<S: Simd>(&mut self, simd: S, bits: [u64; 8]) {
        let Bits { word, taken } = self.bits;
        let mut before = [word; 8];
        before[1..].copy_from_slice(&bits[..7]);
        let mut bytes = [[0; LANES]; 2];
        for (bytes, (before, bits)) in bytes[0].as_chunks_mut::<8>().0.iter_mut().zip(before.iter().zip(&bits)) {
            *bytes = (before << 1 << (63 - taken) | bits >> taken).to_be_bytes();
        }
        self.len += stuff_all(simd, &mut self.room[self.len..], bytes.as_flattened(), LANES);
        self.bits = Bits { word: bits[7], taken };
    }

    /// Writes eight bytes.
    #[inline(always)]
    fn write(&mut self, full: u64) {
        // A byte is FF when its top bit is set and adding one clears it.
        self.len = if full & TOPS & !full.wrapping_add(ONES) == 0 {
            self.room[self.len..][..8].copy_from_slice(&full.to_be_bytes());
            self.len + 8
        } else {
            stuff(self.room, self.len, &full.to_be_bytes(), self.raw)
        };
    }

    /// Makes the bits part of the segment.
    #[inline(always)]
    pub fn end(self) {
        *self.kept = self.bits;
        *self.total += self.len;
    }
}

/// Writes the first `count` of `bytes` to `room`, with a `00` after each `FF`, and returns the number of bytes written: 64 bytes
/// at once, and after each `FF` those that follow it once more. The slices are longer than what counts by [`LANES`] or more.
#[inline(always)]
fn stuff_all<S: Simd>(simd: S, room: &mut [u8], bytes: &[u8], count: usize) -> usize {
    let mut len = 0;
    for (at, first) in (0..count).step_by(LANES).zip(bytes.chunks_exact(LANES)) {
        let here = LANES.min(count - at);
        let mut left = u8x64::from_slice(simd, first).simd_eq(u8x64::splat(simd, 0xFF)).to_bitmask();
        left &= u64::MAX >> (LANES - here);
        room[len..][..LANES].copy_from_slice(first);
        let mut from = 0;
        while left != 0 {
            let next = left.trailing_zeros() as usize + 1;
            left &= left - 1;
            len += next - from;
            room[len] = 0;
            len += 1;
            from = next;
            room[len..][..LANES].copy_from_slice(&bytes[at + from..][..LANES]);
        }
        len += here - from;
    }
    len
}

/// Writes bytes to `room` from `len` on, with a `00` after each `FF` unless they are `raw`; returns the new length.
#[cold]
#[inline(never)]
fn stuff(room: &mut [u8; ROOM], mut len: usize, bytes: &[u8], raw: bool) -> usize {
    if raw {
        room[len..][..bytes.len()].copy_from_slice(bytes);
        return len + bytes.len();
    }
    for &byte in bytes {
        room[len] = byte;
        len += 1;
        if byte == 0xFF {
            room[len] = 0;
            len += 1;
        }
    }
    len
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitstream_io::{BigEndian, BitWrite, BitWriter};
    use noise::Noise;

    /// Returns the bytes by definition: all bits, filled up with ones, with a zero byte after each `FF`.
    fn plain(puts: &[(u32, u32)]) -> Vec<u8> {
        let mut bits = BitWriter::endian(Vec::new(), BigEndian);
        puts.iter().for_each(|&(v, n)| bits.write_var(n, v).expect("memory takes everything"));
        while !bits.byte_aligned() {
            bits.write_bit(true).expect("memory takes everything");
        }
        bits.into_writer().into_iter().flat_map(|b| if b == 0xFF { vec![b, 0] } else { vec![b] }).collect()
    }

    #[test]
    fn bits_come_out_as_bit_by_bit() {
        let mut noise = Noise::new(1);
        for round in 0..300 {
            let mut puts = Vec::new();
            for _ in 0..round {
                let n = noise.below(33) as u32;
                let ones = noise.below(4) == 0; // FF bytes occur
                let v = if ones { u32::MAX } else { noise.bits() };
                puts.push((if n == 32 { v } else { v & ((1 << n) - 1) }, n));
            }
            let mut segment = EntropySegment::new();
            puts.iter().for_each(|&(v, n)| segment.put(v, n));
            assert_eq!(segment.finish(), plain(&puts));
        }
    }

    #[test]
    fn codes_come_out_as_bit_by_bit() {
        let mut noise = Noise::new(3);
        for round in 0..400 {
            let mut segment = EntropySegment::new();
            let mut puts = Vec::new();
            for _ in 0..noise.below(4) {
                // Codes of 28 bits are joined in pairs, longer ones are written alone; some follow single puts. A symbol that is
                // not in a table has no bits.
                let most = if round % 2 == 0 { 28 } else { 32 };
                let (ones, none) = (noise.below(3) == 0, noise.below(4) == 0);
                let mut code = || {
                    let n = if none { 0 } else { noise.below(most + 1) as u32 };
                    ((if ones { u32::MAX } else { noise.bits() }).checked_shr(32 - n).unwrap_or(0), n)
                };
                let single = code();
                segment.put(single.0, single.1);
                let codes: Vec<(u32, u32)> = (0..round).map(|_| code()).collect();
                dispatch_wide!(Level::new(), simd => match most {
                    28 => segment.put_codes::<2, _, _>(simd, &codes, |code| code),
                    _ => segment.put_codes::<1, _, _>(simd, &codes, |code| code),
                });
                puts.push(single);
                puts.extend(codes);
            }
            assert!(segment.finish() == plain(&puts), "{round}");
        }
    }

    /// Puts bits, most of them ones so that bytes of `FF` occur, and now and then a restart marker.
    fn put_some(noise: &mut Noise, some: usize, mut put: impl FnMut(Option<(u32, u32)>)) {
        for _ in 0..some {
            let n = noise.below(32) as u32;
            let ones = noise.below(3) > 0;
            let bits = if ones { u32::MAX } else { noise.bits() } & ((1 << n) - 1);
            put((noise.below(40) > 0).then_some((bits, n)));
        }
    }

    #[test]
    fn joined_parts_are_the_segment_written_at_once() {
        let mut noise = Noise::new(2);
        let (mut joined, mut part) = (EntropySegment::new(), EntropySegment::new());
        for _ in 0..200 {
            let (mut whole, mut bytes) = (EntropySegment::new(), Vec::new());
            for _ in 0..noise.below(6) {
                part.begin_part();
                // Some parts are empty, others longer than the words of several bursts.
                let some = [0, 1, 5, 300][noise.below(4)];
                put_some(&mut noise, some, |put| {
                    match put {
                        // A run of codes leaves a part that is not whole words.
                        Some((bits, n @ 20..)) => {
                            whole.put(bits, n);
                            dispatch_wide!(Level::new(), simd => part.put_codes::<1, _, _>(simd, &[(bits, n)], |code| code));
                        }
                        Some((bits, n)) => [&mut whole, &mut part].into_iter().for_each(|segment| segment.put(bits, n)),
                        None => [&mut whole, &mut part].into_iter().for_each(|segment| segment.restart(3)),
                    }
                });
                joined.join(&part, &mut bytes).expect("memory takes everything");
            }
            joined.align();
            joined.drain_to(&mut bytes).expect("memory takes everything");
            assert_eq!(bytes, whole.finish());
        }
    }
}
