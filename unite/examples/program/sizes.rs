//! The sizes of named extents: those of `--set`, then those of the shapes of inputs.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use unite::program::Program;
use unite_ir::programs::Size;

use crate::arguments::Arguments;
use crate::error::ProgramError;

/// A size, and what gave it.
#[derive(Debug, Clone)]
struct Known {
    size: usize,
    source: String,
}

/// The sizes of the extents that a program names.
pub(crate) struct Sizes {
    path: PathBuf,
    names: Vec<String>,
    known: Vec<Option<Known>>,
}

impl Sizes {
    /// Returns the sizes that the command line gives.
    pub(crate) fn new(program: &Program, arguments: &Arguments) -> Result<Sizes, ProgramError> {
        let names = program.sizes().to_vec();
        let mut sizes = Sizes { path: arguments.file.clone(), known: vec![None; names.len()], names };
        for setting in &arguments.set {
            let (name, size) = (setting.name.clone(), NonZeroUsize::get(setting.size));
            let Some(number) = sizes.names.iter().position(|known| *known == name) else {
                return Err(ProgramError::UnknownSize { path: sizes.path, name, known: sizes.names });
            };
            match &sizes.known[number] {
                Some(Known { size: first, .. }) if *first != size => {
                    return Err(ProgramError::SetTwice { name, first: *first, second: size });
                }
                _ => sizes.known[number] = Some(Known { size, source: "--set".to_owned() }),
            }
        }
        Ok(sizes)
    }

    /// Holds the shape of a file against the declared one, and takes the sizes from it that are not known.
    pub(crate) fn take(
        &mut self,
        name: &str,
        declared: &[Size],
        path: PathBuf,
        found: &[usize],
    ) -> Result<(), ProgramError> {
        let source = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let before = self.known.clone();
        let agrees = declared.len() == found.len()
            && declared.iter().zip(found).all(|(size, &extent)| match *size {
                Size::Known(declared) => declared == extent,
                Size::Named(number) => {
                    let taken = || Known { size: extent, source: source.clone() };
                    extent > 0 && self.known[number].get_or_insert_with(taken).size == extent
                }
            });
        if agrees {
            return Ok(());
        }
        // What was known before, not what this file would make of it.
        let reason = |number: usize| {
            let known = before[number].as_ref().or(self.known[number].as_ref())?;
            Some(format!("{} = {} by {}", self.names[number], known.size, known.source))
        };
        let mut reasons: Vec<String> = declared
            .iter()
            .filter_map(|size| match *size {
                Size::Named(number) => reason(number),
                Size::Known(_) => None,
            })
            .collect();
        reasons.dedup();
        let declared: Vec<String> = declared.iter().map(|size| size.text(&self.names)).collect();
        let (name, declared, found) = (name.to_owned(), format!("[{}]", declared.join(" ")), shape_text(found));
        Err(ProgramError::Shape { path, name, found, declared, reasons })
    }

    /// Returns whether all sizes are known, so that none is taken from files.
    pub(crate) fn are_known(&self) -> bool {
        self.known.iter().all(Option::is_some)
    }

    /// All sizes, in the order of the names.
    pub(crate) fn known(&self) -> Result<Vec<usize>, ProgramError> {
        let size = |(number, known): (usize, &Option<Known>)| match known {
            Some(known) => Ok(known.size),
            None => Err(ProgramError::NoSize { path: self.path.clone(), name: self.names[number].clone() }),
        };
        self.known.iter().enumerate().map(size).collect()
    }
}

/// `[2 3]`
pub(crate) fn shape_text(shape: &[usize]) -> String {
    format!("[{}]", index_text(shape))
}

/// `2 3`
pub(crate) fn index_text(index: &[usize]) -> String {
    index.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}
