"""What the networks answered, from what was kept of the parts: reviews, truth and answers, seed by seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import Confusion
from steelyard_papers.experiments.experiment import Result
from steelyard_papers.experiments.sentiment.criteria import ARCHITECTURES, CRITERIA, WAYS, Way, class_sizes
from steelyard_papers.experiments.sentiment.reviews import STARS
from steelyard_papers.type_names import Floats


@dataclass(frozen=True)
class Answered:
    """All that is kept of a run.

    Attributes
    ----------
    by_model
        The results of each architecture and way to train, by seed.
    """

    by_model: Mapping[tuple[str, Way], Mapping[int, Result]]

    @classmethod
    def of(cls, results: Iterable[Result]) -> Answered:
        """Sort results by architecture, way and seed, in the order of the paper."""
        listed = list(results)
        found: dict[tuple[str, Way], dict[int, Result]] = {}
        for architecture in ARCHITECTURES:
            for way in WAYS:
                mine = {
                    int(result["seed"]): result
                    for result in listed
                    if (result["architecture"], result["training"], result["per"])
                    == (architecture, way.training, way.per)
                }
                if mine:
                    found[architecture, way] = dict(sorted(mine.items()))
        return cls(found)

    @property
    def any(self) -> Result:
        """Some result, for what they all have in common."""
        return next(iter(next(iter(self.by_model.values())).values()))

    @cached_property
    def sizes(self) -> Confusion:
        """The classes and how many of all reviews each has."""
        return class_sizes(self.any["sizes"])

    @cached_property
    def weights(self) -> dict[str, Floats]:
        """The weights of the classes by each criterion, fixed on all reviews, so that all seeds compare."""
        return {name: importance.weights(self.sizes) for name, importance in CRITERIA.items()}

    @property
    def architectures(self) -> list[str]:
        """Those there are, in the order of the paper."""
        return list(dict.fromkeys(architecture for architecture, _ in self.by_model))

    @property
    def seeds(self) -> list[int]:
        """Those of which there is a result."""
        return sorted({seed for by_seed in self.by_model.values() for seed in by_seed})

    def together(self, models: Mapping[str, tuple[str, Way]]) -> Together | None:
        """Return models on the same reviews: those of the seeds that all of them have; None if there are none."""
        results = {name: self.by_model.get(key, {}) for name, key in models.items()}
        shared = [seed for seed in self.seeds if all(seed in by_seed for by_seed in results.values())]
        if not shared or len(models) < 2:
            return None
        first = next(iter(results.values()))
        return Together(
            truth=_joined(first, shared, "truth"),
            item=_joined(first, shared, "item"),
            seed=np.repeat(shared, [len(first[seed]["truth"]) for seed in shared]),
            answers={name: _joined(by_seed, shared, "answer") for name, by_seed in results.items()},
            test_share=float(self.any["test_share"]),
        )


@dataclass(frozen=True)
class Together:
    """Several models on the same reviews, one entry per review and seed."""

    truth: NDArray[np.int64]
    item: NDArray[np.int64]
    seed: NDArray[np.int64]
    answers: Mapping[str, NDArray[np.int64]]
    test_share: float


def tested(result: Result) -> Confusion:
    """Return the counts of a network on the reviews that it never saw."""
    return Confusion.from_labels(result["truth"], result["answer"], labels=STARS)


def majority_share(result: Result) -> float:
    """Return the share of the tested reviews that got the answer 5, whatever they deserve."""
    cm = tested(result)
    return float(cm.predicted[-1] / cm.total)


def _joined(by_seed: Mapping[int, Any], seeds: Iterable[int], name: str) -> NDArray[np.int64]:
    return np.concatenate([np.asarray(by_seed[seed][name], dtype=np.int64) for seed in seeds])
