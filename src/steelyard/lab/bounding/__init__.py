"""How low and how high a metric can go: for given class sizes, or over all of them, with the matrix that does it."""

from steelyard.lab.bounding.bounds import bounds
from steelyard.lab.bounding.result import Bounds, End, Matrix

__all__ = ["Bounds", "End", "Matrix", "bounds"]
