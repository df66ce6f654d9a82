"""The convolutions of KPConv's network for ModelNet40, layer by layer: torch."""

import pathlib
import tempfile

import numpy
import torch
from scipy.spatial import cKDTree

from turns import Ours, head, in_turns, mean, row, timed

TITLE = "Convolutions over points (KPConv)"
PACKAGES = ["torch", "scipy", "numpy"]
KERNEL_POINTS = 15
# The cell of the first layer; it doubles at each level with fewer points. A radius is 2.5 cells, an influence 1.2
# cells.
CELL = 0.02
SAMPLED = 10_000
FAR = 1e6

# (level of the points, channels in, channels out, True if the queries are the points of the next level).
LAYERS = [
    (0, 1, 32, False),
    (0, 16, 16, False), (0, 16, 16, True),
    (1, 32, 32, False), (1, 32, 32, False), (1, 32, 32, True),
    (2, 64, 64, False), (2, 64, 64, False), (2, 64, 64, True),
    (3, 128, 128, False), (3, 128, 128, False), (3, 128, 128, True),
    (4, 256, 256, False), (4, 256, 256, False),
]


def table(random):
    """Returns points on the surface of a table, in a ball of radius 1: a board and four legs."""
    legs = [((x, y, -0.32), (0.1, 0.1, 0.7)) for x in (-0.7, 0.7) for y in (-0.4, 0.4)]
    boxes = [((0.0, 0.0, 0.05), (1.6, 1.0, 0.08)), *legs]
    faces = []
    for center, size in boxes:
        for axis in range(3):
            area = numpy.prod([size[other] for other in range(3) if other != axis])
            faces += [(area, axis, side, numpy.array(center), numpy.array(size)) for side in (-0.5, 0.5)]
    areas = numpy.array([face[0] for face in faces])
    points = []
    for number in random.choice(len(faces), SAMPLED, p=areas / areas.sum()):
        _, axis, side, center, size = faces[number]
        place = random.uniform(-0.5, 0.5, 3)
        place[axis] = side
        points.append(center + place * size)
    points = numpy.array(points)
    points -= points.mean(0)
    return points / numpy.linalg.norm(points, axis=1).max()


def thinned(points, cell):
    """Returns the mean of the points of each cell of a grid."""
    _, number, count = numpy.unique(numpy.floor(points / cell), axis=0, return_inverse=True, return_counts=True)
    sums = numpy.zeros((len(count), 3))
    numpy.add.at(sums, number.ravel(), points)
    return sums / count[:, None]


def kernel(radius):
    """Returns the centre, and points evenly spread over a sphere around it."""
    shell = KERNEL_POINTS - 1
    height = 1 - (2 * numpy.arange(shell) + 1) / shell
    angle = numpy.pi * (3 - numpy.sqrt(5)) * numpy.arange(shell)
    ring = numpy.sqrt(1 - height**2)
    on_shell = numpy.stack([ring * numpy.cos(angle), ring * numpy.sin(angle), height], axis=1)
    return numpy.concatenate([numpy.zeros((1, 3)), 0.66 * radius * on_shell]).astype(numpy.float32)


def search(queries, support, radius):
    """Returns rows of neighbours of equal width, padded with the number of a point far away."""
    lists = cKDTree(support).query_ball_point(queries, radius, return_sorted=True)
    rows = numpy.full((len(lists), max(map(len, lists))), len(support))
    for row, list in zip(rows, lists):
        row[: len(list)] = list
    return rows


