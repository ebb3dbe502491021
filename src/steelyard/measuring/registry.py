"""The registry: every metric by its id, which of them are asked for, and rates as those of the positive class.

A metric of ours is one file in `catalogue/`, named like the metric, so the folder is the list.
"""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, TypeVar

from steelyard.counts.answer import Shown
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import (
    SHOWN_NAMES,
    Label,
    UnknownNameError,
    classes_among,
    find,
    nearest,
    not_among,
    some,
    text,
)
from steelyard.measuring import catalogue
from steelyard.measuring.record import KINDS, OF, Metric

_AT_IMPORTANCE = re.compile(r"(.*\S)[\s_\-]+at[\s_\-]+importance\s*", re.IGNORECASE | re.DOTALL)
_OF_CLASS = re.compile(r"\s*(\S.*?)\s+of\s(.+)", re.IGNORECASE | re.DOTALL)
_CALL = re.compile(r"\s*([^()]+?)\s*\((.*)\)\s*")

_SIGNS = str.maketrans({"^": "_", "β": "beta", "φ": "phi", "ϕ": "phi", "μ": "mu"})
"""The signs in the papers' names, as in Rec_μ and AvF_β^φ."""

DECISION, COST, RELIABILITY = (f'`sy.scores.curve(…, kind="{kind}")`' for kind in ("decision", "cost", "reliability"))
REGRET = "`sy.scores.regret`, which `steelyard scores --importance` prints"
NO_NUMBERS = {
    **dict.fromkeys(
        ("net_benefit", "decision_curve", "decision_curve_analysis"), f"{DECISION}, and for costs {REGRET}"
    ),
    **dict.fromkeys(("cost", "mean_cost", "regret"), f"{REGRET}; of labels, the metric 'expected_cost' has costs"),
    "cost_curve": COST,
    **dict.fromkeys(
        ("calibration", "calibration_curve", "reliability", "reliability_diagram"),
        f"{RELIABILITY}; a number of it is the metric 'expected_calibration_error' of `sy.scores.evaluate`",
    ),
}
"""What people ask for as a metric of scores, and that depends on a threshold or on costs: where it is."""

OF_SCORES = frozenset(
    (
        *("roc_auc", "auc", "roc_auc_ovr", "roc_auc_ova", "auc_roc", "c_statistic", "partial_roc_auc", "partial_auc"),
        *("partial_auroc", "roc_auc_ovo", "hand_till", "auc_ovo", "auroc_pairs", "average_precision", "ap"),
        *("pr_auc", "auprc", "auc_pr", "aucpr", "lift_at_share", "lift_at"),
        *("log_loss", "cross_entropy", "logloss"),
        *("brier", "brier_score", "brier_score_loss", "ranked_probability_score", "rps"),
        *("brier_miscalibration", "mcb", "brier_discrimination", "dsc", "brier_refinement"),
        *("brier_uncertainty", "unc", "calibration_error", "classwise_calibration_error", "classwise_ece"),
        *("expected_calibration_error", "ece", "top_label_calibration_error", "static_calibration_error"),
        *("rms_calibration_error",),
        *("top_k_recall", "top_k_accuracy"),
    )
)
"""What people ask for that labels cannot tell; a test compares it with `sy.scores.metrics`, which stand above this."""


def refuse_no_number(name: str) -> None:
    """Refuse what is asked for as a metric and is none, and say where it is.

    Examples
    --------
    >>> refuse_no_number("cost_curve")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    steelyard.measuring.registry.UnknownMetricError: 'cost_curve' is not one number: see `sy.scores.curve(…, kind="co...
    """
    if where := NO_NUMBERS.get(_key(name)):
        raise UnknownMetricError(f"{name!r} is not one number: see {where}.")


def _key(name: str) -> str:
    return re.sub(r"[\s\-]+", "_", name.strip()).casefold().translate(_SIGNS)


