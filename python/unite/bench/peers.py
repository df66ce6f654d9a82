"""Speed beside other packages: the same work in turns, one thread, CPU time, results compared.

Packages that are not installed are named and left out.
"""

from __future__ import annotations

import argparse
import importlib
import io
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import h264, jpeg
from ..intervals import Intervals
from ..points import RadiusIndex

Work = Callable[[], Any]

#: Below 96 simplejpeg takes another transform, whose coefficients differ.
_QUALITY = 96


@dataclass
class Contest:
    """One kind of work: ours, that of other packages, and what their results have in common."""

    name: str
    ours: Work
    #: At least so many times the speed of the fastest; `None` where the work is not the same.
    bar: float | None
    theirs: dict[str, Work] = field(default_factory=dict)
    #: Brings results to one form, which has to be equal.
    form: Callable[[Any], Any] = lambda result: result

    def run(self, rounds: int) -> bool:
        """Measures all in turns and prints a line for each other package; returns `False` for a missed bar or another result."""
        work = {"unite": self.ours, **self.theirs}
        best = dict.fromkeys(work, float("inf"))
        forms = {name: self.form(one()) for name, one in work.items()}
        for _ in range(rounds):
            for name, one in work.items():
                started = time.process_time()
                one()
                best[name] = min(best[name], time.process_time() - started)
        equal = {name: _equal(forms["unite"], form) for name, form in forms.items()}
        fastest = min(best[name] for name in self.theirs)
        print(f"{self.name}: {1000 * best['unite']:.1f} ms")
        for name in self.theirs:
            result = "equal" if equal[name] else "DIFFERENT"
            print(
                f"   {name}: {1000 * best[name]:.1f} ms, we are {best[name] / best['unite']:.2f} times as fast; {result}"
            )
        if self.bar is None:
            return all(equal.values())
        met = fastest / best["unite"] >= self.bar
        print(f"   at least {self.bar} times the fastest: {'met' if met else 'MISSED'}")
        return met and all(equal.values())


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, tuple):
        return len(one) == len(other) and all(_equal(a, b) for a, b in zip(one, other, strict=True))
    return bool(np.array_equal(one, other)) if isinstance(one, np.ndarray) else bool(one == other)


