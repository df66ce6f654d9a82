//! Checks that the codecs live on places: they ask unite for what lies where.
//!
//! | check | counts |
//! |---|---|
//! | tile arithmetic is rare | products, quotients and remainders of a coordinate and the side of a tile |
//! | questions about place are many | calls such as `under` and `colocate` |
//! | raw arrays of samples are rare | functions that take samples without their place |

use super::rooms::without_tests;
use super::{code_of, read, rust_files};

/// The names of coordinates, sizes and sampling factors.
const COORDINATES: &str =
    "x y n k i j edge row column width height at h v h_max v_max rows columns mb_x mb_y mb_row mb_column";

/// Files that define places, or in which every number is a table.
const DEFINE_PLACES: [&str; 3] = ["spaces.rs", "coding_order.rs", "plain.rs"];

/// Files below `codecs/src/` that count other things than places, and what their numbers are.
const NOT_PLACES: [(&str, &str); 16] = [
    ("h264/code/decide/cost/hadamard.rs", "lanes of a vector"),
    ("h264/code/decide/cost/intra_4x4.rs", "samples of the edge of a block, as lanes of a vector"),
    ("h264/code/residual/pair_8x8.rs", "lanes of a vector"),
    ("h264/code/residual/row_4x4.rs", "lanes of a vector"),
    ("h264/code/trellis/cavlc.rs", "levels of the four blocks as which CAVLC codes an 8 x 8 block"),
    ("shared/bits.rs", "bits of bytes"),
    ("jpeg/entropy_segment.rs", "the numbers of restart markers, modulo 8"),
    ("jpeg/trace/bits.rs", "bits of bytes"),
    ("jpeg/trace/entropy_coded.rs", "bits of bytes"),
    ("h264/code/entropy/arithmetic.rs", "bits of bytes, and digits of a logarithm"),
    ("h264/code/entropy/cabac.rs", "parts of mb_type"),
    ("h264/code/entropy/levels.rs", "bits of a mask of levels"),
    ("h264/code/entropy/traced.rs", "bits of bytes"),
    ("h264/code/decide/motion_search/walk.rs", "quarters of samples in a vector"),
    ("h264/syntax/sps.rs", "the size that a header states"),
    ("h264/syntax/structure.rs", "signs of Exp-Golomb codes"),
];

/// The most lines of tile arithmetic.
const MOST_TILE_ARITHMETIC: usize = 20;

/// The tile arithmetic that is left: a file below `codecs/src/`, a part of the line, and the reason.
const TILE_ARITHMETIC: [(&str, &str, &str); 11] = [
    ("shared/quality.rs", "vec![[0; 4]; width / 4]", "SSIM compares planes of bytes of any codec"),
    ("shared/quality.rs", "for y in 0..height / 4", "the same"),
    ("shared/quality.rs", "rows(4 * y + k)", "the same"),
    ("jpeg/quant_table.rs", "row: k / 8", "an error names a place in the list of a caller"),
    ("jpeg/baseline/huffman_coder.rs", "n / 8 % 256", "a table of masks, computed at compile time"),
    ("jpeg/baseline/huffman_coder.rs", "POSITION[8 * row + column]", "the same"),
    ("jpeg/baseline/quantize.rs", "steps[8 * v + u]", "the list of steps of a file, 64 numbers"),
    ("jpeg/marker/quantization.rs", "row * 8 + column", "the definition of the zigzag order"),
    ("h264/code/source.rs", "width / 2, height / 2", "the size of the chroma planes of a caller"),
    ("h264/code/residual/lanes.rs", "16 * k..16 * k + 16", "two rows in a SIMD vector"),
    ("h264/code/deblock/edges.rs", "4 * (k % 2) + n", "rows of two planes in four SIMD vectors"),
];

/// The ways to ask where something lies, and what is there.
const QUESTIONS: [&str; 15] = [
    "colocate",
    "under",
    "under_fixed",
    "coverage",
    "refine",
    "coarsen",
    "tiles",
    "nth::<",
    "nth_block",
    "put_nth_block",
    "points(",
    "coded_at(",
    "samples_at(",
    "put_samples(",
    "Tile::lay",
];

/// The fewest questions about place in the codecs.
const FEWEST_QUESTIONS: usize = 60;

/// The most functions of H.264 that take an array of samples without its place.
const MOST_RAW_ARRAYS: usize = 20;

/// Returns code as words, numbers and signs.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        tokens.push(&rest[..word]);
        rest = rest[word..].trim_start();
    }
    tokens
}

