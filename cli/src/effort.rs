//! [`Tool`]: a means to make a file smaller at equal quality; the levels of `--effort`.

use crate::args::{DeadZoneChoice, Effort, QuantTableChoice, SamplingChoice};
use codecs::jpeg::baseline::{DeadZone, Options, Rounding};
use codecs::jpeg::quantization::NamedTables;
use codecs::jpeg::{IjgQuality, JpegError};

/// A means to make a file smaller at equal quality, with a switch of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tool {
    Tables(NamedTables),
    Rounding(Rounding),
    Masking,
    ScanSearch,
}

/// The tools of each level of `--effort`.
fn level(effort: u8) -> Vec<Tool> {
    let tables = Tool::Tables(NamedTables::Perceptual);
    let dead_zone = Tool::Rounding(Rounding::DeadZone(DeadZone::default()));
    match effort {
        0 => vec![],
        1 => vec![tables, dead_zone],
        2 => vec![tables, dead_zone, Tool::ScanSearch],
        _ => vec![tables, Tool::Rounding(Rounding::Trellis), Tool::Masking, Tool::ScanSearch],
    }
}

impl Tool {
    /// Returns the switch that asks for it.
    fn switch(self) -> String {
        match self {
            Tool::Tables(set) => format!("--quant-table {}", set.name()),
            Tool::Rounding(Rounding::DeadZone(dead_zone)) => format!("--dead-zone={}", dead_zone.steps()),
            Tool::Rounding(Rounding::Trellis) => "--rate-distortion".to_owned(),
            Tool::Rounding(_) => "--dead-zone=0.5".to_owned(),
            Tool::Masking => "--masking".to_owned(),
            Tool::ScanSearch => "--scan-search".to_owned(),
        }
    }

    /// Sets the options of a file, except its scans and the weights of errors, which switches settle. Tables are scaled to a
    /// quality.
    pub(crate) fn apply(self, quality: IjgQuality, options: &mut Options) -> Result<(), JpegError> {
        match self {
            Tool::Tables(set) => options.quant = set.at_quality(quality, options.sampling.chroma_share())?,
            Tool::Rounding(rounding) => options.rounding = rounding,
            Tool::Masking | Tool::ScanSearch => {}
        }
        Ok(())
    }
}

/// Returns the level of effort that the arguments ask for.
fn effort(args: &Effort) -> Option<u8> {
    if args.perceptual { Some(3) } else { args.effort }
}

/// Returns the tools that the arguments ask for: those of the level, then those of switches, which take precedence.
pub(crate) fn tools(args: &Effort) -> Vec<Tool> {
    let mut tools = level(effort(args).unwrap_or(0));
    tools.extend(args.quant_table.map(|QuantTableChoice(set)| Tool::Tables(set)));
    tools.extend(args.dead_zone.map(|DeadZoneChoice(dead_zone)| Tool::Rounding(Rounding::DeadZone(dead_zone))));
    if args.dead_zone.is_some() {
        tools.retain(|tool| *tool != Tool::Masking); // It weighs levels of the least cost alone.
    }
    let is_least_cost = args.rate_distortion || args.masking || args.roi.is_some();
    tools.extend(is_least_cost.then_some(Tool::Rounding(Rounding::Trellis)));
    tools.extend(args.masking.then_some(Tool::Masking));
    tools
}

/// Returns what is wrong with the arguments: nothing to explain.
pub(crate) fn misuse(args: &Effort, sampling: Option<SamplingChoice>) -> Option<String> {
    let has_nothing = args.explain && effort(args).is_none() && sampling != Some(SamplingChoice(None));
    has_nothing.then(|| "--explain explains --effort N, --perceptual or --sampling auto: give one".to_owned())
}

/// Returns the line of `--explain`.
pub(crate) fn explained(args: &Effort) -> Option<String> {
    let effort = effort(args).filter(|_| args.explain)?;
    let switches: Vec<String> = level(effort).into_iter().map(Tool::switch).collect();
    let switches = if switches.is_empty() { "no switches".to_owned() } else { switches.join(" ") };
    Some(format!("--effort {effort} stands for {switches}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_has_all_kinds_of_tools_of_the_level_below() {
        for effort in 0..3 {
            let kinds = |effort| level(effort).iter().map(std::mem::discriminant).collect::<Vec<_>>();
            assert!(kinds(effort).iter().all(|kind| kinds(effort + 1).contains(kind)), "{effort}");
        }
    }
}
