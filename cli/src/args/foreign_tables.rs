//! Switches of other encoders that do not exist here, with the answer to each. The encoders are x264, ffmpeg, cjpeg (of
//! libjpeg-turbo and mozjpeg), jpegoptim, oxipng and ImageMagick. Words are listed without their dashes; words of
//! several letters are recognised after one dash and two.

use super::foreign::Answer::{self, Instead, Nothing};

/// A switch of one letter, a test whether the next argument is a value of the other encoder's switch, and the answer.
type Taken = (&'static str, fn(&str) -> bool, &'static str);

/// The letters that are switches without a value here, and take one elsewhere.
pub(super) const TAKEN: &[Taken] = &[
    ("r", is_rate, "it is --recursive; the frame rate is --fps N, pictures to refer to are --ref N"),
    ("v", is_log_level, "it is --verbose; --quiet says less"),
    (
        "p",
        |value| matches!(value, "1" | "2" | "3"),
        "it is --preserve; one pass is made, at a constant quantiser: --qp N",
    ),
];

fn is_rate(value: &str) -> bool {
    value.starts_with(|first: char| first.is_ascii_digit())
        && value.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | ':'))
}

fn is_log_level(value: &str) -> bool {
    matches!(value, "quiet" | "panic" | "fatal" | "error" | "warning" | "info" | "verbose" | "debug" | "trace")
}

/// The switches of cjpeg, which accepts any prefix of them.
pub(super) const ABBREVIATED: &[&str] = &[
    "quality",
    "grayscale",
    "greyscale",
    "rgb",
    "optimize",
    "optimise",
    "progressive",
    "targa",
    "arithmetic",
    "dct",
    "icc",
    "restart",
    "smooth",
    "maxmemory",
    "outfile",
    "memdst",
    "report",
    "strict",
    "verbose",
    "debug",
    "version",
    "baseline",
    "qtables",
    "qslots",
    "sample",
    "scans",
];

