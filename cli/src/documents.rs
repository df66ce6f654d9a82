//! Shell completions and the man page, made from the definition of the switches.

use crate::args::{Arguments, Command};
use crate::stdout::{self, Use};
use crate::{console, output};
use clap::CommandFactory as _;
use std::process::ExitCode;

/// Prints what a subcommand asks for.
pub(crate) fn print(command: &Command) -> ExitCode {
    let mut text = Vec::new();
    let definition = &mut Arguments::command();
    let written = match command {
        Command::Completions { shell } => {
            clap_complete::generate(*shell, definition, "encode", &mut text);
            Ok(())
        }
        Command::Inspect { .. } | Command::Compare(_) => Ok(()),
        Command::Man => clap_mangen::Man::new(definition.clone()).render(&mut text).map_err(crate::Error::Write),
    };
    let written = written.and_then(|()| stdout::check(Use::Product));
    match written.and_then(|()| output::put_on_stdout(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            console::line(&format!("standard output: {error}"));
            ExitCode::FAILURE
        }
    }
}
