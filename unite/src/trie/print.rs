//! Output of a trie as text and as a picture. It is the tree with its mappings, in the order in which spaces were
//! added.

use std::fmt;

use super::Trie;
use super::tree::Node;
use super::tuple::Tuple;

/// Formats the trie as a tree, one space per line: name, rank, extent if it is a tensor, mapping.
///
/// ```
/// use unite::trie::{Mirror, Placement, Trie};
///
/// let mut trie = Trie::new("Video", 3)?;
/// let frame = trie.add(&trie.universe(), "frame 3", Placement::of(3).axes([1, 2]).origin([3, 0, 0]))?;
/// trie.add_tensor(&frame, "luma", Placement::of(2), [144, 176])?;
/// trie.add_tensor(&frame, "chroma", Placement::of(2).coarsen([2, 2]), [72, 88])?;
/// trie.add(&trie.universe(), "backwards", Mirror::new(3, 0, 9)?)?;
///
/// assert_eq!(trie.to_string(), "\
/// Video, rank 3
/// ├─ frame 3, rank 2: axes (1, 2) origin (3, 0, 0)
/// │  ├─ luma, rank 2, extent (144, 176): identity
/// │  └─ chroma, rank 2, extent (72, 88): coarsen (2, 2)
/// └─ backwards, rank 3: mirror axis 0 at 9
/// ");
/// # Ok::<(), unite::trie::TrieError>(())
/// ```
impl fmt::Display for Trie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.nodes();
        // The nodes still to print, the next one last: index, text to the left of the node, text to the left of its
        // children.
        let mut pending = vec![(0, String::new(), String::new())];
        while let Some((index, left, left_below)) = pending.pop() {
            let node = &nodes[index];
            writeln!(f, "{left}{}{}", Title(node), Relation(node))?;
            for (position, &child) in node.children.iter().enumerate().rev() {
                let last = position + 1 == node.children.len();
                let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                pending.push((child, format!("{left_below}{branch}"), format!("{left_below}{below}")));
            }
        }
        Ok(())
    }
}

impl Trie {
    /// Returns the trie in the language of Graphviz: reference spaces are ellipses, tensor spaces boxes, and each arrow
    /// leads from a child to its parent and is labelled with the mapping.
    ///
    /// ```
    /// use unite::trie::{Placement, Trie};
    ///
    /// let mut trie = Trie::new("Picture", 2)?;
    /// trie.add_tensor(&trie.universe(), "chroma", Placement::of(2).coarsen([2, 2]), [72, 88])?;
    ///
    /// assert_eq!(trie.to_dot(), r#"digraph trie {
    ///   rankdir = BT
    ///   s0 [shape = ellipse, label = "Picture, rank 2"]
    ///   s1 [shape = box, label = "chroma, rank 2, extent (72, 88)"]
    ///   s1 -> s0 [label = "coarsen (2, 2)"]
    /// }
    /// "#);
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn to_dot(&self) -> String {
        let mut lines = vec!["digraph trie {".to_owned(), "  rankdir = BT".to_owned()];
        for (index, node) in self.nodes().iter().enumerate() {
            let shape = if node.extent.is_some() { "box" } else { "ellipse" };
            lines.push(format!("  s{index} [shape = {shape}, label = {}]", quoted(Title(node))));
            if let Some(link) = &node.link {
                lines.push(format!("  s{index} -> s{} [label = {}]", link.parent, quoted(&link.mapping)));
            }
        }
        lines.push("}\n".to_owned());
        lines.join("\n")
    }
}

/// A node that prints its title: `chroma, rank 2, extent (72, 88)`.
struct Title<'a>(&'a Node);

impl fmt::Display for Title<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, rank {}", self.0.name, self.0.rank)?;
        self.0.extent.as_ref().map_or(Ok(()), |extent| write!(f, ", extent {}", Tuple(extent)))
    }
}

/// A node that prints its mapping: `: coarsen (2, 2)`, or nothing for the universe.
struct Relation<'a>(&'a Node);

impl fmt::Display for Relation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.link.as_ref().map_or(Ok(()), |link| write!(f, ": {}", link.mapping))
    }
}

/// Returns a quoted string in the syntax of Graphviz.
fn quoted(text: impl fmt::Display) -> String {
    let escaped = text.to_string().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
