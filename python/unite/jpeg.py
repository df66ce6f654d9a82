"""JPEG files from arrays: baseline (T.81, process 1) and lossless (process 14).

A picture is an array of shape ``(rows, columns)``, which is gray, or ``(rows,
columns, components)``. Three components are RGB unless ``format`` says
otherwise: ``"gray"``, ``"rgb"``, ``"rgba"``, ``"bgr"``, ``"bgra"``, ``"ycbcr"``,
``"cmyk"`` or ``"ycck"``. Four components need a ``format``. Alpha is not coded.

The bytes are those that the command ``encode`` writes for the same pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from . import _unite

__all__ = ["Format", "encode", "encode_lossless"]

Format = Literal["gray", "rgb", "rgba", "bgr", "bgra", "ycbcr", "cmyk", "ycck"]


def encode(
    array: NDArray[np.uint8],
    quality: float = 90,
    *,
    sampling: str = "420",
    optimize: bool = False,
    restart: int | str | None = None,
    format: Format | None = None,
    icc: bytes | None = None,
    exif: bytes | None = None,
    comments: Sequence[str] = (),
    threads: int = 1,
) -> bytes:
    """Encodes a picture as a baseline JPEG file.

    Args:
        array: ``uint8``, of shape ``(rows, columns)`` or ``(rows, columns, components)``.
        quality: 1 (smallest) to 100 (best), on the scale of the Independent JPEG Group, with at most one decimal.
        sampling: chroma subsampling, ``"444"``, ``"422"``, ``"420"``, ``"440"``, ``"411"``, ``"410"``, factors
            such as ``"2x1,1x1,1x1"``, or ``"auto"``: ``"444"`` if ``"420"`` would lose much colour, as of red text.
        optimize: Huffman tables made for the picture: a smaller file, more time.
        restart: rows of MCUs between restart markers, or a number of MCUs such as ``"8B"``.
        format: the order of the components.
        icc: a colour profile to embed.
        exif: EXIF data to embed.
        comments: texts to embed.
        threads: threads that share the picture. The bytes do not depend on it.

    Returns:
        The file.

    Raises:
        ValueError: the array or an option does not fit.
    """
    described = _described(icc, exif, comments)
    return _unite.encode_baseline(array, quality, sampling, optimize, _restart(restart), format, described, threads)


def encode_lossless(
    array: NDArray[np.uint8] | NDArray[np.uint16],
    precision: int | None = None,
    predictor: int | Literal["auto"] = "auto",
    *,
    point_transform: int = 0,
    restart: int | str | None = None,
    format: Format | None = None,
    icc: bytes | None = None,
    exif: bytes | None = None,
    comments: Sequence[str] = (),
    threads: int = 1,
) -> bytes:
    """Encodes a picture as a lossless JPEG file: every sample is kept.

    Args:
        array: ``uint8`` or ``uint16``, of shape ``(rows, columns)`` or ``(rows, columns, components)``.
        precision: bits per sample that the file states, 2 to 16; ``None`` for 8 or 16, those of the type. A sample
            with more bits is an error.
        predictor: 1 to 7, or ``"auto"`` to choose one for the picture. DICOM's usual transfer syntax requires 1.
        point_transform: lowest bits of every sample that are discarded; the file is then no longer lossless.
        restart: lines between restart markers.
        format: the order of the components. They are not converted.
        icc: a colour profile to embed.
        exif: EXIF data to embed.
        comments: texts to embed.
        threads: threads that share the picture. The bytes do not depend on it.

    Returns:
        The file.

    Raises:
        ValueError: the array or an option does not fit.
    """
    chosen: Any = None if predictor == "auto" else predictor
    described = _described(icc, exif, comments)
    return _unite.encode_lossless(
        array, precision, chosen, point_transform, _restart(restart), format, described, threads
    )


def _described(
    icc: bytes | None, exif: bytes | None, comments: Sequence[str]
) -> tuple[bytes | None, bytes | None, list[bytes]]:
    if isinstance(comments, str):
        raise ValueError("comments: expected a list of texts, got one text")
    return icc, exif, [comment.encode() for comment in comments]


def _restart(restart: int | str | None) -> str | None:
    return None if restart is None else str(restart)
