"""What people give to the functions of `sy.scores`, one record; and which class each column of scores is of."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from steelyard.counts import labels as naming
from steelyard.counts.data import NAMED_WEIGHT, refuse_beside
from steelyard.counts.labels import Label, nearest
from steelyard.counts.read.label import label_named

ScoreForm = Literal["probabilities", "logits", "ranks"]
"""What scores are: probabilities, logits of a softmax, or any numbers of which the larger means "rather this class"."""

MissingScores = Literal["refuse", "drop"]
"""What becomes of items without a true label or without a score: a score can be no class of its own."""


@dataclass(frozen=True, eq=False)
class GivenScores:
    """Arguments as people gave them.

    Attributes
    ----------
    data, scores
        Scores that were read or counted, alone; or the true labels and the scores; or, if `truth` is named, data and
        their columns of scores.
    truth, weight
        Names of columns of the data.
    labels, positive, weights, form, missing
        As for `Scores.of`.
    """

    data: Any
    scores: Any = None
    truth: Any = None
    weight: Any = None
    labels: Iterable[Any] | None = None
    positive: Any = None
    weights: Any = None
    form: ScoreForm = "probabilities"
    missing: MissingScores = "refuse"

    def __post_init__(self) -> None:
        """Refuse words that are none."""
        check_form(self.form)
        check_missing(self.missing)

    @property
    def drops(self) -> bool:
        """Whether items without a label or a score are left out."""
        return self.missing == "drop"

    def refuse_beside(self, because: str, **more: Any) -> None:
        """Refuse all but the data: scores that were read or counted are complete."""
        told = {name: getattr(self, name) for name in ("scores", "truth", "weight", "labels", "weights")}
        refuse_beside(because, **told, **more)

    def check_weight(self) -> None:
        """Refuse weights themselves beside columns of data that are named."""
        refuse_beside(NAMED_WEIGHT, weights=self.weights)


def check_form(form: Any) -> None:
    """Refuse what scores cannot be."""
    if form not in get_args(ScoreForm):
        forms = naming.some(get_args(ScoreForm))
        raise ValueError(f"form must be one of {forms}, not {form!r}.{nearest(str(form), get_args(ScoreForm))}")


def check_missing(missing: Any) -> None:
    """Refuse what cannot become of items without a score."""
    if missing not in get_args(MissingScores):
        raise ValueError(f'missing must be "refuse" or "drop", not {missing!r}.')


def without_truth(lost: int, items: int) -> ValueError:
    """Return the error for items without a true label."""
    return ValueError(f'{lost:,} of {items:,} items have no true label; say missing="drop" to leave them out.')


# Which class each column of scores is of.


def classes_named(names: Sequence[Hashable], known: Sequence[Label]) -> tuple[Label, ...] | None:
    """Return the class of each column; None if the names do not tell it.

    A name is a class itself or its text, or has the class between a beginning and an end that are those of all names.

    Parameters
    ----------
    names
        The columns.
    known
        Classes that must be among them; there may be more.

    Examples
    --------
    >>> classes_named(["rf_sick", "rf_healthy"], ["healthy", "sick"])
    ('sick', 'healthy')
    >>> classes_named(["p0", "p1", "p2"], [0, 1])
    (0, 1, 2)
    >>> classes_named(["one", "two"], ["healthy", "sick"]) is None
    True
    """
    if set(known) <= set(names):
        return tuple(names)
    texts, wanted = [str(name) for name in names], {naming.text(label) for label in known}
    ways = {ends for ends in _ends(texts, naming.text(known[0])) if all(between(text, *ends) for text in texts)}
    named = {tuple(str(between(text, *ends)) for text in texts) for ends in ways}
    told = [parts for parts in named if wanted <= set(parts)]
    if len(told) != 1:
        return None
    classes = tuple(label_named(part, known) for part in told[0])
    return None if None in classes else classes


def _ends(texts: Sequence[str], first: str) -> set[tuple[str, str]]:
    """Return what stands before and after the first class in texts that have it."""
    return {
        (text[: match.start()], text[match.start() + len(first) :])
        for text in texts
        for match in re.finditer(f"(?={re.escape(first)})", text)
    }


def between(text: str, before: str, after: str) -> str | None:
    """Return what stands between a beginning and an end of a text; None if it has not both, or nothing between."""
    inside = text[len(before) : len(text) - len(after)]
    return inside if inside and text == before + inside + after else None


def are_places(names: Sequence[Any]) -> bool:
    """Whether the columns were never named: pandas then counts from 0, Polars writes "column_0"."""
    numbers = range(len(names))
    return list(names) == list(numbers) or list(names) == [f"column_{i}" for i in numbers]


def of_another(name: Hashable, positive: Label, labels: Sequence[Label]) -> Label | None:
    """Return the class that a single column seems to be of, if it is not the positive one.

    Classes that are numbers are not looked for: "model_1" is no column of class 1.

    Examples
    --------
    >>> of_another("p_ok", "fraud", ["fraud", "ok"]), of_another("rf", "fraud", ["fraud", "ok"])
    ('ok', None)
    """
    words = {str(name), *re.split(r"[\W_]+", str(name))}
    named = [label for label in labels if isinstance(label, str) and label in words]
    return named[0] if named and positive not in named else None
