//! [`Script`]: the scans of a progressive file, and the laws that they follow (T.81 G.1.1.1.1).

use super::script_error::ScriptError;
use core::ops::RangeInclusive;

/// The distribution of the coefficients over scans.
///
/// ```
/// use codecs::jpeg::baseline::{Options, encode};
/// use codecs::jpeg::progressive::Progression;
/// use codecs::picture::{PixelFormat, Pixels};
/// let picture = Pixels::interleaved(&[200; 20 * 10 * 3], 20, 10, PixelFormat::Rgb)?;
/// let mut file = Vec::new();
/// encode(&picture, &Options::new(90)?.with_progression(Progression::Standard), &mut file)?;
/// assert_eq!(file.windows(2).filter(|marker| *marker == [0xFF, 0xDA]).count(), 10);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progression {
    /// Sequential coding: a scan has all coefficients of its components.
    #[default]
    Sequential,
    /// Progressive coding with the script of `libjpeg`: [`Script::ycbcr`] or [`Script::uniform`].
    Standard,
    /// Progressive coding with a script of the user's own.
    Script(Script),
    /// Progressive coding with the script of the smallest file among hundreds of candidates, whose bits are counted.
    /// Tables share segments, which saves a few bytes more.
    Smallest,
}

/// A scan of a progressive file: components, a band of coefficients, and the bits coded of each (T.81 B.2.3, G.1.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// The numbers of the components in the file, from 0, in ascending order; one only in an AC scan.
    pub components: Vec<usize>,
    /// The band, `Ss` to `Se`, in zigzag order: 0 to 0 for DC, or a part of 1 to 63.
    pub spectral: RangeInclusive<u8>,
    /// `Ah`: the point transform of the preceding scan of this band; 0 for its first scan.
    pub high: u8,
    /// `Al`: the point transform, the number of low bits left to later scans.
    pub low: u8,
}

impl Scan {
    /// Returns a DC scan. See [`Script`] for an example.
    pub fn dc(components: impl IntoIterator<Item = usize>, high: u8, low: u8) -> Self {
        Scan { components: components.into_iter().collect(), spectral: 0..=0, high, low }
    }

    /// Returns an AC scan. See [`Script`] for an example.
    pub fn ac(component: usize, spectral: RangeInclusive<u8>, high: u8, low: u8) -> Self {
        Scan { components: vec![component], spectral, high, low }
    }

    /// Returns whether the scan codes DC coefficients.
    pub(super) fn is_dc(&self) -> bool {
        *self.spectral.start() == 0
    }
}

/// The most components of a scan or a frame (T.81 Tables B.2 and B.3).
const MOST_COMPONENTS: usize = 4;

/// The greatest point transform (T.81 Table B.3).
const MOST_TRANSFORM: u8 = 13;

/// The scans of a progressive file, in their order.
///
/// ```
/// use codecs::jpeg::progressive::{Scan, Script};
/// // DC of all three components, luma in two bands, chroma, and the last bit of luma.
/// let script = Script::new(vec![
///     Scan::dc(0..3, 0, 0),
///     Scan::ac(0, 1..=8, 0, 1),
///     Scan::ac(0, 9..=63, 0, 1),
///     Scan::ac(1, 1..=63, 0, 0),
///     Scan::ac(2, 1..=63, 0, 0),
///     Scan::ac(0, 1..=63, 1, 0),
/// ])?;
/// assert!(script.is_complete(3));
///
/// let error = Script::new(vec![Scan::ac(0, 1..=63, 0, 0)]).unwrap_err();
/// assert_eq!(error.to_string(), "scan 1 has AC coefficients of component 0 before any DC scan of it: begin with DC");
/// # Ok::<(), codecs::jpeg::progressive::ScriptError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script(Vec<Scan>);

impl Script {
    /// Returns a script. Components need not exist in every picture, and bits may be left out; decoders take them for
    /// 0. See [`Script`] for an example.
    ///
    /// # Errors
    /// [`ScriptError`], for the first scan that breaks a law.
    pub fn new(scans: Vec<Scan>) -> Result<Self, ScriptError> {
        if scans.is_empty() {
            return Err(ScriptError::Empty);
        }
        let mut state = State::default();
        for (scan, n) in scans.iter().zip(1..) {
            state.follow(scan, n)?;
        }
        Ok(Script(scans))
    }

