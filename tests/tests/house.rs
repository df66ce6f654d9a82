//! Checks of the repository against its own rules: the files that ARCHITECTURE.md names, and the conventions of
//! CONTRIBUTING.md.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files that may contain `unsafe`: windows, and the pointer code of the twins that they are measured against.
const UNSAFE_FILES: [&str; 2] = ["unite/src/tensor/window.rs", "benches/src/twin.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns all files and folders of the repository, such as `unite/src/lib.rs` and `unite/src/frame/`, without hidden
/// ones and build output.
fn all() -> BTreeSet<String> {
    fn walk(folder: &Path, name: &str, found: &mut BTreeSet<String>) {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let entry = entry.expect("an entry of a folder that was just listed");
            let file = entry.file_name().into_string().expect("names are UTF-8");
            if file.starts_with('.') || file == "target" {
                continue;
            }
            if entry.path().is_dir() {
                found.insert(format!("{name}{file}/"));
                walk(&entry.path(), &format!("{name}{file}/"), found);
            } else {
                found.insert(format!("{name}{file}"));
            }
        }
    }
    let mut found = BTreeSet::new();
    walk(&root(), "", &mut found);
    found
}

/// Returns all Rust files, except the programs that must not compile.
fn rust_files() -> impl Iterator<Item = String> {
    all().into_iter().filter(|path| path.ends_with(".rs") && !path.contains("/messages/programs/"))
}

/// Returns whether a file or folder is source of a crate: it lies in a folder `src`, or is one.
fn is_source(path: &str) -> bool {
    let crate_files = path.split_once('/').map_or("", |(_, rest)| rest);
    crate_files.starts_with("src/") || crate_files.contains("/src/")
}

/// Removes comments and the contents of strings from code; line numbers are kept.
fn code_of(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("'\"'") {
            3
        } else if rest.starts_with("r\"") || rest.starts_with("r#") {
            let hashes = rest[1..].chars().take_while(|&c| c == '#').count();
            let opening = hashes + 2;
            let closing = format!("\"{}", "#".repeat(hashes));
            match rest.get(opening - 1..opening) {
                Some("\"") => rest[opening..].find(&closing).map_or(rest.len(), |end| opening + end + closing.len()),
                _ => 0,
            }
        } else if c == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else {
            0
        };
        if skipped == 0 {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            code.extend(rest[..skipped].chars().filter(|&c| c == '\n'));
            rest = &rest[skipped..];
        }
    }
    code
}

fn says(code: &str, word: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word)
}

/// Returns the paths in the tree of ARCHITECTURE.md: in its first block of text, a line names a file or folder in the
/// folder above it that is indented by two spaces less.
fn named() -> Vec<String> {
    let text = read("ARCHITECTURE.md");
    let tree = text.split("```").nth(1).expect("ARCHITECTURE.md has a tree").trim_start_matches("text\n");
    let mut folders: Vec<String> = Vec::new();
    let mut named = Vec::new();
    for line in tree.lines().filter(|line| !line.trim().is_empty()) {
        let depth = (line.len() - line.trim_start().len()) / 2;
        let name = line.split_whitespace().next().expect("the line is not empty");
        assert!(depth <= folders.len(), "ARCHITECTURE.md: `{name}` is indented too far");
        folders.truncate(depth);
        let path = format!("{}{name}", folders.concat());
        folders.push(name.to_string());
        named.push(path);
    }
    named
}

#[test]
fn what_the_architecture_names_exists() {
    let all = all();
    for path in named() {
        let hidden = path.starts_with('.') && root().join(&path).exists();
        assert!(hidden || all.contains(&path), "ARCHITECTURE.md names {path}, which does not exist");
    }
}

#[test]
fn the_architecture_names_every_source_file_and_folder_once() {
    let named = named();
    let unique: BTreeSet<&String> = named.iter().collect();
    assert_eq!(unique.len(), named.len(), "ARCHITECTURE.md names something twice");
    for path in all().iter().filter(|path| is_source(path) && (path.ends_with(".rs") || path.ends_with('/'))) {
        assert!(unique.contains(path), "ARCHITECTURE.md does not name {path}");
    }
}

#[test]
fn one_file_of_the_libraries_says_unsafe_and_one_of_the_benches_and_they_say_why() {
    for path in rust_files().filter(|path| !UNSAFE_FILES.contains(&path.as_str())) {
        assert!(!says(&code_of(&read(&path)), "unsafe"), "{path} says `unsafe`; only {UNSAFE_FILES:?} may");
    }
    for path in UNSAFE_FILES {
        let text = read(path);
        assert!(text.lines().count() < 400, "{path} is to be read in one sitting: fewer than 400 lines");
        let lines: Vec<&str> = text.lines().collect();
        let code = code_of(&text);
        let mut found = 0;
        for (n, _) in code.lines().enumerate().filter(|(_, line)| says(line, "unsafe")) {
            let mut above = lines[..n].iter().rev().take_while(|line| line.trim_start().starts_with("//"));
            assert!(above.any(|line| line.contains("// SAFETY:")), "{path}:{}: no `// SAFETY:` above", n + 1);
            found += 1;
        }
        assert!(found > 0, "{path} needs no exception");
    }
}

#[test]
fn nothing_is_left_undone_or_untested() {
    // Written in two halves, so that this file does not contain them.
    let words = [concat!("#[ig", "nore"), concat!("to", "do!("), concat!("unimple", "mented!("), concat!("FIX", "ME")];
    for path in rust_files() {
        let text = read(&path);
        for (n, line) in text.lines().enumerate() {
            for word in words {
                assert!(!line.contains(word), "{path}:{}: {word}", n + 1);
            }
        }
    }
}

