"""The functions and classes of the package that are written in Rust."""

from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

__version__: str

_Described = tuple[bytes | None, bytes | None, list[bytes]]

def encode_baseline(
    array: NDArray[np.uint8],
    quality: float,
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
        """True for a key picture (IDR), where decoding can begin."""

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

_Numbers = NDArray[np.int64]

@final
class Intervals:
    def __new__(cls, chrom: NDArray[Any], start: NDArray[Any], end: NDArray[Any]) -> Intervals: ...
    def __len__(self) -> int: ...
    def overlap(self, other: Intervals, names: list[int] | None, threads: int) -> tuple[_Numbers, _Numbers]: ...
    def count(self, other: Intervals, names: list[int] | None, threads: int) -> _Numbers: ...
    def nearest(
        self, other: Intervals, names: list[int] | None, direction: str, threads: int
    ) -> tuple[_Numbers, _Numbers]: ...
    def coverage(self) -> tuple[_Numbers, _Numbers, _Numbers, _Numbers]: ...

@final
class RadiusIndex:
    def __new__(cls, points: NDArray[Any]) -> RadiusIndex: ...
    def __len__(self) -> int: ...
    def radius(self, q: NDArray[Any], r: float, threads: int) -> tuple[_Numbers, _Numbers]: ...
    def count(self, q: NDArray[Any], r: float, threads: int) -> _Numbers: ...
    def box(self, lo: NDArray[Any], hi: NDArray[Any], threads: int) -> tuple[_Numbers, _Numbers]: ...
    def nearest(self, q: NDArray[Any], k: int, threads: int) -> tuple[NDArray[Any], _Numbers]: ...

@final
class VoxelGrid:
    """A sparse grid of voxels: those of an array that reach a threshold."""

    def __new__(cls, values: NDArray[Any], threshold: float) -> VoxelGrid: ...
    @staticmethod
    def from_voxels(shape: tuple[int, ...], places: NDArray[Any], values: NDArray[Any]) -> VoxelGrid: ...
    def __len__(self) -> int: ...
    @property
    def channels(self) -> int: ...
    def sample(self, xyz: NDArray[Any], threads: int = 1) -> NDArray[Any]:
        """Returns the channels at points, of shape ``(n, channels)``, linear between voxels."""

@final
class PointConv:
    """A convolution over points: the features around each query, weighted by kernel points."""

    def __new__(cls, radius: float, sigma: float, kernel_points: NDArray[Any], weights: NDArray[Any]) -> PointConv: ...
    def apply(
        self, queries: NDArray[Any], support: NDArray[Any], features: NDArray[Any], threads: int = 1
    ) -> NDArray[Any]: ...
