"""A KPConv layer, by this project and by torch, on the same data, one thread, CPU time, medians of alternating runs.

Torch's layer is written as the reference implementations write it: rows of neighbours filled up with a point far away,
offsets, weights by linear influence, `matmul` of weights and gathered features, `matmul` with the kernel for each kernel
point, and their sum ("reference"). "one product" is the same with the last two steps as a single product of matrices.
"""

import os

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"

import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import torch
from scipy.spatial import cKDTree

RUNS = int(sys.argv[2]) if len(sys.argv) > 2 else 21
CHANNELS = (16, 64, 256)


def padded(rows, columns, points):
    """Returns pairs, sorted by their first number, as rows of equal width, padded with a point far away."""
    counts = torch.bincount(rows, minlength=points)
    starts = torch.cumsum(counts, 0) - counts
    lists = torch.full((points, int(counts.max())), points, dtype=torch.int64)
    lists[rows, torch.arange(len(rows)) - starts[rows]] = columns
    return lists


def ball_torch(points, radius):
    """Finds all pairs; rounding may add or drop a pair at the boundary."""
    squares = (points * points).sum(1)
    near = squares[:, None] + squares - 2 * points @ points.T <= radius * radius
    rows, columns = torch.nonzero(near, as_tuple=True)
    return padded(rows, columns, len(points))


def ball_tree(points, radius):
    """Searches with a k-d tree in C++, as in the reference implementations."""
    tree = cKDTree(points)
    lists = tree.query_ball_point(points, radius, return_sorted=False)
    counts = np.fromiter(map(len, lists), dtype=np.int64, count=len(lists))
    columns = torch.from_numpy(np.concatenate(lists).astype(np.int64))
    rows = torch.repeat_interleave(torch.arange(len(lists)), torch.from_numpy(counts))
    return padded(rows, columns, len(points))


def weighted(points, lists, features, kernel, sigma):
    """Returns the weighted features around each point and kernel point: [points, kernel points, channels]."""
    support = torch.cat((points, torch.full_like(points[:1], 1e6)))
    features = torch.cat((features, torch.zeros_like(features[:1])))
    offsets = support[lists] - points[:, None]
    squares = ((offsets[:, :, None] - kernel) ** 2).sum(-1)
    weights = torch.clamp(1 - torch.sqrt(squares) / sigma, min=0.0).transpose(1, 2)
    return torch.matmul(weights, features[lists])


def reference(points, lists, features, kernel, sigma, weights):
    by_kernel_point = weighted(points, lists, features, kernel, sigma).permute(1, 0, 2)
    return torch.matmul(by_kernel_point, weights).sum(0)


def one_product(points, lists, features, kernel, sigma, weights):
    rows = weighted(points, lists, features, kernel, sigma)
    return rows.reshape(len(points), -1) @ weights.reshape(-1, weights.shape[2])


def timed(function, *arguments):
    start = time.process_time()
    function(*arguments)
    return (time.process_time() - start) * 1e3


def main():
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    with tempfile.TemporaryDirectory() as folder:
        ours = subprocess.Popen([sys.argv[1], folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def ask(command):
            ours.stdin.write(command + "\n")
            ours.stdin.flush()
            return float(ours.stdout.readline())

        average = float(ours.stdout.readline().split()[1])

        def read(name, *shape):
            numbers = np.fromfile(f"{folder}/{name}.f32", dtype="<f4")
            return torch.from_numpy(numbers.reshape(shape) if shape else numbers)

        points, kernel = read("points", -1, 3), read("kernel", -1, 3)
        radius, sigma = read("lengths").tolist()
        lists = ball_tree(points, radius)
        print(f"{len(points)} points, {average:.2f} neighbours on average, {lists.shape[1]} at most, K = {len(kernel)}")
        print(f"torch {torch.__version__}, load {os.getloadavg()[0]:.1f}, medians of {RUNS} runs, CPU ms")
        print(f"{'':>4} {'layer, given neighbours':^37} | {'with the search':^37} | {'search':^26} | difference")
        print(f"{'C':>4} {'reference':>12} {'one product':>12} {'unite':>11} | {'reference':>12} {'one product':>12}"
              f" {'unite':>11} | {'torch':>8} {'k-d':>8} {'unite':>8} |")
        for channels in CHANNELS:
            weights = read(f"weights_{channels}", len(kernel), channels, channels)
            features = read(f"features_{channels}", -1, channels)
            expected = reference(points, lists, features, kernel, sigma, weights)
            ask(f"write {channels}")
            out = read(f"out_{channels}", -1, channels)
            difference = float((out - expected).abs().max() / expected.abs().max())
            assert difference < 1e-4, f"C = {channels}: the results differ by {difference}"
            arguments = (points, lists, features, kernel, sigma, weights)
            kinds = {
                "reference": lambda: timed(reference, *arguments),
                "one": lambda: timed(one_product, *arguments),
                "given": lambda: ask(f"given {channels}"),
                "search": lambda: ask(f"search {channels}"),
                "torch": lambda: timed(ball_torch, points, radius),
                "tree": lambda: timed(ball_tree, points, radius),
                "ball": lambda: ask(f"ball {channels}"),
            }
            times = {name: [] for name in kinds}
            for _ in range(RUNS):
                for name, run in kinds.items():
                    times[name].append(run())
            ms = {name: statistics.median(list[1:] if len(list) > 2 else list) for name, list in times.items()}
            ball = min(ms["torch"], ms["tree"])
            print(f"{channels:>4} {ms['reference']:>12.2f} {ms['one']:>12.2f} {ms['given']:>11.2f} |"
                  f" {ms['reference'] + ball:>12.2f} {ms['one'] + ball:>12.2f} {ms['search']:>11.2f} |"
                  f" {ms['torch']:>8.2f} {ms['tree']:>8.2f} {ms['ball']:>8.2f} | {difference:.1e}")
        ours.stdin.close()
        ours.wait()


main()
