"""A metric: a small pure function with a record around it, from which docs, catalogue, tests and reports follow."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np

from steelyard.counts.answer import Answer
from steelyard.counts.labels import Label, find, text
from steelyard.measuring.conditions import PLACE, Condition, empty
from steelyard.measuring.parameters import Parameter, refuse_unknown
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.type_names import Range

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from steelyard.counts.confusion import Confusion


MetricKind = Literal["rate", "average", "combined", "whole", "class"]
Perspective = Literal["recall", "precision", "general"]
Direction = Literal["higher", "lower"]
Body = Callable[..., "NDArray[np.float64]"]
"""What a metric computes: of a view of counts and its parameters, its values."""

KINDS: dict[MetricKind, str] = {
    "rate": "a rate of one class: one value per class",
    "average": "the average of a rate over the classes, weighted by importance",
    "combined": "built from averages over the classes, weighted by importance",
    "whole": "a function of the whole matrix, by items",
}
"""What a metric of each kind is that the catalogue has."""

OF_CLASS = "the rate of one class, against all others together"
"""What a rate is that is taken at one class: the kind "class", which is made by `Metric.of_class`."""

ALSO: dict[MetricKind, str] = {"whole": "with “at importance” added, at shares equal to the weights"}
"""What else the metrics of a kind can be."""


def kind_text(kind: MetricKind) -> str:
    """Return what a kind is, and what else its metrics can be."""
    return "; ".join(filter(None, (KINDS.get(kind, OF_CLASS), ALSO.get(kind))))


AT_IMPORTANCE = " at importance"
"""Ends the name of a metric of the whole matrix that is taken at class shares equal to the weights."""

OF = " of "
"""Between a rate and the class that it is taken at."""


@dataclass(frozen=True, slots=True, eq=False)
class Metric(Answer):
    """A metric: call it with a confusion matrix.

    Parameters of a call
    --------------------
    cm, y_pred
        A `Confusion` (or counts of shape (..., C, C)) alone; or the true and the predicted labels.
    importance
        How much each class matters: an importance, a text of the grammar, a mapping or a sequence. A metric of the
        whole matrix, such as `sy.metrics.mcc`, goes by items and takes none; `sy.metrics["mcc at importance"]` does.
    undefined
        What to do with classes whose rate is undefined: by default those that the model gave up, such as the precision
        of a class that has items and is never predicted, count as the "worst" value, and those that the data do not
        tell leave the average; or "exclude" both from the average, count both as "zero", return "nan", or "raise" an
        error that names them.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
    >>> round(sy.metrics.cba(cm, importance="rarity"), 3)
    0.67
    >>> sy.metrics.recall(cm)
    array([1., 1., 0.])
    """

    id: str
    title: str
    body: Body = field(repr=False)
    kind: MetricKind = "whole"
    perspective: Perspective = "general"
    symbol: str = ""
    formula: str = ""
    range: Range | Callable[..., tuple[Any, Any]] = (0.0, 1.0)
    direction: Direction = "higher"
    undefined: Condition = empty
    reference: str = ""
    note: str = ""
    aliases: tuple[str, ...] = ()
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    average_of: str | None = None
    optional: bool = False
    """Left out where nobody says which metrics to take: it needs further knowledge, or is only asked for by name."""
    curved: float = 0.0
    """How many times what draws show its value from few items may be off in the mean; 0 if hardly, as for averages.

    Entropies and maxima of shares are off in the data and again in draws from them, which makes two; products, one.
    """
    builtin: bool = False
    as_counted: Metric | None = None
    """Of a metric of the whole matrix that is taken at class shares equal to the weights: the same as counted."""
    called: str = ""
    """What a rate is called at one class, if not by its title: F1, or what the same is called of two classes."""
    of_rate: Metric | None = None
    """Of a rate that is taken at one class: the rate itself, whose body gives a value for each."""
    positive: Label = None
    """The class that it is taken at."""
    shares: NDArray[np.float64] | None = field(default=None, repr=False)
    """The class shares that it is taken at, whatever those of the counts are; None for those of the counts."""
    at_any: Metric | None = field(default=None, repr=False)
    """Of a metric that is taken at stated class shares: the same at those of the counts."""

    def __call__(
        self,
        data: Confusion | ArrayLike,
        prediction: Any = None,
        *,
        importance: Any = None,
        undefined: Policy = DEFAULT_POLICY,
        **parameters: Any,
    ) -> Any:
        from steelyard.measuring.apply import counted, value_of  # noqa: PLC0415 - records come first
        from steelyard.measuring.registry import refuse_idle_importance  # noqa: PLC0415 - records come first

        refuse_idle_importance([self], importance)
        return value_of(self.at(**parameters), counted(data, prediction), importance=importance, undefined=undefined)

    def at(self, **parameters: Any) -> Metric:
        """Return the metric with some parameters fixed: `sy.metrics.mean_f.at(beta=2)`."""
        if not parameters:
            return self
        refuse_unknown(parameters, self.id, self.parameters)
        if self.of_rate is not None:
            return self.of_rate.at(**parameters).of_class(self.positive)
        return replace(self, fixed={**self.fixed, **parameters})

    def of_class(self, label: Label) -> Metric:
        """Return a rate as one number: that of a class, which is positive, against all others together.

        It is no average, so it does not follow the importance. `sy.metrics["recall of fraud"]` is the same.

        Examples
        --------
        >>> import steelyard as sy
        >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
        >>> round(sy.metrics.precision.of_class("fraud")(cm), 3)
        0.444
        """
        if self.kind != "rate":
            raise ValueError(f"{self.name!r} is no rate of a class, so it has no value of class {text(label)!r} alone.")
        ends = self.range
        return replace(
            self,
            title=f"{self.called if self.called and not self.fixed else self.title} of {text(label)!r}",
            kind="class",
            range=_without_place(ends) if callable(ends) else ends,
            of_rate=self,
            positive=label,
        )

    def at_importance(self) -> Metric:
        """Return a metric of the whole matrix as one that follows the importance.

        It is taken at class shares equal to the weights, `metric(cm.at_shares(weights))`: of equal shares where all
        classes matter alike. `sy.metrics["mcc at importance"]` is the same.

        Examples
        --------
        >>> import steelyard as sy
        >>> cm = sy.Confusion([[8, 2], [10, 80]])
        >>> round(sy.metrics.accuracy(cm), 3), round(sy.metrics.accuracy.at_importance()(cm, importance=[0.9, 0.1]), 3)
        (0.88, 0.809)
        """
        if self.as_counted is not None:
            return self
        if self.kind != "whole":
            why = "follows the importance by itself"
            if self.kind in ("rate", "class"):
                why = "gives one value per class" if self.kind == "rate" else "is the rate of one class"
            raise ValueError(
                f'{self.name!r} {why}; "at importance" is said of metrics of the whole matrix, such as '
                f'"mcc at importance".'
            )
        return replace(
            self,
            id=f"{self.id}{AT_IMPORTANCE}",
            title=f"{self.title} at class shares equal to the weights",
            note=f"{self.note} It is undefined where a class that matters has no items.".strip(),
            aliases=(),
            as_counted=self,
        )

    def at_shares(self, shares: NDArray[np.float64] | None) -> Metric:
        """Return a metric of counts of any class shares as it is at these, `metric(cm.at_shares(shares))`.

        One share per class; None for the shares of the counts. It has the same name: how sure a number at stated shares
        is follows from the items that were counted, whose shares are others.
        """
        if self.shares is shares:
            return self
        counted = self if self.at_any is None else self.at_any
        if shares is None:
            return counted
        of_rate = None if self.of_rate is None else self.of_rate.at_shares(shares)
        return replace(counted, shares=shares, at_any=counted, of_rate=of_rate)

    def arguments(self, labels: Sequence[Label]) -> dict[str, Any]:
        """Return all parameters, checked for these classes, and the place of the class that a rate is taken at."""
        result = {
            name: parameter.check(self.fixed.get(name, parameter.default), labels)
            for name, parameter in self.parameters.items()
        }
        return result if self.of_rate is None else {**result, PLACE: find(self.positive, labels)}

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        if self.at_any is not None:
            return _at_shares, (self.at_any, self.shares)
        if self.as_counted is not None:
            return _at_importance, (self.as_counted, dict(self.fixed))
        if self.of_rate is not None:
            return _of_class, (self.of_rate, self.positive)
        # A metric of the catalogue pickles by its name: its conditions are small functions, which pickle does not take.
        if self.builtin:
            return _from_catalogue, (self.id, dict(self.fixed))
        # A user's own by where it stands: there its function's name now means the metric, so pickle would not find it.
        module, name = getattr(self.body, "__module__", None), getattr(self.body, "__qualname__", None)
        if module in sys.modules and module != "__main__":
            namesake = getattr(sys.modules[module], str(name), None)
            if isinstance(namesake, Metric) and namesake.body is self.body and namesake.id == self.id:
                return _from_module, (module, name, dict(self.fixed))
        return object.__reduce_ex__(self, protocol)

    @property
    def name(self) -> str:
        """The id with what is fixed, as `sy.metrics[...]` reads it: "mean_f(beta=2)", "f1 of fraud"."""
        if self.of_rate is not None:
            rate = self.called.casefold().replace(" ", "_") if self.called and not self.fixed else self.of_rate.name
            return f"{rate}{OF}{text(self.positive)}"
        return f"{self.id}({self.settings})" if self.fixed else self.id

    @property
    def settings(self) -> str:
        """The fixed parameters, as a call writes them: "beta=2"; empty if there are none."""
        plain = {name: value.tolist() if hasattr(value, "tolist") else value for name, value in self.fixed.items()}
        return ", ".join(f"{name}={value!r}" for name, value in plain.items())

    @property
    def sign(self) -> int:
        """1 if larger values are better, −1 if smaller ones are."""
        return 1 if self.direction == "higher" else -1

    @property
    def weighted(self) -> bool:
        """Whether it follows the importance: averages over classes do, and what is taken at shares equal to it."""
        return self.kind in ("average", "combined") or self.as_counted is not None

    @property
    def priced(self) -> bool:
        """Whether costs of errors were given, which say what matters."""
        return self.fixed.get("costs") is not None

    def bounds(self, relevance: NDArray[np.float64], arguments: Mapping[str, Any] | None = None) -> Range:
        """Return the least and the greatest possible value for these class relevances, over all supports above 0.

        A class without items leaves an average, whose bounds are then those of the others' relevances.
        """
        if callable(self.range):
            low, high = self.range(relevance / relevance.sum(), **(arguments or {}))
            return float(low), float(high)
        return self.range

    def worst(self, relevance: NDArray[np.float64], arguments: Mapping[str, Any] | None = None) -> Any:
        """Return the worst possible value for these class relevances; NaN if the range is unbounded there.

        Many sets of relevances have one each, along a last axis of length 1. A recorder passes through.
        """
        ends = self.range
        if callable(ends):
            ends = ends(relevance / relevance.sum(axis=-1, keepdims=True), **(arguments or {}))
        end = ends[0 if self.direction == "higher" else 1]
        if isinstance(end, int | float):
            return end if np.isfinite(end) else np.nan
        return np.where(np.isfinite(end), end, np.nan)[..., None]

    def normalised(
        self,
        value: Any,
        relevance: NDArray[np.float64],
        arguments: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value on a scale from 0 (worst possible) to 1 (best possible); NaN if the range is unbounded."""
        return self.scaled(value, *self.bounds(relevance, arguments))

    def scaled(self, value: Any, low: float, high: float) -> Any:
        """Return where the value lies between the worst and the best of two bounds."""
        if not np.isfinite(high - low) or high == low:
            return np.asarray(value) * np.nan
        share = (np.asarray(value) - low) / (high - low)
        return share if self.direction == "higher" else 1 - share

    def to_dict(self) -> dict[str, Any]:
        """Return what is known about it as plain values."""
        return {
            "id": self.id,
            "title": self.title,
            "kind": self.kind,
            "perspective": self.perspective,
            "range": None if callable(self.range) else [str(x) if x == float("inf") else x for x in self.range],
            "direction": self.direction,
            "average_of": self.average_of,
            "undefined": self.undefined.text,
            "parameters": {name: parameter.meaning for name, parameter in self.parameters.items()},
            "aliases": list(self.aliases),
            "symbol": self.symbol,
            "formula": self.formula,
            "reference": self.reference,
            "note": self.note,
        }


def _from_catalogue(name: str, fixed: dict[str, Any]) -> Metric:
    from steelyard.measuring.registry import metrics  # noqa: PLC0415 - records come first

    return metrics[name].at(**fixed)


def _at_importance(as_counted: Metric, fixed: dict[str, Any]) -> Metric:
    return as_counted.at_importance().at(**fixed)


def _at_shares(counted: Metric, shares: NDArray[np.float64]) -> Metric:
    return counted.at_shares(shares)


def _of_class(rate: Metric, positive: Label) -> Metric:
    return rate.of_class(positive)


def _without_place(ends: Callable[..., tuple[Any, Any]]) -> Callable[..., tuple[Any, Any]]:
    """Return the range of a rate, whatever class it is taken at."""
    return lambda weights, **arguments: ends(
        weights, **{name: value for name, value in arguments.items() if name != PLACE}
    )


def _from_module(module: str, name: str, fixed: dict[str, Any]) -> Metric:
    metric: Metric = getattr(import_module(module), name)
    return metric.at(**fixed)
