//! Takes the description of a gain map out of XMP, since viewers would look for the gain map.
//!
//! A picture's packet has `hdrgm:Version`, and a directory of the pictures of its file:
//!
//! ```text
//! <rdf:Description hdrgm:Version="1.0">
//!   <Container:Directory> .. <Container:Item Item:Semantic="GainMap" Item:Length="4711"/> .. </Container:Directory>
//! ```

use std::ops::Range;

/// The namespaces of what is taken out: gain maps, and directories with their items.
const DESCRIPTION: [&str; 3] = [
    "http://ns.adobe.com/hdr-gain-map/1.0/",
    "http://ns.google.com/photos/1.0/container/",
    "http://ns.google.com/photos/1.0/container/item/",
];

/// The namespaces of elements and attributes that hold a packet together.
const FRAME: [&str; 2] = ["adobe:ns:meta/", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"];

/// A packet without the description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Without {
    /// It had none, or is not XML that can be followed.
    Unchanged,
    /// The rest.
    Rest(Vec<u8>),
    /// There was nothing else.
    Nothing,
}

/// Takes the description of a gain map out of a packet.
pub(super) fn take_out(packet: &[u8]) -> Without {
    let described = |packet: &&str| DESCRIPTION.iter().any(|namespace| packet.contains(namespace));
    let Some(packet) = std::str::from_utf8(packet).ok().filter(described) else { return Without::Unchanged };
    let Some((cuts, has_more)) = tags(packet).and_then(|tags| cuts(&tags)) else { return Without::Unchanged };
    if !has_more {
        return Without::Nothing;
    }
    let (mut rest, mut from) = (String::new(), 0);
    for cut in cuts {
        rest.push_str(&packet[from..cut.start]);
        from = cut.end;
    }
    rest.push_str(&packet[from..]);
    Without::Rest(rest.into_bytes())
}

/// Returns the places to be cut out, and whether the packet has anything else; `None` if elements do not match, or a prefix has
/// two meanings.
fn cuts(tags: &[Tag<'_>]) -> Option<(Vec<Range<usize>>, bool)> {
    let attributes = tags.iter().flat_map(|tag| &tag.attributes);
    let mut prefixes = std::collections::HashMap::new();
    for attribute in attributes {
        if let Some(prefix) = attribute.name.strip_prefix("xmlns:")
            && *prefixes.entry(prefix).or_insert(attribute.value) != attribute.value
        {
            return None;
        }
    }
    let namespace = |name: &str| {
        let prefix = name.split_once(':').map_or("", |(prefix, _)| prefix);
        prefixes.get(prefix).copied().unwrap_or_default()
    };
    let is_cut = |name: &str| DESCRIPTION.contains(&namespace(name));
    let is_frame = |name: &str| FRAME.contains(&namespace(name));

    let (mut cuts, mut has_more) = (Vec::new(), false);
    // The element that is cut out, and the number of elements that are open since.
    let mut open: Option<(&Tag<'_>, usize)> = None;
    for tag in tags {
        match (&mut open, tag.kind) {
            (Some((_, depth)), Kind::Start) => *depth += 1,
            (Some((first, 1)), Kind::End) => {
                if first.name != tag.name {
                    return None;
                }
                cuts.push(first.place.start..tag.place.end);
                open = None;
            }
            (Some((_, depth)), Kind::End) => *depth -= 1,
            (Some(_), Kind::Empty) => {}
            (None, Kind::Start) if is_cut(tag.name) => open = Some((tag, 1)),
            (None, Kind::Empty) if is_cut(tag.name) => cuts.push(tag.place.clone()),
            (None, Kind::End) if is_cut(tag.name) => return None,
            (None, _) => {
                has_more |= !is_frame(tag.name);
                for attribute in &tag.attributes {
                    if is_cut(attribute.name)
                        || attribute.name.starts_with("xmlns:") && DESCRIPTION.contains(&attribute.value)
                    {
                        cuts.push(attribute.place.clone());
                    } else {
                        has_more |= !attribute.name.starts_with("xml") && !is_frame(attribute.name);
                    }
                }
            }
        }
    }
    open.is_none().then_some((cuts, has_more))
}

/// A tag of XML: its place, its name, and its attributes.
struct Tag<'a> {
    place: Range<usize>,
    kind: Kind,
    name: &'a str,
    attributes: Vec<Attribute<'a>>,
}

#[derive(Clone, Copy)]
enum Kind {
    Start,
    End,
    Empty,
}

/// An attribute; its place begins with the white space before it.
struct Attribute<'a> {
    place: Range<usize>,
    name: &'a str,
    value: &'a str,
}

