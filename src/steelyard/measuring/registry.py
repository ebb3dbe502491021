"""The registry: every metric by its id, loaded when first asked for.

A metric of ours is one file in `catalogue/`, named like the metric, so the folder is the list.
"""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard.counts.answer import Shown
from steelyard.counts.labels import UnknownNameError, nearest
from steelyard.measuring import catalogue
from steelyard.measuring.record import KINDS, Metric

if TYPE_CHECKING:
    pass

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


metrics = Registry()
