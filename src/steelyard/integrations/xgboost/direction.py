"""Tell XGBoost which way a metric is better.

A custom metric cannot say it: XGBoost's early stopping guesses by the name ("auc…", "map…" and few others upwards, all
else downwards), so that `early_stopping_rounds=10` would silently keep the round of the *worst* balanced accuracy. The
callback that stops is in reach only of the code that called the metric, a few frames up.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from typing import Any

FRAMES = 8
"""From the metric up to XGBoost's container of callbacks there are three to five calls."""


def tell_direction(name: str, *, higher_is_better: bool) -> None:
    """Set the direction of early stopping by this metric where it was left open; refuse the wrong one."""
    for stopping in _stopping_callbacks():
        if stopping.metric_name not in (None, name):
            continue
        if stopping.maximize is None:
            stopping.maximize = higher_is_better
        elif bool(stopping.maximize) != higher_is_better:
            better = "larger" if higher_is_better else "smaller"
            raise ValueError(
                f"early stopping by {name!r} was given maximize={stopping.maximize}, but {better} values are better; "
                "leave maximize out."
            )


def _stopping_callbacks() -> Iterator[Any]:
    """Yield the early-stopping callbacks of the training that asks for the metric, if one does."""
    callbacks = sys.modules.get("xgboost.callback")
    frame = inspect.currentframe()
    for _ in range(FRAMES):
        if callbacks is None or frame is None:
            return
        container = frame.f_locals.get("self")
        if isinstance(container, callbacks.CallbackContainer):
            yield from (each for each in container.callbacks if isinstance(each, callbacks.EarlyStopping))
            return
        frame = frame.f_back
