"""Films as input: Y4M, raw video and numbered pictures, described once and read by ranges.

`describe` reads a header, and the lines before the frames only if they have parameters; a `Clip` is what it finds. `frames` streams a
range of pictures through one buffer. The rules and the messages are those of the command `encode`.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Any

from .store import Place, place

_MAGIC = b"YUV4MPEG2"
_FRAME = b"FRAME"
#: The maximal length of the first line and of the line before a frame.
_LINE = 4096
_GRAY = {"mono"}
_420 = {"420", "420jpeg", "420mpeg2", "420paldv"}


class ClipError(ValueError):
    """A film that cannot be read: one line that names the film, the fault and the remedy."""


@dataclass(frozen=True)
class Clip:
    """The description of a film, known before its pictures are read."""

    #: The file; for numbered pictures all of them, in order.
    places: tuple[Place, ...]
    #: "y4m" or "raw": what each file is.
    kind: str
    #: Columns and rows of a frame in the file.
    width: int
    height: int
    gray: bool
    #: The number of pictures.
    frames: int
    #: Bytes before the first frame of a file.
    header: int
    #: Frames a second, as a fraction; `None` if the film does not say.
    rate: tuple[int, int] | None = None
    aspect: tuple[int, int] | None = None
    full_range: bool | None = None
    nv12: bool = False
    #: The first bytes of the lines before every so many frames, if lines differ in length: `(step, offsets)`.
    index: tuple[int, tuple[int, ...]] | None = None
    #: The length of the line before each frame, if all are equally long.
    line: int = 0
    #: For each file a text that changes when the file does.
    identities: tuple[str, ...] = ()
    #: For pictures in files of their own the number of the first of `places`; `None` for a film in one file.
    numbered: int | None = None
    #: What was left out, for the user; `None` if nothing was.
    note: str | None = field(default=None, compare=False)

    @property
    def samples(self) -> int:
        """The samples of a frame."""
        chroma = 0 if self.gray else 2 * ((self.width + 1) // 2) * ((self.height + 1) // 2)
        return self.width * self.height + chroma

    @property
    def name(self) -> str:
        """The first file's URL, for messages."""
        return self.places[0].url


def describe(
    url: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    size: tuple[int, int] | str | None = None,
    pix_fmt: str | None = None,
    fps: tuple[int, int] | str | None = None,
    keep_partial: bool = False,
    step: int = 250,
    storage_options: Mapping[str, Any] | None = None,
) -> Clip:
    """Describes a film. `step` is the number of pictures between the places that an index remembers."""
    places = _places(url, storage_options)
    raw = _size(size) if size is not None else None
    if pix_fmt is not None and raw is None:
        raise ClipError(f"{places[0].url}: pix_fmt is {pix_fmt}, but raw video also needs its size: say size=WxH")
    first = _describe_file(places[0], raw, pix_fmt, keep_partial, step)
    if len(places) > 1:
        first = _numbered(places, first, raw, pix_fmt)
    if first.frames == 0:
        raise ClipError(f"{places[0].url}: has no whole frame")
    changes: dict[str, Any] = {"identities": tuple(place.identity() for place in places)}
    if fps is not None:
        changes["rate"] = _fraction(fps)
    return replace(first, **changes)


def frames(clip: Clip, first: int, count: int) -> Iterator[memoryview]:
    """Yields the samples of pictures `first` to `first + count`, one after the other: Y, then U and V. All share one buffer."""
    buffer = bytearray(clip.samples)
    view = memoryview(buffer)
    if clip.numbered is not None:
        for number in range(first, first + count):
            with clip.places[number - clip.numbered].reader(clip.header) as file:
                yield _one_frame(clip, file, number, view)
        return
    start, skipped = _start(clip, first)
    with clip.places[0].reader(start) as file:
        for number in range(first - skipped, first):
            _frame_line(file.readline(_LINE), clip.name, number)
            file.seek(clip.samples, os.SEEK_CUR)
        for number in range(first, first + count):
            yield _one_frame(clip, file, number, view)


def part_of(clip: Clip, first: int, count: int) -> Clip:
    """Leaves out of a description what a range of pictures does not need, so that tasks stay small."""
    if clip.numbered is not None:
        those = slice(first - clip.numbered, first - clip.numbered + count)
        return replace(clip, places=clip.places[those], identities=clip.identities[those], numbered=first)
    if clip.index is None:
        return clip
    step, offsets = clip.index
    entry = first // step
    return replace(clip, index=(step, (0,) * entry + (offsets[entry],)))