/// The words that share an answer, and the answer.
#[rustfmt::skip] // A group of words a line.
pub(super) const ANSWERS: &[(&[&str], Answer)] = &[
    // Rate and quality.
    (&["crf-max", "crf_max", "cq", "cqp"], Instead("--crf F sets constant quality, --qp N a constant quantiser, 0 (finest) to 51")),
    (&["bitrate", "B", "b:v", "vb", "abr", "cbr", "vbr", "maxrate", "minrate", "bufsize", "vbv-maxrate", "vbv-bufsize", "vbv-init", "rc", "ratetol", "target-bitrate", "kbps"],
        Instead("there is no control of the bit rate; --crf F sets constant quality, 0 (finest) to 51")),
    (&["qmin", "qmax", "qpmin", "qpmax", "qpstep", "qdiff", "qp-min", "qp-max"], Instead("the quantiser follows from --crf F or --qp N, and --ipratio F for I pictures")),
    (&["pass", "passlogfile", "slow-firstpass", "fastfirstpass"], Instead("one pass is made: --crf F, or --qp N for a constant quantiser")),
    (&["i_qfactor", "ip-factor"], Instead("it is --ipratio F")),
    (&["q:v", "qscale", "qscale:v", "global_quality", "Q"], Instead("--quality N, 1 to 100, is for JPEG, and --qp N, 0 to 51, for H.264")),
    (&["mbtree"], Nothing("--crf F uses it; --no-mbtree turns it off")),
    (&["qblur", "cplxblur", "zones", "qpfile", "sync-lookahead", "lookahead-threads", "chroma-qp-offset", "chromaoffset", "rc_eq", "rc_init_cplx", "rc_buf_occupancy"],
        Nothing("quantisers follow from --crf F or --qp N")),
    (&["psy", "no-psy"], Instead("it is --psy-rd F, 0 for none")),
    (&["no-trellis", "deadzone-inter", "deadzone-intra", "no-dct-decimate", "nr", "noise_reduction", "noise-reduction"],
        Nothing("decisions minimise squared error and bits")),
    (&["cqm", "cqmfile", "cqm4", "cqm8", "cqm4i", "cqm4p", "cqm8i", "cqm8p", "cqm4iy", "cqm4ic", "cqm4py", "cqm4pc"], Nothing("scaling is flat")),
    (&["pre", "vpre", "speed", "fast", "slow", "best", "compression_level"],
        Instead("--preset NAME trades time for size, from ultrafast to placebo, and --optimize for JPEG")),
    // Pictures and their order.
    (&["bf"], Instead("B pictures in a row are --bframes N")),
    (&["b_strategy"], Instead("it is --b-adapt N")),
    (&["b-bias", "open-gop"], Nothing("--b-adapt N chooses the runs of B pictures, and key pictures end them")),
    (&["direct-pred"], Instead("it is --direct MODE")),
    (&["weightb"], Nothing("B pictures are weighted by distance; --no-weightb turns it off")),
    (&["b_qfactor"], Instead("it is --pbratio F")),
    (&["b"], Instead("B pictures (x264) are --bframes N; rate control (ffmpeg) is not supported")),
    (&["wpredp"], Instead("it is --weightp N")),
    (&["g", "I", "gop", "gop-size", "key-int", "key-frame-interval"], Instead("pictures from one key picture to the next are --keyint N")),
    (&["keyint_min", "keyint-min"], Instead("it is --min-keyint N")),
    (&["no-scenecut", "sc_threshold"], Instead("--scenecut N is 0 for no key pictures at cuts")),
    (&["intra-refresh", "forced-idr", "force_key_frames"], Instead("--keyint N and --scenecut N set the key pictures")),
    (&["refs", "reference"], Instead("it is --ref N")),
    (&["slices-max", "slice-max-size", "slice-max-mbs", "slice-min-mbs", "mixed-refs", "no-mixed-refs", "no-chroma-me", "chroma-me", "fast-pskip", "no-fast-pskip"],
        Nothing("slices are whole rows (--slices N), and all macroblocks are decided in the same way")),
    (&["tff", "bff", "interlaced", "no-interlaced", "fake-interlaced", "pulldown", "pic-struct", "frame-packing", "field_order", "top"], Nothing("pictures are progressive")),
    // Tools.
    (&["coder"], Instead("CABAC is used; --no-cabac turns it off")),
    (&["deblocking", "loop-filter", "nf"], Instead("--deblock A:B sets the filter's offsets, --no-deblock turns it off")),
    (&["A"], Instead("it is --partitions LIST")),
    (&["m"], Instead("x264's is --subme N, jpegoptim's --quality N")),
    (&["me_method", "motion-est"], Instead("it is --me METHOD")),
    (&["me_range"], Instead("it is --merange N")),
    (&["subq"], Instead("it is --subme N")),
    (&["mvrange", "mvrange-thread"], Nothing("vectors are as long as the level allows, see --level L")),
    (&["x264-params", "x264opts", "params"], Instead("each has a switch of its own: --qp N, --keyint N, --ref N and so on")),
    (&["profile:v", "vprofile"], Instead("it is --profile NAME")),
    (&["level:v"], Instead("it is --level L")),
    (&["bluray-compat", "avcintra-class", "avcintra-flavor", "stitchable", "sps-id", "nal-hrd", "filler", "a53cc", "udu_sei", "crop-rect"], Nothing("this is not supported")),
    // Description of samples.
    (&["color_range", "colour-range", "color-range", "input-range", "fullrange"], Instead("--range tv or pc is stated in the stream; samples are not converted")),
    (&["color_primaries", "colour-primaries"], Instead("it is --colorprim NAME")),
    (&["color_trc"], Instead("it is --transfer NAME")),
    (&["colorspace", "colourspace"], Instead("it is --colormatrix NAME, stated in the stream; samples are not converted")),
    (&["videoformat", "overscan", "chromaloc", "chroma_sample_location", "mastering-display", "cll", "alternative-transfer"],
        Nothing("the stream states only --sar, --range, --colorprim, --transfer and --colormatrix")),
    (&["aspect"], Instead("width to height of a sample is --sar W:H")),
    // Inputs.
    (&["i", "input", "in", "infile"], Instead("inputs have no switch: encode INPUT -o OUTPUT")),
    (&["stdin"], Instead("standard input is the INPUT - : encode - -o OUTPUT")),
    (&["demuxer", "input-fmt"], Instead("inputs are recognised by content; raw video has --size WxH")),
    (&["input-csp", "pixel_format", "csp"], Instead("--pix-fmt FORMAT sets the layout of raw video, with --size WxH")),
    (&["s", "input-res", "video_size", "res", "resolution", "input-size"], Instead("--size WxH sets the size of raw video; nothing is scaled")),
    (&["output-csp"], Nothing("samples stay 4:2:0, or gray")),
    (&["input-depth", "output-depth"], Instead("video has 8 bits a sample; pictures of more have --depth WHAT, or --lossless")),
    (&["framerate", "frame-rate", "rate", "input-fps", "r:v"], Instead("it is --fps N or N/D")),
    (&["fpsmax", "force-cfr", "vsync", "fps_mode", "timebase", "tcfile-in", "tcfile-out", "dts-compress", "itsoffset", "copyts", "re"],
        Instead("--fps N sets the rate; frames are neither left out nor repeated")),
    (&["vframes", "frames:v", "to", "duration"], Instead("--frames N encodes at most N frames")),
    (&["t"], Instead("--frames N limits the frames (ffmpeg), --threads N sets the threads (oxipng)")),
    (&["ss", "sseof", "seek_timestamp"], Instead("--seek N leaves out the first N frames")),
    (&["index", "stream_loop", "loop", "start_number", "shortest", "map", "accurate_seek", "hwaccel", "probesize", "analyzeduration"], Nothing("ffmpeg can make Y4M of any input")),
    (&["files-from", "files-stdin"], Instead("name the files, or a folder with --recursive")),
    (&["recurse", "R"], Instead("it is --recursive")),
    // Outputs.
    (&["c:v", "c", "codec:v", "vcodec", "encoder", "format", "type"], Instead("it is --codec CODEC, or the ending of -o OUTPUT")),
    (&["f"], Instead("the ending of -o OUTPUT or --codec CODEC selects the format; x264's is --deblock A:B")),
    (&["muxer", "target", "movflags", "tag:v", "vtag", "bsf", "bsf:v"], Instead("the ending of -o OUTPUT selects it: .mp4, or .264 for a byte stream")),
    (&["c:a", "acodec", "codec:a", "an", "ab", "ac", "ar", "aq", "af", "b:a", "vol", "aframes", "apad", "audio", "sn", "dn", "vn", "scodec"], Nothing("sound and subtitles are not supported")),
    (&["vf", "video-filter", "filter", "filter:v", "filter_complex", "filter_script", "lavfi", "resize", "scale", "crop", "rotate", "width", "height", "denoise", "deinterlace", "geometry"],
        Nothing("pictures are neither filtered nor scaled")),
    (&["map_metadata", "metadata", "disposition", "program", "timecode", "timestamp", "discard"], Instead("--keep KINDS, --strip, --comment TEXT and --icc FILE change the metadata of a JPEG")),
    (&["y", "overwrite", "force", "clobber"], Instead("outputs are replaced; --skip-existing keeps them")),
    (&["n", "no-clobber", "no-overwrite"], Instead("--skip-existing keeps outputs that exist")),
    (&["noaction", "pretend", "P", "dry-run", "check", "memdst"], Instead("-o /dev/null with --codec CODEC writes no file")),
    (&["outfile", "out", "dst", "O"], Instead("it is -o OUTPUT")),
    (&["dest", "d", "dir", "outdir", "output-dir", "output-folder", "destination", "D"], Instead("it is --out-dir DIR")),
    (&["stdout"], Instead("it is -o -, with --codec CODEC")),
    (&["suffix", "ext", "backup"], Instead("--out-dir DIR receives the outputs, named after their inputs")),
    (&["preserve-perms", "preserve-times", "times", "keep-mtime"], Instead("the times of the input are kept by --preserve")),
    (&["fs", "S", "max-size", "jpeg:extent"], Instead("--target-size BYTES limits the size of a JPEG")),
    (&["T", "threshold"], Instead("--target-size BYTES limits the size of a JPEG; there is no other threshold")),
    (&["dump-yuv", "reconfile", "recon-file"], Instead("it is --recon FILE")),
    // JPEG.
    (&["all-progressive", "auto-mode", "interlace"], Instead("progressive JPEG is --progressive")),
    (&["dc-scan-opt", "fastcrush", "opt-scans", "optimize-scans"], Instead("--scan-search finds the scans of the smallest progressive file")),
    (&["baseline", "all-normal", "revert"], Instead("JPEG files are baseline, unless --progressive is given or --qtables has numbers above 255")),
    (&["grayscale", "greyscale", "gray", "grey", "rgb", "monochrome"], Nothing("gray stays gray, and colour stays colour")),
    (&["optimise", "optimize-coding", "huffman", "arithmetic"], Instead("--optimize makes the Huffman tables that suit the picture")),
    (&["dct", "nojfif"], Nothing("the DCT is the accurate integer one, and the file is JFIF")),
    (&["smooth", "smoothing", "targa"], Nothing("samples are taken as they are, from PNG, PNM, BMP, TIFF, WebP, JPEG or GIF")),
    (&["maxmemory", "max_alloc"], Nothing("the decoded picture is always held in memory")),
    (&["qslots", "quant-baseline"], Instead("--qtables FILE gives the tables, first for luma, then for chroma")),
    (&["sample", "subsampling", "subsample", "chroma-subsampling", "sampling-factor", "chroma"], Instead("it is --sampling 420, 422, 444 or HxV")),
    (&["notrellis", "notrellis-dc", "trellis-dc", "noovershoot", "tune-psnr", "tune-hvs-psnr", "tune-ssim", "tune-ms-ssim", "lambda1", "lambda2", "use-scans-in-trellis"],
        Instead("coefficients are rounded, as in libjpeg, unless --rate-distortion is given")),
    (&["max"], Instead("it is --quality N")),
    (&["strip-all", "strip-exif", "strip-icc", "strip-xmp", "strip-iptc", "strip-com", "strip-jfif", "strip-adobe", "strip-metadata", "no-metadata"], Instead("--strip leaves all metadata out; --keep KINDS chooses")),
    (&["strip-none", "keep-all", "keep-exif", "keep-icc", "keep-metadata", "save-extra", "keep-xmp", "keep-iptc", "keep-com", "copy"], Instead("metadata are kept, unless --keep KINDS or --strip says otherwise")),
    // Execution and reports.
    (&["j", "w", "jobs", "workers", "thread", "num-threads", "cores", "filter_threads"], Instead("it is --threads N")),
    (&["sliced-threads", "thread-input", "non-deterministic", "cpu-independent", "asm", "no-asm", "opencl", "opencl-clbin", "opencl-device", "cpuflags"],
        Instead("--threads N is all; the bytes are the same on every machine")),
    (&["no-progress", "nostats", "hide_banner", "nostdin", "silent", "no-progress-bar"], Instead("--quiet prints only errors")),
    (&["log-level", "loglevel", "report", "debug", "strict", "totals", "csv"], Instead("--quiet prints less, --verbose and --json more")),
    (&["ssim"], Instead("--psnr prints SSIM, too")),
    (&["fullhelp", "longhelp", "L"], Instead("all switches are in --help")),
    (&["max_error_rate", "err_detect", "nofix", "fix"], Instead("--keep-partial encodes the whole frames of a cut input")),
    (&["Z", "zopfli", "a", "alpha", "nb", "nc", "ng", "np", "nx", "nz"], Nothing("PNG is only read, not written")),
];
