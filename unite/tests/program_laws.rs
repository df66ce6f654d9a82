//! The law of staged programs: where the reference value is defined, `tensor!` gives it. Random programs, 64 over all
//! operators, run on random inputs with zeros and undefined elements (NaN).
//!
//! The files in `program_laws/` hold the programs, as this one wrote them: `BLESS=1` in the environment writes them anew.

#[path = "program_laws/staged_0.rs"]
mod staged_0;
#[path = "program_laws/staged_1.rs"]
mod staged_1;
#[path = "../ir/tests/tensor_programs/mod.rs"]
mod tensor_programs;

use noise::Noise;
use std::fmt::Write;
use std::fs;
use tensor_programs::{random_program, shape_of};
use unite::program::Nested;
use unite_ir::programs::evaluate::{Store, reference};
use unite_ir::programs::{Checked, DeclarationKind, Program, check, parse};
use unite_ir::syntax::Tokens;

/// Programs, and those of a file.
const COUNT: usize = 64;
const IN_FILE: usize = 32;
/// Runs of each.
const RUNS: usize = 50;
/// The extent by name of the random programs.
const N: usize = 2;

/// Returns the argument of a staged function; undefined elements are NaN.
fn given<T: Nested<Element = f64>>(store: &Store<f64>, name: &str) -> T {
    let mut tensor = T::ZERO;
    let values = store.tensor(name).expect("declared").values();
    for (element, value) in T::flat_mut(&mut tensor).iter_mut().zip(values) {
        *element = value.unwrap_or(f64::NAN);
    }
    tensor
}

/// Asserts that a staged function gives the values of the store; undefined elements are not compared.
fn assert_given<T: Nested<Element = f64>>(store: &Store<f64>, name: &str, result: &T) {
    let values = store.tensor(name).expect("declared").values();
    for (number, (&element, value)) in T::flat(result).iter().zip(values).enumerate() {
        let Some(value) = value else { continue };
        assert!(element == value || element.is_nan() && value.is_nan(), "{name}, element {number}: {element}, {value}");
    }
}

/// Programs whose variables all are inputs, since there is no undefined value in Rust.
fn programs() -> Vec<Program> {
    let mut noise = Noise::new(4);
    let mut programs = Vec::new();
    while programs.len() < COUNT {
        let mut program = random_program(&mut noise);
        // Those that are never read or written would only be in the way.
        let text: String = program.statements.iter().map(|statement| format!(" {statement} ")).collect();
        let is_word =
            |text: &str, word: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|found| found == word);
        program.declarations.retain(|declaration| is_word(&text, &declaration.name.text));
        for declaration in &mut program.declarations {
            if let DeclarationKind::Variable { input, output } = &mut declaration.kind {
                *input = true;
                *output |= program.statements.iter().any(|statement| statement.target.text == declaration.name.text);
            }
        }
        let has_inputs = program
            .declarations
            .iter()
            .any(|declaration| !matches!(declaration.kind, DeclarationKind::Constant { .. }));
        if !program.statements.is_empty() && has_inputs {
            programs.push(program);
        }
    }
    programs
}

fn checked(program: &Program) -> Checked {
    let text = program.to_string();
    parse(&Tokens::from_text(&text)).and_then(|parsed| check(&parsed.program)).expect("well-typed")
}

/// A file of programs.
fn file(part: usize) -> String {
    let mut file = "//! The programs of `program_laws.rs`, which writes this file.\n\nuse super::{N, Store, assert_given, given};\n\
        use unite::program::tensor;\n\n/// Runs a function on what a store holds; the reference has run on the other.\n\
        pub(super) type Run = fn(&Store<f64>, &Store<f64>);\n".to_owned();
    let programs = programs();
    let numbers = part * IN_FILE..(part + 1) * IN_FILE;
    for (number, program) in numbers.clone().zip(&programs[numbers.clone()]) {
        let has_extent = program.declarations.iter().any(|declaration| shape_of(declaration).contains(&"N".to_owned()));
        let generics = if has_extent { "<const N: usize>" } else { "" };
        let text = program.to_string().trim_end().replace('\n', "\n    ");
        let _ = write!(file, "\ntensor! {{\n    fn program_{number}{generics}:\n    {text}\n}}\n");
        let _ = writeln!(file, "\nfn run_{number}(before: &Store<f64>, after: &Store<f64>) {{");
        let (mut arguments, mut results) = (Vec::new(), Vec::new());
        for declaration in &program.declarations {
            let (name, shape) = (&declaration.name.text, shape_of(declaration));
            let tensor = shape.iter().rev().fold("f64".to_owned(), |inner, extent| format!("[{inner}; {extent}]"));
            let DeclarationKind::Variable { output, .. } = declaration.kind else { continue };
            let variable = name.to_lowercase();
            let mutable = if output { "mut " } else { "" };
            let _ = writeln!(file, "    let {mutable}{variable}_: {tensor} = given(before, \"{name}\");");
            arguments.push(match (output, shape.is_empty()) {
                (true, _) => format!("&mut {variable}_"),
                (false, true) => format!("{variable}_"),
                (false, false) => format!("&{variable}_"),
            });
            if output {
                results.push(format!("    assert_given(after, \"{name}\", &{variable}_);\n"));
            }
        }
        let _ = writeln!(file, "    program_{number}({});", arguments.join(", "));
        let _ = writeln!(file, "{}}}", results.concat());
    }
    let runs: Vec<String> = numbers.map(|number| format!("run_{number}")).collect();
    let _ = write!(
        file,
        "\n/// The runs of the programs, in their order.\npub(super) const RUNS: [Run; {IN_FILE}] = [{}];\n",
        runs.join(", ")
    );
    file
}

/// Code without blanks, which a formatter moves.
fn without_blanks(code: &str) -> String {
    code.split_whitespace().collect::<String>().replace(",]", "]").replace(",)", ")")
}

#[test]
fn the_staged_programs_are_those_of_this_file() {
    for part in 0..COUNT / IN_FILE {
        let path = format!("{}/tests/program_laws/staged_{part}.rs", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, file(part)).expect("a file of this folder");
        }
        let written = fs::read_to_string(&path).expect("a file of this folder");
        assert!(without_blanks(&written) == without_blanks(&file(part)), "run with BLESS=1, and format");
    }
}

#[test]
fn where_the_reference_is_defined_staged_programs_give_its_value() {
    let mut noise = Noise::new(5);
    let programs = programs();
    let (mut defined, mut undefined) = (0_usize, 0_usize);
    for (program, run) in programs.iter().zip(staged_0::RUNS.into_iter().chain(staged_1::RUNS)) {
        let checked = checked(program);
        for _ in 0..RUNS {
            let mut before = Store::<f64>::new(&checked, &vec![N; checked.sizes.len()]).expect("small");
            for variable in checked.variables.iter().filter(|variable| variable.is_input()) {
                let count = before.tensor(&variable.name).expect("declared").values().len();
                let element = |kind: usize| match kind {
                    0 | 1 => Some(0.0),
                    2 => None,
                    kind => Some(kind as f64 * 0.375 - 2.0),
                };
                before.set(&variable.name, (0..count).map(|_| element(noise.below(12))).collect()).expect("as many");
            }
            let mut after = before.clone();
            reference(&checked, &mut after).expect("small");
            for (_, tensor) in after.iter() {
                let values = tensor.values();
                let there = values.iter().flatten().count();
                (defined, undefined) = (defined + there, undefined + values.len() - there);
            }
            run(&before, &after);
        }
    }
    assert!(
        defined > 10_000 && undefined > 1000,
        "{defined} defined, {undefined} undefined elements: the law is empty"
    );
}
