//! `unite.jpeg`: pictures as JPEG files.

use crate::array::{Array, Whole, unexpected, value_error};
use crate::threads::Threads;
use codecs::jpeg::baseline::{Sampling, chroma_error};
use codecs::jpeg::lossless::Predictor;
use codecs::jpeg::{Huffman, IjgQuality, JpegError, Metadata, Restart, baseline, lossless};
use codecs::picture::{PixelFormat, Pixels, Sample};
use encode::args::{RestartEvery, SamplingChoice};
use numpy::Element;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The pictures that an encoder takes, for messages.
const PICTURE: &str = "an array of shape (rows, columns) or (rows, columns, components)";

/// The metadata of a file: colour profile, EXIF data, comments.
type Described = (Option<Vec<u8>>, Option<Vec<u8>>, Vec<Vec<u8>>);

fn metadata((icc, exif, comments): Described) -> Metadata {
    let mut metadata = Metadata::default();
    (metadata.icc, metadata.exif, metadata.comments) = (icc, exif, comments);
    metadata
}

/// Returns the format that a name selects, or that a number of components has.
fn format(name: Option<&str>, components: usize) -> Result<PixelFormat, String> {
    let format = match (name, components) {
        (Some("gray"), _) | (None, 1) => PixelFormat::Gray,
        (Some("rgb"), _) | (None, 3) => PixelFormat::Rgb,
        (Some("rgba"), _) => PixelFormat::Rgba,
        (Some("bgr"), _) => PixelFormat::Bgr,
        (Some("bgra"), _) => PixelFormat::Bgra,
        (Some("ycbcr"), _) => PixelFormat::YCbCr,
        (Some("cmyk"), _) => PixelFormat::Cmyk,
        (Some("ycck"), _) => PixelFormat::Ycck,
        (Some(name), _) => {
            return Err(format!("format: expected gray, rgb, rgba, bgr, bgra, ycbcr, cmyk or ycck, got {name}"));
        }
        (None, 4) => return Err("4 components may be rgba, bgra, cmyk or ycck; say which by format=".to_owned()),
        (None, _) => return Err(format!("a picture has 1, 3 or 4 components, got {components}")),
    };
    match format.samples() {
        samples if samples == components => Ok(format),
        samples => {
            Err(format!("format {} has {samples} components, the array has {components}", name.unwrap_or_default()))
        }
    }
}

/// Returns the pixels of an array.
fn pixels<'a, T: Sample + Element>(array: &'a Array<'_, T>, name: Option<&str>) -> PyResult<Pixels<'a, T>> {
    let (rows, columns, components) = match *array.shape() {
        [rows, columns] => (rows, columns, 1),
        [rows, columns, components] => (rows, columns, components),
        _ => return Err(value_error(format!("array: expected {PICTURE}, got one of {} axes", array.shape().len()))),
    };
    let format = format(name, components).map_err(value_error)?;
    Pixels::interleaved(array.slice()?, columns, rows, format).map_err(|error| value_error(JpegError::from(error)))
}

/// A quality: a whole number, or one with a decimal.
pub(crate) struct Quality(IjgQuality);

impl<'py> FromPyObject<'_, 'py> for Quality {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if given.extract::<f64>().is_err() {
            return Err(value_error(format!("quality: expected a number, got {}", given.to_owned())));
        }
        // As it is printed: a `float32` of 84.1 is not that number.
        given.str()?.to_str()?.parse().map(Quality).map_err(value_error)
    }
}

/// Encodes an array of `uint8` as a baseline JPEG file.
#[pyfunction]
#[pyo3(signature = (array, quality, sampling, optimize, restart, format, described, threads))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn encode_baseline<'py>(
    py: Python<'py>,
    array: &Bound<'py, PyAny>,
    quality: Quality,
    sampling: &str,
    optimize: bool,
    restart: Option<&str>,
    format: Option<&str>,
    described: Described,
    threads: Threads,
) -> PyResult<Bound<'py, PyBytes>> {
    let samples = Array::<u8>::expect(array, "array", &format!("{PICTURE} and dtype uint8"))?;
    let pixels = pixels(&samples, format)?;
    let mut options = baseline::Options::new(quality.0).map_err(value_error)?;
    let SamplingChoice(stated) = sampling.parse().map_err(|line: String| value_error(format!("sampling: {line}")))?;
    options.huffman = if optimize { Huffman::Optimised } else { Huffman::Standard };
    options.restart = every(restart)?;
    options.metadata = metadata(described);
    options.threads = threads.0;
    let file = py.detach(|| {
        let mut file = Vec::new();
        options.sampling = match stated {
            Some(sampling) => sampling,
            None => Sampling::of_chroma_error(chroma_error(&pixels)?),
        };
        baseline::encode(&pixels, &options, &mut file).map(|()| file)
    });
    Ok(PyBytes::new(py, &file.map_err(value_error)?))
}

/// Encodes an array of `uint8` or `uint16` as a lossless JPEG file.
#[pyfunction]
#[pyo3(signature = (array, precision, predictor, point_transform, restart, format, described, threads))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn encode_lossless<'py>(
    py: Python<'py>,
    array: &Bound<'py, PyAny>,
    precision: Option<Whole>,
    predictor: Option<Whole>,
    point_transform: Whole,
    restart: Option<&str>,
    format: Option<&str>,
    described: Described,
    threads: Threads,
) -> PyResult<Bound<'py, PyBytes>> {
    let byte = |number: Whole| u8::try_from(number.0).unwrap_or(u8::MAX);
    let mut options = lossless::Options::new();
    options.precision = precision.map(byte);
    options.predictor = predictor.map(byte).map(Predictor::new).transpose().map_err(value_error)?;
    options.point_transform = byte(point_transform);
    options.restart = every(restart)?;
    options.metadata = metadata(described);
    options.threads = threads.0;
    let file = if let Some(samples) = Array::<u8>::of(array)? {
        encoded(py, &pixels(&samples, format)?, options)?
    } else if let Some(samples) = Array::<u16>::of(array)? {
        encoded(py, &pixels(&samples, format)?, options)?
    } else {
        return Err(unexpected(array, "array", &format!("{PICTURE} and dtype uint8 or uint16")));
    };
    Ok(PyBytes::new(py, &file))
}

/// Encodes pixels of either type.
fn encoded<T: Sample>(py: Python<'_>, pixels: &Pixels<'_, T>, mut options: lossless::Options) -> PyResult<Vec<u8>> {
    // The command states the bits of the type, too.
    options.precision = options.precision.or(Some(T::BITS));
    let file = py.detach(|| {
        let mut file = Vec::new();
        lossless::encode(pixels, &options, &mut file).map(|()| file)
    });
    file.map_err(value_error)
}

/// Returns the spacing of restart markers.
fn every(text: Option<&str>) -> PyResult<Restart> {
    let parsed = text.map(|text| text.parse::<RestartEvery>().map_err(|line| value_error(format!("restart: {line}"))));
    Ok(parsed.transpose()?.map_or(Restart::Never, |RestartEvery(restart)| restart))
}
