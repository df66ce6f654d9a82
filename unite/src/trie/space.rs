//! The handle of a space. It stores which trie it belongs to, so that operations across two tries are detected.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A handle of a space of one [`Trie`](super::Trie): cheap to clone, to compare and to hash.
///
/// Two handles are equal if they name the same space of the same trie. A trie rejects a handle of another trie with
/// [`TrieError::OtherTrie`](super::TrieError::OtherTrie), even if the two tries are equal. A handle may outlive its
/// trie, but cannot be used then.
///
/// ```
/// use unite::trie::{Points, Trie, TrieError};
///
/// let massachusetts = Trie::new("Massachusetts", 2)?;
/// let vermont = Trie::new("Vermont", 2)?;
/// assert_eq!(massachusetts.universe(), massachusetts.universe());
/// assert_ne!(massachusetts.universe(), vermont.universe());
///
/// let here = Points::of([[0, 0]]);
/// let refused = massachusetts.map(&here, &massachusetts.universe(), &vermont.universe());
/// assert_eq!(refused, Err(TrieError::OtherTrie { this: "Massachusetts".into(), other: "Vermont".into() }));
/// # Ok::<(), TrieError>(())
/// ```
#[derive(Clone)]
pub struct SpaceId {
    token: Arc<Token>,
    index: usize,
}

/// The shared identity of all spaces of one trie. Its address identifies the trie; its name is for messages.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) universe: String,
}

impl SpaceId {
    /// Creates the handle of the space at `index` of the trie that owns `token`.
    pub(super) fn of(token: &Arc<Token>, index: usize) -> Self {
        SpaceId { token: Arc::clone(token), index }
    }

    /// Returns the index of the space in its trie, if that trie owns `token`.
    pub(super) fn index_in(&self, token: &Arc<Token>) -> Option<usize> {
        Arc::ptr_eq(&self.token, token).then_some(self.index)
    }

    /// Returns the name of the universe that the space belongs to.
    ///
    /// ```
    /// use unite::trie::Trie;
    ///
    /// assert_eq!(Trie::new("Vermont", 2)?.universe().universe_name(), "Vermont");
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn universe_name(&self) -> &str {
        &self.token.universe
    }
}

impl PartialEq for SpaceId {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.token, &other.token) && self.index == other.index
    }
}

impl Eq for SpaceId {}

impl Hash for SpaceId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.token).hash(state);
        self.index.hash(state);
    }
}

/// Formats the handle: `SpaceId { universe: "Video", index: 2 }`. Index 0 is the universe; the others count in the
/// order in which they were added.
impl fmt::Debug for SpaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpaceId").field("universe", &self.token.universe).field("index", &self.index).finish()
    }
}
