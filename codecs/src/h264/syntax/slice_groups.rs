//! [`SliceGroups`]: the assignment of macroblocks to slice groups. 7.3.2.2, 7.4.2.2, 8.2.2.

use super::error::SyntaxError;
use super::structure::Syntax;

/// A rectangle of map units, given by the map unit numbers of two corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SliceGroupRectangle {
    /// `top_left`: 0 to 139263.
    pub top_left: u32,
    /// `bottom_right`: not above or to the left of `top_left`.
    pub bottom_right: u32,
}

/// The assignment of map units to slice groups: `slice_group_map_type` and the elements that depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SliceGroupMap {
    /// Type 0, interleaved: `run_length_minus1` of each group.
    Interleaved {
        /// `run_length_minus1`, one per group.
        run_length_minus1: Vec<u32>,
    },
    /// Type 1, dispersed.
    Dispersed,
    /// Type 2, foreground: rectangles, and the last group for the remaining map units.
    Foreground {
        /// `top_left` and `bottom_right` of each group but the last.
        rectangles: Vec<SliceGroupRectangle>,
    },
    /// Types 3 (box-out), 4 (raster scan), 5 (wipe): two groups that change from picture to picture.
    Changing {
        /// `slice_group_map_type`: 3, 4 or 5.
        map_type: u8,
        /// `slice_group_change_direction_flag`: 1 bit.
        slice_group_change_direction_flag: bool,
        /// `slice_group_change_rate_minus1`: 0 to 139263 map units.
        slice_group_change_rate_minus1: u32,
    },
    /// Type 6, explicit.
    Explicit {
        /// `slice_group_id` of each of the `pic_size_in_map_units_minus1` + 1 map units.
        slice_group_id: Vec<u8>,
    },
}

/// The slice groups of a picture, two or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceGroups {
    /// `num_slice_groups_minus1`: 1 to 7.
    pub num_slice_groups_minus1: u8,
    /// The assignment of map units to groups.
    pub map: SliceGroupMap,
}

/// The maximum number of map units of a picture, by the highest level (A.3).
const MAP_UNITS: i64 = 139_264;

impl SliceGroupMap {
    /// Returns `slice_group_map_type`.
    pub fn map_type(&self) -> u8 {
        match self {
            SliceGroupMap::Interleaved { .. } => 0,
            SliceGroupMap::Dispersed => 1,
            SliceGroupMap::Foreground { .. } => 2,
            SliceGroupMap::Changing { map_type, .. } => *map_type,
            SliceGroupMap::Explicit { .. } => 6,
        }
    }

    /// Creates an empty map of a type; `None` for types above 6.
    fn new(map_type: u8) -> Option<Self> {
        Some(match map_type {
            0 => SliceGroupMap::Interleaved { run_length_minus1: Vec::new() },
            1 => SliceGroupMap::Dispersed,
            2 => SliceGroupMap::Foreground { rectangles: Vec::new() },
            3..=5 => SliceGroupMap::Changing {
                map_type,
                slice_group_change_direction_flag: false,
                slice_group_change_rate_minus1: 0,
            },
            6 => SliceGroupMap::Explicit { slice_group_id: Vec::new() },
            _ => return None,
        })
    }

    fn fields<S: Syntax>(&mut self, io: &mut S, groups_minus1: u8) -> Result<(), SyntaxError> {
        let groups = usize::from(groups_minus1) + 1;
        match self {
            SliceGroupMap::Interleaved { run_length_minus1 } => {
                io.follows("run_length_minus1", run_length_minus1, groups)?;
                for (i, run) in run_length_minus1.iter_mut().enumerate() {
                    io.ue(("run_length_minus1", i), run, 0..=MAP_UNITS - 1)?;
                }
            }
            SliceGroupMap::Dispersed => {}
            SliceGroupMap::Foreground { rectangles } => {
                io.follows("top_left", rectangles, groups - 1)?;
                for (i, rectangle) in rectangles.iter_mut().enumerate() {
                    io.ue(("top_left", i), &mut rectangle.top_left, 0..=MAP_UNITS - 1)?;
                    let least = rectangle.top_left.into();
                    io.ue(("bottom_right", i), &mut rectangle.bottom_right, least..=MAP_UNITS - 1)?;
                }
            }
            SliceGroupMap::Changing { slice_group_change_direction_flag, slice_group_change_rate_minus1, .. } => {
                io.flag("slice_group_change_direction_flag", slice_group_change_direction_flag)?;
                io.ue("slice_group_change_rate_minus1", slice_group_change_rate_minus1, 0..=MAP_UNITS - 1)?;
            }
            SliceGroupMap::Explicit { slice_group_id } => {
                io.ue_count("pic_size_in_map_units_minus1", slice_group_id, 1, 0..=MAP_UNITS - 1)?;
                // Ceil(Log2(groups)).
                let bits = u32::from(groups_minus1).checked_ilog2().map_or(0, |log| log + 1);
                for (i, id) in slice_group_id.iter_mut().enumerate() {
                    io.u(bits, ("slice_group_id", i), id, 0..=groups_minus1.into())?;
                }
            }
        }
        Ok(())
    }
}

impl SliceGroups {
    /// Codes `num_slice_groups_minus1`, and the elements that follow it if it is not 0.
    pub(super) fn fields<S: Syntax>(groups: &mut Option<SliceGroups>, io: &mut S) -> Result<(), SyntaxError> {
        let minus1 = groups.as_ref().map_or(0, |groups| groups.num_slice_groups_minus1);
        let least = i64::from(groups.is_some());
        let minus1 = io.selector("num_slice_groups_minus1", minus1, least..=7)?;
        if minus1 == 0 {
            return Ok(());
        }
        let position = io.position();
        let map_type = groups.as_ref().map_or(0, |groups| groups.map.map_type());
        let map_type = io.selector("slice_group_map_type", map_type, 0..=6)?;
        if S::READS {
            let map = SliceGroupMap::new(map_type);
            *groups = map.map(|map| SliceGroups { num_slice_groups_minus1: minus1, map });
        }
        let changing = (3..=5).contains(&map_type);
        if changing && minus1 != 1 {
            let name = "slice_group_map_type".into();
            io.complain(SyntaxError::Combination { position, name, reason: "types 3 to 5 have two slice groups" })?;
        }
        groups.as_mut().map_or(Ok(()), |groups| groups.map.fields(io, minus1))
    }

    /// Returns `SliceGroupChangeRate` (7-24) for types 3 to 5.
    pub fn change_rate(&self) -> Option<u64> {
        match self.map {
            SliceGroupMap::Changing { slice_group_change_rate_minus1, .. } => {
                Some(u64::from(slice_group_change_rate_minus1) + 1)
            }
            _ => None,
        }
    }
}
