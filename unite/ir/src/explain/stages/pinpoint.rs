//! The second stage: an index over pieces of a pinpoint axis becomes a scalar. This holds where its region is a point;
//! elsewhere that operand is fill.
//!
//! ```text
//! for i in Mask.itvl[m]        if Mask.itvl[m] is a point:
//!     if Mask.val[m]:              let i = left(Mask.itvl[m])
//!         ...                      if Mask.val[m]: ...
//!                              else:
//!                                  for i in Mask.itvl[m]
//!                                      if false: ...
//! ```

use std::convert::Infallible;

use super::kinds::{AxisForm, Kinds};
use super::simplify::simplified;
use super::tree::{Extent, Part, Path, Selector, Step, Term};

/// Returns the second stage of a nest.
pub(crate) fn specialised(step: &Step, kinds: &Kinds) -> Step {
    let points = match step {
        Step::For { extent, .. } => pinpoints(extent, kinds),
        _ => Vec::new(),
    };
    let (Step::For { var, extent, body }, false) = (step, points.is_empty()) else {
        return step
            .with_children(&mut |child| Ok::<_, Infallible>(specialised(child, kinds)))
            .unwrap_or_else(|never| match never {});
    };
    let at_point = body.rewritten(&|term| match term {
        Term::Measure(name) if name == *var => Term::integer(0),
        other => other,
    });
    let elsewhere = body.rewritten(&|term| match &term {
        Term::Held(path) if points.iter().any(|point| path.passes(point)) => {
            kinds.fill(&path.tensor).map_or(term.clone(), |fill| Term::Constant(fill.clone()))
        }
        _ => term,
    });
    // Dead steps are not specialised: below them the number of cases would double with every pinpoint loop.
    let elsewhere = match simplified(&elsewhere) {
        Step::Nothing => elsewhere,
        _ => specialised(&elsewhere, kinds),
    };
    let value = Term::Left(extent.clone());
    let then = Step::Let { name: var.clone(), value, body: Box::new(specialised(&at_point, kinds)) };
    let otherwise = Step::For { var: var.clone(), extent: extent.clone(), body: Box::new(elsewhere) };
    Step::IfPoint { extent: extent.clone(), then: Box::new(then), otherwise: Box::new(otherwise) }
}

/// Returns the pieces of a region that are points or fill.
fn pinpoints(extent: &Extent, kinds: &Kinds) -> Vec<String> {
    let pinpoint = |part: &Part| {
        let Part::Inverse { piece: Path { tensor, selectors }, .. } = part else { return None };
        let (Selector::Piece(var), axis) = (selectors.last()?, selectors.len() - 1) else { return None };
        (kinds.form(tensor, axis) == Some(AxisForm::Pinpoint)).then(|| var.clone())
    };
    extent.parts.iter().filter_map(pinpoint).collect()
}
