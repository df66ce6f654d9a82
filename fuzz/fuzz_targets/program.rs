//! Law: for any text, a tensor program gives errors, each with a position in the text; or its printed form parses to
//! the same program, and it is analysed, and staged or rejected with a reason.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use unite_ir::programs::evaluate::{Store, reference};
use unite_ir::programs::staged::{Signature, rust};
use unite_ir::programs::{Graph, analysis, check, parse};
use unite_ir::syntax::{Text, Tokens};

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(data) else { return Corpus::Reject };
    let text = Text::new(text);
    let program = match parse(text.tokens()) {
        Ok(parsed) => parsed.program,
        Err(mistakes) => {
            assert!(!mistakes.is_empty());
            mistakes.iter().for_each(|mistake| assert!(text.draw(mistake).contains('^')));
            return Corpus::Keep;
        }
    };
    let printed = program.to_string();
    let again = parse(&Tokens::from_text(&printed)).expect("what is printed parses").program;
    assert_eq!(again.to_string(), printed);
    let checked = match check(&program) {
        Ok(checked) => checked,
        Err(mistakes) => {
            mistakes.iter().for_each(|mistake| assert!(text.draw(mistake).contains('^')));
            assert!(
                mistakes.windows(2).all(|pair| pair[0].span.first <= pair[1].span.first),
                "in the order of the text"
            );
            return Corpus::Keep;
        }
    };
    let graph = Graph::new(&checked);
    assert!(graph.nodes.iter().enumerate().all(|(number, node)| node.op.operands().all(|operand| operand < number)));
    let _ = (graph.to_string(), analysis::dead_statements(&checked), analysis::common_subexpressions(&checked));
    let _ = rust(&checked, &Signature::new("program"));
    // A small program is run, and its store keeps its variables.
    let work: usize = checked.statements.iter().map(|statement| steps(&statement.value)).fold(0, usize::saturating_add);
    if work < 100_000
        && let Ok(mut store) = Store::<f64>::with_limit(&checked, &vec![2; checked.sizes.len()], 1 << 16)
    {
        // A number beyond the type's range is an error of one line.
        if let Err(error) = reference(&checked, &mut store) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        assert_eq!(store.iter().count(), checked.variables.len());
    }
    Corpus::Keep
});

/// Returns an upper bound on the steps to evaluate a term, element by element without temporaries.
fn steps(term: &unite_ir::programs::Term) -> usize {
    use unite_ir::programs::{Op, Size};
    let own = term.shape.iter().fold(1_usize, |count, size| match size {
        Size::Known(extent) => count.saturating_mul(*extent),
        Size::Named(_) => count.saturating_mul(2),
    });
    let parts = match &term.op {
        Op::Variable(_) | Op::Number(_) => 1,
        Op::Binary(_, left, right) => steps(left).saturating_mul(steps(right)),
        Op::Contract(operand, _) | Op::Transpose(operand, _) | Op::Call(_, operand) => steps(operand),
    };
    own.saturating_mul(parts.max(1))
}