def _package(name: str) -> Any:
    """Returns a module, or `None` with a line that it is left out."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"left out, not installed: {name.partition('.')[0]}")
        return None


def _scan(file: bytes) -> bytes:
    """Returns the coded samples of a JPEG file with one scan: what is behind its header, which packages write differently."""
    at = file.index(b"\xff\xda")
    return file[at + 2 + int.from_bytes(file[at + 2 : at + 4], "big") :]


def _made() -> NDArray[np.uint8]:
    rng = np.random.default_rng(1)
    y, x = np.mgrid[0:1536, 0:2048]
    planes = [
        120 + 60 * np.sin(x / a) + 40 * np.cos(y / b + x / 31) + rng.normal(0, 3, x.shape)
        for a, b in ((9, 13), (40, 7), (17, 60))
    ]
    picture: NDArray[np.uint8] = np.clip(np.stack(planes, -1), 0, 255).astype(np.uint8)
    return picture


def _pictures(given: list[str]) -> dict[str, NDArray[np.uint8]]:
    if not given:
        return {"made": _made()}
    image = importlib.import_module("PIL.Image")
    return {Path(path).name: np.asarray(image.open(path).convert("RGB")) for path in given}


def _of_picture(name: str, rgb: NDArray[np.uint8]) -> list[Contest]:
    image, simple, codecs = _package("PIL.Image"), _package("simplejpeg"), _package("imagecodecs")

    def by_pillow(optimize: bool) -> Work:
        def save() -> bytes:
            out = io.BytesIO()
            image.fromarray(rgb).save(out, "JPEG", quality=_QUALITY, subsampling="4:2:0", optimize=optimize)
            return out.getvalue()

        return save

    baseline = Contest(f"{name}, baseline 4:2:0", lambda: jpeg.encode(rgb, _QUALITY), 0.98, form=_scan)
    optimised = Contest(f"{name}, optimised 4:2:0", lambda: jpeg.encode(rgb, _QUALITY, optimize=True), 1.5, form=_scan)
    gray16 = rgb[..., 1].astype(np.uint16) * 257
    lossless = Contest(f"{name}, lossless, gray 16 bits", lambda: jpeg.encode_lossless(gray16, predictor=1), 5)
    if image:
        baseline.theirs["Pillow"] = by_pillow(False)
        optimised.theirs["Pillow"] = by_pillow(True)
    if simple:
        baseline.theirs["simplejpeg"] = lambda: simple.encode_jpeg(
            rgb, quality=_QUALITY, colorspace="RGB", colorsubsampling="420"
        )
    if codecs:
        baseline.theirs["imagecodecs"] = lambda: codecs.jpeg8_encode(rgb, level=_QUALITY, subsampling="420")
        lossless.theirs["imagecodecs"] = lambda: codecs.jpeg8_encode(gray16, lossless=True, bitspersample=16)
        lossless.form = _scan
    return [baseline, optimised, lossless]


def _of_video(rgb: NDArray[np.uint8]) -> list[Contest]:
    """Only the number of pictures that a decoder shows is compared: the streams are not those of x264."""
    av = _package("av")
    height, width = 288, 352
    luma = [np.ascontiguousarray(rgb[at : at + height, 2 * at : 2 * at + width, 1]) for at in range(0, 60, 2)]
    chroma = np.full((height // 2, width // 2), 128, np.uint8)

    def ours() -> bytes:
        session = h264.Session(width, height, qp=27, preset="veryfast")
        units = [unit for plane in luma for unit in session.push(plane, chroma, chroma)]
        return b"".join(unit.data for unit in units + session.finish())

    def by_av() -> bytes:
        context = av.CodecContext.create("libx264", "w")
        context.width, context.height, context.pix_fmt, context.framerate = width, height, "yuv420p", 25
        context.options, context.thread_count = {"qp": "27", "preset": "veryfast", "threads": "1"}, 1
        out = bytearray()
        for number, plane in enumerate([*luma, None]):
            frame = None
            if plane is not None:
                stacked = np.concatenate([plane.ravel(), chroma.ravel(), chroma.ravel()]).reshape(
                    height * 3 // 2, width
                )
                frame = av.VideoFrame.from_ndarray(stacked, "yuv420p")
                frame.pts = number
            for packet in context.encode(frame):
                out += bytes(packet)
        return bytes(out)

    def shown(stream: bytes) -> int:
        with av.open(io.BytesIO(stream), format="h264") as opened:
            return sum(1 for _ in opened.decode(video=0))

    return [Contest("H.264, 30 pictures of CIF, veryfast", ours, None, {"PyAV (x264)": by_av}, shown)] if av else []


def _of_points() -> list[Contest]:
    spatial = _package("scipy.spatial")
    rng = np.random.default_rng(2)
    points, queries, radius = rng.random((200_000, 2)), rng.random((100_000, 2)), 0.01
    theirs: dict[str, Work] = {}
    if spatial:
        theirs["scipy cKDTree"] = lambda: spatial.cKDTree(points).query_ball_point(queries, radius, return_length=True)
    return [
        Contest("points, counts in balls", lambda: RadiusIndex(points).count(queries, radius), 3, theirs, np.asarray)
    ]


def _of_intervals() -> list[Contest]:
    """Reads beside features as long as genes are, in the order of their places and in any order."""
    ncls, bioframe, pandas = _package("ncls"), _package("bioframe"), _package("pandas")
    rng = np.random.default_rng(3)

    def table(count: int, length: NDArray[np.int64], ordered: bool) -> tuple[NDArray[np.int64], ...]:
        start = rng.integers(0, 100_000_000, count)
        start = np.sort(start) if ordered else start
        return np.zeros(count, np.int64), start, start + length

    def in_order(pairs: Any) -> tuple[NDArray[np.int64], ...]:
        i, j = (np.asarray(part, np.int64) for part in pairs)
        order = np.lexsort((j, i))
        return i[order], j[order]

    contests = []
    for ordered in (True, False):
        a = table(400_000, rng.integers(50, 300, 400_000), ordered)
        b = table(200_000, 1 + rng.exponential(700, 200_000).astype(np.int64), ordered)
        name = f"intervals, {'sorted' if ordered else 'in any order'}"

        def ours(a: Any = a, b: Any = b) -> tuple[NDArray[np.int64], ...]:
            return Intervals(*a).overlap(Intervals(*b))

        def by_ncls(a: Any = a, b: Any = b) -> Any:
            return ncls.NCLS(*b[1:], np.arange(len(b[1]))).all_overlaps_both(*a[1:], np.arange(len(a[1])))

        contests.append(Contest(f"{name}, pairs", ours, 2, {"ncls": by_ncls} if ncls else {}, in_order))
        if bioframe and pandas:
            frames = [pandas.DataFrame({"chrom": "chr1", "start": s, "end": e}) for _, s, e in (a, b)]

            def with_names(frames: Any = frames) -> tuple[NDArray[np.int64], ...]:
                one, other = (Intervals(f.chrom, f.start, f.end) for f in frames)
                return one.overlap(other)

            def by_bioframe(frames: Any = frames) -> Any:
                pairs = bioframe.overlap(*frames, how="inner", return_input=False, return_index=True)
                return pairs["index"].to_numpy(), pairs["index_"].to_numpy()

            contests.append(Contest(f"{name}, names", with_names, 2, {"bioframe": by_bioframe}, in_order))
    return contests


def peers(given: argparse.Namespace) -> int:
    """Measures all kinds of work; returns 1 if a bar is missed or a result differs."""
    pictures = _pictures(given.pictures)
    contests = [contest for name, rgb in pictures.items() for contest in _of_picture(name, rgb)]
    contests += [*_of_video(next(iter(pictures.values()))), *_of_points(), *_of_intervals()]
    results = [contest.run(given.rounds) for contest in contests if contest.theirs]
    return 0 if all(results) else 1
