//! [`Turbo`]: libjpeg-turbo 3, in the Python package imagecodecs. One process answers all requests.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, process};

const PROGRAM: &str = include_str!("libjpeg_turbo.py");

/// The colour space of a file, with imagecodecs' names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// One component.
    Gray,
    /// Red, green, blue.
    Rgb,
    /// Luma and colour differences.
    YCbCr,
    /// Cyan, magenta, yellow, black.
    Cmyk,
    /// YCbCr computed from the first three components of CMYK, and black.
    Ycck,
}

impl Space {
    fn name(self) -> &'static str {
        match self {
            Space::Gray => "GRAYSCALE",
            Space::Rgb => "RGB",
            Space::YCbCr => "YCBCR",
            Space::Cmyk => "CMYK",
            Space::Ycck => "YCCK",
        }
    }

    fn components(self) -> usize {
        match self {
            Space::Gray => 1,
            Space::Rgb | Space::YCbCr => 3,
            Space::Cmyk | Space::Ycck => 4,
        }
    }
}

/// A list of requests to libjpeg-turbo: files to decode and pictures to encode.
#[derive(Debug)]
pub struct Turbo {
    path: PathBuf,
    records: BufWriter<File>,
}

impl Turbo {
    /// Returns an empty list. `name` distinguishes the files of several tests.
    ///
    /// # Errors
    /// A failure to create a temporary file.
    pub fn new(name: &str) -> io::Result<Turbo> {
        let path = env::temp_dir().join(format!("unite-{name}-{}.records", process::id()));
        Ok(Turbo { records: BufWriter::new(File::create(&path)?), path })
    }

    /// Asks whether the file decodes to these samples, pixel by pixel.
    ///
    /// # Errors
    /// Errors of the temporary file.
    pub fn decode(
        &mut self,
        file: &[u8],
        samples: &[u16],
        (width, height): (usize, usize),
        precision: u8,
        space: Space,
    ) -> io::Result<()> {
        self.ask_to_decode("decode", file, samples, (width, height, space.components()), precision, space)
    }

    /// Asks whether the first component of a YCbCr file decodes to these samples. libjpeg-turbo interpolates subsampled
    /// other components.
    ///
    /// # Errors
    /// Errors of the temporary file.
    pub fn decode_luma(
        &mut self,
        file: &[u8],
        samples: &[u16],
        (width, height): (usize, usize),
        precision: u8,
    ) -> io::Result<()> {
        self.ask_to_decode("luma", file, samples, (width, height, 1), precision, Space::YCbCr)
    }

    fn ask_to_decode(
        &mut self,
        what: &str,
        file: &[u8],
        samples: &[u16],
        (width, height, components): (usize, usize, usize),
        precision: u8,
        space: Space,
    ) -> io::Result<()> {
        let samples = bytes(samples, precision);
        let sizes = format!("{} {} {height} {width} {components}", file.len(), samples.len());
        writeln!(self.records, "{what} {sizes} {precision} {}", space.name())?;
        self.records.write_all(file)?;
        self.records.write_all(&samples)
    }

    /// Asks for the size of a file of these samples with a predictor, with optimised tables.
    ///
    /// # Errors
    /// Errors of the temporary file.
    pub fn encode(
        &mut self,
        samples: &[u16],
        (width, height): (usize, usize),
        precision: u8,
        components: usize,
        predictor: u8,
    ) -> io::Result<()> {
        let samples = bytes(samples, precision);
        writeln!(self.records, "encode 0 {} {height} {width} {components} {precision} {predictor}", samples.len())?;
        self.records.write_all(&samples)
    }

    /// Runs the requests and returns the answer to each.
    ///
    /// # Errors
    /// Errors of the temporary file.
    ///
    /// # Panics
    /// If the Python of the environment variable `PYTHON` (default `python3`) does not run, lacks imagecodecs, or has
    /// one that uses another library.
    pub fn answers(mut self) -> io::Result<Vec<String>> {
        self.records.flush()?;
        let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let missing = format!(
            "{python} does not run imagecodecs: ./tests/run installs it, or: python3 -m pip install imagecodecs numpy"
        );
        let mut command = Command::new(&python);
        command.args(["-c", PROGRAM]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{missing}\n{error}"));
        // If the process has ended already, its output says why.
        let _ = child.stdin.take().map(|mut stdin| writeln!(stdin, "{}", self.path.display()));
        let output = child.wait_with_output()?;
        assert!(output.status.success(), "{missing}\n{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8_lossy(&output.stdout);
        let mut lines = text.lines().map(str::to_owned);
        let version = lines.next().unwrap_or_default();
        assert!(version.starts_with("libjpeg_turbo 3."), "imagecodecs has {version}, not libjpeg-turbo 3: update it");
        println!("imagecodecs with {version}");
        Ok(lines.collect())
    }
}

impl Drop for Turbo {
    fn drop(&mut self) {
        // Failing to remove a temporary file is not an error of the test.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns samples as bytes up to a precision of 8, above it as little-endian words.
fn bytes(samples: &[u16], precision: u8) -> Vec<u8> {
    match precision {
        ..=8 => samples.iter().map(|&sample| sample as u8).collect(),
        _ => samples.iter().flat_map(|sample| sample.to_le_bytes()).collect(),
    }
}
