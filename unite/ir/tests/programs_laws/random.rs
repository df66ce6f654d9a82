//! Random well-typed programs with their inputs.

use num_rational::BigRational;
use unite_ir::programs::evaluate::{Element, Store};
use unite_ir::programs::{BinaryOp, Checked, Function, Shape, Size, Term, Variable, VariableKind};
use unite_ir::syntax::Span;

use super::build::{assign, binary, call, contract, number, permute, read, variable};

/// The largest extent, of numbers and of names.
const MOST: u64 = 3;

/// The largest rank of a term.
const RANK: usize = 4;

/// Random numbers that are the same in every run (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len() as u64) as usize]
    }
}

/// The operators that programs may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operators {
    /// All of them.
    All,
    /// All but `exp` and `log`.
    NoFunctions,
    /// All but `/`, `exp` and `log`, and whole numbers alone.
    Integers,
}

/// A program with numbers for its named extents.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) program: Checked,
    pub(crate) sizes: Vec<usize>,
}

/// Numbers that inputs are chosen from.
pub(crate) trait Inputs: Element {
    /// Zeros, small numbers, and what the type has of odd ones.
    const CHOICES: &'static [&'static str];
    /// Numbers that cannot be written.
    fn odd() -> Vec<Self> {
        Vec::new()
    }
}

impl Inputs for BigRational {
    const CHOICES: &'static [&'static str] = &["0", "0", "1", "1", "-1", "2", "-3", "0.5"];
}

impl Inputs for f64 {
    const CHOICES: &'static [&'static str] = &["0", "0", "-0.0", "1", "-1", "0.1", "-0.7", "3e9", "1e300"];
    fn odd() -> Vec<f64> {
        vec![f64::INFINITY, f64::NEG_INFINITY, f64::NAN]
    }
}

impl Inputs for i64 {
    const CHOICES: &'static [&'static str] = &["0", "0", "1", "-1", "2", "-3", "4611686018427387904"];
}

impl Case {
    /// Makes up a program with scalars, vectors, matrices, a tensor of rank 3 and a constant, and 1 to 4 statements.
    pub(crate) fn random(random: &mut Random, operators: Operators) -> Case {
        let mut extents = vec![Size::Known(1), Size::Known(2), Size::Known(MOST as usize)];
        let mut program = Checked::default();
        if random.below(3) == 0 {
            program.sizes = vec!["N".to_owned()];
            extents.push(Size::Named(0));
        }
        let sizes = program.sizes.iter().map(|_| 1 + random.below(MOST) as usize).collect();
        for (number, rank) in [0, 0, 1, 1, 2, 2, 2, 3].into_iter().enumerate() {
            let shape = (0..rank).map(|_| *random.pick(&extents)).collect();
            variable(&mut program, format!("v{number}"), shape);
        }
        program.variables.push(constant(random));
        for _ in 0..1 + random.below(4) {
            let repeats = !program.statements.is_empty() && random.below(5) == 0;
            let value = match repeats {
                true => random.pick(&program.statements).value.clone(),
                false => expression(random, &program, operators, 3),
            };
            let target = target(random, &mut program, &value.shape);
            assign(&mut program, target, value);
        }
        Case { program, sizes }
    }

    /// Makes up inputs. In two stores of three, undefined elements and odd numbers are among them.
    pub(crate) fn store<T: Inputs>(&self, random: &mut Random) -> Store<T> {
        let mut store = Store::new(&self.program, &self.sizes).expect("a small store");
        let mut choices: Vec<Option<T>> = T::CHOICES.iter().map(|literal| T::parse(literal)).collect();
        assert!(choices.iter().all(Option::is_some), "the choices are numbers of {}", T::NAME);
        if random.below(3) > 0 {
            choices.extend(T::odd().into_iter().map(Some));
            choices.push(None);
        }
        for variable in self.program.variables.iter().filter(|variable| variable.is_input()) {
            let elements = store.tensor(&variable.name).expect("a variable").values().len();
            let elements = (0..elements).map(|_| random.pick(&choices).clone()).collect();
            store.set(&variable.name, elements).expect("a variable");
        }
        store
    }

    /// Returns whether some statement calls a function.
    pub(crate) fn has_functions(&self) -> bool {
        format!("{:?}", self.program.statements).contains("Call(")
    }
}

fn constant(random: &mut Random) -> Variable {
    let extent = 1 + random.below(MOST) as usize;
    let numbers = (0..extent).map(|_| (*random.pick(&["0", "1", "-2", "3"])).to_owned()).collect();
    Variable {
        name: "c".to_owned(),
        span: Span::default(),
        shape: vec![Size::Known(extent)],
        kind: VariableKind::Constant(numbers),
    }
}

