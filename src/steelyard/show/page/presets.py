"""What to try as an importance on the page, and the Python code that gives a view of the page again."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, text
from steelyard.importance import Importance, as_importance, order, rarity, uniform
from steelyard.importance.grammar import MECHANISMS
from steelyard.intervals import Method
from steelyard.show.evaluation_sentences import if_it_counts
from steelyard.show.page.units_of import unpacked
from steelyard.type_names import Floats

FORMULA = re.compile(r": φ = .*?(?=\. |\.$)")
"""What a mechanism says of itself in letters, which those who move sliders need not read."""


def source_of(name: Hashable) -> str:
    r"""Return the source of a label or a model's name; of what has no plain source, such as a date, that of its text.

    Examples
    --------
    >>> source_of("don't"), source_of((1, None)), source_of(float("inf"))
    ('"don\'t"', '(1, None)', "float('inf')")
    """
    if type(name) is tuple:
        return f"({', '.join(map(source_of, name))}{',' if len(name) == 1 else ''})"
    if type(name) is float and not math.isfinite(name):
        return f"float({str(name)!r})"
    # By its own type: what is derived from a number or a text may show itself otherwise, as members of an Enum do.
    plain = name is None or type(name) in (str, bytes, int, float, bool)
    return repr(name) if plain else repr(text(name))


# The Python code that gives a view of the page again; what the view changes in it, the script fills in.


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


# What to try as an importance: the one that was given, every mechanism that needs no words, and some composites.


LONGEST = 2_000
"""Characters of an importance as source; a longer one is written as the weights it comes to."""

LONGEST_NAME = 40
"""Characters of an importance that can be its own name."""

BY_SIZE = "order of the sizes"
BY_SIZE_SAID = "if only the order of the class sizes counts, the rarest most"
BY_SIZE_TEXT = "Only the order of the class sizes counts: the rarer a class, the more it matters."


@dataclass(frozen=True, slots=True)
class Preset:
    """An importance to try; without weights where it refuses these classes, and then why.

    Attributes
    ----------
    text, said
        What it means, as a sentence; and as the condition in one, "if rare classes count more".
    """

    name: str
    text: str
    weights: Floats | None
    why_not: str
    python: str
    said: str

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        weights = None if self.weights is None else self.weights.tolist()
        return {
            "name": self.name,
            "text": self.text,
            "weights": weights,
            "why_not": self.why_not,
            "python": self.python,
            "said": self.said,
        }


def presets_of(given: Importance, counts: Confusion) -> list[Preset]:
    """Return the importance that was given, and others, as weights of these classes.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> [preset.name for preset in presets_of(sy.importance.parse("fraud=0.7"), cm)]
    ['fraud=0.7', 'uniform', 'prevalence', 'rarity', 'complement', 'order of the sizes', 'fraud=0.7 × rarity']
    """
    mechanisms = {name: make() for name, make in MECHANISMS.items()}
    result = [_preset(_name(given), _said(given) if given in mechanisms.values() else str(given), given, counts)]
    result += [_preset(name, _said(each), each, counts) for name, each in mechanisms.items() if each != given]
    result.append(_by_size(counts))
    if given not in (uniform(), rarity()):
        both = given * rarity()
        result.append(_preset(f"{_name(given)} × rarity", _said(both), both, counts))
    return result


def order_weights(classes: int) -> Floats:
    """Return the weights of classes in a total order, the most important first.

    Examples
    --------
    >>> order_weights(3).round(3)
    array([0.5  , 0.333, 0.167])
    """
    if classes == 1:
        return np.ones(1)
    chain = order([(less + 1, less) for less in range(classes - 1)])
    return chain.weights(Confusion(np.eye(classes)))


def _name(given: Importance) -> str:
    """Return what the given importance is called: its text, if that is short."""
    said = given.alone
    return said if len(said) <= LONGEST_NAME and said.isprintable() else "the given importance"


def _preset(name: str, meaning: str, importance: Importance, counts: Confusion, said: str | None = None) -> Preset:
    said = if_it_counts(importance) if said is None else said
    try:
        weights = importance.weights(counts)
    except ValueError as refusal:
        return Preset(name, meaning, None, str(refusal), repr(str(importance)), said)
    return Preset(name, meaning, weights, "", _source(importance, weights, counts), said)


def _said(importance: Importance) -> str:
    """Return what a mechanism says of itself in its first line."""
    return FORMULA.sub("", (importance.__doc__ or "").strip().split("\n", 1)[0])


def _source(importance: Importance, weights: Floats, counts: Confusion) -> str:
    """Return source that gives these weights again: the importance's text, if it can be read back, else themselves."""
    said = str(importance)
    if len(said) <= LONGEST:
        try:
            again = as_importance(said).weights(counts)
        except ValueError:  # such as of a user's own mechanism, or of two classes with one text
            again = None
        if again is not None and np.array_equal(again, weights):
            return repr(said)
    return repr(weights.tolist())


def _by_size(counts: Confusion) -> Preset:
    """Return the order of the sizes; classes of one size are not compared."""
    sizes = counts.support
    by_size = [np.flatnonzero(sizes == size).tolist() for size in np.unique(sizes)[::-1]]
    try:
        chain = order(list(_neighbours(by_size, counts.labels)))
    except ValueError as refusal:
        return Preset(BY_SIZE, BY_SIZE_TEXT, None, str(refusal), repr("uniform"), BY_SIZE_SAID)
    return _preset(BY_SIZE, BY_SIZE_TEXT, chain, counts, BY_SIZE_SAID)


def _neighbours(levels: Sequence[Sequence[int]], labels: Sequence[Label]) -> Iterator[tuple[Label, Label]]:
    """Yield (less important, more important) for all classes of neighbouring levels."""
    for lower, higher in pairwise(levels):
        for less in lower:
            yield from ((labels[less], labels[more]) for more in higher)
