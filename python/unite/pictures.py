"""Pictures as files: read from any place, encoded to JPEG, written to any place. No engine is imported here.

PNM (P5, P6) and NumPy's `.npy` are read here, all others by Pillow, if it is installed. Transparent pictures are laid over white and
EXIF orientation is applied, as `encode --strip` does; metadata is not copied.
"""

# Libraries without types of their own.
# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .store import Place, one_line, place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .tasks import Picture

_LOSSY = {"quality", "sampling", "optimize", "restart", "threads"}
_LOSSLESS = {"lossless", "precision", "predictor", "point_transform", "restart", "threads"}


class PictureError(ValueError):
    """A picture that cannot be read, or options that no encoder has: one line."""


@dataclass(frozen=True)
class PicturesReport:
    """The results of all pictures."""

    rows: list[Picture]
    seconds: float

    @property
    def failures(self) -> list[Picture]:
        """The rows with an error."""
        return [row for row in self.rows if row.error is not None]

    @property
    def bytes(self) -> int:
        """The bytes of all outputs."""
        return sum(row.bytes for row in self.rows)

    def table(self) -> Any:
        """Returns the rows as a `pandas.DataFrame`: input, output, bytes, error, skipped."""
        import pandas

        return pandas.DataFrame(
            [asdict(row) for row in self.rows], columns=["input", "output", "bytes", "error", "skipped"]
        )


