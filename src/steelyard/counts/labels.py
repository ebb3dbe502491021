"""Class labels: what they may be, and how a name finds its label; labels and numbers as sentences have them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

Label = Hashable
T = TypeVar("T")

MISSING: None = None
"""The label of items without a label, when the user asks to keep them."""

SHOWN_NAMES = 5

WORDS = re.compile(r"[^\W_]+")
"""Of which a name consists: "patient" and "month" of "patient_month"."""

LONGEST = 60
"""Characters of a value in a message."""


def text(label: Label) -> str:
    """Return the label as people read it."""
    return "(missing)" if label is MISSING else str(label)


def in_short(value: Any) -> str:
    """Return a value as messages repeat it, on one line of a bounded length.

    Examples
    --------
    >>> in_short("ok"), in_short("a" * 100)
    ("'ok'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...")
    """
    line = repr(value) if isinstance(value, str) else " ".join(repr(value).split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."


def some(labels: Iterable[Label], shown: int = SHOWN_NAMES) -> str:
    """Name the first few labels of a list, for messages.

    Parameters
    ----------
    labels
        What is named.
    shown
        How many at most.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.some(["ok", "ill", 3], shown=2)
    "'ok', 'ill' and 1 more"
    """
    names = [text(label) if label is MISSING else in_short(label) for label in labels]
    more = len(names) - shown
    return ", ".join(names[:shown]) + (f" and {more} more" if more > 0 else "")


def checked(labels: Iterable[Any], size: int | None = None) -> tuple[Label, ...]:
    """Return labels as a tuple of plain Python values, all different, `size` of them."""
    if isinstance(labels, str | bytes) or not isinstance(labels, Iterable):
        raise ValueError(f"labels must be a list of class names, not {labels!r}.")
    plain = tuple(label.item() if hasattr(label, "item") and hasattr(label, "dtype") else label for label in labels)
    for label in plain:
        try:
            hash(label)
        except TypeError:
            raise ValueError(f"the label {label!r} is not hashable; use a text, a number or a tuple.") from None
    seen: set[Label] = set()
    repeated = [label for label in plain if label in seen or seen.add(label)]  # type: ignore[func-returns-value]
    if repeated:
        raise ValueError(f"each label may occur once, but {some(dict.fromkeys(repeated))} occurs several times.")
    if size is not None and len(plain) != size:
        raise ValueError(f"there are {len(plain)} labels for {size} classes.")
    return plain


def storable(labels: Iterable[Label]) -> list[Any]:
    """Return labels as JSON can hold them: what is no text, number, truth value or tuple, such as a date, as text."""
    plain = (str, int, float, bool, tuple, type(None))
    return [label if isinstance(label, plain) else text(label) for label in labels]


def restored(labels: Any) -> Any:
    """Return labels as they were before JSON turned tuples into lists."""
    if not isinstance(labels, list | tuple):
        return labels
    return [tuple(label) if isinstance(label, list) else label for label in labels]


def sort(labels: Iterable[Label]) -> tuple[Label, ...]:
    """Sort discovered labels; labels that cannot be compared keep the order in which they appeared."""
    discovered = tuple(labels)
    known = [label for label in discovered if label is not MISSING]
    try:
        ordered = sorted(known)  # type: ignore[type-var]
    except TypeError:
        ordered = known
    return (*ordered, *(label for label in discovered if label is MISSING))


def classes_among(labels: Sequence[Label], support: Any) -> list[int]:
    """Return the places of labels that are classes: all but a missing answer that no item truly has."""
    return [i for i, label in enumerate(labels) if label is not MISSING or support[i] > 0]


def nearest(name: str, candidates: Iterable[str]) -> str:
    """Return " Did you mean 'x'?" if a candidate looks like the name, with all that do so equally, else an empty text.

    If none looks like it, those that have it as one of their words are named, up to three.

    Parameters
    ----------
    name
        What was asked for, and is not there.
    candidates
        What is there.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.nearest("auc", ["accuracy", "auroc", "aurpc"])
    " Did you mean 'auroc' or 'aurpc'?"
    >>> sy.extending.nearest("month", ["patient_month", "truth"])
    " Did you mean 'patient_month'?"
    """
    wanted = name.casefold()
    folded = {each.casefold(): each for each in candidates}
    close = difflib.get_close_matches(wanted, [each for each in folded if _as_long(each, wanted)], n=3, cutoff=0.6)
    like = [difflib.SequenceMatcher(None, each, wanted).ratio() for each in close]
    best = sorted(folded[each] for each, ratio in zip(close, like, strict=True) if ratio == max(like))
    best = best or sorted(folded[each] for each in folded if wanted in WORDS.findall(each))[:3]
    return f" Did you mean {' or '.join(map(in_short, best))}?" if best else ""


def _as_long(candidate: str, name: str) -> bool:
    """Whether neither is half of the other, or a letter shorter: whoever wrote "nope" did not mean "op"."""
    short, long = sorted((len(candidate), len(name)))
    return long < 2 * short or long - short <= 1


class UnknownNameError(KeyError, ValueError):
    """Nothing has this name; the message says which names are nearest."""

    def __str__(self) -> str:
        return str(self.args[0])


def not_among(name: str, metrics: Sequence[str], done: str) -> UnknownNameError:
    """Return what is said of a metric that a result does not have."""
    return UnknownNameError(f"{name!r} was not {done}; there are {', '.join(metrics)}.{nearest(name, metrics)}")


class OfModel(Protocol):
    """What is about one model."""

    @property
    def model(self) -> str: ...


Result = TypeVar("Result", bound=OfModel)


def result_of_model(model: str, results: Sequence[Result]) -> Result:
    """Return the one of some results that is about a model."""
    for each in results:
        if each.model == model:
            return each
    raise UnknownNameError(f"there is no model {model!r}; there are {some([each.model for each in results])}.")


def find(name: Label, labels: Sequence[Label], what: str = "class") -> int:
    """Return the position of a label, given itself or its text (so that "1" finds 1)."""
    (position,) = positions([name], labels, what)
    return position


def positions(names: Iterable[Label], labels: Sequence[Label], what: str = "class") -> list[int]:
    """Return the position of each name, as `find` does, in one pass over the labels."""
    by_value = {label: i for i, label in enumerate(labels)}
    by_text: dict[str, list[int]] = {}
    places = []
    for name in names:
        position = by_value.get(name) if isinstance(name, Hashable) else None
        if position is None:
            if not by_text:
                for i, label in enumerate(labels):
                    by_text.setdefault(text(label), []).append(i)
            matches = by_text.get(text(name), [])
            if len(matches) != 1:
                hint = nearest(text(name), by_text)
                raise ValueError(f"there is no {what} {in_short(name)}; the classes are {some(labels)}.{hint}")
            (position,) = matches
        places.append(position)
    return places


def by_label(values: Mapping[Any, T] | Sequence[T], labels: Sequence[Label], what: str) -> dict[int, T]:
    """Return what a mapping (by label) or a sequence (by position) says, as {position: value}."""
    if not isinstance(values, Mapping):
        listed = list(values)
        if len(listed) != len(labels):
            raise ValueError(f"{what} lists {len(listed)} values for {len(labels)} classes ({some(labels)}).")
        return dict(enumerate(listed))
    by_position: dict[int, T] = {}
    for position, value in zip(positions(values, labels), values.values(), strict=True):
        if position in by_position:
            raise ValueError(f"{what} names class {text(labels[position])!r} twice.")
        by_position[position] = value
    return by_position


# Numbers: as sentences have them, and as people may give them.


ROUNDING = 1e-12
"""A sum of weights that differs from 1 by less is 1."""

MILLION = 1_000_000
"""From here on, an amount has six digits before its point."""


def amount(value: float) -> str:
    """Write a count or a total weight: six digits, all that are before the point, and no exponent for large ones.

    Examples
    --------
    >>> from steelyard.counts.labels import amount
    >>> amount(2983), amount(750.69), amount(173371.61), amount(12345678.9)
    ('2,983', '750.69', '173,372', '12,345,679')
    """
    if not float(value).is_integer() and abs(value) < MILLION:
        return f"{value:,.6g}".replace("1e+06", "1,000,000")
    return f"{round(value):,}"


def percentage(share: float, *, over: str = "over ", under: str = "under ") -> str:
    """Write a share as a whole percent; near 0 and 1 as a bound, with what it begins with.

    Examples
    --------
    >>> from steelyard.counts.labels import percentage
    >>> percentage(1 / 3), percentage(0.9957), percentage(1.0), percentage(0.001), percentage(0.0)
    ('33 %', 'over 99 %', '100 %', 'under 1 %', '0 %')
    """
    whole = round(100 * share)
    if whole == 100 and share < 1 - ROUNDING:
        return f"{over}99 %"
    if whole == 0 and share > ROUNDING:
        return f"{under}1 %"
    return f"{whole} %"


def whole_number(number: Any, name: str, least: int = 0) -> int:
    """Return a whole number of at least so much; refuse any other value by its name."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {number!r}.")
    return int(number)
