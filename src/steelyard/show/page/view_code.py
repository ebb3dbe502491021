"""The Python code that gives a view of the page again; what the view changes in it, the script fills in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from steelyard.intervals import Method
from steelyard.show.page.packing import unpacked

MOST_CLASSES = 30
MOST_MODELS = 10
"""Counts of more are read from a file, which the page can save."""

FROM_FILE = 'cm = sy.Confusion.from_dict(json.loads(Path("counts.json").read_text("utf-8")))'


def opening(content: Mapping[str, Any]) -> str:
    """Return the part of the code that is the same in every view: the counts `cm` and the names of the `metrics`."""
    inline = len(content["labels"]) <= MOST_CLASSES and len(content["models"]) <= MOST_MODELS
    first = (
        ["import steelyard as sy"]
        if inline
        else ["import json", "from pathlib import Path", "", "import steelyard as sy"]
    )
    own = [metric["name"] for metric in content["metrics"] if not metric["builtin"]]
    told = [f"# Metrics of your own must be registered first, with sy.metric: {', '.join(own)}."] if own else []
    if content["units"]["kind"] == "groups":
        told.append("# The page has intervals of whole groups, which these counts do not hold.")
    names = (repr(metric["name"]) for metric in content["metrics"])
    lines = [*first, "", _counts(content) if inline else FROM_FILE, *told, f"metrics = {_listed(names)}"]
    return "".join(f"{line}\n" for line in lines)


def asking(confidence: float | None, way: Method | None = None) -> str:
    """Return how the code asks for intervals, if the counts have any, by a way that is not the default."""
    if confidence is None:
        return "confidence=None"
    return f"confidence={confidence!r}" + ("" if way is None else f", intervals=sy.intervals.{way!r}")


def _counts(content: Mapping[str, Any]) -> str:
    """Return the source of the counts: a matrix, or one for each of several models."""
    labels = content["python_labels"]
    matrices = [_matrix(packed, len(labels)) for packed in content["counts"]]
    several = len(matrices) > 1
    parts = [_listed(matrices) if several else matrices[0], f"labels=[{', '.join(labels)}]"]
    if several:
        parts.append(f'axes={{"model": [{", ".join(content["python_models"])}]}}')
    return f"cm = {_listed(parts, 'sy.Confusion(', ')')}"


def _matrix(packed: Any, classes: int) -> str:
    rows = unpacked(packed).reshape(classes, classes).tolist()
    return _listed(f"[{', '.join(f'{count:.17g}' for count in row)}]" for row in rows)


def _listed(entries: Iterable[str], start: str = "[", end: str = "]") -> str:
    """Return source with an entry per line."""
    inside = "".join(f"{entry},\n" for entry in entries)
    return start + "\n" + "".join(f"    {line}\n" for line in inside.splitlines()) + end
