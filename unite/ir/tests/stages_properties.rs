//! Random programs: every stage gives the result of the reference interpreter.
#![cfg(feature = "interpreter")]

mod reference;

use reference::{Integer, Random, Real, number, program};
use unite_ir::explain::stages::{AxisForm, Kinds, stages};
use unite_ir::loops::interpret::{AxisKind, Environment, Number, Overlap, Piece, Region, Tensor, Value, run};

use AxisForm::{Integer as Int, Interval, Pinpoint};

/// The operands: name, axes, and `true` if they hold truth values.
const OPERANDS: [(&str, &[AxisForm], bool); 9] = [
    ("P", &[Pinpoint], false),
    ("M", &[Pinpoint], true),
    ("A", &[Interval], false),
    ("B", &[Interval], true),
    ("N", &[Int], false),
    ("K", &[Int], true),
    ("PA", &[Pinpoint, Interval], false),
    ("NA", &[Int, Interval], false),
    ("NP", &[Int, Pinpoint], false),
];

/// Returns disjoint sorted regions of an axis, with ends at halves or integers from -2.5 on.
fn regions(random: &mut Random, form: AxisForm) -> Vec<Region> {
    let half = |n: i64| Number::from(n).div(&Number::from(2)).expect("2 is not 0");
    let (mut found, mut from) = (Vec::new(), -5);
    while from < 5 {
        let start = from + random.below(5);
        let end = start + random.below(6);
        let forms = [Region::closed, Region::half_open, Region::open_closed, Region::open];
        let region = match form {
            Pinpoint => Region::point(half(start)),
            Interval => random.pick(&forms)(half(start), half(end)),
            Int => Region::closed(Number::from(start / 2), Number::from(end / 2)),
        };
        let of = if form == Int { Integer } else { Real };
        if !region.clone().on(of).is_empty() {
            found.push(region);
        }
        from = if form == Int { 2 * (end / 2) + 2 } else { end + 1 };
    }
    found
}

fn operand(random: &mut Random, axes: &[AxisForm], truth: bool) -> Tensor {
    let mut boxes: Vec<Piece> = vec![(Vec::new(), Value::from(0))];
    for &form in axes {
        let mut longer = Vec::new();
        for (above, _) in boxes {
            for region in regions(random, form) {
                let value = if truth { Value::from(true) } else { random.within(-2, 3).into() };
                longer.push(([above.as_slice(), &[region]].concat(), value));
            }
        }
        boxes = longer;
    }
    let fill = if truth { Value::from(false) } else { 0.into() };
    Tensor::from_boxes(&places(axes), fill, &boxes, Overlap::Refused).expect("regions are disjoint")
}

fn places(axes: &[AxisForm]) -> Vec<AxisKind> {
    axes.iter().map(|form| form.kind()).collect()
}

