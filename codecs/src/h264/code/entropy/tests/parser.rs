//! A parser of `slice_data()` and `macroblock_layer()`, written after 7.3.4 and 7.3.5. Neighbours are found by sample
//! positions (6.4.12).

use crate::h264::code::entropy::{SliceSyntax, SliceType};
use crate::h264::code::macroblock::*;

/// A macroblock that was read, completely or in part.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub mb: Macroblock,
    pub mb_qp_delta: i32,
    /// `Intra4x4PredMode` by `luma4x4BlkIdx`, `Intra8x8PredMode` by `luma8x8BlkIdx`.
    pub intra_modes: [u8; 16],
    /// `mvd_lX` and `ref_idx_lX` by list and 4 x 4 block, `[list][y][x]`; 0 where none is coded.
    pub mvd: [[[Mv; 4]; 4]; 2],
    pub ref_idx: [[[u8; 4]; 4]; 2],
    /// `TotalCoeff` by `luma4x4BlkIdx`, and for chroma AC blocks.
    pub total_coeff: [u8; 16],
    pub total_coeff_chroma: [[u8; 4]; 2],
    /// `coded_block_flag` of each block.
    pub flag_dc: bool,
    pub flags_luma: [bool; 16],
    pub flags_chroma_dc: [bool; 2],
    pub flags_chroma_ac: [[bool; 4]; 2],
}

impl Parsed {
    pub(super) fn new(prediction: Prediction) -> Self {
        let mb = Macroblock {
            prediction,
            intra_chroma_mode: IntraChromaMode::Dc,
            transform_8x8: false,
            cbp_luma: 0,
            cbp_chroma: 0,
            qp: 0,
            residual: Residual::default(),
        };
        Parsed {
            mb,
            mb_qp_delta: 0,
            intra_modes: [2; 16],
            mvd: [[[Mv::default(); 4]; 4]; 2],
            ref_idx: [[[0; 4]; 4]; 2],
            total_coeff: [0; 16],
            total_coeff_chroma: [[0; 4]; 2],
            flag_dc: false,
            flags_luma: [false; 16],
            flags_chroma_dc: [false; 2],
            flags_chroma_ac: [[false; 4]; 2],
        }
    }

    /// Returns whether it is `P_Skip` or `B_Skip`.
    pub(super) fn is_skip(&self) -> bool {
        match self.mb.prediction {
            Prediction::Skip(_) => true,
            Prediction::Inter(_) => self.is_direct() && self.mb.cbp_luma == 0 && self.mb.cbp_chroma == 0,
            _ => false,
        }
    }

    /// Returns whether it is `B_Direct_16x16` or `B_Skip`.
    pub(super) fn is_direct(&self) -> bool {
        matches!(self.mb.prediction, Prediction::Inter(Motion { part: MbPart::Direct, .. }))
    }

    pub(super) fn is_pcm(&self) -> bool {
        matches!(self.mb.prediction, Prediction::Pcm)
    }

    pub(super) fn is_intra_16x16(&self) -> bool {
        matches!(self.mb.prediction, Prediction::Intra16x16(_))
    }

    pub(super) fn is_intra_nxn(&self) -> bool {
        matches!(self.mb.prediction, Prediction::Intra4x4(_) | Prediction::Intra8x8(_))
    }
}

/// Returns `luma4x4BlkIdx` of the block with luma sample (x, y) (6.4.13.1).
pub(super) fn luma_4x4_blk_idx(x: usize, y: usize) -> usize {
    8 * (y / 8) + 4 * (x / 8) + 2 * (y % 8 / 4) + x % 8 / 4
}

/// Returns the position (x, y) of the first luma sample of a 4 x 4 block (6.4.3).
pub(super) fn luma_4x4_place(idx: usize) -> (isize, isize) {
    let (eight, four) = (idx / 4, idx % 4);
    ((8 * (eight % 2) + 4 * (four % 2)) as isize, (8 * (eight / 2) + 4 * (four / 2)) as isize)
}

/// The part of the slice that was read.
pub(super) struct Slice {
    pub syntax: SliceSyntax,
    pub constrained_intra_pred_flag: bool,
    pub width: usize,
    /// The macroblocks by address.
    pub mbs: Vec<Parsed>,
    pub qp: u8,
}

