//! Programs that break a law do not compile, and the compiler says which law.
//!
//! Each file under `programs/` is such a program, and the `.stderr` beside it what a user reads. `TRYBUILD=overwrite`
//! writes them anew; read them before they are committed. The lawful program is there for more than its own sake:
//! assertions in constants are seen by a build and not by a check, and one program to run makes all cases builds.

#[test]
fn a_program_that_breaks_a_law_does_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.pass("programs/pass/*.rs");
    cases.compile_fail("programs/*.rs");
}
