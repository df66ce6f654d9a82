//! The reference interpreter against brute force on random programs. They run over few integers, place by place, and
//! over reals whose cuts lie on a grid, cell by cell.
#![cfg(feature = "interpreter")]

mod reference;

use std::collections::HashMap;

use reference::{Integer, Random, Real, program};
use unite_ir::loops::interpret::{AxisKind, Environment, Number, Overlap, Piece, Region, Tensor, Value, run};
use unite_ir::loops::{AssignOp, BinaryOp, Expr, ExprKind, For, Index, Program, Stmt, UnaryOp, check, parse_text};

/// The maximum absolute place of operands; places further away are fill.
const REACH: i64 = 4;

/// A function of one or two cells. Cells are integers, or points (even) and the intervals between them (odd).
type Cells = HashMap<Vec<i64>, i64>;

struct Brute {
    operands: HashMap<String, Cells>,
    outputs: HashMap<String, Cells>,
    names: Vec<(String, i64)>,
    kind: AxisKind,
}

/// An associative function whose order of arguments matters, and that leaves equal ones as they are.
fn last(old: i64, new: i64) -> i64 {
    if new == 0 { old } else { new }
}

/// An associative function that changes equal arguments.
fn mixed(old: i64, new: i64) -> i64 {
    (old + new).rem_euclid(7)
}

/// Returns a function of integers as one of the reference's values.
fn of_values(function: fn(i64, i64) -> i64, values: &[Value]) -> Option<Value> {
    let number = |value: &Value| value.number("f").ok()?.to_string().parse::<i64>().ok();
    Some(function(number(values.first()?)?, number(values.get(1)?)?).into())
}

impl Brute {
    /// Runs nests with the same loops step by step: in each step, all of them.
    fn together(&mut self, nests: &[&Stmt]) {
        let loops: Option<Vec<_>> =
            nests.iter().map(|nest| if let Stmt::For(inner) = nest { Some(inner) } else { None }).collect();
        let Some(loops) = loops.filter(|loops| loops.len() > 1) else {
            return nests.iter().for_each(|nest| self.stmt(nest));
        };
        for cell in self.range(loops[0]) {
            self.names.push((loops[0].var.text.clone(), cell));
            self.together(&loops.iter().map(|inner| &*inner.body).collect::<Vec<_>>());
            self.names.pop();
        }
    }

