//! Decoders that run as processes: djpeg and ffmpeg.

use super::decoders::planes;
use super::{Case, Decoder, Family, Plane, Reads, reads};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs, io, process};

/// The number of files that one process of ffmpeg decodes.
const BATCH: usize = 64;

/// The installed programs, and a folder for their files, which is removed with this value.
#[derive(Debug)]
pub struct Programs {
    folder: PathBuf,
    /// `true` if djpeg is installed.
    pub djpeg: bool,
    /// `true` if ffmpeg is installed.
    pub ffmpeg: bool,
}

impl Programs {
    /// Looks for the programs, and prints a line for each missing one. `name` distinguishes the folders of several
    /// tests.
    ///
    /// # Errors
    /// A failure to create the folder.
    pub fn find(name: &str) -> io::Result<Programs> {
        let runs = |program: &str, option: &str| {
            let status = Command::new(program).arg(option).stdout(Stdio::null()).stderr(Stdio::null()).status();
            let runs = status.is_ok_and(|status| status.success());
            if !runs {
                eprintln!("LEFT OUT, no {program}: what it decodes");
            }
            runs
        };
        let folder = env::temp_dir().join(format!("unite-{name}-{}", process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Programs { folder, djpeg: runs("djpeg", "-version"), ffmpeg: runs("ffmpeg", "-version") })
    }

    /// Decodes the components of a file with djpeg, in full resolution: subsampled components are replicated.
    ///
    /// # Errors
    /// The message of djpeg, or a failure to run it.
    pub fn djpeg(&self, name: &str, file: &[u8], options: &[&str]) -> Result<Vec<Plane>, String> {
        self.djpeg_pixels(name, file, &[&["-nosmooth"], options].concat())
    }

    /// Decodes a file with djpeg and these options; subsampled components are interpolated.
    ///
    /// # Errors
    /// See [`djpeg`](Programs::djpeg).
    pub fn djpeg_pixels(&self, name: &str, file: &[u8], options: &[&str]) -> Result<Vec<Plane>, String> {
        let path = self.folder.join(format!("{name}.jpg"));
        let failed = |error: io::Error| error.to_string();
        fs::write(&path, file).map_err(failed)?;
        let output = Command::new("djpeg").args(["-dct", "int", "-pnm"]).args(options).arg(&path).output();
        let output = output.map_err(failed)?;
        fs::remove_file(&path).map_err(failed)?;
        let says = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !says.is_empty() {
            return Err(says.into_owned());
        }
        pnm(&output.stdout).ok_or_else(|| "djpeg wrote no PNM".to_owned())
    }

    /// Decodes the components of the files of cases with ffmpeg, each in its own resolution; an error for files that it
    /// outputs in another form. Many files are decoded by one process; if it fails, each file gets a process of its
    /// own.
    pub fn ffmpeg(&self, name: &str, files: &[(&Case, &[u8])]) -> Vec<Result<Vec<Plane>, String>> {
        let batch = |(n, files): (usize, &[(&Case, &[u8])])| {
            let name = format!("{name}-{n}");
            match self.ffmpeg_batch(&name, files) {
                Ok(planes) => planes.into_iter().map(Ok).collect::<Vec<_>>(),
                Err(_) => {
                    let alone =
                        |file| self.ffmpeg_batch(&name, &[file]).map(|planes| planes.into_iter().flatten().collect());
                    files.iter().copied().map(alone).collect()
                }
            }
        };
        files.chunks(BATCH).enumerate().flat_map(batch).collect()
    }

    fn ffmpeg_batch(&self, name: &str, files: &[(&Case, &[u8])]) -> Result<Vec<Vec<Plane>>, String> {
        let failed = |error: io::Error| error.to_string();
        let path = |n: usize, ending: &str| self.folder.join(format!("{name}-{n}.{ending}"));
        let mut command = Command::new("ffmpeg");
        command.args(["-v", "warning", "-nostdin", "-y"]);
        for (n, (_, file)) in files.iter().enumerate() {
            fs::write(path(n, "jpg"), file).map_err(failed)?;
            // The integer transform of the IJG, no hidden errors.
            command.args(["-f", "mjpeg", "-idct", "int", "-err_detect", "explode", "-i"]).arg(path(n, "jpg"));
        }
        for n in 0..files.len() {
            command.args(["-map", &format!("{n}:v"), "-fps_mode", "passthrough", "-f", "rawvideo"]).arg(path(n, "raw"));
        }
        let output = command.output().map_err(failed)?;
        let raw: Vec<_> = (0..files.len()).map(|n| fs::read(path(n, "raw"))).collect();
        for n in 0..files.len() {
            fs::remove_file(path(n, "jpg")).map_err(failed)?;
            // The file does not exist if ffmpeg failed.
            let _ = fs::remove_file(path(n, "raw"));
        }
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        files.iter().zip(raw).map(|((case, _), raw)| split(case, &raw.map_err(failed)?)).collect()
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        // Failing to remove a temporary folder is not an error of the test.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Splits a raw frame into planes.
fn split(case: &Case, raw: &[u8]) -> Result<Vec<Plane>, String> {
    let sizes = case.component_sizes();
    let total: usize = sizes.iter().map(|(width, height)| width * height).sum();
    if reads(Decoder::Ffmpeg, case) == Reads::Frame {
        return Ok(Vec::new());
    }
    if raw.len() != total {
        return Err(format!("{} bytes, and the components have {total} samples", raw.len()));
    }
    let mut rest = raw;
    let plane = |(width, height): (usize, usize)| {
        let (data, others) = rest.split_at(width * height);
        rest = others;
        Plane { width, height, data: data.to_vec() }
    };
    let mut planes: Vec<_> = sizes.into_iter().map(plane).collect();
    if case.kind.family() == Family::Rgb && case.sampling_name().starts_with("444") {
        planes.rotate_right(1); // Green, blue, red.
    }
    Ok(planes)
}

/// Returns the planes of a PGM or PPM without comments.
fn pnm(file: &[u8]) -> Option<Vec<Plane>> {
    let mut rest = file;
    let mut word = || {
        let end = rest.iter().position(u8::is_ascii_whitespace)?;
        let (word, others) = rest.split_at(end);
        rest = &others[1..];
        std::str::from_utf8(word).ok()
    };
    let components = match word()? {
        "P5" => 1,
        "P6" => 3,
        _ => return None,
    };
    let size = (word()?.parse().ok()?, word()?.parse().ok()?);
    word()?;
    (rest.len() == size.0 * size.1 * components).then(|| planes(rest, size, components))
}
