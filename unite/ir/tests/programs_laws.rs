//! Laws over random well-typed programs. All evaluators agree, padding is as promised, and nothing gets stuck. Each law
//! is shown to catch an evaluator with a planted fault.
//!
//! Faults are planted from outside, so that no switch in the library can break an evaluator: by numbers that do not know
//! zero, by the evaluator over padding as published, and by evaluators of single statements put together wrongly.
//!
//! That nothing is read outside of what is stored is an assertion at each read of an element; that nothing in range depends on
//! padding is shown by numbers that know where they come from.
#![cfg(feature = "parallel")]

mod programs_laws {
    pub(crate) mod build;
    pub(crate) mod graphs;
    pub(crate) mod laws;
    pub(crate) mod numbers;
    pub(crate) mod random;
}

use std::collections::HashMap;
use std::sync::LazyLock;

use num_rational::BigRational;
use programs_laws::graphs::has_values_of;
use programs_laws::laws::{
    Bits, Evaluator, LENGTHS, Verdict, agree, corrected_theorem, every_subset_runs, judge, padding_is_kept,
    right_in_range, run, wide,
};
use programs_laws::numbers::{Traced, Uncontrolled};
use programs_laws::random::{Case, Operators};
use rayon::{ThreadPool, ThreadPoolBuilder};
use unite_ir::programs::analysis::writes_in_place;
use unite_ir::programs::evaluate::{
    Element, EvaluateError, Store, in_place, padded, padded_as_published, parallel, reference,
};
use unite_ir::programs::{Checked, Graph, VariableKind};

/// The number of programs that a law is tested on.
const PROGRAMS: u64 = if cfg!(debug_assertions) { 2_500 } else { 20_000 };

/// The number of programs searched for one that shows a planted fault.
const TRIED: u64 = 1_000;

static POOLS: LazyLock<[ThreadPool; 3]> = LazyLock::new(|| {
    [1, 2, 7].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start"))
});

/// Asserts that no program breaks a law.
fn holds<T: Bits>(operators: Operators, law: impl Fn(&Case, &Store<T>) -> Verdict) {
    let (broken, first) = judge(PROGRAMS, operators, law);
    assert!(first.is_none(), "{broken} of {PROGRAMS} programs: {}", first.unwrap_or_default());
}

/// Asserts that a law catches a planted fault.
fn catches<T: Bits>(operators: Operators, law: impl Fn(&Case, &Store<T>) -> Verdict) {
    let (broken, _) = judge(TRIED, operators, law);
    assert!(broken > 0, "none of {TRIED} programs shows the fault");
}

fn agree_without_padding<T: Bits>(case: &Case, store: &Store<T>) -> Verdict {
    agree(&reference, &in_place, case, store).map_err(|what| format!("in place: {what}"))?;
    POOLS.iter().try_for_each(|pool| {
        let on_threads = |program: &Checked, store: &mut Store<T>| pool.install(|| parallel(program, store));
        let threads = pool.current_num_threads();
        agree(&reference, &on_threads, case, store).map_err(|what| format!("on {threads} threads: {what}"))
    })
}

#[test]
fn in_place_and_on_threads_is_as_the_reference_over_exact_rationals() {
    holds::<BigRational>(Operators::All, agree_without_padding);
}

#[test]
fn in_place_and_on_threads_is_as_the_reference_to_the_bit_over_doubles() {
    holds::<f64>(Operators::All, agree_without_padding);
}

#[test]
fn in_place_and_on_threads_is_as_the_reference_over_integers_that_overflow() {
    holds::<i64>(Operators::Integers, agree_without_padding);
}

#[test]
fn graphs_have_the_values_of_their_programs_over_exact_rationals() {
    holds::<BigRational>(Operators::All, |case, store| has_values_of(&Graph::new(&case.program), case, store));
}

#[test]
fn reordered_products_are_exact_also_where_elements_are_undefined() {
    holds::<BigRational>(Operators::All, |case, store| {
        has_values_of(&Graph::new(&case.program).reordered(), case, store)
    });
}

#[test]
fn reordered_products_are_caught_over_doubles_that_are_rounded() {
    catches::<f64>(Operators::NoFunctions, |case, store| {
        has_values_of(&Graph::new(&case.program).reordered(), case, store)
    });
}