    /// Returns the cells of a loop.
    fn range(&self, inner: &For) -> impl Iterator<Item = i64> + use<> {
        let (from, to) = inner.range.as_ref().expect("all loops have bounds");
        let scale = if self.kind == Real { 2 } else { 1 };
        let step = inner.step.as_ref().map_or(1, |step| self.expr(step));
        (self.expr(from) * scale..=self.expr(to) * scale).step_by(usize::try_from(step).expect("a step above 0"))
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::For(inner) => {
                for cell in self.range(inner) {
                    self.names.push((inner.var.text.clone(), cell));
                    self.stmt(&inner.body);
                    self.names.pop();
                }
            }
            Stmt::If(inner) => {
                if self.expr(&inner.condition) != 0 {
                    self.stmt(&inner.body);
                } else if let Some(otherwise) = &inner.otherwise {
                    self.stmt(otherwise);
                }
            }
            Stmt::Let(inner) => {
                let value = self.expr(&inner.value);
                self.names.push((inner.name.text.clone(), value));
                self.stmt(&inner.body);
                self.names.pop();
            }
            Stmt::Assign(assign) => {
                let value = self.expr(&assign.value);
                let place = assign.target.indices.iter().map(|index| self.index(&index.expr)).collect();
                let output = self.outputs.entry(assign.target.tensor.text.clone()).or_default();
                let old = output.entry(place).or_insert(0);
                *old = match assign.op {
                    AssignOp::Set => value,
                    AssignOp::Add => *old + value,
                    AssignOp::Max => value.max(*old),
                    AssignOp::Min => value.min(*old),
                    AssignOp::Mul => *old * value,
                    AssignOp::Fold if assign.function.as_ref().is_some_and(|name| name.text == "last") => {
                        last(*old, value)
                    }
                    AssignOp::Fold => mixed(*old, value),
                    AssignOp::And | AssignOp::Or => unreachable!("no truth values are assigned"),
                };
            }
            Stmt::Start(start) => {
                // A tensor starts anew with its fill, 0.
                let value = self.expr(&start.value);
                self.outputs.insert(start.name.text.clone(), Cells::from([(Vec::new(), value)]));
            }
            Stmt::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt)),
        }
    }

    /// Returns the value of an output at a place.
    fn output(&self, name: &str, place: &[i64]) -> i64 {
        self.outputs.get(name).and_then(|cells| cells.get(place)).copied().unwrap_or(0)
    }

    /// Returns the cell of an index: over reals, a literal offset of 1 is two cells.
    fn index(&self, expr: &Expr) -> i64 {
        match (&expr.kind, self.kind) {
            (ExprKind::Number(literal), Real) => 2 * literal.parse::<i64>().expect("an integer"),
            (ExprKind::Unary(UnaryOp::Neg, operand), Real) => -self.index(operand),
            (ExprKind::Binary(op, left, right), Real) => match op {
                BinaryOp::Add => self.index(left) + self.index(right),
                _ => self.index(left) - self.index(right),
            },
            _ => self.expr(expr),
        }
    }

    fn expr(&self, expr: &Expr) -> i64 {
        match &expr.kind {
            ExprKind::Number(literal) => literal.trim_end_matches(".0").parse().expect("an integer"),
            ExprKind::Place(name) => match self.names.iter().rev().find(|(known, _)| *known == name.text) {
                Some((_, value)) => *value,
                None => self.output(&name.text, &[]),
            },
            ExprKind::Access(access) => {
                let place: Vec<i64> = access.indices.iter().map(|index| self.index(&index.expr)).collect();
                let inside = |(index, place): (&Index, &i64)| {
                    index
                        .window
                        .as_deref()
                        .is_none_or(|window| (self.index(&window.from)..=self.index(&window.to)).contains(place))
                };
                if !access.indices.iter().zip(&place).all(inside) {
                    return 0;
                }
                match self.operands.get(&access.tensor.text) {
                    Some(cells) => cells.get(&place).copied().unwrap_or(0),
                    None => self.output(&access.tensor.text, &place),
                }
            }
            ExprKind::Call(name, arguments) => {
                let arguments = arguments.iter().map(|argument| self.expr(argument));
                if name.text == "min" { arguments.min() } else { arguments.max() }.expect("two arguments")
            }
            // Intervals, which are odd cells, have length 1.
            ExprKind::Measure(name) => {
                let cell = self.names.iter().rev().find(|(known, _)| *known == name.text).expect("an index").1;
                if self.kind == Real { cell.rem_euclid(2) } else { 1 }
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => -self.expr(operand),
            ExprKind::Unary(UnaryOp::Not, operand) => i64::from(self.expr(operand) == 0),
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.expr(left), self.expr(right));
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a * b,
                    BinaryOp::Gt => i64::from(a > b),
                    BinaryOp::Ne => i64::from(a != b),
                    _ => unreachable!("an operator that is not generated"),
                }
            }
            ExprKind::Conditional(parts) => {
                let [condition, then, otherwise] = parts.each_ref().map(|part| self.expr(part));
                if condition != 0 { then } else { otherwise }
            }
            _ => unreachable!("an expression that is not generated"),
        }
    }
}

/// Returns the region of a cell.
fn region(cell: i64, kind: AxisKind) -> Region {
    let half = |n: i64| Number::from(n).div(&Number::from(2)).expect("2 is not 0");
    match kind {
        Integer => Region::point(Number::from(cell)),
        Real if cell % 2 == 0 => Region::point(half(cell)),
        Real => Region::open(half(cell - 1), half(cell + 1)),
    }
}

/// Returns a random operand with few different values, so that there are runs.
fn operand(random: &mut Random, axes: usize, kind: AxisKind) -> (Tensor, Cells) {
    let mut cells = Cells::new();
    let line: Vec<i64> = (-2 * REACH..=2 * REACH).filter(|n| kind == Real || n.abs() <= REACH).collect();
    let rows: Vec<Vec<i64>> = match axes {
        1 => vec![Vec::new()],
        _ => line.iter().map(|&n| vec![n]).collect(),
    };
    for row in rows {
        let mut held = 0;
        for &cell in &line {
            if random.below(3) == 0 {
                held = random.within(0, 2) * random.within(0, 1);
            }
            let place = [row.as_slice(), &[cell]].concat();
            cells.insert(place, held);
        }
    }
    let regions = |place: &[i64]| place.iter().map(|&cell| region(cell, kind)).collect();
    let boxes: Vec<Piece> = cells.iter().map(|(place, &value)| (regions(place), value.into())).collect();
    let tensor = Tensor::from_boxes(&vec![kind; axes], 0.into(), &boxes, Overlap::Refused).expect("cells are disjoint");
    (tensor, cells)
}