def _start(clip: Clip, first: int) -> tuple[int, int]:
    """Returns where to begin reading, and the number of frames to skip from there."""
    if clip.index is None:
        return clip.header + first * (clip.line + clip.samples), 0
    step, offsets = clip.index
    return offsets[first // step], first % step


def _one_frame(clip: Clip, file: IO[bytes], number: int, view: memoryview) -> memoryview:
    name = clip.places[0 if clip.numbered is None else number - clip.numbered].url
    if clip.kind == "y4m":
        line = file.readline(_LINE)
        if not (line.startswith(_FRAME) and line.endswith(b"\n")):
            raise ClipError(f"{name}: frame {number} does not begin with a line FRAME")
    got = 0
    while got < len(view):
        read = file.readinto(view[got:])  # type: ignore[attr-defined]
        if not read:
            raise ClipError(_cut(name, number, got, len(view)))
        got += read
    if clip.nv12:
        luma = clip.width * clip.height
        pairs = bytes(view[luma:])
        half = len(pairs) // 2
        view[luma : luma + half] = pairs[0::2]
        view[luma + half :] = pairs[1::2]
    return view


def _cut(name: str, frame: int, has: int, of: int) -> str:
    return f"{name}: frame {frame} is cut short: {has} of {of} bytes (keep_partial encodes those before it)"


def _places(
    url: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], options: Mapping[str, Any] | None
) -> tuple[Place, ...]:
    if not isinstance(url, (str, os.PathLike)):
        if not url:
            raise ClipError("no files are given: name at least one")
        return tuple(place(one, options) for one in url)
    text = os.fspath(url)
    numbered = re.search(r"%0?(\d*)d", text)
    if numbered is None and "*" not in text:
        return (place(text, options),)
    pattern = text if numbered is None else text[: numbered.start()] + "*" + text[numbered.end() :]
    found = place(pattern, options).glob()
    if numbered is not None:
        digits = re.compile(".*" + re.escape(pattern.rsplit("/", 1)[-1]).replace(r"\*", r"(\d+)") + "$")
        numbers = [(int(match[1]), one) for one in found if (match := digits.match(one.url))]
        numbers.sort(key=lambda pair: pair[0])
        for (before, _), (after, missing) in zip(numbers, numbers[1:], strict=False):
            if after != before + 1:
                raise ClipError(f"{text}: picture {before + 1} is missing between {before} and {after} ({missing.url})")
        found = [one for _, one in numbers]
    if not found:
        raise ClipError(f"{text}: no file has such a name")
    return tuple(found)


