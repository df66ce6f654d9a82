"""Overlapping intervals on chromosomes: pybedtools, bioframe, pyranges."""

import gzip
import importlib.util
import lzma
import os
import pathlib
import tempfile

import numpy
import pandas

from turns import Ours, head, in_turns, row, timed

TITLE = "Overlap of genomic intervals"
PACKAGES = ["pybedtools", "bioframe", "pyranges", "pandas"]
COUNT = 100_000
# Lengths are uniform between 1 and twice this.
LENGTH = 1000
COLUMNS = ["chrom", "start", "end"]
# pybedtools writes each pair as a line of text into a file.
MOST_LINES = 2_000_000


class Bioframe:
    """Plain tables; without an index, every call sorts again."""

    def __init__(self, a, b):
        import bioframe

        self.bioframe, self.a, self.b = bioframe, a, b

    def build(self):
        return 0.0

    def pairs(self):
        run = lambda: self.bioframe.overlap(self.a, self.b, how="inner", return_input=False, return_index=True)
        ms, pairs = timed(run)
        return ms, len(pairs)

    def counts(self):
        ms, counts = timed(lambda: self.bioframe.count_overlaps(self.a, self.b, return_input=False))
        return ms, int(counts["count"].sum())


class Pyranges:
    """Tables divided by chromosome; a nested containment list is built in each call."""

    def __init__(self, a, b):
        import pyranges

        names = {"chrom": "Chromosome", "start": "Start", "end": "End"}
        self.new = pyranges.PyRanges
        self.tables = [table.rename(columns=names) for table in (a, b)]
        self.a, self.b = map(self.new, self.tables)

    def build(self):
        return timed(lambda: self.new(self.tables[1]))[0]

    def pairs(self):
        ms, pairs = timed(lambda: self.a.join(self.b))
        return ms, len(pairs)

    def counts(self):
        ms, counted = timed(lambda: self.a.count_overlaps(self.b))
        return ms, int(counted.NumberOverlaps.sum())


class Pybedtools:
    """Text files, and the process bedtools, which writes another one; reading that is not counted."""

    def __init__(self, a, b):
        import pybedtools

        self.new, self.table = pybedtools.BedTool.from_dataframe, b
        self.a, self.b = self.new(a), self.new(b)

    def build(self):
        ms, tool = timed(lambda: self.new(self.table))
        os.remove(tool.fn)
        return ms

    def run(self, sum_lines, **options):
        ms, result = timed(lambda: self.a.intersect(self.b, **options))
        with open(result.fn, "rb") as lines:
            found = sum_lines(lines)
        os.remove(result.fn)
        return ms, found

    def pairs(self):
        return self.run(lambda lines: sum(1 for _ in lines), wa=True, wb=True)

    def counts(self):
        return self.run(lambda lines: sum(int(line.rsplit(b"\t", 1)[1]) for line in lines), c=True)


class Unite:
    """This library's program, with the index of b."""

    def __init__(self, ours):
        self.ours = ours

    def build(self):
        return self.ours.ask("build")[0]

    def pairs(self):
        return self.ours.ask("pairs")

    def counts(self):
        return self.ours.ask("counts")


PEERS = {"pybedtools": Pybedtools, "bioframe": Bioframe, "pyranges": Pyranges}


def synthetic(hits):
    """Returns two tables of one chromosome, whose length is chosen for the number of hits."""
    random = numpy.random.default_rng(7)

    def table():
        start = random.integers(0, COUNT * 2 * LENGTH // hits, COUNT)
        end = start + random.integers(1, 2 * LENGTH, COUNT)
        return pandas.DataFrame({"chrom": "chr1", "start": start, "end": end})

    return table(), table()


def read(path):
    """Reads the first three columns of a file, without empty intervals."""
    openers = {".xz": lzma.open, ".gz": gzip.open}
    with openers.get(pathlib.Path(path).suffix, open)(path, "rt") as file:
        table = pandas.read_csv(file, sep="\t", header=None, comment="#", usecols=[0, 1, 2], names=COLUMNS)
    return table[table.start < table.end].reset_index(drop=True)


def write(a, b, folder):
    """Writes both tables for the program, with chromosomes as numbers."""
    numbers, _ = pandas.factorize(pandas.concat([a.chrom, b.chrom]))
    for name, table, chromosomes in [("a", a, numbers[: len(a)]), ("b", b, numbers[len(a) :])]:
        columns = [chromosomes, table.start, table.end]
        numpy.stack(columns, axis=1).astype(numpy.int32).tofile(folder / f"{name}.i32")


def compare(what, a, b, arguments):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write(a, b, folder)
        ours = Ours(arguments.program, "intervals", folder)
        contestants = {"unite": Unite(ours)}
        for name, peer in PEERS.items():
            if importlib.util.find_spec(name):
                contestants[name] = peer(a, b)
        expected = ours.ask("counts")[1]
        if expected > MOST_LINES:
            contestants.pop("pybedtools", None)
        build = in_turns({name: lambda _, it=it: it.build() for name, it in contestants.items()}, arguments.rounds)
        for task in ["pairs", "counts"]:

            def turn(_, name, it):
                ms, found = getattr(it, task)()
                assert found == expected, f"{what}, {task}: {name} finds {found}, not {expected}"
                return ms

            runs = {name: lambda _, name=name, it=it: turn(_, name, it) for name, it in contestants.items()}
            ms = in_turns(runs, arguments.rounds)
            peers = [name for name in ms if name != "unite"]
            best = min(peers, key=ms.get)
            with_build = {name: ms[name] + build[name] for name in ms}
            best_with = min(peers, key=with_build.get)
            cells = [f"{ms[name]:.1f} + {build[name]:.1f}" if name in ms else "" for name in ["unite", *PEERS]]
            row(f"{what}, {task}", f"{expected}", *cells, f"{ms[best] / ms['unite']:.1f}",
                f"{with_build[best_with] / with_build['unite']:.1f}")
        ours.end()


def run(arguments):
    print("Milliseconds of queries + of building.\n")
    head("", "pairs", "unite", *PEERS, "best / unite", "with building")
    for hits in arguments.hits:
        compare(f"{COUNT} x {COUNT}, {hits} hits", *synthetic(hits), arguments)
    if arguments.bed:
        a, b = map(read, arguments.bed)
        compare(f"{len(a)} x {len(b)}, files", a, b, arguments)
