"""What every answer is: a frozen record that hands on plain values, shows itself, and is written in one step."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import math
import os
import secrets
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, Literal, TextIO, TypeGuard

import numpy as np

from steelyard.counts.labels import Label, text

Row = dict[str, Any]
"""Plain values by column."""

Form = Literal["text", "html", "sentence", "page", "markdown", "latex"]
"""What people look at: in a terminal, in a notebook, the conclusion in words, the live page, a table in a text."""


class Shown:
    """What shows itself, in a terminal and in a notebook: in the way that belongs to its type."""

    __slots__ = ()

    def __repr__(self) -> str:
        return self._shown_as("text")

    def _repr_html_(self) -> str:
        return self._shown_as("html")

    def _shown_as(self, form: Form, **options: Any) -> str:
        from steelyard.show.answers import shown  # noqa: PLC0415 - when someone looks

        return shown(self, form, **options)

    def _shown_metrics(self) -> tuple[str, ...]:
        """Return the names of the metrics that it shows to who looks, the first first."""
        from steelyard.show.answers import shown_metrics  # noqa: PLC0415 - when someone looks

        return shown_metrics(self)


class Answer(Shown):
    """A result: a frozen dataclass that is handed on as plain values, and shows itself in a terminal and in a notebook.

    Its record is in `to_dict`, one table of it in `to_rows`; both hold plain values alone, those of its fields if the
    type says nothing else. It shows its fields, too; of a type of another package, what its method `to_parts` yields.

    Examples
    --------
    >>> import dataclasses
    >>> import steelyard as sy
    >>> @dataclasses.dataclass(frozen=True, repr=False)
    ... class Spread(sy.extending.Answer):
    ...     low: float
    ...     high: float
    ...
    ...     def to_parts(self):
    ...         yield sy.extending.Sentence(f"From {self.low} to {self.high}.")
    >>> Spread(0.25, 0.5)
    From 0.25 to 0.5.
    >>> print(Spread(0.25, 0.5).to_csv(), end="")
    low,high
    0.25,0.5
    """

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON; what is undefined or infinite is None."""
        kept = [field.name for field in dataclasses.fields(self) if field.repr]  # type: ignore[arg-type]
        return {name: plain_values(getattr(self, name)) for name in kept}

    def to_rows(self) -> list[Row]:
        """Return rows of plain values, as a data frame takes them."""
        return [flat(self.to_dict())]

    def to_json(self, indent: int | None = 2) -> str:
        """Return `to_dict` as JSON text."""
        return json_text(self.to_dict(), indent)

    def to_frame(self) -> Any:
        """Return `to_rows` as a data frame of pandas or else Polars, whichever is installed."""
        return frame_of(self.to_rows())

    def to_csv(self) -> str:
        """Return `to_rows` as CSV text, one line for each row and one with the names of the columns."""
        return csv_text(self.to_rows())

    def to_markdown(self, what: str | None = None) -> str:
        """Return a table as Markdown, for a README, a review or a model card: values with their intervals.

        `what` names another of its tables, as for `to_rows`, where there are several: "classes" of an evaluation.

        Examples
        --------
        >>> import steelyard as sy
        >>> result = sy.evaluate(sy.Confusion([[8, 2], [1, 9]]), metrics=["accuracy", "mcc"], intervals="none")
        >>> print(result.to_markdown(), end="")
        | metric | value |
        | :-- | --: |
        | accuracy° | 0.850 |
        | mcc° | 0.704 |
        <BLANKLINE>
        20 items; all classes count the same. ° by items, not classes.
        """
        return self._shown_as("markdown", what=what)

    def to_latex(self, what: str | None = None) -> str:
        r"""Return the same table as a `tabular` of LaTeX, for `\usepackage{booktabs}`."""
        return self._shown_as("latex", what=what)


