//! Radius and box queries on points in the plane.
//!
//! ```text
//! radius TURN R     the queries of a turn: balls around the turn's positions
//! box TURN W H      boxes
//! loops TURN R      the first `SOME` of the balls, by the program of the paper; results are those of these balls
//! ```

use unite::kernel::RadiusIndex;

use crate::{Answer, Folder, Outcome, programs, serve, timed, unknown, word};

/// The number of queries in a turn.
const TURN: usize = 1000;
/// The number of queries that are answered by the program.
const SOME: usize = 20;

pub fn run(folder: &Folder) -> Outcome<()> {
    let points = folder.tuples("points.f64", f64::from_le_bytes)?;
    let places: Vec<[f64; 2]> = folder.tuples("places.f64", f64::from_le_bytes)?;
    let (build_ms, index) = timed(|| RadiusIndex::new(&points));
    let index = index?;
    let plane = programs::plane(&points)?;
    drop(points);
    // The results of all queries of a turn: one list, and the end of each query's part.
    let (mut found, mut ends): (Vec<u32>, Vec<usize>) = (Vec::new(), Vec::new());
    serve(build_ms, |line| {
        let turn: usize = word(line, 1)?;
        let places = places.chunks(TURN).nth(turn).ok_or_else(|| unknown(line))?;
        found.clear();
        ends.clear();
        let ms = match word::<String>(line, 0)?.as_str() {
            "radius" => {
                let radius: f64 = word(line, 2)?;
                let ball = |&place| {
                    index.radius_visit(place, radius, |ids| found.extend_from_slice(ids));
                    ends.push(found.len());
                };
                timed(|| places.iter().for_each(ball)).0
            }
            "box" => {
                let half: [f64; 2] = [word::<f64>(line, 2)? / 2.0, word::<f64>(line, 3)? / 2.0];
                let cuboid = |&[x, y]: &[f64; 2]| {
                    let (low, high) = ([x - half[0], y - half[1]], [x + half[0], y + half[1]]);
                    index.range_visit(low, high, |ids| found.extend_from_slice(ids));
                    ends.push(found.len());
                };
                timed(|| places.iter().for_each(cuboid)).0
            }
            "loops" => {
                let radius: f64 = word(line, 2)?;
                let (ms, counts) = timed(|| -> Outcome<Vec<usize>> {
                    places[..SOME].iter().map(|&place| programs::radius(&plane, place, radius)).collect()
                });
                return Ok(Answer { ms: ms * (TURN / SOME) as f64, found: counts?.iter().sum() });
            }
            "some" => {
                let radius: f64 = word(line, 2)?;
                let found = places[..SOME].iter().map(|&place| index.radius_count(place, radius)).sum();
                return Ok(Answer { ms: 0.0, found });
            }
            _ => return Err(unknown(line)),
        };
        Ok(Answer { ms, found: found.len() })
    })
}