    /// Returns the ten scans that `libjpeg` uses for YCbCr: colours are recognisable after the fourth.
    ///
    /// ```
    /// use codecs::jpeg::progressive::{Scan, Script};
    /// assert_eq!(Script::ycbcr().scans()[1], Scan::ac(0, 1..=5, 0, 2));
    /// ```
    pub fn ycbcr() -> Self {
        Script(vec![
            Scan::dc(0..3, 0, 1),
            Scan::ac(0, 1..=5, 0, 2),
            Scan::ac(2, 1..=63, 0, 1),
            Scan::ac(1, 1..=63, 0, 1),
            Scan::ac(0, 6..=63, 0, 2),
            Scan::ac(0, 1..=63, 2, 1),
            Scan::dc(0..3, 1, 0),
            Scan::ac(2, 1..=63, 1, 0),
            Scan::ac(1, 1..=63, 1, 0),
            Scan::ac(0, 1..=63, 1, 0),
        ])
    }

    /// Returns the scans that `libjpeg` uses for gray and for other colours, which treat all of one to four components
    /// alike: two for DC and four for each component.
    ///
    /// ```
    /// use codecs::jpeg::progressive::Script;
    /// assert_eq!([1, 3, 4].map(|components| Script::uniform(components).scans().len()), [6, 14, 18]);
    /// ```
    pub fn uniform(components: usize) -> Self {
        let components = components.clamp(1, MOST_COMPONENTS);
        let of_each = |spectral: RangeInclusive<u8>, high, low| {
            (0..components).map(move |c| Scan::ac(c, spectral.clone(), high, low))
        };
        let mut scans = vec![Scan::dc(0..components, 0, 1)];
        scans.extend(of_each(1..=5, 0, 2));
        scans.extend(of_each(6..=63, 0, 2));
        scans.extend(of_each(1..=63, 2, 1));
        scans.push(Scan::dc(0..components, 1, 0));
        scans.extend(of_each(1..=63, 1, 0));
        Script(scans)
    }

    /// Returns the scans. See [`Script::ycbcr`] for an example.
    pub fn scans(&self) -> &[Scan] {
        &self.0
    }

    /// Returns the script with each DC scan of several components replaced by one for each of them.
    pub(super) fn with_separate_dc(self) -> Self {
        let separate = |scan: Scan| -> Vec<Scan> {
            scan.components.iter().map(|&c| Scan { components: vec![c], ..scan.clone() }).collect()
        };
        Script(self.0.into_iter().flat_map(separate).collect())
    }

    /// Returns whether the scans have all bits of all coefficients of a picture of that many components. See [`Script`]
    /// for an example.
    pub fn is_complete(&self, components: usize) -> bool {
        self.state().is_some_and(|state| state.0.iter().take(components).flatten().all(|low| *low == Some(0)))
    }

    /// Checks that a picture of that many components can be coded.
    ///
    /// # Errors
    /// [`ScriptError::NoComponent`], [`ScriptError::NoDc`].
    pub(super) fn check(&self, components: usize) -> Result<(), ScriptError> {
        for (scan, n) in self.0.iter().zip(1..) {
            if let Some(&component) = scan.components.iter().find(|&&c| c >= components) {
                return Err(ScriptError::NoComponent { scan: n, component, components });
            }
        }
        let state = self.state();
        match (0..components).find(|&c| state.as_ref().is_none_or(|state| state.0[c][0].is_none())) {
            Some(component) => Err(ScriptError::NoDc { component }),
            None => Ok(()),
        }
    }

    /// Returns the state after all scans.
    fn state(&self) -> Option<State> {
        let mut state = State::default();
        self.0.iter().zip(1..).try_for_each(|(scan, n)| state.follow(scan, n)).ok()?;
        Some(state)
    }
}

/// The point transform of the last scan of each coefficient, by component; `None` before its first scan.
struct State([[Option<u8>; 64]; MOST_COMPONENTS]);

impl Default for State {
    fn default() -> Self {
        State([[None; 64]; MOST_COMPONENTS])
    }
}

