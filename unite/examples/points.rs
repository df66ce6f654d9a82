//! Queries on files of points: the points near a place, the points in a box, the nearest points.
//!
//! ```text
//! cargo run --release -p unite --example points -- radius  FILE --at 1.5,2 --radius 0.5
//! cargo run --release -p unite --example points -- box     FILE --low 0,0,0 --high 1,1,1
//! cargo run --release -p unite --example points -- nearest FILE --at 1.5,2 -k 5 --picture found.svg
//! ```
//!
//! Files are CSV, with or without a header, or PLY, ascii or binary. They may be compressed with gzip or xz, and `-` is
//! standard input. Queries have two or three coordinates, and the points have as many. `--columns` selects the columns
//! of a CSV file (numbers from 1, or names) or the properties of a PLY file; the defaults are the first columns, or x,
//! y, z. Answers are CSV, one point per line, with its number in the file from 0. `--picture` draws an answer in the
//! plane as SVG or PNG.

#[path = "points/csv.rs"]
mod csv;
mod draw;
#[path = "points/picture.rs"]
mod picture;
#[path = "points/ply.rs"]
mod ply;
#[path = "points/read.rs"]
mod read;
#[cfg(test)]
#[path = "points/tests.rs"]
mod tests;
mod unpack;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use read::ReadError;
use thiserror::Error;
use unite::kernel::{RadiusIndex, RadiusIndexError};

/// Answers queries on files of points. Answers are CSV, one point per line, with its number in the file from 0.
#[derive(Debug, Parser)]
struct Command {
    #[command(subcommand)]
    query: Query,
}

/// The file, and the columns of the coordinates.
#[derive(Debug, Args)]
struct Input {
    /// A CSV or PLY file, or one of these compressed with gzip or xz; - is standard input.
    file: PathBuf,
    /// The columns of the coordinates: numbers from 1, or names. The default is the first columns; for PLY, x, y, z.
    #[arg(long, value_delimiter = ',', value_name = "COLUMN,COLUMN")]
    columns: Vec<String>,
    /// Draws the answer as SVG or PNG, by the extension of the file. Only for queries with two coordinates.
    #[arg(long, value_name = "FILE.svg")]
    picture: Option<PathBuf>,
}

/// The query.
#[derive(Debug, Subcommand)]
enum Query {
    /// Finds the points at most a radius away from a place.
    Radius {
        #[command(flatten)]
        input: Input,
        /// The place: two or three coordinates.
        #[arg(long, value_name = "X,Y[,Z]", value_delimiter = ',', allow_hyphen_values = true, required = true)]
        at: Vec<f64>,
        /// The radius, in the unit of the coordinates.
        #[arg(long, allow_hyphen_values = true)]
        radius: f64,
    },
    /// Finds the points in a box, its sides included.
    Box {
        #[command(flatten)]
        input: Input,
        /// The least coordinates.
        #[arg(long, value_name = "X,Y[,Z]", value_delimiter = ',', allow_hyphen_values = true, required = true)]
        low: Vec<f64>,
        /// The greatest coordinates.
        #[arg(long, value_name = "X,Y[,Z]", value_delimiter = ',', allow_hyphen_values = true, required = true)]
        high: Vec<f64>,
    },
    /// Finds the points that are nearest to a place, the nearest one first.
    Nearest {
        #[command(flatten)]
        input: Input,
        /// The place: two or three coordinates.
        #[arg(long, value_name = "X,Y[,Z]", value_delimiter = ',', allow_hyphen_values = true, required = true)]
        at: Vec<f64>,
        /// The number of points to find.
        #[arg(short)]
        k: usize,
    },
}

/// A query with `D` coordinates.
#[derive(Debug, Clone, Copy)]
enum Question<const D: usize> {
    Radius([f64; D], f64),
    Box([f64; D], [f64; D]),
    Nearest([f64; D], usize),
}

/// The number of a point that was found, and its distance for a nearest query.
type Answer = (u32, Option<f64>);

