"""Trilinear sampling of sparse voxel grids by this library and by torch's channels-last `grid_sample`.

One thread each, CPU time, the two in turns, medians. See README.md.
"""

import argparse
import pathlib
import statistics
import subprocess
import tempfile
import time

import numpy
import torch

CHANNELS = 28
SAMPLES = 1_000_000
RAYS = 4000
FULL = 0.05
# Positions are multiples of this, so that torch's coordinates, from -1 to 1, are exact in f32.
QUANTUM = 2.0**-10


def full_voxels(size, pattern, random):
    """Returns the positions of 5 % of the voxels: anywhere, or in the shell of a ball."""
    if pattern == "anywhere":
        flat = random.choice(size**3, int(FULL * size**3), replace=False)
        flat.sort()
        return numpy.stack(numpy.unravel_index(flat, (size,) * 3), axis=1).astype(numpy.int32)
    axis = (numpy.arange(size) - (size - 1) / 2) / size
    radius = numpy.sqrt(axis[:, None, None] ** 2 + axis[None, :, None] ** 2 + axis[None, None, :] ** 2)
    distance = numpy.abs(radius - 0.35)
    limit = numpy.partition(distance.ravel(), int(FULL * size**3))[int(FULL * size**3)]
    return numpy.argwhere(distance < limit).astype(numpy.int32)


def rounded(places):
    return (numpy.round(places / QUANTUM) * QUANTUM).astype(numpy.float32)


def samples(size, random):
    """Returns random points, and rays from a random point of one face to a random point of the opposite one."""
    points = rounded(random.uniform(0, size - 1, (SAMPLES, 3)))
    count = SAMPLES // RAYS
    ends = random.uniform(0, size - 1, (RAYS, 2, 3))
    axis = random.integers(0, 3, RAYS)
    ends[numpy.arange(RAYS), 0, axis] = 0
    ends[numpy.arange(RAYS), 1, axis] = size - 1
    origin, step = rounded(ends[:, 0]), rounded((ends[:, 1] - ends[:, 0]) / count)
    along = origin[:, None] + numpy.arange(count, dtype=numpy.float32)[None, :, None] * step[:, None]
    return points, numpy.stack([origin, step], axis=1), along.reshape(-1, 3)


def torch_places(points, size):
    """Our x, y, z are torch's depth, height and width; with align_corners=False voxel n is centred at (2n + 1)/size - 1."""
    return torch.from_numpy(((2 * points[:, ::-1] + 1) / size - 1).astype(numpy.float32))[None, None, None]


class Ours:
    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, task):
        self.process.stdin.write(task + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def torch_run(volume, places):
    start = time.process_time()
    out = torch.nn.functional.grid_sample(volume, places, align_corners=False)
    return 1e3 * (time.process_time() - start), out


def measure(size, pattern, rounds, program, with_torch):
    random = numpy.random.default_rng(size)
    voxels = full_voxels(size, pattern, random)
    values = random.uniform(-1, 1, (len(voxels), CHANNELS)).astype(numpy.float32)
    points, rays, along = samples(size, random)
    print(f"{size}^3, full voxels {pattern}: {len(voxels)}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        numpy.array([size], numpy.int32).tofile(folder / "size.i32")
        voxels.tofile(folder / "places.i32")
        values.tofile(folder / "values.f32")
        points.tofile(folder / "points.f32")
        rays.tofile(folder / "rays.f32")
        ours = Ours(program, folder)
        tasks = {"random": points, "rays": along}
        if with_torch:
            start = time.process_time()
            volume = torch.zeros((1, size, size, size, CHANNELS))
            volume[0][tuple(torch.from_numpy(voxels.T.astype(numpy.int64)))] = torch.from_numpy(values)
            volume = volume.permute(0, 4, 1, 2, 3)
            print(f"  build                          torch {1e3 * (time.process_time() - start):8.1f} ms (dense)")
        for task, places in tasks.items():
            theirs = torch_places(places, size)
            own, torchs = [], []
            for n in range(rounds):
                own.append(ours.run(task))
                if with_torch:
                    milliseconds, out = torch_run(volume, theirs)
                    torchs.append(milliseconds)
            line = f"  {task:30s} ours  {statistics.median(own):8.1f} ms"
            if with_torch:
                ours.run(f"write {folder / 'out.f32'}")
                sampled = numpy.fromfile(folder / "out.f32", numpy.float32).reshape(-1, CHANNELS)
                error = numpy.abs(sampled - out[0, :, 0, 0].T.numpy()).max()
                assert sampled.any(), "all samples are zero"
                assert error <= 1e-5, f"the results differ by {error}"
                line += f"   torch {statistics.median(torchs):8.1f} ms   largest difference {error:.1e}"
            print(line, flush=True)
        others = ["build", "random, channels at run time", "gradient of places", "gradient of voxels"]
        for task in [*others, "loops, 10000 samples"]:
            own = statistics.median(ours.run(task) for _ in range(rounds))
            print(f"  {task:30s} ours  {own:8.1f} ms", flush=True)
        ours.process.stdin.close()
        ours.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the peers-volume that cargo built")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--sizes", type=int, nargs="+", default=[128, 256])
    parser.add_argument("--patterns", nargs="+", default=["anywhere", "shell"])
    parser.add_argument("--no-torch", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    for size in arguments.sizes:
        for pattern in arguments.patterns:
            measure(size, pattern, arguments.rounds, arguments.program, not arguments.no_torch)


if __name__ == "__main__":
    main()