/// Returns whether a line multiplies a coordinate by the side of a tile, or divides one by it. `a.b.x` and `x as isize` are
/// the coordinate `x`.
fn is_tile_arithmetic(line: &str) -> bool {
    let words = tokens(line);
    let mut plain: Vec<&str> = Vec::new();
    let mut rest = &words[..];
    while let [first, others @ ..] = rest {
        rest = match rest {
            [name, ".", next, ..] if starts_a_name(name) && starts_a_name(next) => &rest[2..],
            ["as", _, ..] => &rest[2..],
            _ => {
                plain.push(first);
                others
            }
        };
    }
    let is_coordinate = |word: &str| COORDINATES.split(' ').any(|name| name == word);
    let is_factor = |word: &str| ["4", "8", "16", "64"].contains(&word);
    plain.windows(3).any(|three| match three {
        [a, "*", b] => is_factor(a) && is_coordinate(b) || is_coordinate(a) && is_factor(b),
        [a, "/" | "%", b] => is_coordinate(a) && (*b == "2" || is_factor(b)),
        _ => false,
    })
}

fn starts_a_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Returns the code of the codecs without tests: paths below `codecs/src/`, and code without comments and strings.
fn codecs() -> Vec<(String, String)> {
    let files = rust_files().filter_map(|path| path.strip_prefix("codecs/src/").map(str::to_owned));
    let files = files.filter(|path| !path.contains("/tests/") && !path.ends_with("/tests.rs"));
    files
        .map(|path| (without_tests(&code_of(&read(&format!("codecs/src/{path}")))).0, path))
        .map(|(c, p)| (p, c))
        .collect()
}

/// Returns the tile arithmetic of some files: file, number of the line, line.
fn tile_arithmetic(files: &[(String, String)]) -> Vec<(&str, usize, &str)> {
    let defines = |path: &str| {
        let name = path.rsplit('/').next().expect("a last part");
        DEFINE_PLACES.contains(&name) || name.contains("tables")
    };
    let counts_else = |path: &str| NOT_PLACES.iter().any(|(file, _)| *file == path);
    let files = files.iter().filter(|(path, _)| !defines(path) && !counts_else(path));
    let lines =
        files.flat_map(|(path, code)| (1..).zip(code.lines()).map(move |(n, line)| (path.as_str(), n, line.trim())));
    lines.filter(|(_, _, line)| is_tile_arithmetic(line)).collect()
}

/// Returns what is wrong with tile arithmetic: lines that the list does not name, and entries that name no line.
fn faults(found: &[(&str, usize, &str)], list: &[(&str, &str, &str)]) -> Vec<String> {
    let is = |&(path, _, line): &(&str, usize, &str), (file, part, _): &(&str, &str, &str)| {
        path == *file && line.contains(part)
    };
    let unnamed = found.iter().filter(|hit| !list.iter().any(|entry| is(hit, entry)));
    let unnamed = unnamed.map(|(path, n, line)| {
        format!(
            "codecs/src/{path}:{n}: `{line}` computes with the side of a tile; ask by place (`under`, `partition`)\n"
        )
    });
    let stale = list.iter().filter(|entry| !found.iter().any(|hit| is(hit, entry)));
    let stale =
        stale.map(|(file, part, _)| format!("TILE_ARITHMETIC names `{part}` in {file}, where it is no longer\n"));
    unnamed.chain(stale).collect()
}

#[test]
fn tile_arithmetic_is_rare() {
    let files = codecs();
    let found = tile_arithmetic(&files);
    let faults_here = faults(&found, &TILE_ARITHMETIC);
    assert!(faults_here.is_empty(), "{}", faults_here.concat());
    let count = found.len();
    assert!(count <= MOST_TILE_ARITHMETIC, "{count} lines of tile arithmetic, more than {MOST_TILE_ARITHMETIC}");
    for (file, numbers) in NOT_PLACES {
        let counts = |(path, code): &(String, String)| path == file && code.lines().any(is_tile_arithmetic);
        assert!(files.iter().any(counts), "NOT_PLACES names {file} for {numbers}, which are no longer in it");
    }
}