class Registry(Shown, Mapping[str, Metric]):
    """A mapping of id → `Metric`; `sy.metrics.cba` and `sy.metrics["cba"]` are the same object.

    Aliases work wherever an id does, `sy.metrics["mean_f(beta=2)"]` fixes a parameter, `sy.metrics["recall of fraud"]`
    is the rate of one class (`Metric.of_class`), and `sy.metrics["mcc at importance"]` is a metric of the whole matrix
    that follows the importance (`Metric.at_importance`).

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics["WBA"].id
    'balanced_accuracy'
    """

    def __init__(self) -> None:
        self._ids = {module.name for module in pkgutil.iter_modules(catalogue.__path__)}
        self._loaded: dict[str, Metric] = {}
        self._aliases: dict[str, str] | None = None

    def _load(self, name: str) -> Metric:
        if name not in self._loaded:
            metric: Metric = getattr(import_module(f"{catalogue.__name__}.{name}"), name)
            self._loaded[name] = metric
        return self._loaded[name]

    def _alias(self, name: str) -> str | None:
        if self._aliases is None:
            self._aliases = {_key(alias): metric.id for metric in self.values() for alias in metric.aliases}
        return self._aliases.get(_key(name))

    def add(self, metric: Metric) -> Metric:
        """Add a metric; one of the user's own may be replaced, one of ours may not."""
        if not metric.id.isidentifier():
            raise ValueError(f"a metric's id must be a Python name, not {metric.id!r}.")
        known = self.find(metric.id)
        if known is not None and (known.builtin or known.id != metric.id):
            raise ValueError(f"{metric.id!r} is already the name of a metric ({known.title}); choose another id.")
        for alias in metric.aliases:
            other = self.find(alias)
            if other is not None and other.id != metric.id:
                raise ValueError(f"the alias {alias!r} already means {other.id!r}.")
        self._ids.add(metric.id)
        self._loaded[metric.id] = metric
        self._aliases = None
        return metric

    def find(self, name: str) -> Metric | None:
        """Return the metric of this id or alias, or None."""
        known = name if name in self._ids else _key(name)
        if known not in self._ids:
            alias = self._alias(name)
            if alias is None:
                return None
            known = alias
        return self._load(known)

    def __getitem__(self, name: str) -> Metric:
        if not isinstance(name, str):
            raise UnknownMetricError(f"a metric is found by its name, not by {name!r}.")
        known = self.find(name)
        if known is not None:
            return known
        rescaled = _AT_IMPORTANCE.fullmatch(name)
        if rescaled is not None:
            return self[rescaled[1]].at_importance()
        of_class = _OF_CLASS.fullmatch(name)
        if of_class is not None and (rate := self._rate(of_class[1])) is not None:
            return rate.of_class(of_class[2])
        call = _CALL.fullmatch(name)
        if call is not None:
            return self[call[1]].at(**_keywords(name, call[2]))
        parts = [part for part in name.split(",") if self.find(part) is not None]
        if re.sub(r"(?<=top_)\d+", "k", _key(name)) in OF_SCORES:
            raise UnknownMetricError(
                f"{name!r} is a metric of scores, not of predicted labels: give probabilities to `sy.scores.evaluate`."
            )
        refuse_no_number(name)
        hint = " Name one metric at a time." if parts else nearest(name, [*self, *(self._aliases or {})])
        raise UnknownMetricError(f"there is no metric {name!r}.{hint} `steelyard metrics` lists them.")

    def _rate(self, name: str) -> Metric | None:
        """Return the rate that a name means at one class, perhaps with parameters; None if there is none.

        What is of the whole matrix has a rate that is the same of one class against the rest: MCC, balanced accuracy.
        """
        result = self.get(name)
        if result is None or result.kind == "rate":
            return result
        return next((rate for rate in self.values() if rate.called and _key(rate.called) == result.name), None)

    def averages_of(self, rate: Metric) -> list[str]:
        """Return the metrics that are averages of a rate over the classes."""
        return [other.id for other in self.values() if other.average_of == rate.id]

    def __getattr__(self, name: str) -> Metric:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(str(error)) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._ids]

    def __iter__(self) -> Iterator[str]:
        kinds = list(KINDS)
        return iter(sorted(self._ids, key=lambda name: (kinds.index(self._load(name).kind), name)))

    def __contains__(self, name: object) -> bool:
        try:
            return isinstance(name, str) and self[name] is not None
        except ValueError:
            return False

    def remove(self, name: str) -> None:
        """Forget a metric of the user's own."""
        metric = self[name]
        if metric.builtin:
            raise ValueError(f"{metric.id!r} belongs to the catalogue and stays.")
        self._ids.discard(metric.id)
        self._loaded.pop(metric.id, None)
        self._aliases = None

    def __len__(self) -> int:
        return len(self._ids)

    def __repr__(self) -> str:
        return f"<{len(self)} metrics: {', '.join(self)}>"


class UnknownMetricError(UnknownNameError):
    """No metric has this name; the message says which is nearest."""


