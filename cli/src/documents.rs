//! Shell completions and man pages, made from the definition of the switches.

use crate::args::{Arguments, Command};
use crate::console::name;
use crate::error::Error;
use crate::stderr;
use crate::stdout::{self, Use};
use crate::{new_folders, output};
use clap::CommandFactory as _;
use std::path::Path;
use std::process::ExitCode;

/// Prints the text that a subcommand requests.
pub(crate) fn print(command: &Command) -> ExitCode {
    let mut text = Vec::new();
    let definition = &mut Arguments::command();
    let written = match command {
        Command::Completions { shell } => {
            clap_complete::generate(*shell, definition, "encode", &mut text);
            Ok(())
        }
        Command::Inspect { .. } | Command::Compare(_) | Command::Join(_) => Ok(()),
        Command::Man { dir: None } => man_page().render(&mut text).map_err(Error::Write),
        Command::Man { dir: Some(folder) } => return man_pages(definition.clone(), folder),
    };
    let written = written.and_then(|()| stdout::check(Use::Product));
    match written.and_then(|()| output::put_on_stdout(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            stderr::line(&format!("standard output: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Returns the man page of the command, which refers to those of its subcommands.
fn man_page() -> clap_mangen::Man {
    // As in `clap_mangen::generate_to`, `encode help` has no page.
    let mut definition = Arguments::command().disable_help_subcommand(true);
    definition.build();
    clap_mangen::Man::new(definition)
}

/// Writes a man page for the command and one for each of its subcommands.
fn man_pages(definition: clap::Command, folder: &Path) -> ExitCode {
    let written = new_folders::check(folder)
        .and_then(|()| new_folders::make(folder))
        .and_then(|()| clap_mangen::generate_to(definition, folder).map_err(Error::Write));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            new_folders::remove_empty();
            stderr::line(&format!("{}: {error}", name(folder)));
            ExitCode::FAILURE
        }
    }
}
