"""Kernels of sparse tensors by scipy, and by the package `sparse` if it is there.

Reads operands from a folder, and from standard input the names of kernels, `scipy spmv`; answers each with its seconds
of CPU time and the sum of its result, or with `none`. `main.rs` starts it.
"""

import pathlib
import sys
import time

import numpy
import scipy.sparse

try:
    import sparse
except ImportError:
    sparse = None

folder, rank = pathlib.Path(sys.argv[1]), int(sys.argv[2])


def read(name, kind="f8"):
    return numpy.fromfile(folder / name, "<" + kind)


def rows(name):
    pointers = read(f"{name}.pointers", "i8")
    shape = (len(pointers) - 1,) * 2
    return scipy.sparse.csr_matrix((read(f"{name}.values"), read(f"{name}.columns", "i8"), pointers), shape=shape)


m, s, x = rows("m"), rows("s"), read("x")
a, b = (read(name).reshape(-1, rank) for name in "ab")
places, values = read("t.places", "i8").reshape(-1, 3), read("t.values")
entries = s.tocoo()
starts = numpy.flatnonzero(numpy.diff(places[:, 0], prepend=-1))


def sorted_product():
    product = s @ s
    product.sort_indices()
    return product


def sddmm():
    return entries.data * numpy.einsum("nk,nk->n", a[entries.row], b[entries.col])


def mttkrp():
    terms = values[:, None] * a[places[:, 1]] * b[places[:, 2]]
    return numpy.add.reduceat(terms, starts, axis=0)


kernels = {
    "scipy spmv": lambda: m @ x,
    "scipy spgemm": lambda: s @ s,
    "scipy, sorted spgemm": sorted_product,
    "scipy spmm": lambda: s @ b,
    "scipy sddmm": sddmm,
    "scipy mttkrp": mttkrp,
}
if sparse is not None:
    sparse_m, sparse_s = sparse.GCXS.from_scipy_sparse(m), sparse.GCXS.from_scipy_sparse(s)
    kernels["sparse spmv"] = lambda: sparse_m @ x
    kernels["sparse spmm"] = lambda: sparse_s @ b
    kernels["sparse spgemm"] = lambda: sparse_s @ sparse_s

for line in sys.stdin:
    kernel = kernels.get(line.strip())
    if kernel is None:
        print("none", flush=True)
        continue
    start = time.process_time()
    result = kernel()
    seconds = time.process_time() - start
    print(seconds, float(result.sum()), flush=True)
