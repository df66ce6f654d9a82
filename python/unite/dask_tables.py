"""Tables of `dask.dataframe`: each partition is scanned, cuts follow from what was seen, and rows move to the partitions they touch.

```text
    scan (each partition)  -->  cuts  -->  spread: a copy of a row for each partition that it touches  -->  shuffle  -->  search
```
"""

# Libraries without types of their own.
# mypy: disable-error-code="no-untyped-call, import-untyped, attr-defined"

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import dask
import numpy as np

from . import partitions, tasks
from .partitions import Line
from .store import Place
from .tables import OverlapReport, chromosomes, columns_of, joined_rows, unique_of, write_partition
from .tasks import Columns

if TYPE_CHECKING:
    import pandas as pd

#: Starts that a partition shows to choose cuts from.
_SAMPLE = 4096
#: The columns that rows carry while they move.
_PART, _OWNS, _ROW, _CODE = "__part", "__owns", "__row", "__code"


@dataclass(frozen=True)
class Seen:
    """The names, the number of rows and a sample of a partition."""

    names: Any
    rows: int
    #: Some rows: chromosome names, starts, ends; the extreme positions are among them.
    chrom: Any
    start: Any
    end: Any


def scan(table: pd.DataFrame, columns: tuple[str, ...], which: str) -> Seen:
    """Looks through a partition."""
    names = unique_of(table[columns[0]], which)
    if len(table) == 0:
        return Seen(names, 0, [], [], [])
    start, end = table[columns[1]].to_numpy(), table[columns[2]].to_numpy()
    step = max(1, len(table) // _SAMPLE)
    some = np.concatenate([np.arange(0, len(table), step), [np.argmin(start), np.argmax(end)]])
    return Seen(names, len(table), table[columns[0]].to_numpy(object)[some], start[some], end[some])


def spread(
    table: pd.DataFrame,
    columns: tuple[str, ...],
    names: pd.Index[Any],
    line: Line,
    first_row: int,
    which: str,
    how: str,
) -> pd.DataFrame:
    """Returns a copy of each row for each partition that it touches, with the partition's number."""
    found = columns_of(table, columns, names, which, first_row)
    places = partitions.split(found, line)
    pieces = [(places.own, 1), (places.crossing, 0)]
    if how == "nearest":
        pieces = [(places.own, 1)] if which == "a" else [*pieces, (partitions.neighbours(found, line), 0)]
    index = np.concatenate([np.empty(0, np.int64), *(one for lists, _ in pieces for one in lists)]).astype(np.int64)
    parts = np.concatenate([np.repeat(np.arange(len(line)), [len(one) for one in lists]) for lists, _ in pieces])
    owns = np.concatenate([np.full(sum(len(one) for one in lists), is_own, np.int8) for lists, is_own in pieces])
    extra = {_PART: parts.astype(np.int64), _OWNS: owns, _ROW: found.row[index], _CODE: found.chrom[index]}
    return table.iloc[index].reset_index(drop=True).assign(**extra)


def search(
    a: pd.DataFrame, b: pd.DataFrame, columns: tuple[str, ...], how: str, suffixes: tuple[str, str], file: Place | None
) -> tuple[Any, Any]:
    """Searches the partitions that a shuffle brought together.

    Returns their rows, or with a file their number; for counts the rows of a that start in them, and the counts of those that cross.
    """
    a, b = a.sort_values(_ROW, kind="stable"), b.sort_values(_ROW, kind="stable")
    extra = [_PART, _OWNS, _ROW, _CODE]
    plain_a, plain_b = a.drop(columns=extra), b.drop(columns=extra)
    of_a, of_b = _intervals(a, columns), _intervals(b, columns)
    parts_a, parts_b = a[_PART].to_numpy(), b[_PART].to_numpy()
    own_a, own_b = a[_OWNS].to_numpy() == 1, b[_OWNS].to_numpy() == 1
    found: list[tuple[Any, ...]] = []
    rows = 0
    for part in np.unique(parts_a):
        here, there = parts_a == part, parts_b == part
        four = (
            of_a[here & own_a],
            of_a[here & ~own_a],
            _distinct(of_b[there], b[_ROW].to_numpy()),
            of_b[there & own_b],
        )
        if file is not None:
            rows += write_partition(plain_a, plain_b, *four, how, suffixes, file.beside(f"-{part:05d}.parquet"))
        else:
            found.append(tasks.overlap(*four, how))
    if file is not None:
        return rows, None
    none = np.empty(0, np.int64)
    i, j = (np.concatenate([none, *(one[n] for one in found)]) for n in (0, 1))
    if how != "count":
        return joined_rows(plain_a, plain_b, i, j, columns, suffixes, how), None
    counts = np.zeros(len(a), np.int64)
    counts[i] = j
    table = plain_a.assign(count=counts, **{_ROW: a[_ROW]})
    return table[own_a], table.loc[~own_a, [_ROW, "count"]]


def _intervals(table: pd.DataFrame, columns: tuple[str, ...]) -> Columns:
    start, end = (table[name].to_numpy(np.int64) for name in columns[1:])
    return Columns(table[_CODE].to_numpy(np.int32), start, end, np.arange(len(table), dtype=np.int64))


def _distinct(found: Columns, rows: Any) -> Columns:
    """Leaves out a row that is there twice, as a neighbour and by crossing."""
    _, first = np.unique(rows[found.row], return_index=True)
    return found[first]


def _added(own: pd.DataFrame, crossing: pd.DataFrame) -> pd.DataFrame:
    more = crossing.groupby(_ROW)["count"].sum()
    extra = own[_ROW].map(more).fillna(0).astype(np.int64)
    return own.assign(count=own["count"] + extra).drop(columns=[_ROW])


def _together(pieces: list[pd.DataFrame]) -> pd.DataFrame:
    import pandas as pd

    return pd.concat(pieces, ignore_index=True)


def overlap_of_dask(
    a: Any,
    b: Any,
    client: Any,
    columns: tuple[str, ...],
    how: str,
    suffixes: tuple[str, str],
    folder: Place | None,
    target: int,
) -> Any:
    """Does what `unite.dask.overlap` does for `dask.dataframe`; results are computed when they are asked for, or written to a folder."""
    import dask.dataframe as dd

    if isinstance(client, str):
        raise ValueError("client is an address; for dask.dataframe connect first, with distributed.Client(address)")
    if folder is not None and how == "count":
        raise ValueError("out is for how=inner and how=nearest; write a table of counts with to_parquet")
    tables = [table if hasattr(table, "npartitions") else dd.from_pandas(table, npartitions=1) for table in (a, b)]
    with _as_current(client):
        scans = [
            [dask.delayed(scan)(part, columns, which) for part in table.to_delayed()]
            for which, table in zip("ab", tables, strict=True)
        ]
        seen = dask.compute(scans)[0]
        names, line = _line(seen, target)
        moved = []
        for which, table, found_of in zip("ab", tables, seen, strict=True):
            first_rows = np.concatenate([[0], np.cumsum([one.rows for one in found_of])])
            pieces = [
                dask.delayed(spread)(part, columns, names, line, int(first), which, how)
                for part, first in zip(table.to_delayed(), first_rows, strict=False)
            ]
            meta = spread(table._meta, columns, names, line, 0, which, how)
            whole = dd.from_delayed(pieces, meta=meta, verify_meta=False)
            moved.append(whole.shuffle(on=_PART, npartitions=len(line)).to_delayed())
        files = [folder.child(f"part-{number:05d}") if folder is not None else None for number in range(len(line))]
        found = [
            dask.delayed(search, nout=2)(one, other, columns, how, suffixes, file)
            for one, other, file in zip(*moved, files, strict=True)
        ]
        if folder is not None:
            rows = dask.compute([rows for rows, _ in found])[0]
            written = [name for name in folder.names() if name.endswith(".parquet")]
            return OverlapReport(folder.url, len(written), int(sum(rows)))
        if how == "count":
            crossing = dask.delayed(_together)([one for _, one in found])
            meta = tables[0]._meta.assign(count=np.empty(0, np.int64))
            return dd.from_delayed(
                [dask.delayed(_added)(own, crossing) for own, _ in found], meta=meta, verify_meta=False
            )
        none = np.empty(0, np.int64)
        meta = joined_rows(tables[0]._meta, tables[1]._meta, none, none, columns, suffixes, how)
        return dd.from_delayed([rows for rows, _ in found], meta=meta, verify_meta=False)


def _line(seen: list[list[Seen]], target: int) -> tuple[Any, Line]:
    """Returns the names of chromosomes, and cuts from the rows that scans show, each of which stands for many."""
    scans = [one for table in seen for one in table]
    names = chromosomes([one.names for one in scans])
    shown = [one for one in scans if one.rows]
    some = []
    for one in shown:
        codes = names.get_indexer(one.chrom).astype(np.int32)
        some.append(
            Columns(codes, np.asarray(one.start, np.int64), np.asarray(one.end, np.int64), np.arange(len(codes)))
        )
    rows = sum(one.rows for one in shown)
    samples = sum(len(one) for one in some)
    return names, partitions.line_of(some, max(len(names), 1), max(1, target * samples // max(rows, 1)))


@contextlib.contextmanager
def _as_current(client: Any) -> Iterator[None]:
    if client is None:
        yield
        return
    with client.as_current():
        yield
