"""The optimal costs of opt_einsum. A line of the input: `ab,bc->ac 2x3 3x2`.

A step costs the places of all its labels, twice where it sums: `opt_einsum.helpers.flop_count` of two operands.
"""

import sys

import opt_einsum

for line in sys.stdin:
    formula, *shapes = line.split()
    shapes = [tuple(map(int, shape.split("x"))) for shape in shapes]
    path, info = opt_einsum.contract_path(formula, *shapes, shapes=True, optimize="optimal")
    print(int(info.opt_cost))
