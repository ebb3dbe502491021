"""What is logged to a run of MLflow, as plain values first."""

from __future__ import annotations

import math
import posixpath
import re
from dataclasses import dataclass
from typing import Any

FOLDER = "steelyard"
"""The folder of the run's artifacts that holds ours."""


@dataclass(frozen=True)
class RunRecord:
    """What a run gets.

    Attributes
    ----------
    metrics
        Numbers by name; NaN where one is undefined.
    params
        What was asked for. MLflow refuses to change them within a run: for another importance, use another prefix.
    tags
        What else the run should say.
    artifacts
        Texts by path.
    """

    metrics: dict[str, float]
    params: dict[str, Any]
    tags: dict[str, Any]
    artifacts: dict[str, str]

    def under(self, prefix: str) -> RunRecord:
        """Return the same with a prefix before every name, artifacts in our folder."""
        plain = isinstance(prefix, str) and re.fullmatch(r"[\w.\- /]*", prefix)
        if not plain or posixpath.normpath(f"{prefix}_") != f"{prefix}_":
            raise ValueError(
                f"a prefix may have letters, digits, '_', '-', '.', spaces and single slashes between them, as in "
                f"'test/', not {prefix!r}."
            )
        if prefix.startswith(("/", "..")):
            raise ValueError(f"a prefix cannot lead out of the run's own folder, as {prefix!r} would.")
        return RunRecord(
            {prefix + name: value for name, value in self.metrics.items()},
            {prefix + name: value for name, value in self.params.items()},
            {prefix + name: value for name, value in self.tags.items()},
            {f"{FOLDER}/{prefix}{name}": text for name, text in self.artifacts.items()},
        )

    def log(self, step: int | None) -> None:
        """Log it to the active run, or to a new one; params first, which MLflow may refuse."""
        mlflow = needs_mlflow()
        mlflow.log_params(self.params)
        mlflow.set_tags(self.tags)
        mlflow.log_metrics(self.metrics, step=step)
        for path, text in self.artifacts.items():
            mlflow.log_text(text, path)


def with_interval(name: str, value: Any, low: Any, high: Any) -> dict[str, float]:
    """Return a value and, if it has one, its interval, as metrics of a run.

    NaN also for an infinite value, which MLflow's databases would replace by a finite one.

    Examples
    --------
    >>> with_interval("cba", 0.5, 0.4, 0.6)
    {'cba': 0.5, 'cba.low': 0.4, 'cba.high': 0.6}
    >>> with_interval("mcc", float("nan"), None, None)
    {'mcc': nan}
    """
    found = {name: float(value) if value is not None and math.isfinite(value) else math.nan}
    ends = {f"{name}.low": low, f"{name}.high": high}
    return found | {end: float(at) for end, at in ends.items() if at is not None and math.isfinite(at)}


def stored(counts: Any) -> str:
    """Return counts as JSON that `steelyard evaluate --matrix` and `from_dict` read."""
    text: str = counts.to_json(indent=None)
    return text


def needs_mlflow() -> Any:
    """Return MLflow, or say how to get it."""
    try:
        import mlflow  # noqa: PLC0415 - loaded when it is used
    except ImportError:
        raise ValueError("logging to MLflow needs MLflow; pip install mlflow.") from None
    return mlflow
