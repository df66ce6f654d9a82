"""What `unite` does in Rust."""

from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

__version__: str

_Described = tuple[bytes | None, bytes | None, list[bytes]]

def encode_baseline(
    array: NDArray[np.uint8],
    quality: int,
    sampling: str,
    optimize: bool,
    restart: str | None,
    format: str | None,
    described: _Described,
    threads: int,
) -> bytes: ...
def encode_lossless(
    array: NDArray[np.uint8] | NDArray[np.uint16],
    precision: int | None,
    predictor: int | None,
    point_transform: int,
    restart: str | None,
    format: str | None,
    described: _Described,
    threads: int,
) -> bytes: ...
@final
class AccessUnit:
    """A coded picture, in coding order."""

    @property
    def data(self) -> bytes:
        """Its part of the byte stream (Annex B), with start codes."""

    @property
    def display(self) -> int:
        """The number of the picture among those of the session, as they are shown, from 0."""

    @property
    def is_key(self) -> bool:
        """Whether decoding can begin here (IDR)."""

    @property
    def kind(self) -> Literal["I", "P", "B"]:
        """The kind of the picture."""

@final
class Session:
    def __new__(
        cls,
        width: int,
        height: int,
        monochrome: bool,
        frame_rate: tuple[int, int],
        threads: int,
        switches: list[str],
    ) -> Session: ...
    def push(
        self, y: NDArray[np.uint8], u: NDArray[np.uint8] | None = None, v: NDArray[np.uint8] | None = None
    ) -> list[AccessUnit]: ...
    def finish(self) -> list[AccessUnit]: ...

def join(parts: list[str], output: str, mp4: bool | None) -> tuple[int, int]: ...
