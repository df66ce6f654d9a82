//! Switches of other encoders: the answer names the equivalent switch, or says that there is none. They are found
//! before the switches are parsed, because the parser would suggest a switch of similar letters, or read `-quality` as
//! `-q uality`.
//!
//! The words are in [`foreign_tables`](super::foreign_tables).

use super::foreign_tables::{ABBREVIATED, ANSWERS, TAKEN};
use clap::{Arg, Command};
use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::Path;

/// The answer to a word of another encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The equivalent here; names a switch.
    Instead(&'static str),
    /// The reason why no switch does it.
    Nothing(&'static str),
}

impl Answer {
    fn line(self, word: &str) -> String {
        match self {
            Answer::Instead(text) => format!("{word} is not a switch here: {text}"),
            Answer::Nothing(text) => format!("{word} is not a switch here, and none takes its place: {text}"),
        }
    }
}

/// Returns the answer to the first word of another encoder among the arguments after the command's name; `None` if
/// there is no such word. Values of switches, and arguments after `--`, are skipped.
pub(crate) fn answer(definition: &Command, arguments: impl IntoIterator<Item = OsString>) -> Option<String> {
    let mut definition = definition;
    let mut arguments: VecDeque<String> =
        arguments.into_iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    while let Some(argument) = arguments.pop_front() {
        let next = arguments.front().map(String::as_str);
        let takes_next = match argument.strip_prefix('-') {
            None => {
                definition = definition.find_subcommand(&argument).unwrap_or(definition);
                false
            }
            Some("") => false,
            Some("-") => return None,
            Some(rest) => {
                if let Some(answer) = answer_to(definition, &argument, next) {
                    return Some(answer);
                }
                match rest.strip_prefix('-') {
                    Some(long) => long_of(definition, long).is_some_and(takes_value),
                    None => shorts_take_next(definition, rest),
                }
            }
        };
        if takes_next {
            arguments.pop_front();
        }
    }
    None
}

/// Returns the answer to an argument that begins with a dash.
fn answer_to(definition: &Command, argument: &str, next: Option<&str>) -> Option<String> {
    let word = argument.split('=').next().unwrap_or_default();
    let name = word.trim_start_matches('-');
    let is_short = !word.starts_with("--");
    if !is_short && long_of(definition, name).is_some() {
        return None;
    }
    if is_short && name.chars().count() == 1 && short_of(definition, name.chars().next()?).is_some() {
        let (_, _, answer) = TAKEN.iter().find(|(short, is_foreign, _)| {
            *short == name && next.is_some_and(|next| is_foreign(next) && !Path::new(next).exists())
        })?;
        return Some(format!("{word} takes no value here: {answer}"));
    }
    // The generic answers need two letters: one letter is a short switch, which the parser knows.
    let is_long_enough = name.chars().count() > 1;
    if let Some(answer) = answer_of(name) {
        return Some(answer.line(word));
    }
    let hyphens = name.replace('_', "-");
    if is_long_enough && !matches!(name, "help") && long_of(definition, &hyphens).is_some() {
        return Some(format!("{word} is not a switch here: it is spelled --{hyphens}"));
    }
    if let Some(answer) = answer_of(&hyphens) {
        return Some(answer.line(word));
    }
    if is_short
        && name.len() >= 3
        && let Some(whole) = ABBREVIATED.iter().find(|whole| whole.starts_with(name))
    {
        let own = long_of(definition, whole).map(|_| format!("{word} is not a switch here: write --{whole}"));
        return own.or_else(|| answer_of(whole).map(|answer| answer.line(word)));
    }
    // A letter with its number, as -j4.
    let (letter, number) = name.split_at_checked(1)?;
    let is_number = is_short && number.starts_with(|digit: char| digit.is_ascii_digit());
    answer_of(letter).filter(|_| is_number).map(|answer| answer.line(&word[..2]))
}

/// Returns the table's answer to a word without its dashes.
fn answer_of(name: &str) -> Option<Answer> {
    ANSWERS.iter().find(|(words, _)| words.contains(&name)).map(|(_, answer)| *answer)
}

fn long_of<'a>(definition: &'a Command, name: &str) -> Option<&'a Arg> {
    let name = name.split('=').next().filter(|_| !name.contains('='))?;
    definition.get_arguments().find(|arg| arg.get_long() == Some(name))
}

fn short_of(definition: &Command, letter: char) -> Option<&Arg> {
    definition.get_arguments().find(|arg| arg.get_short() == Some(letter))
}

/// Returns whether the argument after a switch is its value.
fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values() && !arg.is_require_equals_set()
}

