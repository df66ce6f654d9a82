//! Numbers that show faults. One type lacks controlled division, and one shows what was read.

use std::fmt;

use num_rational::BigRational;
use unite_ir::programs::Function;
use unite_ir::programs::evaluate::Element;

use super::laws::Bits;
use super::random::Inputs;

/// An exact rational that is never taken for 0, so that `0 / 0` and `0 / u` are undefined.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Uncontrolled(pub(crate) BigRational);

impl fmt::Display for Uncontrolled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Element for Uncontrolled {
    const NAME: &'static str = "exact rationals without controlled division";
    const HAS_QUOTIENTS: bool = true;

    fn zero() -> Self {
        Uncontrolled(Element::zero())
    }

    fn is_zero(&self) -> bool {
        false
    }

    fn parse(literal: &str) -> Option<Self> {
        Element::parse(literal).map(Uncontrolled)
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        self.0.plus(&other.0).map(Uncontrolled)
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        self.0.minus(&other.0).map(Uncontrolled)
    }

    fn times(&self, other: &Self) -> Option<Self> {
        self.0.times(&other.0).map(Uncontrolled)
    }

    fn over(&self, divisor: &Self) -> Option<Self> {
        self.0.over(&divisor.0).map(Uncontrolled)
    }

    fn call(&self, function: Function) -> Option<Self> {
        self.0.call(function).map(Uncontrolled)
    }
}

/// An integer that knows whether it comes from padding: padding is filled with [`Element::zero`], inputs and constants are
/// read from text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Traced {
    value: i64,
    pub(crate) is_from_padding: bool,
}

impl Traced {
    fn of(&self, other: &Self, value: Option<i64>) -> Option<Self> {
        let is_from_padding = self.is_from_padding || other.is_from_padding;
        value.map(|value| Traced { value, is_from_padding })
    }
}

impl fmt::Display for Traced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl Element for Traced {
    const NAME: &'static str = "traced integers";
    const HAS_QUOTIENTS: bool = false;

    fn zero() -> Self {
        Traced { value: 0, is_from_padding: true }
    }

    fn is_zero(&self) -> bool {
        self.value == 0
    }

    fn parse(literal: &str) -> Option<Self> {
        i64::parse(literal).map(|value| Traced { value, is_from_padding: false })
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        self.of(other, self.value.plus(&other.value))
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        self.of(other, self.value.minus(&other.value))
    }

    fn times(&self, other: &Self) -> Option<Self> {
        self.of(other, self.value.times(&other.value))
    }

    fn over(&self, _: &Self) -> Option<Self> {
        None
    }

    fn call(&self, _: Function) -> Option<Self> {
        None
    }
}

impl Inputs for Traced {
    const CHOICES: &'static [&'static str] = &["0", "1", "-1", "2", "-3"];
}

impl Bits for Traced {}
