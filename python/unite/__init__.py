"""Encoders, intervals and points, from numpy arrays.

===================== ==========================================================
``unite.jpeg``        JPEG files: baseline and lossless
``unite.h264``        H.264 streams, and the joining of their parts
``unite.intervals``   which intervals overlap, how many, and the nearest
``unite.points``      points within a radius or a box, the nearest, samples of
                      voxels, convolutions over points
===================== ==========================================================

Arrays that are C-contiguous are read where they lie, and other ones are copied.
They must not be changed by another thread during a call. An array of another
shape or type than a function takes is a ``ValueError`` that says what was
expected. Other threads run while a call works.
"""

from . import h264, intervals, jpeg, points
from ._unite import __version__

__all__ = ["__version__", "h264", "intervals", "jpeg", "points"]
