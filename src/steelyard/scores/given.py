"""What people give to the functions of `sy.scores`: one record, made at the door and handed inwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from steelyard.counts import labels as naming
from steelyard.counts.labels import nearest
from steelyard.evaluation.given import NAMED_WEIGHT, refuse_beside

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
