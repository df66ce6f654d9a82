//! Requirements for publishing a package, and for additions to its interface that do not break users.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the packages to publish.
const PACKAGES: [&str; 5] = ["unite/ir", "unite/macros", "unite", "codecs", "cli"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Collects all Rust files below a folder.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry of a folder that was just listed").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_package_carries_both_licences_and_a_readme() {
    for package in PACKAGES {
        let folder = root().join(package);
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(read(&folder.join(licence)), read(&root().join(licence)), "{package}/{licence}");
        }
        let readme = read(&folder.join("README.md"));
        assert!(readme.lines().count() > 10, "{package}/README.md is what a registry shows of the package");
    }
}

#[test]
fn every_package_says_what_registries_show() {
    for package in PACKAGES {
        let manifest = read(&root().join(package).join("Cargo.toml"));
        for key in ["description", "license", "repository", "documentation", "readme", "keywords", "categories"] {
            let says = |line: &str| line.split(['.', ' ']).next() == Some(key);
            assert!(manifest.lines().any(says), "{package}/Cargo.toml has no `{key}`");
        }
        let has_features = manifest.contains("\n[features]\n");
        assert_eq!(manifest.contains("[package.metadata.docs.rs]"), has_features, "{package}: docs.rs and features");
    }
}

#[test]
fn options_and_errors_can_grow_without_breaking_their_users() {
    let mut files = Vec::new();
    for package in PACKAGES {
        rust_files(&root().join(package).join("src"), &mut files);
    }
    let mut found = 0;
    for file in files {
        let text = read(&file);
        let lines: Vec<&str> = text.lines().collect();
        for (n, line) in lines.iter().enumerate() {
            let name = line.trim_start().strip_prefix("pub struct ").or(line.trim_start().strip_prefix("pub enum "));
            let name = name.map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
            let Some(name) = name.filter(|name| ["Options", "Error"].iter().any(|kind| name.ends_with(kind))) else {
                continue;
            };
            // A struct without public fields can be extended as it is.
            let body = lines[n + 1..].iter().take_while(|line| !line.starts_with('}'));
            let is_open = line.contains("enum") || body.clone().any(|line| line.trim_start().starts_with("pub "));
            let mut attributes = lines[..n].iter().rev().take_while(|line| !line.is_empty() && !line.starts_with('}'));
            let is_marked = attributes.any(|line| line.contains("#[non_exhaustive]"));
            assert!(!is_open || is_marked, "{}:{}: `{name}` is not #[non_exhaustive]", file.display(), n + 1);
            found += usize::from(is_open);
        }
    }
    assert!(found >= 20, "{found} types of options and errors: the search misses some");
}