impl Slice {
    /// Returns the macroblock being read.
    pub(super) fn current(&self) -> &Parsed {
        self.mbs.last().expect("a macroblock is being read")
    }

    pub(super) fn current_mut(&mut self) -> &mut Parsed {
        self.mbs.last_mut().expect("a macroblock is being read")
    }

    /// Returns the macroblock that contains a sample, and the sample's position in it, for macroblocks of `size`
    /// samples (6.4.12.1).
    pub(super) fn neighbour(&self, x: isize, y: isize, size: isize) -> Option<(&Parsed, usize, usize)> {
        let addr = self.mbs.len() - 1;
        let (row, column) = (addr / self.width, addr % self.width);
        let found = match (x, y) {
            (x, y) if x >= 0 && y >= 0 => Some(addr),
            (x, y) if x < 0 && y >= 0 => (column > 0).then(|| addr - 1),
            (x, y) if x >= 0 && y < 0 => (row > 0).then(|| addr - self.width),
            _ => unreachable!("no element looks at D"),
        }?;
        Some((&self.mbs[found], (x + size) as usize % size as usize, (y + size) as usize % size as usize))
    }

    /// Returns `mbAddrA` and `mbAddrB` (6.4.11.1).
    pub(super) fn beside(&self) -> [Option<&Parsed>; 2] {
        [(-1, 0), (0, -1)].map(|(x, y)| self.neighbour(x, y, 16).map(|(mb, ..)| mb))
    }
}

/// A reader of syntax elements.
pub(super) trait Elements {
    const CABAC: bool;
    fn mb_skip_flag(&mut self, slice: &Slice) -> bool;
    /// Reads whether the slice ends after a macroblock.
    fn end_of_slice(&mut self) -> bool;
    /// Reads `mb_type`: the number of Table 7-11, or in a P slice that of Table 7-13 or 5 plus that of Table 7-11;
    /// `P_8x8ref0` is 4. In a B slice that of Table 7-14, or 23 plus that of Table 7-11.
    fn mb_type(&mut self, slice: &Slice) -> u32;
    fn pcm(&mut self, count: usize) -> Vec<u8>;
    fn sub_mb_type(&mut self, slice: &Slice) -> u32;
    fn transform_size_8x8_flag(&mut self, slice: &Slice) -> bool;
    fn prev_intra_pred_mode_flag(&mut self) -> bool;
    fn rem_intra_pred_mode(&mut self) -> u8;
    fn intra_chroma_pred_mode(&mut self, slice: &Slice) -> u32;
    fn ref_idx(&mut self, slice: &Slice, list: usize, x: isize, y: isize) -> u32;
    fn mvd(&mut self, slice: &Slice, list: usize, x: isize, y: isize) -> Mv;
    fn coded_block_pattern(&mut self, slice: &Slice) -> (u8, u8);
    fn mb_qp_delta(&mut self, slice: &Slice) -> i32;
    /// Reads `residual_block()` of a number of levels.
    fn block(&mut self, slice: &mut Slice, kind: Kind, max_num_coeff: usize) -> Vec<i16>;
    fn end(self);
}

/// The kind and index of a block of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Intra16x16Dc,
    Intra16x16Ac(usize),
    Luma4x4(usize),
    Luma8x8,
    ChromaDc(usize),
    ChromaAc(usize, usize),
}

/// What is coded of the motion of a direct macroblock: nothing.
const DIRECT: Motion = Motion { part: MbPart::Direct, lists: [ListMotion::UNUSED; 2] };

/// Reads `slice_data()` (7.3.4) of a slice that covers the picture. Returns its macroblocks.
pub(super) fn slice_data<E: Elements>(mut e: E, mut slice: Slice, count: usize) -> Vec<Macroblock> {
    loop {
        slice.mbs.push(Parsed::new(match slice.syntax.slice_type {
            SliceType::B => Prediction::Inter(DIRECT),
            _ => Prediction::Skip(Mv::default()),
        }));
        let skipped = slice.syntax.slice_type != SliceType::I && e.mb_skip_flag(&slice);
        if !skipped {
            macroblock_layer(&mut e, &mut slice);
        }
        let qp = slice.qp;
        slice.current_mut().mb.qp = qp;
        if slice.mbs.len() == count {
            assert!(e.end_of_slice());
            e.end();
            return slice.mbs.into_iter().map(|parsed| parsed.mb).collect();
        }
        assert!(!e.end_of_slice(), "the slice ends after {} macroblocks", slice.mbs.len());
    }
}

