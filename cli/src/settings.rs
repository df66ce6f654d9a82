//! What a user typed, with the files it names read, as the codec's options.

use crate::args::{Encode, RestartEvery, SamplingChoice};
use crate::error::{Error, plain};
use crate::input::Picture;
use crate::quant_tables;
use codecs::jpeg::baseline::{Options, Sampling};
use codecs::jpeg::quant_table::QuantTable;
use codecs::jpeg::{Huffman, Restart};
use std::num::NonZeroUsize;
use std::path::Path;

/// The quality of those who do not say one.
const QUALITY: u8 = 90;

/// What is the same for all pictures of a run.
pub(crate) struct Settings {
    quality: Option<u8>,
    /// Of `--qtables`: none, one for luma, or one for luma and one for chroma.
    tables: Vec<QuantTable>,
    icc: Option<Vec<u8>>,
    comments: Vec<Vec<u8>>,
    sampling: Sampling,
    huffman: Huffman,
    restart: Restart,
    threads: NonZeroUsize,
}

impl Settings {
    /// Reads the files that switches name.
    pub(crate) fn new(args: &Encode, threads: NonZeroUsize) -> Result<Self, Error> {
        let SamplingChoice(sampling) = args.sampling;
        let tables = match &args.qtables {
            Some(path) => {
                let bytes = switch_file("--qtables", path)?;
                quant_tables::parse(&String::from_utf8_lossy(&bytes))
                    .map_err(|reason| wrong_file("--qtables", path, reason))?
            }
            None => Vec::new(),
        };
        let icc = match &args.icc {
            Some(path) => {
                let profile = switch_file("--icc", path)?;
                // ICC.1 7.2: a header of 128 bytes with a signature at byte 36.
                if profile.len() < 128 || &profile[36..40] != b"acsp" {
                    return Err(wrong_file("--icc", path, "is no colour profile".to_owned()));
                }
                Some(profile)
            }
            None => None,
        };
        Ok(Settings {
            quality: args.quality,
            tables,
            icc,
            comments: args.comment.iter().map(|text| text.clone().into_bytes()).collect(),
            sampling,
            huffman: if args.optimize { Huffman::Optimised } else { Huffman::Standard },
            restart: args.restart.map_or(Restart::Never, |RestartEvery(restart)| restart),
            threads,
        })
    }

    /// The quality to report; tables that are used as they are have none.
    pub(crate) fn quality(&self) -> Option<u8> {
        match self.quality {
            None if self.tables.is_empty() => Some(QUALITY),
            stated => stated,
        }
    }

    /// Options for one picture, at a quality that was searched for or at the one that was typed.
    pub(crate) fn options(&self, picture: &Picture, searched: Option<u8>) -> Result<Options, Error> {
        let stated = searched.or(self.quality);
        let mut options = Options::new(stated.unwrap_or(QUALITY))?;
        for (slot, table) in options.quant.iter_mut().zip(&self.tables) {
            *slot = match stated {
                Some(quality) => table.at_quality(quality)?,
                None => table.clone(),
            };
        }
        options.sampling = self.sampling;
        options.huffman = self.huffman;
        options.restart = self.restart;
        options.threads = self.threads;
        options.metadata.exif = picture.exif.clone();
        options.metadata.icc = self.icc.clone().or_else(|| picture.icc.clone());
        options.metadata.comments = self.comments.clone();
        Ok(options)
    }
}

fn wrong_file(switch: &'static str, path: &Path, reason: String) -> Error {
    Error::SwitchFile { switch, file: path.display().to_string(), reason }
}

fn switch_file(switch: &'static str, path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|error| wrong_file(switch, path, format!("cannot be read: {}", plain(&error))))
}