#[test]
fn kept_padding_is_zero_and_values_in_range_are_right_over_exact_rationals() {
    holds::<BigRational>(Operators::All, |case, store| padding_is_kept(&reference, &padded, case, store));
}

#[test]
fn kept_padding_is_zero_and_values_in_range_are_right_to_the_bit_over_doubles() {
    holds::<f64>(Operators::All, |case, store| padding_is_kept(&reference, &padded, case, store));
}

#[test]
fn kept_padding_is_zero_and_values_in_range_are_right_over_integers_that_overflow() {
    holds::<i64>(Operators::Integers, |case, store| padding_is_kept(&reference, &padded, case, store));
}

#[test]
fn published_padding_is_zero_or_undefined_beside_undefined_elements() {
    holds::<BigRational>(Operators::NoFunctions, |case, store| {
        corrected_theorem(&reference, &padded_as_published, case, store)
    });
}

/// Values in range do not come from padding.
fn nothing_comes_from_padding(evaluator: Evaluator<'_, Traced>, case: &Case, store: &Store<Traced>) -> Verdict {
    for length in LENGTHS {
        let found = run(evaluator, case, &wide(store, length))?;
        let comes_from_padding = |value: &Option<Traced>| value.as_ref().is_some_and(|value| value.is_from_padding);
        if let Some((name, _)) = found.iter().find(|(_, tensor)| tensor.values().iter().any(comes_from_padding)) {
            return Err(format!("padded to {length}: {name} comes from padding"));
        }
    }
    Ok(())
}

#[test]
fn nothing_is_read_outside_of_the_range() {
    holds::<Traced>(Operators::Integers, |case, store| {
        nothing_comes_from_padding(&reference, case, store)?;
        nothing_comes_from_padding(&in_place, case, store)?;
        nothing_comes_from_padding(&parallel, case, store)?;
        nothing_comes_from_padding(&padded, case, store)
    });
}

#[test]
fn reads_of_padding_are_caught() {
    catches::<Traced>(Operators::Integers, |case, store| nothing_comes_from_padding(&padded_as_published, case, store));
}

#[test]
fn every_subset_of_the_statements_runs_and_keeps_the_domain_of_the_store() {
    holds::<f64>(Operators::All, |case, store| {
        every_subset_runs(&reference, case, store)?;
        every_subset_runs(&padded, case, &wide(store, LENGTHS[0]))
    });
}

/// Returns the number of random programs that have a property.
fn count(has: impl Fn(&Case) -> bool) -> u64 {
    judge::<f64>(TRIED, Operators::All, |case, _| if has(case) { Err(String::new()) } else { Ok(()) }).0
}

#[test]
fn the_random_programs_have_what_the_laws_are_about() {
    let says = |case: &Case, word: &str| format!("{:?}", case.program.statements).contains(word);
    for word in ["Add", "Sub", "Mul", "Div", "Outer", "Contract", "Transpose", "Exp", "Log", "Number", "Named"] {
        let programs = count(|case| says(case, word));
        assert!(programs > TRIED / 10, "{programs} of {TRIED} programs have {word}");
    }
    assert!(count(|case| case.program.statements.len() > 1) > TRIED / 2);
    let is_reordered = |case: &Case| {
        let graph = Graph::new(&case.program);
        graph.reordered().nodes.len() > graph.nodes.len()
    };
    assert!(count(is_reordered) > TRIED / 20, "programs have products of three factors");
    let reads_itself = |case: &Case, direct: bool| {
        case.program.statements.iter().any(|statement| {
            let reads = format!("{:?}", statement.value).contains(&format!("Variable({})", statement.target));
            reads && writes_in_place(statement) == direct
        })
    };
    let counts = [true, false].map(|direct| count(|case| reads_itself(case, direct)));
    assert!(counts[0] > TRIED / 20, "{counts:?}: statements read their target at its own index");
    assert!(counts[1] > TRIED / 20, "{counts:?}: statements read their target elsewhere");
}