/// Reads `macroblock_layer()` (7.3.5).
fn macroblock_layer<E: Elements>(e: &mut E, slice: &mut Slice) {
    let mb_type = e.mb_type(slice);
    let intra_type = match slice.syntax.slice_type {
        SliceType::I => Some(mb_type),
        SliceType::P => mb_type.checked_sub(5),
        SliceType::B => mb_type.checked_sub(23),
    };
    let mut no_sub_mb_part_size_less_than_8x8 = true;
    let transform_8x8_mode = slice.syntax.transform_8x8_mode_flag;
    match intra_type {
        Some(25) => {
            *slice.current_mut() = Parsed::new(Prediction::Pcm);
            let samples = e.pcm(if slice.syntax.monochrome { 256 } else { 384 });
            slice.current_mut().mb.residual.pcm = samples;
            return;
        }
        Some(0) => {
            *slice.current_mut() = Parsed::new(Prediction::Intra4x4(Default::default()));
            if transform_8x8_mode && e.transform_size_8x8_flag(slice) {
                *slice.current_mut() = Parsed::new(Prediction::Intra8x8(Default::default()));
                slice.current_mut().mb.transform_8x8 = true;
            }
            intra_modes(e, slice);
        }
        Some(n) => {
            let modes =
                [Intra16x16Mode::Vertical, Intra16x16Mode::Horizontal, Intra16x16Mode::Dc, Intra16x16Mode::Plane];
            *slice.current_mut() = Parsed::new(Prediction::Intra16x16(modes[(n as usize - 1) % 4]));
            let mb = &mut slice.current_mut().mb;
            mb.cbp_chroma = ((n - 1) / 4 % 3) as u8;
            mb.cbp_luma = if n >= 13 { 15 } else { 0 };
        }
        None if slice.syntax.slice_type == SliceType::B => {
            no_sub_mb_part_size_less_than_8x8 = b_macroblock(e, slice, mb_type);
        }
        None => no_sub_mb_part_size_less_than_8x8 = inter(e, slice, mb_type),
    }
    if intra_type.is_some() && !slice.syntax.monochrome {
        use IntraChromaMode::*;
        let mode = e.intra_chroma_pred_mode(slice);
        slice.current_mut().mb.intra_chroma_mode = [Dc, Horizontal, Vertical, Plane][mode as usize];
    }
    if !slice.current().is_intra_16x16() {
        let (luma, chroma) = e.coded_block_pattern(slice);
        let mb = &mut slice.current_mut().mb;
        (mb.cbp_luma, mb.cbp_chroma) = (luma, chroma);
        if luma > 0 && transform_8x8_mode && intra_type.is_none() && no_sub_mb_part_size_less_than_8x8 {
            let flag = e.transform_size_8x8_flag(slice);
            slice.current_mut().mb.transform_8x8 = flag;
        }
    }
    let mb = &slice.current().mb;
    if mb.cbp_luma > 0 || mb.cbp_chroma > 0 || slice.current().is_intra_16x16() {
        let delta = e.mb_qp_delta(slice);
        assert!((-26..26).contains(&delta));
        slice.current_mut().mb_qp_delta = delta;
        slice.qp = ((i32::from(slice.qp) + delta + 52) % 52) as u8;
        residual(e, slice);
    }
}

