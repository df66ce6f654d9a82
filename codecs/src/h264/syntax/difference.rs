//! [`first_difference`]: the first element in which two NAL units of one type differ.

use super::byte_stream::NalUnit;
use super::nal::Nal;
use super::parameter_sets::ParameterSets;
use super::rbsp::Rbsp;
use super::unit::Unit;
use crate::bitstream::Difference;
use crate::shared::trace::{Record, Recorder};

/// The elements that say nothing about the content: the header's, and the padding at the end.
const OUTSIDE: [&str; 4] = ["forbidden_zero_bit", "nal_ref_idc", "nal_unit_type", "rbsp_trailing_bits"];

/// Returns the first element in which two parameter sets, or two other units of one type, differ; `None` if all are equal.
/// `sets` are the parameter sets that both refer to.
///
/// ```
/// use codecs::h264::syntax::{Nal, NalHeader, NalUnitType, ParameterSets, Sps, Structure, first_difference};
/// let nal = |sps: Sps| Nal { header: NalHeader::new(3, NalUnitType::SPS), rbsp: sps.to_rbsp(()).unwrap() };
/// let [one, other] = [19, 21].map(|pic_width_in_mbs_minus1| nal(Sps { pic_width_in_mbs_minus1, ..Sps::default() }));
/// let found = first_difference(&one, &other, &ParameterSets::default()).expect("another width");
/// assert_eq!((&*found.name, found.values), ("pic_width_in_mbs_minus1", [Some(19), Some(21)]));
/// ```
pub fn first_difference(one: &Nal, other: &Nal, sets: &ParameterSets) -> Option<Difference> {
    let [one, other] = [one, other].map(|nal| elements(nal, sets));
    Difference::first(&one, &other)
}

/// Returns the elements of a unit's content.
fn elements(nal: &Nal, sets: &ParameterSets) -> Vec<Record> {
    let mut recorder = Recorder::default();
    Unit::read_by(&NalUnit { lead: 0, rbsp: Rbsp::new(&nal.bytes(), 0) }, sets, &mut recorder);
    let is_content = |record: &Record| !matches!(record, Record::Element { name, .. } if OUTSIDE.contains(&&**name));
    recorder.records.into_iter().filter(is_content).collect()
}
