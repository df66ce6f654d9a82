//! Programs that break a rule do not compile, and the compiler's message names the rule.
//!
//! Each file under `programs/` is such a program, and the `.stderr` beside it is the message that a user reads.
//! `TRYBUILD=overwrite` rewrites them; read them before you commit. The valid program has a second purpose: assertions
//! in constants are evaluated by a build and not by a check, and one program to run turns all cases into builds.

#[test]
fn a_program_that_breaks_a_law_does_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.pass("programs/pass/*.rs");
    cases.compile_fail("programs/*.rs");
}