/// Reads the prediction modes of `I_NxN` (7.3.5.1, 8.3.1.1, 8.3.2.1).
fn intra_modes<E: Elements>(e: &mut E, slice: &mut Slice) {
    let eight = slice.current().mb.transform_8x8;
    for idx in 0..if eight { 4 } else { 16 } {
        let rem = (!e.prev_intra_pred_mode_flag()).then(|| e.rem_intra_pred_mode());
        let (x, y) = luma_4x4_place(if eight { 4 * idx } else { idx });
        let mut dc_pred_mode_predicted_flag = false;
        let mut modes = [2; 2];
        for (side, (dx, dy)) in [(-1, 0), (0, -1)].into_iter().enumerate() {
            match slice.neighbour(x + dx, y + dy, 16) {
                None => dc_pred_mode_predicted_flag = true,
                Some((n, ..)) if !n.mb.prediction.is_intra() && slice.constrained_intra_pred_flag => {
                    dc_pred_mode_predicted_flag = true;
                }
                Some((n, ..)) if !n.is_intra_nxn() => {}
                Some((n, xw, yw)) => {
                    let (four, n_is_eight) = (luma_4x4_blk_idx(xw, yw), n.mb.transform_8x8);
                    modes[side] = n.intra_modes[match (eight, n_is_eight) {
                        (false, false) => four,
                        (false, true) => four >> 2,
                        (true, true) => four / 4,
                        (true, false) => four / 4 * 4 + [1, 2][side],
                    }];
                }
            }
        }
        let predicted = if dc_pred_mode_predicted_flag { 2 } else { modes[0].min(modes[1]) };
        let mode = match rem {
            None => predicted,
            Some(rem) if rem < predicted => rem,
            Some(rem) => rem + 1,
        };
        let current = slice.current_mut();
        current.intra_modes[idx] = mode;
        let mode = IntraNxNMode::ALL[usize::from(mode)];
        match &mut current.mb.prediction {
            Prediction::Intra4x4(modes) => modes[y as usize / 4][x as usize / 4] = mode,
            Prediction::Intra8x8(modes) => modes[y as usize / 8][x as usize / 8] = mode,
            _ => unreachable!(),
        }
    }
}

/// Reads `mb_pred()` and `sub_mb_pred()` of an inter macroblock (7.3.5.1, 7.3.5.2). Returns whether no part is smaller
/// than 8 x 8.
fn inter<E: Elements>(e: &mut E, slice: &mut Slice, mb_type: u32) -> bool {
    let motion = Motion::of_p(MbPart::P16x16, ListMotion { ref_idx: [0; 4], ..ListMotion::UNUSED });
    *slice.current_mut() = Parsed::new(Prediction::Inter(motion));
    // Parts as (x, y, width, height).
    let mut parts = match mb_type {
        0 => vec![(0, 0, 16, 16)],
        1 => vec![(0, 0, 16, 8), (0, 8, 16, 8)],
        2 => vec![(0, 0, 8, 16), (8, 0, 8, 16)],
        _ => vec![(0, 0, 8, 8), (8, 0, 8, 8), (0, 8, 8, 8), (8, 8, 8, 8)],
    };
    let sub_mb_types: Vec<u32> = if mb_type >= 3 { (0..4).map(|_| e.sub_mb_type(slice)).collect() } else { vec![] };
    let mut ref_idxs = [0; 4];
    for &(x, y, width, height) in &parts {
        let coded = slice.syntax.num_ref_idx_l0_active_minus1 > 0 && mb_type != 4;
        let ref_idx = if coded { e.ref_idx(slice, 0, x, y) as u8 } else { 0 };
        for (y, x) in (y..y + height).flat_map(|y| (x..x + width).map(move |x| (y as usize, x as usize))) {
            ref_idxs[2 * (y / 8) + x / 8] = ref_idx;
            slice.current_mut().ref_idx[0][y / 4][x / 4] = ref_idx;
        }
    }
    if mb_type >= 3 {
        parts = (0..4)
            .flat_map(|n| {
                let (x, y, ..) = parts[n];
                match sub_mb_types[n] {
                    0 => vec![(x, y, 8, 8)],
                    1 => vec![(x, y, 8, 4), (x, y + 4, 8, 4)],
                    2 => vec![(x, y, 4, 8), (x + 4, y, 4, 8)],
                    _ => vec![(x, y, 4, 4), (x + 4, y, 4, 4), (x, y + 4, 4, 4), (x + 4, y + 4, 4, 4)],
                }
            })
            .collect();
    }
    for &(x, y, width, height) in &parts {
        let mvd = e.mvd(slice, 0, x, y);
        for (y, x) in (y..y + height).flat_map(|y| (x..x + width).map(move |x| (y as usize, x as usize))) {
            slice.current_mut().mvd[0][y / 4][x / 4] = mvd;
        }
    }
    use SubMbPart::*;
    let part = match mb_type {
        0 => MbPart::P16x16,
        1 => MbPart::P16x8,
        2 => MbPart::P8x16,
        _ => MbPart::P8x8(std::array::from_fn(|n| [P8x8, P8x4, P4x8, P4x4][sub_mb_types[n] as usize])),
    };
    let current = slice.current_mut();
    let mvd = current.mvd[0];
    let list_0 = ListMotion { ref_idx: ref_idxs.map(|ref_idx: u8| ref_idx as i8), mvd, ..ListMotion::UNUSED };
    current.mb.prediction = Prediction::Inter(Motion::of_p(part, list_0));
    sub_mb_types.iter().all(|&sub| sub == 0)
}

