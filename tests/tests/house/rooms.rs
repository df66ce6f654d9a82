//! Checks of the order of rooms: a folder imports only from folders above it in ARCHITECTURE.md.
//!
//! A block of text in ARCHITECTURE.md that begins with the path of a folder `src/` lists its rooms, one line each:
//!
//! ```text
//! codecs/src/
//!   picture.rs, spaces.rs    files or folders on one line do not import from each other
//!   h264/                    may import from all lines above; everything in it is one room
//!     bits.rs                the order of rooms inside of a room
//! ```
//!
//! Files that no line names may import from all rooms of their folder.

use std::collections::{BTreeMap, BTreeSet};

/// A line of a block of rooms.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Room {
    /// The paths of its files and folders, such as `unite/src/tensor` and `unite/src/link.rs`.
    pub(crate) paths: Vec<String>,
    /// The number of the line in its block.
    pub(crate) line: usize,
}

/// Returns the rooms of all blocks of text that begin with the path of a folder `src/`, in the order of their lines. Other
/// folders `src/` may follow in the same block.
pub(crate) fn rooms(architecture: &str) -> Result<Vec<Room>, String> {
    let blocks = architecture.split("```text\n").skip(1).filter_map(|block| block.split("```").next());
    let mut rooms = Vec::new();
    for block in blocks.filter(|block| block.lines().next().is_some_and(|first| first.trim_end().ends_with("src/"))) {
        let mut folders: Vec<String> = Vec::new();
        for (line, text) in block.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
            let indent = text.len() - text.trim_start().len();
            let depth = indent / 2;
            let below_several = depth > 0 && folders.get(depth - 1).is_some_and(|folder| folder.contains(", "));
            if indent % 2 == 1 || below_several || depth > folders.len() || (depth == 0) != text.ends_with("src/") {
                return Err(format!("`{}` is indented wrongly", text.trim()));
            }
            folders.truncate(depth);
            let names = text.trim().split("  ").next().expect("the line is not empty");
            let paths = names.split(", ").map(|name| format!("{}{name}", folders.concat()));
            rooms.push(Room { paths: paths.map(|path| path.trim_end_matches('/').to_owned()).collect(), line });
            folders.push(format!("{}/", names.trim_end_matches('/').trim_end_matches(".rs")));
        }
    }
    Ok(rooms)
}

/// The files of a crate by the path of their module, such as `h264::slice`; the root is empty.
pub(crate) struct Modules {
    /// The folder `src`.
    folder: String,
    files: BTreeMap<Vec<String>, (String, String)>,
}

impl Modules {
    /// Takes the files of a folder `src`: paths, and code without comments and strings. Test modules are left out.
    pub(crate) fn new(folder: &str, files: impl IntoIterator<Item = (String, String)>) -> Modules {
        let mut tests = Vec::new();
        let mut modules = BTreeMap::new();
        for (path, code) in files {
            let inside =
                path.strip_prefix(folder).and_then(|path| path.strip_prefix('/')).expect("a file of the folder");
            let inside = inside.trim_end_matches(".rs");
            let inside = inside.strip_suffix("/mod").unwrap_or(inside);
            let segments = inside.split('/').filter(|it| !["lib", "main"].contains(it));
            let module: Vec<String> = segments.map(str::to_owned).collect();
            let (code, declared) = without_tests(&code);
            tests.extend(declared.into_iter().map(|name| [&module[..], &[name]].concat()));
            modules.insert(module, (path, code));
        }
        modules.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
        Modules { folder: folder.to_owned(), files: modules }
    }

    /// Returns the imports of all files: the file that imports, and the file that has the item.
    pub(crate) fn arrows(&self) -> BTreeSet<(&str, &str)> {
        let mut arrows = BTreeSet::new();
        for (module, (path, code)) in &self.files {
            for import in imports(code) {
                if let Some(target) = self.resolve(module, &import, 0)
                    && target != *module
                {
                    arrows.insert((path.as_str(), self.files[&target].0.as_str()));
                }
            }
        }
        arrows
    }

