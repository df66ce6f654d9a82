"""Two tables of intervals, cut into partitions of about as many intervals each. No engine is imported here.

Chromosomes lie one after the other on a line: the **key** of a place is `code * span + position - least`. Cuts are keys.

```text
    chr1                          chr2      chr3 chr4 chr5 ..
    |---------|---------|---------|---------|------------- -|      large ones are cut, small ones bundled
         ======    ==========                                      an interval that crosses a cut is in both partitions
```

A pair belongs to the partition that holds the larger of its two starts, so it is found once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .intervals import Intervals
from .tasks import Columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Intervals of both tables in a partition, unless the caller says otherwise.
TARGET = 200_000

#: Starts that are chosen at random to find the cuts, for each partition.
_SAMPLE = 2000

#: Up to so many partitions, starts are compared with each cut.
_FEW = 50


@dataclass(frozen=True)
class Line:
    """Chromosomes one after the other, and the cuts between partitions. Partition `n` holds keys `cuts[n]` to `cuts[n + 1]`."""

    span: int
    least: int
    cuts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.cuts) - 1

    def key(self, chrom: NDArray[Any], position: NDArray[Any]) -> NDArray[np.int64]:
        """Returns the keys of places."""
        keys: NDArray[np.int64] = np.multiply(chrom, self.span, dtype=np.int64)
        keys += position
        keys -= self.least
        return keys

    def owner(self, table: Columns) -> NDArray[np.int64]:
        """Returns the partition of each interval's start."""
        keys = self.key(table.chrom, table.start)
        if len(self) > _FEW:
            return np.searchsorted(self.cuts, keys, "right") - 1
        # Few comparisons of all keys take less time than a search for each, whose branches no processor predicts.
        owner = np.zeros(len(keys), np.uint8)
        for cut in self.cuts[1:-1]:
            owner += keys >= cut
        return owner.astype(np.int64)