/// Returns whether a group of short switches ends in one whose value is the next argument.
fn shorts_take_next(definition: &Command, letters: &str) -> bool {
    let mut letters = letters.chars();
    while let Some(letter) = letters.next() {
        match short_of(definition, letter) {
            Some(arg) if takes_value(arg) => return letters.as_str().is_empty(),
            Some(_) => {}
            None => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Arguments;
    use clap::CommandFactory as _;
    use std::collections::BTreeSet;

    fn definition() -> Command {
        let mut definition = Arguments::command();
        definition.build();
        definition
    }

    fn said(line: &str) -> Option<String> {
        answer(&definition(), line.split_whitespace().map(OsString::from))
    }

    /// Returns the switches that a text names.
    fn switches(text: &str) -> Vec<&str> {
        let words = text.split(|c: char| !(c.is_alphanumeric() || "-_".contains(c)));
        words.filter(|word| word.len() > 1 && word.starts_with('-')).collect()
    }

    #[test]
    fn every_answer_names_switches_that_exist_or_says_that_there_is_none() {
        let definition = definition();
        let exists = |switch: &str| match switch.strip_prefix("--") {
            Some(long) => long_of(&definition, long).is_some(),
            None => switch.chars().nth(1).is_some_and(|short| short_of(&definition, short).is_some()),
        };
        let texts = ANSWERS.iter().map(|(_, answer)| match answer {
            Answer::Instead(text) => {
                assert!(!switches(text).is_empty(), "`{text}` names no switch");
                *text
            }
            Answer::Nothing(text) => *text,
        });
        for text in texts.chain(TAKEN.iter().map(|(_, _, text)| *text)) {
            assert!(!text.contains('\n') && text.len() < 160, "{text}");
            for switch in switches(text) {
                assert!(exists(switch), "`{text}` names {switch}");
            }
        }
    }

    #[test]
    fn every_word_is_answered_wherever_it_stands() {
        let definition = definition();
        let mut seen = BTreeSet::new();
        for word in ANSWERS.iter().flat_map(|(words, _)| words.iter()) {
            assert!(seen.insert(word), "`{word}` stands twice in the table");
            let is_letter = word.chars().count() == 1;
            assert!(long_of(&definition, word).is_none(), "--{word} is a switch of our own");
            assert!(!is_letter || short_of(&definition, word.chars().next().unwrap_or(' ')).is_none(), "-{word}");
            let forms: &[&str] = if is_letter { &["-"] } else { &["-", "--"] };
            for dashes in forms {
                let typed = format!("{dashes}{word}");
                for line in [
                    typed.clone(),
                    format!("in.png -o out.jpg {typed} 23"),
                    format!("{typed}=23 in.png -o out.jpg"),
                    format!("-q 90 {typed} in.png --verify"),
                ] {
                    let answer = said(&line).unwrap_or_else(|| panic!("no answer to {line}"));
                    assert!(answer.starts_with(&format!("{typed} is not a switch here")), "{line}: {answer}");
                }
                for line in [
                    format!("in.png -o out.jpg -- {typed}"),
                    format!("in.png --comment {typed} -o out.jpg"),
                    format!("in.png -o {typed}"),
                    format!("in.png --comment={typed}"),
                    format!("in.png -po {typed}"),
                ] {
                    assert_eq!(said(&line), None, "{line}");
                }
            }
        }
        assert!(seen.len() > 300, "{}", seen.len());
    }

    #[test]
    fn our_own_switches_are_left_to_the_parser() {
        let definition = definition();
        for arg in definition.get_arguments() {
            for typed in
                [arg.get_long().map(|long| format!("--{long}")), arg.get_short().map(|short| format!("-{short}"))]
            {
                assert_eq!(typed.and_then(|typed| said(&format!("in.png {typed}"))), None);
            }
        }
        for line in
            ["-q90 -oout.jpg in.png", "in.png -rvp --out-dir a", "- -o -", "--nonsense", "-help", "--verify in.png"]
        {
            assert_eq!(said(line), None, "{line}");
        }
        assert_eq!(said("inspect a.264"), None);
        assert!(said("inspect --bitrate a.264").is_some());
    }

    #[test]
    fn one_dash_before_a_long_switch_is_never_a_short_one() {
        for (typed, whole) in [
            ("-quality 90", "--quality"),
            ("-optimize", "--optimize"),
            ("-opt", "--optimize"),
            ("-qual 90", "--quality"),
            ("-threads 4", "--threads"),
            ("-pix_fmt yuv420p", "--pix-fmt"),
            ("-output a.jpg", "--output"),
            ("--out_dir web", "--out-dir"),
            ("-version", "--version"),
            ("-outfile a.jpg", "-o OUTPUT"),
            ("-prog", "write --progressive"),
            ("-j4", "--threads"),
        ] {
            let answer = said(&format!("in.png {typed}")).unwrap_or_else(|| panic!("no answer to {typed}"));
            assert!(answer.contains(whole), "{typed}: {answer}");
        }
    }

    #[test]
    fn letters_that_mean_something_else_here_are_known_by_their_values() {
        for (typed, words) in [
            ("-r 25", "--fps"),
            ("-r 30000/1001", "--fps"),
            ("-r 29.97", "--fps"),
            ("-v error", "--quiet"),
            ("-p 2", "--qp"),
        ] {
            let answer = said(&format!("in.y4m {typed} -o out.mp4")).unwrap_or_else(|| panic!("no answer to {typed}"));
            assert!(answer.contains(words), "{typed}: {answer}");
        }
        for line in ["-r photos --out-dir web", "-v in.png", "-p in.png", "in.png -r", "-r src --out-dir a"] {
            assert_eq!(said(line), None, "{line}");
        }
    }
}