impl State {
    /// Checks scan number `n`, from 1, and advances the state.
    fn follow(&mut self, scan: &Scan, n: usize) -> Result<(), ScriptError> {
        let Scan { components, spectral, high, low } = scan;
        let (first, last, high, low) = (*spectral.start(), *spectral.end(), *high, *low);
        if components.is_empty() || components.len() > MOST_COMPONENTS {
            return Err(ScriptError::Components { scan: n, components: components.len() });
        }
        if let Some(&component) = components.iter().find(|&&c| c >= MOST_COMPONENTS) {
            return Err(ScriptError::NoComponent { scan: n, component, components: MOST_COMPONENTS });
        }
        if !components.is_sorted_by(|a, b| a < b) {
            return Err(ScriptError::Order { scan: n });
        }
        if first > last || last > 63 {
            return Err(ScriptError::Band { scan: n, first, last });
        }
        if high.max(low) > MOST_TRANSFORM {
            return Err(ScriptError::Transform { scan: n, transform: high.max(low) });
        }
        if first == 0 && last > 0 {
            return Err(ScriptError::Mixed { scan: n, last });
        }
        if first > 0 && components.len() > 1 {
            return Err(ScriptError::Interleaved { scan: n, components: components.len() });
        }
        for &component in components {
            let state = &mut self.0[component];
            if first > 0 && state[0].is_none() {
                return Err(ScriptError::AcFirst { scan: n, component });
            }
            for (coefficient, state) in (first..).zip(&mut state[usize::from(first)..=usize::from(last)]) {
                match *state {
                    None if high != 0 => return Err(ScriptError::First { scan: n, component, coefficient, high }),
                    Some(before) if high != before || low.checked_add(1) != Some(high) => {
                        return Err(ScriptError::Refinement { scan: n, component, coefficient, before, high, low });
                    }
                    _ => *state = Some(low),
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_of_libjpeg_are_lawful_and_complete() {
        for (script, components) in
            [(Script::ycbcr(), 3), (Script::uniform(1), 1), (Script::uniform(3), 3), (Script::uniform(4), 4)]
        {
            assert_eq!(Script::new(script.scans().to_vec()).as_ref(), Ok(&script));
            assert_eq!(script.check(components), Ok(()));
            assert!(script.is_complete(components));
            let separate = script.with_separate_dc();
            assert_eq!(Script::new(separate.scans().to_vec()).as_ref(), Ok(&separate));
            assert!(separate.is_complete(components));
        }
        assert!(!Script::new(vec![Scan::dc(0..1, 0, 0)]).unwrap().is_complete(1));
        assert!(!Script::uniform(1).is_complete(2));
    }

    #[test]
    fn each_broken_law_is_named() {
        let dc = || Scan::dc(0..3, 0, 1);
        let cases = [
            (vec![], "a script needs one scan or more"),
            (vec![Scan::dc([], 0, 0)], "scan 1 has 0 components: a scan has 1 to 4"),
            (vec![Scan::dc([1, 0], 0, 0)], "scan 1 lists components out of order: list each once, in ascending order"),
            (vec![Scan::dc([0, 0], 0, 0)], "scan 1 lists components out of order: list each once, in ascending order"),
            (vec![Scan::dc([5], 0, 0)], "scan 1 has component 5, and the picture has 4, numbered from 0"),
            (vec![dc(), Scan::ac(0, 9..=64, 0, 0)], "scan 2 has coefficients 9 to 64: a band lies within 0 to 63"),
            (
                vec![dc(), Scan { spectral: core::ops::RangeInclusive::new(5, 4), ..Scan::ac(0, 1..=1, 0, 0) }],
                "scan 2 has coefficients 5 to 4: a band lies within 0 to 63",
            ),
            (vec![Scan::dc([0], 0, 14)], "scan 1 has a point transform of 14: Ah and Al are 0 to 13"),
            (
                vec![Scan { spectral: 0..=5, ..dc() }],
                "scan 1 has coefficients 0 to 5: code DC, 0 to 0, in scans of its own",
            ),
            (
                vec![dc(), Scan { spectral: 1..=5, ..dc() }],
                "scan 2 has AC coefficients of 3 components: an AC scan has one",
            ),
            (
                vec![Scan::dc([0], 0, 0), Scan::ac(1, 1..=63, 0, 0)],
                "scan 2 has AC coefficients of component 1 before any DC scan of it: begin with DC",
            ),
            (
                vec![dc(), Scan::ac(0, 1..=9, 2, 1)],
                "scan 2 is the first one of coefficient 1 of component 0: its Ah is 0, not 2",
            ),
            (
                vec![dc(), Scan::ac(0, 1..=9, 0, 2), Scan::ac(0, 1..=9, 1, 0)],
                "scan 3 refines coefficient 1 of component 0, whose last scan had Al 2: Ah and Al are 2 and 1, not 1 and 0",
            ),
            (
                vec![dc(), Scan::ac(0, 1..=9, 0, 1), Scan::ac(0, 9..=12, 0, 1)],
                "scan 3 refines coefficient 9 of component 0, whose last scan had Al 1: Ah and Al are 1 and 0, not 0 and 1",
            ),
            (
                vec![Scan::dc([0], 0, 0), Scan::dc([0], 0, 0)],
                "scan 2 repeats coefficient 0 of component 0, of which all bits are coded: leave it out",
            ),
        ];
        for (scans, message) in cases {
            assert_eq!(Script::new(scans).unwrap_err().to_string(), message);
        }
        assert_eq!(Script::ycbcr().check(3), Ok(()));
        assert_eq!(
            Script::ycbcr().check(1).unwrap_err().to_string(),
            "scan 1 has component 1, and the picture has 1, numbered from 0"
        );
        assert_eq!(
            Script::uniform(1).check(3).unwrap_err().to_string(),
            "component 1 has no DC scan: every component needs one"
        );
    }
}
