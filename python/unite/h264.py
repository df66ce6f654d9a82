"""H.264 from arrays: pictures in, access units out; and the joining of parts of a film.

The bytes are those that the command ``encode`` writes with the same switches, its defaults included (``--crf 23``).
The bytes of a group of pictures depend on the options, on its pictures and on the number of its first picture, and on
nothing else: so parts of a film that were encoded apart are joined to the bytes of one run. See ``docs/h264.md``.

::

    session = Session(352, 288, qp=26, keyint=250)
    with open("clip.264", "wb") as out:
        for y, u, v in pictures:
            out.writelines(unit.data for unit in session.push(y, u, v))
        out.writelines(unit.data for unit in session.finish())
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Union

import numpy as np
from numpy.typing import NDArray

from . import _unite
from ._unite import AccessUnit

__all__ = ["AccessUnit", "Part", "Session", "join"]

#: A part of a film: the path of a file, or its bytes.
Part = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]

#: Switches without a value.
_FLAGS = frozenset(["cabac", "8x8dct", "aud", "constrained_intra"])

#: Tools that are on or off: False is the switch --no-NAME.
_TOOLS = frozenset(["cabac", "8x8dct", "deblock", "weightb", "mbtree"])


class Session:
    """An encoder of one stream.

    Args:
        width: columns of samples, even unless the stream is monochrome.
        height: rows of samples, even unless the stream is monochrome.
        monochrome: luma alone, in place of 4:2:0.
        frame_rate: frames, and the seconds that they take, such as ``(30000, 1001)``; or frames a second.
        preset: ``"ultrafast"`` to ``"placebo"``; ``None`` is ``"medium"``.
        tune: ``"psnr"``, ``"ssim"``, ``"zerolatency"`` or ``"fastdecode"``.
        crf: the rate factor, 0 (finest) to 51; ``None`` is 23, unless ``qp`` is given.
        qp: the quantiser of P pictures, 0 (finest) to 51, in place of ``crf``.
        keyint: pictures from one key picture to the next, or ``"infinite"``; ``None`` is 250.
        first_picture: the number of the first picture in the whole film, for a part of it.
        bframes: B pictures in a row, 0 to 16; ``None`` for the preset's, and 0 with ``qp``.
        scenecut: how easily a scene cut is found, 0 (never) to 100; ``None`` is 40, and 0 with ``qp``.
        threads: threads that code a picture. The bytes do not depend on it.
        options: further switches of the command, with ``_`` for ``-``: ``aq_mode=2``, ``deblock="-1:-1"``,
            ``no_cabac=True``, ``aud=True``. ``None`` stands for the default.

    Raises:
        ValueError: the command's line for options that do not fit.
    """

    __slots__ = ("_session",)

    def __init__(
        self,
        width: int,
        height: int,
        *,
        monochrome: bool = False,
        frame_rate: int | Fraction | tuple[int, int] = (25, 1),
        preset: str | None = None,
        tune: str | None = None,
        crf: float | None = None,
        qp: int | None = None,
        keyint: int | str | None = None,
        first_picture: int = 0,
        bframes: int | None = None,
        scenecut: int | None = None,
        threads: int = 1,
        **options: object,
    ) -> None:
        options |= dict(preset=preset, tune=tune, crf=crf, qp=qp, keyint=keyint, bframes=bframes, scenecut=scenecut)
        options["first_picture"] = first_picture
        switches = [switch for name, value in options.items() for switch in _switch(name, value)]
        self._session = _unite.Session(width, height, monochrome, _rate(frame_rate), threads, switches)

    def push(
        self, y: NDArray[np.uint8], u: NDArray[np.uint8] | None = None, v: NDArray[np.uint8] | None = None
    ) -> list[AccessUnit]:
        """Takes the next picture, in the order in which pictures are shown.

        Args:
            y: ``uint8``, of shape ``(height, width)``.
            u: Cb, ``uint8``, of shape ``(height / 2, width / 2)``; ``None`` if the stream is monochrome.
            v: Cr, as ``u``.

        Returns:
            The access units that are ready, in coding order: none, one or several.
        """
        return self._session.push(y, u, v)

    def finish(self) -> list[AccessUnit]:
        """Ends the stream.

        Returns:
            The last access units, in coding order.
        """
        return self._session.finish()


def join(parts: Iterable[Part], out_path: str | os.PathLike[str], *, mp4: bool | None = None) -> tuple[int, int]:
    """Joins parts of a film to one H.264 stream or MP4 file, as the command ``encode join`` does.

    Parts are byte streams or MP4 files, in the order of the film. Each begins with a key picture (IDR), and all have the
    same parameter sets: they are encoded with the same options. Files are read one access unit at a time. The output
    appears when it is complete.

    Args:
        parts: paths, or the bytes themselves.
        out_path: the file to write; an existing one is replaced.
        mp4: whether it is an MP4 file; ``None`` to choose by its name: ``.mp4``, ``.m4v``, or ``.264``, ``.h264``, ``.avc``.

    Returns:
        The numbers of its pictures and bytes.

    Raises:
        ValueError: a part that cannot follow the ones before it; no output is written.
        OSError: a file cannot be read or written.
    """
    output = _path(os.fspath(out_path))
    with tempfile.TemporaryDirectory(prefix="unite-") as folder:
        files = [_file(part, folder, number) for number, part in enumerate(parts)]
        try:
            return _unite.join(files, output, mp4)
        except (ValueError, OSError) as error:
            # Bytes are known by their place in the list.
            error.args = tuple(
                text.replace(folder + os.sep, "") if isinstance(text, str) else text for text in error.args
            )
            raise


def _file(part: Part, folder: str, number: int) -> str:
    """Returns the path of a part; bytes are put into a file in the folder."""
    if isinstance(part, (bytes, bytearray, memoryview)):
        path = Path(folder, f"part {number}")
        path.write_bytes(part)
        return str(path)
    return _path(os.fspath(part))


def _path(path: str) -> str:
    """Returns a path that the command does not take for a standard stream."""
    return os.path.join(os.curdir, path) if path == "-" else path


def _rate(rate: int | Fraction | tuple[int, int]) -> tuple[int, int]:
    if isinstance(rate, (int, Fraction)):
        return rate.numerator, rate.denominator
    if isinstance(rate, (tuple, list)) and len(rate) == 2:
        return rate[0], rate[1]
    raise ValueError(f"frame_rate: expected frames and the seconds that they take, such as (30000, 1001), got {rate!r}")


def _switch(name: str, value: object) -> list[str]:
    """Returns the switch of an option: none, or one."""
    if not name.replace("_", "").isalnum() or not name.isascii():
        raise ValueError(f"{name!r} is not the name of an option")
    switch = name.replace("_", "-")
    if value is None:
        return []
    if value is False and name in _TOOLS:
        return [f"--no-{switch}"]
    if isinstance(value, bool):
        is_flag = name in _FLAGS or name.startswith("no_")
        if not is_flag and name not in _TOOLS:
            raise ValueError(f"{name}: expected a value, got {value}")
        return [f"--{switch}"] if value and is_flag else []
    return [f"--{switch}={value}"]
