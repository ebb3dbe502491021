"""A witness: the matrices that refute a property (or show one), with the value of the metric at each."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from steelyard.counts.answer import Answer, Row
from steelyard.lab.bounding.result import Matrix


@dataclass(frozen=True, slots=True)
class Scene(Answer):
    """One matrix of a witness: what it is, and what the metric says of it.

    Attributes
    ----------
    caption
        What the matrix is, in a few words: "as counted", "class 2 three times as large".
    matrix
        The counts; rows are truth.
    value
        The metric's value as a float; None if it is undefined there.
    exact
        The same as text, exact where it can be written: "2/3"; None if only the float is known.
    weights
        The relevance of each class, where it is not the same for all.
    """

    caption: str
    matrix: Matrix
    value: float | None
    exact: str | None
    weights: tuple[Fraction, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        weights = None if self.weights is None else [str(weight) for weight in self.weights]
        return {
            "caption": self.caption,
            "matrix": [list(row) for row in self.matrix],
            "value": self.value,
            "exact": self.exact,
            "weights": weights,
        }

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Scene:
        """Rebuild what `to_dict` returned."""
        weights = record["weights"]
        return cls(
            record["caption"],
            tuple(map(tuple, record["matrix"])),
            record["value"],
            record["exact"],
            None if weights is None else tuple(map(Fraction, weights)),
        )


@dataclass(frozen=True, slots=True)
class Witness(Answer):
    """Matrices that decide a property.

    Attributes
    ----------
    scenes
        The matrices with their values, in the order in which the sentence speaks of them.
    sentence
        What they show, in one sentence.
    confirmed
        Whether exact arithmetic decided it. If not, the values are floating-point numbers that differ by far more than
        rounding (the metric does more than arithmetic that can be recorded), or a bound or limit beside them was
        searched or extrapolated; the evidence says which.
    """

    scenes: tuple[Scene, ...]
    sentence: str
    confirmed: bool = True

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """The matrices alone."""
        return tuple(scene.matrix for scene in self.scenes)

    @property
    def values(self) -> tuple[float | None, ...]:
        """The metric's values alone."""
        return tuple(scene.value for scene in self.scenes)

    @property
    def items(self) -> int:
        """How many items the matrices hold together: the size that searches make small."""
        return sum(sum(map(sum, scene.matrix)) for scene in self.scenes)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        scenes = [scene.to_dict() for scene in self.scenes]
        return {"sentence": self.sentence, "confirmed": self.confirmed, "scenes": scenes}

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Witness:
        """Rebuild what `to_dict` returned."""
        return cls(tuple(map(Scene.from_dict, record["scenes"])), record["sentence"], record["confirmed"])

    def to_rows(self) -> list[Row]:
        """Return one row for each matrix."""
        return [scene.to_dict() for scene in self.scenes]
