"""Pairs, counts and nearest intervals of partitions are those of one process."""

from __future__ import annotations

import lzma
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from unite import cluster, partitions, tasks
from unite.bench.memory import peak_memory
from unite.dask import overlap
from unite.tasks import Columns

pd = pytest.importorskip("pandas")


def table(seed: int, rows: int, chromosomes: int, span: int, longest: int) -> Any:
    """Random intervals: small spans make ties, long ones cross cuts."""
    rng = np.random.default_rng(seed)
    start = rng.integers(0, span, rows)
    length = rng.integers(1, longest, rows) ** rng.integers(1, 3, rows) % longest + 1
    names = [f"chr{code}" for code in rng.integers(0, chromosomes, rows)]
    return pd.DataFrame({"chrom": names, "start": start, "end": start + length, "name": np.arange(rows)})


def plain_pairs(a: Any, b: Any) -> list[tuple[int, int]]:
    """All pairs, by comparing each with each."""
    codes = pd.Index(pd.concat([a.chrom, b.chrom]).unique())
    chrom_a, chrom_b = codes.get_indexer(a.chrom), codes.get_indexer(b.chrom)
    meet = (a.start.to_numpy()[:, None] < b.end.to_numpy()) & (b.start.to_numpy() < a.end.to_numpy()[:, None])
    i, j = np.nonzero(meet & (chrom_a[:, None] == chrom_b))
    return list(zip(i.tolist(), j.tolist(), strict=True))


TABLES = [
    (table(1, 300, 4, 2000, 40), table(2, 250, 4, 2000, 60)),
    (table(3, 200, 1, 300, 200), table(4, 200, 1, 300, 200)),
    (table(5, 300, 100, 50, 30), table(6, 300, 120, 50, 30)),
    (table(7, 120, 2, 12, 3), table(8, 120, 2, 12, 3)),
    (table(9, 50, 2, 100, 10), table(10, 50, 2, 100, 10).iloc[:0]),
    (table(11, 50, 2, 100, 10).iloc[:0], table(12, 50, 2, 100, 10)),
    (table(13, 80, 1, 100, 10), table(14, 80, 1, 100, 10).assign(chrom="elsewhere")),
]


@pytest.mark.parametrize("target", [7, 50, 10_000])
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_pairs_are_found_once(client: Any, number: int, target: int) -> None:
    a, b = TABLES[number]
    found = overlap(a, b, client, target=target)
    assert list(zip(found.name_1, found.name_2, strict=True)) == [
        (int(a.name.iloc[i]), int(b.name.iloc[j])) for i, j in plain_pairs(a, b)
    ]
    assert list(found.columns) == [*(f"{name}_1" for name in a), *(f"{name}_2" for name in b)]


@pytest.mark.parametrize("target", [7, 50])
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_counts(client: Any, number: int, target: int) -> None:
    a, b = TABLES[number]
    expected = np.zeros(len(a), int)
    for i, _ in plain_pairs(a, b):
        expected[i] += 1
    found = overlap(a, b, client, how="count", target=target)
    assert found["count"].tolist() == expected.tolist()
    assert found.drop(columns="count").equals(a)


def whole(a: Any, b: Any) -> tuple[Columns, Columns]:
    codes = pd.Index(pd.concat([a.chrom, b.chrom]).unique())
    made = []
    for one in (a, b):
        rows = np.arange(len(one), dtype=np.int64)
        made.append(
            Columns(
                codes.get_indexer(one.chrom).astype(np.int32),
                one.start.to_numpy(np.int64),
                one.end.to_numpy(np.int64),
                rows,
            )
        )
    return made[0], made[1]


@pytest.mark.parametrize("target", [7, 50])
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_nearest_is_that_of_one_process(client: Any, number: int, target: int) -> None:
    a, b = TABLES[number]
    own, others = whole(a, b)
    _, rows = partitions.nearest(own, others)
    found = overlap(a, b, client, how="nearest", target=target)
    assert found.name_1.tolist() == a.name.tolist()
    expected = [None if row < 0 else int(b.name.iloc[row]) for row in rows]
    assert [None if pd.isna(name) else int(name) for name in found.name_2] == expected
    for _, row in found.iterrows():
        near = b[b.chrom == row.chrom_1]
        if len(near) == 0:
            assert pd.isna(row.distance)
        else:
            gaps = np.maximum(0, np.maximum(near.start - row.end_1, row.start_1 - near.end))
            assert row.distance == gaps.min()


