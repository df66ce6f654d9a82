//! [`Preset`] and [`Tune`]: sets of options by x264's names, from the fastest to the smallest stream.

use super::options::{
    AdaptiveMode, AdaptiveQuant, BAdapt, Deblocking, EntropyCoding, LookaheadOptions, MotionMethod, MotionOptions,
    Options, Partitions,
};

/// A compromise between time and size, by x264's name. It sets the options of an [`Effort`]; options that are set afterwards replace
/// them one by one.
///
/// Each step down the list takes more time and makes the stream smaller at the same quality. `Medium` is the default. The rows are
/// not x264's in every field: they are what pays off in this encoder.
///
/// ```
/// use codecs::h264::{EntropyCoding, Options, Preset};
/// let fast = Options::new(352, 288).with_preset(Preset::Ultrafast).with_references(2);
/// assert_eq!((fast.entropy_coding, fast.motion.subme, fast.references), (EntropyCoding::Cavlc, 0, 2));
/// assert_eq!(Preset::from_name("veryslow"), Some(Preset::Veryslow));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are x264's")]
pub enum Preset {
    Ultrafast,
    Superfast,
    Veryfast,
    Faster,
    Fast,
    #[default]
    Medium,
    Slow,
    Slower,
    Veryslow,
    Placebo,
}

/// The options that a preset sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// [`Options::references`].
    pub references: u8,
    /// [`Options::entropy_coding`].
    pub entropy_coding: EntropyCoding,
    /// [`Options::transform_8x8`].
    pub transform_8x8: bool,
    /// [`Options::deblocking`].
    pub deblocking: Option<Deblocking>,
    /// [`Options::partitions`].
    pub partitions: Partitions,
    /// [`Options::trellis`].
    pub trellis: bool,
    /// [`Options::motion`].
    pub motion: MotionOptions,
}

/// Blocks of 8 x 8 samples and larger parts, and all intra blocks.
const EIGHTS: Partitions = Partitions { inter_4x4: false, ..Partitions::ALL };
/// Intra blocks alone.
const INTRA: Partitions = Partitions { inter_8x8: false, ..EIGHTS };

const MEDIUM: Effort = Effort {
    references: 3,
    entropy_coding: EntropyCoding::Cabac,
    transform_8x8: true,
    deblocking: Some(Deblocking::new(0, 0)),
    partitions: EIGHTS,
    trellis: true,
    motion: search(MotionMethod::Hexagon, 16, 7),
};

/// The rows of the presets, in their order.
const EFFORTS: [Effort; 10] = [
    Effort {
        references: 1,
        entropy_coding: EntropyCoding::Cavlc,
        transform_8x8: false,
        deblocking: None,
        partitions: Partitions::NONE,
        trellis: false,
        motion: search(MotionMethod::Diamond, 16, 0),
    },
    Effort { references: 1, partitions: INTRA, trellis: false, motion: search(MotionMethod::Diamond, 16, 1), ..MEDIUM },
    Effort { references: 1, trellis: false, motion: search(MotionMethod::Hexagon, 16, 2), ..MEDIUM },
    Effort { references: 2, motion: search(MotionMethod::Hexagon, 16, 4), ..MEDIUM },
    Effort { references: 2, motion: search(MotionMethod::Hexagon, 16, 6), ..MEDIUM },
    MEDIUM,
    Effort { references: 5, partitions: Partitions::ALL, motion: search(MotionMethod::Hexagon, 16, 8), ..MEDIUM },
    Effort { references: 8, partitions: Partitions::ALL, motion: search(MotionMethod::Hexagon, 24, 9), ..MEDIUM },
    Effort { references: 16, partitions: Partitions::ALL, motion: search(MotionMethod::Hexagon, 32, 10), ..MEDIUM },
    Effort { references: 16, partitions: Partitions::ALL, motion: search(MotionMethod::Exhaustive, 24, 10), ..MEDIUM },
];

const fn search(method: MotionMethod, range: u16, subme: u8) -> MotionOptions {
    MotionOptions { method, range, subme }
}

/// The options of a film that a preset sets for a rate factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilmEffort {
    /// [`Options::b_frames`].
    pub b_frames: u8,
    /// [`Options::lookahead`].
    pub lookahead: LookaheadOptions,
    /// [`AdaptiveQuant::mode`].
    pub adaptive: AdaptiveMode,
    /// [`Options::weighted_p`].
    pub weighted_p: bool,
    /// [`Options::trellis`]: macroblocks of B pictures have few levels, so it takes less time with them.
    pub trellis: bool,
}

/// The films of the presets, in their order: cuts are found, and macroblocks that later pictures build upon are coded finer.
const FILMS: [FilmEffort; 10] = [
    FilmEffort {
        b_frames: 0,
        lookahead: LookaheadOptions::NONE,
        adaptive: AdaptiveMode::Off,
        weighted_p: false,
        trellis: false,
    },
    FilmEffort {
        lookahead: LookaheadOptions { scene_cut: SCENE_CUT, ..LookaheadOptions::NONE },
        trellis: false,
        ..film(3, 0)
    },
    VERYFAST,
    film(3, 20),
    film(3, 30),
    film(3, 40),
    film(3, 50),
    film(3, 60),
    film(8, 60),
    film(16, 60),
];

