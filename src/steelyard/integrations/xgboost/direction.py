"""Tell XGBoost which way a metric is better.

A custom metric cannot say it: XGBoost's early stopping guesses by the name ("auc…", "map…" and few others upwards, all
else downwards), so that `early_stopping_rounds=10` would silently keep the round of the *worst* balanced accuracy. The
callback that stops is in reach only of the code that called the metric, a few frames up.
"""

from __future__ import annotations

import inspect
import sys
from typing import Any, NamedTuple


class Asking(NamedTuple):
    """Who asks for a metric: a training with its callbacks that stop it, directly or through a function of the user."""

    stopping: tuple[Any, ...]
    directly: bool


def tell_direction(name: str, *, higher_is_better: bool) -> None:
    """Set the direction of early stopping by this metric where it was left open; refuse the wrong one."""
    asking = _asking()
    for stopping in asking.stopping:
        # Unless it is named, XGBoost stops by the last metric: ours, if nothing stands between that adds another.
        unsure = stopping.metric_name is None and not asking.directly
        if unsure and stopping.maximize is None:
            raise ValueError(
                f"early stopping cannot be told which way {name!r} is better, since another function calls it and may "
                "return other metrics too; stop with steelyard's early_stopping(…), or say maximize=True or False."
            )
        if unsure or stopping.metric_name not in (None, name):
            continue
        if stopping.maximize is None:
            stopping.maximize = higher_is_better
        elif bool(stopping.maximize) != higher_is_better:
            better = "larger" if higher_is_better else "smaller"
            raise ValueError(
                f"early stopping by {name!r} was given maximize={stopping.maximize}, but {better} values are better; "
                "leave maximize out."
            )


def _asking() -> Asking:
    """Return who asks for the metric: no training, if somebody else called it."""
    callbacks = sys.modules.get("xgboost.callback")
    frame = inspect.currentframe()
    between: list[str] = []
    while callbacks is not None and frame is not None:
        container = frame.f_locals.get("self")
        if isinstance(container, callbacks.CallbackContainer):
            if between[-1] != "xgboost":  # it runs a callback of the user, who looks at the metric for himself
                break
            found = tuple(each for each in container.callbacks if isinstance(each, callbacks.EarlyStopping))
            return Asking(found, directly=set(between) <= {"steelyard", "xgboost"})
        between.append(str(frame.f_globals.get("__name__")).split(".")[0])
        frame = frame.f_back
    return Asking((), directly=True)
