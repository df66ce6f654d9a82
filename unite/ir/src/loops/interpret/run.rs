//! Execution by the definition. Each loop is cut where its operands change, and its body runs once for each region.

use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

use super::cuts::{Gathered, gather, is_step};
use super::environment::Environment;
use super::error::InterpretError;
use super::machine::{Binding, Machine};
use super::moving::Evaluated;
use super::number::Number;
use super::region::{AxisKind, Cut, Region};
use super::steps;
use super::value::{Operator, Value, combine};
use crate::loops::check::{is_once, lay_out};
use crate::loops::{Assign, Expr, ExprKind, For, Program, Stmt};
use crate::syntax::Name;

/// The maximum number of integers that a loop visits one by one.
const MOST_PLACES: u32 = 1 << 22;

/// Runs a program and leaves its outputs in the environment.
///
/// These rules hold where an index is on a region of several places:
///
/// - The index has no known number; only an annihilator absorbs it (`0 * i`, `false && i > 2`). It is an error in an
///   assignment, and in a condition unless the body has no effect.
/// - `s += v` adds v once for each integer; over reals it is an error unless v is 0.
/// - `s += v * d(i)` adds v times the length of the region, or times its number of integers.
/// - `max=`, `min=`, `&=` and `|=` apply each value once.
/// - `s *= v` and `s <<f>>= v` combine v once for each integer; over reals, and over infinitely many integers, it is an
///   error unless v combined with itself is v. A function must be associative. `s <<f, e>>= v` does nothing where v is e.
/// - `for i = a:s:b` visits each place of integers by itself. `A[(a:b)(i)]` is cut at the ends of the window, and is fill
///   outside.
/// - `Z[i] = v` covers the region; where v is the fill of Z, no piece remains.
///
/// A loop without bounds runs over the extent of the tensors that are indexed by its index alone, if the environment
/// has one. The loops of steps, such as those around `.=`, take their integers one after the other.
///
/// ```
/// use unite_ir::loops::interpret::{AxisKind, Environment, Number, Overlap, Region, Tensor, Value, run};
/// use unite_ir::loops::parse_text;
///
/// let third = Number::from(1).div(&Number::from(3)).unwrap();
/// let pieces = [(vec![Region::closed(Number::from(0), third)], Value::from(6))];
/// let a = Tensor::from_boxes(&[AxisKind::Real], Value::from(0), &pieces, Overlap::Refused).unwrap();
/// let mut environment = Environment::default();
/// environment.tensor("A", a).output_scalar("s", 0);
/// run(&parse_text("for i  s += A[2*i+10] * d(i)").unwrap(), &mut environment).unwrap();
/// assert_eq!(environment.value("s"), Ok(&Value::from(1)));
/// ```
///
/// # Errors
/// The errors are listed in [`InterpretError`]. The outputs keep what was written before the error.
pub fn run(program: &Program, environment: &mut Environment) -> Result<(), InterpretError> {
    for stmt in &program.nests {
        steps::one_side_each(stmt)?;
        Machine { environment, scope: Vec::new(), doubt: None }.stmt(stmt)?;
    }
    Ok(())
}

/// Returns the name that a nest assigns to.
pub(super) fn target_of(nest: &Stmt) -> &Name {
    match nest {
        Stmt::For(inner) => target_of(&inner.body),
        Stmt::If(inner) => target_of(&inner.body),
        Stmt::Let(inner) => target_of(&inner.body),
        Stmt::Assign(assign) => &assign.target.tensor,
        Stmt::Start(start) => &start.name,
        Stmt::Block(_) => unreachable!("a nest has no steps inside"),
    }
}

/// Checks that the target is neither read nor defined in the nest.
///
/// A scalar that is assigned once may be read.
pub(super) fn one_side(nest: &Stmt) -> Result<(), InterpretError> {
    let once = match nest {
        Stmt::Start(_) => true,
        nest => {
            let (items, assign) = lay_out(nest);
            is_once(&items, assign)
        }
    };
    one_side_of(nest, &target_of(nest).text, once)
}

fn one_side_of(nest: &Stmt, target: &str, once: bool) -> Result<(), InterpretError> {
    let (exprs, below) = nest.parts();
    let mut both = false;
    for expr in exprs {
        expr.visit(&mut |part| {
            both |= match &part.kind {
                ExprKind::Place(name) => name.text == target && !once,
                ExprKind::Access(access) => access.tensor.text == target,
                _ => false,
            };
        });
    }
    if both || nest.given().is_some_and(|name| name.text == target) {
        return Err(InterpretError::BothSides { name: target.into() });
    }
    below.into_iter().try_for_each(|stmt| one_side_of(stmt, target, once))
}

