"""Nanoseconds of CPU time a call of numpy.einsum: the median of rounds. A line of the input: `f32 ij,jk->ik 2x3 3x2`."""

import statistics
import sys
import time

import numpy

for line in sys.stdin:
    kind, formula, *shapes = line.split()
    random = numpy.random.default_rng(1)
    shapes = [tuple(map(int, shape.split("x"))) for shape in shapes]
    operands = [random.uniform(-1, 1, shape).astype(kind.replace("f32", "f4").replace("f64", "f8")) for shape in shapes]
    result = numpy.einsum(formula, *operands)
    rounds = []
    for _ in range(21):
        start = time.process_time_ns()
        for _ in range(500):
            numpy.einsum(formula, *operands, out=result)
        rounds.append((time.process_time_ns() - start) / 500)
    print(statistics.median(rounds[1:]))
