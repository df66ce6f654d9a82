//! Lowering: a loop over looplet nests becomes loops over numbers, one rule after the other. The rule that comes first
//! in this order is applied to all loops that it fits:
//!
//! | rule | what it does to a loop |
//! |---|---|
//! | Unfurl | levels become looplets |
//! | Switch | a branch for each case |
//! | Run | the value takes the place of the access |
//! | Simplify | units drop out, zero annihilates, nothing vanishes; of all the code |
//! | Reduce | a value that is the same all over the loop enters at once, times the length |
//! | Phase | intersect with the range, test for emptiness |
//! | Spike | two phases: before the last place, and the last place |
//! | Sequence | a loop for each combination of children |
//! | Jumper | the longest of the pieces is a region |
//! | Stepper | the shortest of the pieces is a region |
//! | Lookup | an index that counts |
//!
//! The order is why loops become short: a value is put in before anything is split, so that a zero ends the loop with
//! all looplets of the others still in it; and a stepper is opened last, when what surrounds it is dead or settled.

use std::fmt;

use super::code::{Code, Loop};
use super::error::LoopletError;
use super::rules::{Rule, apply, fits};
use super::simplify::simplify_code;

/// The most rules that [`lower`] applies.
const MOST_STEPS: usize = 1000;

/// Code on its way, and what the last rule did.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The rule, and what it does.
    pub title: &'static str,
    /// The code after it.
    pub code: Code,
}

/// All steps, from the loop as it is written to code without looplets.
#[derive(Debug, Clone, PartialEq)]
pub struct Lowering {
    /// The steps; the first is the loop as it is written.
    pub steps: Vec<Step>,
}

impl Lowering {
    /// The last step.
    pub fn last(&self) -> &Step {
        self.steps.last().expect("the loop as it is written is a step")
    }
}

/// Applies the first rule that fits, wherever it fits. `None` if the code is lowered and as short as the rules make it.
///
/// # Errors
///
/// If a loop has no meaning; see [`LoopletError`].
///
/// ```
/// use unite_ir::looplets::{Code, Domain, Loop, Nest, Operand, lower_step};
///
/// let x = Operand::new("x", Nest::run("V"));
/// let step = lower_step(&Loop::dot_product("s", "i", Domain::Reals, [x]).into())?.expect("a run fits");
/// assert_eq!(step.code.to_string(), "for i = st:en\n    s += V * d(i)\n");
/// # Ok::<(), unite_ir::looplets::LoopletError>(())
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
        // What reads the same is no step, even if its tree is another.
        if next.to_string() != code.to_string() {
            return Ok(Some(Step { title: rule.title(), code: next }));
        }
    }
    Ok(None)
}

/// Applies [`lower_step`] until nothing is left to do, and keeps every step.
///
/// # Errors
///
/// If a loop has no meaning; see [`LoopletError`].
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

/// The code with the rule applied to the loops that it fits; `bound` are the names that stand above.
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
    /// The steps with their titles: `(a)`, `(b)`, .. `(z)`, `(27)`, ..
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
