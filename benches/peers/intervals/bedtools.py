#!/usr/bin/env python3
"""Whole processes: `bedtools intersect` and the example `bed` on the same two files, in turns; CPU time, medians."""
import os
import resource
import statistics
import subprocess
import sys

ROUNDS = 11


def run(command):
    """Returns the CPU seconds of a process, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, check=True, capture_output=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime), printed


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: bedtools.py BED A.bed B.bed    (BED: the example, target/release/examples/bed)")
    bed, a, b = sys.argv[1:]
    pairs = [(f"{name}{option}", mine, ["bedtools", "intersect", "-a", a, "-b", b] + theirs)
             for name, option, mine, theirs in [
                 ("intersect", "", [bed, "intersect", a, b], []),
                 ("intersect", " -wa -wb", [bed, "intersect", "-wa", "-wb", a, b], ["-wa", "-wb"]),
                 ("intersect", " --sorted", [bed, "intersect", "--sorted", a, b], ["-sorted"]),
                 ("count", "", [bed, "count", a, b], ["-c"]),
             ]]
    for name, mine, theirs in pairs:
        times = ([], [])
        for _ in range(ROUNDS):
            (ours, printed), (peer, expected) = run(mine), run(theirs)
            assert printed == expected, f"{name}: other output than bedtools"
            times[0].append(ours)
            times[1].append(peer)
        ours, peer = (1000 * statistics.median(list) for list in times)
        print(f"{name:<20} bed {ours:6.0f} ms   bedtools {peer:6.0f} ms   {len(expected.splitlines())} lines, the same bytes")
    print(f"load {os.getloadavg()[0]:.1f}")


main()
