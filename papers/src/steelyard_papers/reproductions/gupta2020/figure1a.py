"""Figure 1a of Gupta et al.: class sizes and importances, each alike or skewed. A schematic in the paper.

Here it has numbers: the classifier of Figure 1b, whose recalls stay, on classes of equal and of its own sizes, with
equal importances and with its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steelyard import importance, metrics
from steelyard_papers.reproductions.gupta2020 import inputs
from steelyard_papers.reproductions.gupta2020.hits import of_hits

IMPORTANCE = {"B": 0.7}
"""Figure 1b: class B has 0.7; what A and C have is not in our text, so they share the rest evenly."""


@dataclass(frozen=True, slots=True)
class Quadrant:
    """One of the four situations.

    Attributes
    ----------
    skewed_sizes, skewed_importance
        Which of the two are skewed.
    sizes, weights
        Shares of the items and weights, by class.
    accuracy, balanced_accuracy, weighted
        Of the classifier; weighted is WBA under the importance.
    """

    skewed_sizes: bool
    skewed_importance: bool
    sizes: dict[str, float]
    weights: dict[str, float]
    accuracy: float
    balanced_accuracy: float
    weighted: float

    @property
    def enough(self) -> str:
        """The simplest metric that says here what the weighted balanced accuracy says."""
        if self.skewed_importance:
            return "WBA"
        return "Balanced Accuracy" if self.skewed_sizes else "Accuracy"


def quadrants() -> tuple[Quadrant, ...]:
    """Return the four, from skewed importances to alike ones, and in each of these from alike sizes to skewed ones.

    Examples
    --------
    >>> from steelyard_papers.reproductions.gupta2020.figure1a import quadrants
    >>> [(each.enough, round(each.accuracy, 3), round(each.weighted, 3)) for each in quadrants()]
    [('WBA', 0.386, 0.284), ('WBA', 0.65, 0.284), ('Accuracy', 0.386, 0.386), ('Balanced Accuracy', 0.65, 0.386)]
    """
    return tuple(
        _quadrant(skewed_sizes=sizes, skewed_importance=weights) for weights in (True, False) for sizes in (False, True)
    )


def _quadrant(*, skewed_sizes: bool, skewed_importance: bool) -> Quadrant:
    own = inputs.FIGURE_1B_SUPPORT
    recalls = np.array([inputs.FIGURE_1B_CORRECT[label] / size for label, size in own.items()])
    support = dict(own) if skewed_sizes else dict.fromkeys(own, 1)
    cm = of_hits(support, recalls * np.array(list(support.values())))
    matters = importance.stated(IMPORTANCE) if skewed_importance else importance.uniform()
    weights = matters.weights(cm).tolist()
    shares = importance.prevalence().weights(cm).tolist()
    return Quadrant(
        skewed_sizes,
        skewed_importance,
        dict(zip(own, shares, strict=True)),
        dict(zip(own, weights, strict=True)),
        float(metrics["accuracy"](cm)),
        float(metrics["balanced_accuracy"](cm, undefined="exclude")),
        float(metrics["wba"](cm, importance=matters, undefined="exclude")),
    )