#[test]
fn tile_arithmetic_is_found() {
    for line in
        ["16 * mb_x", "a[8*row+c]", "(width / 4)", "k % 2", "8 * self.v_max", "n as isize * 4", "16 * n as isize"]
    {
        assert!(is_tile_arithmetic(line), "{line}");
    }
    for line in
        ["2 * x", "x << 4", "16 * max", "x * y", "4 / x", "y.max(0) + 4", "8 * x_factor", "f(x) * 16", "&*x", "x"]
    {
        assert!(!is_tile_arithmetic(line), "{line}");
    }
    let text = "// 8 * x\n#[cfg(test)]\nmod tests {\n    fn a() { 8 * x }\n}\nlet s = \"8 * x\";\nlet y = 4 * y;\n";
    let code = without_tests(&code_of(text)).0;
    let named = |path: &str| (path.to_owned(), code.clone());
    let files = ["a/b.rs", "a/plain.rs", "spaces.rs", "a/b_tables.rs", "shared/bits.rs"].map(named);
    let found = tile_arithmetic(&files);
    assert_eq!(found, [("a/b.rs", 7, "let y = 4 * y;")]);
    assert!(faults(&found, &[("a/b.rs", "4 * y", "")]).is_empty());
    assert!(faults(&found, &[])[0].starts_with("codecs/src/a/b.rs:7: `let y"));
    let stale = faults(&found, &[("a/b.rs", "4 * y", ""), ("a/b.rs", "4 * x", ""), ("a/c.rs", "4 * y", "")]);
    assert_eq!(stale.len(), 2, "{stale:?}");
}

/// Returns how many times code asks about place. Definitions and imports do not count.
fn questions(code: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let uses = |name: &str| {
        let whole = |&(at, _): &(usize, &str)| {
            let (before, after) = (code[..at].trim_end_matches(' '), &code[at + name.len()..]);
            let (starts, ends) =
                (!code[..at].ends_with(is_word), !name.ends_with(is_word) || after.starts_with(['(', ':']));
            starts && ends && !before.ends_with("fn")
        };
        code.match_indices(name).filter(whole).count()
    };
    QUESTIONS.into_iter().map(uses).sum()
}

#[test]
fn questions_about_place_are_many() {
    let count: usize = codecs().iter().map(|(_, code)| questions(code)).sum();
    assert!(count >= FEWEST_QUESTIONS, "{count} questions about place in codecs/src, fewer than {FEWEST_QUESTIONS}");
}

#[test]
fn questions_about_place_are_found() {
    assert_eq!(questions("a.under(b).under_fixed::<C, _>(d); x.nth::<O, 16, F>(n); Tile::lay(t, mb); coded_at(mb)"), 5);
    assert_eq!(
        questions("fn under(a: A) {}\nuse a::{coded_at, points};\nfn points(n: N); thunder(); under_way(); tiles"),
        0
    );
    assert_eq!(questions(&code_of("// a.under(b)\n\"a.under(b)\"")), 0);
}

/// Returns the names of the functions that take an array of arrays of `u8`, by value or by reference.
fn raw_arrays(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let functions = code.match_indices("fn ").filter(|(at, _)| !code[..*at].ends_with(is_word));
    // The head of a function ends at its body; array types have semicolons.
    let heads = functions.filter_map(|(at, _)| code[at + 3..].split('{').next());
    let takes = |head: &&str| [": [[u8;", ": &[[u8;", ": &mut [[u8;"].iter().any(|kind| head.contains(kind));
    heads.filter(takes).filter_map(|head| head.split(|c| !is_word(c)).next()).collect()
}

#[test]
fn raw_arrays_of_samples_are_rare() {
    let files = codecs();
    let files = files.iter().filter(|(path, _)| path.starts_with("h264/code/") && !path.ends_with("/plain.rs"));
    let found =
        files.flat_map(|(path, code)| raw_arrays(code).into_iter().map(move |name| format!("{path}: {name}\n")));
    let found: Vec<String> = found.collect();
    let count = found.len();
    assert!(
        count <= MOST_RAW_ARRAYS,
        "{count} functions, more than {MOST_RAW_ARRAYS}; take tiles:\n{}",
        found.concat()
    );
    assert!(count > 0, "no function was found; look at the check");
}

#[test]
fn raw_arrays_of_samples_are_found() {
    let code = "fn a(p: &[[u8; 4]; 4]) {} fn b<const N: usize>(\n    q: i8,\n    p: &mut [[u8; N]; N],\n) {}
                fn c(p: [[u8; 4]; 4]) -> u8 {} fn d(p: &Tile<S, [[u8; 4]; 4]>) -> [[u8; 4]; 4] {} fn e(p: [u8; 4]) {}";
    assert_eq!(raw_arrays(code), ["a", "b", "c"]);
}
