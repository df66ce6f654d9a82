//! [`Film`]: the joined parts, with the rules that a part must keep to follow another.

use super::order::DisplayOrder;
use super::part::{Part, name_of_kind};
use super::track::track;
use crate::console::name;
use crate::error::Error;
use crate::job::Failure;
use crate::join_error::JoinError;
use crate::output::{Bytes, Destination};
use crate::video::{Container, Sink};
use codecs::h264::Nal;
use codecs::h264::syntax::{
    Content, NalUnit, NalUnitType, ParameterSets, Rbsp, Unit, WholeAccessUnit, first_difference,
};
use codecs::shared::trace::NoTrace;
use std::path::Path;

/// The parts joined so far. Memory holds the parameter sets; if the output is an MP4 file also the sizes of pictures, and the pictures
/// between the one that is decoded and the one that is shown.
pub(super) struct Film<'a> {
    sink: Sink,
    output: &'a Path,
    /// The first part.
    first: &'a Path,
    /// The parameter sets before the first picture, which are written before every IDR picture.
    kept: Vec<Nal>,
    sets: ParameterSets,
    /// The timescale and the duration of a picture; `None` for a byte stream.
    time: Option<[u32; 2]>,
    /// The order in which pictures are shown; `None` for a byte stream.
    order: Option<DisplayOrder>,
    pictures: u64,
    /// `idr_pic_id` of the last picture if it is an IDR picture, and its part.
    last: Option<(u16, &'a Path)>,
}

impl<'a> Film<'a> {
    /// Begins a film with the first access unit of the first part.
    pub(super) fn begin(
        container: Container,
        output: &'a Path,
        (first, part): (&'a Path, &Part),
        unit: &WholeAccessUnit,
    ) -> Result<Self, Failure> {
        let of_output = |error: Error| Failure { file: output.to_owned(), error };
        let (kept, sets) = (parameter_sets(unit).cloned().collect::<Vec<_>>(), part.parameter_sets().clone());
        let track = match container {
            Container::ByteStream => None,
            Container::Mp4 => {
                let track = track(part, unit, &kept).map_err(|error| Failure { file: first.to_owned(), error })?;
                Some(track)
            }
        };
        let (track, order) = track.unzip();
        let time = track.as_ref().map(|track| track.frame_rate);
        let destination = Destination::open(output, Bytes::AsTheyCome).map_err(of_output)?;
        let sink = match track {
            None => Sink::byte_stream(destination),
            Some(track) => Sink::mp4(destination, track).map_err(of_output)?,
        };
        Ok(Film { sink, output, first, kept, sets, time, order, pictures: 0, last: None })
    }

    /// Refuses a part whose first access unit cannot follow the film so far.
    pub(super) fn check_next(&self, part: &Part, unit: &WholeAccessUnit) -> Result<(), Error> {
        self.check_parameter_sets(unit)?;
        if let (Some(expected), Some(track)) = (self.time, &part.track)
            && track.time != expected
        {
            return Err(JoinError::OtherTime { time: track.time, expected, first: name(self.first) }.into());
        }
        match self.last {
            // 7.4.3: two IDR pictures that follow each other differ in it.
            Some((idr_pic_id, before)) if idr_pic_id == unit.slice.idr_pic_id => {
                Err(JoinError::SameIdrPicId { before: name(before), idr_pic_id, number: self.pictures }.into())
            }
            _ => Ok(()),
        }
    }

    /// Appends an access unit of a part.
    pub(super) fn append(&mut self, path: &'a Path, unit: &WholeAccessUnit) -> Result<(), Failure> {
        self.check_parameter_sets(unit).map_err(|error| Failure { file: path.to_owned(), error })?;
        let nals = self.nals(unit);
        match &mut self.order {
            None => {
                self.sink
                    .put(&nals, unit.is_idr, 0)
                    .map_err(|error| Failure { file: self.output.to_owned(), error })?;
            }
            Some(order) => {
                order.push(unit, nals).map_err(|error| Failure { file: path.to_owned(), error: error.into() })?;
                self.put_shown()?;
            }
        }
        self.pictures += 1;
        self.last = unit.is_idr.then_some((unit.slice.idr_pic_id, path));
        Ok(())
    }

    /// Completes the output. Returns it, and the number of pictures.
    pub(super) fn finish(mut self) -> Result<(Destination, u64), Failure> {
        let of_output = |error: Error| Failure { file: self.output.to_owned(), error };
        if let Some(order) = &mut self.order {
            order.show_all().map_err(|error| of_output(error.into()))?;
            self.put_shown()?;
        }
        let destination = self.sink.finish().map_err(of_output)?;
        Ok((destination, self.pictures))
    }

    /// Writes the pictures whose place in display order is known.
    fn put_shown(&mut self) -> Result<(), Failure> {
        while let Some((held, offset)) = self.order.as_mut().and_then(DisplayOrder::next) {
            let put = self.sink.put(&held.nals, held.is_idr, offset);
            put.map_err(|error| Failure { file: self.output.to_owned(), error })?;
        }
        Ok(())
    }

    /// Refuses parameter sets that differ from those of the first part.
    fn check_parameter_sets(&self, unit: &WholeAccessUnit) -> Result<(), Error> {
        for nal in parameter_sets(unit).filter(|nal| !self.kept.contains(nal)) {
            let kind = name_of_kind(nal.header.nal_unit_type).unwrap_or_default();
            let first = name(self.first);
            let id = self.id(nal);
            let same = |kept: &&Nal| kept.header.nal_unit_type == nal.header.nal_unit_type && self.id(kept) == id;
            let Some(kept) = self.kept.iter().find(same) else {
                return Err(JoinError::UnknownParameterSet { kind, id: id.unwrap_or(0), first }.into());
            };
            if let Some(difference) = first_difference(kept, nal, &self.sets) {
                let (name, values) = (difference.name, difference.values);
                return Err(JoinError::OtherParameterSet { kind, first, name, values }.into());
            }
        }
        Ok(())
    }

    /// Returns the number of a parameter set.
    fn id(&self, nal: &Nal) -> Option<u8> {
        let nal = NalUnit { lead: 0, rbsp: Rbsp::new(&nal.bytes(), 0) };
        match Unit::read(&nal, &mut self.sets.clone(), &mut NoTrace).content {
            Content::Sps(sps) => Some(sps.seq_parameter_set_id),
            Content::Pps(pps) => Some(pps.pic_parameter_set_id),
            _ => None,
        }
    }

    /// Returns the NAL units of an access unit as the encoder writes them: parameter sets before every IDR picture and
    /// nowhere else, after a delimiter and before all others. The end of the stream is left out, since a part may follow.
    fn nals(&self, unit: &WholeAccessUnit) -> Vec<Nal> {
        let left_out = [NalUnitType::SPS, NalUnitType::PPS, NalUnitType::END_OF_STREAM];
        let others = unit.nals.iter().filter(|nal| !left_out.contains(&nal.header.nal_unit_type));
        let is_delimiter = |nal: &&Nal| nal.header.nal_unit_type == NalUnitType::ACCESS_UNIT_DELIMITER;
        let (delimiters, others): (Vec<&Nal>, Vec<&Nal>) = others.partition(is_delimiter);
        let sets = self.kept.iter().filter(|_| unit.is_idr);
        delimiters.into_iter().chain(sets).chain(others).cloned().collect()
    }
}

/// Returns the parameter sets of an access unit.
fn parameter_sets(unit: &WholeAccessUnit) -> impl Iterator<Item = &Nal> {
    unit.nals.iter().filter(|nal| name_of_kind(nal.header.nal_unit_type).is_some())
}
