"""What a metric of scores is, its record, and how it is found by its names."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Literal

from steelyard.counts.answer import Answer
from steelyard.counts.labels import nearest
from steelyard.counts.read.bins import distance_share
from steelyard.measuring.parameters import refuse_unknown
from steelyard.measuring.record import AT_IMPORTANCE, Direction
from steelyard.type_names import Range

ScoreKind = Literal["rate", "pairs", "items", "answer"]
"""A value for each class against the rest; one for each pair of classes; the mean of what each item has; or of whether
the class with the highest score, the first of equal ones, is right."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreMetric(Answer):
    """A metric of scores: what it is, and how it is computed.

    Attributes
    ----------
    id, title, aliases
        What it is called.
    kind
        "rate": a value for each class against the rest, averaged by importance; "pairs": for each pair of classes,
        averaged by the product of their importances; "items": the mean over items; "answer": of the highest scores
        and whether they are right.
    body
        What computes it.
    direction, range
        Whether higher is better, and between which numbers it lies, whatever the number of classes.
    formula, reference
        How it is defined, and where.
    probabilities
        Whether it needs probabilities, not only an order.
    at_importance
        Of what is over all items: whether classes count by importance instead of by their sizes.
    parameters, called
        What is fixed, such as k, and what it is then called; `metric.at(k=4)` fixes it anew.
    area_to
        Of an area under the ROC curve, up to which false positive rate; 0 of what is no such area.
    sure
        Whether it has an interval: not if chance alone moves it to one side.
    halved
        Whether it is a sum over classes of which two classes have half: each has the other's part.
    family
        What makes it with other parameters; None if it has none.
    of_odds
        Of what items have: what computes it from log odds, which never round to 0 or 1; None if probabilities do.

    Examples
    --------
    >>> import steelyard as sy
    >>> isinstance(sy.scores.metrics["auc"], sy.scores.ScoreMetric), sy.scores.metrics["auc"].title
    (True, 'area under the ROC curve')
    """

    id: str
    title: str
    kind: ScoreKind
    body: Callable[..., Any] = field(repr=False)
    direction: Direction = "higher"
    range: Range = (0.0, 1.0)
    formula: str = ""
    reference: str = ""
    aliases: tuple[str, ...] = ()
    probabilities: bool = False
    at_importance: bool = False
    parameters: Mapping[str, float] = field(default_factory=dict)
    called: str = ""
    area_to: float = 0.0
    sure: bool = True
    halved: bool = False
    family: Callable[..., ScoreMetric] | None = field(default=None, repr=False)
    of_odds: Callable[..., Any] | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The id or what it is called with its parameters, and whether classes count by importance."""
        return (self.called or self.id) + (AT_IMPORTANCE if self.at_importance else "")

    def at(self, **parameters: Any) -> ScoreMetric:
        """Return the metric with other parameters.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.scores.metrics["top_k_recall"].at(k=4).name, sy.scores.metrics["partial_roc_auc"].at(max_fpr=0.2).name
        ('top_4_recall', 'roc_auc to fpr 0.2')
        """
        if not parameters:
            return self
        refuse_unknown(parameters, self.id, self.parameters)
        if self.family is None:
            return self
        return replace(self.family(**{**self.parameters, **parameters}), at_importance=self.at_importance)

    def bounds(self, classes: int) -> Range:
        """Return between which numbers it lies, given the number of classes.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.scores.metrics["brier"].bounds(2), sy.scores.metrics["brier"].bounds(3)
        ((0.0, 1.0), (0.0, 2.0))
        """
        low, high = self.range
        return low, high * distance_share(classes) if self.halved else high

    @property
    def averaged(self) -> bool:
        """Whether the importance of classes has a part in it."""
        return self.kind in ("rate", "pairs") or self.at_importance


# How metrics are found, by their names and by what they are called with parameters.


_NUMBER = r"(\d*\.?\d+(?:e[+-]?\d+)?)"

_SPOKEN = (
    (re.compile(rf"(?:partial_)?(?:roc_)?auc_to_fpr_{_NUMBER}"), "partial_roc_auc", "max_fpr", 0),
    (re.compile(r"top_(\d+)_(?:recall|accuracy)"), "top_k_recall", "k", 0),
    (re.compile(rf"lift_at_{_NUMBER}_?%"), "lift_at_share", "share", -2),
)
"""How metrics with a parameter are written, beside the call "top_k_recall(k=2)"; last, the power of ten of a number."""

ELSEWHERE = {"top_k_accuracy": ("top_k_recall", {"k": 2})}
"""Names of scikit-learn whose parameter, if nobody says it, is another one there."""

_CALL = re.compile(r"([a-z_]+)_?\((\w+)_?=_?(.+)\)")

_HYPHEN = re.compile(r"(?<!\de)(?<!=)(?<!= )-")
"""A hyphen that may as well be an underscore: no minus, as in 1e-05 and after an equals sign."""


class ScoreRegistry(Mapping[str, ScoreMetric]):
    """The score metrics by id; aliases work, and "log_loss at importance" counts classes by importance.

    A parameter is written as a call, "top_k_recall(k=2)", or as people say it: "top_2_recall", "lift at 10 %",
    "roc_auc to fpr 0.1".

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.scores.metrics["Brier at importance"].name
    'brier at importance'
    """

    def __init__(self, known: Iterable[ScoreMetric]) -> None:
        self._known = {metric.id: metric for metric in known}
        self._ids = {alias: metric.id for metric in self._known.values() for alias in (metric.id, *metric.aliases)}

    def __getitem__(self, name: str) -> ScoreMetric:
        metric = self.find(name)
        if metric is None:
            hint = nearest(_plain(name), self._ids)
            raise ValueError(f"there is no metric of scores {name!r}.{hint} There are: {', '.join(self._known)}.")
        return metric

    def find(self, name: str) -> ScoreMetric | None:
        """Return the metric of this name, or None."""
        metric = self._found(_plain(name), name)
        return metric if metric is None or not _key(name).endswith(AT_IMPORTANCE) else _at_importance(metric)

    @property
    def names(self) -> list[str]:
        """All ids and aliases."""
        return list(self._ids)

    def _found(self, plain: str, name: str) -> ScoreMetric | None:
        if plain in ELSEWHERE:
            family, parameters = ELSEWHERE[plain]
            return self._known[family].at(**parameters)
        if plain in self._ids:
            return self._known[self._ids[plain]]
        for pattern, family, parameter, power in _SPOKEN:
            if spoken := pattern.fullmatch(plain):
                return self._known[family].at(**{parameter: float(Decimal(spoken[1]).scaleb(power))})
        call = _CALL.fullmatch(plain)
        if call is None or call[1].rstrip("_") not in self._ids:
            return None
        return self._known[self._ids[call[1].rstrip("_")]].at(**{call[2].strip("_"): _number(call[3].strip("_"), name)})

    def __iter__(self) -> Any:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def _key(name: str) -> str:
    return _HYPHEN.sub("_", " ".join(str(name).casefold().split()))


def _plain(name: str) -> str:
    return _key(name).removesuffix(AT_IMPORTANCE).replace(" ", "_")


def _number(written: str, name: str) -> float:
    try:
        value = ast.literal_eval(written)
    except (SyntaxError, ValueError):
        value = None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"cannot read the number in {name!r}; write for example top_k_recall(k=2).")
    return value


def _at_importance(metric: ScoreMetric) -> ScoreMetric:
    if metric.averaged:
        raise ValueError(
            f'{metric.id!r} follows the importance by itself; "at importance" is said of means over items.'
        )
    return replace(metric, at_importance=True)
