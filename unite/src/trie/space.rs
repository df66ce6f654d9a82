//! The handle of a space. It knows which trie it belongs to, so that no question across two tries gets an answer.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A space of one [`Trie`](super::Trie): cheap to clone, to compare and to hash.
///
/// Two handles are equal if they name the same space of the same trie. A trie answers every handle of another one with
/// [`TrieError::OtherTrie`](super::TrieError::OtherTrie), even if the two tries are built alike. A handle outlives its
/// trie, and is of no use then.
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

/// What all spaces of one trie share. Its address tells tries apart, its name is for messages.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) universe: String,
}

impl SpaceId {
    /// The handle of the space at `index` of the trie that owns `token`.
    pub(super) fn of(token: &Arc<Token>, index: usize) -> Self {
        SpaceId { token: Arc::clone(token), index }
    }

    /// Where the space lies in its trie, if that is the one that owns `token`.
    pub(super) fn index_in(&self, token: &Arc<Token>) -> Option<usize> {
        Arc::ptr_eq(&self.token, token).then_some(self.index)
    }

    /// Name of the universe that the space belongs to.
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

/// `SpaceId { universe: "Video", index: 2 }`: index 0 is the universe, the others count in the order they were added.
impl fmt::Debug for SpaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpaceId").field("universe", &self.token.universe).field("index", &self.index).finish()
    }
}