class Pictured(Answer):
    """A result that can be drawn, too."""

    __slots__ = ()

    def plot(self, kind: str | None = None, **options: Any) -> Any:
        """Draw it and return the axes, which a notebook shows; `sy.plots.save` writes them to a file.

        Parameters
        ----------
        kind
            What is drawn, called as the function of `sy.plots` that does it: of an evaluation "classes", "metrics" or
            (if there are any) "slices", of a comparison "metrics" or "wins". If not given, the first that fits.
        options
            Of that function: `ax=` draws on axes of yours.

        Examples
        --------
        >>> import steelyard as sy
        >>> ax = sy.evaluate(["fraud", "ok", "ok"], ["fraud", "ok", "fraud"]).plot("metrics", metrics="accuracy")
        >>> [label.get_text() for label in ax.get_yticklabels()]
        ['accuracy° ↑']
        """
        from steelyard.plots.answers import drawn  # noqa: PLC0415 - when someone draws

        return drawn(self, kind, **options)


# Plain values, as JSON, data frames and CSV take them.


def plain_label(label: Label) -> Any:
    """Return a label or key as JSON holds it.

    Examples
    --------
    >>> from datetime import date
    >>> plain_label("ok"), plain_label(3), plain_label(date(2024, 4, 1)), plain_label(("a", "b"))
    ('ok', 3, '2024-04-01', "('a', 'b')")
    """
    if label is None or isinstance(label, str | bool):
        return label
    if isinstance(label, np.bool_):
        return bool(label)
    if isinstance(label, int | np.integer):
        return int(label)
    return number(float(label)) if isinstance(label, float | np.floating) else text(label)


def number(value: float) -> float | None:
    """Return a number as JSON holds it; None if it is undefined or infinite.

    Examples
    --------
    >>> number(0.5), number(float("nan")), number(float("inf"))
    (0.5, None, None)
    """
    return float(value) if math.isfinite(value) else None


def plain_values(value: Any) -> Any:
    """Return whatever a record holds as JSON holds it: records by their own record, what else has a name by its text.

    Parameters
    ----------
    value
        A number, a text, an array, an answer; or a list or a mapping of such. What is NaN or infinite becomes None.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.plain_values({"a": (np.float64(0.5), np.nan), "b": np.arange(2), "c": np.True_})
    {'a': [0.5, None], 'b': [0, 1], 'c': True}
    """
    if isinstance(value, Answer):
        return value.to_dict()
    if isinstance(value, Mapping):
        _check_names(value)
        return {plain_label(key): plain_values(each) for key, each in value.items()}
    if isinstance(value, np.ndarray):
        return plain_values(value.tolist())
    if isinstance(value, Sequence | AbstractSet) and not isinstance(value, str | bytes):
        return [plain_values(each) for each in value]
    return plain_label(value)


def json_text(values: Any, indent: int | None = 2) -> str:
    """Return values as JSON text; numbers that JSON has no name for, such as infinity, are null.

    Labels that would be one as names in JSON, such as 1 and "1", are refused.
    """
    return json.dumps(plain_values(values), indent=indent, ensure_ascii=False, allow_nan=False)


def _check_names(labels: Iterable[Any]) -> None:
    """Refuse labels of which two are written alike as names in JSON, where all names are texts."""
    written: dict[str, Any] = {}
    for label in labels:
        name = label if isinstance(label, str) else json.dumps(plain_label(label))
        if written.setdefault(name, label) is not label:
            raise ValueError(f"JSON cannot tell the labels {written[name]!r} and {label!r} apart; rename one of them.")


def flat(record: Mapping[str, Any]) -> Row:
    """Return a record as one row: a mapping in it as columns of its own, and no list of records.

    Examples
    --------
    >>> flat({"p": 0.5, "posterior": {"a": 0.9, "b": 0.1}, "folds": [{"p": 0.4}], "labels": ["x", "y"]})
    {'p': 0.5, 'posterior_a': 0.9, 'posterior_b': 0.1, 'labels': ['x', 'y']}
    """
    row: Row = {}
    for name, value in record.items():
        if isinstance(value, Mapping):
            row |= {f"{name}_{text(key)}": each for key, each in flat(value).items()}
        elif not (isinstance(value, list) and any(isinstance(each, Mapping) for each in value)):
            row[name] = value
    return row


