//! [`JoinError`]: the reasons why parts of a film cannot be joined.

use codecs::h264::syntax::SyntaxError;
use thiserror::Error;

/// A reason why a part of a film cannot be joined to those before it. The caller puts the name of the part before the
/// message.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JoinError {
    /// The output's name selects no container.
    #[error("this name selects no format to join to: end it in .264 for a byte stream, or in .mp4")]
    Ending,
    /// A part is a folder.
    #[error("is a folder, not a part: name the files in it, in the order of the film")]
    Folder,
    /// A part is in another format.
    #[error("is neither an H.264 byte stream nor an MP4 file; encode it first")]
    NotH264,
    /// A part is cut or damaged, or is a kind of MP4 file that is not read.
    #[error("is cut, damaged or of an unsupported kind: {0}")]
    Damaged(SyntaxError),
    /// A part has no picture.
    #[error("has no picture")]
    NoPictures,
    /// The first picture of a part needs earlier ones.
    #[error(
        "byte {position}: its first picture is no key picture (IDR): encode it as a part, or cut it before a key picture"
    )]
    NoKeyPicture {
        /// The byte offset of the first slice.
        position: u64,
    },
    /// A parameter set differs from that of the first part.
    #[error("its {kind} has {}, that of {first} {}; encode all parts with the same options", stated(name, values[1]), value(values[0]))]
    OtherParameterSet {
        /// The kind of the parameter set.
        kind: &'static str,
        /// The name of the first part.
        first: String,
        /// The first element that differs.
        name: String,
        /// The values in the first part and in this one; `None` if it has no such element.
        values: [Option<i64>; 2],
    },
    /// A part has a parameter set that the first one begins without.
    #[error("its {kind} {id} is not among those at the beginning of {first}; encode all parts with the same options")]
    UnknownParameterSet {
        /// The kind of the parameter set.
        kind: &'static str,
        /// Its number.
        id: u8,
        /// The name of the first part.
        first: String,
    },
    /// Two key pictures would follow each other with the same number.
    #[error(
        "its first picture would follow the key picture at the end of {before} with the same idr_pic_id, {idr_pic_id}: \
         encode it with --first-picture {number}"
    )]
    SameIdrPicId {
        /// The name of the part before.
        before: String,
        /// `idr_pic_id` of both pictures.
        idr_pic_id: u16,
        /// The number of pictures before.
        number: u64,
    },
    /// The pictures of a stream are shown in an order that is not known from their headers, or are fields.
    #[error("its pictures may be {0}, which is not supported in MP4 files: join to a byte stream (.264)")]
    NotInMp4(&'static str),
    /// A picture is shown later than the stream allows.
    #[error(
        "picture {number} in display order comes after more than the {reordered} pictures that the stream says are \
         reordered (max_num_reorder_frames): join to a byte stream (.264)"
    )]
    Late {
        /// The number of the picture in display order, from 0.
        number: u64,
        /// `max_num_reorder_frames`.
        reordered: usize,
    },
    /// A stream has several parameter sets of a kind.
    #[error("has {count} {kind}s, but an MP4 file gets one: join to a byte stream (.264)")]
    SeveralParameterSets {
        /// The number of parameter sets.
        count: usize,
        /// The kind of the parameter sets.
        kind: &'static str,
    },
    /// A stream states no frame rate.
    #[error("states no frame rate, which an MP4 file needs: join to a byte stream (.264)")]
    NoFrameRate,
    /// An MP4 file does not state one duration for all pictures.
    #[error("has no constant frame rate ({0}): join to a byte stream (.264)")]
    NoConstantRate(SyntaxError),
    /// An MP4 file counts time in other units.
    #[error(
        "its timescale is {} with {} a picture, that of {first} {} with {}: encode all parts with the same --fps",
        time[0], time[1], expected[0], expected[1]
    )]
    OtherTime {
        /// The timescale of the part, and the duration of a picture.
        time: [u32; 2],
        /// The timescale of the first part, and its duration of a picture.
        expected: [u32; 2],
        /// The name of the first part.
        first: String,
    },
}

/// Returns an element with its value.
fn stated(name: &str, value: Option<i64>) -> String {
    value.map_or_else(|| format!("no {name}"), |value| format!("{name} = {value}"))
}

/// Returns the value of an element that was named before.
fn value(value: Option<i64>) -> String {
    value.map_or_else(|| "has none".to_owned(), |value| format!("has {value}"))
}