impl Machine<'_> {
    pub(super) fn stmt(&mut self, stmt: &Stmt) -> Result<(), InterpretError> {
        match stmt {
            Stmt::For(inner) if inner.body.is_stepped() => self.for_each(inner),
            Stmt::For(inner) => self.for_all(inner),
            Stmt::If(inner) => {
                let condition = self.value(&inner.condition)?;
                match &inner.otherwise {
                    Some(otherwise) if condition == Value::from(false).into() => self.stmt(otherwise),
                    _ => self.if_holds(condition, &mut |machine| machine.stmt(&inner.body)),
                }
            }
            Stmt::Let(inner) => {
                let value = self.evaluate(&inner.value)?;
                let measures = self.measures(&inner.value);
                self.with(&inner.name.text, Binding::Let { value, measures }, &mut |machine| machine.stmt(&inner.body))
            }
            Stmt::Assign(assign) => self.assign_once(assign),
            Stmt::Start(start) => {
                let value = self.value(&start.value)?;
                self.start(&start.name.text, value)
            }
            Stmt::Block(stmts) => stmts.iter().try_for_each(|stmt| self.stmt(stmt)),
        }
    }

    /// Runs `body` with a name in scope.
    pub(crate) fn with(
        &mut self,
        name: &str,
        binding: Binding,
        body: &mut dyn FnMut(&mut Self) -> Result<(), InterpretError>,
    ) -> Result<(), InterpretError> {
        self.scope.push((name.into(), binding));
        let outcome = body(self);
        self.scope.pop();
        outcome
    }

    /// Runs `body` where the condition holds; if that is not known, `body` must have no effect.
    pub(crate) fn if_holds(
        &mut self,
        condition: Evaluated,
        body: &mut dyn FnMut(&mut Self) -> Result<(), InterpretError>,
    ) -> Result<(), InterpretError> {
        match self.settled(condition) {
            Evaluated::Known(value) if value.truth("if")? => body(self),
            Evaluated::Known(_) => Ok(()),
            Evaluated::Varies(why) => self.in_doubt(why, body),
            Evaluated::Moving(_) => unreachable!("what moves has been settled"),
        }
    }

    /// Runs `body`, which must have no effect because of `why`.
    pub(crate) fn in_doubt(
        &mut self,
        why: InterpretError,
        body: &mut dyn FnMut(&mut Self) -> Result<(), InterpretError>,
    ) -> Result<(), InterpretError> {
        let before = self.doubt.take();
        self.doubt = Some(before.clone().unwrap_or(why));
        let outcome = body(self);
        self.doubt = before;
        outcome
    }

    fn for_all(&mut self, inner: &For) -> Result<(), InterpretError> {
        let name = &inner.var.text;
        let Gathered { kind, mut cuts, extents, one_by_one } = gather(self, name, &inner.body)?;
        let kind = kind.unwrap_or_else(|| match inner.step {
            Some(_) if !literals_of(inner.range.as_ref()).contains(&false) => AxisKind::Integer,
            _ => kind_of_range(inner.range.as_ref()),
        });
        let (range, mut doubt) = match &inner.range {
            None => (common(name, extents, kind)?, None),
            Some(bounds) => match self.range(bounds)? {
                Ok(range) => (range.on(kind), None),
                Err(why) => (Region::all(), Some(why)),
            },
        };
        let stride = match self.stride(inner, &range)? {
            Some(_) if kind == AxisKind::Real => return Err(InterpretError::StepOfReals { index: name.clone() }),
            Some(Ok(stride)) => Some(stride),
            Some(Err(why)) => {
                doubt.get_or_insert(why);
                None
            }
            None => None,
        };
        cuts.sort();
        cuts.dedup();
        for region in between(&range, cuts) {
            let each = |machine: &mut Self, region: Region| {
                let binding = Binding::Index { region: Some(region), kind };
                machine.with(name, binding, &mut |machine| machine.stmt(&inner.body))
            };
            let mut all = |machine: &mut Self| match &stride {
                Some(stride) => {
                    machine.places(name, &region)?.into_iter().try_for_each(|place| match stride.meets(&place) {
                        Some(true) => each(machine, place),
                        Some(false) => Ok(()),
                        None => {
                            let why = InterpretError::Varies { index: name.clone(), region: place.show(kind) };
                            machine.in_doubt(why, &mut |machine| each(machine, place.clone()))
                        }
                    })
                }
                None if one_by_one && kind == AxisKind::Integer => {
                    machine.places(name, &region)?.into_iter().try_for_each(|place| each(machine, place))
                }
                None => each(machine, region.clone()),
            };
            match &doubt {
                None => all(self)?,
                Some(why) => self.in_doubt(why.clone(), &mut all)?,
            }
        }
        Ok(())
    }

    /// Returns the bounds of a loop, or the error that they are not known.
    pub(super) fn range(
        &mut self,
        (from, to): &(Expr, Expr),
    ) -> Result<Result<Region, InterpretError>, InterpretError> {
        match (self.value(from)?, self.value(to)?) {
            (Evaluated::Known(from), Evaluated::Known(to)) => {
                Ok(Ok(Region::closed(from.number(":")?.clone(), to.number(":")?.clone())))
            }
            (Evaluated::Varies(why), _) | (_, Evaluated::Varies(why)) => Ok(Err(why)),
            _ => unreachable!("what moves has been settled"),
        }
    }

    /// Returns the step of a loop's range, if it has one, or the error that it is not known.
    pub(super) fn stride(
        &mut self,
        inner: &For,
        range: &Region,
    ) -> Result<Option<Result<Stride, InterpretError>>, InterpretError> {
        let Some(step) = &inner.step else { return Ok(None) };
        let step = match self.value(step)? {
            Evaluated::Known(step) => step,
            Evaluated::Varies(why) => return Ok(Some(Err(why))),
            Evaluated::Moving(_) => unreachable!("what moves has been settled"),
        };
        let positive = step.number(":")?.finite().filter(|step| step.is_integer() && step.is_positive()).cloned();
        let (Some(step), first) = (positive, range.lo.value().finite().cloned()) else {
            return Err(InterpretError::NoStep { index: inner.var.text.clone(), step: Box::new(step) });
        };
        let why = || InterpretError::Varies { index: inner.var.text.clone(), region: range.show(AxisKind::Integer) };
        Ok(Some(first.map(|first| Stride { first, step }).ok_or_else(why)))
    }

    /// Returns the integers of a region one by one; an infinite region is returned as it is.
    pub(crate) fn places(&self, index: &str, region: &Region) -> Result<Vec<Region>, InterpretError> {
        let count = region.length(AxisKind::Integer).unwrap_or(Number::from(0));
        let (Some(first), Some(number)) = (region.lo.value().finite(), count.finite()) else {
            return Ok(vec![region.clone()]);
        };
        let Some(number) = number.to_integer().to_u32().filter(|&n| n <= MOST_PLACES) else {
            return Err(InterpretError::TooManyPlaces { index: index.into(), count, limit: MOST_PLACES });
        };
        let place = |n: u32| first + BigRational::from_integer(n.into());
        Ok((0..number).map(|n| Region::point(place(n).into()).on(AxisKind::Integer)).collect())
    }

    fn assign_once(&mut self, assign: &Assign) -> Result<(), InterpretError> {
        let value = self.value(&assign.value)?;
        let measures = self.measures(&assign.value);
        let mut indices = Vec::new();
        for index in &assign.target.indices {
            indices.push(self.evaluate(&index.expr)?);
        }
        if let Some(identity) = &assign.identity
            && self.value(identity)? == value
        {
            return Ok(());
        }
        let operator = (assign.op, assign.function.as_ref().map(|name| &*name.text));
        self.assign((&assign.target.tensor.text, &indices), operator, value, &measures).map_err(|error| match error {
            InterpretError::Outside { place, extent, .. } => {
                InterpretError::Outside { target: assign.target.to_string(), place, extent }
            }
            error => error,
        })
    }
}