def slice_rows(axes: Mapping[str, Sequence[Label]], others: Sequence[str]) -> list[Row]:
    """Return the keys of each slice of a stack by axis, to stand beside other columns."""
    columns = [*axes, *others]
    repeated = [name for k, name in enumerate(columns) if name in columns[:k]]
    if repeated:
        raise ValueError(f"two columns would be called {repeated[0]!r}; call one of them otherwise.")
    return [dict(zip(axes, map(plain_label, keys), strict=True)) for keys in product(*axes.values())]


def alike(rows: Iterable[Row]) -> list[Row]:
    """Return rows that all have the same columns, in the order in which they first occur; None where one has none."""
    listed = list(rows)
    columns = dict.fromkeys(name for row in listed for name in row)
    return [{name: row.get(name) for name in columns} for row in listed]


def frame_of(rows: Iterable[Row]) -> Any:
    """Return rows as a data frame of pandas or else Polars, whichever is installed."""
    listed = alike(rows)
    for library in ("pandas", "polars"):
        try:
            return import_module(library).DataFrame(listed)
        except ImportError:
            continue
    raise ValueError("a data frame needs pandas or polars; install one of them.")


def csv_text(rows: Iterable[Row]) -> str:
    r"""Return rows as CSV text with one header; a list is written as its entries between semicolons.

    Examples
    --------
    >>> csv_text([{"metric": "cba", "undefined": ["a", "b"]}, {"metric": "mcc", "value": 0.5}])
    'metric,undefined,value\ncba,a; b,\nmcc,,0.5\n'
    """
    listed = alike(rows)
    if not listed:
        return ""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(listed[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in listed)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if not isinstance(value, list | dict):
        return value
    if isinstance(value, dict) or any(isinstance(each, list | dict) for each in value):
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return "; ".join(map(text, value))


# What an answer states: a kind and the values that belong to it; the sentence is made where it is shown.


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Statement(Shown):
    """One thing that is stated; `str` of it is the sentence.

    Each part of the library has a type of its own under this one, with the kinds that it states; the function of `show`
    that makes the sentence of a kind takes its values by name.

    Attributes
    ----------
    kind
        What it states.
    values
        The values that belong to it, by name.
    """

    kind: str
    values: tuple[tuple[str, Any], ...]

    def __init__(self, kind: str, **values: Any) -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "values", tuple(values.items()))

    def __str__(self) -> str:
        return self._shown_as("text")

    def __repr__(self) -> str:
        told = (repr(self.kind), *(f"{name}={value!r}" for name, value in self.values))
        return f"{type(self).__name__}({', '.join(told)})"


# Whether someone looks, and what then tells how far long work is.


def bar(work: Literal["files", "draws"]) -> AbstractContextManager[Any]:
    """Return what tells people how far long work is, if it takes longer than a second; nothing where nobody looks."""
    if not is_watched(sys.stderr):
        return nullcontext()
    from steelyard.show import progress  # noqa: PLC0415 - when someone waits

    return progress.reading_bar() if work == "files" else progress.drawing_bar()


def is_watched(stream: TextIO | None) -> TypeGuard[TextIO]:
    """Return whether someone looks at what is written to a stream: it is a terminal."""
    return stream is not None and stream.isatty()


# A file that is written whole or not at all.


def replace_content(path: Path, content: bytes) -> None:
    """Write to a new file in the same folder, and give it the old one's name once it is on the disk."""
    file = Path(os.path.realpath(path))  # a link stays one
    if file.exists() and not file.is_file():  # a pipe or a device is written to, never replaced
        file.write_bytes(content)
        return
    draft = file.with_name(f".steelyard-{secrets.token_hex(8)}.tmp")  # short, as the file's own name may be the longest
    try:
        with draft.open("xb") as stream:
            if file.exists():
                shutil.copymode(file, draft)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """See to it that the new name is on the disk as well; Windows does so by itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
