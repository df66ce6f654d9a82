//! [`ParameterSets`]: what was sent, by number.

use super::pps::Pps;
use super::sei::SeiPayload;
use super::sps::Sps;
use super::unit::Content;
use std::collections::BTreeMap;

/// Parameter sets by their numbers, the last one of each: what slice headers and other structures refer to.
///
/// ```
/// use codecs::h264::syntax::{ParameterSets, Pps, Sps};
/// let mut sets = ParameterSets::default();
/// sets.insert_sps(Sps::default());
/// sets.insert_pps(Pps { pic_parameter_set_id: 3, ..Default::default() });
/// assert!(sets.pps(3).is_some() && sets.pps(0).is_none());
/// assert_eq!(sets.of_picture(3).unwrap().1, &Sps::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParameterSets {
    sps: BTreeMap<u8, Sps>,
    pps: BTreeMap<u8, Pps>,
    active: Option<u8>,
}

impl ParameterSets {
    /// A sequence parameter set was sent.
    pub fn insert_sps(&mut self, sps: Sps) {
        self.active.get_or_insert(sps.seq_parameter_set_id);
        self.sps.insert(sps.seq_parameter_set_id, sps);
    }

    /// A picture parameter set was sent.
    pub fn insert_pps(&mut self, pps: Pps) {
        self.pps.insert(pps.pic_parameter_set_id, pps);
    }

    /// A unit was read: parameter sets of it were sent, and one that it refers to is the active one.
    pub(super) fn follow(&mut self, content: &Content) {
        match content {
            Content::Sps(sps) => self.insert_sps((**sps).clone()),
            Content::Pps(pps) => self.insert_pps((**pps).clone()),
            Content::Slice(slice, _) => {
                if let Some(pps) = self.pps(slice.pic_parameter_set_id) {
                    self.activate(pps.seq_parameter_set_id);
                }
            }
            Content::Sei(sei) => {
                for message in &sei.messages {
                    if let SeiPayload::BufferingPeriod(period) = &message.payload {
                        self.activate(period.seq_parameter_set_id);
                    }
                }
            }
            _ => {}
        }
    }

    /// A slice or a buffering period refers to a sequence parameter set: it is the active one.
    pub fn activate(&mut self, seq_parameter_set_id: u8) {
        self.active = Some(seq_parameter_set_id);
    }

    /// A sequence parameter set.
    pub fn sps(&self, seq_parameter_set_id: u8) -> Option<&Sps> {
        self.sps.get(&seq_parameter_set_id)
    }

    /// A picture parameter set.
    pub fn pps(&self, pic_parameter_set_id: u8) -> Option<&Pps> {
        self.pps.get(&pic_parameter_set_id)
    }

    /// A picture parameter set, and the sequence parameter set that it refers to.
    pub fn of_picture(&self, pic_parameter_set_id: u8) -> Option<(&Pps, &Sps)> {
        let pps = self.pps(pic_parameter_set_id)?;
        Some((pps, self.sps(pps.seq_parameter_set_id)?))
    }

    /// The sequence parameter set that messages without a number refer to: the active one, or the first one that was sent.
    pub fn active_sps(&self) -> Option<&Sps> {
        self.sps(self.active?)
    }

    /// All sequence parameter sets, by number.
    pub fn all_sps(&self) -> impl Iterator<Item = &Sps> {
        self.sps.values()
    }
}
