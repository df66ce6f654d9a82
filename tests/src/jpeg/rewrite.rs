//! Changes of a file's headers, or extraction of one component. A decoder then returns the components unchanged.

use codecs::jpeg::marker::{AppAdobe, AppJfif, Content, FrameComponent, FrameHeader, Segment, Stream};

/// Replaces or removes each segment of a file as `change` says.
fn rewrite(file: &[u8], mut change: impl FnMut(&Segment) -> Option<Segment>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut keep_data = true;
    for part in Stream::read(file).expect("a JPEG").parts {
        match part.content {
            Content::Segment(segment) => {
                let changed = change(&segment);
                if let Segment::Scan(_) = segment {
                    keep_data = changed.is_some();
                }
                if let Some(segment) = changed {
                    segment.write(&mut out).expect("a lawful segment");
                }
            }
            _ if keep_data => out.extend_from_slice(&file[part.position as usize..][..part.length as usize]),
            _ => {}
        }
    }
    out
}

/// Returns the file marked as three components without a transformation: APP14 replaces JFIF's APP0.
///
/// # Panics
/// If the file is not a JPEG.
pub fn untransformed(file: &[u8]) -> Vec<u8> {
    rewrite(file, |segment| match segment {
        Segment::Jfif(_) => Some(Segment::Adobe(AppAdobe::default())),
        other => Some(other.clone()),
    })
}

/// Returns the file marked as JFIF's components: APP0 replaces APP14.
///
/// # Panics
/// If the file is not a JPEG.
pub fn as_ycbcr(file: &[u8]) -> Vec<u8> {
    rewrite(file, |segment| match segment {
        Segment::Adobe(_) => Some(Segment::Jfif(AppJfif::default())),
        other => Some(other.clone()),
    })
}

/// Returns component `c` of a file with one scan per component as a file of its own: the data units of such a scan are
/// those of a picture of one component (T.81 A.2.2).
///
/// # Panics
/// If the file is not a JPEG.
pub fn alone(file: &[u8], c: usize, (width, height): (usize, usize)) -> Vec<u8> {
    let (mut scans, mut intervals) = (0, 0);
    rewrite(file, |segment| match segment {
        Segment::Frame(frame) => {
            let component = FrameComponent { horizontal: 1, vertical: 1, ..frame.components[c] };
            let (width, height) = (width as u16, height as u16);
            Some(Segment::Frame(FrameHeader { width, height, components: vec![component], ..frame.clone() }))
        }
        Segment::Scan(_) => {
            scans += 1;
            (scans == c + 1).then(|| segment.clone())
        }
        // Each scan has a restart interval of its own, after those of the scans before it.
        Segment::RestartInterval(_) => {
            intervals += 1;
            (intervals == c + 1).then(|| segment.clone())
        }
        // The tables of later scans are not needed.
        Segment::HuffmanTables(_) if scans > c => None,
        Segment::Adobe(_) => None,
        other => Some(other.clone()),
    })
}