def _keywords(name: str, text: str) -> dict[str, Any]:
    """Read "beta=2" as the keywords of a call; only literals are allowed."""
    try:
        call = ast.parse(f"dict({text})", mode="eval").body
        keywords = [(keyword.arg, ast.literal_eval(keyword.value)) for keyword in getattr(call, "keywords", ())]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        keywords = []
    named = [parameter for parameter, _ in keywords]
    if not named or None in named:
        raise ValueError(f"cannot read the parameters of {name!r}; write for example mean_f(beta=2).")
    repeated = next((parameter for i, parameter in enumerate(named) if parameter in named[:i]), None)
    if repeated is not None:
        raise ValueError(f"{name!r} says {repeated} twice.")
    return {str(parameter): value for parameter, value in keywords}


metrics = registry = Registry()
"""Every metric by its id; functions of which metrics are an argument call it the registry."""


# Which metrics are asked for, and whether they are what is needed.


def listed(metrics: Any) -> list[str | Metric] | None:
    """Return what was asked for as a list, which can be gone through twice; None if nothing was."""
    if metrics is None:
        return None
    if isinstance(metrics, str | Metric):
        return [metrics]
    if not isinstance(metrics, Iterable):
        raise ValueError(f"metrics are given by name, as in ['cba', 'mcc'], not as {metrics!r}.")
    return list(metrics)


def chosen(metrics: Iterable[str | Metric] | str | Metric | None) -> list[Metric]:
    """Return the metrics asked for; if None, all that give one number and are not optional."""
    if metrics is None:
        return [metric for metric in registry.values() if metric.kind != "rate" and not metric.optional]
    asked = [metric if isinstance(metric, Metric) else registry[metric] for metric in listed(metrics) or ()]
    return list({metric.name: metric for metric in asked}.values())  # a metric asked for twice is told once


def refuse_rates(metrics: Iterable[Metric]) -> None:
    """Refuse metrics that give one value per class where one number is needed."""
    for metric in metrics:
        if metric.kind == "rate":
            averages = registry.averages_of(metric)
            over_all = f"its average over the classes is {averages[0]!r}, and " if averages else ""
            alone = f"that of class c alone is {f'{metric.name}{OF}c'!r}"
            raise ValueError(f"{metric.name!r} gives one value per class, not one number; {over_all}{alone}.")


def one_number(metrics: Iterable[str | Metric] | str | Metric | None) -> list[Metric]:
    """Return the metrics asked for, at least one, all of which give one number per matrix."""
    asked = chosen(metrics)
    if not asked:
        raise ValueError("no metric was asked for; name at least one, such as 'accuracy'.")
    refuse_rates(asked)
    return asked


def refuse_idle_importance(metrics: Sequence[Metric], importance: Any) -> None:
    """Refuse an importance where none of the metrics follows it: it would be without effect, and nobody would know."""
    idle = [metric for metric in metrics if metric.kind in ("whole", "class") and not metric.weighted]
    if importance is None or not idle or len(idle) < len(metrics):
        return
    if idle[0].of_rate is not None:
        averages = registry.averages_of(idle[0].of_rate)
        instead = f"; {averages[0]!r}, its average over the classes, follows one" if averages else ""
        raise ValueError(f"{idle[0].name!r} is of one class, so an importance has no part in it{instead}.")
    raise ValueError(
        f"{idle[0].name!r} counts items, not classes, so an importance has no part in it; "
        f"{idle[0].at_importance().name!r} is the same at class shares equal to the weights."
    )


# Rates as one number: those of the class that is positive; and the question which one it is, where nobody said.


CLASS_RATES = ("recall", "precision", "f", "specificity")
"""The rates shown for each class."""

POSITIVE_RATES = ("f", "precision", "recall", "specificity", "npv")
"""The rates of the positive class that are shown if no metrics are asked for; a verdict is by the first."""

OF_TWO = ("mcc", "balanced_accuracy")
"""Of two classes, what is shown beside them: it is the same whichever class is positive."""

AGAINST_THE_REST = ("class_mcc", "one_point_auroc")
"""Of more classes, the same of the positive one against all others together."""

FOLLOWING = "balanced_accuracy"
"""What follows an importance, of any number of classes: of a class alone nothing does."""

Asked = Iterable[str | Metric] | str | Metric | None


