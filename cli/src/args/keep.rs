//! [`Keep`]: the value of `--keep`, a set of kinds of metadata.

use std::str::FromStr;

/// A kind of metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// EXIF, with the orientation.
    Exif,
    /// The colour profile.
    Icc,
    /// XMP, and what did not fit into its first segment.
    Xmp,
    /// Photoshop's resources, of which IPTC is one.
    Iptc,
    /// Comments of a JPEG or PNG file.
    Comments,
    /// The pictures behind the first one of a JPEG file, such as a gain map, and their index.
    Pictures,
}

/// Each kind and its name.
const NAMES: [(&str, Kind); 6] = [
    ("exif", Kind::Exif),
    ("icc", Kind::Icc),
    ("xmp", Kind::Xmp),
    ("iptc", Kind::Iptc),
    ("comments", Kind::Comments),
    ("pictures", Kind::Pictures),
];

/// `--keep`: the kinds of metadata that are kept; by default all.
///
/// ```
/// use encode::args::{Keep, Kind};
/// let keep: Keep = "icc,exif".parse()?;
/// assert!(keep.has(Kind::Icc) && !keep.has(Kind::Xmp));
/// assert_eq!(("all".parse(), "none".parse()), (Ok(Keep::default()), Ok(Keep::NONE)));
/// assert!("icc,gps".parse::<Keep>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep(u8);

impl Keep {
    /// All kinds.
    pub const ALL: Keep = Keep((1 << NAMES.len()) - 1);
    /// No kind.
    pub const NONE: Keep = Keep(0);

    /// Returns `true` if a kind is kept.
    pub fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }
}

impl Default for Keep {
    fn default() -> Self {
        Keep::ALL
    }
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => return Ok(Keep::ALL),
            "none" => return Ok(Keep::NONE),
            _ => {}
        }
        text.split(',').map(str::trim).try_fold(Keep::NONE, |keep, name| {
            let kind = NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
            let kind = kind.ok_or_else(|| {
                let names = NAMES.map(|(name, _)| name).join(", ");
                format!("{name:?} is no kind of metadata; use all, none, or some of {names}")
            })?;
            Ok(Keep(keep.0 | 1 << kind as u8))
        })
    }
}