/// The prediction modes of the parts of `mb_type` 1 to 21 in B slices (Table 7-14), and their size.
const MB_TYPES_B: [(&[&str], isize, isize); 21] = [
    (&["L0"], 16, 16),
    (&["L1"], 16, 16),
    (&["Bi"], 16, 16),
    (&["L0", "L0"], 16, 8),
    (&["L0", "L0"], 8, 16),
    (&["L1", "L1"], 16, 8),
    (&["L1", "L1"], 8, 16),
    (&["L0", "L1"], 16, 8),
    (&["L0", "L1"], 8, 16),
    (&["L1", "L0"], 16, 8),
    (&["L1", "L0"], 8, 16),
    (&["L0", "Bi"], 16, 8),
    (&["L0", "Bi"], 8, 16),
    (&["L1", "Bi"], 16, 8),
    (&["L1", "Bi"], 8, 16),
    (&["Bi", "L0"], 16, 8),
    (&["Bi", "L0"], 8, 16),
    (&["Bi", "L1"], 16, 8),
    (&["Bi", "L1"], 8, 16),
    (&["Bi", "Bi"], 16, 8),
    (&["Bi", "Bi"], 8, 16),
];
/// The prediction modes of `sub_mb_type` 1 to 12 in B slices (Table 7-18), and the size of their parts.
const SUB_MB_TYPES_B: [(&str, isize, isize); 12] = [
    ("L0", 8, 8),
    ("L1", 8, 8),
    ("Bi", 8, 8),
    ("L0", 8, 4),
    ("L0", 4, 8),
    ("L1", 8, 4),
    ("L1", 4, 8),
    ("Bi", 8, 4),
    ("Bi", 4, 8),
    ("L0", 4, 4),
    ("L1", 4, 4),
    ("Bi", 4, 4),
];

