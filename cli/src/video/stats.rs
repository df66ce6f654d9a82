//! `--stats`: a table of the pictures, as comma-separated values.

use super::quality;
use crate::error::Error;
use crate::kinds::Kind;
use crate::output::{Bytes, Destination};
use crate::psnr::Psnr;
use std::io::{BufWriter, Write as _};
use std::path::Path;

/// A file with a line for each picture, in coding order.
pub(super) struct StatsFile {
    file: BufWriter<Destination>,
    gray: bool,
    /// The number of pictures so far.
    coded: u64,
}

impl StatsFile {
    pub(super) fn create(place: &Path, gray: bool) -> Result<Self, Error> {
        let mut file = BufWriter::new(Destination::open(place, Bytes::AsTheyCome)?);
        writeln!(file, "coded,shown,kind,qp,bytes,psnr_y,psnr_u,psnr_v,psnr,ssim").map_err(Error::Write)?;
        Ok(StatsFile { file, gray, coded: 0 })
    }

    /// Writes the line of a picture, whose index in display order is `shown`.
    pub(super) fn put(&mut self, shown: u64, letter: char, picture: &Kind) -> Result<(), Error> {
        let Psnr { y, chroma, all } = quality::psnr(&picture.quality, self.gray);
        let [u, v] = chroma.map_or([String::new(), String::new()], |planes| planes.map(|plane| format!("{plane:.3}")));
        let ssim = picture.quality.total_ssim().map_or(String::new(), |ssim| format!("{ssim:.5}"));
        let Kind { qp_sum: qp, bytes, .. } = picture;
        let coded = self.coded;
        self.coded += 1;
        writeln!(self.file, "{coded},{shown},{letter},{qp:.2},{bytes},{y:.3},{u},{v},{all:.3},{ssim}")
            .map_err(Error::Write)
    }

    /// Returns the destination with all lines in it.
    pub(super) fn finish(self) -> Result<Destination, Error> {
        self.file.into_inner().map_err(|error| Error::Write(error.into_error()))
    }
}
