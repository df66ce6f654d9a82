//! The elements of a stream, printed by ffmpeg's bitstream filter `trace_headers`.

use std::path::Path;
use std::process::Command;

/// An element read by ffmpeg: its bit offset in the NAL unit without emulation prevention, its name, its value.
pub type ReadElement = (u64, String, i64);

/// Returns the elements of each NAL unit of a byte stream.
///
/// # Errors
/// The message of ffmpeg, or a failure to run it.
pub fn trace_headers(path: &Path) -> Result<Vec<Vec<ReadElement>>, String> {
    let mut command = Command::new("ffmpeg");
    command.args(["-hide_banner", "-nostdin", "-f", "h264", "-i"]).arg(path);
    command.args(["-c", "copy", "-bsf:v", "trace_headers", "-f", "null", "-"]);
    let output = command.output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(text.into_owned());
    }
    let mut units: Vec<Vec<ReadElement>> = Vec::new();
    // Parameter sets are printed a second time before the first packet.
    let mut in_packet = false;
    for line in text.lines() {
        let line = line.strip_prefix("[trace_headers").and_then(|line| line.split_once("] ")).map_or(line, |(_, l)| l);
        in_packet |= line.starts_with("Packet:");
        let Some((left, value)) = line.rsplit_once(" = ").filter(|_| in_packet) else { continue };
        let mut words = left.split_whitespace();
        let (Some(Ok(bit)), Some(name), Ok(value)) = (words.next().map(str::parse), words.next(), value.trim().parse())
        else {
            continue;
        };
        if name == "forbidden_zero_bit" {
            units.push(Vec::new());
        }
        let Some(unit) = units.last_mut() else { return Err(format!("no NAL unit before {line}")) };
        unit.push((bit, name.to_owned(), value));
    }
    Ok(units)
}