/// Returns the tags of a text; `None` if it is not XML, or declares its own syntax.
fn tags(text: &str) -> Option<Vec<Tag<'_>>> {
    let (mut tags, mut at) = (Vec::new(), 0);
    while let Some(before) = text[at..].find('<') {
        at += before;
        let rest = &text[at..];
        let passed_over = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        if let Some((_, end)) = passed_over.into_iter().find(|(begin, _)| rest.starts_with(begin)) {
            at += rest.find(end)? + end.len();
        } else {
            let tag = tag(text, at)?;
            at = tag.place.end;
            tags.push(tag);
        }
    }
    Some(tags)
}

/// Returns the tag at a place.
fn tag(text: &str, start: usize) -> Option<Tag<'_>> {
    let is_space = |c: char| c.is_ascii_whitespace();
    let is_end = |c: char| is_space(c) || "/>=<!".contains(c);
    let closes = text[start + 1..].starts_with('/');
    let from = start + 1 + usize::from(closes);
    let mut at = from + text[from..].find(is_end)?;
    let name = Some(&text[from..at]).filter(|name| !name.is_empty())?;
    let mut attributes = Vec::new();
    loop {
        let begin = at;
        at = text.len() - text[at..].trim_start_matches(is_space).len();
        let rest = &text[at..];
        let kind = if closes { Kind::End } else { Kind::Start };
        for (end, kind) in [("/>", Kind::Empty), (">", kind)] {
            if rest.starts_with(end) {
                return Some(Tag { place: start..at + end.len(), kind, name, attributes });
            }
        }
        let name = &rest[..rest.find(is_end).filter(|length| *length > 0)?];
        let value = rest[name.len()..].trim_start_matches(is_space).strip_prefix('=')?.trim_start_matches(is_space);
        let quote = value.chars().next().filter(|quote| "\"'".contains(*quote))?;
        let (value, rest) = value[1..].split_once(quote)?;
        at = text.len() - rest.len();
        attributes.push(Attribute { place: begin..at, name, value });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a packet of an Ultra HDR photo, with further attributes and elements.
    fn packet(attribute: &str, element: &str) -> String {
        format!(
            "<?xpacket begin='\u{FEFF}'?><x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Adobe'>\n\
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><!-- < -->\n\
            <rdf:Description rdf:about='' xmlns:Con='http://ns.google.com/photos/1.0/container/'\n \
            xmlns:Item = \"http://ns.google.com/photos/1.0/container/item/\"\n \
            xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/' hdrgm:Version='1.0'{attribute}>\n\
            <Con:Directory><rdf:Seq><rdf:li rdf:parseType='Resource'><Con:Item Item:Semantic='Primary'/></rdf:li>\n\
            <rdf:li rdf:parseType='Resource'><Con:Item Item:Semantic='GainMap' Item:Length='4>7'></Con:Item></rdf:li>\n\
            </rdf:Seq></Con:Directory>{element}</rdf:Description></rdf:RDF></x:xmpmeta>"
        )
    }

    #[test]
    fn a_description_is_taken_out_of_the_rest() {
        assert_eq!(take_out(packet("", "").as_bytes()), Without::Nothing);
        let dublin = " xmlns:dc='http://purl.org/dc/elements/1.1/'";
        for (attribute, element) in [
            (format!("{dublin} dc:format='image/jpeg'"), String::new()),
            (dublin.to_owned(), "<dc:title><rdf:Alt><rdf:li>5 > 4</rdf:li></rdf:Alt></dc:title>".to_owned()),
            (String::new(), format!("<dc:title{dublin}><![CDATA[<hdrgm:]]></dc:title>")),
        ] {
            let Without::Rest(rest) = take_out(packet(&attribute, &element).as_bytes()) else { panic!("a rest") };
            let rest = String::from_utf8(rest).expect("text");
            assert!(rest.contains(&attribute) && rest.contains(&element), "{rest}");
            assert!(DESCRIPTION.iter().all(|namespace| !rest.contains(namespace)), "{rest}");
            assert!(!rest.contains("Directory") && !rest.contains("Version"), "{rest}");
            assert!(rest.ends_with("</rdf:Description></rdf:RDF></x:xmpmeta>"));
            assert_eq!(take_out(rest.as_bytes()), Without::Unchanged);
        }
    }

    #[test]
    fn what_is_not_followed_is_not_changed() {
        let whole = packet("", "<dc:title/>");
        let twice = whole.replace("<Con:Directory>", "<Con:Directory xmlns:Con='other'>");
        let open = whole.replace("</rdf:Seq></Con:Directory>", "");
        for other in ["", "<x/>", &twice, &open, &whole.replace("<!-- < -->", "<!DOCTYPE a>")] {
            assert_eq!(take_out(other.as_bytes()), Without::Unchanged, "{other}");
        }
        // No cut and no changed byte makes it panic.
        for length in (0..whole.len()).filter(|length| whole.is_char_boundary(*length)) {
            take_out(&whole.as_bytes()[..length]);
            for byte in *b"</>='\" :" {
                let mut other = whole.clone().into_bytes();
                other[length] = byte;
                take_out(&other);
            }
        }
    }
}
