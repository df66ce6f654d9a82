//! `--json`: one object per file on standard output. Objects are in the order of the inputs, each written as soon as
//! all before it are.

use crate::console::name;
use crate::error::Error;
use crate::job::Job;
use crate::kinds::Kinds;
use crate::output;
use crate::psnr::Psnr;
use codecs::jpeg::IjgQuality;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The facts about a written file.
pub(crate) struct Outcome {
    pub(crate) input: String,
    pub(crate) output: String,
    pub(crate) codec: &'static str,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) frames: u64,
    pub(crate) bytes: u64,
    /// The bytes read from the input; for video those of the samples alone.
    pub(crate) bytes_in: u64,
    pub(crate) seconds: f64,
    pub(crate) psnr: Option<Psnr>,
    pub(crate) detail: Detail,
    pub(crate) verified_by: Option<String>,
}

/// The facts that only files of one kind have.
pub(crate) enum Detail {
    /// JPEG.
    Picture {
        quality: Option<IjgQuality>,
        /// The number of bits per sample.
        precision: u8,
        /// The predictor of a lossless file.
        predictor: Option<u8>,
    },
    /// H.264.
    Video {
        /// A number of frames, and the seconds that they take.
        frame_rate: (u32, u32),
        /// The constant quantiser; `None` with a rate factor.
        qp: Option<u8>,
        /// The rate factor.
        crf: Option<f64>,
        /// The pictures by kind.
        kinds: Box<Kinds>,
        /// The SSIM of Y, Cb, Cr and all planes, if it was measured and the planes are not too small.
        ssim: Option<[Option<f64>; 4]>,
    },
}

impl Outcome {
    /// Returns the number of pixels of the picture.
    pub(crate) fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// Returns the bit rate of the clip in kilobits per second.
    pub(crate) fn kilobits_per_second(&self, (frames, seconds): (u32, u32)) -> f64 {
        let duration = self.frames as f64 * f64::from(seconds) / f64::from(frames);
        self.bytes as f64 * 8.0 / 1000.0 / duration
    }

    /// Returns the JSON object of a written file.
    pub(crate) fn json(&self) -> Value {
        let psnr = self.psnr.map(|psnr| {
            let [u, v] = psnr.chroma.map_or([None; 2], |[u, v]| [Some(rounded(u, 4)), Some(rounded(v, 4))]);
            json!({ "y": rounded(psnr.y, 4), "u": u, "v": v, "all": rounded(psnr.all, 4) })
        });
        let common = json!({
            "input": self.input,
            "output": self.output,
            "codec": self.codec,
            "width": self.width,
            "height": self.height,
            "frames": self.frames,
            "bytes": self.bytes,
            "seconds": rounded(self.seconds, 6),
            "psnr": psnr,
        });
        let detail = match &self.detail {
            Detail::Picture { quality, precision, predictor } => json!({
                "bits_per_pixel": rounded(self.bytes as f64 * 8.0 / self.pixels() as f64, 6),
                "quality": quality.map(number),
                "precision": precision,
                "predictor": predictor,
            }),
            Detail::Video { frame_rate, qp, crf, kinds, ssim } => json!({
                "frames_per_second": rounded(f64::from(frame_rate.0) / f64::from(frame_rate.1), 6),
                "kilobits_per_second": rounded(self.kilobits_per_second(*frame_rate), 3),
                "qp": qp,
                "crf": crf,
                "kinds": kinds.json(),
                "ssim": ssim.map(|ssim| {
                    let [y, u, v, all] = ssim.map(|ssim| ssim.map(|ssim| rounded(ssim, 6)));
                    json!({ "y": y, "u": u, "v": v, "all": all })
                }),
            }),
        };
        let parts = [common, detail, json!({ "verified_by": self.verified_by })];
        parts
            .into_iter()
            .filter_map(|part| if let Value::Object(part) = part { Some(part) } else { None })
            .flatten()
            .collect()
    }
}

/// Returns a quality as a JSON number, whole or with one decimal.
fn number(quality: IjgQuality) -> Value {
    match (quality.tenths() / 10, quality.tenths() % 10) {
        (whole, 0) => json!(whole),
        _ => json!(f64::from(quality.tenths()) / 10.0),
    }
}

fn rounded(number: f64, digits: i32) -> f64 {
    (number * 10_f64.powi(digits)).round() / 10_f64.powi(digits)
}

/// Returns the JSON object of an output that was kept and not encoded.
pub(crate) fn skipped(job: &Job) -> Value {
    json!({ "input": name(&job.input), "output": name(&job.output), "codec": job.codec.name(), "skipped": true })
}

/// A queue that writes objects in the order of the inputs.
#[derive(Default)]
pub(crate) struct Report(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    next: usize,
    /// The waiting lines by the index of their input; `None` for a file that failed.
    lines: BTreeMap<usize, Option<String>>,
}

impl Report {
    /// Adds the object of the input at index `place`, `None` if it failed, and writes all objects that are next in
    /// order.
    pub(crate) fn add(&self, place: usize, object: Option<Value>) -> Result<(), Error> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.lines.insert(place, object.map(|object| format!("{object}\n")));
        while let Some(line) = {
            let next = waiting.next;
            waiting.lines.remove(&next)
        } {
            waiting.next += 1;
            if let Some(line) = line {
                output::put_on_stdout(line.as_bytes())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_has_the_keys_that_are_promised() {
        let outcome = Outcome {
            input: "a \"b\".png".to_owned(),
            output: "b.jpg".to_owned(),
            codec: "jpeg",
            width: 4,
            height: 2,
            frames: 1,
            bytes: 100,
            bytes_in: 50,
            seconds: 0.25,
            psnr: Some(Psnr { y: 40.0, chroma: None, all: 40.0 }),
            detail: Detail::Picture { quality: None, precision: 8, predictor: None },
            verified_by: None,
        };
        let expected =
            r#"{"input":"a \"b\".png","output":"b.jpg","codec":"jpeg","width":4,"height":2,"frames":1,"bytes":100,"#
                .to_owned()
                + r#""seconds":0.25,"psnr":{"y":40.0,"u":null,"v":null,"all":40.0},"bits_per_pixel":100.0,"#
                + r#""quality":null,"precision":8,"predictor":null,"verified_by":null}"#;
        assert_eq!(outcome.json().to_string(), expected);
    }
}
