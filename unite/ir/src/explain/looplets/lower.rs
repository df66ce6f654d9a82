//! Lowering: a loop over looplet nests is converted to loops over numbers, one rule at a time. The first rule in this
//! order that fits any loop is applied to all loops that it fits:
//!
//! | rule | effect |
//! |---|---|
//! | Unfurl | levels are replaced by their looplets |
//! | Switch | a branch for each case |
//! | Run | the access is replaced by the value |
//! | Simplify | neutral arguments are dropped, zero annihilates, empty code is removed; in all of the code |
//! | Reduce | a value that is constant over the loop is applied once, times the length |
//! | Phase | the range is intersected with that of the phase, with a test for emptiness |
//! | Spike | is split into two phases: before the last place, and the last place |
//! | Sequence | a loop for each combination of children |
//! | Jumper | regions end where the longest piece does |
//! | Stepper | regions end where the shortest piece does |
//! | Lookup | a loop that counts the index |
//!
//! This order keeps the loops short. A value is substituted before anything is split, so that a zero removes a loop
//! before the looplets of other operands are expanded. Steppers are opened last, when the looplets around them have
//! been resolved.

use std::fmt;

use super::code::{Code, Loop};
use super::error::LoopletError;
use super::rules::{Rule, apply, fits};
use super::simplify::simplify_code;

/// The maximum number of rules that [`lower`] applies.
const MOST_STEPS: usize = 1000;

/// The code after one step of the lowering, with a description of the step.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The rule and its effect.
    pub title: &'static str,
    /// The code after the step.
    pub code: Code,
}

/// All steps, from the original loop to code without looplets.
#[derive(Debug, Clone, PartialEq)]
pub struct Lowering {
    /// The steps; the first one is the original loop.
    pub steps: Vec<Step>,
}

impl Lowering {
    /// Returns the last step.
    pub fn last(&self) -> &Step {
        self.steps.last().expect("the loop as it is written is a step")
    }
}

/// Applies the first rule that fits, wherever it fits. Returns `None` if the code is lowered and simplified as far as
/// possible.
///
/// # Errors
///
/// If a loop has no defined result; see [`LoopletError`].
///
/// ```
/// use unite_ir::explain::looplets::{Code, Domain, Loop, Nest, Operand, lower_step};
///
/// let x = Operand::new("x", Nest::run("V"));
/// let step = lower_step(&Loop::dot_product("s", "i", Domain::Reals, [x]).into())?.expect("a run fits");
/// assert_eq!(step.code.to_string(), "for i = st:en\n    s += V * d(i)\n");
/// # Ok::<(), unite_ir::explain::looplets::LoopletError>(())
/// ```
pub fn lower_step(code: &Code) -> Result<Option<Step>, LoopletError> {
    for rule in Rule::ORDER {
        let next = match rule {
            Rule::Simplify => simplify_code(code),
            rule if code.loops().into_iter().any(|pending| fits(rule, pending)) => {
                rewrite(rule, code, &mut Vec::new())?
            }
            _ => continue,
        };
        // A change of the tree that does not change the text is not a step.
        if next.to_string() != code.to_string() {
            return Ok(Some(Step { title: rule.title(), code: next }));
        }
    }
    Ok(None)
}

/// Applies [`lower_step`] until no rule fits, and keeps every step.
///
/// # Errors
///
/// If a loop has no defined result; see [`LoopletError`].
pub fn lower(pending: Loop) -> Result<Lowering, LoopletError> {
    let mut steps = vec![Step { title: "The loop as it is written", code: pending.into() }];
    while let Some(step) = lower_step(&steps[steps.len() - 1].code)? {
        steps.push(step);
        if steps.len() > MOST_STEPS {
            return Err(LoopletError::TooDeep { most: MOST_STEPS });
        }
    }
    Ok(Lowering { steps })
}

/// Returns the code with the rule applied to the loops that it fits; `bound` are the names bound by enclosing code.
fn rewrite(rule: Rule, code: &Code, bound: &mut Vec<String>) -> Result<Code, LoopletError> {
    let mut boxed = |code: &Code| Ok(Box::new(rewrite(rule, code, bound)?));
    Ok(match code {
        Code::Block(parts) => {
            Code::Block(parts.iter().map(|part| rewrite(rule, part, bound)).collect::<Result<_, _>>()?)
        }
        Code::Let { name, value, body } => {
            Code::bind(name, value.clone(), with_name(name, bound, |bound| rewrite(rule, body, bound))?)
        }
        Code::Var { name, value, body } => {
            Code::variable(name, value.clone(), with_name(name, bound, |bound| rewrite(rule, body, bound))?)
        }
        Code::While { condition, body } => Code::While { condition: condition.clone(), body: boxed(body)? },
        Code::For { index, start, stop, body } => {
            let body = Box::new(with_name(index, bound, |bound| rewrite(rule, body, bound))?);
            Code::For { index: index.clone(), start: start.clone(), stop: stop.clone(), body }
        }
        Code::If { condition, then, otherwise } => {
            Code::If { condition: condition.clone(), then: boxed(then)?, otherwise: boxed(otherwise)? }
        }
        Code::Loop(pending) if fits(rule, pending) => apply(rule, pending, bound)?,
        Code::Assign(_) | Code::Loop(_) => code.clone(),
    })
}

fn with_name<T>(name: &str, bound: &mut Vec<String>, body: impl FnOnce(&mut Vec<String>) -> T) -> T {
    bound.push(name.to_string());
    let result = body(bound);
    bound.pop();
    result
}

impl fmt::Display for Lowering {
    /// Writes the steps with their titles: `(a)`, `(b)`, .. `(z)`, `(27)`, ..
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, step) in self.steps.iter().enumerate() {
            let letter = u8::try_from(n).ok().filter(|&n| n < 26).map(|n| char::from(b'a' + n).to_string());
            let letter = letter.unwrap_or_else(|| (n + 1).to_string());
            let gap = if n > 0 { "\n" } else { "" };
            writeln!(f, "{gap}({letter}) {}\n", step.title)?;
            let text = step.code.to_string();
            for line in text.lines() {
                writeln!(f, "    {line}")?;
            }
            if text.is_empty() {
                writeln!(f, "    nothing")?;
            }
        }
        Ok(())
    }
}