def test_cuts_bundle_small_chromosomes_and_cut_large_ones() -> None:
    large, small = table(1, 5000, 1, 100_000, 50), table(2, 1000, 200, 100, 10)
    own, others = whole(large.assign(chrom="large"), small)
    line = partitions.line_of([own, others], 201, 500)
    sizes = [len(one) for one in partitions.split(own, line).own]
    more = [len(one) for one in partitions.split(others, line).own]
    assert sum(sizes) == 5000 and sum(more) == 1000
    assert 11 <= len(line) <= 13 and max(np.add(sizes, more)) <= 520


def test_dask_tables(client: Any) -> None:
    dd = pytest.importorskip("dask.dataframe")
    for a, b in [TABLES[0], TABLES[3]]:
        left, right = dd.from_pandas(a, npartitions=2, sort=False), dd.from_pandas(b, npartitions=3, sort=False)
        found = overlap(left, right, client, target=110).compute()
        pairs = sorted(zip(found.name_1, found.name_2, strict=True))
        assert pairs == [(int(a.name.iloc[i]), int(b.name.iloc[j])) for i, j in plain_pairs(a, b)]
        counts = overlap(left, right, client, how="count", target=110).compute().sort_values("name")
        assert counts["count"].tolist() == overlap(a, b, client, how="count").sort_values("name")["count"].tolist()
        near = overlap(left, right, client, how="nearest", target=110).compute().sort_values("name_1")
        expected = overlap(a, b, client, how="nearest").sort_values("name_1")
        assert near.name_2.tolist() == expected.name_2.tolist()
        assert near.distance.tolist() == expected.distance.tolist()


def test_parquet(client: Any, tmp_path: Path) -> None:
    dd = pytest.importorskip("dask.dataframe")
    a, b = TABLES[0]
    expected = [(int(a.name.iloc[i]), int(b.name.iloc[j])) for i, j in plain_pairs(a, b)]
    for name, left, right in [
        ("pandas", a, b),
        ("dask", dd.from_pandas(a, npartitions=2), dd.from_pandas(b, npartitions=3)),
    ]:
        report = overlap(left, right, client, target=60, out=tmp_path / name)
        found = pd.concat([pd.read_parquet(path) for path in (tmp_path / name).glob("*.parquet")])
        assert sorted(zip(found.name_1, found.name_2, strict=True)) == expected
        assert report.rows == len(expected) and report.files > 5


def test_pairs_are_written_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    from unite import tables

    monkeypatch.setattr(tables, "_PAIRS", 100)
    own, others = whole(*TABLES[1])
    pieces = list(tables.chunks(own, own[:0], others, others[:0], "inner"))
    assert len(pieces) > 10
    assert sorted((int(i), int(j)) for left, right in pieces for i, j in zip(left, right, strict=True)) == plain_pairs(
        *TABLES[1]
    )


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"columns": ("chrom", "start", "stop")}, "a: has no column stop: say columns="),
        ({"how": "outer"}, "how is outer; there are inner, count, nearest"),
        ({"a": TABLES[0][0].assign(end=0)}, r"a: row \d+ ends at 0, not above its start"),
        ({"a": TABLES[0][0].assign(start=0.5)}, "a: column start is float64, not whole numbers"),
        ({"b": TABLES[0][1].assign(chrom=None)}, "b: row 0 has no chromosome"),
    ],
)
def test_wrong_tables_are_one_line(client: Any, change: dict[str, Any], line: str) -> None:
    given = {"a": TABLES[0][0], "b": TABLES[0][1], "client": client, **change}
    with pytest.raises(ValueError, match=line) as found:
        overlap(**given)
    assert "\n" not in str(found.value)


