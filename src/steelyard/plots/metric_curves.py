"""How one metric moves with class shares and with the number of classes, as in Mullick et al. 2020, Figure 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.papers.mullick2020 import hexagon, two_normals
from steelyard.plots.canvas import grid_of_axes
from steelyard.plots.mullick2020 import curves_plot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.record import Metric


def metric_curves_plot(metric: str | Metric, axes: Any = None) -> NDArray[np.object_]:
    """Draw a metric on two axes: the same classifiers on test sets of other class shares, and with other classes added.

    At the left two normal classes and a moving boundary, a line per ratio of class sizes (RRT); at the right three to
    six classes recognised equally well, a line per number of classes. Lines that fall together do not move.
    """
    axes = grid_of_axes(1, 2, (9.0, 3.8)).reshape(-1) if axes is None else np.asarray(axes)
    shares, classes = two_normals.curves(metric), hexagon.curves(metric)
    curves_plot(shares, ax=axes[0])
    curves_plot(classes, ax=axes[1])
    title = shares.metric.title
    axes[0].set_title(f"{title}: the same classifier, other class sizes", fontsize=9, loc="left")
    axes[0].set_xlabel("position of the boundary (right: better)", fontsize=8)
    axes[1].set_title(f"{title}: as good, other numbers of classes", fontsize=9, loc="left")
    axes[1].set_xlabel("share of each class that is recognised", fontsize=8)
    return axes
