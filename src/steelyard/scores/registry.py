"""How metrics of scores are found by their names: ids and aliases, calls, and what people say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from steelyard.counts.labels import nearest
from steelyard.measuring.record import AT_IMPORTANCE
from steelyard.scores.metric import ScoreMetric

NUMBER = r"(\d*\.?\d+(?:e[+-]?\d+)?)"

_SPOKEN = (
    (re.compile(rf"(?:partial_)?(?:roc_)?auc_to_fpr_{NUMBER}"), "partial_roc_auc", "max_fpr", 0),
    (re.compile(r"top_(\d+)_(?:recall|accuracy)"), "top_k_recall", "k", 0),
    (re.compile(rf"lift_at_{NUMBER}_?%"), "lift_at_share", "share", -2),
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
