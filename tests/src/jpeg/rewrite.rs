//! The same file with other words about its components, or with one of them: so that a decoder shows them as they are.

use codecs::jpeg::marker::{AppAdobe, AppJfif, Content, FrameComponent, FrameHeader, Segment, Stream};

/// What becomes of a segment: its bytes, others, or none.
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

/// The same file, said to have three components that are not transformed: APP14 in the place of JFIF's APP0.
///
/// # Panics
/// When it is no JPEG.
pub fn untransformed(file: &[u8]) -> Vec<u8> {
    rewrite(file, |segment| match segment {
        Segment::Jfif(_) => Some(Segment::Adobe(AppAdobe::default())),
        other => Some(other.clone()),
    })
}

/// The same file, said to have JFIF's components: APP0 in the place of APP14.
///
/// # Panics
/// When it is no JPEG.
pub fn as_ycbcr(file: &[u8]) -> Vec<u8> {
    rewrite(file, |segment| match segment {
        Segment::Adobe(_) => Some(Segment::Jfif(AppJfif::default())),
        other => Some(other.clone()),
    })
}

/// Component `c` of a file that has a scan for each, as a file of its own: the data units of such a scan are those of a
/// picture of one component (T.81 A.2.2).
///
/// # Panics
/// When it is no JPEG.
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
        // Each scan has its own, after those before it.
        Segment::RestartInterval(_) => {
            intervals += 1;
            (intervals == c + 1).then(|| segment.clone())
        }
        // Tables of later scans are nobody's.
        Segment::HuffmanTables(_) if scans > c => None,
        Segment::Adobe(_) => None,
        other => Some(other.clone()),
    })
}
