//! Every side of every kernel gives the same result, at all places and on random samples.

use benches::bench::{Bench, Purpose};
use benches::kernel;

#[test]
fn all_sides_of_a_kernel_give_the_same() {
    let mut bench = Bench::new(Purpose::Check);
    kernel::all(&mut bench);
    assert!(bench.rows.len() >= 12);
    for row in &bench.rows {
        assert!(row.runs.iter().any(|run| run.side.is_twin()), "{} has no twin", row.name);
        assert!(row.runs.iter().any(|run| !run.side.is_twin()), "{} has no side over unite", row.name);
        let first = &row.runs[0];
        for run in &row.runs[1..] {
            let differs = first.output.iter().zip(&run.output).position(|(a, b)| a != b);
            assert_eq!(differs, None, "{}: {:?} and {:?} differ first at that number", row.name, first.side, run.side);
            assert_eq!(first.output.len(), run.output.len(), "{}: {:?}, {:?}", row.name, first.side, run.side);
        }
        let same = first.output.iter().all(|v| *v == first.output[0]);
        assert!(!same, "{} gives one number everywhere", row.name);
    }
}

#[test]
fn all_steps_of_the_ablation_give_the_same() {
    let mut bench = Bench::new(Purpose::Check);
    benches::ablation::all(&mut bench);
    for row in &bench.rows {
        assert_eq!(row.runs.len(), benches::ablation::STEPS.len(), "{}", row.name);
        assert!(row.runs.windows(2).all(|pair| pair[0].output == pair[1].output), "{}", row.name);
    }
}

#[test]
fn what_to_write_instead_of_a_trap_gives_the_same() {
    let mut bench = Bench::new(Purpose::Check);
    benches::traps::all(&mut bench);
    for row in &bench.rows {
        let [dear, instead] = &row.runs[..] else { panic!("{} has {} sides", row.name, row.runs.len()) };
        assert_eq!(dear.output, instead.output, "{}", row.name);
        assert!(dear.output.iter().any(|v| *v != dear.output[0]), "{} gives one number everywhere", row.name);
    }
}