    /// Returns the module that has the item of a path, if it is one of this crate.
    fn resolve(&self, module: &[String], import: &[String], depth: usize) -> Option<Vec<String>> {
        let mut at = module.to_vec();
        let mut rest = import;
        let package = self.folder.trim_end_matches("/src");
        match rest.first()?.as_str() {
            first if first == "crate" || first == package => {
                at.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {}
            first => {
                let child = [module, &[first.to_owned()]].concat();
                if !self.files.contains_key(&child) {
                    return None;
                }
            }
        }
        while rest.first().is_some_and(|it| it == "super") {
            at.pop()?;
            rest = &rest[1..];
        }
        self.find(at, rest, depth)
    }

    /// Returns the module that has the item of a path from a module on.
    fn find(&self, mut at: Vec<String>, mut rest: &[String], depth: usize) -> Option<Vec<String>> {
        while let Some((first, others)) = rest.split_first() {
            let child = [&at[..], std::slice::from_ref(first)].concat();
            if !self.files.contains_key(&child) {
                break;
            }
            (at, rest) = (child, others);
        }
        let code = &self.files.get(&at)?.1;
        let Some(name) = rest.first().filter(|name| *name != "*") else { return Some(at) };
        if depth > 8 || defines(code, name) {
            return Some(at);
        }
        let imports = imports(code);
        if let Some(import) = imports.iter().find(|import| import.last() == Some(name)) {
            return self.resolve(&at, import, depth + 1);
        }
        let globs = imports.iter().filter(|import| import.last().is_some_and(|it| it == "*"));
        let mut through = globs.filter_map(|glob| {
            let named = [&glob[..glob.len() - 1], std::slice::from_ref(name)].concat();
            let target = self.resolve(&at, &named, depth + 1)?;
            defines(&self.files[&target].1, name).then_some(target)
        });
        Some(through.next().unwrap_or(at))
    }
}

/// Returns code without the items of tests, and the names of the test modules that lie in files of their own. Lines
/// keep their numbers.
pub(crate) fn without_tests(code: &str) -> (String, Vec<String>) {
    let (mut kept, mut names) = (String::new(), Vec::new());
    let mut rest = code;
    while let Some(at) = ["#[cfg(test)]", "#[cfg(all(test"].iter().filter_map(|mark| rest.find(mark)).min() {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let after = rest.find(")]").map_or(rest, |end| &rest[end + 2..]);
        let item = after.trim_start();
        let item = item.strip_prefix("pub(crate) ").unwrap_or(item);
        let stops: &[char] = if item.starts_with("use ") { &[';'] } else { &[';', '{'] };
        let end = item.find(stops).unwrap_or(item.len());
        if let Some(name) = item[..end].strip_prefix("mod ")
            && item[end..].starts_with(';')
        {
            names.push(name.trim().to_owned());
        }
        let mut depth = 0;
        let mut length = item.len();
        for (i, c) in item[end..].char_indices() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if depth == 0 {
                length = end + i + 1;
                break;
            }
        }
        // Lines keep their numbers.
        let left_out = rest.len() - item.len() + length;
        kept.extend(rest[..left_out].chars().filter(|&c| c == '\n'));
        rest = &rest[left_out..];
    }
    kept.push_str(rest);
    (kept, names)
}

/// Returns whether code defines an item of a name.
fn defines(code: &str, name: &str) -> bool {
    let kinds = ["struct", "enum", "trait", "type", "fn", "const", "static", "macro_rules!", "mod"];
    code.match_indices(name).any(|(at, _)| {
        let ends = !code[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        ends && kinds.iter().any(|kind| code[..at].strip_suffix(' ').is_some_and(|before| before.ends_with(kind)))
    })
}

/// Returns the paths that code imports with `use`, one for each item, and those that it writes out from `crate` on. Names
/// after `as` are left out.
fn imports(code: &str) -> Vec<Vec<String>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut imports = Vec::new();
    for (at, _) in code.match_indices("use ").filter(|(at, _)| !code[..*at].ends_with(is_word)) {
        let tree = code[at + 4..].split(';').next().expect("a first part");
        flatten(&[], tree, &mut imports);
    }
    let whole = |at: usize| !code[..at].ends_with(|c: char| is_word(c) || c == '$' || c == ':');
    for (at, _) in code.match_indices("crate::").filter(|(at, _)| whole(*at)) {
        let path = code[at..].split(|c: char| !is_word(c) && c != ':').next().expect("a first part");
        imports.push(path.split("::").filter(|it| !it.is_empty()).map(str::to_owned).collect());
    }
    imports
}

/// Adds the paths of the tree of a `use`.
fn flatten(prefix: &[String], tree: &str, paths: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().expect("a first part");
        let path: Vec<String> = path.split("::").map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect();
        let path = if path == ["self"] && !prefix.is_empty() { &[][..] } else { &path };
        paths.push([prefix, path].concat());
        return;
    };
    let inner = tree[..open].split("::").map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
    let prefix: Vec<String> = prefix.iter().cloned().chain(inner).collect();
    let list = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
    let (mut depth, mut start) = (0, 0);
    for (i, c) in list.char_indices().chain([(list.len(), ',')]) {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && depth == 0 {
            if !list[start..i].trim().is_empty() {
                flatten(&prefix, &list[start..i], paths);
            }
            start = i + 1;
        }
    }
}

/// Returns the imports that break the order of rooms: the room that imports and the room it imports from, with the first
/// file that does.
pub(crate) fn broken(rooms: &[Room], modules: &Modules) -> BTreeMap<(String, String), String> {
    let mut broken = BTreeMap::new();
    for (from, to) in modules.arrows() {
        let mut folder = modules.folder.clone();
        // From the folder `src` on, to the folder where the two part.
        while let (Some((line, one)), Some((other_line, other))) =
            (room(rooms, &folder, from), room(rooms, &folder, to))
        {
            if one != other {
                if other_line >= line {
                    broken.entry((one.to_owned(), other.to_owned())).or_insert_with(|| from.to_owned());
                }
                break;
            }
            folder = one.to_owned();
        }
    }
    broken
}

