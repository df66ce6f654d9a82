//! Execution of stages on the operands of the reference interpreter, by its rules.

use std::collections::BTreeSet;

use super::convert::uses_number;
use super::tree::{Extent, Part, Path, Selector, Spot, Stage, Step, Term};
use crate::loops::interpret::machine::{Binding, Machine, cast};
use crate::loops::interpret::moving::{self, Evaluated, Moving};
use crate::loops::interpret::value::Value;
use crate::loops::interpret::{AxisKind, Environment, InterpretError, Node, Number, Region};

impl Stage {
    /// Runs the stage and leaves its outputs in the environment. The results equal those of [`run`] on the original
    /// program.
    ///
    /// # Errors
    /// The errors are listed in [`InterpretError`].
    ///
    /// [`run`]: crate::loops::interpret::run
    pub fn run(&self, environment: &mut Environment) -> Result<(), InterpretError> {
        for nest in &self.nests {
            Machine { environment, scope: Vec::new(), doubt: None }.step(nest)?;
        }
        Ok(())
    }
}

type Outcome = Result<(), InterpretError>;

/// Returns tiles of the line that are fill outside of a region.
fn within(tiles: Vec<(Region, Node<Value>)>, inside: &Region, fill: &Value) -> Vec<(Region, Node<Value>)> {
    let nothing = || Node::Value(fill.clone());
    if inside.is_empty() {
        return vec![(Region::all(), nothing())];
    }
    let Region { lo, hi } = inside.clone();
    let before = (Region { lo: Region::all().lo, hi: lo }, nothing());
    let after = (Region { lo: hi, hi: Region::all().hi }, nothing());
    let parts = tiles.into_iter().map(|(region, node)| (region.intersect(inside), node));
    std::iter::once(before).chain(parts).chain([after]).filter(|(region, _)| !region.is_empty()).collect()
}

