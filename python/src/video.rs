//! `unite.h264`: pictures as H.264, and the joining of parts.

use crate::array::{Array, Whole, value_error};
use crate::threads::Threads;
use codecs::h264;
use codecs::picture::{Layout, PixelFormat, Pixels, Plane};
use encode::{Container, Error, Failure, JoinError};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// A coded picture, in coding order.
#[pyclass(frozen, get_all, module = "unite._unite")]
pub(crate) struct AccessUnit {
    /// Its part of the byte stream (Annex B), with start codes.
    data: Py<PyBytes>,
    /// The number of the picture among those of the session, as they are shown, from 0.
    display: u64,
    /// `true` for a key picture (IDR), where decoding can begin.
    is_key: bool,
    /// `"I"`, `"P"` or `"B"`.
    kind: char,
}

#[pymethods]
impl AccessUnit {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (bytes, key) = (self.data.bind(py).len()?, if self.is_key { "True" } else { "False" });
        Ok(format!("<AccessUnit display={} kind='{}' is_key={key}, {bytes} bytes>", self.display, self.kind))
    }
}

/// A coded picture whose reconstruction is not kept.
struct Coded {
    data: Vec<u8>,
    display: u64,
    is_key: bool,
    kind: char,
}

impl From<h264::AccessUnit> for Coded {
    fn from(unit: h264::AccessUnit) -> Self {
        Coded { data: unit.byte_stream(), display: unit.display, is_key: unit.is_idr, kind: unit.kind }
    }
}

impl Coded {
    fn in_python(self, py: Python<'_>) -> AccessUnit {
        let Coded { data, display, is_key, kind } = self;
        AccessUnit { data: PyBytes::new(py, &data).unbind(), display, is_key, kind }
    }
}

/// The encoder, and whether the stream has ended.
struct State {
    session: h264::Session,
    is_finished: bool,
}

/// An encoder of one stream.
#[pyclass(frozen, module = "unite._unite")]
pub(crate) struct Session {
    state: Mutex<State>,
    width: usize,
    height: usize,
    monochrome: bool,
}

#[pymethods]
impl Session {
    /// Creates an encoder from switches of the command `encode`.
    #[new]
    #[pyo3(signature = (width, height, monochrome, frame_rate, threads, switches))]
    fn new(
        width: Whole,
        height: Whole,
        monochrome: bool,
        frame_rate: (Whole, Whole),
        threads: Threads,
        switches: Vec<String>,
    ) -> PyResult<Self> {
        let (Whole(width), Whole(height)) = (width, height);
        let part = |Whole(number): Whole| {
            let wrong =
                || value_error("frame_rate: expected frames and the seconds that they take, such as (30000, 1001)");
            u32::try_from(number).ok().filter(|&number| number > 0).ok_or_else(wrong)
        };
        let rate = (part(frame_rate.0)?, part(frame_rate.1)?);
        let options = encode::video_options(&switches, (width, height), monochrome, rate).map_err(value_error)?;
        let session = h264::Session::new(options).map_err(value_error)?;
        let session = if threads.0.get() > 1 { session.with_threads(threads.0).map_err(value_error)? } else { session };
        Ok(Session { state: Mutex::new(State { session, is_finished: false }), width, height, monochrome })
    }

    /// Takes the next picture, and returns the access units that are ready.
    #[pyo3(signature = (y, u=None, v=None))]
    fn push(
        &self,
        py: Python<'_>,
        y: &Bound<'_, PyAny>,
        u: Option<&Bound<'_, PyAny>>,
        v: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<AccessUnit>> {
        let luma = self.plane(y, "y", [self.height, self.width])?;
        let size = [self.height.div_ceil(2), self.width.div_ceil(2)];
        let chroma = match (self.monochrome, u, v) {
            (true, None, None) => None,
            (false, Some(u), Some(v)) => Some((self.plane(u, "u", size)?, self.plane(v, "v", size)?)),
            (true, ..) => return Err(value_error("a monochrome stream takes y alone; leave out u and v")),
            (false, ..) => return Err(value_error("a stream in 4:2:0 takes y, u and v; or say monochrome=True")),
        };
        let pixels = match &chroma {
            None => Pixels::interleaved(luma.slice()?, self.width, self.height, PixelFormat::Gray),
            Some((u, v)) => {
                let plane = |data, pitch| Plane { data, pitch };
                let planes = [plane(luma.slice()?, self.width), plane(u.slice()?, size[1]), plane(v.slice()?, size[1])];
                Pixels::new(self.width, self.height, Layout::Planar { planes, subsampling: (2, 2) })
            }
        };
        let pixels = pixels.map_err(|error| value_error(h264::H264Error::from(error)))?;
        let units = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.is_finished {
                return Err("the stream has ended (finish); create another session".to_owned());
            }
            let units = state.session.push(&pixels).map_err(|error| error.to_string())?;
            Ok(units.into_iter().map(Coded::from).collect::<Vec<_>>())
        });
        Ok(units.map_err(value_error)?.into_iter().map(|unit| unit.in_python(py)).collect())
    }

    /// Ends the stream, and returns the last access units.
    fn finish(&self, py: Python<'_>) -> PyResult<Vec<AccessUnit>> {
        let units = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.is_finished = true;
            let mut units = Vec::new();
            while let Some(unit) = state.session.finish_next()? {
                units.push(Coded::from(unit));
            }
            Ok::<_, h264::H264Error>(units)
        });
        Ok(units.map_err(value_error)?.into_iter().map(|unit| unit.in_python(py)).collect())
    }
}

impl Session {
    /// Takes a plane of `[rows, columns]` samples.
    fn plane<'py>(&self, given: &Bound<'py, PyAny>, name: &str, size: [usize; 2]) -> PyResult<Array<'py, u8>> {
        let expected = format!("an array of shape ({}, {}) and dtype uint8", size[0], size[1]);
        let plane = Array::expect(given, name, &expected)?;
        if plane.shape() == size { Ok(plane) } else { Err(crate::array::unexpected(given, name, &expected)) }
    }
}

/// Joins files of parts to one file, and returns the numbers of its pictures and bytes.
#[pyfunction]
#[pyo3(signature = (parts, output, mp4))]
pub(crate) fn join(py: Python<'_>, parts: Vec<PathBuf>, output: PathBuf, mp4: Option<bool>) -> PyResult<(u64, u64)> {
    let container = match mp4 {
        Some(true) => Some(Container::Mp4),
        Some(false) => Some(Container::ByteStream),
        None => Container::of_ending(&output),
    };
    let joined = match container {
        Some(container) => py.detach(|| encode::join_parts(&parts, &output, container)),
        None => Err(Failure { file: output, error: JoinError::Ending.into() }),
    };
    joined.map_err(|failure| {
        let line = failure.to_string();
        match &failure.error {
            Error::Read(error) | Error::Write(error) | Error::Spool(error) => os_error(error, line),
            _ => value_error(line),
        }
    })
}

/// Returns the error of the system, of Python's class for its number.
fn os_error(error: &io::Error, line: String) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, line)),
        None => PyOSError::new_err(line),
    }
}
