//! [`ScalingMatrix`] and [`ScalingList`]: the weights of transform coefficients. Clauses 7.3.2.1.1.1, 7.4.2.1.1.1,
//! 7.4.2.2.

use super::error::SyntaxError;
use super::structure::Syntax;
use crate::bitstream::Violation;

/// The scaling lists of a parameter set, in the order of Table 7-2: for 4 x 4 blocks intra Y, Cb, Cr and inter Y, Cb,
/// Cr; for 8 x 8 blocks intra Y, inter Y, and in 4:4:4 intra Cb, inter Cb, intra Cr, inter Cr. A list that is `None` is
/// not present and falls back on another (Table 7-2, rule A in a sequence parameter set, rule B in a picture parameter
/// set).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScalingMatrix {
    /// `seq_scaling_list_present_flag` or `pic_scaling_list_present_flag`, and the list.
    pub lists: [Option<ScalingList>; 12],
}

impl ScalingMatrix {
    /// Codes the first `lists` lists; the others must be `None`.
    pub(super) fn fields<S: Syntax>(
        &mut self,
        io: &mut S,
        present: &'static str,
        lists: usize,
    ) -> Result<(), SyntaxError> {
        for (i, list) in self.lists.iter_mut().enumerate() {
            if i >= lists {
                let mut coded = list.is_some();
                io.absent_flag(present, &mut coded, false)?;
            } else if let Some(list) = io.option((present, i), list)? {
                list.fields(io, if i < 6 { 16 } else { 64 })?;
            }
        }
        Ok(())
    }
}

/// A scaling list in its coded form: differences of weights.
///
/// ```
/// use codecs::h264::syntax::ScalingList;
/// let list = ScalingList::new(&[16; 16]);
/// assert_eq!(list.delta_scale, [8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/// assert_eq!(list.weights(16), Some(vec![16; 16]));
/// assert_eq!(ScalingList::default_list().weights(16), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScalingList {
    /// `delta_scale`: one per weight, in zig-zag order. A difference that makes `nextScale` 0 ends the list early: as
    /// the first one, it selects the default list (`UseDefaultScalingMatrixFlag`); later, the last weight is repeated.
    pub delta_scale: Vec<i16>,
}

impl ScalingList {
    /// Creates the list of these weights, 1 to 255 each, in zig-zag order.
    ///
    /// # Panics
    /// If a weight is 0.
    pub fn new(weights: &[u8]) -> Self {
        let mut last = 8;
        let difference = |&weight: &u8| {
            assert!(weight > 0, "a weight of a scaling list is 1 or more");
            // Differences are modulo 256, in -128 to 127.
            let delta = i16::from(weight.wrapping_sub(last) as i8);
            last = weight;
            delta
        };
        ScalingList { delta_scale: weights.iter().map(difference).collect() }
    }

    /// Returns the code for the default list of Tables 7-3 and 7-4: `UseDefaultScalingMatrixFlag`.
    pub fn default_list() -> Self {
        ScalingList { delta_scale: vec![-8] }
    }

    /// Returns the weights of a list of `size` weights; `None` for the default list of Tables 7-3 and 7-4.
    pub fn weights(&self, size: usize) -> Option<Vec<u8>> {
        let mut weights = Vec::with_capacity(size);
        let mut last = 8_u8;
        for &delta in self.delta_scale.iter().take(size) {
            match last.wrapping_add(delta as u8) {
                0 => break,
                next => last = next,
            }
            weights.push(last);
        }
        if weights.is_empty() {
            return None;
        }
        weights.resize(size, last);
        Some(weights)
    }

    fn fields<S: Syntax>(&mut self, io: &mut S, size: usize) -> Result<(), SyntaxError> {
        let position = io.position();
        let (mut last, mut done, mut ended) = (8_u8, 0, false);
        while !ended {
            if S::READS {
                self.delta_scale.push(0);
            }
            let Some(delta) = self.delta_scale.get_mut(done) else { break };
            io.se(("delta_scale", done), delta, -128..=127)?;
            done += 1;
            last = last.wrapping_add(*delta as u8);
            ended = last == 0 || done == size;
        }
        let given = self.delta_scale.len();
        if given != done || !ended {
            let needed = if ended { done } else { size };
            return Err(Violation::Size { given, needed }.at(position, "delta_scale"));
        }
        Ok(())
    }
}
