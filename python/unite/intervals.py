"""Sets of intervals of chromosomes: joins, counts, nearest intervals and coverage.

An interval ``(chrom, start, end)`` is half-open: it contains the places ``start`` to
``end - 1``. Chromosomes are integer codes or strings.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _unite

__all__ = ["Intervals"]

Numbers = NDArray[np.int64]


class Intervals:
    """A set of intervals, sorted by place. An index is made when a search first needs one: for counts, nearest and few intervals.

    Args:
        chrom: integer codes or strings, of shape ``(n,)``: an array, a list or a column of pandas.
        start: integers, of shape ``(n,)``.
        end: integers above ``start``, of shape ``(n,)``.

    Raises:
        ValueError: a column has another length or type, an interval is empty, or a name is missing.
    """

    def __init__(self, chrom: ArrayLike, start: ArrayLike, end: ArrayLike) -> None:
        codes, self._names = _codes(chrom)
        self._set = _unite.Intervals(codes, np.asarray(start), np.asarray(end))

    def __len__(self) -> int:
        return len(self._set)

    def overlap(self, other: Intervals, *, threads: int = 1) -> tuple[Numbers, Numbers]:
        """Returns the pairs of intervals of both sets that overlap, as their numbers ``(i, j)``, each of shape ``(pairs,)``.

        They are sorted by ``i``, then by the start of ``j``, then by ``j``.
        """
        return self._set.overlap(other._set, self._names_in(other), threads)

    def count(self, other: Intervals, *, threads: int = 1) -> Numbers:
        """Returns for each interval how many of ``other`` overlap it, of shape ``(n,)``."""
        return self._set.count(other._set, self._names_in(other), threads)

    def nearest(
        self,
        other: Intervals,
        *,
        direction: Literal["either", "upstream", "downstream"] = "either",
        threads: int = 1,
    ) -> tuple[Numbers, Numbers]:
        """Returns for each interval the number of the nearest one of ``other`` and the places between them, each of shape ``(n,)``.

        Both are -1 where the chromosome has none. Intervals that overlap are 0 places apart.
        """
        return self._set.nearest(other._set, self._names_in(other), direction, threads)

    def coverage(self) -> tuple[NDArray[Any], Numbers, Numbers, Numbers]:
        """Returns the pieces of chromosomes that intervals cover: ``(chrom, start, end, depth)``, each of shape ``(pieces,)``."""
        codes, start, end, depth = self._set.coverage()
        return (codes if self._names is None else self._names[codes]), start, end, depth

    def _names_in(self, other: Intervals) -> list[int] | None:
        """Returns the code in another set of each code; ``None`` if codes are the chromosomes themselves."""
        if (self._names is None) != (other._names is None):
            raise ValueError("chrom: one set has codes and the other strings; use the same in both")
        if self._names is None or other._names is None:
            return None
        known = {name: code for code, name in enumerate(other._names.tolist())}
        return [known.get(name, -1) for name in self._names.tolist()]


def _codes(chrom: ArrayLike) -> tuple[NDArray[Any], NDArray[Any] | None]:
    """Returns the codes of chromosomes, and their names if they are strings."""
    column: Any = chrom
    if hasattr(column, "factorize") and column.dtype.kind not in "iu":
        # A column of pandas: its strings are numbered where they lie.
        codes, found = column.factorize(sort=True)
        missing = np.flatnonzero(codes < 0)
        if len(missing):
            raise ValueError(f"chrom: row {missing[0]} has no chromosome; leave such rows out")
        return codes.astype(np.int64, copy=False), np.asarray(found).astype(np.str_)
    given = np.asarray(chrom)
    if given.dtype.kind not in "USTO":
        return given, None
    # Tables are mostly sorted by chromosome: of neighbours with one name, one is looked at.
    firsts = np.flatnonzero(np.concatenate([np.ones(min(len(given), 1), bool), given[1:] != given[:-1]]))
    names, codes = np.unique(given[firsts].astype(np.str_), return_inverse=True)
    return np.repeat(codes.astype(np.int64, copy=False), np.diff(firsts, append=len(given))), names
