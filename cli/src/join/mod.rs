//! `encode join`: joins parts of a film, byte streams or MP4 files, to one of either.
//!
//! ```text
//!   a.264 ─▶ Part ─▶ access units ─▶ Film ── the same parameter sets before each key picture ─▶ Sink ─▶ output
//!   b.mp4 ─▶ Part ─▶                  │
//!                                     └── refuses what does not follow
//! ```
//!
//! Parts are opened one after the other, and copied one access unit at a time. The output appears when it is complete.

mod film;
mod order;
mod part;
mod track;

use crate::args::Join;
use crate::error::Error;
use crate::input::source::is_dash;
use crate::job::Failure;
use crate::join_error::JoinError;
use crate::named_files;
use crate::output::{self, finish_all};
use crate::stderr::line;
use crate::summary::{counted, size};
use crate::video::Container;
use film::Film;
use part::Part;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Joins the parts that the arguments name.
pub(crate) fn join(args: &Join) -> ExitCode {
    let started = Instant::now();
    let joined = container(&args.output).and_then(|container| {
        output::clean_up_on_interrupt();
        join_parts(&args.parts, &args.output, container)
    });
    match joined {
        Ok((pictures, bytes)) => {
            if !args.quiet {
                let (parts, seconds) = (counted(args.parts.len() as u64, "part"), started.elapsed().as_secs_f64());
                line(&format!("{}, {parts}, {}, {seconds:.2} s", counted(pictures, "frame"), size(bytes)));
            }
            ExitCode::SUCCESS
        }
        Err(failure) => {
            line(&failure.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Joins parts of a film, in its order, to one file, as `encode join` does. Returns the numbers of its pictures and bytes.
///
/// # Errors
/// [`Failure`], with the part or the output that it belongs to; no output is written then.
pub fn join_parts(parts: &[PathBuf], output: &Path, container: Container) -> Result<(u64, u64), Failure> {
    let of_output = |error: Error| Failure { file: output.to_owned(), error };
    named_files::check_join(parts, output)?;
    if !is_dash(output) {
        output::check(output).map_err(of_output)?;
    }
    let mut film = None;
    for path in parts {
        append(&mut film, path, (output, container))?;
    }
    let film = film.ok_or_else(|| of_output(JoinError::NoPictures.into()))?;
    let (destination, pictures) = film.finish()?;
    let bytes = destination.written();
    finish_all(vec![(destination, output)])?;
    Ok((pictures, bytes))
}

/// Appends the pictures of a part to the film, which begins with the first part.
fn append<'a>(
    film: &mut Option<Film<'a>>,
    path: &'a Path,
    (output, container): (&'a Path, Container),
) -> Result<(), Failure> {
    let of_part = |error: Error| Failure { file: path.to_owned(), error };
    let mut part = Part::open(path, container).map_err(of_part)?;
    let first = part.first_unit().map_err(of_part)?;
    let film = match film {
        Some(film) => {
            film.check_next(&part, &first).map_err(of_part)?;
            film
        }
        None => film.insert(Film::begin(container, output, (path, &part), &first)?),
    };
    let mut next = Some(first);
    while let Some(unit) = next {
        film.append(path, &unit)?;
        next = part.next_unit().map_err(of_part)?;
    }
    Ok(())
}

/// Returns the container that the output's name selects: by its ending, and a byte stream for standard output.
fn container(output: &Path) -> Result<Container, Failure> {
    let by_name = if is_dash(output) { Some(Container::ByteStream) } else { Container::of_ending(output) };
    by_name.ok_or_else(|| Failure { file: output.to_owned(), error: JoinError::Ending.into() })
}