/// The places of a range with a step.
pub(super) struct Stride {
    first: BigRational,
    step: BigRational,
}

impl Stride {
    /// Returns whether a place is one of them; nothing if the region is not a place.
    pub(super) fn meets(&self, place: &Region) -> Option<bool> {
        let place = place.as_point(AxisKind::Integer)?;
        Some(((place - &self.first) / &self.step).is_integer())
    }
}

/// Returns the kind of a loop that indexes no tensor: integer if its bounds contain literals and all are integers.
pub(crate) fn kind_of_range(range: Option<&(Expr, Expr)>) -> AxisKind {
    let literals = literals_of(range);
    if !literals.is_empty() && literals.iter().all(|&integer| integer) { AxisKind::Integer } else { AxisKind::Real }
}

/// Returns for each literal in the bounds of a loop whether it is an integer.
pub(super) fn literals_of(range: Option<&(Expr, Expr)>) -> Vec<bool> {
    let mut literals = Vec::new();
    for bound in range.iter().flat_map(|(from, to)| [from, to]) {
        bound.visit(&mut |part| {
            if let ExprKind::Number(literal) = &part.kind {
                literals.push(!literal.contains(['.', 'e', 'f']));
            }
        });
    }
    literals
}

/// Returns the extent that all tensors share; all places if there are no extents.
pub(super) fn common(index: &str, extents: Vec<(String, Region)>, kind: AxisKind) -> Result<Region, InterpretError> {
    let mut extents = extents.into_iter();
    let Some((one, extent)) = extents.next() else { return Ok(Region::all()) };
    match extents.find(|(_, another)| *another != extent) {
        None => Ok(extent),
        Some((other, another)) => Err(InterpretError::Extents {
            index: index.into(),
            one,
            extent: extent.show(kind),
            other,
            another: another.show(kind),
        }),
    }
}

