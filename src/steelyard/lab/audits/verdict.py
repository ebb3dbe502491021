"""What an audit finds and says of one property, as data: findings by kind, statuses, verdicts and witnesses."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from steelyard.counts.answer import Answer, Row, Statement, number
from steelyard.lab.bounding.result import Matrix

Status = Literal["refuted", "tried", "proved", "shown", "untried"]

HOLDS: dict[Status, bool | None] = {"refuted": False, "tried": True, "proved": True, "shown": True, "untried": None}
"""Whether the property holds, by the kind of verdict."""

MULLICK = "Mullick et al. 2020"
"""The paper whose conditions and theorems audits examine, as it is cited."""


Kind = Literal[
    # a text that is declared, or was stored
    "written",
    # what a matrix of a witness is, or how it comes from the one before
    "larger_class",
    "more_items",
    "exchanged_places",
    "exchanged_names",
    "more_in_every_cell",
    "predicted_more_often",
    "corrected_error",
    "error_fewer",
    "hit_more",
    "truth_exchanged",
    "all_recognised",
    "something_recognised",
    "nothing_recognised",
    "even_month",
    "rare_month",
    "one_test_set",
    "other_sizes",
    "of_classes",
    "near_bound",
    "ruined",
    "worst_there_is",
    "rare_class",
    "absent_class",
    "equally_relevant",
    "more_relevant",
    "labels_beside",
    # predictions that know nothing of the truth
    "by_lot",
    "constant",
    # what matrices show
    "value_goes",
    "values_of_classes",
    "perfect_no_better",
    "months",
    "guess_scores",
    "goes_further",
    "all_but_one",
    "jump",
    "importance_followed",
    "importance_ignored",
    "detour_shorter",
    "hit_no_better",
    # what was tried, and what came out
    "counterexample",
    "counterexample_among",
    "counterexample_of_three",
    "jump_confirmed",
    "pairs_tried",
    "cases_tried",
    "triples_tried",
    "sizes_tried",
    "vanishing_tried",
    "one_constant",
    "several_constants",
    "ends",
    "no_end",
    "directed_search",
    "declared_ranges",
    "perhaps_beyond",
    "still_moving",
    "no_matrix_shows",
    "falls",
    "worst_value",
    "fall_extrapolated",
    "fall_inexact",
    "fall_exact",
    "ruins_tried",
    "ruins_left_out",
    "each_class_followed",
    "class_ignored",
    "rate_of_one_class",
    "whole_as_counted",
    # why nothing was tried
    "undefined_in_all_cases",
    "undefined_in_all_pairs",
    "undefined_in_all_triples",
    "undefined_without_items",
    "no_bounds",
    "no_limits",
    "no_worst",
    "none_of_sizes",
    "fails",
    # why it holds
    "argument",
    # what else was seen
    "labelled",
    "not_exact",
    "fails_beyond",
    "not_finite",
    "names_matter",
    "names_fail",
    # what goes on
    "examining",
]
"""What a finding states; its values follow from it. Classes are named by their places, from 0."""


class Finding(Statement):
    """One thing that an audit found, tried or did; `str` of it is the sentence.

    Examples
    --------
    >>> Finding("larger_class", place=0, factor=2)
    Finding('larger_class', place=0, factor=2)
    >>> print(Finding("larger_class", place=0, factor=2))
    class 1 is twice as large, the classifier the same
    """

    __slots__ = ()

    def __init__(self, kind: Kind, **values: Any) -> None:
        super().__init__(kind, **values)


def _sentences(findings: tuple[Finding, ...]) -> str:
    """Return what several findings say, one after the other."""
    return " ".join(map(str, findings))


@dataclass(frozen=True, slots=True)
class Scene(Answer):
    """One matrix of a witness: what it is, and what the metric says of it.

    Attributes
    ----------
    what, caption
        What the matrix is, and in a few words: "class 2 is 3 times as large".
    matrix
        The counts; rows are truth.
    value
        The metric's value as a float; None if it is undefined there.
    exact
        The same as text, exact where it can be written: "2/3"; None if only the float is known.
    weights
        The relevance of each class, where it is not the same for all.
    """

    what: Finding
    matrix: Matrix
    value: float | None
    exact: str | None
    weights: tuple[Fraction, ...] | None = None

    @property
    def caption(self) -> str:
        return str(self.what)

    @property
    def size(self) -> int:
        """How many items it holds."""
        return sum(map(sum, self.matrix))

    @property
    def content(self) -> list[Any]:
        """What it holds, as plain values."""
        return [list(row) for row in self.matrix]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        weights = None if self.weights is None else [str(weight) for weight in self.weights]
        return {
            "caption": self.caption,
            "matrix": self.content,
            "value": self.value,
            "exact": self.exact,
            "weights": weights,
        }

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Scene:
        """Rebuild what `to_dict` returned."""
        weights = record["weights"]
        return cls(
            Finding("written", text=record["caption"]),
            tuple(map(tuple, record["matrix"])),
            record["value"],
            record["exact"],
            None if weights is None else tuple(map(Fraction, weights)),
        )


@dataclass(frozen=True, slots=True)
class ScoredItem(Answer):
    """Items of one class with the same scores: the place of the class, from 0, a score for each class, how many."""

    truth: int
    scores: tuple[Fraction, ...]
    times: int = 1

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; scores are fractions."""
        return {"truth": self.truth, "scores": list(map(str, self.scores)), "times": self.times}