/// Copies all variables from one store to another.
fn copy<T: Element, U: Element>(program: &Checked, from: &Store<T>, to: &mut Store<U>, convert: impl Fn(T) -> U) {
    for variable in program.variables.iter().filter(|it| !matches!(it.kind, VariableKind::Constant(_))) {
        let values = from.tensor(&variable.name).expect("a variable").values();
        let values = values.into_iter().map(|value| value.map(&convert)).collect();
        to.set(&variable.name, values).expect("a variable");
    }
}

#[test]
fn zero_by_zero_undefined_in_one_evaluator_is_caught() {
    catches::<BigRational>(Operators::NoFunctions, |case, store| {
        let faulty = |program: &Checked, store: &mut Store<BigRational>| {
            let mut other = Store::<Uncontrolled>::new(program, &case.sizes)?;
            copy(program, store, &mut other, Uncontrolled);
            in_place(program, &mut other)?;
            copy(program, &other, store, |value| value.0);
            Ok(())
        };
        agree(&reference, &faulty, case, store)
    });
}

#[test]
fn contractions_to_the_rounded_extent_are_caught_by_functions() {
    catches::<BigRational>(Operators::All, |case, store| {
        right_in_range(&reference, &padded_as_published, case, store).or_else(|what| match case.has_functions() {
            true => Err(what),
            false => Ok(()),
        })
    });
}

#[test]
fn contractions_to_the_rounded_extent_are_caught_by_infinities() {
    catches::<f64>(Operators::NoFunctions, |case, store| {
        let expected = run(&reference, case, store)?;
        let found = run(&padded_as_published, case, &wide(store, 4))?;
        let nans = |store: &Store<f64>| {
            let values = store.iter().flat_map(|(_, tensor)| tensor.values());
            values.filter(|value| value.is_some_and(f64::is_nan)).count()
        };
        if nans(&found) > nans(&expected) { Err("inf * 0 over padding".to_owned()) } else { Ok(()) }
    });
}

#[test]
fn padding_that_is_not_kept_is_caught() {
    catches::<BigRational>(Operators::NoFunctions, |case, store| {
        padding_is_kept(&reference, &padded_as_published, case, store)
    });
    catches::<BigRational>(Operators::All, |case, store| {
        corrected_theorem(&reference, &padded_as_published, case, store)
    });
}

/// The statements of a program as programs of their own.
fn statements(program: &Checked) -> impl Iterator<Item = Checked> {
    let (sizes, variables) = (&program.sizes, &program.variables);
    let single =
        |statement| Checked { sizes: sizes.clone(), variables: variables.clone(), statements: vec![statement] };
    program.statements.iter().cloned().map(single)
}

/// Writes each element as soon as it is known, also where the target is transposed or contracted on the right.
fn always_in_place<T: Element>(program: &Checked, store: &mut Store<T>) -> Result<(), EvaluateError> {
    for statement in statements(program) {
        let name = &program.variables[statement.statements[0].target].name;
        let elements = store.tensor(name).expect("a variable").values().len();
        for element in 0..elements {
            let mut after = store.clone();
            reference(&statement, &mut after)?;
            let mut values = store.tensor(name).expect("a variable").values();
            values[element] = after.tensor(name).expect("a variable").values()[element].clone();
            store.set(name, values)?;
        }
    }
    Ok(())
}

#[test]
fn a_transposition_in_place_is_caught() {
    catches::<BigRational>(Operators::All, |case, store| agree(&reference, &always_in_place, case, store));
}

/// Evaluates equal right-hand sides once, though an assignment between them changes what they read.
fn once<T: Element>(program: &Checked, store: &mut Store<T>) -> Result<(), EvaluateError> {
    let mut known: HashMap<String, Vec<Option<T>>> = HashMap::new();
    for statement in statements(program) {
        let name = &program.variables[statement.statements[0].target].name;
        let text = format!("{:?}", statement.statements[0].value);
        match known.get(&text) {
            Some(values) => store.set(name, values.clone())?,
            None => {
                reference(&statement, store)?;
                known.insert(text, store.tensor(name).expect("a variable").values());
            }
        }
    }
    Ok(())
}

#[test]
fn a_common_subexpression_across_an_assignment_is_caught() {
    catches::<BigRational>(Operators::All, |case, store| agree(&reference, &once, case, store));
}
