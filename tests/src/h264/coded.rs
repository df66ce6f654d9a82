//! [`Coded`]: a clip encoded by our encoder; [`Judges`]: a check of it by independent decoders.

use super::clips::Clip;
use super::decoders::{ffmpeg, has_ffmpeg, openh264, rusty_h264};
use codecs::h264::decide::{Forced, ModeDecision, Prescription, RateDistortion};
use codecs::h264::picture::Picture;
use codecs::h264::syntax::Stream;
use codecs::h264::{AccessUnit, H264Error, Options, Request, Session};
use codecs::shared::trace::Trace;
use codecs::spaces::row_and_column;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// A clip encoded by our encoder.
#[derive(Clone, Debug, PartialEq)]
pub struct Coded {
    /// The options of the encoder.
    pub options: Options,
    /// All access units, as a byte stream.
    pub stream: Vec<u8>,
    /// Our reconstruction, cropped, in display order and in the layout of [`Clip::frames`].
    pub frames: Vec<Vec<u8>>,
    /// `true` if there are `I_PCM` macroblocks.
    pub has_pcm: bool,
}

/// A trace that notes whether a macroblock is `I_PCM`.
struct HasPcm(bool);

impl Trace for HasPcm {
    fn element(&mut self, _position_bits: u64, _bits: u32, name: &str, _value: i64) {
        self.0 |= name.starts_with("pcm_sample");
    }

    fn structure(&mut self, _position_bits: u64, _name: &str) {}
}

impl Coded {
    /// Encodes a clip with the encoder's own decisions.
    ///
    /// # Errors
    /// Errors of the session.
    pub fn by_default(options: &Options, clip: &Clip) -> Result<Self, H264Error> {
        options.check()?;
        Self::push_all(options, RateDistortion::new(options), clip, |_| ())
    }

    /// Encodes a clip with prescribed macroblocks: `plan(picture, [row, column])`, row and column counting macroblocks.
    ///
    /// # Errors
    /// Errors of the session.
    pub fn by_plan(
        options: &Options,
        clip: &Clip,
        plan: impl Fn(usize, [isize; 2]) -> Prescription + Sync,
    ) -> Result<Self, H264Error> {
        let picture = AtomicUsize::new(0);
        let decision = Forced(|mb| plan(picture.load(Ordering::Relaxed), row_and_column(&mb)));
        Self::push_all(options, decision, clip, |n| picture.store(n, Ordering::Relaxed))
    }

    fn push_all(
        options: &Options,
        decision: impl ModeDecision + Sync,
        clip: &Clip,
        before: impl Fn(usize),
    ) -> Result<Self, H264Error> {
        let mut session = Session::with_decision(options.clone(), decision)?;
        Self::by_session(&mut session, clip, |n| {
            before(n);
            Request::default()
        })
    }

    /// Encodes a clip by a session, picture `n` with a request.
    ///
    /// # Errors
    /// Errors of the session.
    pub fn by_session<D: ModeDecision + Sync>(
        session: &mut Session<D>,
        clip: &Clip,
        request: impl Fn(usize) -> Request,
    ) -> Result<Self, H264Error> {
        let options = session.options().clone();
        let frames = vec![Vec::new(); clip.frames.len()];
        let mut coded = Coded { options, stream: Vec::new(), frames, has_pcm: false };
        let mut has_pcm = HasPcm(false);
        let mut take = |unit: AccessUnit| {
            coded.stream.extend(unit.byte_stream());
            coded.frames[unit.display as usize] = cropped(unit.reconstruction(), clip.size);
            coded.stream.len() as u64
        };
        let mut from = 0;
        for n in 0..clip.frames.len() {
            for unit in session.push_traced(&clip.pixels(n)?, &request(n), from, &mut has_pcm)? {
                from = take(unit);
            }
        }
        while let Some(unit) = session.finish_next_traced(from, &mut has_pcm)? {
            from = take(unit);
        }
        coded.has_pcm = has_pcm.0;
        Ok(coded)
    }
}

/// Copies the first rows and columns of a picture: I420, or luma only.
fn cropped(picture: &Picture, [height, width]: [usize; 2]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(height * width * 3 / 2);
    for y in 0..height {
        frame.extend_from_slice(&picture.luma.view().line(y as isize).expect("a row")[..width]);
    }
    for plane in picture.chroma.iter().flatten() {
        for y in 0..height.div_ceil(2) {
            frame.extend_from_slice(&plane.view().line(y as isize).expect("a row")[..width.div_ceil(2)]);
        }
    }
    frame
}

/// A comparison of our streams with independent decoders, and its counters.
pub struct Judges {
    name: &'static str,
    ffmpeg: bool,
    begin: Instant,
    streams: usize,
    pictures: usize,
    compared: [usize; 3],
    failures: Vec<String>,
}

