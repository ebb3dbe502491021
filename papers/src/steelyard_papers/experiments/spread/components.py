"""Principal components of images: what describes them where no network can be trained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Components:
    """The directions in which images differ most.

    Attributes
    ----------
    middle
        The mean image, as one row of pixels.
    directions
        One row per component, the widest first; the largest entry of each is positive.
    share
        Of the variance, how much lies in these directions.
    """

    middle: NDArray[np.float64]
    directions: NDArray[np.float64]
    share: float

    @classmethod
    def of(cls, pixels: NDArray[np.uint8], number: int) -> Self:
        """Return so many components of images (N, height, width), or as many as there are pixels or images."""
        flat = _flat(pixels)
        middle = flat.mean(axis=0)
        _, spread, directions = np.linalg.svd(flat - middle, full_matrices=False)
        directions = directions[:number]
        largest = np.take_along_axis(directions, np.abs(directions).argmax(axis=1)[:, None], axis=1)
        variances = spread**2
        return cls(middle, directions * np.sign(largest), float(variances[:number].sum() / variances.sum()))

    def read(self, pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the images' places along each direction."""
        return ((_flat(pixels) - self.middle) @ self.directions.T).astype(np.float32)


def _flat(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    return pixels.reshape(len(pixels), -1) / 255
