//! `--scans`: text in cjpeg's format. A scan is its components, a colon, `Ss-Se, Ah, Al` and a semicolon; `#` starts a
//! comment.
//!
//! ```text
//! 0,1,2: 0-0, 0, 1;   # DC of all components, without the last bit
//! 0: 1-63, 0, 0;
//! ```

use codecs::jpeg::progressive::{Scan, Script};

/// An example of a scan, for errors.
const EXAMPLE: &str = "write a scan as 0,1,2: 0-0, 0, 1;";

/// The most numbers of a scan: four components and four more.
const MOST_NUMBERS: usize = 8;

/// Parses the scans of a text; an error names its line.
pub(crate) fn parse(text: &str) -> Result<Script, String> {
    let (mut scans, mut lines) = (Vec::new(), Vec::new());
    let mut entry = Entry::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            entry.line.get_or_insert(number);
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let taken = digits.max(first.len_utf8());
            let wrong = |what: &str| format!("line {number}: {what}: {EXAMPLE}");
            match first {
                '0'..='9' => entry.number(&rest[..digits]).map_err(|what| wrong(&what))?,
                ',' | '-' => {}
                ':' if entry.colon.is_none() => entry.colon = Some(entry.numbers.len()),
                ':' => return Err(wrong("a second colon in a scan")),
                ';' => {
                    lines.push(entry.line.unwrap_or(number));
                    scans.push(core::mem::take(&mut entry).scan().map_err(|what| wrong(&what))?);
                }
                other => return Err(wrong(&format!("`{}` is not part of a scan", other.escape_default()))),
            }
            rest = rest[taken..].trim_start();
        }
    }
    if let Some(line) = entry.line {
        // The last semicolon can be left out, as in cjpeg.
        lines.push(line);
        scans.push(entry.scan().map_err(|what| format!("line {line}: {what}: {EXAMPLE}"))?);
    }
    if scans.first().is_some_and(|scan| scan.spectral == (0..=63)) {
        let line = lines[0];
        return Err(format!(
            "line {line}: scan 1 has all coefficients, which makes a sequential file: leave out --scans, or begin with DC \
             (0,1,2: 0-0, 0, 0;)"
        ));
    }
    Script::new(scans).map_err(|error| match error.scan().and_then(|scan| lines.get(scan - 1)) {
        Some(line) => format!("line {line}: {error}"),
        None => error.to_string(),
    })
}

/// The parts of a scan read so far.
#[derive(Default)]
struct Entry {
    /// The line where it begins.
    line: Option<usize>,
    numbers: Vec<u8>,
    /// The number of components, the numbers before the colon.
    colon: Option<usize>,
}

impl Entry {
    fn number(&mut self, digits: &str) -> Result<(), String> {
        let number = digits.parse().map_err(|_| format!("{} is not a number from 0 to 255", shortened(digits)))?;
        if self.numbers.len() == MOST_NUMBERS {
            return Err("too many numbers in a scan".to_owned());
        }
        self.numbers.push(number);
        Ok(())
    }

    fn scan(self) -> Result<Scan, String> {
        let (components, rest) = self.numbers.split_at(self.colon.unwrap_or(self.numbers.len()));
        if components.is_empty() {
            return Err("a scan without components".to_owned());
        }
        let (spectral, high, low) = match (self.colon, rest) {
            (None, _) => (0..=63, 0, 0),
            (_, &[first, last, high, low]) => (first..=last, high, low),
            _ => return Err(format!("{} numbers after the colon, not four", rest.len())),
        };
        Ok(Scan { components: components.iter().map(|&c| c.into()).collect(), spectral, high, low })
    }
}

fn shortened(word: &str) -> String {
    word.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scans_are_read_as_cjpeg_writes_them() {
        let text = "# Interleaved DC scan for Y,Cb,Cr:\n0,1,2: 0-0,   0, 1 ;\n0: 1-5,\n   0, 2 ; 2: 1-63, 0, 1 ;\n\
                    1 : 1 63 0 1;0: 6-63 ,0, 2;0: 1-63, 2, 1;0 1 2:0-0,1,0;2: 1-63, 1, 0;1:1-63,1,0;\n0: 1-63, 1, 0";
        assert_eq!(parse(text).expect("scans"), Script::ycbcr());
    }

    #[test]
    fn errors_name_the_line_and_the_remedy() {
        for (text, error) in [
            ("", "a script needs one scan or more"),
            ("# only\n", "a script needs one scan or more"),
            ("0: 0-0, 0, 0;\n: 1-5, 0, 0;", "line 2: a scan without components: write a scan as 0,1,2: 0-0, 0, 1;"),
            ("0: 0-0, 0;", "line 1: 3 numbers after the colon, not four: write a scan as 0,1,2: 0-0, 0, 1;"),
            ("0: 0-0: 0", "line 1: a second colon in a scan: write a scan as 0,1,2: 0-0, 0, 1;"),
            ("\n0: 0-0, x", "line 2: `x` is not part of a scan: write a scan as 0,1,2: 0-0, 0, 1;"),
            ("0: 0-256", "line 1: 256 is not a number from 0 to 255: write a scan as 0,1,2: 0-0, 0, 1;"),
            ("0 1 2 3 4 5 6 7 8", "line 1: too many numbers in a scan: write a scan as 0,1,2: 0-0, 0, 1;"),
            (
                "0: 0-0, 0, 0;\n\n0: 1-64,\n 0, 0;",
                "line 3: scan 2 has coefficients 1 to 64: a band lies within 0 to 63",
            ),
            (
                "0 1 2;",
                "line 1: scan 1 has all coefficients, which makes a sequential file: leave out --scans, or begin with DC \
                 (0,1,2: 0-0, 0, 0;)",
            ),
        ] {
            assert_eq!(parse(text).expect_err(text), error);
        }
    }
}