@dataclass(frozen=True, slots=True)
class ListScene(Answer):
    """One list of items of a witness of a score metric: what it is, and what the metric says of it.

    Attributes
    ----------
    what, caption
        What the list is, and in a few words.
    items
        The true class and the scores of each item.
    value, exact
        As of a `Scene`; the value may be infinite.
    """

    what: Finding
    items: tuple[ScoredItem, ...]
    value: float | None
    exact: str | None

    @property
    def caption(self) -> str:
        return str(self.what)

    @property
    def size(self) -> int:
        """How many items it holds."""
        return sum(item.times for item in self.items)

    @property
    def content(self) -> list[Any]:
        """What it holds, as plain values."""
        return [item.to_dict() for item in self.items]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; scores are fractions."""
        value = None if self.value is None else number(self.value)
        return {"caption": self.caption, "items": self.content, "value": value, "exact": self.exact}

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> ListScene:
        """Rebuild what `to_dict` returned."""
        items = (ScoredItem(i["truth"], tuple(map(Fraction, i["scores"])), i["times"]) for i in record["items"])
        return cls(Finding("written", text=record["caption"]), tuple(items), record["value"], record["exact"])


@dataclass(frozen=True, slots=True)
class Witness(Answer):
    """Matrices that decide a property; of a score metric, lists of items.

    Attributes
    ----------
    scenes
        The matrices or lists with their values, in the order in which the sentence speaks of them.
    findings, sentence
        What they show, and in words.
    confirmed
        Whether exact arithmetic decided it. If not, the values are floating-point numbers that differ by far more than
        rounding (the metric does more than arithmetic that can be recorded), or a bound or limit beside them was
        searched or extrapolated; the evidence says which.
    """

    scenes: tuple[Scene | ListScene, ...]
    findings: tuple[Finding, ...]
    confirmed: bool = True

    @property
    def sentence(self) -> str:
        return _sentences(self.findings)

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """The matrices alone."""
        return tuple(scene.matrix for scene in self.scenes if isinstance(scene, Scene))

    @property
    def lists(self) -> tuple[tuple[ScoredItem, ...], ...]:
        """The lists of items alone."""
        return tuple(scene.items for scene in self.scenes if isinstance(scene, ListScene))

    @property
    def values(self) -> tuple[float | None, ...]:
        """The metric's values alone."""
        return tuple(scene.value for scene in self.scenes)

    @property
    def items(self) -> int:
        """How many items the matrices or lists hold together: the size that searches make small."""
        return sum(scene.size for scene in self.scenes)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        scenes = [scene.to_dict() for scene in self.scenes]
        return {"sentence": self.sentence, "confirmed": self.confirmed, "scenes": scenes}

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Witness:
        """Rebuild what `to_dict` returned."""
        findings = (Finding("written", text=record["sentence"]),)
        scenes = (Scene.from_dict(one) if "matrix" in one else ListScene.from_dict(one) for one in record["scenes"])
        return cls(tuple(scenes), findings, record["confirmed"])

    def to_rows(self) -> list[Row]:
        """Return one row for each matrix or list."""
        return [scene.to_dict() for scene in self.scenes]


# What an audit says of one property: refuted, holds on everything tried, proved, or shown; and the evidence.


@dataclass(frozen=True, slots=True)
class Verdict(Answer):
    """The verdict on one property for one number of classes.

    Attributes
    ----------
    property
        Its id, as in `audit["condition_1"]`.
    classes
        The number of classes.
    status
        "refuted" (a witness), "tried" (no counterexample among what was tried), "proved" (with the argument), "shown"
        (a property of the form "there is …", with an example), or "untried" (nothing to try it on, as for the value of
        constant classifiers where it is undefined).
    findings, evidence
        What was tried, or the argument and its source; and in words.
    witness
        The matrices that refute or show it; None otherwise.
    tried
        How many cases were tried.
    figures
        Numbers that belong to the property, such as bounds or a limit, by name.
    illustration
        A pair of matrices of everyday size that shows the same; None if there is none.
    """

    property: str
    classes: int
    status: Status
    findings: tuple[Finding, ...]
    witness: Witness | None = None
    tried: int = 0
    figures: Mapping[str, float] = field(default_factory=dict)
    illustration: Witness | None = None

    @builtins.property  # the field above has the name
    def evidence(self) -> str:
        return _sentences(self.findings)

    @builtins.property
    def holds(self) -> bool | None:
        """Whether the property holds, as far as is known; None if there was nothing to try it on."""
        return HOLDS[self.status]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "property": self.property,
            "classes": self.classes,
            "status": self.status,
            "holds": self.holds,
            "evidence": self.evidence,
            "witness": None if self.witness is None else self.witness.to_dict(),
            "tried": self.tried,
            "figures": dict(self.figures),
            "illustration": None if self.illustration is None else self.illustration.to_dict(),
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Verdict:
        """Rebuild what `to_dict` returned, the words as they are written there."""
        witness, illustration = (
            None if record[name] is None else Witness.from_dict(record[name]) for name in ("witness", "illustration")
        )
        return cls(
            record["property"],
            record["classes"],
            record["status"],
            (Finding("written", text=record["evidence"]),),
            witness,
            record["tried"],
            record["figures"],
            illustration,
        )