def line_of(tables: list[Columns], chromosomes: int, target: int = TARGET) -> Line:
    """Returns cuts at quantiles of the starts of all tables."""
    filled = [table for table in tables if len(table)]
    if not filled:
        return Line(1, 0, np.array([0, 1], np.int64))
    least = min(int(min(table.start.min(), table.end.min())) for table in filled)
    most = max(int(max(table.start.max(), table.end.max())) for table in filled)
    span = most - least + 2
    if span * chromosomes >= 1 << 62:
        raise ValueError(
            f"positions from {least} to {most} on {chromosomes} chromosomes are too many: at most 2^62 together"
        )
    line = Line(span, least, np.empty(0, np.int64))
    rows = sum(len(table) for table in filled)
    parts = max(1, -(-rows // max(target, 1)))
    share = min(1.0, _SAMPLE * parts / rows)
    keys = np.concatenate([line.key(*_some(table, share)) for table in filled])
    at = np.arange(1, parts) * len(keys) // parts
    inner = np.unique(np.partition(keys, at)[at]) if parts > 1 else keys[:0]
    return Line(span, least, np.concatenate([[0], inner[inner > 0], [span * chromosomes]]).astype(np.int64))


def _some(table: Columns, share: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Returns chromosomes and starts of a share of a table's rows, the same ones each time."""
    if share >= 1:
        return table.chrom, table.start
    rows = np.random.default_rng(0).integers(0, len(table), max(1, round(share * len(table))))
    return table.chrom[rows], table.start[rows]


@dataclass(frozen=True)
class Split:
    """The rows of a table by partition: those that start in it, and those that reach into it."""

    own: list[NDArray[np.int64]]
    crossing: list[NDArray[np.int64]]


def split(table: Columns, line: Line) -> Split:
    """Returns for each partition the indices of a table's intervals, ascending."""
    parts = len(line)
    owner, end = line.owner(table), line.key(table.chrom, table.end)
    # numpy sorts numbers of 16 bits by their digits, which takes less time than comparisons.
    order = np.argsort(owner.astype(np.uint16) if parts < 1 << 16 else owner, kind="stable")
    bounds = np.searchsorted(owner[order], np.arange(parts + 1))
    wide = np.flatnonzero(end > line.cuts[owner + 1])
    times = np.searchsorted(line.cuts, end[wide], "left") - 1 - owner[wide]
    copies = np.repeat(wide, times)
    into = owner[copies] + 1 + (np.arange(len(copies)) - np.repeat(np.cumsum(times) - times, times))
    across = np.argsort(into, kind="stable")
    edges = np.searchsorted(into[across], np.arange(parts + 1))
    return Split(
        [order[bounds[n] : bounds[n + 1]] for n in range(parts)],
        [copies[across[edges[n] : edges[n + 1]]] for n in range(parts)],
    )


def joined(first: Columns, second: Columns) -> Columns:
    """Returns the intervals of both, in the order of their rows."""
    if len(second) == 0:
        return first
    at = np.searchsorted(first.row, second.row)
    return Columns(
        *(np.insert(getattr(first, name), at, getattr(second, name)) for name in ("chrom", "start", "end", "row"))
    )


def index(table: Columns) -> Intervals:
    """Returns the index of a table."""
    return Intervals(table.chrom, table.start, table.end)


def pairs_of(
    a: Columns, b: Columns, index_of_b: Intervals | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns the rows of all pairs of two tables."""
    if len(a) == 0 or len(b) == 0:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    i, j = index(a).overlap(index_of_b or index(b))
    return a.row[i], b.row[j]


def counts_of(a: Columns, b: Columns, index_of_b: Intervals | None = None) -> NDArray[np.int64]:
    """Returns the number of pairs of each interval of a."""
    if len(a) == 0 or len(b) == 0:
        return np.zeros(len(a), np.int64)
    return index(a).count(index_of_b or index(b))


def pairs(own: Columns, crossing: Columns, others: Columns, others_own: Columns) -> tuple[NDArray[Any], ...]:
    """Returns the rows of a and b of the pairs of a partition."""
    i, j = pairs_of(own, others)
    more_i, more_j = pairs_of(crossing, others_own)
    return np.concatenate([i, more_i]), np.concatenate([j, more_j])


def counted(own: Columns, crossing: Columns, others: Columns, others_own: Columns) -> tuple[NDArray[Any], ...]:
    """Returns rows of a, and the number of pairs of each in this partition."""
    counts = [counts_of(own, others), counts_of(crossing, others_own)]
    return np.concatenate([own.row, crossing.row]), np.concatenate(counts)


def nearest(own: Columns, others: Columns) -> tuple[NDArray[Any], ...]:
    """Returns rows of a, and the row of the nearest interval of b, or -1 where the chromosome has none."""
    if len(own) == 0:
        return own.row, own.row
    if len(others) == 0:
        return own.row, np.full(len(own), -1, np.int64)
    number, _ = index(own).nearest(index(others))
    return own.row, np.where(number < 0, -1, others.row[np.maximum(number, 0)])


def neighbours(table: Columns, line: Line) -> list[NDArray[np.int64]]:
    """Returns for each partition the intervals beyond its borders that may be nearest to one within.

    Upstream that is, on the chromosome of the first cut, the interval with the largest end, of those the one that starts last; downstream
    the one with the least start, of those the one that ends first; remaining ties go to the first row.
    """
    result = []
    starts, ends = line.key(table.chrom, table.start), line.key(table.chrom, table.end)
    up_order = np.lexsort((-np.arange(len(ends)), starts, ends))
    down_order = np.lexsort((np.arange(len(starts)), ends, starts))
    up_keys, down_keys = ends[up_order], starts[down_order]
    for low, high in zip(line.cuts, line.cuts[1:], strict=False):
        found = []
        before = int(np.searchsorted(up_keys, low, "right")) - 1
        if before >= 0:
            found.append(up_order[before])
        after = int(np.searchsorted(down_keys, high, "left"))
        if after < len(down_order):
            found.append(down_order[after])
        result.append(np.unique(np.array(found, np.int64)))
    return result
