//! Looplets: golden texts of their figures, every step of lowering, and drawings. Steps are compared with the
//! definition; the drawings are those in `docs/looplets.md`. `BLESS=1` writes the texts and the drawings.

#[path = "looplets/oracle.rs"]
mod oracle;

use std::fs;
use std::path::{Path, PathBuf};

use oracle::{Fiber, Random, elementary, line, product, range};
use unite_ir::explain::looplets::simplify::{simplify, simplify_code};
use unite_ir::explain::looplets::{
    AssignOp, Code, Domain, Drawing, Expr, Format, Level, Limit, Loop, LoopletError, Machine, Nest, Op, Operand, Phase,
    Piece, Protocol, Steps, Update, Value, lower, lower_step,
};

fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn golden(name: &str, text: &str) {
    let path = file(&format!("tests/golden/looplets_{name}.txt"));
    if bless() {
        fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(kept == text, "{} differs; BLESS=1 writes it:\n{text}", path.display());
}

fn interval(name: &str, position: &str) -> Operand {
    Level::interval(name, position).into()
}

/// Returns an operand that is `V` on `[L, R]`, else 0.
fn single(name: &str) -> Operand {
    let part = |part: &str| Expr::from(format!("{part}{name}"));
    Operand::new(name, Nest::pieces(0.0, [(part("L"), part("R"), part("V"))]))
}

fn dot(operands: impl Into<Vec<Operand>>) -> Loop {
    Loop::dot_product("s", "i", Domain::Reals, operands)
}

/// Returns the loop of `s op x[i] f y[i] f ..`.
fn combine(op: AssignOp, f: Op, domain: Domain, operands: Vec<Operand>) -> Loop {
    let accesses: Vec<Expr> = operands.iter().map(|operand| Expr::access(&operand.name, "i")).collect();
    Loop::new(Update::new("s", op, Expr::call(f, accesses)), "i", domain, operands)
}

fn number(machine: &Machine, name: &str) -> f64 {
    match machine.get(name) {
        Ok(Value::Number(limit)) => limit.val,
        other => panic!("{name} is {other:?}"),
    }
}

/// Asserts that each step of the lowering, run on the machine, leaves `expected` in `s`.
fn every_step_gives(pending: Loop, machine: &Machine, expected: Value) {
    let steps = lower(pending).unwrap_or_else(|error| panic!("{error}"));
    assert!(steps.last().code.loops().is_empty(), "still to be lowered:\n{steps}");
    for step in &steps.steps {
        let mut machine = machine.clone();
        machine.run(&step.code).unwrap_or_else(|error| panic!("{error}\n{}\n{}", step.title, step.code));
        let found = machine.get("s").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found, expected, "{}\n{}\n{machine:?}", step.title, step.code);
    }
}

/// Returns a machine with `count` random fibers, whose levels are walked or galloped, in a random range.
fn setting(random: &mut Random, formats: &[Format], count: usize, fill: Value) -> (Machine, Vec<Fiber>, Vec<Operand>) {
    let mut machine = Machine::default();
    let draw = |random: &mut Random| {
        let format = formats[random.below(formats.len() as u64) as usize];
        Fiber::random(random, format, fill)
    };
    let fibers: Vec<Fiber> = (0..count).map(|_| draw(random)).collect();
    let operand = |(fiber, name): (&Fiber, &str)| {
        let level = fiber.level(name, &mut machine);
        if random.below(4) > 0 { level } else { level.with_protocol(Protocol::Gallop) }.into()
    };
    let operands = fibers.iter().zip(["x", "y", "z"]).map(operand).collect();
    (machine, fibers, operands)
}

fn in_range(machine: &mut Machine, range: (Limit, Limit)) {
    machine.set("st", range.0).set("en", range.1);
}

// Figures.