/// The longest runs of B pictures, whose costs are few.
const VERYFAST: FilmEffort = {
    let film = film(3, 10);
    FilmEffort { lookahead: LookaheadOptions { b_adapt: BAdapt::Greedy, ..film.lookahead }, ..film }
};

const SCENE_CUT: u8 = 40;

const fn film(b_frames: u8, pictures: u16) -> FilmEffort {
    let lookahead =
        LookaheadOptions { pictures, scene_cut: SCENE_CUT, min_keyint: 0, b_adapt: BAdapt::Path, mb_tree: true };
    FilmEffort { b_frames, lookahead, adaptive: AdaptiveMode::Variance, weighted_p: true, trellis: true }
}

impl Preset {
    /// The presets, from the fastest to the slowest.
    pub const ALL: [Preset; 10] = [
        Preset::Ultrafast,
        Preset::Superfast,
        Preset::Veryfast,
        Preset::Faster,
        Preset::Fast,
        Preset::Medium,
        Preset::Slow,
        Preset::Slower,
        Preset::Veryslow,
        Preset::Placebo,
    ];

    /// Returns the preset of a name, such as `veryfast`. See [`Preset`] for an example.
    pub fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Returns the name: x264's.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Ultrafast => "ultrafast",
            Preset::Superfast => "superfast",
            Preset::Veryfast => "veryfast",
            Preset::Faster => "faster",
            Preset::Fast => "fast",
            Preset::Medium => "medium",
            Preset::Slow => "slow",
            Preset::Slower => "slower",
            Preset::Veryslow => "veryslow",
            Preset::Placebo => "placebo",
        }
    }

    /// Returns the options that the preset sets.
    ///
    /// ```
    /// use codecs::h264::Preset;
    /// assert_eq!(Preset::ALL.map(|preset| preset.effort().references), [1, 1, 1, 2, 2, 3, 5, 8, 16, 16]);
    /// ```
    pub const fn effort(self) -> Effort {
        EFFORTS[self as usize]
    }

    /// Returns the options of a film that the preset sets for a rate factor.
    ///
    /// ```
    /// use codecs::h264::Preset;
    /// assert_eq!(Preset::ALL.map(|preset| preset.film().b_frames), [0, 3, 3, 3, 3, 3, 3, 3, 8, 16]);
    /// ```
    pub const fn film(self) -> FilmEffort {
        FILMS[self as usize]
    }
}

/// A purpose that changes options of a preset, by x264's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tune {
    /// The best PSNR: no adaptive quantisation, no psychovisual decisions.
    Psnr,
    /// The best SSIM: adaptive quantisation around the mean of the picture, no psychovisual decisions.
    Ssim,
    /// No delay: an access unit for each picture that is pushed. No B pictures, and nothing is looked at ahead.
    Zerolatency,
    /// A stream that is easy to decode: CAVLC, and no loop filter.
    Fastdecode,
}

impl Options {
    /// Sets the options of a preset. See [`Preset`] for an example.
    #[must_use]
    pub fn with_preset(self, preset: Preset) -> Self {
        let Effort { references, entropy_coding, transform_8x8, deblocking, partitions, trellis, motion } =
            preset.effort();
        Options { references, entropy_coding, transform_8x8, deblocking, partitions, trellis, motion, ..self }
    }

    /// Sets a rate factor, 0 (finest) to 51, and the B pictures, the lookahead, the weights, the adaptive quantisation and the trellis
    /// that a preset has for it.
    ///
    /// ```
    /// use codecs::h264::{Options, Preset};
    /// let options = Options::new(352, 288).with_rate_factor(23.0, Preset::Medium);
    /// assert_eq!((options.crf, options.b_frames, options.lookahead.pictures), (Some(23.0), 3, 40));
    /// ```
    #[must_use]
    pub fn with_rate_factor(self, crf: f64, preset: Preset) -> Self {
        let FilmEffort { b_frames, lookahead, adaptive, weighted_p, trellis } = preset.film();
        Options { crf: Some(crf), b_frames, lookahead, weighted_p, trellis, ..self }.with_adaptive_mode(adaptive)
    }

    fn with_adaptive_mode(self, mode: AdaptiveMode) -> Self {
        let adaptive = AdaptiveQuant { mode, ..self.adaptive };
        self.with_adaptive(adaptive)
    }

    /// Changes the options for a purpose; after those of a preset and of a rate factor.
    ///
    /// ```
    /// use codecs::h264::{Options, Tune};
    /// let options = Options::new(352, 288).with_tune(Tune::Fastdecode);
    /// assert_eq!(options.deblocking, None);
    /// ```
    #[must_use]
    pub fn with_tune(self, tune: Tune) -> Self {
        match tune {
            Tune::Psnr => self.with_adaptive_mode(AdaptiveMode::Off).with_psy_rd(0.0),
            Tune::Ssim => self.with_adaptive_mode(AdaptiveMode::Auto).with_psy_rd(0.0),
            Tune::Zerolatency => Options { b_frames: 0, lookahead: LookaheadOptions::NONE, ..self },
            Tune::Fastdecode => Options { entropy_coding: EntropyCoding::Cavlc, deblocking: None, ..self },
        }
    }
}
