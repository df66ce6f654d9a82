"""Trilinear interpolation along the rays of a picture: a gather in torch, and its `grid_sample`."""

import pathlib
import tempfile

import numpy
import torch

from turns import Ours, head, in_turns, mean, row, timed

TITLE = "Trilinear interpolation"
PACKAGES = ["torch", "numpy"]
CHANNELS = 28
PICTURE = 256
# The number of rays sampled at a time: rows of the picture.
STRIPE = 16 * PICTURE
SAMPLES = 64
FULL = 0.05
# Positions are multiples of this, so that torch's coordinates, from -1 to 1, are exact in f32.
QUANTUM = 2.0**-10


def full_voxels(size, pattern, random):
    """Returns the positions of 5 % of the voxels: anywhere, or in the shell of a ball."""
    count = int(FULL * size**3)
    if pattern == "anywhere":
        flat = numpy.sort(random.choice(size**3, count, replace=False))
    else:
        axis = (numpy.arange(size) - (size - 1) / 2) / size
        squares = axis[:, None, None] ** 2 + axis[:, None] ** 2 + axis**2
        distance = numpy.abs(numpy.sqrt(squares) - 0.35).ravel()
        flat = numpy.sort(numpy.argpartition(distance, count)[:count])
    return numpy.stack(numpy.unravel_index(flat, (size,) * 3), axis=1).astype(numpy.int32)


def camera(size):
    """Returns a ray for each pixel of a picture of the cube from outside: its entry point and step."""
    center = numpy.full(3, (size - 1) / 2)
    eye = center + size * numpy.array([1.1, 0.9, 0.7])
    ahead = (center - eye) / numpy.linalg.norm(center - eye)
    right = numpy.cross(ahead, [0.0, 0.0, 1.0])
    right /= numpy.linalg.norm(right)
    up = numpy.cross(right, ahead)
    # The angle is narrow enough that all rays meet the cube.
    across = (numpy.arange(PICTURE) + 0.5 - PICTURE / 2) / PICTURE * 0.5
    directions = ahead + across[:, None, None] * up + across[:, None] * right
    directions = directions.reshape(-1, 3)
    # Half a voxel inside of the outermost voxels, so that rounding does not lead outside.
    ends = (numpy.array([0.5, size - 1.5])[:, None, None] - eye) / directions
    enter, leave = ends.min(0).max(1), ends.max(0).min(1)
    assert (enter < leave).all(), "a ray misses the cube"
    step = (leave - enter)[:, None] * directions / SAMPLES
    rounded = lambda places: (numpy.round(places / QUANTUM) * QUANTUM).astype(numpy.float32)
    return rounded(eye + enter[:, None] * directions), rounded(step)


class Gather:
    """A grid of row numbers, and rows of channels: eight rows are gathered, and interpolated axis by axis."""

    def __init__(self, size, voxels, values):
        links = torch.zeros((size + 1,) * 3, dtype=torch.int64)
        links[tuple(torch.from_numpy(voxels.T.astype(numpy.int64)))] = torch.arange(1, len(voxels) + 1)
        self.links, self.strides = links.ravel(), ((size + 1) ** 2, size + 1, 1)
        self.rows = torch.cat((torch.zeros((1, CHANNELS)), torch.from_numpy(values)))

    def sample(self, places):
        low = places.floor()
        x, y, z = (places - low)[:, :, None].unbind(1)
        first = (low.long() * torch.tensor(self.strides)).sum(1)
        row = lambda i, j, k: self.rows[self.links[first + i * self.strides[0] + j * self.strides[1] + k]]
        between = lambda a, b, f: a * (1 - f) + b * f
        line = lambda i, j: between(row(i, j, 0), row(i, j, 1), z)
        plane = lambda i: between(line(i, 0), line(i, 1), y)
        return between(plane(0), plane(1), x)


def grid_sample(volume, places):
    """Samples the dense volume; all samples of a channel are contiguous."""
    return torch.nn.functional.grid_sample(volume, places[None, None, None], align_corners=False)[0, :, 0, 0].T


def compare(size, pattern, arguments):
    random = numpy.random.default_rng(size)
    voxels = full_voxels(size, pattern, random)
    values = random.uniform(-1, 1, (len(voxels), CHANNELS)).astype(numpy.float32)
    origin, step = camera(size)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        numpy.array([size, CHANNELS, STRIPE, SAMPLES], numpy.int32).tofile(folder / "sizes.i32")
        voxels.tofile(folder / "places.i32")
        values.tofile(folder / "values.f32")
        numpy.concatenate([origin, step], axis=1).tofile(folder / "rays.f32")
        ours = Ours(arguments.program, "rays", folder)
        gather = Gather(size, voxels, values)
        volume = torch.zeros((1, size, size, size, CHANNELS))
        volume[0][tuple(torch.from_numpy(voxels.T.astype(numpy.int64)))] = torch.from_numpy(values)
        volume = volume.permute(0, 4, 1, 2, 3)
        totals = {}
        for stripe in range(len(origin) // STRIPE):
            rays = slice(stripe * STRIPE, (stripe + 1) * STRIPE)
            along = numpy.arange(SAMPLES, dtype=numpy.float32)[:, None] * step[rays, None]
            places = (origin[rays, None] + along).reshape(-1, 3)
            # Our x, y, z are torch's depth, height and width; voxel n has its centre at (2n + 1) / size - 1.
            scaled = torch.from_numpy(((2 * places[:, ::-1] + 1) / size - 1).astype(numpy.float32))
            places = torch.from_numpy(places)
            medians = in_turns({
                "unite": lambda _: ours.ask(f"stripe {stripe}")[0],
                "loops!": lambda _: ours.ask(f"loops {stripe}")[0],
                "gather": lambda _: timed(lambda: gather.sample(places))[0],
                "grid_sample": lambda _: timed(lambda: grid_sample(volume, scaled))[0],
            }, arguments.rounds)
            for name, ms in medians.items():
                totals[name] = totals.get(name, 0.0) + ms
            ours.ask("write")
            own = torch.from_numpy(numpy.fromfile(folder / "out.f32", numpy.float32).reshape(-1, CHANNELS))
            for theirs in (gather.sample(places), grid_sample(volume, scaled)):
                error = float((own - theirs).abs().max())
                assert error <= 1e-5, f"{size}^3, {pattern}, stripe {stripe}: the results differ by {error}"
        ours.end()
    ratios = [totals[name] / totals["unite"] for name in ("gather", "grid_sample")]
    program = totals["gather"] / totals["loops!"]
    row(f"{size}^3, {pattern}", *(f"{totals[name]:.0f}" for name in totals), *(f"{ratio:.1f}" for ratio in ratios), f"{program:.1f}")
    return [*ratios, program]


def run(arguments):
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    print(f"A picture of {PICTURE} x {PICTURE} rays of {SAMPLES} samples, {CHANNELS} channels, {100 * FULL:.0f} % of the"
          " voxels full; CPU ms.\n")
    head("", "unite", "loops!", "gather", "grid_sample", "gather / unite", "grid_sample / unite", "gather / loops!")
    ratios = [compare(size, pattern, arguments) for size in arguments.sizes for pattern in ("anywhere", "shell")]
    gather, sample, program = (mean(list) for list in zip(*ratios))
    print(f"\nGeometric means: gather / unite {gather:.1f}, grid_sample / unite {sample:.1f}, gather /"
          f" loops! {program:.1f}.")