#[test]
fn a_concrete_tensor_covers_the_line_and_its_gap_ends_right_before_the_piece() {
    let nest = Nest::pieces(0.0, [(3.1.into(), 5.0.into(), 4.0.into())]);
    golden("concrete", &nest.to_string());
    let mut machine = Machine::default();
    machine.set("st", 3.0).set("en", 7.0).set("s", 0.0);
    every_step_gives(dot([Operand::new("x", nest)]), &machine, ((5.0 - 3.1) * 4.0).into());
}

#[test]
fn levels_become_looplets() {
    let formats =
        [Format::Interval, Format::Pinpoint, Format::RunList, Format::SparseList, Format::Dense, Format::ByteMap];
    let text = formats.map(|format| {
        let level =
            Level::new(format, "x", if format == Format::Dense || format == Format::ByteMap { "i" } else { "p" });
        format!("{level}\n\n{}", level.looplets())
    });
    golden("levels", &text.join("\n"));
}

#[test]
fn the_dot_product_of_intervals_is_lowered_in_twelve_steps() {
    let steps = lower(dot([interval("x", "p"), interval("y", "q")])).expect("a dot product has a meaning");
    assert_eq!(steps.steps.len(), 12);
    let loops: Vec<usize> = steps.steps.iter().map(|step| step.code.loops().len()).collect();
    // Two by two children make four loops, twice; three of the four vanish because of a zero.
    assert_eq!(loops, [1, 1, 4, 4, 4, 1, 1, 4, 4, 4, 1, 0]);
    golden("dot_product", &steps.to_string());
}

#[test]
fn the_dot_product_of_points_is_a_merge() {
    let (x, y) = (Level::pinpoint("x", "p").into(), Level::pinpoint("y", "q").into());
    let pending = combine(AssignOp::Add, Op::Mul, Domain::Reals, vec![x, y]);
    golden("points", &lower(pending).expect("a sum over points has a meaning").last().code.to_string());
}

#[test]
fn who_leads_skips_what_it_does_not_meet() {
    let leader = Level::interval("x", "p").with_protocol(Protocol::Gallop);
    let steps = lower(dot([leader.clone().into(), interval("y", "q")])).expect("a dot product has a meaning");
    let both = lower(dot([leader.into(), Level::interval("y", "q").with_protocol(Protocol::Gallop).into()]));
    let both = both.expect("a dot product has a meaning");
    golden("gallop", &format!("One leads\n\n{}\nBoth lead\n\n{}", steps.last().code, both.last().code));
}

#[test]
fn two_single_intervals_come_down_to_one_test_and_one_update() {
    let steps = lower(dot([single("a"), single("b")])).expect("a dot product has a meaning");
    golden("single", &steps.to_string());
    assert_eq!(
        steps.last().code.to_string(),
        "\
let start = max(st, La, Lb)
let stop = min(en, Ra, Rb)
if start <= stop
    s += Va * Vb * drop_eps(stop - start)
"
    );
}

/// Returns the code without its branches: their bodies always run.
fn without_tests(code: &Code) -> Code {
    match code {
        Code::If { then, .. } => without_tests(then),
        Code::Let { name, value, body } => Code::bind(name, value.clone(), without_tests(body)),
        code => code.clone(),
    }
}

#[test]
fn without_the_test_for_emptiness_intervals_that_do_not_meet_have_a_negative_length() {
    let code = lower(dot([single("a"), single("b")])).expect("a dot product has a meaning").last().code.clone();
    let mut machine = Machine::default();
    machine.set("s", 0.0).set("st", f64::NEG_INFINITY).set("en", f64::INFINITY);
    // [0, 1] and [2, 3]: each is an interval, but their intersection has start = 2 and stop = 1.
    machine.set("La", 0.0).set("Ra", 1.0).set("Va", 1.0).set("Lb", 2.0).set("Rb", 3.0).set("Vb", 1.0);
    let mut unguarded = machine.clone();
    machine.run(&code).expect("all names are set");
    unguarded.run(&without_tests(&code)).expect("all names are set");
    assert_eq!((number(&machine, "s"), number(&unguarded, "s")), (0.0, -1.0));
}

