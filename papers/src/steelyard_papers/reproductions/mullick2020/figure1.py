"""Figure 1: the two types of distortion as grids. A schematic in the paper; here drawn with two real metrics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard_papers.type_names import Floats

QUALITIES = ("very poor", "poor", "moderate", "good", "very good")
BEHAVIOURS = ("well behaved", "moderately behaved", "ill behaved")
RRT = (1, 3, 10)
CLASSES = (2, 4, 10)
"""How ill-behaved data are in our version: so many times as many items of the majority, or so many classes."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """What an index says about classifiers of several qualities on data of several behaviours.

    Attributes
    ----------
    title
        The type of distortion.
    index
        The metric whose law it follows.
    qualities, behaviours
        The classifiers and the data, in words.
    settings
        What each behaviour means, in words.
    ideal
        The index as it should be, one value per quality.
    values
        The index as it is, of shape (qualities, behaviours).
    low, high
        Its bounds, one per behaviour.
    """

    title: str
    index: str
    qualities: tuple[str, ...]
    behaviours: tuple[str, ...]
    settings: tuple[str, ...]
    ideal: Floats
    values: Floats
    low: Floats
    high: Floats


def ideal() -> Floats:
    """Return five qualities, evenly spaced."""
    return np.array([0.1, 0.3, 0.5, 0.7, 0.9])


def type_1() -> Grid:
    """Return the grid that is warped within its range, by precision's own law.

    A precision of v at RRT 1 means FPR/TPR = 1/v − 1; at RRT r it is 1/(1 + r·FPR/TPR).
    """
    return _grid("Type 1: warped within its range", "Precision", RRT, "RRT {}", lambda v, r: v / (v + r * (1 - v)))


def type_2() -> Grid:
    """Return the grid whose range shrinks from below, by AUROC-OVO's own law (eq. 15).

    Its lower bound is (C − 2)/(2(C − 1)), and an ACSA of v gives a value that far between the bound and 1.
    """

    def law(v: Any, C: int) -> Any:
        low = (C - 2) / (2 * (C - 1))
        return low + (1 - low) * v

    return _grid("Type 2: the range shrinks", "AUROC-OVO", CLASSES, "{} classes", law)


def _grid(title: str, index: str, settings: tuple[int, ...], words: str, law: Callable[[Any, int], Any]) -> Grid:
    qualities = ideal()
    return Grid(
        title=title,
        index=index,
        qualities=QUALITIES,
        behaviours=BEHAVIOURS,
        settings=tuple(words.format(setting) for setting in settings),
        ideal=qualities,
        values=np.stack([law(qualities, setting) for setting in settings], axis=-1),
        low=np.array([law(0.0, setting) for setting in settings]),
        high=np.array([law(1.0, setting) for setting in settings]),
    )
