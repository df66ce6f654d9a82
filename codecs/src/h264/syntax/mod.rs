//! Syntax above the macroblock layer: NAL units, parameter sets, slice headers, SEI, and levels. Clause 7.3, Annexes A,
//! B, D, E.
//!
//! Every structure is described **once**, in the order and with the names of the standard:
//!
//! ```text
//! io.ue("log2_max_frame_num_minus4", &mut self.log2_max_frame_num_minus4, 0..=12)?;
//! io.flag("frame_mbs_only_flag", &mut self.frame_mbs_only_flag)?;
//! if let Some(vui) = io.option("vui_parameters_present_flag", &mut self.vui)? { .. }
//! ```
//!
//! The mechanism is that of [`bitstream`](crate::bitstream), with the Exp-Golomb codes and the RBSP of this standard:
//! [`Structure::check`] checks the range of every element and counts bits, [`Structure::write`] appends the elements, and
//! [`Structure::read`] reads them and reports their names and positions to a trace.
//!
//! ```text
//!  structures, complaints, trace <--- Reader <--- Rbsp <--- NalUnit <--- NalSource <--- bytes of any encoder
//!       |
//!       +---> Order (complaints about the sequence, counts of pictures)
//!       +---> inspect (a listing)
//!       +---> AccessUnits (whole units, to copy them)
//! ```
//!
//! A writer returns an error for values that the standard does not allow. A reader keeps them: [`Stream::read`]
//! collects complaints and continues. [`Units`] reads NAL units one by one from any [`NalSource`] (memory, a pipe or a
//! file); a [`Stream`] holds all units of a stream in memory.
//!
//! Not supported: slice data; slices of scalable, multiview and depth coding, and subset sequence parameter sets, which
//! are listed without their contents; most SEI payloads, which are kept as bytes.

mod access_units;
mod byte_stream;
mod dec_ref_pic_marking;
mod difference;
mod error;
mod hrd;
mod inspect;
mod level_tables;
mod levels;
mod nal;
mod order;
mod parameter_sets;
mod pps;
mod pred_weight_table;
mod profile;
mod rbsp;
mod read;
mod ref_pic_list;
mod scaling_list;
mod sei;
mod sei_timing;
mod slice_groups;
mod slice_header;
mod slice_type;
mod small;
mod sps;
mod stream;
mod structure;
#[cfg(test)]
mod tests;
mod unit;
mod vui;

pub use crate::bitstream::{BitPosition, Element};
pub use access_units::{AccessUnits, MOST_BYTES, WholeAccessUnit};
pub(crate) use byte_stream::next_unit_in_memory;
pub use byte_stream::{ByteStream, NalSource, NalUnit, StartCode, write_access_unit, write_byte_stream_nal_unit};
pub use dec_ref_pic_marking::{DecRefPicMarking, MemoryOperation};
pub use difference::first_difference;
pub use error::{StreamError, SyntaxError};
pub use hrd::{CodedPictureBuffer, Hrd};
pub(in crate::h264) use inspect::refuse;
pub use inspect::{inspect, inspect_source};
pub use levels::{Demand, Level};
pub use nal::{Nal, NalHeader, NalUnitType, write_nal_unit};
pub use order::{Order, PictureCount};
pub use parameter_sets::ParameterSets;
pub use pps::{Pps, PpsExtension};
pub use pred_weight_table::{PredWeightTable, ReferenceWeights, Weight};
pub use profile::{Profile, Tools, profile_name};
pub(crate) use rbsp::Unescape;
pub use rbsp::{HELD_BYTES, Rbsp};
pub use read::Reader;
pub use ref_pic_list::{PicNumModification, RefPicListModification};
pub use scaling_list::{ScalingList, ScalingMatrix};
pub use sei::{RecoveryPoint, Sei, SeiMessage, SeiPayload, UserData};
pub use sei_timing::{
    BufferingPeriod, ClockTime, ClockTimestamp, InitialDelay, PicTiming, PictureDelays, PictureStructure,
};
pub use slice_groups::{SliceGroupMap, SliceGroupRectangle, SliceGroups};
pub use slice_header::{Deblocking, SliceContext, SliceHeader};
pub use slice_type::{SliceKind, SliceType};
pub use small::{AccessUnitDelimiter, AlphaBlending, Filler, SpsExtension};
pub use sps::{FrameCropping, PicOrderCnt, Sps};
pub use stream::Stream;
pub use structure::{ExpGolomb, Name, Structure, Syntax};
pub use unit::{Content, Unit, Units};
pub use vui::{AspectRatio, BitstreamRestriction, ChromaLocation, ColourDescription, Timing, VideoSignalType, Vui};
