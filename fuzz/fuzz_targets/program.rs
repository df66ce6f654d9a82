//! Law: any text is a tensor program with errors, or one that prints, parses and is analysed. Errors have a position in
//! the text; the printed form parses to the same program; it is staged, or rejected with a reason.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use std::num::NonZeroUsize;
use unite_ir::programs::evaluate::{Store, operations, reference};
use unite_ir::programs::staged::{Signature, rust};
use unite_ir::programs::{Graph, analysis, check, describe, parse};
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
    let described = [describe::types(&checked, &text), describe::reaching(&checked, &text), describe::staged(&checked)];
    let sizes = vec![2; checked.sizes.len()];
    assert!(described.iter().all(|text| text.is_empty() || text.ends_with('\n')));
    let _ = (describe::order(&checked, &text, &sizes), describe::padded(&checked, &text, NonZeroUsize::MIN));
    // A small program runs, and its store keeps its variables.
    if let Ok(mut store) = Store::<f64>::with_limit(&checked, &sizes, 1 << 16) {
        // A number beyond the type is an error in one line.
        let ended = match operations(&checked, &store) {
            Ok(operations) if operations < 100_000 => reference(&checked, &mut store),
            counted => counted.map(|_| ()),
        };
        if let Err(error) = ended {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        assert_eq!(store.iter().count(), checked.variables.len());
    }
    Corpus::Keep
});
