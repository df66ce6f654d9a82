//! The looplets of the fibers of a level. A fiber is a slice of the arrays of its level, and the arrays in the nest
//! stand for that slice: `x.right[0]` is the stop of the fiber's first piece, `last(x.right)` that of its last.

use std::fmt;

use super::code::Domain;
use super::expr::Expr;
use super::nest::{Nest, Phase, Steps};

/// The format in which a level stores its fibers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `left`, `right`, `val`: disjoint intervals in order on the real line.
    Interval,
    /// `crd`, `val`: points in order on the real line.
    Pinpoint,
    /// `right`, `val`: runs, each of which starts where the previous one ends; the first one starts at `-inf`.
    RunList,
    /// `crd`, `val`: some of the integers, in order.
    SparseList,
    /// `val`: all integers from 0 up to `size`, exclusive.
    Dense,
    /// `set`, `val`: all integers from 0 up to `size`, exclusive, with a flag for each that is stored.
    ByteMap,
}

/// The way in which a loop iterates over the pieces of a fiber.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// One piece after the other: a stepper.
    Walk,
    /// The operand leads: a jumper.
    Gallop,
}

/// The level of an operand.
///
/// ```
/// use unite_ir::explain::looplets::Level;
///
/// assert_eq!(
///     Level::pinpoint("y", "q").looplets().to_string(),
///     "\
/// Sequence
/// ├─ Phase ..= last(y.crd)
/// │  └─ Stepper q: seek(j) = first(y.crd >= j); stop = y.crd[q]; next = q + 1
/// │     └─ Sequence
/// │        ├─ Phase ..= y.crd[q] - eps: Run 0
/// │        └─ Phase ..= y.crd[q]: Run y.val[q]
/// └─ Phase ..= inf: Run 0
/// "
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// The name of the tensor.
    pub name: String,
    /// The format of its fibers.
    pub format: Format,
    /// The name of the position in the fiber; in formats of all integers, the name of the place.
    pub position: String,
    /// The value of places that are not stored.
    pub fill: Expr,
    /// The way to iterate over it, if the format allows several.
    pub protocol: Protocol,
}

impl Level {
    /// Creates a level that walks, with fill value 0.
    pub fn new(format: Format, name: &str, position: &str) -> Self {
        let (name, position) = (name.to_string(), position.to_string());
        Self { name, format, position, fill: 0.0.into(), protocol: Protocol::Walk }
    }

    /// Creates a level of intervals.
    pub fn interval(name: &str, position: &str) -> Self {
        Self::new(Format::Interval, name, position)
    }

    /// Creates a level of points.
    pub fn pinpoint(name: &str, position: &str) -> Self {
        Self::new(Format::Pinpoint, name, position)
    }

    /// Returns the level with another fill value.
    pub fn with_fill(self, fill: impl Into<Expr>) -> Self {
        Self { fill: fill.into(), ..self }
    }

    /// Returns the level with another protocol.
    pub fn with_protocol(self, protocol: Protocol) -> Self {
        Self { protocol, ..self }
    }

    /// Returns the domain of the format.
    pub fn domain(&self) -> Domain {
        match self.format {
            Format::Interval | Format::Pinpoint | Format::RunList => Domain::Reals,
            Format::SparseList | Format::Dense | Format::ByteMap => Domain::Integers,
        }
    }

    /// Returns the looplets of the fiber, which cover the whole line.
    pub fn looplets(&self) -> Nest {
        let value = self.element("val");
        match self.format {
            Format::Interval => self.stored("right", self.piece("left", "right")),
            Format::Pinpoint => self.stored("crd", self.piece("crd", "crd")),
            Format::RunList => self.stored("right", Nest::Run(value)),
            Format::SparseList => self.stored("crd", Nest::spike(self.fill.clone(), self.element("crd"), value)),
            Format::Dense => self.located(Nest::Run(value)),
            Format::ByteMap => {
                let (set, fill) = (self.element("set"), Nest::Run(self.fill.clone()));
                self.located(Nest::switch([(set, Nest::Run(value)), (true.into(), fill)]))
            }
        }
    }

    fn array(&self, array: &str) -> String {
        format!("{}.{array}", self.name)
    }

    fn element(&self, array: &str) -> Expr {
        Expr::element(self.array(array), self.position.as_str())
    }

    /// Returns a stored piece and the gap before it.
    fn piece(&self, left: &str, right: &str) -> Nest {
        Nest::sequence([
            Phase::to(self.domain().before(self.element(left)), Nest::Run(self.fill.clone())),
            Phase::to(self.element(right), Nest::Run(self.element("val"))),
        ])
    }

    /// Returns pieces that end at the elements of `stops`, and the fill value after the last. The last stop of an empty
    /// fiber lies before all places, so that its first phase is empty.
    fn stored(&self, stops: &str, body: Nest) -> Nest {
        let stops = self.array(stops);
        let steps = Steps::over(&stops, &self.position, body);
        let pieces = match self.protocol {
            Protocol::Walk => Nest::stepper(steps),
            Protocol::Gallop => Nest::jumper(steps),
        };
        Nest::sequence([Phase::to(Expr::Last(stops), pieces), Phase::to(Expr::INFINITY, Nest::Run(self.fill.clone()))])
    }

    /// Returns `body` at the integers of the level, and the fill value elsewhere.
    fn located(&self, body: Nest) -> Nest {
        let fill = Nest::Run(self.fill.clone());
        Nest::sequence([
            Phase::to(-1.0, fill.clone()),
            Phase::to(Expr::from(self.array("size")) - 1.0.into(), Nest::lookup(self.position.clone(), body)),
            Phase::to(Expr::INFINITY, fill),
        ])
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, arrays) = match self.format {
            Format::Interval => ("Interval", "left, right, val"),
            Format::Pinpoint => ("Pinpoint", "crd, val"),
            Format::RunList => ("RunList", "right, val"),
            Format::SparseList => ("SparseList", "crd, val"),
            Format::Dense => ("Dense", "size, val"),
            Format::ByteMap => ("ByteMap", "size, set, val"),
        };
        write!(f, "{name} ({}): {arrays}", self.fill)
    }
}
