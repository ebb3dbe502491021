"""A small record as a table of its fields, or as the parts that it names itself; and an importance, in a notebook."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence, Sized
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.labels import text
from steelyard.measuring.notes import Notes
from steelyard.show.html import html_of
from steelyard.show.parts import Column, Item, Part, Sentence, Sheet
from steelyard.show.printing import text_of

if TYPE_CHECKING:
    from steelyard.importance import Importance


MOST = 6
"""Numbers or names of a list that are shown."""


def fields_sheet(fields: Mapping[str, Any]) -> Sheet:
    """Return a table of two columns without headings."""
    names = Column("", list(fields), "words", strong=range(len(fields)))
    return Sheet([names, Column("", [shown(value) for value in fields.values()], "prose")], headed=False)


def fields_html(record: Any) -> str:
    """Return a record as HTML for a notebook: what it says, if it says something, and its fields."""
    told: list[Part] = [Sentence(said, "strong")] if (said := _said(record)) else []
    return html_of([*told, fields_sheet(_fields(record))])


def fields_text(record: Any) -> str:
    """Return the same as text of 80 columns."""
    return text_of([fields_sheet(_fields(record))])


def parts_html(answer: Any) -> str:
    """Return as HTML what an answer says that it shows."""
    return html_of(answer.to_parts())


def parts_text(answer: Any) -> str:
    """Return the same as text of 80 columns."""
    return text_of(answer.to_parts())


def list_html(records: Sequence[Any]) -> str:
    """Return several records of one kind as HTML, a line for each."""
    return html_of(Item(repr(record).strip("<>")) for record in records)


def notes_html(notes: Notes) -> str:
    """Return notes as HTML for a notebook, a line each."""
    return html_of([Sentence(str(note)) for note in notes] or [Sentence("There is no note.", "dim")])


def _said(record: Any) -> str:
    """Return the sentence that a record has for people; nothing if it has none."""
    for name in ("sentence", "words"):
        if isinstance(getattr(record, name, None), str):
            return str(getattr(record, name))
    return str(record) if any("__str__" in vars(kind) for kind in type(record).__mro__[:-1]) else ""


def _fields(record: Any) -> dict[str, Any]:
    """Return what is set and not told already: what `to_dict` holds, else the fields."""
    if hasattr(record, "to_dict"):
        every = record.to_dict()
    elif dataclasses.is_dataclass(record):
        every = {field.name: getattr(record, field.name) for field in dataclasses.fields(record) if field.repr}
    else:
        every = record._asdict()
    return {name.replace("_", " "): value for name, value in every.items() if name != "sentence" and _is_set(value)}


def _is_set(value: Any) -> bool:
    return not callable(value) and value is not None and not (isinstance(value, Sized) and len(value) == 0)


def shown(value: Any) -> str:
    """Return a value of a record as people read it.

    Examples
    --------
    >>> from steelyard.show.fields import shown
    >>> shown(0.123456), shown(12345), shown(None), shown((0.5, 0.25)), shown({"a": 1.0})
    ('0.1235', '12,345', '–', '0.5, 0.25', 'a: 1')
    """
    if value is None or isinstance(value, str | Notes):
        return str(value) if value else "–"
    if isinstance(value, Real | np.bool_):
        return _number(value)
    if isinstance(value, np.ndarray) and value.ndim > 1:
        return f"{' × '.join(map(str, value.shape))} numbers"
    if isinstance(value, Mapping):
        return _listed([f"{text(key)}: {shown(each)}" for key, each in value.items()])
    if isinstance(value, tuple | list | np.ndarray) and not hasattr(value, "_fields"):
        return _listed([shown(each) for each in list(value[: MOST + 1])], len(value))
    return _said(value) or _name(value)


def _number(value: Real | np.bool_) -> str:
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    return f"{int(value):,}" if isinstance(value, Integral) else f"{float(value):.4g}"


def _listed(things: Sequence[str], every: int | None = None) -> str:
    more = (len(things) if every is None else every) - MOST
    return ", ".join(things[:MOST]) + (f", … {more:,} more" if more > 0 else "")


def _name(value: Any) -> str:
    """Return what a value is called: a metric by its name, a record by its fields, all else as text."""
    if isinstance(getattr(value, "name", None), str):
        return str(value.name)
    if dataclasses.is_dataclass(value) or hasattr(value, "_asdict"):
        return _listed([f"{name} {shown(each)}" for name, each in _fields(value).items()])
    return text(value)


# What matters, in a notebook: an importance as the grammar writes it.


def importance_html(importance: Importance) -> str:
    """Return an importance as HTML."""
    cautions = [Sentence(importance.caution)] if importance.caution else []
    return html_of([Sentence(str(importance), lead="importance:"), *cautions])
