//! [`ScriptError`]: the faults of a script.

use thiserror::Error;

/// A law of T.81 G.1.1.1.1 or B.2.3 that a script breaks. Scans are numbered from 1, components from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScriptError {
    /// There are no scans.
    #[error("a script needs one scan or more")]
    Empty,
    /// A scan has no components, or too many.
    #[error("scan {scan} has {components} components: a scan has 1 to 4")]
    Components {
        /// The scan.
        scan: usize,
        /// The number of components.
        components: usize,
    },
    /// A scan lists its components out of the frame's order.
    #[error("scan {scan} lists components out of order: list each once, in ascending order")]
    Order {
        /// The scan.
        scan: usize,
    },
    /// The picture does not have a component.
    #[error("scan {scan} has component {component}, and the picture has {components}, numbered from 0")]
    NoComponent {
        /// The scan.
        scan: usize,
        /// The component.
        component: usize,
        /// The number of components of the picture, or of any picture.
        components: usize,
    },
    /// The band is not a range of coefficients.
    #[error("scan {scan} has coefficients {first} to {last}: a band lies within 0 to 63")]
    Band {
        /// The scan.
        scan: usize,
        /// `Ss`.
        first: u8,
        /// `Se`.
        last: u8,
    },
    /// The point transform is too large.
    #[error("scan {scan} has a point transform of {transform}: Ah and Al are 0 to 13")]
    Transform {
        /// The scan.
        scan: usize,
        /// `Ah` or `Al`.
        transform: u8,
    },
    /// A scan has DC and AC coefficients.
    #[error("scan {scan} has coefficients 0 to {last}: code DC, 0 to 0, in scans of its own")]
    Mixed {
        /// The scan.
        scan: usize,
        /// `Se`.
        last: u8,
    },
    /// An AC scan has several components.
    #[error("scan {scan} has AC coefficients of {components} components: an AC scan has one")]
    Interleaved {
        /// The scan.
        scan: usize,
        /// The number of components.
        components: usize,
    },
    /// An AC scan of a component precedes all of its DC scans.
    #[error("scan {scan} has AC coefficients of component {component} before any DC scan of it: begin with DC")]
    AcFirst {
        /// The scan.
        scan: usize,
        /// The component.
        component: usize,
    },
    /// The first scan of a coefficient refines it.
    #[error(
        "scan {scan} is the first one of coefficient {coefficient} of component {component}: its Ah is 0, not {high}"
    )]
    First {
        /// The scan.
        scan: usize,
        /// The component.
        component: usize,
        /// The coefficient in zigzag order.
        coefficient: u8,
        /// `Ah`.
        high: u8,
    },
    /// A later scan of a coefficient does not add the next bit.
    #[error("{}", refinement(*.scan, *.component, *.coefficient, *.before, (*.high, *.low)))]
    Refinement {
        /// The scan.
        scan: usize,
        /// The component.
        component: usize,
        /// The coefficient in zigzag order.
        coefficient: u8,
        /// `Al` of the last scan of the coefficient.
        before: u8,
        /// `Ah`.
        high: u8,
        /// `Al`.
        low: u8,
    },
    /// No scan has the DC coefficients of a component.
    #[error("component {component} has no DC scan: every component needs one")]
    NoDc {
        /// The component.
        component: usize,
    },
}

impl ScriptError {
    /// Returns the number of the scan that breaks the law, from 1, if it is a single one.
    ///
    /// ```
    /// use codecs::jpeg::progressive::{Scan, Script};
    /// let error = Script::new(vec![Scan::dc(0..3, 0, 0), Scan::ac(0, 1..=64, 0, 0)]).unwrap_err();
    /// assert_eq!(error.scan(), Some(2));
    /// ```
    pub fn scan(&self) -> Option<usize> {
        match self {
            ScriptError::Empty | ScriptError::NoDc { .. } => None,
            ScriptError::Components { scan, .. }
            | ScriptError::Order { scan }
            | ScriptError::NoComponent { scan, .. }
            | ScriptError::Band { scan, .. }
            | ScriptError::Transform { scan, .. }
            | ScriptError::Mixed { scan, .. }
            | ScriptError::Interleaved { scan, .. }
            | ScriptError::AcFirst { scan, .. }
            | ScriptError::First { scan, .. }
            | ScriptError::Refinement { scan, .. } => Some(*scan),
        }
    }
}

fn refinement(scan: usize, component: usize, coefficient: u8, before: u8, (high, low): (u8, u8)) -> String {
    match before.checked_sub(1) {
        None => format!(
            "scan {scan} repeats coefficient {coefficient} of component {component}, of which all bits are coded: leave it out"
        ),
        Some(next) => format!(
            "scan {scan} refines coefficient {coefficient} of component {component}, whose last scan had Al {before}: \
             Ah and Al are {before} and {next}, not {high} and {low}"
        ),
    }
}