class BatchSize:
    """The number of pictures that take about a second, from what batches took."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def learn(self, pictures: int, seconds: float) -> None:
        """Takes the time of a batch."""
        each = seconds / max(pictures, 1)
        self._seconds = each if self._seconds == 0 else 0.7 * self._seconds + 0.3 * each

    def next(self) -> int:
        """Returns the size of the next batch: 4 at first, then 1 to 2000."""
        return 4 if self._seconds == 0 else max(1, min(2000, round(1 / max(self._seconds, 1e-6))))


def check_options(options: Mapping[str, Any]) -> None:
    """Refuses options that the encoder does not have, before a worker starts."""
    lossless = bool(options.get("lossless"))
    known = _LOSSLESS if lossless else _LOSSY | {"lossless"}
    for name in options:
        if name not in known:
            kind = "lossless JPEG" if lossless else "JPEG"
            raise PictureError(f"{name} is no option of {kind}; there are {', '.join(sorted(known))}")
    encode_array(np.zeros((1, 1), np.uint8), options)


def pairs(
    urls: Iterable[str | os.PathLike[str]], folder: Place, options: Mapping[str, Any] | None
) -> list[tuple[Place, Place]]:
    """Returns the place of each picture, and of its output in a folder; refuses two pictures of one output."""
    found: dict[str, str] = {}
    result = []
    for url in urls:
        source = place(url, options)
        name = os.path.splitext(source.url.rstrip("/").rsplit("/", 1)[-1])[0] + ".jpg"
        if name in found:
            raise PictureError(
                f"{source.url}: its output would be {name} as that of {found[name]}: encode them to different folders"
            )
        found[name] = source.url
        result.append((source, folder.child(name)))
    return result


def encode_one(source: Place, target: Place, options: Mapping[str, Any], skip_existing: bool = False) -> dict[str, Any]:
    """Encodes a picture from a place to a place; returns the fields of its row."""
    row: dict[str, Any] = {"input": source.url, "output": target.url}
    try:
        if skip_existing and target.exists():
            return {**row, "bytes": target.size(), "skipped": True}
        if source.url == target.url:
            raise PictureError("is its own output: encode to another folder")
        array, maxval = read(source.read(), source.url)
        data = encode_array(array, options, maxval)
        target.write(data)
    except Exception as error:  # Decoders raise whatever they like, and one bad picture stops nothing.
        line = one_line(error)
        return {**row, "error": line.removeprefix(f"{source.url}: ")}
    return {**row, "bytes": len(data)}


def encode_array(array: NDArray[Any], options: Mapping[str, Any], maxval: int | None = None) -> bytes:
    """Encodes an array, losslessly with `lossless=True`."""
    from . import jpeg

    options = {name: str(value) if name in ("sampling", "restart") else value for name, value in options.items()}
    if options.pop("lossless", False):
        if maxval is not None:
            options.setdefault("precision", max(2, maxval.bit_length()))
        return bytes(jpeg.encode_lossless(array, **options))
    if array.dtype != np.uint8 or maxval not in (None, 255):
        raise PictureError(
            f"has samples up to {maxval or 65535}, and JPEG takes 8 bits: say lossless=True, or convert it"
        )
    return bytes(jpeg.encode(array, **options))


def read(data: bytes, name: str) -> tuple[NDArray[Any], int | None]:
    """Reads a picture: rows x columns, or rows x columns x 3, of 8 or 16 bits; and the maximal value that it states, if it does."""
    if not data:
        raise PictureError("is empty")
    if data.startswith((b"P5", b"P6")):
        return _pnm(data)
    if data.startswith(b"\x93NUMPY"):
        return np.ascontiguousarray(np.load(io.BytesIO(data), allow_pickle=False)), None
    return _by_pillow(data), None


def _pnm(data: bytes) -> tuple[NDArray[Any], int]:
    space = rb"(?:\s|#[^\n]*\n)+"
    match = re.match(rb"P[56]" + space + rb"(\d{1,6})" + space + rb"(\d{1,6})" + space + rb"(\d{1,6})\s", data)
    if match is None:
        raise PictureError("its PNM header is invalid")
    columns, rows, maxval = (int(word) for word in match.groups())
    if not (0 < maxval < 65536 and columns > 0 and rows > 0):
        raise PictureError(f"its PNM header says {columns}x{rows} with samples up to {maxval}, which is invalid")
    components = 3 if data.startswith(b"P6") else 1
    kind = np.dtype(np.uint8) if maxval < 256 else np.dtype(">u2")
    count = rows * columns * components
    if len(data) - match.end() < count * kind.itemsize:
        raise PictureError(f"is cut short: {len(data) - match.end()} of {count * kind.itemsize} bytes of samples")
    samples = np.frombuffer(data, kind, count, match.end()).astype(kind.newbyteorder("="), copy=False)
    if maxval not in (255, 65535) and int(samples.max()) > maxval:
        raise PictureError(f"has a sample of {int(samples.max())}, above its maximum of {maxval}")
    return samples.reshape((rows, columns, 3) if components == 3 else (rows, columns)), maxval


def _by_pillow(data: bytes) -> NDArray[Any]:
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        raise PictureError("is neither PNM nor .npy, and other formats need Pillow: pip install pillow") from None
    try:
        with Image.open(io.BytesIO(data)) as opened:
            opened.load()
            picture = ImageOps.exif_transpose(opened)
    except UnidentifiedImageError:
        raise PictureError("is no picture of a known format") from None
    if picture.mode.startswith("I;16"):
        return np.asarray(picture).astype(np.uint16)
    if picture.mode == "1":
        picture = picture.convert("L")
    elif picture.mode in ("P", "PA", "La", "RGBa") or "transparency" in picture.info:
        has_alpha = picture.mode in ("PA", "La", "RGBa") or "transparency" in picture.info
        picture = picture.convert("RGBA" if has_alpha else "RGB")
    if picture.mode in ("L", "RGB"):
        return np.asarray(picture)
    if picture.mode in ("LA", "RGBA"):
        return _over_white(np.asarray(picture).astype(np.uint32))
    raise PictureError(f"has mode {picture.mode}; gray and RGB can be encoded: convert it")


def _over_white(samples: NDArray[np.uint32]) -> NDArray[np.uint8]:
    alpha = samples[..., -1:]
    laid = ((samples[..., :-1] * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)
    return laid[..., 0] if laid.shape[-1] == 1 else laid


def find(patterns: Sequence[str], options: Mapping[str, Any] | None = None) -> list[str]:
    """Returns the URLs that patterns with `*` match; others are returned as they are."""
    found: list[str] = []
    for pattern in patterns:
        if "*" not in pattern:
            found.append(pattern)
            continue
        matches = place(pattern, options).glob()
        if not matches:
            raise PictureError(f"{pattern}: no file has such a name")
        found += [match.url for match in matches]
    return found