def test_the_command_reads_bed(tmp_path: Path) -> None:
    a, b = TABLES[0]
    a.to_csv(tmp_path / "a.bed", sep="\t", header=False, index=False)
    b.to_csv(tmp_path / "b.bed.gz", sep="\t", header=False, index=False)
    words = [
        sys.executable,
        "-m",
        "unite",
        "overlap",
        str(tmp_path / "a.bed"),
        str(tmp_path / "b.bed.gz"),
        "--workers=1",
        "--quiet",
    ]
    subprocess.run([*words, "-o", str(tmp_path / "pairs")], check=True, timeout=120)
    found = pd.concat([pd.read_parquet(path) for path in (tmp_path / "pairs").glob("*.parquet")])
    expected = [(int(a.name.iloc[i]), int(b.name.iloc[j])) for i, j in plain_pairs(a, b)]
    assert sorted(zip(found.column4_1, found.column4_2, strict=True)) == expected
    (tmp_path / "a.bed").write_text("chr1 1 2\n")
    done = subprocess.run([*words, "-o", str(tmp_path / "other")], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1) and "has 1 columns separated by tabs" in done.stderr


def bed(name: str) -> Any:
    path = Path(os.environ.get("UNITE_DATA", ""), "bed", name)
    if "UNITE_DATA" not in os.environ or not path.exists():
        pytest.skip("needs UNITE_DATA, a folder with bed/*.bed.xz")
    with lzma.open(path) as file:
        return pd.read_csv(file, sep="\t", header=None, names=["chrom", "start", "end"])


@pytest.mark.slow
def test_exons_and_peaks(client: Any, tmp_path: Path) -> None:
    a, b = bed("exons.bed.xz"), bed("fBrain-DS14718.bed.xz")
    found = overlap(a, b, client, target=30_000)
    assert len(found) == 54_246
    own, others = whole(a, b)
    i, j = tasks.overlap(own, own[:0], others, others[:0], "inner")
    order = np.lexsort((j, i))
    assert (a.start.to_numpy()[i[order]] == found.start_1).all() and (
        b.start.to_numpy()[j[order]] == found.start_2
    ).all()
    if shutil.which("bedtools"):
        for name, one in (("a.bed", a), ("b.bed", b)):
            one.to_csv(tmp_path / name, sep="\t", header=False, index=False)
        words = ["bedtools", "intersect", "-wa", "-wb", "-a", str(tmp_path / "a.bed"), "-b", str(tmp_path / "b.bed")]
        lines = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
        assert sorted(lines) == sorted("\t".join(map(str, row)) for row in found.itertuples(index=False))


@pytest.mark.slow
def test_many_contigs_cost_at_most_twice_one(client: Any) -> None:
    one_a, one_b = table(1, 700_000, 1, 60_000_000, 200), table(2, 700_000, 1, 60_000_000, 200)
    many_a, many_b = (
        table(3, 700_000, 35_000, 60_000_000 // 35_000, 200),
        table(4, 700_000, 35_000, 60_000_000 // 35_000, 200),
    )
    seconds: dict[str, list[float]] = {"one": [], "many": []}
    for _ in range(3):
        for name, a, b in (("one", one_a, one_b), ("many", many_a, many_b)):
            started = time.perf_counter()
            found = overlap(a, b, client, how="count")
            seconds[name].append(time.perf_counter() - started)
            assert found["count"].sum() > 100_000
    print(seconds)
    assert min(seconds["many"]) <= 2 * min(seconds["one"]), seconds


@pytest.mark.slow
def test_a_giant_chromosome_on_two_workers(tmp_path: Path) -> None:
    a, b = table(1, 1_500_000, 1, 20_000_000, 400), table(2, 1_500_000, 1, 20_000_000, 400)
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for workers in (1, 2, 1, 2):
        with cluster.connected(None, workers) as connection:
            overlap(*TABLES[0], connection, out=tmp_path / "warm")
            started = time.perf_counter()
            overlap(a, b, connection, out=tmp_path / f"out{workers}")
            seconds[workers].append(time.perf_counter() - started)
    print(seconds)
    assert min(seconds[1]) / min(seconds[2]) >= 1.6, seconds


@pytest.mark.slow
def test_a_hundred_million_pairs_fit_in_two_gigabytes(tmp_path: Path) -> None:
    a = pd.DataFrame({"chrom": "chr1", "start": np.arange(101_000) * 10})
    a = a.assign(end=a.start + 5000)
    with cluster.connected(None, 2) as connection:
        peak_memory(reset=True)
        report = overlap(a, a, connection, out=tmp_path, target=50_000)
        kilobytes = [*connection.run(peak_memory).values(), peak_memory()]
    print(report, kilobytes)
    assert report.rows > 100_000_000
    assert sum(kilobytes) << 10 < 2 << 30
