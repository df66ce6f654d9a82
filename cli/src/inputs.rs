//! [`Inputs`]: the files to encode. Named files are taken unconditionally; with `--recursive` folders are walked, and
//! their files are selected by their endings.

use crate::args::{Codec, Encode};
use crate::error::Error;
use crate::identity::FileId;
use crate::input::source::is_dash;
use crate::job::Failure;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The usual endings of the picture formats that are read.
const PICTURES: [&str; 15] =
    ["png", "jpg", "jpeg", "jpe", "jfif", "ppm", "pgm", "pbm", "pnm", "pam", "bmp", "tif", "tiff", "webp", "gif"];
/// The usual endings of raw video, which is read if `--size` gives its size.
const RAW_VIDEO: [&str; 2] = ["yuv", "raw"];
/// The usual ending of video that states its own size.
const Y4M: [&str; 1] = ["y4m"];

/// A file to encode.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    /// The folders from the one that was named down to the file; empty for a file that was named.
    pub(crate) subfolder: PathBuf,
}

/// The files to encode, in order, and the entries that were left out or failed.
#[derive(Default)]
pub(crate) struct Inputs {
    pub(crate) files: Vec<Input>,
    /// Files and folders that are left out, with the reason.
    pub(crate) left_out: Vec<(PathBuf, &'static str)>,
    /// Folders that cannot be read or contain nothing to encode.
    pub(crate) failures: Vec<Failure>,
}

/// Lists the files that the arguments name and, with `--recursive`, those in the folders that they name.
pub(crate) fn list(args: &Encode, codec: Codec) -> Inputs {
    let endings: &[&str] = match codec {
        Codec::Jpeg | Codec::JpegLossless => &PICTURES,
        Codec::H264 if args.video.size.is_some() => &RAW_VIDEO,
        Codec::H264 => &Y4M,
    };
    let out_dir = args.out_dir.as_ref().and_then(|folder| folder_id(folder));
    let mut inputs = Inputs::default();
    for path in &args.inputs {
        if args.files.recursive && !is_dash(path) && path.is_dir() {
            inputs.walk(path, endings, out_dir.as_ref());
        } else {
            inputs.files.push(Input { path: path.clone(), subfolder: PathBuf::new() });
        }
    }
    inputs
}

impl Inputs {
    /// Adds the files of a folder and its subfolders, sorted by name within each. `out_dir` is left out, unless it is
    /// `folder` itself.
    fn walk(&mut self, folder: &Path, endings: &[&str], out_dir: Option<&FileId>) {
        let (files_before, failures_before) = (self.files.len(), self.failures.len());
        let mut entries = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
        while let Some(entry) = entries.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let file = error.path().unwrap_or(folder).to_owned();
                    self.failures.push(Failure { file, error: Error::Read(error.into()) });
                    continue;
                }
            };
            let reason = reason_to_leave_out(&entry, endings, out_dir);
            match reason {
                Some(reason) => {
                    if entry.file_type().is_dir() {
                        entries.skip_current_dir();
                    }
                    self.left_out.push((entry.into_path(), reason));
                }
                None if entry.file_type().is_dir() => {}
                None => {
                    let parent = entry.path().parent().and_then(|parent| parent.strip_prefix(folder).ok());
                    let subfolder = parent.unwrap_or(Path::new("")).to_owned();
                    self.files.push(Input { path: entry.into_path(), subfolder });
                }
            }
        }
        if (self.files.len(), self.failures.len()) == (files_before, failures_before) {
            let endings = endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<String>>().join(" ");
            self.failures.push(Failure { file: folder.to_owned(), error: Error::NothingInFolder(endings) });
        }
    }
}

/// Returns the identification of the folder that a path denotes, through links and by any spelling.
fn folder_id(path: &Path) -> Option<FileId> {
    FileId::of_path(path, &path.metadata().ok()?)
}

/// Returns why an entry of a folder is not encoded; `None` if it is.
fn reason_to_leave_out(entry: &DirEntry, endings: &[&str], out_dir: Option<&FileId>) -> Option<&'static str> {
    let kind = entry.file_type();
    if entry.file_name().as_encoded_bytes().starts_with(b".") {
        return Some("hidden");
    }
    if kind.is_dir() {
        let is_out_dir = out_dir.is_some_and(|out_dir| folder_id(entry.path()).as_ref() == Some(out_dir));
        return is_out_dir.then_some("the folder of --out-dir");
    }
    let ending = entry.path().extension().and_then(OsStr::to_str).unwrap_or_default();
    if !endings.iter().any(|known| known.eq_ignore_ascii_case(ending)) {
        let is_folder = kind.is_symlink() && entry.path().is_dir();
        return Some(if is_folder { "a link to a folder" } else { "its ending is not that of a supported format" });
    }
    match entry.path().metadata() {
        Ok(about) if about.is_file() => None,
        Ok(about) if about.is_dir() => Some("a link to a folder"),
        Ok(_) => Some("a pipe or device"),
        Err(_) => Some("a link to nothing"),
    }
}