def numbers_of(metrics: Asked, positive: Any, pooled: Confusion, *, importance: Any = None) -> list[Metric]:
    """Return the metrics asked for, each of which gives one number: rates are those of the positive class.

    Parameters
    ----------
    metrics
        As people name them. If None, what tells most of the positive class; without one, all that give one number.
    positive
        The class, given itself or its text; None if nobody said one.
    pooled
        All counts together.
    importance
        What was said to matter, if anything was: of metrics that nobody chose, those that follow it then come first,
        so that a verdict is by what was said.

    Examples
    --------
    >>> cm = Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> [metric.name for metric in numbers_of(["f1", "mcc"], "fraud", cm)]
    ['f1 of fraud', 'mcc']
    >>> numbers_of("f1", None, cm)
    Traceback (most recent call last):
    ...
    ValueError: 'f1' is of one class; say which is positive, positive='fraud' or positive='ok'.
    """
    if positive is None:
        asked = listed(metrics)
        result = chosen(asked)
        for given in asked or ():
            ask_which(given, pooled.labels, pooled.support)
        return result
    label = positive_class(positive, pooled)
    if metrics is None:
        beside = OF_TWO if len(pooled.labels) == 2 else AGAINST_THE_REST
        first = () if importance is None else (FOLLOWING,)
        metrics = list(dict.fromkeys([*first, *POSITIVE_RATES, *beside]))
    return at_positive(chosen(metrics), label)


def positive_class(positive: Any, pooled: Confusion) -> Label:
    """Return the class that is meant, refusing one that no item is of."""
    place = find(positive, pooled.labels)
    label = pooled.labels[place]
    if not pooled.support[place] > 0:
        raise ValueError(
            f"the positive class {some([label])} has no items, so nothing tells how well it is found; "
            f"the classes with items are {some(_with_items(pooled))}."
        )
    return label


def at_positive(metrics: Iterable[Metric], label: Label) -> list[Metric]:
    """Return metrics, of which the rates are those of one class; each once."""
    result = (metric.of_class(label) if metric.kind == "rate" else metric for metric in metrics)
    return list({metric.name: metric for metric in result}.values())


def called(name: str, metrics: Sequence[Metric]) -> str:
    """Return what a metric that someone names is called among these: "f1" may be the F score of the positive class.

    Examples
    --------
    >>> called("f1", [registry["mcc"], registry["f1 of fraud"]]), called("matthews", [registry["mcc"]])
    ('f1 of fraud', 'mcc')
    """
    wanted = registry[name].name if name in registry else name
    names = [metric.name for metric in metrics]
    if wanted in names:
        return wanted
    at_class = (f"{name}{OF}{text(metric.positive)}" for metric in metrics if metric.of_rate is not None)
    meant = (registry[each].name for each in at_class if each in registry)
    return next((each for each in meant if each in names), wanted)


class OfMetric(Protocol):
    """What is about one metric."""

    @property
    def metric(self) -> Metric: ...


Result = TypeVar("Result", bound=OfMetric)


def result_of(name: str, results: Sequence[Result], done: str) -> Result:
    """Return the one of some results that is about a metric that someone names, or refuse what was not `done`."""
    metrics = [each.metric for each in results]
    wanted = called(name, metrics)
    for exact in (True, False):  # "f" is "f(beta=2)" if no other is
        for each in results:
            if each.metric.name == wanted or (not exact and name in (each.metric.id, *each.metric.aliases)):
                return each
    raise not_among(name, [metric.name for metric in metrics], done)


def ask_which(given: str | Metric, labels: Sequence[Label], support: Any) -> None:
    """Ask which class is positive where a rate is asked for; of more than two classes, say what else there is."""
    metric = given if isinstance(given, Metric) else registry[given]
    if metric.kind != "rate":
        return
    name = given if isinstance(given, str) else metric.name
    classes = [text(labels[i]) for i in classes_among(labels, support)]
    if len(classes) == 2:
        either = " or ".join(f"positive={name!r}" for name in classes)
        raise ValueError(f"{name!r} is of one class; say which is positive, {either}.")
    average = _average(name, metric)
    over_all = "" if average is None else f"{average!r}, its average over them, or "
    shown = "; the table of classes shows it of each" if metric.id in CLASS_RATES else ""
    several = [f"positive={label!r}" for label in classes[:SHOWN_NAMES]]
    more = len(classes) - len(several)
    last = f"one of {more:,} more" if more else several.pop()
    raise ValueError(
        f"{name!r} is of one class, and there are {len(classes):,}: take {over_all}one class against all others, "
        f"{', '.join(several)} or {last}{shown}."
    )


def _average(name: str, rate: Metric) -> str | None:
    """Return what the average of a rate over the classes is called, if there is one: "macro_f1" of "f1"."""
    averages = registry.averages_of(rate)
    familiar = registry.find(f"macro_{name}")
    if familiar is not None and familiar.id in averages:
        return f"macro_{name}"
    return averages[0] if averages else None


def _with_items(pooled: Confusion) -> list[Label]:
    return [label for label, items in zip(pooled.labels, pooled.support, strict=True) if items > 0]
