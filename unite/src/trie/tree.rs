//! A universe and the spaces below it (thesis ch. 4): adding spaces and querying them.
//!
//! This file has only the structure of the trie. Points are mapped between a space and its parent in `project.rs`,
//! between any two spaces in `between.rs`, and compared in `compare.rs`; the points inside an extent are in
//! `extent.rs`.

use std::sync::Arc;

use super::points::check_extent;
use super::space::{SpaceId, Token};
use super::{Mapping, TrieError};

/// A universe with all reference spaces and tensor spaces below it.
///
/// A space is added below another one and never moves. Spaces are identified by [`SpaceId`] handles; names are for
/// people, and two spaces may have the same one.
///
/// ```
/// use unite::trie::{Placement, Trie};
///
/// let mut trie = Trie::new("Video", 4)?;
/// let video = trie.universe();
/// let frame = trie.add(&video, "colour frame 3", Placement::of(4).axes([0, 2, 3]).origin([0, 3, 0, 0]))?;
/// let luma = trie.add_tensor(&frame, "luma", Placement::of(3).axes([1, 2]), [144, 176])?;
///
/// assert_eq!(trie.name(&luma)?, "luma");
/// assert_eq!(trie.rank(&luma)?, 2);
/// assert_eq!(trie.mapping(&luma)?.map(ToString::to_string), Some("axes (1, 2)".into()));
/// assert_eq!(trie.parent(&luma)?, Some(frame.clone()));
/// assert_eq!(trie.extent(&luma)?, Some(&[144, 176][..]));
/// assert_eq!(trie.path(&luma)?, [video, frame, luma]);
/// # Ok::<(), unite::trie::TrieError>(())
/// ```
#[derive(Debug)]
pub struct Trie {
    token: Arc<Token>,
    /// The spaces: the universe first, then the others in the order in which they were added, so a parent comes before
    /// its children.
    nodes: Vec<Node>,
}

/// A space in a trie.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) rank: usize,
    /// The relation to the parent; `None` for the universe.
    pub(super) link: Option<Link>,
    pub(super) children: Vec<usize>,
    pub(super) extent: Option<Vec<i64>>,
}

/// The relation of a space to its parent.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) parent: usize,
    pub(super) mapping: Box<dyn Mapping>,
}

impl Trie {
    /// Creates a universe of rank `rank` without spaces below it.
    ///
    /// # Errors
    /// [`TrieError::RankZero`] for a universe without axes.
    ///
    /// Example: see [`Trie`].
    pub fn new(name: impl Into<String>, rank: usize) -> Result<Self, TrieError> {
        if rank == 0 {
            return Err(TrieError::RankZero);
        }
        let name = name.into();
        let token = Arc::new(Token { universe: name.clone() });
        let universe = Node { name, rank, link: None, children: Vec::new(), extent: None };
        Ok(Trie { token, nodes: vec![universe] })
    }

    /// Returns the root of the trie.
    ///
    /// Example: see [`Trie`].
    pub fn universe(&self) -> SpaceId {
        SpaceId::of(&self.token, 0)
    }

    /// Adds a reference space, which has no extent, below `parent`.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`]; the errors of [`Mapping::check`]; [`TrieError::RankZero`], [`TrieError::RankGrows`]
    /// and [`TrieError::ParentRank`] if the mapping's ranks do not fit. The trie is then unchanged.
    ///
    /// Example: see [`Trie`].
    pub fn add(
        &mut self,
        parent: &SpaceId,
        name: impl Into<String>,
        mapping: impl Mapping + 'static,
    ) -> Result<SpaceId, TrieError> {
        self.add_space(parent, name.into(), Box::new(mapping), None)
    }

    /// Adds a tensor space below `parent`: a reference space with an extent, the number of points along each of its
    /// axes. Its points are those from 0 up to, but excluding, the extent.
    ///
    /// # Errors
    /// The errors of [`Trie::add`]; [`TrieError::Length`] if there is not one extent per axis of the *child*,
    /// [`TrieError::Extent`] if one is less than 1.
    ///
    /// Example: see [`Trie`].
    pub fn add_tensor(
        &mut self,
        parent: &SpaceId,
        name: impl Into<String>,
        mapping: impl Mapping + 'static,
        extent: impl Into<Vec<i64>>,
    ) -> Result<SpaceId, TrieError> {
        self.add_space(parent, name.into(), Box::new(mapping), Some(extent.into()))
    }

