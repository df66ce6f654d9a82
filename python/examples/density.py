"""Draws how many points lie near each pixel, as a JPEG file: `python density.py [OUT]`."""

import sys

import numpy as np

from unite import jpeg
from unite.points import RadiusIndex

ROWS, COLUMNS, RADIUS = 320, 640, 0.012

# Two arms of a spiral, seen from the side, around a bright middle.
rng = np.random.default_rng(7)
turn = rng.exponential(1.6, 60_000)
angle = turn * 1.8 + np.pi * rng.integers(0, 2, turn.size)
arms = 0.1 * turn[:, None] * np.stack([np.cos(angle), 0.45 * np.sin(angle)], axis=1)
points = np.concatenate([arms, rng.normal(0, (0.03, 0.02), (20_000, 2))]) + rng.normal(0, 0.01, (80_000, 2))
points += (0.5, 0.25)

y, x = np.mgrid[0:ROWS, 0:COLUMNS]
pixels = np.stack([x.ravel() / COLUMNS, y.ravel() / COLUMNS], axis=1)
near = RadiusIndex(points).count(pixels, RADIUS).reshape(ROWS, COLUMNS)

brightness = np.log1p(near) / np.log1p(near.max())
colours = np.stack([brightness**0.6, brightness**1.5, 0.3 * brightness + 0.7 * brightness**4], axis=-1)
with open(sys.argv[1] if len(sys.argv) > 1 else "density.jpg", "wb") as file:
    file.write(jpeg.encode((255 * colours).astype(np.uint8), quality=80, optimize=True))