/// Reads `mb_pred()` and `sub_mb_pred()` of a B macroblock. Returns whether no part is smaller than 8 x 8.
fn b_macroblock<E: Elements>(e: &mut E, slice: &mut Slice, mb_type: u32) -> bool {
    let mut motion = Motion { part: MbPart::P16x16, lists: [ListMotion::UNUSED; 2] };
    *slice.current_mut() = Parsed::new(Prediction::Inter(motion));
    if mb_type == 0 {
        slice.current_mut().mb.prediction = Prediction::Inter(DIRECT);
        return true;
    }
    // The parts that have a reference: place, size, prediction mode, size of the parts that have vectors.
    let mut parts = vec![];
    if mb_type == 22 {
        let sub_mb_types = [(); 4].map(|()| e.sub_mb_type(slice));
        for (n, sub_mb_type) in sub_mb_types.into_iter().enumerate() {
            if let Some(n_of_table) = sub_mb_type.checked_sub(1) {
                let (mode, width, height) = SUB_MB_TYPES_B[n_of_table as usize];
                parts.push((8 * (n as isize % 2), 8 * (n as isize / 2), 8, 8, mode, width, height));
            }
        }
        motion.part = MbPart::P8x8(sub_mb_types.map(|sub_mb_type| match sub_mb_type {
            0 => SubMbPart::Direct,
            1..4 => SubMbPart::P8x8,
            4 | 6 | 8 => SubMbPart::P8x4,
            5 | 7 | 9 => SubMbPart::P4x8,
            _ => SubMbPart::P4x4,
        }));
    } else {
        let (modes, width, height) = MB_TYPES_B[mb_type as usize - 1];
        for (n, &mode) in modes.iter().enumerate() {
            let (x, y) = if width == 16 { (0, 8 * n as isize) } else { (8 * n as isize, 0) };
            parts.push((x, y, width, height, mode, width, height));
        }
        motion.part = match (width, height) {
            (16, 16) => MbPart::P16x16,
            (16, _) => MbPart::P16x8,
            _ => MbPart::P8x16,
        };
    }
    let most = [slice.syntax.num_ref_idx_l0_active_minus1, slice.syntax.num_ref_idx_l1_active_minus1];
    let uses = |mode: &str, list: usize| mode == ["L0", "L1"][list] || mode == "Bi";
    for (list, most) in most.into_iter().enumerate() {
        for &(x, y, width, height, mode, ..) in parts.iter().filter(|part| uses(part.4, list)) {
            let ref_idx = if most > 0 { e.ref_idx(slice, list, x, y) as u8 } else { 0 };
            assert!(ref_idx <= most, "{mode}");
            for (y, x) in (y..y + height).flat_map(|y| (x..x + width).map(move |x| (y as usize, x as usize))) {
                motion.lists[list].ref_idx[2 * (y / 8) + x / 8] = ref_idx as i8;
                slice.current_mut().ref_idx[list][y / 4][x / 4] = ref_idx;
            }
        }
    }
    for list in 0..2 {
        for &(left, top, width, height, _, w, h) in parts.iter().filter(|part| uses(part.4, list)) {
            for (y, x) in (0..height / h).flat_map(|y| (0..width / w).map(move |x| (top + y * h, left + x * w))) {
                let mvd = e.mvd(slice, list, x, y);
                for (y, x) in (y..y + h).flat_map(|y| (x..x + w).map(move |x| (y as usize, x as usize))) {
                    slice.current_mut().mvd[list][y / 4][x / 4] = mvd;
                }
            }
        }
    }
    let current = slice.current_mut();
    (motion.lists[0].mvd, motion.lists[1].mvd) = (current.mvd[0], current.mvd[1]);
    current.mb.prediction = Prediction::Inter(motion);
    !motion.part.is_below_8x8()
}

/// Reads `residual()` (7.3.5.3).
fn residual<E: Elements>(e: &mut E, slice: &mut Slice) {
    let mb = slice.current().mb.clone();
    let intra_16x16 = slice.current().is_intra_16x16();
    let mut levels = Residual::default();
    if intra_16x16 {
        levels.luma_dc.copy_from_slice(&e.block(slice, Kind::Intra16x16Dc, 16));
    }
    for i8x8 in 0..4 {
        if mb.cbp_luma >> i8x8 & 1 == 0 {
            continue;
        }
        if mb.transform_8x8 && E::CABAC {
            let level_8x8 = e.block(slice, Kind::Luma8x8, 64);
            level_8x8.iter().enumerate().for_each(|(k, &level)| levels.luma[4 * i8x8 + k / 16][k % 16] = level);
            continue;
        }
        for i4x4 in 0..4 {
            let idx = 4 * i8x8 + i4x4;
            if intra_16x16 {
                levels.luma[idx][1..].copy_from_slice(&e.block(slice, Kind::Intra16x16Ac(idx), 15));
                continue;
            }
            let level_4x4 = e.block(slice, Kind::Luma4x4(idx), 16);
            for (i, &level) in level_4x4.iter().enumerate() {
                match mb.transform_8x8 {
                    true => levels.luma[4 * i8x8 + (4 * i + i4x4) / 16][(4 * i + i4x4) % 16] = level,
                    false => levels.luma[idx][i] = level,
                }
            }
        }
    }
    if mb.cbp_chroma & 3 != 0 {
        for c in 0..2 {
            levels.chroma_dc[c].copy_from_slice(&e.block(slice, Kind::ChromaDc(c), 4));
        }
    }
    if mb.cbp_chroma & 2 != 0 {
        for (c, n) in (0..2).flat_map(|c| (0..4).map(move |n| (c, n))) {
            levels.chroma_ac[c][n][1..].copy_from_slice(&e.block(slice, Kind::ChromaAc(c, n), 15));
        }
    }
    slice.current_mut().mb.residual = levels;
}