impl Machine<'_> {
    fn step(&mut self, step: &Step) -> Outcome {
        match step {
            Step::Pieces { var, path, window, body } => self.pieces(var, path, window.as_ref(), body),
            Step::For { var, extent, body } => self.for_places(var, extent, body),
            Step::Each { var, extent, body } => {
                let region = self.extent(extent)??;
                self.each_place(var, &region, &mut |machine| machine.step(body))
            }
            Step::Block(steps) => steps.iter().try_for_each(|step| self.step(step)),
            Step::Start { target, value } => {
                let value = self.term(value)?;
                self.start(target, value)
            }
            Step::IfPoint { extent, then, otherwise } => match self.extent(extent)? {
                Ok(region) if !region.is_empty() && region.as_point(extent.kind).is_some() => self.step(then),
                Ok(_) => self.step(otherwise),
                Err(why) => self.in_doubt(why, &mut |machine| {
                    machine.step(then)?;
                    machine.step(otherwise)
                }),
            },
            Step::IfNotEmpty { extent, body } => match self.extent(extent)? {
                Ok(region) if region.is_empty() => Ok(()),
                Ok(_) => self.step(body),
                Err(why) => self.in_doubt(why, &mut |machine| machine.step(body)),
            },
            Step::If { condition, body } => {
                let condition = self.term(condition)?;
                self.if_holds(condition, &mut |machine| machine.step(body))
            }
            Step::Let { name, value, body } => {
                let measures = self.term_measures(value);
                let value = self.term(value)?;
                self.with(name, Binding::Let { value, measures }, &mut |machine| machine.step(body))
            }
            Step::Assign { target, spots, op, value } => {
                let measures = self.term_measures(value);
                let value = self.term(value)?;
                let depth = self.scope.len();
                let outcome = match self.spots(target, spots) {
                    Ok(Some(indices)) => self.assign((target, &indices), (*op, None), value, &measures),
                    Ok(None) => Ok(()),
                    Err(error) => Err(error),
                };
                self.scope.truncate(depth);
                outcome
            }
            Step::Refuse { target, index, extent, value } => self.refuse(target, index, extent, value),
            Step::Nothing => Ok(()),
        }
    }

    fn pieces(&mut self, var: &str, path: &Path, window: Option<&(Term, Term)>, body: &Step) -> Outcome {
        let tensor = self.environment.array(&path.tensor)?;
        let fill = tensor.fill().clone();
        let mut tiles = match self.node(path)? {
            Ok(node) => node.tiles(&fill),
            Err(why) => return Err(why),
        };
        if let (Some((from, to)), Some(kind)) = (window, tensor.axes().get(path.selectors.len())) {
            let range = Part::Range(from.clone(), to.clone());
            let inside = self.extent(&Extent { kind: *kind, parts: vec![range] })??;
            tiles = within(tiles, &inside, &fill);
        }
        for (region, node) in tiles {
            self.with(var, Binding::Piece { region, node }, &mut |machine| machine.step(body))?;
        }
        Ok(())
    }

    /// Returns the node at the end of a path, or the error that it is not known.
    fn node(&self, path: &Path) -> Result<Result<Node<Value>, InterpretError>, InterpretError> {
        let tensor = self.environment.array(&path.tensor)?;
        // A piece stores its node, so selectors before the last piece need not be followed.
        let last = path.selectors.iter().enumerate().rev().find_map(|(axis, selector)| match selector {
            Selector::Piece(var) => Some((axis + 1, var)),
            Selector::At(_) => None,
        });
        let (behind, mut node) = match last {
            Some((behind, var)) => (behind, self.piece(var)?.1.clone()),
            None => (0, tensor.root().clone()),
        };
        for (axis, selector) in path.selectors.iter().enumerate().skip(behind) {
            let Selector::At(at) = selector else { continue };
            let at = self.term(at)?;
            let kind = *tensor.axes().get(axis).ok_or_else(|| InterpretError::Arity {
                name: path.tensor.clone(),
                axes: tensor.axes().len(),
                indices: path.selectors.len(),
            })?;
            let several = || InterpretError::NotAffine { tensor: path.tensor.clone() };
            let reached = match self.region(&path.tensor, axis, kind, &at)? {
                Some(region) => node.child(&region, tensor.fill()),
                None if matches!(node, Node::Value(_)) => Some(node.clone()),
                None => None,
            };
            match (reached, at) {
                (Some(child), _) => node = child,
                (None, Evaluated::Varies(why)) => return Ok(Err(why)),
                (None, _) => return Ok(Err(several())),
            }
        }
        Ok(Ok(node))
    }

    fn piece(&self, var: &str) -> Result<(&Region, &Node<Value>), InterpretError> {
        match self.find(var).map(|at| &self.scope[at].1) {
            Some(Binding::Piece { region, node }) => Ok((region, node)),
            _ => Err(InterpretError::Unknown { name: var.into() }),
        }
    }

    fn for_places(&mut self, var: &str, extent: &Extent, body: &Step) -> Outcome {
        let kind = extent.kind;
        let each = |machine: &mut Self, region: Option<Region>| {
            machine.with(var, Binding::Index { region, kind }, &mut |machine| machine.step(body))
        };
        match self.extent(extent)? {
            Err(why) => self.in_doubt(why, &mut |machine| each(machine, None)),
            Ok(region) if region.is_empty() => Ok(()),
            Ok(region) if kind == AxisKind::Integer && uses_number(var, kind, body) => {
                self.places(var, &region)?.into_iter().try_for_each(|place| each(self, Some(place)))
            }
            Ok(region) => each(self, Some(region)),
        }
    }

    /// Returns the region of an extent, or the error that it is not known.
    fn extent(&self, extent: &Extent) -> Result<Result<Region, InterpretError>, InterpretError> {
        let mut region = Region::all();
        for part in &extent.parts {
            let (first, second) = match part {
                Part::Range(from, to) => (self.term(from)?, self.term(to)?),
                Part::Inverse { scale, offset, .. } => (self.term(scale)?, self.term(offset)?),
            };
            let (first, second) = match (self.settled(first), self.settled(second)) {
                (Evaluated::Varies(why), _) | (_, Evaluated::Varies(why)) => return Ok(Err(why)),
                (Evaluated::Known(first), Evaluated::Known(second)) => (first, second),
                _ => unreachable!("what moves has been settled"),
            };
            let own = match part {
                Part::Range(..) => Region::closed(first.number(":")?.clone(), second.number(":")?.clone()),
                Part::Inverse { piece, .. } => {
                    let Some(Selector::Piece(var)) = piece.selectors.last() else { continue };
                    let tensor = || InterpretError::NotAffine { tensor: piece.tensor.clone() };
                    let scale = first.number("*")?.finite().filter(|_| !first.is_zero()).ok_or_else(tensor)?;
                    let offset = second.number("+")?.finite().ok_or_else(tensor)?;
                    self.piece(var)?.0.unmapped(scale, offset, extent.kind)
                }
            };
            region = region.intersect(&own.on(extent.kind));
        }
        Ok(Ok(region))
    }

    fn term(&self, term: &Term) -> Result<Evaluated, InterpretError> {
        let extent_value = |extent: &Extent, of: &dyn Fn(Region) -> Option<Number>| {
            Ok(match self.extent(extent)? {
                Ok(region) => Value::Number(of(region).unwrap_or(Number::from(0))).into(),
                Err(why) => Evaluated::Varies(why),
            })
        };
        match term {
            Term::Constant(value) => Ok(value.clone().into()),
            Term::Name(name) => self.place(name),
            Term::Held(path) => Ok(match self.node(path)? {
                Ok(Node::Value(value)) => value.into(),
                Ok(Node::Pieces(_)) => Evaluated::Varies(InterpretError::NotAffine { tensor: path.tensor.clone() }),
                Err(why) => Evaluated::Varies(why),
            }),
            Term::Measure(name) => self.measure(name),
            Term::Length(extent) => extent_value(extent, &|region| region.length(extent.kind)),
            Term::Left(extent) => extent_value(extent, &|region| Some(region.lo.value().clone())),
            Term::Unary(op, operand) => moving::unary(*op, self.term(operand)?),
            Term::Binary(op, left, right) => self.operate(*op, self.term(left)?, self.term(right)?),
            Term::Call(name, arguments) => {
                let arguments = arguments.iter().map(|term| self.term(term)).collect::<Result<_, _>>()?;
                self.call(name, arguments)
            }
            Term::Cast(operand, to) => cast(self.term(operand)?, to),
            Term::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                self.conditional(self.term(condition)?, || self.term(then), || self.term(otherwise))
            }
        }
    }

    /// Returns the indices of an assignment; for a run, a fresh index on its region. Returns `None` if a region is
    /// empty.
    fn spots(&mut self, target: &str, spots: &[Spot]) -> Result<Option<Vec<Evaluated>>, InterpretError> {
        let mut indices = Vec::new();
        for spot in spots {
            let (extent, scale, offset) = match spot {
                Spot::At(at) => {
                    indices.push(self.term(at)?);
                    continue;
                }
                Spot::Run { extent, scale, offset } => (extent, self.term(scale)?, self.term(offset)?),
            };
            let region = match self.extent(extent)? {
                Ok(region) if region.is_empty() => return Ok(None),
                Ok(region) => Some(region),
                Err(_) => None,
            };
            let (Evaluated::Known(scale), Evaluated::Known(offset)) = (scale, offset) else {
                return Err(InterpretError::NotAffine { tensor: target.into() });
            };
            let finite = |value: &Value| value.number(target).map(|x| x.finite().cloned());
            let (Some(scale), Some(offset)) = (finite(&scale)?, finite(&offset)?) else {
                return Err(InterpretError::NotAffine { tensor: target.into() });
            };
            let index = self.scope.len();
            self.scope.push((String::new(), Binding::Index { region, kind: extent.kind }));
            indices.push(Evaluated::Moving(Moving { index, scale, offset }));
        }
        Ok(Some(indices))
    }

    fn refuse(&mut self, target: &str, index: &str, extent: &Extent, value: &Term) -> Outcome {
        let value = match self.term(value).map(|value| self.settled(value))? {
            Evaluated::Known(value) if value.counted()?.is_zero() => return Ok(()),
            Evaluated::Known(value) => value,
            Evaluated::Varies(why) => return Err(self.doubt.clone().unwrap_or(why)),
            Evaluated::Moving(_) => unreachable!("what moves has been settled"),
        };
        match (self.extent(extent)?, &self.doubt) {
            (Ok(region), _) if region.is_empty() => Ok(()),
            (_, Some(why)) => Err(why.clone()),
            (Err(why), None) => Err(why),
            (Ok(region), None) => Err(InterpretError::SumOverInterval {
                target: target.into(),
                value: Box::new(value),
                index: index.into(),
                region: region.show(extent.kind),
            }),
        }
    }

    /// Returns the indices whose measure a term contains.
    fn term_measures(&self, term: &Term) -> BTreeSet<usize> {
        match term {
            Term::Measure(name) => self.find(name).into_iter().collect(),
            Term::Name(name) => match self.find(name).map(|at| &self.scope[at].1) {
                Some(Binding::Let { measures, .. }) => measures.clone(),
                _ => BTreeSet::new(),
            },
            other => other.children().into_iter().flat_map(|child| self.term_measures(child)).collect(),
        }
    }
}
