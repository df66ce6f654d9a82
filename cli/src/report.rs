//! `--json`: one object a file on standard output, in the order of the inputs, each as soon as those before it are done.

use crate::error::Error;
use crate::output;
use crate::psnr::Psnr;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What is known of a file that was written.
pub(crate) struct Outcome {
    pub(crate) input: String,
    pub(crate) output: String,
    pub(crate) codec: &'static str,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: usize,
    pub(crate) seconds: f64,
    pub(crate) quality: Option<u8>,
    /// Bits a sample.
    pub(crate) precision: u8,
    /// Of a lossless file.
    pub(crate) predictor: Option<u8>,
    pub(crate) psnr: Option<Psnr>,
    pub(crate) verified_by: Option<String>,
}

impl Outcome {
    /// Pixels of the picture.
    pub(crate) fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    fn json(&self) -> Value {
        let rounded = |number: f64, digits: i32| (number * 10_f64.powi(digits)).round() / 10_f64.powi(digits);
        let psnr = self.psnr.map(|psnr| {
            let [u, v] = psnr.chroma.map_or([None; 2], |[u, v]| [Some(rounded(u, 4)), Some(rounded(v, 4))]);
            json!({ "y": rounded(psnr.y, 4), "u": u, "v": v, "all": rounded(psnr.all, 4) })
        });
        json!({
            "input": self.input,
            "output": self.output,
            "codec": self.codec,
            "width": self.width,
            "height": self.height,
            "frames": 1,
            "bytes": self.bytes,
            "seconds": rounded(self.seconds, 6),
            "psnr": psnr,
            "bits_per_pixel": rounded(self.bytes as f64 * 8.0 / self.pixels() as f64, 6),
            "quality": self.quality,
            "precision": self.precision,
            "predictor": self.predictor,
            "verified_by": self.verified_by,
        })
    }
}

/// Objects that wait for those before them.
#[derive(Default)]
pub(crate) struct Report(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    next: usize,
    /// By the place of the input; nothing for a file that failed.
    lines: BTreeMap<usize, Option<String>>,
}

impl Report {
    /// Takes what became of the input at a place, and writes what can be written.
    pub(crate) fn add(&self, place: usize, outcome: Option<&Outcome>) -> Result<(), Error> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.lines.insert(place, outcome.map(|outcome| format!("{}\n", outcome.json())));
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
            bytes: 100,
            seconds: 0.25,
            quality: None,
            precision: 8,
            predictor: None,
            psnr: Some(Psnr { y: 40.0, chroma: None, all: 40.0 }),
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