    fn add_space(
        &mut self,
        parent: &SpaceId,
        name: String,
        mapping: Box<dyn Mapping>,
        extent: Option<Vec<i64>>,
    ) -> Result<SpaceId, TrieError> {
        let parent = self.index(parent)?;
        mapping.check()?;
        let rank = mapping.rank();
        check_ranks(&*mapping, &self.nodes[parent])?;
        if let Some(extent) = &extent {
            check_extent(rank, extent)?;
        }

        let index = self.nodes.len();
        self.nodes[parent].children.push(index);
        self.nodes.push(Node { name, rank, link: Some(Link { parent, mapping }), children: Vec::new(), extent });
        Ok(SpaceId::of(&self.token, index))
    }

    /// Returns the name of the space.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`], as for every query about a space.
    ///
    /// Example: see [`Trie`].
    pub fn name(&self, space: &SpaceId) -> Result<&str, TrieError> {
        Ok(&self.node(space)?.name)
    }

    /// Returns the number of axes of the space.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`].
    ///
    /// Example: see [`Trie`].
    pub fn rank(&self, space: &SpaceId) -> Result<usize, TrieError> {
        Ok(self.node(space)?.rank)
    }

    /// Returns the parent of the space; `None` for the universe.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`].
    ///
    /// Example: see [`Trie`].
    pub fn parent(&self, space: &SpaceId) -> Result<Option<SpaceId>, TrieError> {
        let link = self.node(space)?.link.as_ref();
        Ok(link.map(|link| SpaceId::of(&self.token, link.parent)))
    }

    /// Returns the children of the space, in the order in which they were added.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`].
    ///
    /// ```
    /// use unite::trie::{Placement, Trie};
    ///
    /// let mut trie = Trie::new("Line", 1)?;
    /// let odd = trie.add(&trie.universe(), "b", Placement::of(1).origin([1]))?;
    /// let even = trie.add(&trie.universe(), "a", Placement::of(1))?;
    /// assert!(trie.children(&trie.universe())?.eq([odd, even]));
    /// # Ok::<(), unite::trie::TrieError>(())
    /// ```
    pub fn children(&self, space: &SpaceId) -> Result<impl Iterator<Item = SpaceId> + '_, TrieError> {
        let children = self.node(space)?.children.iter();
        Ok(children.map(|&child| SpaceId::of(&self.token, child)))
    }

    /// Returns the number of points along each axis of a tensor space; `None` for a reference space, which is infinite.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`].
    ///
    /// Example: see [`Trie`].
    pub fn extent(&self, space: &SpaceId) -> Result<Option<&[i64]>, TrieError> {
        Ok(self.node(space)?.extent.as_deref())
    }

    /// Returns the mapping from the space to its parent; `None` for the universe.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`].
    ///
    /// Example: see [`Trie`].
    pub fn mapping(&self, space: &SpaceId) -> Result<Option<&dyn Mapping>, TrieError> {
        Ok(self.node(space)?.link.as_ref().map(|link| &*link.mapping))
    }

    /// Returns the spaces from the universe down to this one, both included.
    ///
    /// # Errors
    /// [`TrieError::OtherTrie`].
    ///
    /// Example: see [`Trie`].
    pub fn path(&self, space: &SpaceId) -> Result<Vec<SpaceId>, TrieError> {
        let mut index = self.index(space)?;
        let mut path = vec![space.clone()];
        while let Some(link) = &self.nodes[index].link {
            index = link.parent;
            path.push(SpaceId::of(&self.token, index));
        }
        path.reverse();
        Ok(path)
    }

    /// Returns all spaces: the universe first, a parent before its children.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the node of a handle.
    pub(super) fn node(&self, space: &SpaceId) -> Result<&Node, TrieError> {
        Ok(&self.nodes[self.index(space)?])
    }

    /// Returns the space and its relation to its parent, or an error for the universe, which has no parent.
    pub(super) fn linked(&self, space: &SpaceId) -> Result<(&Node, &Link), TrieError> {
        let node = self.node(space)?;
        match &node.link {
            Some(link) => Ok((node, link)),
            None => Err(TrieError::NoParent { universe: node.name.clone() }),
        }
    }

    fn index(&self, space: &SpaceId) -> Result<usize, TrieError> {
        space.index_in(&self.token).ok_or_else(|| TrieError::OtherTrie {
            this: self.token.universe.clone(),
            other: space.universe_name().to_owned(),
        })
    }
}

/// Checks that the ranks of a mapping, which may be user-defined, fit below `parent`.
fn check_ranks(mapping: &dyn Mapping, parent: &Node) -> Result<(), TrieError> {
    let (rank, parent_rank) = (mapping.rank(), parent.rank);
    if mapping.parent_rank() != parent_rank {
        let mapping_rank = mapping.parent_rank();
        return Err(TrieError::ParentRank { parent: parent.name.clone(), parent_rank, mapping_rank });
    }
    if rank == 0 {
        return Err(TrieError::RankZero);
    }
    if rank > parent_rank {
        return Err(TrieError::RankGrows { rank, parent_rank });
    }
    Ok(())
}
