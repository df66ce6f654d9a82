"""A film in parts: which parts there are, how they are named, checked and joined. No engine is imported here.

    film      |0         |250       |500       |750   |       keyint 250, periods 1
    parts      000000000  000000250  000000500  000000750     OUT.parts/000000250-4f0c..e1.264 and .264.json

The bytes of a group of pictures depend on the options, on its pictures and on the number of its first picture, so parts that begin at
multiples of `keyint` are, joined, what one run over the film writes. That needs key pictures at these multiples and nowhere else: none at
cuts. Rate control by bits (`bitrate`, `vbv-*`) is no such option.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from . import tasks
from .clip import Clip, part_of
from .store import Place, StoreError, to_json
from .tasks import Part, Record

#: Endings of byte streams and of MP4 files.
_ENDINGS = {".264": "264", ".h264": "264", ".avc": "264", ".mp4": "mp4", ".m4v": "mp4"}
#: Switches that change no byte of the stream, or that the parts get otherwise.
_OF_PARTS = {
    "first_picture": "every part gets its own number",
    "keyint": "say keyint=N beside the options",
    "threads": "say threads=N beside the options",
}


class FilmError(ValueError):
    """A film that cannot be encoded in parts: one line that says what, where and what to do."""


@dataclass(frozen=True)
class FilmReport:
    """The result of a film: its output, and the parts that it was made of."""

    output: str
    pictures: int
    bytes: int
    sha256: str
    parts: int
    #: Parts that this call encoded; the others were there and whole.
    made: int
    seconds: float
    #: The sum of the seconds that workers spent on parts.
    worker_seconds: float
    #: What was left out of the input, if anything was.
    note: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Returns the report as plain values, for JSON."""
        return asdict(self)


def container(out: str) -> str:
    """Returns `"264"` or `"mp4"`, from the ending of a name."""
    ending = os.path.splitext(out)[1].lower()
    try:
        return _ENDINGS[ending]
    except KeyError:
        raise FilmError(f"{out}: this name selects no format: end it in .264 for a byte stream, or in .mp4") from None


def normal_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns options under the names of the switches, with `_` for `-`; refuses those that parts cannot have."""
    normal = {name.lstrip("-").replace("-", "_"): value for name, value in options.items() if value is not None}
    for name, reason in _OF_PARTS.items():
        if name in normal:
            raise FilmError(f"{name} is no option of a film in parts: {reason}")
    for name in normal:
        if name in ("bitrate", "maxrate") or name.startswith("vbv"):
            raise FilmError(f"{name} is not supported for parts: bits spent in one part change the next; say qp or crf")
    if "qp" in normal and "crf" in normal:
        raise FilmError("qp and crf are both given: say one of them")
    quality = f"qp {normal['qp']}" if "qp" in normal else f"crf {normal.get('crf', 23)}"
    cuts = normal.get("scenecut", 0 if "qp" in normal else 40)
    if int(cuts) != 0:
        raise FilmError(
            f"{quality} with scenecut {cuts} begins key pictures at cuts, which moves those after them, and parts begin at multiples of "
            "keyint: say scenecut=0"
        )
    return normal


def plan(
    clip: Clip,
    out: Place,
    *,
    keyint: int,
    periods: int,
    options: Mapping[str, Any],
    threads: int = 1,
    seek: int = 0,
    frames: int | None = None,
    pad: bool = False,
) -> list[Part]:
    """Returns the parts of a film, in order."""
    for name, value in (("keyint", keyint), ("periods", periods)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise FilmError(f"{name} is {value}: parts need a number of 1 or more")
    container(out.url)
    options = {**normal_options(options), "keyint": keyint}
    tasks.coded_size(clip, pad)
    if seek >= clip.frames:
        raise FilmError(f"{clip.name}: has {clip.frames} whole frames: seek {seek} leaves none of them")
    pictures = min(clip.frames - seek, clip.frames if frames is None else frames)
    if pictures < 1:
        raise FilmError(f"frames is {frames}: say 1 or more")
    folder, length = out.beside(".parts"), keyint * periods
    common = {
        "version": tasks.version(),
        "options": options,
        "rate": clip.rate or (25, 1),
        "signal": tasks.signal(clip),
        "frame": [clip.width, clip.height, clip.gray, clip.nv12, pad, seek],
    }
    parts = []
    for first in range(0, pictures, length):
        count = min(length, pictures - first)
        source = part_of(clip, seek + first, count)
        files = [[place.url, identity] for place, identity in zip(source.places, source.identities, strict=True)]
        name = hashlib.sha256(to_json({**common, "input": files, "range": [first, count]})).hexdigest()[:20]
        place = folder.child(f"{first:09d}-{name}.264")
        parts.append(Part(source, seek, first, count, options, threads, pad, place, tasks.version()))
    return parts


def check_records(parts: Sequence[Part], records: Sequence[Record]) -> None:
    """Refuses records that are not those of the parts, in their order, each once."""
    if len(parts) != len(records):
        raise FilmError(
            f"{len(parts)} parts are needed, and {len(records)} are there: run again, which makes those that miss"
        )
    for part, record in zip(parts, records, strict=True):
        if (record.first, record.count) != (part.first, part.count):
            raise FilmError(
                f"{part.place.url}: its record says pictures {record.first} to {record.first + record.count - 1}, not {part.pictures}: "
                "remove the part and run again"
            )


class DamagedParts(Exception):
    """Parts whose bytes are not those of their records."""

    def __init__(self, parts: list[Part]) -> None:
        super().__init__(", ".join(part.place.url for part in parts))
        self.parts = parts


@contextlib.contextmanager
def local_parts(parts: Sequence[Part], records: Sequence[Record]) -> Iterator[list[str]]:
    """Gives paths of all parts on this machine, each with the SHA-256 of its record; raises `DamagedParts` otherwise.

    Parts on other places are copied by blocks to a temporary folder.
    """
    damaged = []
    with contextlib.ExitStack() as stack:
        folder = None
        paths = []
        for part, record in zip(parts, records, strict=True):
            try:
                if part.place.is_local:
                    path, digest = part.place.local_path, part.place.sha256()
                else:
                    folder = folder or stack.enter_context(tempfile.TemporaryDirectory(prefix="unite-"))
                    path = os.path.join(folder, f"{part.first:09d}.264")
                    digest = part.place.copy_to(path)
            except FileNotFoundError:
                damaged.append(part)
                continue
            except StoreError:
                if part.place.exists():
                    raise
                damaged.append(part)
                continue
            if digest != record.sha256:
                damaged.append(part)
            paths.append(path)
        if damaged:
            raise DamagedParts(damaged)
        yield paths


def join(parts: Sequence[Part], records: Sequence[Record], out: Place) -> tuple[int, str]:
    """Joins parts to the output, which appears when it is complete; returns its bytes and SHA-256.

    Counts and hashes are checked before, and parameter sets are compared while the parts are joined.
    """
    from . import h264

    check_records(parts, records)
    with local_parts(parts, records) as paths:
        digest, size = hashlib.sha256(), 0
        with out.unfinished() as scratch:
            h264.join(paths, scratch)
            with open(scratch, "rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
                    size += len(block)
    return size, digest.hexdigest()


def remove_parts(parts: Sequence[Part]) -> None:
    """Removes the parts and their records, and their folder if nothing else is in it."""
    for part in parts:
        part.place.remove()
        part.record_place.remove()
    if parts:
        Place(parts[0].place.url.rsplit("/", 1)[0], parts[0].place.options).remove_empty_folder()