// Values.

#[test]
fn worked_numbers_44_and_44_and_2_4() {
    let mut machine = Machine::default();
    machine.set("s", 0.0).set("st", 0.0).set("en", 9.0);
    machine.set_array("x.crd", [1.0, 3.0, 4.1, 5.1]).set_array("x.val", [1.0, 2.0, 3.0, 4.0]);
    machine.set_array("y.crd", [0.5, 3.0, 5.1, 7.0]).set_array("y.val", [9.0, 6.0, 8.0, 9.0]);
    let points = vec![Level::pinpoint("x", "p").into(), Level::pinpoint("y", "q").into()];
    every_step_gives(combine(AssignOp::Add, Op::Mul, Domain::Reals, points), &machine, 44.0.into());

    machine.set_array("x.crd", [1.0, 3.0, 4.0, 5.0]).set_array("y.crd", [0.0, 3.0, 5.0, 7.0]);
    let list = |name: &str| Level::new(Format::SparseList, name, "p").into();
    every_step_gives(
        combine(AssignOp::Add, Op::Mul, Domain::Integers, vec![list("x"), list("y")]),
        &machine,
        44.0.into(),
    );

    let before = |val| Limit { val, eps: -1 };
    // Multiples of one eighth, which are exact: 1 on [1, 3], 2 on [4.125, 5.125]; 1 on [1.5, 2.75), 2 on [4.875, 6).
    machine.set_array("x.left", [1.0, 4.125]).set_array("x.right", [3.0, 5.125]).set_array("x.val", [1.0, 2.0]);
    machine.set_array("y.left", [1.5, 4.875]).set_array("y.right", [2.75, 6.0].map(before));
    machine.set_array("y.val", [1.0, 2.0]);
    every_step_gives(dot([interval("x", "p"), interval("y", "q")]), &machine, (1.25 + 0.25 * 4.0).into());
}

#[test]
fn an_empty_fiber_has_its_fill_value_everywhere() {
    for format in [Format::Interval, Format::Pinpoint, Format::RunList] {
        let empty = Fiber { format, fill: 2.0.into(), pieces: Vec::new() };
        let full =
            Fiber { format: Format::Interval, pieces: vec![(1.0.into(), 3.0.into(), 5.0.into())], ..empty.clone() };
        let mut machine = Machine::default();
        let levels = [empty.level("x", &mut machine), full.level("y", &mut machine).with_fill(0.0)];
        machine.set("s", 0.0).set("st", f64::NEG_INFINITY).set("en", f64::INFINITY);
        every_step_gives(dot(levels.map(Operand::from)), &machine, 20.0.into());
    }
}

#[test]
fn every_step_of_an_integral_has_the_value_of_the_definition() {
    let mut random = Random(1);
    for turn in 0..300 {
        let fill = if turn % 3 == 0 { 2.0 } else { 0.0 };
        let formats = [Format::Interval, Format::Interval, Format::RunList, Format::Pinpoint];
        let (mut machine, fibers, operands) = setting(&mut random, &formats, 1 + turn % 3, fill.into());
        let range = range(&mut random);
        in_range(machine.set("s", 0.0), range);
        let mut expected = 0.0;
        elementary(&fibers, range, |place, length| expected += length * product(&fibers, place));
        every_step_gives(dot(operands), &machine, expected.into());
    }
}

#[test]
fn every_step_of_a_sum_over_points_has_the_value_of_the_definition() {
    let mut random = Random(2);
    for turn in 0..200 {
        let (mut machine, mut fibers, mut operands) =
            setting(&mut random, &[Format::Interval, Format::Pinpoint], 1 + turn % 3, 0.0.into());
        // At least one operand has only points; the others may have intervals.
        fibers[0] = Fiber::random(&mut random, Format::Pinpoint, 0.0.into());
        operands[0] = fibers[0].level("x", &mut machine).into();
        let range = line(&mut random);
        in_range(machine.set("s", 0.0), range);
        let mut expected = 0.0;
        elementary(&fibers, range, |place, length| {
            expected += if length == 0.0 { product(&fibers, place) } else { 0.0 }
        });
        every_step_gives(combine(AssignOp::Add, Op::Mul, Domain::Reals, operands), &machine, expected.into());
    }
}