fn index(random: &mut Random, names: &[&str], kind: AxisKind) -> String {
    let name = random.pick(names);
    let offset = random.within(-2, 2);
    match random.below(if kind == Integer { 6 } else { 4 }) {
        0 => format!("{offset} - {name}"),
        1 => format!("{name} + {offset}"),
        2 | 3 => (*name).into(),
        4 => format!("2*{name} + {offset}"),
        _ => format!("i + {name}"),
    }
}

/// Returns the index of an operand: a place, or a place in a window, whose ends may be outer indices.
fn place_or_window(random: &mut Random, names: &[&str], kind: AxisKind) -> String {
    let (from, to) = (random.within(-3, 1), random.within(-1, 3));
    match random.below(4) {
        0 => format!("({from}:{to})({})", index(random, names, kind)),
        1 if kind == Integer && names == ["j"] => {
            random.pick(&["(i:2)(j)", "(-2:i)(1 - j)", "(i - 1:i + 1)(j)", "(i:i - 1)(j + 1)"]).to_string()
        }
        _ => index(random, names, kind),
    }
}

fn factor(random: &mut Random, kind: AxisKind) -> String {
    match random.below(if kind == Integer { 7 } else { 4 }) {
        0 => format!("A[{}]", place_or_window(random, &["i", "j"], kind)),
        1 => format!("B[{}]", place_or_window(random, &["j"], kind)),
        2 => format!("C[{}, {}]", index(random, &["i", "j"], kind), index(random, &["i", "j"], kind)),
        3 => {
            let value = random.pick(&["A[j] - 1", "0", "C[i, j]"]);
            format!("(if A[{}] > 0 {{ B[j] }} else {{ {value} }})", index(random, &["i", "j"], kind))
        }
        4 => random.pick(&["i", "j", "(i - 2*j)"]).to_string(),
        5 => format!("(if i > j {{ A[{}] }} else {{ B[j] }})", index(random, &["i", "j"], kind)),
        _ => format!("(A[{}] - 1)", index(random, &["i"], kind)),
    }
}

fn statement(random: &mut Random, kind: AxisKind) -> String {
    let (a, b) = (random.within(-3, 1), random.within(-1, 3));
    let (c, d) = (random.within(-3, 1), random.within(-1, 3));
    let condition = match random.below(3) {
        0 => format!("if {} > 0", factor(random, kind)),
        _ => String::new(),
    };
    let target: String = match random.below(4) {
        0 => "Z[0, 0]".into(),
        1 => format!("Z[{}, 0]", index(random, &["i"], Real)),
        2 => format!("Z[{}, 1]", index(random, &["j"], kind)),
        _ => format!("Z[{}, {}]", index(random, &["i"], kind), index(random, &["j"], Real)),
    };
    let op =
        random.pick(&["+=", "+=", "max=", "min=", "=", "*=", "<<last>>=", "<<last, 0>>=", "<<mixed>>="]).to_string();
    // Products stay below 2^63.
    let (b, d) = if op == "*=" { (a + 2, c + 1) } else { (b, d) };
    let mut measures = String::new();
    for name in ["i", "j"] {
        if kind == Real && op == "+=" && !target.contains(name) {
            measures += &format!("*d({name})");
        }
    }
    let value = format!("{} * {}{measures}", factor(random, kind), factor(random, kind));
    // An index without operands is real if its bounds are.
    let point = if kind == Real { ".0" } else { "" };
    let body = format!("{condition} {target} {op} {value}");
    // A second statement: of another target, of the same one in any order, or in the other case.
    let other = format!("{} * {}", factor(random, kind), factor(random, kind));
    let body = match random.below(4) {
        0 if op != "=" => format!("{{ {body}; Y[i, j] = {other} }}"),
        1 if op == "+=" || op == "max=" => format!("{{ {body}; {target} {op} {other}{measures} }}"),
        2 => {
            let (target, value) = (random.pick(&["Z[i, j]", "Z[j + 1, i]", "Z[2 - i, j]"]), factor(random, kind));
            format!("if {} > 1 {{ {target} {op} {value} }} else {target} = {other}", factor(random, kind))
        }
        _ => body,
    };
    let mut step = || match random.below(3) {
        0 if kind == Integer => format!("{}:", random.pick(&["1", "2", "3", "(n + 1)"])),
        _ => String::new(),
    };
    format!("for i={a}{point}:{}{b}{point} for j={c}{point}:{}{d}{point} {body}", step(), step())
}

