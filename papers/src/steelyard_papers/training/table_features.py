"""Columns of a table as features: numbers standardised, words one-hot, running text by TF-IDF."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from steelyard.extending import some

FEW_WORDS = 20
"""So many different texts are always words; more, if at least every second item repeats one."""

MISSING = "fill in what is missing, leave out such rows, or name other features"


class TableFeatures(NamedTuple):
    """The features of a table.

    Attributes
    ----------
    X
        One row per item and one column per feature: floats and texts.
    transformer
        A scikit-learn transformer that makes numbers of them, to be fitted on what a model may see.
    """

    X: np.ndarray[Any, np.dtype[np.object_]]
    transformer: Any


def table_features(columns: Mapping[str, Sequence[str | None]], texts: Collection[str] = ()) -> TableFeatures:
    """Return the features that columns of texts hold.

    Parameters
    ----------
    columns
        The values as they are written, by the name of the column; None where one is missing. A column is of numbers if
        all its values write one.
    texts
        Which columns are running text.

    Examples
    --------
    >>> made = table_features({"heat": ["1.5", "2", "4"], "site": ["a", "b", "a"]})
    >>> made.transformer.fit_transform(made.X).shape
    (3, 3)
    """
    from sklearn.compose import ColumnTransformer  # noqa: PLC0415 - loaded when it is used
    from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415
    from sklearn.preprocessing import OneHotEncoder, StandardScaler  # noqa: PLC0415

    if not columns:
        raise ValueError("there is no column to learn from; name features, or a column of running text.")
    result: dict[str, Sequence[Any]] = {}
    numbers: list[int] = []
    words: list[int] = []
    for place, (name, values) in enumerate(columns.items()):
        known = _complete(name, values)
        written = None if name in texts else _numbers(name, known)
        result[name] = known if written is None else written
        if name not in texts:
            (words if written is None else numbers).append(place)
    for place in words:
        _check_words(list(columns)[place], result)
    for name in texts:
        if not any(map(TfidfVectorizer().build_analyzer(), result[name])):
            raise ValueError(
                f"column {name!r} is no running text: none of its values has a word of two letters or more."
            )
    steps: list[tuple[str, Any, Any]] = [("numbers", StandardScaler(), numbers)] if numbers else []
    steps += [("words", OneHotEncoder(handle_unknown="ignore"), words)] if words else []
    steps += [(f"text {place}", TfidfVectorizer(), place) for place, name in enumerate(columns) if name in texts]
    X = np.empty((len(next(iter(result.values()))), len(result)), dtype=object)
    for place, values in enumerate(result.values()):
        X[:, place] = values
    return TableFeatures(X, ColumnTransformer(steps))


def _complete(name: str, values: Sequence[str | None]) -> list[str]:
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        raise _missing(name, len(values) - len(known), len(values))
    return known


def _numbers(name: str, values: Sequence[str]) -> list[float] | None:
    """Return the numbers that texts write; None if one of them writes none."""
    written = [_number(value) for value in values]
    if None in written:
        return None
    result = [number for number in written if number is not None]
    gaps = sum(map(math.isnan, result))
    if gaps == len(result):
        return None
    if gaps:
        raise _missing(name, gaps, len(result))
    if any(map(math.isinf, result)):
        raise ValueError(f"column {name!r} has values that are infinite; features must be finite numbers or texts.")
    return result


def _number(value: str) -> float | None:
    try:
        return None if "_" in value else float(value)  # 1_000 is a code
    except ValueError:
        return None


def _missing(name: str, gaps: int, items: int) -> ValueError:
    values = "missing value" if gaps == 1 else "missing values"
    return ValueError(f"column {name!r} has {gaps:,} {values} among {items:,} items; {MISSING}.")


def _check_words(name: str, columns: Mapping[str, Sequence[Any]]) -> None:
    """Refuse names and running text, of which one-hot would make a feature of each item."""
    values = columns[name]
    different = len(set(values))
    if different > max(FEW_WORDS, len(values) // 2):
        raise ValueError(
            f"column {name!r} holds no numbers, but {different:,} different texts among {len(values):,} items, such as "
            f"{some([_short(values[0])])}; name it as running text (--text), or name other features (--feature)."
        )


def _short(text: str, most: int = 30) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