#[test]
fn every_step_of_a_maximum_has_the_value_of_the_definition() {
    let mut random = Random(3);
    for turn in 0..200 {
        let formats = [Format::Interval, Format::Pinpoint, Format::RunList];
        let (mut machine, fibers, operands) = setting(&mut random, &formats, 1 + turn % 3, random_fill(turn));
        let range = range(&mut random);
        in_range(machine.set("s", f64::NEG_INFINITY), range);
        let mut expected = f64::NEG_INFINITY;
        elementary(&fibers, range, |place, _| expected = expected.max(product(&fibers, place)));
        every_step_gives(combine(AssignOp::Max, Op::Mul, Domain::Reals, operands), &machine, expected.into());
    }
}

fn random_fill(turn: usize) -> Value {
    ([0.0, 1.0, -3.0][turn % 3]).into()
}

#[test]
fn every_step_of_an_overlap_has_the_value_of_the_definition() {
    let mut random = Random(4);
    let formats = [Format::Interval, Format::Pinpoint];
    for turn in 0..200 {
        let (mut machine, fibers, operands) = setting(&mut random, &formats, 2 + turn % 2, false.into());
        let range = line(&mut random);
        in_range(machine.set("s", false), range);
        let mut expected = false;
        elementary(&fibers, range, |place, _| expected |= fibers.iter().all(|fiber| fiber.at(place) == true.into()));
        every_step_gives(combine(AssignOp::Or, Op::And, Domain::Reals, operands), &machine, expected.into());
    }
}

#[test]
fn every_step_over_integers_has_the_value_of_the_definition() {
    let mut random = Random(5);
    let formats = [Format::SparseList, Format::Dense, Format::ByteMap];
    for turn in 0..200 {
        let fill = random_fill(turn);
        let (mut machine, fibers, operands) = setting(&mut random, &formats, 1 + turn % 3, fill);
        let (start, stop) = (random.below(6), random.below(14));
        in_range(machine.set("s", 0.0), (Limit::at(start as f64), Limit::at(stop as f64)));
        let expected: f64 = (start..=stop).map(|place| product(&fibers, Limit::at(place as f64))).sum();
        every_step_gives(combine(AssignOp::Add, Op::Mul, Domain::Integers, operands), &machine, expected.into());
    }
}

#[test]
fn what_simplifies_keeps_its_value() {
    let mut random = Random(6);
    let mut machine = Machine::default();
    for turn in 0..2000 {
        for name in ["a", "b", "c"] {
            machine.set(name, random.value());
        }
        let expr = random_expr(&mut random, 1 + turn % 4);
        assert_eq!(machine.value(&simplify(&expr)), machine.value(&expr), "{expr} and {}", simplify(&expr));
    }
}

#[test]
fn a_bound_that_was_set_in_between_implies_nothing() {
    let lesser = || Expr::min(["m".into(), "b".into()]);
    let bound = |value: Expr, body: Code| Code::variable("b", "a", Code::bind("m", value, body));
    let next = || Code::set("b", Expr::from("b") + 1.0.into());
    let minimum = || Expr::min(["b".into(), "c".into()]);
    for code in [
        bound("b".into(), Code::Block(vec![next(), Code::set("s", "m")])),
        bound(minimum(), Code::Block(vec![next(), Code::set("s", lesser())])),
        bound(
            minimum(),
            Code::repeat(Expr::from("b").at_most("c"), Code::Block(vec![Code::set("s", lesser()), next()])),
        ),
    ] {
        assert_eq!(simplify_code(&code), code);
    }
    let unset = bound(minimum(), Code::Block(vec![Code::set("s", lesser()), next()]));
    assert_eq!(simplify_code(&unset).to_string(), "var b = a\nlet m = min(b, c)\ns = m\nb = b + 1\n");
}

