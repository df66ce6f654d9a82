//! [`FirstMcu`]: the first MCU of a part of a scan, kept until the part before it is coded.
//!
//! Its DC coefficients are coded as differences to those of the part before (T.81 F.1.1.5.1). All others of the part are
//! predicted within it.

use super::dct::Block8x8;
use super::entropy::CodedBlock;

/// The blocks of an MCU in coding order.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstMcu {
    pub(super) blocks: Vec<KeptBlock>,
    /// The number of blocks that have not come yet.
    missing: usize,
}

/// A block on its way to a coder.
#[derive(Clone, Debug)]
pub(super) struct KeptBlock {
    /// The quantised block; `None` for one that only completes the MCU.
    pub(super) coefficients: Option<Block8x8>,
    pub(super) component: usize,
    pub(super) table: usize,
}

impl FirstMcu {
    /// Removes all blocks and waits for `blocks` of them.
    pub(super) fn begin(&mut self, blocks: usize) {
        self.blocks.clear();
        self.missing = blocks;
    }

    /// Returns whether blocks are missing.
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.missing > 0
    }

    /// Waits for no more blocks.
    pub(super) fn close(&mut self) {
        self.missing = 0;
    }

    /// Keeps a block.
    #[cold]
    #[inline(never)]
    pub(super) fn block(&mut self, block: CodedBlock<'_>) {
        let CodedBlock { coefficients, component, table, .. } = block;
        self.keep(KeptBlock { coefficients: Some(*coefficients), component, table });
    }

    /// Keeps a block that only completes the MCU.
    #[cold]
    #[inline(never)]
    pub(super) fn padding(&mut self, component: usize, table: usize) {
        self.keep(KeptBlock { coefficients: None, component, table });
    }

    fn keep(&mut self, block: KeptBlock) {
        self.blocks.push(block);
        self.missing -= 1;
    }
}