/// An error of the program.
#[non_exhaustive]
#[derive(Debug, Error)]
enum PointsError {
    /// The file cannot be read.
    #[error("{}: {source}", unpack::name(file))]
    Read { file: PathBuf, source: ReadError },
    /// The points cannot be indexed.
    #[error("{}: {source}", unpack::name(file))]
    Index { file: PathBuf, source: RadiusIndexError },
    /// A place does not have two or three coordinates.
    #[error("{what} has {found} coordinates; give it two or three, separated by commas")]
    Coordinates { what: &'static str, found: usize },
    /// The corners of a box differ in their number of coordinates.
    #[error("--low has {low} coordinates and --high has {high}; give both the same number")]
    Corners { low: usize, high: usize },
    /// An argument is out of range.
    #[error("{what} is {value}, and has to be {needed}")]
    Number { what: &'static str, value: f64, needed: &'static str },
    /// A picture of a query in space.
    #[error("--picture draws the plane; use two coordinates")]
    Space,
    /// A picture of an unknown format.
    #[error("{}: a picture is SVG or PNG; end its name in .svg or .png", file.display())]
    Ending { file: PathBuf },
    /// The picture cannot be written.
    #[error("{}: cannot write the picture: {source}", file.display())]
    Picture { file: PathBuf, source: io::Error },
    /// The answer cannot be written.
    #[error("cannot write the answer: {0}")]
    Write(#[source] io::Error),
}

fn main() -> ExitCode {
    let command = Command::parse();
    match answer(&command.query, BufWriter::new(io::stdout().lock())) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the answer has closed it; this is not an error.
        Err(PointsError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("points: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the answer to a query.
fn answer(query: &Query, out: impl Write) -> Result<(), PointsError> {
    let (input, what, first) = match query {
        Query::Radius { input, at, .. } | Query::Nearest { input, at, .. } => (input, "--at", at),
        Query::Box { input, low, high } if low.len() == high.len() => (input, "--low", low),
        Query::Box { low, high, .. } => return Err(PointsError::Corners { low: low.len(), high: high.len() }),
    };
    check(query)?;
    let picture = match &input.picture {
        None => None,
        Some(file) => match picture::Kind::of(file) {
            Some(kind) => Some((file.as_path(), kind)),
            None => return Err(PointsError::Ending { file: file.clone() }),
        },
    };
    match first.len() {
        2 => answer_in::<2>(query, input, picture, out),
        3 if picture.is_some() => Err(PointsError::Space),
        3 => answer_in::<3>(query, input, picture, out),
        found => Err(PointsError::Coordinates { what, found }),
    }
}

/// Checks the numbers of a query: no coordinate is NaN, and no distance is negative.
fn check(query: &Query) -> Result<(), PointsError> {
    let all = |what, list: &[f64], needed, fits: fn(f64) -> bool| match list.iter().find(|&&value| !fits(value)) {
        Some(&value) => Err(PointsError::Number { what, value, needed }),
        None => Ok(()),
    };
    let number = |what, list| all(what, list, "a number", |value| !value.is_nan());
    match query {
        Query::Radius { at, radius, .. } => {
            all("--at", at, "finite", f64::is_finite)?;
            all("--radius", &[*radius], "zero or above", |radius| radius >= 0.0)
        }
        Query::Box { low, high, .. } => {
            number("--low", low)?;
            number("--high", high)?;
            match low.iter().zip(high).find(|(low, high)| low > high) {
                Some((&value, _)) => Err(PointsError::Number { what: "--low", value, needed: "at most --high" }),
                None => Ok(()),
            }
        }
        Query::Nearest { at, .. } => all("--at", at, "finite", f64::is_finite),
    }
}

/// Writes the answer to a query with `D` coordinates.
fn answer_in<const D: usize>(
    query: &Query,
    input: &Input,
    picture: Option<(&Path, picture::Kind)>,
    out: impl Write,
) -> Result<(), PointsError> {
    let place = |list: &[f64]| std::array::from_fn(|axis| list[axis]);
    let question = match query {
        Query::Radius { at, radius, .. } => Question::Radius(place(at), *radius),
        Query::Box { low, high, .. } => Question::Box(place(low), place(high)),
        Query::Nearest { at, k, .. } => Question::Nearest(place(at), *k),
    };
    let file = input.file.clone();
    let points = read::points::<D>(&input.file, &input.columns)
        .map_err(|source| PointsError::Read { file: file.clone(), source })?;
    let found = found::<D>(&points, question).map_err(|source| PointsError::Index { file, source })?;
    if let Some(picture) = picture {
        draw_answer(picture, &points, question, &found)?;
    }
    print(out, &points, question, &found).map_err(PointsError::Write)
}

/// Returns the answer to a question, sorted by number; the nearest points are sorted by distance.
fn found<const D: usize>(points: &[[f64; D]], question: Question<D>) -> Result<Vec<Answer>, RadiusIndexError> {
    let index = RadiusIndex::new(points)?;
    let by_number = |mut ids: Vec<u32>| {
        ids.sort_unstable();
        ids.into_iter().map(|id| (id, None)).collect()
    };
    Ok(match question {
        Question::Radius(at, radius) => by_number(index.radius(at, radius)),
        Question::Box(low, high) => by_number(index.range(low, high)),
        Question::Nearest(at, k) => {
            index.nearest(at, k).into_iter().map(|found| (found.id, Some(found.distance))).collect()
        }
    })
}

/// Draws an answer in the plane.
fn draw_answer<const D: usize>(
    (path, kind): (&Path, picture::Kind),
    points: &[[f64; D]],
    question: Question<D>,
    found: &[Answer],
) -> Result<(), PointsError> {
    let flat: Vec<[f64; 2]> = points.iter().map(|point| [point[0], point[1]]).collect();
    let outline = match question {
        Question::Radius(at, radius) => picture::circle([at[0], at[1]], radius),
        Question::Box(low, high) => picture::rectangle([low[0], low[1]], [high[0], high[1]]),
        Question::Nearest(at, _) => {
            let farthest = found.last().and_then(|found| found.1).unwrap_or(0.0);
            picture::circle([at[0], at[1]], farthest)
        }
    };
    let ids: Vec<u32> = found.iter().map(|found| found.0).collect();
    picture::save(path, kind, &flat, &ids, &outline)
        .map_err(|source| PointsError::Picture { file: path.to_path_buf(), source })
}

/// Writes points as CSV.
fn print<const D: usize>(
    mut out: impl Write,
    points: &[[f64; D]],
    question: Question<D>,
    found: &[Answer],
) -> io::Result<()> {
    let distance = if matches!(question, Question::Nearest(..)) { ",distance" } else { "" };
    writeln!(out, "point,{}{distance}", ["x", "y", "z"][..D].join(","))?;
    for &(id, distance) in found {
        write!(out, "{id}")?;
        for place in points[id as usize] {
            write!(out, ",{place}")?;
        }
        if let Some(distance) = distance {
            write!(out, ",{distance}")?;
        }
        writeln!(out)?;
    }
    out.flush()
}