class Layer:
    """A layer, its input, and torch's implementation of it."""

    def __init__(self, number, levels, random):
        level, cin, cout, strided = LAYERS[number]
        self.support, self.queries = levels[level], levels[level + strided]
        cell = CELL * 2**level
        self.radius, self.sigma = 2.5 * cell, 1.2 * cell
        self.rows = search(self.queries, self.support, self.radius)
        self.kernel = kernel(self.radius)
        self.weights = random.normal(0, cin**-0.5, (KERNEL_POINTS, cin, cout)).astype(numpy.float32)
        self.features = random.uniform(-1, 1, (len(self.support), cin)).astype(numpy.float32)
        self.name = f"{number + 1}"
        self.shape = f"{len(self.support)} to {len(self.queries)}"
        self.channels = f"{cin} to {cout}"
        self.neighbours = (self.rows < len(self.support)).sum(1)
        names = ("queries", "support", "rows", "kernel", "weights", "features")
        # The reference implementations cut off one list in ten.
        self.usual = int(numpy.quantile(self.neighbours, 0.9))
        self.tensors = {name: torch.from_numpy(getattr(self, name)) for name in names}

    def write(self, number, folder):
        for name in ("queries", "support", "kernel", "weights", "features"):
            getattr(self, name).tofile(folder / f"{name}_{number}.f32")
        self.rows.astype(numpy.int64).tofile(folder / f"rows_{number}.i64")
        return [*self.weights.shape[1:], self.rows.shape[1]], [self.radius, self.sigma]

    def weighted(self, rows):
        """Returns the weighted features around each query and kernel point."""
        t = self.tensors
        support = torch.cat((t["support"], torch.full((1, 3), FAR)))
        features = torch.cat((t["features"], torch.zeros_like(t["features"][:1])))
        offsets = support[rows] - t["queries"][:, None]
        squares = ((offsets[:, :, None] - t["kernel"]) ** 2).sum(-1)
        influence = torch.clamp(1 - torch.sqrt(squares) / self.sigma, min=0.0).transpose(1, 2)
        return torch.matmul(influence, features[rows])

    def reference(self):
        """Follows the reference implementations: a product for each kernel point, and their sum."""
        return torch.matmul(self.weighted(self.tensors["rows"]).permute(1, 0, 2), self.tensors["weights"]).sum(0)

    def one_product(self, width=None):
        """Multiplies all kernel points in a single product; rows may be cut off."""
        weights = self.tensors["weights"]
        rows = self.weighted(self.tensors["rows"][:, :width])
        return rows.reshape(len(rows), -1) @ weights.reshape(-1, weights.shape[2])


def run(arguments):
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    random = numpy.random.default_rng(3)
    points = table(random)
    levels = []
    for level in range(5):
        points = thinned(points, CELL * 2**level)
        levels.append(points.astype(numpy.float32))
    made = [Layer(number, levels, random) for number in range(len(LAYERS))]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shapes, lengths = zip(*(layer.write(number, folder) for number, layer in enumerate(made)))
        numpy.array(shapes, numpy.int32).tofile(folder / "shapes.i32")
        numpy.array(lengths, numpy.float32).tofile(folder / "lengths.f32")
        ours = Ours(arguments.program, "layers", folder)
        head("layer", "points", "neighbours, at most", "channels", "reference", "one product", "cut off", "unite",
             "best / unite", "k-d tree", "unite, with its search", "best with tree / unite")
        ratios = []
        for number, layer in enumerate(made):
            ours.ask(f"write {number}")
            own = torch.from_numpy(numpy.fromfile(folder / "out.f32", numpy.float32)).reshape(len(layer.queries), -1)
            for expected in (layer.reference(), layer.one_product()):
                error = float((own - expected).abs().max() / expected.abs().max())
                assert error < 1e-4, f"layer {layer.name}: the results differ by {error}"
            ms = in_turns({
                "reference": lambda _: timed(layer.reference)[0],
                "one": lambda _: timed(layer.one_product)[0],
                "cut": lambda _: timed(lambda: layer.one_product(layer.usual))[0],
                "unite": lambda _: ours.ask(f"given {number}")[0],
                "tree": lambda _: timed(lambda: search(layer.queries, layer.support, layer.radius))[0],
                "searched": lambda _: ours.ask(f"search {number}")[0],
            }, 3 * arguments.rounds)
            best = min(ms["reference"], ms["one"], ms["cut"])
            ratios.append(best / ms["unite"])
            row(layer.name, layer.shape, f"{layer.neighbours.mean():.1f}, {layer.neighbours.max()}", layer.channels,
                f"{ms['reference']:.2f}", f"{ms['one']:.2f}", f"{ms['cut']:.2f}", f"{ms['unite']:.2f}", f"{ratios[-1]:.1f}",
                f"{ms['tree']:.2f}", f"{ms['searched']:.2f}", f"{(best + ms['tree']) / ms['searched']:.1f}")
        print(f"\nGeometric mean of best / unite: layers 1 to 6 {mean(ratios[:6]):.1f}, from 7 on {mean(ratios[6:]):.1f}.")
        ours.end()