/// Runs a program both ways, and returns whether the interpreter had a result.
fn agrees(text: &str, random: &mut Random, kind: AxisKind) -> bool {
    let program: Program = program(text);
    let mut environment = Environment::default();
    let mut brute = Brute { operands: HashMap::new(), outputs: HashMap::new(), names: Vec::new(), kind };
    for (name, axes) in [("A", 1), ("B", 1), ("C", 2)] {
        let (tensor, cells) = operand(random, axes, kind);
        environment.tensor(name, tensor);
        brute.operands.insert(name.into(), cells);
    }
    environment.output_tensor("Y", &[kind, kind], 0).output_tensor("Z", &[kind, kind], 0);
    environment.scalar("n", 1);
    brute.names.push(("n".into(), 1));
    environment.output_tensor("W", &[kind], 0).output_scalar("s", 0).output_scalar("t", 0);
    environment.function("last", |values| of_values(last, values)).function("mixed", |values| of_values(mixed, values));
    let outcome = run(&program, &mut environment);
    brute.together(&program.nests.iter().collect::<Vec<_>>());
    if outcome.is_err() {
        return false;
    }
    for name in ["s", "t"] {
        assert_eq!(environment.value(name), Ok(&Value::from(brute.output(name, &[]))), "{text}: {name}");
    }
    for (name, axes) in [("W", 1), ("Y", 2), ("Z", 2)] {
        let cells = brute.outputs.get(name).into_iter().flatten().filter(|(place, _)| !place.is_empty());
        let boxes: Vec<Piece> = cells
            .map(|(place, &value)| (place.iter().map(|&cell| region(cell, kind)).collect(), value.into()))
            .collect();
        let expected =
            Tensor::from_boxes(&vec![kind; axes], 0.into(), &boxes, Overlap::Refused).expect("cells are disjoint");
        let found = environment.array(name).expect("an output");
        assert_eq!(*found, expected, "{text}\nfound {found}\nexpected {expected}");
    }
    true
}

/// Returns a number that depends on these names, and on outputs other than `target`. What outputs hold is bounded, so
/// that numbers stay small.
fn state(random: &mut Random, names: &[&str], target: &str) -> String {
    let held = match random.below(5) {
        0 if target != "s" => "s".into(),
        1 if target != "t" => "t".into(),
        2 if target != "W" => format!("W[{}]", place(random, names)),
        3 if target != "Z" => format!("Z[{}, {}]", place(random, names), place(random, names)),
        _ => return format!("A[{}] * {}", place(random, names), random.pick(names)),
    };
    format!("min(max({held}, -9), 9) + B[{}]", place(random, names))
}

fn place(random: &mut Random, names: &[&str]) -> String {
    let (name, offset) = (random.pick(names), random.within(-1, 2));
    match random.below(3) {
        0 => format!("{offset} - {name}"),
        1 => format!("{name} + {offset}"),
        _ => (*name).into(),
    }
}

/// Returns a statement of a block that runs step by step; the steps around it give `names`.
fn step(random: &mut Random, names: &[&str], depth: u32) -> String {
    let range = format!("{}:{}", random.within(-2, 1), random.within(-1, 2));
    match random.below(if depth > 0 { 9 } else { 5 }) {
        0 => "W .= 0".into(),
        1 => format!("t .= {}", state(random, names, "")),
        2..=4 => {
            let inner = [names, &["j"]].concat();
            let target = match random.below(4) {
                0 => "s".into(),
                1 => format!("Z[{}, {}]", place(random, names), place(random, &inner)),
                _ => format!("W[{}]", place(random, &inner)),
            };
            let name = target[..1].trim_matches('s');
            let condition = match random.below(3) {
                0 => format!("if {} > 1", state(random, &inner, name)),
                _ => String::new(),
            };
            let op = random.pick(&["+=", "+=", "max=", "min=", "=", "<<last>>=", "<<last, 0>>="]);
            let value = state(random, &inner, name);
            match random.below(3) {
                0 => format!("{target} {op} {}", state(random, names, name)).replace(['j'], names[0]),
                _ => format!("for j={range} {condition} {target} {op} {value}"),
            }
        }
        5 => {
            let colon: &&str = random.pick(&[":", ":2:", ":3:"]);
            let range = range.replace(':', colon);
            format!("for k={range} {}", steps(random, &[names, &["k"]].concat(), depth - 1))
        }
        6 => {
            let (condition, then) = (state(random, names, ""), steps(random, names, depth - 1));
            format!("if {condition} > 1 {then} else {}", step(random, names, depth - 1))
        }
        7 => format!("if s > t {}", steps(random, names, depth - 1)),
        _ => {
            let name = format!("x{depth}");
            let (value, rest) = (state(random, names, ""), steps(random, &[names, &[&name]].concat(), depth - 1));
            format!("let {name} = {value}; {rest}")
        }
    }
}