/// Returns the room of a file among the rooms directly in a folder: its line, and its path without `.rs`.
fn room<'a>(rooms: &'a [Room], folder: &str, file: &str) -> Option<(usize, &'a str)> {
    let file = file.trim_end_matches(".rs");
    rooms.iter().find_map(|room| {
        let stems = room.paths.iter().map(|path| path.trim_end_matches(".rs"));
        let mut inside = stems.filter(|stem| {
            let is_direct = stem.rsplit_once('/').is_some_and(|(parent, _)| parent == folder);
            is_direct && file.strip_prefix(*stem).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        Some((room.line, inside.next()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARCHITECTURE: &str = "Text.\n```text\na/src/\n  ground/, other/   first\n  walls.rs   second\n    door/  inside\n    \
                                window/  inside\n  roof/  third\n```\n";

    /// Returns the broken arrows of a crate with some files.
    fn broken_by(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let empty = ["lib.rs", "ground/mod.rs", "other/mod.rs", "walls.rs", "walls/door/mod.rs", "walls/window/mod.rs"];
        let mut all: BTreeMap<&str, &str> = empty.iter().map(|&path| (path, "")).collect();
        all.insert("roof/mod.rs", "pub use tiles::Tile;");
        all.insert("roof/tiles.rs", "pub struct Tile;");
        all.extend(files.iter().copied());
        let files = all.into_iter().map(|(path, code)| (format!("a/src/{path}"), code.to_owned()));
        let rooms = rooms(ARCHITECTURE).expect("the rooms are well-formed");
        broken(&rooms, &Modules::new("a/src", files)).into_keys().collect()
    }

    #[test]
    fn rooms_are_read_with_their_folders() {
        let rooms = rooms(ARCHITECTURE).expect("the rooms are well-formed");
        let paths: Vec<&[String]> = rooms.iter().map(|room| &room.paths[..]).collect();
        let expected: [&[&str]; 6] = [
            &["a/src"],
            &["a/src/ground", "a/src/other"],
            &["a/src/walls.rs"],
            &["a/src/walls/door"],
            &["a/src/walls/window"],
            &["a/src/roof"],
        ];
        assert_eq!(paths, expected);
        for text in ["a/src/\n   b/", "a/src/\n    b/", "a/src/\nb/", "a/src/\n  b/, c/\n    d/"] {
            assert!(super::rooms(&format!("```text\n{text}\n```")).is_err(), "{text}");
        }
    }

    #[test]
    fn imports_from_above_are_lawful() {
        assert_eq!(broken_by(&[("roof/mod.rs", "use crate::{ground, walls::door::A}; mod tiles;")]), []);
        assert_eq!(broken_by(&[("walls/window/mod.rs", "use super::door::A;")]), []);
        assert_eq!(broken_by(&[("lib.rs", "use roof::Tile; use ground::A;")]), []);
        let test = "fn a() {} #[cfg(test)] mod tests { use crate::roof::Tile; fn b() {} }";
        assert_eq!(broken_by(&[("ground/mod.rs", test)]), []);
        let test = [("ground/mod.rs", "#[cfg(test)]\nmod tests;"), ("ground/tests.rs", "use crate::roof::Tile;")];
        assert_eq!(broken_by(&test), []);
    }

    #[test]
    fn imports_from_below_are_found() {
        let arrow = |from: &str, to: &str| vec![(format!("a/src/{from}"), format!("a/src/{to}"))];
        for code in [
            "use crate::roof::Tile;",
            "use crate::{lib, roof::{self as top, tiles::Tile}};",
            "pub(crate) use super::roof::*;",
            "fn a(_: crate::roof::Tile) {}",
            "#[cfg(test)] use crate::other::A; use crate::roof;",
            "use a::roof::Tile;",
        ] {
            assert_eq!(broken_by(&[("ground/mod.rs", code)]), arrow("ground", "roof"), "{code}");
        }
        assert_eq!(broken_by(&[("ground/mod.rs", "use crate::other::A;")]), arrow("ground", "other"));
        assert_eq!(broken_by(&[("walls/door/mod.rs", "use super::window::A;")]), arrow("walls/door", "walls/window"));
        assert_eq!(broken_by(&[("walls.rs", "use crate::roof::A;")]), arrow("walls", "roof"));
        // Through names that the crate exports.
        for lib in ["pub use roof::Tile;", "pub use roof::*;"] {
            let files = [("lib.rs", lib), ("ground/mod.rs", "use crate::Tile;")];
            assert_eq!(broken_by(&files), arrow("ground", "roof"), "{lib}");
        }
    }
}