def _describe_file(at: Place, raw: tuple[int, int] | None, pix_fmt: str | None, keep_partial: bool, step: int) -> Clip:
    length = at.size()
    with at.reader() as file:
        line = file.readline(_LINE)
        if line.startswith(b"P5") and raw is None:
            file.seek(0)
            return _pgm(at, file, length)
    if line.startswith(_MAGIC):
        if raw is not None:
            raise ClipError(f"{at.url}: is Y4M video, which states its own size: leave out size and pix_fmt")
        return _y4m_frames(_y4m_header(at, line), length, keep_partial, step)
    if length == 0:
        raise ClipError(f"{at.url}: is empty")
    if raw is None:
        raise ClipError(
            f"{at.url}: is not Y4M video: convert it with `ffmpeg -i {at.url} -pix_fmt yuv420p -f yuv4mpegpipe out.y4m`, "
            "or say size and pix_fmt if it is raw"
        )
    pix_fmt = pix_fmt or "i420"
    if pix_fmt not in ("i420", "nv12", "gray"):
        raise ClipError(
            f"{at.url}: pix_fmt is {pix_fmt}; i420, nv12 and gray can be encoded: convert others with ffmpeg"
        )
    clip = Clip((at,), "raw", *_checked(at, *raw), pix_fmt == "gray", 0, 0, nv12=pix_fmt == "nv12")
    return _whole(clip, length // clip.samples, length % clip.samples, keep_partial)


def _pgm(at: Place, file: IO[bytes], length: int) -> Clip:
    head = file.read(_LINE)
    match = re.match(rb"P5(?:\s+|#[^\n]*\n)+(\d+)(?:\s+|#[^\n]*\n)+(\d+)(?:\s+|#[^\n]*\n)+(\d+)\s", head)
    if match is None:
        raise ClipError(f"{at.url}: its PGM header is invalid")
    width, height, most = (int(word) for word in match.groups())
    if most != 255:
        raise ClipError(
            f"{at.url}: its samples go up to {most}, but 8 bits (255) are needed: convert it with ffmpeg -pix_fmt gray"
        )
    clip = Clip((at,), "raw", *_checked(at, width, height), True, 1, match.end())
    if length - clip.header < clip.samples:
        raise ClipError(_cut(at.url, 0, length - clip.header, clip.samples))
    return clip


def _y4m_header(at: Place, line: bytes) -> Clip:
    def broken(reason: str) -> ClipError:
        return ClipError(f"{at.url}: is no valid Y4M: {reason}")

    if not line.endswith(b"\n"):
        raise broken(f"its first line does not end within {len(line)} bytes")
    words = [word for word in line[:-1].decode("latin-1").split(" ") if word]
    if words[0].encode() != _MAGIC:
        raise broken("its first line does not begin with YUV4MPEG2 and a space")
    found: dict[str, str] = {}
    full_range: bool | None = None
    for word in words[1:]:
        key, text = word[0], word[1:41]
        if key == "I" and text not in ("p", "?"):
            raise ClipError(
                f"{at.url}: is interlaced, but progressive frames are needed: convert it with "
                f"`ffmpeg -i {at.url} -vf yadif -f yuv4mpegpipe out.y4m`"
            )
        if key == "X":
            full_range = {"COLORRANGE=FULL": True, "COLORRANGE=LIMITED": False}.get(text, full_range)
            if text.startswith("YSCSS="):
                found["X"] = text[6:].lower()
        else:
            found[key] = text
    for key in "WH":
        if key not in found:
            raise broken("its first line says no width or no height")
        if not (found[key].isascii() and found[key].isdigit()):
            raise broken(f"its {'width' if key == 'W' else 'height'} {key}{found[key]} is invalid")
    chroma = found.get("C")
    if chroma is None:
        older = found.get("X", "420")
        chroma = older if older in _420 | _GRAY or _is_other(older) else "420"
    if chroma not in _420 | _GRAY:
        if not _is_other(chroma):
            raise broken(f"its chroma format C{chroma} is unknown")
        to = "gray" if chroma.startswith("mono") else "yuv420p"
        raise ClipError(
            f"{at.url}: has C{chroma} samples, but 8-bit 4:2:0 or gray is needed: convert it with "
            f"`ffmpeg -i {at.url} -pix_fmt {to} -f yuv4mpegpipe out.y4m`"
        )
    pairs = {key: _ratio(found[key]) for key in "FA" if key in found}
    for key, pair in pairs.items():
        if pair is None:
            raise broken(f"its {'rate' if key == 'F' else 'aspect'} {key}{found[key]} is not N:D")
    rate, aspect = pairs.get("F"), pairs.get("A")
    return Clip(
        (at,),
        "y4m",
        *_checked(at, int(found["W"]), int(found["H"])),
        chroma in _GRAY,
        0,
        len(line),
        rate=rate if rate and min(rate) > 0 else None,
        aspect=aspect if aspect and min(aspect) > 0 and max(aspect) < 65536 else None,
        full_range=full_range,
    )


def _is_other(chroma: str) -> bool:
    if chroma in ("422", "444", "444alpha", "411", "410", "440"):
        return True
    deep = re.fullmatch(r"(?:420p|422p|444p|mono)(\d+)", chroma)
    return deep is not None and 9 <= int(deep[1]) <= 16


def _y4m_frames(clip: Clip, length: int, keep_partial: bool, step: int) -> Clip:
    """Finds the frames of a Y4M file: by division if the lines before the first and the last frame have one length."""
    at = clip.places[0]
    with at.reader(clip.header) as file:
        line = _frame_line(file.readline(_LINE), clip.name, 0)
        if line == 0:
            return _whole(clip, 0, 0, keep_partial)
        stride = line + clip.samples
        count, rest = divmod(length - clip.header, stride)
        if rest == 0 and count > 0:
            file.seek(clip.header + (count - 1) * stride)
            last = file.read(line)
            if last.startswith(_FRAME) and last.find(b"\n") == line - 1:
                return replace(clip, frames=count, line=line)
    return _with_index(clip, length, keep_partial, step)


def _with_index(clip: Clip, length: int, keep_partial: bool, step: int) -> Clip:
    """Finds the frames of a Y4M file by a pass over the lines before them."""
    offsets: list[int] = []
    offset, count = clip.header, 0
    with clip.places[0].reader(offset, scattered=True) as file:
        while offset < length:
            file.seek(offset)
            line = file.readline(_LINE)
            if not line.endswith(b"\n") and offset + len(line) == length and line.startswith(_FRAME[: len(line)]):
                return _whole(_indexed(clip, step, offsets), count, 1, keep_partial, has=0)
            bytes_of_line = _frame_line(line, clip.name, count)
            has = length - offset - bytes_of_line
            if has < clip.samples:
                return _whole(_indexed(clip, step, offsets), count, 1, keep_partial, has=has)
            if count % step == 0:
                offsets.append(offset)
            offset += bytes_of_line + clip.samples
            count += 1
    return replace(_indexed(clip, step, offsets), frames=count)


def _indexed(clip: Clip, step: int, offsets: list[int]) -> Clip:
    return replace(clip, index=(step, tuple(offsets)))


def _frame_line(line: bytes, name: str, number: int) -> int:
    """Returns the length of the line before a frame; 0 at the end of the file."""
    if not line:
        return 0
    if line.startswith(_FRAME) and line.endswith(b"\n"):
        return len(line)
    if _FRAME.startswith(line[:5]):  # Cut within the line.
        return len(line)
    raise ClipError(f"{name}: frame {number} does not begin with a line FRAME")


def _whole(clip: Clip, count: int, rest: int, keep_partial: bool, has: int | None = None) -> Clip:
    """Returns a clip of `count` frames; `rest` bytes after them are an error or, with `keep_partial`, left out."""
    if rest == 0:
        return replace(clip, frames=count)
    cut = _cut(clip.name, count, rest if has is None else has, clip.samples)
    if not keep_partial:
        raise ClipError(cut)
    return replace(clip, frames=count, note=cut.replace(" (keep_partial encodes those before it)", ", and left out"))


def _numbered(places: tuple[Place, ...], first: Clip, raw: tuple[int, int] | None, pix_fmt: str | None) -> Clip:
    """Describes pictures in files of their own, which are alike."""
    for number, at in enumerate(places):
        if at.size() != first.header + first.line + first.samples:
            other = _describe_file(at, raw, pix_fmt, False, 1)
            if (other.width, other.height, other.gray) != (first.width, first.height, first.gray):
                what = {False: "4:2:0", True: "gray"}
                raise ClipError(
                    f"{at.url}: picture {number} is {other.width}x{other.height} {what[other.gray]}, the first one "
                    f"{first.width}x{first.height} {what[first.gray]}: all pictures of a film have one size"
                )
            if other.frames != 1:
                raise ClipError(f"{at.url}: has {other.frames} frames; a numbered picture has 1")
            if (other.header, other.line) != (first.header, first.line):
                raise ClipError(
                    f"{at.url}: its header is {other.header} bytes, that of the first picture {first.header}: write all alike"
                )
    return replace(first, places=places, frames=len(places), numbered=0)


def _checked(at: Place, width: int, height: int) -> tuple[int, int]:
    if not (1 <= width <= 16384 and 1 <= height <= 16384):
        raise ClipError(f"{at.url}: has frames of {width}x{height}; 1 to 16384 columns and rows are supported")
    return width, height


def _size(size: tuple[int, int] | str) -> tuple[int, int]:
    if not isinstance(size, str):
        return size[0], size[1]
    match = re.fullmatch(r"(\d+)[xX](\d+)", size)
    if match is None:
        raise ClipError(f"size {size}: is not WxH, such as 352x288")
    return int(match[1]), int(match[2])


def _fraction(fps: tuple[int, int] | str) -> tuple[int, int]:
    if not isinstance(fps, str):
        return fps[0], fps[1]
    match = re.fullmatch(r"(\d+)(?:/(\d+))?", fps)
    pair = (int(match[1]), int(match[2] or 1)) if match else (0, 0)
    if min(pair) == 0:
        raise ClipError(f"fps {fps}: is not N or N/D, such as 25 or 30000/1001")
    return pair


def _ratio(text: str) -> tuple[int, int] | None:
    match = re.fullmatch(r"(\d+):(\d+)", text)
    if match is None:
        return None
    one, two = int(match[1]), int(match[2])
    common = math.gcd(one, two) or 1
    return one // common, two // common