/// Returns a block that runs step by step, or one that may, without `.=`.
fn steps(random: &mut Random, names: &[&str], depth: u32) -> String {
    let before: Vec<String> = (0..random.below(3)).map(|_| step(random, names, depth)).collect();
    let after: Vec<String> = (0..random.below(3)).map(|_| step(random, names, depth)).collect();
    let start = format!("s .= {}", state(random, names, "s"));
    let start = if random.below(3) == 0 { format!("s += {}", state(random, names, "")) } else { start };
    format!("{{ {} }}", [before, vec![start], after].concat().join("; "))
}

#[test]
fn steps_do_what_going_through_them_does() {
    let mut random = Random(3);
    let (mut valid, mut without_start) = (0, 0);
    for _ in 0..900 {
        let text = format!("for i={}:{} {}", random.within(-3, 1), random.within(-1, 3), steps(&mut random, &["i"], 2));
        // A block inside without `.=` may be refused for a tensor that is written and read.
        let is_valid = parse_text(&text).is_ok_and(|program| check(&program).is_ok());
        if is_valid {
            assert!(agrees(&text, &mut random, Integer), "{text}");
            (valid, without_start) = (valid + 1, without_start + usize::from(!text.contains(".=")));
        }
    }
    assert!(valid > 700 && without_start > 20, "{valid}, {without_start}");
}

#[test]
fn programs_over_integers_do_what_going_through_the_integers_does() {
    let mut random = Random(1);
    for _ in 0..1200 {
        let text = statement(&mut random, Integer);
        assert!(agrees(&text, &mut random, Integer), "{text}");
    }
}

/// Returns the lesser of two pairs of a number and a place, the first one of equals.
fn nearer(values: &[Value]) -> Option<Value> {
    let [Value::Tuple(old), Value::Tuple(new)] = values else { return None };
    let less = new.first()?.number("<").ok()? < old.first()?.number("<").ok()?;
    Some(Value::Tuple(if less { new.clone() } else { old.clone() }))
}

#[test]
fn folds_of_tuples_find_the_first_place_of_the_least_value() {
    let mut random = Random(5);
    for _ in 0..200 {
        let ((a, a_cells), (c, c_cells)) = (operand(&mut random, 1, Integer), operand(&mut random, 2, Integer));
        let (from, to) = (random.within(-6, 0), random.within(0, 6));
        let tuple = |values: &[i64]| Value::Tuple(values.iter().map(|&value| value.into()).collect());
        let mut environment = Environment::default();
        environment.tensor("A", a).tensor("C", c).function("nearer", nearer);
        environment.output_scalar("best", tuple(&[99, 0, 0])).output_scalar("s", 0);
        environment.output_tensor("Z", &[Integer], tuple(&[99, 0]));
        let text = format!(
            "for i={from}:{to} for j={from}:2:{to} best <<nearer>>= (A[i] - C[i, j], i, j)
             for i={from}:{to} for j={from}:{to} Z[i] <<nearer>>= (C[i, j] - A[j], j)
             for i={from}:{to} if Z[i] == (A[i], {to}) s += 1"
        );
        run(&program(&text), &mut environment).unwrap_or_else(|error| panic!("{text}: {error}"));
        let at = |cells: &Cells, place: &[i64]| cells.get(place).copied().unwrap_or(0);
        let (mut best, mut equal) = ([99, 0, 0], 0);
        for i in from..=to {
            let mut nearest = [99, 0];
            for j in from..=to {
                let (value, other) =
                    (at(&a_cells, &[i]) - at(&c_cells, &[i, j]), at(&c_cells, &[i, j]) - at(&a_cells, &[j]));
                if (j - from) % 2 == 0 && value < best[0] {
                    best = [value, i, j];
                }
                if other < nearest[0] {
                    nearest = [other, j];
                }
            }
            let place = [Number::from(i)];
            assert_eq!(environment.array("Z").expect("an output").at(&place), Ok(tuple(&nearest)), "{text} at {i}");
            equal += i64::from(nearest == [at(&a_cells, &[i]), to]);
        }
        assert_eq!(environment.value("best"), Ok(&tuple(&best)), "{text}");
        assert_eq!(environment.value("s"), Ok(&Value::from(equal)), "{text}");
    }
}

#[test]
fn programs_over_reals_do_what_going_through_points_and_intervals_does() {
    let (mut random, mut answered) = (Random(2), 0);
    for _ in 0..250 {
        let text = statement(&mut random, Real);
        answered += usize::from(agrees(&text, &mut random, Real));
    }
    assert!(answered > 100, "{answered}");
}