/// Returns the regions between consecutive cuts, within a range.
fn between(range: &Region, cuts: Vec<Cut>) -> Vec<Region> {
    if range.is_empty() {
        return Vec::new();
    }
    let inner = cuts.into_iter().filter(|cut| range.lo < *cut && *cut < range.hi);
    let (mut regions, mut lo) = (Vec::new(), range.lo.clone());
    for hi in inner.chain([range.hi.clone()]) {
        regions.push(Region { lo, hi: hi.clone() });
        lo = hi;
    }
    regions
}

/// Returns the total of `target += value` over a region of an index that occurs neither in the target nor in a measure.
pub(crate) fn summed(
    target: &str,
    value: &Value,
    index: &str,
    region: &Region,
    kind: AxisKind,
) -> Result<Value, InterpretError> {
    let number = value.counted()?;
    if number.is_zero() || region.as_point(kind).is_some() {
        return Ok(number.into());
    }
    if kind == AxisKind::Real {
        let (target, index, region) = (target.into(), index.into(), region.show(kind));
        return Err(InterpretError::SumOverInterval { target, value: Box::new(value.clone()), index, region });
    }
    let count = region.length(kind).unwrap_or(Number::from(0));
    let undefined =
        || InterpretError::Undefined { left: Box::new(number.clone()), op: "*", right: Box::new(count.clone()) };
    number.mul(&count).map(Value::Number).ok_or_else(undefined)
}

/// Returns the value combined with itself once for each place of an index that does not occur in the target.
pub(crate) fn folded(
    target: &str,
    operator: Operator<'_>,
    value: &Value,
    (index, region, kind): (&str, &Region, AxisKind),
) -> Result<Value, InterpretError> {
    if region.as_point(kind).is_some() {
        return Ok(value.clone());
    }
    let mut power = combine(operator, value, value)?;
    if power == *value {
        return Ok(power);
    }
    let count = region.length(kind).unwrap_or(Number::from(0));
    let finite = count.finite().filter(|_| kind == AxisKind::Integer).and_then(|count| count.to_integer().to_u64());
    let Some(count) = finite else {
        let op = if operator.name.is_empty() { "*=".into() } else { format!("<<{}>>=", operator.name) };
        let (target, index, region) = (target.into(), index.into(), region.show(kind));
        return Err(InterpretError::FoldOverInterval { target, op, value: Box::new(value.clone()), index, region });
    };
    // By squaring: all places but the first.
    let (mut total, mut rest) = (value.clone(), count - 1);
    power = value.clone();
    loop {
        if rest % 2 == 1 {
            total = combine(operator, &total, &power)?;
        }
        rest /= 2;
        if rest == 0 {
            return Ok(total);
        }
        power = combine(operator, &power, &power)?;
    }
}

/// Returns whether an index with this scale writes a run.
pub(crate) fn writes_a_run(scale: &BigRational, kind: AxisKind) -> bool {
    kind == AxisKind::Real || is_step(scale)
}