fn random_expr(random: &mut Random, depth: usize) -> Expr {
    if depth == 0 {
        let leaves: [Expr; 7] =
            ["a".into(), "b".into(), "c".into(), 0.0.into(), 1.0.into(), Expr::INFINITY, Expr::NEG_INFINITY];
        return leaves[random.below(5) as usize].clone();
    }
    let op = [Op::Add, Op::Sub, Op::Mul, Op::Min, Op::Max, Op::DropEps][random.below(6) as usize];
    let count = match op {
        Op::Sub => 2,
        Op::DropEps => 1,
        _ => 2 + random.below(2),
    };
    let mut args: Vec<Expr> = (0..count).map(|_| random_expr(random, depth - 1)).collect();
    // Infinity occurs only in minima and maxima: elsewhere there would be nothing to compare.
    match op {
        Op::Min => args.push(Expr::INFINITY),
        Op::Max => args.push(Expr::NEG_INFINITY),
        _ => {}
    }
    Expr::call(op, args)
}

// Errors.

#[test]
fn loops_without_a_meaning_are_refused() {
    let run = |value: Expr| vec![Operand::new("x", Nest::run(value))];
    let sum = combine(AssignOp::Add, Op::Mul, Domain::Reals, run("V".into()));
    assert!(matches!(lower(sum), Err(LoopletError::SumOverInterval { .. })));
    let index = combine(AssignOp::Max, Op::Mul, Domain::Reals, run("i".into()));
    assert!(matches!(lower(index), Err(LoopletError::IndexOnInterval { .. })));
    let places = Operand::new("x", Nest::lookup("j", Nest::run(Expr::element("x.val", "j"))));
    assert!(matches!(lower(dot([places])), Err(LoopletError::LookupOnReals { .. })));
    let torn = Machine::default().value(&Expr::call(Op::Sub, [Expr::from(1.0)]));
    assert!(matches!(torn, Err(LoopletError::Arguments { found: 1, wanted: 2, .. })));
    let open = Operand::new("x", Nest::switch([(Expr::from("c"), Nest::run(1.0))]));
    assert!(matches!(lower(dot([open])), Err(LoopletError::SwitchWithoutElse { .. })));
}

// The document.

/// Returns, for all pairs, the looplet that a loop with both lowers first.
fn pairs() -> String {
    let steps = || Steps::over("right", "p", Nest::run("V"));
    let kinds = [
        ("Switch", Nest::switch([(Expr::from("c"), Nest::run(1.0)), (true.into(), Nest::run(2.0))])),
        ("Run", Nest::run("V")),
        ("Phase", Nest::phase(Phase::to("R", Nest::stepper(steps())))),
        ("Spike", Nest::spike(0.0, "R", "V")),
        ("Sequence", Nest::pieces(0.0, [("L".into(), "R".into(), "V".into())])),
        ("Jumper", Nest::jumper(steps())),
        ("Stepper", Nest::stepper(steps())),
        ("Lookup", Nest::lookup("j", Nest::run(Expr::element("val", "j")))),
    ];
    let first = |a: &Nest, b: &Nest| {
        let operands = vec![Operand::new("x", a.clone()), Operand::new("y", b.clone())];
        let code: Code = combine(AssignOp::Add, Op::Mul, Domain::Integers, operands).into();
        let step = lower_step(&code).expect("all pairs have a meaning").expect("a rule fits");
        step.title.split(':').next().expect("a title names its rule").to_string()
    };
    let line = |head: &str, cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:8}")).collect();
        format!("{head:9}{}", cells.join(" ")).trim_end().to_string() + "\n"
    };
    let head = line("", kinds.iter().map(|(name, _)| (*name).to_string()).collect());
    let rows = kinds.iter().map(|(name, a)| line(name, kinds.iter().map(|(_, b)| first(a, b)).collect()));
    head + &rows.collect::<String>()
}

