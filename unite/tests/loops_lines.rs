//! Lengths of programs, beside the counts of the paper. The programs are those of the tests, with one header per line
//! ("The Continuous Tensor Abstraction", Table 2). The table is in `docs/continuous.md`; `BLESS=1` writes it there.

use std::error::Error;
use std::fs;
use std::path::Path;

use unite_ir::loops::parse_text;

/// A program: its task, the test that contains it, and the line counts of the paper's baseline and of its program.
struct Program {
    does: &'static str,
    file: &'static str,
    test: &'static str,
    paper: (usize, usize),
}

const PROGRAMS: [Program; 4] = [
    Program {
        does: "radius search",
        file: include_str!("loops_points.rs"),
        test: "identifiers_of_points_in_a_circle_are_collected",
        paper: (501, 5),
    },
    Program {
        does: "convolution over points (KPConv)",
        file: include_str!("loops_points.rs"),
        test: "a_convolution_over_points_in_space_is_that_of_kernel_points",
        paper: (2330, 16),
    },
    Program {
        does: "trilinear interpolation",
        file: include_str!("loops_intervals.rs"),
        test: "a_grid_of_voxels_is_interpolated_linearly",
        paper: (82, 9),
    },
    Program {
        does: "overlap of genomic intervals, with a grid",
        file: include_str!("loops_intervals.rs"),
        test: "a_grid_tells_which_intervals_to_look_at",
        paper: (206, 8),
    },
];

/// The markers before and after the table.
const MARKS: (&str, &str) = ("<!-- lines of programs -->\n", "<!-- end -->\n");

/// Returns the first nest of the first program with braces in a test.
fn nest_of(file: &str, test: &str) -> Option<String> {
    let body = file.split_once(&format!("fn {test}()"))?.1;
    let body = body.split_once("loops! {")?.1;
    let mut depth = 1;
    let end = body.find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    })?;
    let program = parse_text(&body[..end]).ok()?;
    Some(program.nests.first()?.to_string())
}

fn table() -> Result<String, Box<dyn Error>> {
    let mut table = "| program | paper's baseline | paper | here |\n|---|---|---|---|\n".to_owned();
    for Program { does, file, test, paper: (baseline, theirs) } in PROGRAMS {
        let nest = nest_of(file, test).ok_or_else(|| format!("{test} has no program"))?;
        table += &format!("| {does} | {baseline} | {theirs} | {} |\n", nest.lines().count());
    }
    Ok(table)
}

#[test]
fn the_page_counts_the_lines_of_the_programs_that_are_tested() -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/continuous.md");
    let page = fs::read_to_string(&path)?;
    let (before, rest) = page.split_once(MARKS.0).ok_or("the page has a mark before the table")?;
    let (stands, after) = rest.split_once(MARKS.1).ok_or("the page has a mark behind the table")?;
    let table = table()?;
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, [before, MARKS.0, &table, MARKS.1, after].concat())?;
    } else {
        assert_eq!(stands, table, "run this test with BLESS=1");
    }
    Ok(())
}

#[test]
fn a_program_is_found_and_printed_a_header_a_line() {
    let file = "fn other() {} fn test() { loops! { for i for j if x[i, j] s += 1 } }";
    assert_eq!(nest_of(file, "test").as_deref(), Some("for i\n    for j\n        if x[i, j]\n            s += 1"));
    assert_eq!(nest_of(file, "none"), None);
}