/// A variable of a shape, declared if there is none.
fn target(random: &mut Random, program: &mut Checked, shape: &Shape) -> usize {
    let fits = |variable: &Variable| variable.shape == *shape && variable.is_output();
    let fitting: Vec<usize> = (0..program.variables.len()).filter(|&at| fits(&program.variables[at])).collect();
    match fitting.is_empty() {
        false => *random.pick(&fitting),
        true => variable(program, format!("v{}", program.variables.len()), shape.clone()),
    }
}

/// A term of at most this depth. An operator that does not fit its operands leaves the first one as it is.
fn expression(random: &mut Random, program: &Checked, operators: Operators, depth: u32) -> Term {
    if depth == 0 || random.below(8) == 0 {
        let literals = if operators == Operators::Integers { ["0", "2", "3"] } else { ["0", "2", "0.5"] };
        return match random.below(12) {
            0 => number(literals[random.below(3) as usize]),
            _ => read(program, random.below(program.variables.len() as u64) as usize),
        };
    }
    let left = expression(random, program, operators, depth - 1);
    match random.below(if operators == Operators::All { 16 } else { 14 }) {
        0..3 => transposition(random, left),
        3..5 => contraction(random, left),
        5 => {
            let right = expression(random, program, operators, depth - 1);
            contraction(random, combined(BinaryOp::Outer, left, right))
        }
        6 => product(random, program, left),
        14.. => call(*random.pick(&Function::ALL), left),
        choice => {
            let right = expression(random, program, operators, depth - 1);
            let op = BinaryOp::ALL[choice as usize % BinaryOp::ALL.len()];
            let op = if op == BinaryOp::Div && operators == Operators::Integers { BinaryOp::Mul } else { op };
            let right = if fits(op, &left, &right) { right } else { similar(random, program, &left) };
            combined(op, left, right)
        }
    }
}

fn fits(op: BinaryOp, left: &Term, right: &Term) -> bool {
    match op {
        BinaryOp::Outer => left.shape.len() + right.shape.len() <= RANK,
        BinaryOp::Mul => left.shape.is_empty() || left.shape == right.shape,
        BinaryOp::Div => right.shape.is_empty() || left.shape == right.shape,
        BinaryOp::Add | BinaryOp::Sub => left.shape == right.shape,
    }
}

fn combined(op: BinaryOp, left: Term, right: Term) -> Term {
    if fits(op, &left, &right) { binary(op, left, right) } else { left }
}

/// A variable of the shape of a term, or the term itself.
fn similar(random: &mut Random, program: &Checked, term: &Term) -> Term {
    let equal = |at: &usize| program.variables[*at].shape == term.shape;
    let variables: Vec<usize> = (0..program.variables.len()).filter(equal).collect();
    if variables.is_empty() { term.clone() } else { read(program, *random.pick(&variables)) }
}

/// Any order of the dimensions; the exchange of two that the language writes is one of them.
fn transposition(random: &mut Random, operand: Term) -> Term {
    let rank = operand.shape.len();
    let mut permutation: Vec<usize> = (0..rank).collect();
    for at in (1..rank).rev() {
        permutation.swap(at, random.below(at as u64 + 1) as usize);
    }
    if rank < 2 { operand } else { permute(operand, permutation) }
}

/// The product with a matrix, over a dimension that agrees.
fn product(random: &mut Random, program: &Checked, left: Term) -> Term {
    let rank = left.shape.len();
    let agrees = |at: &usize| {
        let shape = &program.variables[*at].shape;
        rank + shape.len() <= RANK && shape.len() == 2 && left.shape.last() == shape.first()
    };
    let matrices: Vec<usize> = (0..program.variables.len()).filter(agrees).collect();
    if matrices.is_empty() {
        return left;
    }
    let matrix = read(program, *random.pick(&matrices));
    contract(binary(BinaryOp::Outer, left, matrix), &[(rank, rank + 1)])
}

/// A contraction over one pair of dimensions, or two.
fn contraction(random: &mut Random, operand: Term) -> Term {
    let mut free: Vec<usize> = (1..=operand.shape.len()).collect();
    let mut pairs = Vec::new();
    for _ in 0..1 + random.below(2) {
        let equal = |&(m, n): &(usize, usize)| m < n && operand.shape[m - 1] == operand.shape[n - 1];
        let candidates = free.iter().flat_map(|&m| free.iter().map(move |&n| (m, n)));
        let candidates: Vec<(usize, usize)> = candidates.filter(equal).collect();
        if candidates.is_empty() {
            break;
        }
        let (m, n) = *random.pick(&candidates);
        free.retain(|&dimension| dimension != m && dimension != n);
        pairs.push(if random.below(2) == 0 { (m, n) } else { (n, m) });
    }
    if pairs.is_empty() { operand } else { contract(operand, &pairs) }
}