#[test]
fn files_are_short_but_tables() {
    for path in rust_files().filter(|path| !path.ends_with("_tables.rs")) {
        let (lines, most) = (read(&path).lines().count(), if path.ends_with("/mod.rs") { 150 } else { 600 });
        assert!(lines <= most, "{path} has {lines} lines, more than {most}: look for the seam");
    }
}

#[test]
fn the_languages_share_one_lexer_one_span_and_one_diagnostic() {
    let languages = ["unite/ir/src/", "unite/macros/src/"];
    let elsewhere = |path: &String| {
        languages.iter().any(|folder| path.starts_with(folder)) && !path.starts_with("unite/ir/src/syntax/")
    };
    for path in rust_files().filter(elsewhere) {
        let code = code_of(&read(&path));
        for name in ["Token", "Tokens", "Span", "Diagnostic"] {
            for kind in ["struct", "enum", "type"] {
                let defines =
                    |line: &str| line.contains(&format!("{kind} {name} ")) || line.contains(&format!("{kind} {name}<"));
                assert!(!code.lines().any(defines), "{path} defines `{name}`, which is unite_ir::syntax's");
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is() {
    for path in all().into_iter().filter(|path| path.ends_with(".rs")) {
        assert!(read(&path).starts_with("//! "), "{path} does not open with `//!`");
    }
}

/// Returns the manifests, by the folder they lie in, which ends in `/` or is empty.
fn manifests() -> Vec<(String, toml::Table)> {
    let files = all().into_iter().filter_map(|path| Some((path.strip_suffix("Cargo.toml")?.to_owned(), path)));
    let parse = |text: String, path: &str| text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
    files.map(|(folder, path)| (folder, parse(read(&path), &path))).collect()
}

/// Returns the dependencies of a manifest of all kinds and for all targets: names and values.
fn dependencies(manifest: &toml::Table) -> impl Iterator<Item = (&String, &toml::Value)> {
    let targets = manifest.get("target").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::values);
    let tables = targets.filter_map(toml::Value::as_table).chain([manifest]);
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    tables.flat_map(move |table| kinds.into_iter().filter_map(|kind| table.get(kind)?.as_table()).flatten())
}

/// Returns the code of the package in a folder, without that of packages in its subfolders.
fn code_of_package(folder: &str, packages: &[&str]) -> String {
    let nested = |path: &str| packages.iter().any(|other| other.len() > folder.len() && path.starts_with(other));
    rust_files().filter(|path| path.starts_with(folder) && !nested(path)).map(|path| code_of(&read(&path))).collect()
}

/// Returns whether code names a crate: `name::`, or `use name` as a whole.
fn names_crate(code: &str, name: &str) -> bool {
    let name = name.replace('-', "_");
    code.match_indices(&name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        let is_word = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        is_word && (after.starts_with("::") || before.ends_with("use ") && after.starts_with([';', ' ']))
    })
}

#[test]
fn every_dependency_of_a_manifest_is_used_by_its_package() {
    let manifests = manifests();
    let packages: Vec<&str> = manifests.iter().map(|(folder, _)| folder.as_str()).collect();
    assert!(["", "codecs/", "fuzz/", "benches/peers/jpeg/"].iter().all(|folder| packages.contains(folder)));
    for (folder, manifest) in manifests.iter().filter(|(_, manifest)| manifest.contains_key("package")) {
        let code = code_of_package(folder, &packages);
        // `cargo machete` ignores these, too; the reason is stated beside them.
        let excepted = ["metadata", "cargo-machete", "ignored"];
        let excepted = excepted.iter().try_fold(&manifest["package"], |value, key| value.get(key));
        let excepted = excepted.and_then(toml::Value::as_array).map_or(&[][..], Vec::as_slice);
        for (name, _) in dependencies(manifest) {
            let is_used = names_crate(&code, name) || excepted.iter().any(|it| it.as_str() == Some(name));
            assert!(is_used, "{folder}Cargo.toml: no file of the package uses {name}");
        }
    }
}

#[test]
fn every_dependency_of_the_workspace_is_inherited() {
    let manifests = manifests();
    let inherits = |value: &toml::Value| value.get("workspace").and_then(toml::Value::as_bool) == Some(true);
    let inherited: BTreeSet<&String> = manifests
        .iter()
        .flat_map(|(_, manifest)| dependencies(manifest))
        .filter_map(|(name, value)| inherits(value).then_some(name))
        .collect();
    let (_, root) = manifests.iter().find(|(folder, _)| folder.is_empty()).expect("the workspace has a manifest");
    for name in root["workspace"]["dependencies"].as_table().expect("a table").keys() {
        assert!(inherited.contains(name), "Cargo.toml: no package inherits {name}");
    }
}

#[test]
fn a_crate_is_named_by_its_paths() {
    for code in ["use a_b::c;", "pub use a_b;", "let x = a_b::c();", "use a_b as d;"] {
        assert!(names_crate(code, "a-b"), "{code}");
    }
    for code in ["let a_b = 1;", "use x::a_b::c;", "a_bc::d()", "x_a_b::c()"] {
        assert!(!names_crate(code, "a-b"), "{code}");
    }
}

#[test]
fn comments_and_strings_are_no_code() {
    let text = "a /* unsafe\n*/ b // unsafe\nlet s = \"unsafe \\\" unsafe\"; '\"' r#\"unsafe\"# c\nunsafe_code";
    assert_eq!(code_of(text), "a \n b \nlet s = ;   c\nunsafe_code");
    assert!(!says(&code_of(text), "unsafe") && says(&code_of("x = unsafe {"), "unsafe"));
}
