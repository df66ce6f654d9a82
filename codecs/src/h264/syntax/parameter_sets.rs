//! [`ParameterSets`]: the parameter sets sent so far, by number.

use super::pps::Pps;
use super::sei::SeiPayload;
use super::sps::Sps;
use super::unit::Content;
use std::collections::BTreeMap;

/// The last parameter set sent under each number. Slice headers and other structures refer to them.
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
    /// Adds a sequence parameter set, or replaces the one of its number.
    pub fn insert_sps(&mut self, sps: Sps) {
        self.active.get_or_insert(sps.seq_parameter_set_id);
        self.sps.insert(sps.seq_parameter_set_id, sps);
    }

    /// Adds a picture parameter set, or replaces the one of its number.
    pub fn insert_pps(&mut self, pps: Pps) {
        self.pps.insert(pps.pic_parameter_set_id, pps);
    }

    /// Updates the sets after a unit: adds a parameter set in it, and activates the sequence parameter set that it
    /// refers to.
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

    /// Makes a sequence parameter set the active one, as a slice or a buffering period that refers to it does.
    pub fn activate(&mut self, seq_parameter_set_id: u8) {
        self.active = Some(seq_parameter_set_id);
    }

    /// Returns the sequence parameter set of a number.
    pub fn sps(&self, seq_parameter_set_id: u8) -> Option<&Sps> {
        self.sps.get(&seq_parameter_set_id)
    }

    /// Returns the picture parameter set of a number.
    pub fn pps(&self, pic_parameter_set_id: u8) -> Option<&Pps> {
        self.pps.get(&pic_parameter_set_id)
    }

    /// Returns a picture parameter set and the sequence parameter set that it refers to.
    pub fn of_picture(&self, pic_parameter_set_id: u8) -> Option<(&Pps, &Sps)> {
        let pps = self.pps(pic_parameter_set_id)?;
        Some((pps, self.sps(pps.seq_parameter_set_id)?))
    }

    /// Returns the sequence parameter set that messages without a number refer to: the active one, or the first one
    /// sent.
    pub fn active_sps(&self) -> Option<&Sps> {
        self.sps(self.active?)
    }

    /// Returns all sequence parameter sets in the order of their numbers.
    pub fn all_sps(&self) -> impl Iterator<Item = &Sps> {
        self.sps.values()
    }
}