impl Judges {
    /// Starts a comparison.
    pub fn new(name: &'static str) -> Self {
        let (ffmpeg, begin) = (has_ffmpeg(), Instant::now());
        Judges { name, ffmpeg, begin, streams: 0, pictures: 0, compared: [0; 3], failures: Vec::new() }
    }

    /// Decodes a stream with all decoders that support it; our own reader must not report a violation. Failures are
    /// collected for [`Judges::finish`].
    pub fn judge(&mut self, what: impl Fn() -> String, coded: Result<Coded, H264Error>) {
        let coded = match coded {
            Ok(coded) => coded,
            Err(error) => return self.failures.push(format!("{}: {error}", what())),
        };
        self.streams += 1;
        self.pictures += coded.frames.len();
        let complaints: Vec<_> = match Stream::read(&coded.stream) {
            Ok(stream) => stream.complaints().map(ToString::to_string).collect(),
            Err(error) => vec![error.to_string()],
        };
        let mut wrong: Vec<_> = complaints.into_iter().map(|text| format!("our reader: {text}")).collect();
        let Options { height, width, monochrome, .. } = coded.options;
        if self.ffmpeg {
            let theirs = ffmpeg(&coded.stream, [height, width], monochrome);
            wrong.extend(difference(&coded, theirs).map(|text| format!("ffmpeg: {text}")));
            self.compared[0] += coded.frames.len();
        }
        // rusty_h264 filters the edges of `I_PCM` macroblocks with another QP than 0 (8.7.2.2).
        if coded.options.b_frames > 0 && !monochrome && !coded.has_pcm {
            let theirs = rusty_h264(&coded.stream);
            wrong.extend(difference(&coded, theirs).map(|text| format!("rusty_h264: {text}")));
            self.compared[2] += coded.frames.len();
        }
        // openh264 crops monochrome pictures wrongly, reads chroma samples of their `I_PCM` macroblocks, does not
        // support larger pictures, and filters B pictures wrongly.
        let is_read = !monochrome || height % 16 + width % 16 == 0 && !coded.has_pcm;
        if is_read && coded.options.b_frames == 0 && height.max(width) <= 4096 {
            let mut theirs = openh264(&coded.stream);
            if let (Ok(frames), true) = (&mut theirs, monochrome) {
                frames.iter_mut().for_each(|frame| frame.truncate(height * width));
            }
            wrong.extend(difference(&coded, theirs).map(|text| format!("openh264: {text}")));
            self.compared[1] += coded.frames.len();
        }
        self.failures.extend(wrong.into_iter().map(|text| format!("{}: {text}", what())));
    }

    /// Prints the counters.
    ///
    /// # Panics
    /// If a comparison failed.
    pub fn finish(self) {
        let Judges { name, streams, pictures, compared: [ffmpeg, openh264, rusty], failures, .. } = &self;
        let seconds = self.begin.elapsed().as_secs_f32();
        println!(
            "{name}: {streams} streams, {pictures} pictures; {ffmpeg} by ffmpeg, {openh264} by openh264, {rusty} by \
             rusty_h264; {seconds:.1} s"
        );
        let first: Vec<_> = failures.iter().take(20).map(String::as_str).collect();
        assert!(failures.is_empty(), "{name}: {} failures\n{}", failures.len(), first.join("\n"));
    }
}

/// Describes the first difference between frames.
fn difference(coded: &Coded, theirs: Result<Vec<Vec<u8>>, String>) -> Option<String> {
    let theirs = match theirs {
        Ok(theirs) => theirs,
        Err(error) => return Some(error.trim().chars().take(300).collect()),
    };
    let Options { height, width, .. } = coded.options;
    for (n, (a, b)) in coded.frames.iter().zip(&theirs).enumerate() {
        if a.len() != b.len() {
            return Some(format!("picture {n}: {} samples, and {} of theirs", a.len(), b.len()));
        }
        if let Some(k) = a.iter().zip(b).position(|(a, b)| a != b) {
            let (luma, half) = (height * width, width.div_ceil(2));
            let chroma = luma / 4;
            let place = match k.checked_sub(luma) {
                None => format!("luma [{}, {}]", k / width, k % width),
                Some(k) => format!("chroma {} [{}, {}]", k / chroma, k % chroma / half, k % half),
            };
            return Some(format!("picture {n}, {place}: {} and not {}", b[k], a[k]));
        }
    }
    let (ours, theirs) = (coded.frames.len(), theirs.len());
    (ours != theirs).then(|| format!("{theirs} pictures, and not {ours}"))
}