/// An index of a program: its name, and the form of its operands along it.
type Var = (&'static str, AxisForm);

/// Returns an index of an operand, which may count in a window.
fn index(random: &mut Random, var: Var) -> String {
    match random.below(6) {
        0 => {
            let (from, to, at) = (random.within(-2, 1), random.within(-1, 3), place(random, var));
            format!("({from}:{to})({at})")
        }
        _ => place(random, var),
    }
}

fn place(random: &mut Random, (name, form): Var) -> String {
    let offset = random.within(0, 2);
    match random.below(if form == Int { 6 } else { 7 }) {
        0 => format!("{offset}-{name}"),
        1 => format!("{name}+{offset}"),
        2 => format!("2*{name}-{offset}"),
        6 => format!("{name}/2"),
        _ => name.into(),
    }
}

/// Returns a number that depends on one or both indices.
fn factor(random: &mut Random, i: Var, j: Var) -> String {
    let of = |random: &mut Random, var: Var| match var.1 {
        Pinpoint => format!("P[{}]", index(random, var)),
        Interval => format!("A[{}]", index(random, var)),
        Int => format!("N[{}]", index(random, var)),
    };
    match (random.below(8), i.1, j.1) {
        (0, Pinpoint, Interval) => format!("PA[{}, {}]", index(random, i), index(random, j)),
        (0, Int, Interval) => format!("NA[{}, {}]", index(random, i), index(random, j)),
        (0, Int, Pinpoint) => format!("NP[{}, {}]", index(random, i), index(random, j)),
        (1, Pinpoint, Interval) => "A[j+i]".into(),
        (1, Int, Int) => "N[j-i]".into(),
        (1, Pinpoint, Pinpoint) => "P[i-j]".into(),
        (2, Pinpoint | Int, _) => "i".into(),
        (3, _, Pinpoint | Int) => "(1-j)".into(),
        (4..=5, ..) => of(random, j),
        (6, ..) => format!("(if {} > 0 {{ {} }} else {{ {} }})", of(random, i), of(random, j), of(random, i)),
        _ => of(random, i),
    }
}

fn condition(random: &mut Random, var: Var) -> String {
    let truth = match var.1 {
        Pinpoint => "M",
        Interval => "B",
        Int => "K",
    };
    match random.below(4) {
        0 => format!("if {truth}[{}]", index(random, var)),
        1 if var.1 != Interval => format!("if {} > 0", var.0),
        2 if var.1 == Interval => format!("if A[{}] > 0 || {truth}[{}]", index(random, var), index(random, var)),
        _ => String::new(),
    }
}

fn range(random: &mut Random, form: AxisForm) -> String {
    let point = if form == Int { "" } else { ".5" };
    match random.below(3) {
        1 if form == Int => format!("=-{}:{}:{}", random.below(4), random.within(1, 3), random.below(4)),
        // Over all integers, an index that a deeper loop uses as a number is not known outside of the pieces.
        0 if form != Int => String::new(),
        _ => format!("=-{}{point}:{}{point}", random.below(4), random.below(4)),
    }
}

/// Returns a program, and the axes of its output, which is a scalar if there are none.
fn statement(random: &mut Random) -> (String, Vec<AxisForm>) {
    let forms = [Pinpoint, Interval, Int];
    let (i, j): (Var, Var) = (("i", *random.pick(&forms)), ("j", *random.pick(&forms)));
    let (mut indices, mut axes) = (Vec::new(), Vec::new());
    for var in [i, j] {
        if random.below(2) == 0 {
            indices.push(place(random, var));
            axes.push(var.1);
        }
    }
    let op = *random.pick(&["+=", "+=", "+=", "max=", "min=", "="]);
    let mut value = format!("{} * {}", factor(random, i, j), factor(random, i, j));
    for (name, form) in [i, j] {
        let anchor = match form {
            Pinpoint => format!(" * P[{name}]"),
            Int => format!(" * N[{name}]"),
            Interval => String::new(),
        };
        value += &anchor;
        let summed = op == "+=" && !indices.iter().any(|index| index.contains(name));
        if form == Interval && summed && random.below(4) > 0 {
            value += &format!("*d({name})");
        }
    }
    let binding = match random.below(3) {
        0 => "let x = j+1;",
        _ => "",
    };
    if !binding.is_empty() {
        value = value.replace("[j]", "[x]");
    }
    let target = if indices.is_empty() { "Z".into() } else { format!("Z[{}]", indices.join(", ")) };
    let (outer, inner) = (condition(random, i), condition(random, j));
    let (first, second) = (range(random, i.1), range(random, j.1));
    (format!("for i{first} {outer} for j{second} {inner} {binding} {target} {op} {value}"), axes)
}

/// Returns a program of steps around a nest, which writes Z; what it writes is read.
fn stepped(random: &mut Random) -> (String, Vec<AxisForm>) {
    // The pieces of each access are a loop around those of the next ones.
    let (nest, axes) = loop {
        let (nest, axes) = statement(random);
        if nest.matches('[').count() < 7 {
            break (nest, axes);
        }
    };
    let (scale, factor): (&&str, &&str) = (random.pick(&["2*", "(2-t)*", "(t+3)*"]), random.pick(&[" * ", " * t * "]));
    let nest = nest.replace("2*", scale).replace(" * ", factor);
    let reads = match axes.len() {
        0 => "S += Z * t".into(),
        1 => "for u = -4:4 S max= Z[u] + t".into(),
        _ => "for u = 0:2 for v = -1:1 S max= Z[u, v]".to_string(),
    };
    let (start, range) = (if axes.is_empty() { "Z .= t" } else { "Z .= 0" }, format!("-1:{}", random.within(-1, 1)));
    let condition = random.pick(&["", "if N[t] > 0", "if S < 3 || K[t]"]);
    let text = match random.below(3) {
        0 => format!("for t = {range} {{ {start}; {nest}; {reads} }}"),
        1 => format!("for t = {range} {condition} {{ {nest}; let y = S; {start}; {reads}; S max= y * t }}"),
        _ => format!(
            "for t = {range} {{ if S > 1 {{ {start} }} else {nest}; {reads}; for r = t:2 {{ U .= N[r]; S += U }} }}"
        ),
    };
    (text, axes)
}

#[test]
fn every_stage_gives_what_the_program_gives() {
    let mut random = Random(3);
    let counts = stages_agree(&mut random, 400, statement);
    assert!(counts.0 > 600 && counts.1 > 10, "{counts:?}");
}

#[test]
fn every_stage_of_steps_gives_what_the_steps_give() {
    let mut random = Random(4);
    let counts = stages_agree(&mut random, 450, stepped);
    assert!(counts.0 > 600 && counts.1 > 10, "{counts:?}");
}

/// Runs programs and their stages; returns how many of these gave a result, and how many an error, as the program.
fn stages_agree(
    random: &mut Random,
    programs: usize,
    statement: fn(&mut Random) -> (String, Vec<AxisForm>),
) -> (usize, usize) {
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..programs {
        let (text, axes) = statement(random);
        let mut environment = Environment::default();
        let mut kinds = Kinds::default().tensor("Z", &axes, 0);
        for (name, axes, truth) in OPERANDS {
            environment.tensor(name, operand(random, axes, truth));
            kinds = if truth { kinds.tensor(name, axes, false) } else { kinds.tensor(name, axes, 0) };
        }
        match axes.is_empty() {
            true => environment.output_scalar("Z", number("7")),
            false => environment.output_tensor("Z", &places(&axes), 0),
        };
        environment.output_scalar("S", 0).output_scalar("U", 0);
        let text = program(&text);
        let Ok(stages) = stages(&text, &kinds) else { continue };
        let mut reference = environment.clone();
        let outcome = run(&text, &mut reference);
        for stage in stages {
            let mut own = environment.clone();
            match (&outcome, stage.run(&mut own)) {
                (Ok(()), Ok(())) => {
                    assert_eq!(own.array("Z"), reference.array("Z"), "{text}\n{stage}");
                    for name in ["Z", "S", "U"] {
                        assert_eq!(own.value(name), reference.value(name), "{text}\n{stage}");
                    }
                    answered += 1;
                }
                (Err(_), Err(_)) => refused += 1,
                (expected, found) => panic!("{text}\n{stage}\nexpected {expected:?}\nfound {found:?}"),
            }
        }
    }
    (answered, refused)
}
