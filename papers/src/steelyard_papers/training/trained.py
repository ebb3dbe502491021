"""The result of the training experiment: every way to train, tested under every criterion."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.extending import Answer, Item, Listing, Sentence, Sheet, plain_values, some
from steelyard.importance import Importance

PLAIN = "plain"
"""How the model is called that is trained without weights."""


@dataclass(frozen=True, slots=True)
class Trained(Answer):
    """One way to train, tested under one criterion.

    Attributes
    ----------
    criterion, trained
        By which it is tested, and with which it is trained ("plain": with none).
    value, low, high
        The weighted balanced accuracy on items that training never saw, and its interval.
    difference, difference_low, difference_high, p_value
        The value less that of the plain model on the same items, its interval, and how surprising it would be if there
        were none; NaN for the plain model itself.
    by_seed
        The value in each repetition.
    note
        Why the interval may not be trusted.
    """

    criterion: str
    trained: str
    value: float
    low: float
    high: float
    difference: float
    difference_low: float
    difference_high: float
    p_value: float
    by_seed: tuple[float, ...]
    note: str = ""

    @property
    def helps(self) -> bool | None:
        """Whether it is better than the plain model; None if that cannot be told."""
        if self.difference_low > 0:
            return True
        return False if self.difference_high < 0 else None


@dataclass(frozen=True, eq=False, repr=False)
class TrainingExperiment(Answer):
    """A learner trained with and without importance; what `training_experiment` returns.

    Attributes
    ----------
    criteria
        The importances by name, by each of which a model is trained and all are tested.
    labels, sizes, weights
        The classes, how many items each has, and their weights by each criterion.
    cells
        Every way to train under every criterion.
    learner, per
        What was trained, and how importance became weights of items.
    folds, test_share
        How items were held out; one of them is None.
    seeds, seed
        How often it was repeated, and the first seed.
    confidence, draws
        The level of the intervals, and their draws; None if they are made class by class.
    tested
        How many items were tested in at least one repetition.
    unfinished
        How many of the trained models had not converged.
    data
        What the data are called.
    """

    criteria: Mapping[str, Importance]
    labels: tuple[Hashable, ...]
    sizes: tuple[int, ...]
    weights: Mapping[str, tuple[float, ...]]
    cells: tuple[Trained, ...]
    learner: str
    per: str
    folds: int | None
    test_share: float | None
    seeds: int
    seed: int
    confidence: float
    draws: int | None
    tested: int
    unfinished: int = 0
    data: str = ""

    @property
    def trained(self) -> tuple[str, ...]:
        """The ways to train: plainly, and with each criterion."""
        return (PLAIN, *self.criteria)

    @property
    def items(self) -> int:
        """How many items there are."""
        return sum(self.sizes)

    def cell(self, criterion: str, trained: str) -> Trained:
        """Return one way to train under one criterion."""
        for each in self.cells:
            if (each.criterion, each.trained) == (criterion, trained):
                return each
        raise KeyError(f"there is no {criterion!r} trained with {trained!r}; the criteria are {some(self.criteria)}.")

    def test(self, criterion: str) -> float:
        """Return the value of the plain model, to which the criterion is applied in testing alone."""
        return self.cell(criterion, PLAIN).value

    def train_and_test(self, criterion: str) -> float:
        """Return the value of the model that is also trained with the criterion."""
        return self.cell(criterion, criterion).value

    def most_important(self, criterion: str) -> Hashable:
        """Return the class that weighs most."""
        weights = self.weights[criterion]
        return self.labels[weights.index(max(weights))]

    def constant(self, criterion: str) -> float:
        """Return what always answering the most important class gets: its weight, since it finds all of that class."""
        return max(self.weights[criterion])

    @property
    def sentence(self) -> str:
        """The answer: for which criteria training with them helps."""
        from steelyard_papers.training.training_sentence import sentence_of  # noqa: PLC0415 - about this record

        return sentence_of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        by_class = {name: dict(zip(self.labels, weights, strict=True)) for name, weights in self.weights.items()}
        record = {
            "sentence": self.sentence,
            "data": self.data,
            "items": self.items,
            "classes": dict(zip(self.labels, self.sizes, strict=True)),
            "criteria": {name: str(how) for name, how in self.criteria.items()},
            "weights": by_class,
            "constant": {name: self.constant(name) for name in self.criteria},
            **self._settings(),
            "tested": self.tested,
            "unfinished": self.unfinished,
            "cells": self.cells,
        }
        return {name: plain_values(value) for name, value in record.items()}

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row of plain values for each way to train and criterion, with all that it takes to make it again."""
        return [self._row(each) for each in self.cells]

    def _row(self, cell: Trained) -> dict[str, Any]:
        row = {"data": self.data, "items": self.items, "classes": len(self.labels), **self._settings()}
        seeds = [value for value in cell.by_seed if math.isfinite(value)]
        row |= {name: value for name, value in cell.to_dict().items() if name != "by_seed"}
        row["constant"] = self.constant(cell.criterion)
        row |= {"lowest_seed": min(seeds, default=None), "highest_seed": max(seeds, default=None)}
        return row | dict(versions())

    def _settings(self) -> dict[str, Any]:
        names = ("learner", "per", "folds", "test_share", "seeds", "seed", "confidence", "draws")
        return {name: getattr(self, name) for name in names}

    def to_csv(self) -> str:
        """Return `to_rows` as CSV text; numbers have ten significant digits."""
        rows, out = self.to_rows(), io.StringIO()
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow({key: f"{cell:.10g}" if isinstance(cell, float) else cell for key, cell in row.items()})
        return out.getvalue()

    def to_parts(self) -> Iterator[Sentence | Sheet | Listing | Item]:
        """Yield what it shows, in a terminal and in a notebook."""
        from steelyard_papers.training.show import training_parts  # noqa: PLC0415 - about this record

        return training_parts(self)


def versions() -> Iterator[tuple[str, str]]:
    """Yield what the numbers may depend on, with its version."""
    from importlib.metadata import version  # noqa: PLC0415

    for name in ("steelyard", "scikit-learn", "numpy"):
        yield name.replace("-", "_"), version(name)
