"""An evaluation as a display, in scikit-learn's style."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from sklearn.base import is_regressor

from steelyard import plots
from steelyard.evaluation.evaluate import Evaluation, evaluate
from steelyard.measuring.view import DEFAULT_POLICY, Policy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from steelyard.measuring.record import Metric

DisplayKind = Literal["metrics", "classes", "confusion"]


class EvaluationDisplay:
    """The metrics, the classes or the confusion matrix of a classifier, drawn as scikit-learn's displays are.

    Make one by `from_estimator` or `from_predictions`, or from what `sy.evaluate` returned.

    Parameters
    ----------
    evaluation
        What `sy.evaluate` returned, of one model or several.

    Attributes
    ----------
    evaluation
        The numbers that are drawn, with their intervals.
    ax_, figure_
        Where it was drawn last.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> tree = DecisionTreeClassifier(max_depth=1, random_state=0).fit(X, y)
    >>> display = EvaluationDisplay.from_estimator(tree, X, y, importance={2: 0.8}, kind="classes")
    >>> [name.get_text() for name in display.ax_.get_yticklabels()]
    ['2', '0', '1']
    >>> round(display.evaluation["balanced_accuracy"].value, 2)
    0.2
    """

    ax_: Axes
    figure_: Any

    def __init__(self, evaluation: Evaluation) -> None:
        if not isinstance(evaluation, Evaluation):
            raise ValueError(f"a display needs what sy.evaluate returned, not {type(evaluation).__name__}.")
        self.evaluation = evaluation

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, **arguments: Any) -> Self:
        """Draw how a fitted classifier does on labelled data.

        Parameters
        ----------
        estimator
            A fitted classifier, or a pipeline that ends in one.
        X, y
            The data, and their true labels.
        **arguments
            As for `from_predictions`.
        """
        if not hasattr(estimator, "predict") or is_regressor(estimator):
            raise ValueError(
                f"a display of an evaluation needs a classifier, whose predict gives labels, not "
                f"{type(estimator).__name__}."
            )
        return cls.from_predictions(y, estimator.predict(X), **arguments)

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        importance: Any = None,
        metrics: Iterable[str | Metric] | str | Metric | None = None,
        undefined: Policy = DEFAULT_POLICY,
        confidence: float | None = 0.95,
        labels: Iterable[Any] | None = None,
        sample_weight: Any = None,
        kind: DisplayKind = "metrics",
        ax: Axes | None = None,
        **drawing: Any,
    ) -> Self:
        """Draw how predictions do.

        Parameters
        ----------
        y_true, y_pred
            The true and the predicted labels; of several models, their predictions by name, {"a": …, "b": …}.
        importance, metrics, undefined, confidence, labels
            As for `sy.evaluate`.
        sample_weight
            One weight per item.
        kind, ax, **drawing
            As for `plot`.
        """
        _checked_kind(kind)
        evaluation = evaluate(
            y_true, y_pred, importance, metrics, undefined, confidence, labels=labels, weights=sample_weight
        )
        return cls(evaluation).plot(kind, ax=ax, **drawing)

    def plot(self, kind: DisplayKind = "metrics", *, ax: Axes | None = None, **drawing: Any) -> Self:
        """Draw, and return the display.

        Parameters
        ----------
        kind
            "metrics": each with its interval; "classes": a rate of each class, beside its size and weight; or
            "confusion": the counts.
        ax
            Where to draw; if not given, on a new figure, which a notebook shows with the display.
        **drawing
            As for `sy.plots.metrics`, `sy.plots.classes` or `sy.plots.confusion`, such as `rate="precision"`.
        """
        draw = getattr(plots, _checked_kind(kind))
        of = self.evaluation.confusion if kind == "confusion" else self.evaluation
        self.ax_ = draw(of, ax=ax, **drawing)
        self.figure_ = self.ax_.figure
        return self

    def _repr_png_(self) -> bytes | None:
        """Show the figure in a notebook: it is made without pyplot, so nobody else does."""
        if not hasattr(self, "figure_"):
            return None
        image = io.BytesIO()
        self.figure_.savefig(image, format="png")
        return image.getvalue()


def _checked_kind(kind: str) -> str:
    if kind not in get_args(DisplayKind):
        raise ValueError(f"kind must be one of {', '.join(get_args(DisplayKind))}, not {kind!r}.")
    return kind
