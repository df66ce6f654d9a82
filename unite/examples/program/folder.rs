//! For tests: a folder with a program and its inputs, and what the example answers there.

use std::fs;
use std::path::PathBuf;

use clap::Parser;

use crate::answer;
use crate::arguments::Arguments;

/// A folder that is removed at the end, unless it lies in one that is.
pub(crate) struct Folder(PathBuf, Removal);

#[derive(PartialEq)]
enum Removal {
    Own,
    Outer,
}

impl Folder {
    pub(crate) fn new(test: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("unite-program-{}-{test}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        Folder(folder, Removal::Own)
    }

    pub(crate) fn inner(&self, name: &str) -> Folder {
        Folder(self.path(name), Removal::Outer)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Folder {
        fs::write(self.path(name), bytes).expect("a file in a temporary folder");
        self
    }

    /// The names of the files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Returns the output and the remarks of `program p.tl` with options, or its error, with `DIR` for the folder.
    pub(crate) fn answers(&self, options: &str) -> Result<(String, String), String> {
        let folder = self.0.display().to_string();
        let options = options.replace("DIR", &folder);
        let file = self.path("p.tl").display().to_string();
        let words = ["program".to_owned(), file].into_iter().chain(options.split_whitespace().map(str::to_owned));
        let arguments = Arguments::try_parse_from(words).map_err(|error| error.to_string())?;
        let (mut out, mut remarks) = (Vec::new(), Vec::new());
        let result = answer(&arguments, &mut out, &mut remarks);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text").replace(&folder, "DIR");
        match result {
            Ok(()) => Ok((text(out), text(remarks))),
            Err(error) => Err(error.to_string().replace(&folder, "DIR")),
        }
    }

    pub(crate) fn prints(&self, options: &str) -> String {
        self.answers(options).unwrap_or_else(|error| panic!("{error}")).0
    }

    pub(crate) fn fails(&self, options: &str) -> String {
        let error = self.answers(options).expect_err("it is refused");
        assert_eq!(error.lines().count(), 1, "{error}");
        error
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.1 == Removal::Own {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// Returns a file of numpy of version 1.0.
pub(crate) fn npy(descr: &str, fortran_order: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    npy_of_version(1, descr, fortran_order, shape, elements)
}

/// Returns a file of numpy of a version.
pub(crate) fn npy_of_version(major: u8, descr: &str, fortran_order: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': {fortran_order}, 'shape': {shape}, }}\n");
    let length = header.len() as u32;
    let length = if major == 1 { (length as u16).to_le_bytes().to_vec() } else { length.to_le_bytes().to_vec() };
    [b"\x93NUMPY", [major, 0].as_slice(), &length, header.as_bytes(), elements].concat()
}
