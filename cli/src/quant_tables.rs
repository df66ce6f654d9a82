//! `--qtables`: text in cjpeg's format. It holds one to four tables of 64 numbers, row by row; `#` starts a comment.

use codecs::jpeg::JpegError;
use codecs::jpeg::quant_table::QuantTable;

/// Parses the tables of a text; an error names its line.
pub(crate) fn parse(text: &str) -> Result<Vec<QuantTable>, String> {
    let mut steps: Vec<u32> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        for word in line.split_whitespace() {
            match word.parse() {
                Ok(step @ 1..=65535) => steps.push(step),
                _ => return Err(format!("line {number}: `{}` is not a number from 1 to 65535", shortened(word))),
            }
            if steps.len() > 4 * 64 {
                return Err(format!("line {number}: more than four tables of 64 numbers"));
            }
        }
    }
    let (tables, rest) = steps.as_chunks::<64>();
    if !rest.is_empty() || tables.is_empty() {
        let lines = text.lines().count();
        return Err(format!("line {lines}: ends after {} of the 64 numbers of table {}", rest.len(), tables.len() + 1));
    }
    tables.iter().map(|&table| QuantTable::new(table)).collect::<Result<_, JpegError>>().map_err(|e| e.to_string())
}

fn shortened(word: &str) -> String {
    word.chars().filter(|c| !c.is_control()).take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(step: u32) -> String {
        format!("# a table\n{}", format!("{step} {step} {step} {step} {step} {step} {step} {step} # a row\n").repeat(8))
    }

    #[test]
    fn one_to_four_tables() {
        for count in 1..=4 {
            let text: String = (1..=count).map(table).collect();
            let tables = parse(&text).expect("tables");
            assert_eq!(tables.len(), count as usize);
            assert_eq!(tables[count as usize - 1].steps(), &[count as u16; 64]);
        }
    }

    #[test]
    fn rows_are_rows() {
        let text: String = (1..=64).map(|n| format!("{n}\t")).collect();
        assert_eq!(parse(&text).expect("a table")[0].steps()[..9], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, error) in [
            ("", "line 0: ends after 0 of the 64 numbers of table 1"),
            ("# only\n", "line 1: ends after 0 of the 64 numbers of table 1"),
            ("1 2 3\n4\n", "line 2: ends after 4 of the 64 numbers of table 1"),
            ("1 2\n3 x4\n", "line 2: `x4` is not a number from 1 to 65535"),
            ("1\n\n0", "line 3: `0` is not a number from 1 to 65535"),
            ("65536", "line 1: `65536` is not a number from 1 to 65535"),
            ("-1", "line 1: `-1` is not a number from 1 to 65535"),
        ] {
            assert_eq!(parse(text).expect_err(text), error);
        }
        assert_eq!(parse(&table(1).repeat(5)).expect_err("five"), "line 38: more than four tables of 64 numbers");
    }
}
