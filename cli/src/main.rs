//! The command `encode`. All of it lies in the library of the same name.

use std::process::ExitCode;

fn main() -> ExitCode {
    encode::main()
}