fn drawing_of(name: &str) -> String {
    let before = |val| Limit { val, eps: -1 };
    let x = [Piece::closed(1.0, 3.0, 1.0), Piece::closed(5.0, 8.0, 2.0), Piece::point(10.0, 4.0)];
    let y = [
        Piece { start: 2.0.into(), stop: before(4.0), value: 3.0 },
        Piece { start: Limit { val: 4.5, eps: 1 }, stop: 6.0.into(), value: 5.0 },
        Piece { start: 7.0.into(), stop: before(11.0), value: 1.0 },
    ];
    let few = [Piece::closed(9.0, 10.0, 2.0)];
    let many = [1.0, 2.5, 4.0, 5.5, 7.0, 9.5, 10.5].map(|at| Piece::point(at, 1.0));
    let last = |operands: [Level; 2]| {
        let steps = lower(dot(operands.map(Operand::from))).expect("a dot product has a meaning");
        steps.last().code.to_string()
    };
    let (walk, walk_too) = (Level::interval("x", "p"), Level::interval("y", "q"));
    let steps = || lower(dot([interval("x", "p"), interval("y", "q")])).expect("a dot product has a meaning").steps;
    match name {
        "fibers" => Drawing::new(0, 12, 4).fiber("x", &x).fiber("y", &y).to_string(),
        "concrete" => {
            let four = [Piece::closed(3.1, 5.0, 4.0)];
            let nest = Nest::pieces(0.0, [(3.1.into(), 5.0.into(), 4.0.into())]);
            format!("{}\n{nest}", Drawing::new(0, 7, 10).fiber("x", &four))
        }
        "interval" => Level::interval("x", "p").looplets().to_string(),
        "pinpoint" => Level::pinpoint("x", "p").looplets().to_string(),
        "pairs" => pairs(),
        "regions" => Drawing::new(0, 12, 4).fiber("x", &x).fiber("y", &y).regions(&[("x", &x), ("y", &y)]).to_string(),
        "step" => steps()[6].code.to_string(),
        "children" => {
            let text = steps()[9].code.to_string();
            let loops = text.lines().skip_while(|line| !line.contains("let start_2"));
            let inner = loops.filter_map(|line| line.strip_prefix("        ")).take_while(|line| !line.contains("=="));
            inner.map(|line| format!("{line}\n")).collect()
        }
        "merge" => last([walk, walk_too]),
        "walk" => {
            Drawing::new(0, 11, 4).fiber("x", &few).fiber("y", &many).regions(&[("x", &few), ("y", &many)]).to_string()
        }
        "lead" => Drawing::new(0, 11, 4).fiber("x", &few).fiber("y", &many).regions(&[("x", &few)]).to_string(),
        "gallop" => last([walk.with_protocol(Protocol::Gallop), walk_too]),
        "single" => {
            let steps = lower(dot([single("a"), single("b")])).expect("a dot product has a meaning");
            steps.last().code.to_string()
        }
        _ => panic!("docs/looplets.md asks for `{name}`, which nothing draws"),
    }
}

#[test]
fn the_drawings_of_the_document_are_those_of_the_code() {
    let path = file("../../docs/looplets.md");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut parts = text.split("<!-- drawn: ");
    let mut drawn = parts.next().expect("a split has a first part").to_string();
    for part in parts {
        let (name, rest) = part.split_once(" -->\n").expect("a marker ends with ` -->`");
        let (_, after) = rest.split_once("<!-- end -->").expect("what is drawn ends with `<!-- end -->`");
        drawn += &format!("<!-- drawn: {name} -->\n```text\n{}```\n<!-- end -->{after}", drawing_of(name));
    }
    if bless() {
        fs::write(&path, &drawn).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    } else {
        assert!(drawn == text, "docs/looplets.md differs from what is drawn; BLESS=1 writes it:\n{drawn}");
    }
}
