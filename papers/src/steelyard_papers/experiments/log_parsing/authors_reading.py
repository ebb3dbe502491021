"""Read the files of Gupta et al.'s log parsing: class sizes, errors per class of each parser, weights of a user."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = "LogParsing"

SETS = {"Mac": "macos", "BGL": "bgl", "Android": "android", "HDFS": "hdfs"}
"""What their files call each data set of loghub."""

PARSERS = {"Drain": "drain", "Spell": "spell", "MoLFI": "molfi"}

Counts = tuple[tuple[str, int], ...]
"""Events and numbers, line by line; an event may be listed several times."""


@dataclass(frozen=True, slots=True)
class AuthorsSet:
    """What their files say of one data set.

    Attributes
    ----------
    name
        As loghub calls it.
    sizes
        The members of each class.
    errors
        The misparsed messages of each class, by parser; None if there is no such file.
    weights
        A user's weights as written, None where a line has none; None if there is no such file.
    """

    name: str
    sizes: Counts
    errors: Mapping[str, Counts | None]
    weights: tuple[tuple[str, str | None], ...] | None

    @property
    def members(self) -> dict[str, int]:
        """The members by class; of a class that is listed several times the last line counts, as it does for them."""
        return dict(self.sizes)

    def errors_of(self, parser: str) -> dict[str, int] | None:
        """Return a parser's errors by class, the last line of each, as their evaluator takes them."""
        listed = self.errors[parser]
        return None if listed is None else dict(listed)


def sizes_file(dataset: str) -> str:
    """Return the name of the file with a data set's class sizes."""
    return f"{SETS[dataset]}.classdist"


def errors_file(dataset: str, parser: str) -> str:
    """Return the name of the file with a parser's errors."""
    return f"{PARSERS[parser]}{SETS[dataset]}.misclassify"


def weights_file(dataset: str) -> str:
    """Return the name of the file with a user's weights."""
    return f"{SETS[dataset]}user.weights"


def read_authors(home: Path) -> list[AuthorsSet]:
    """Read all four sets.

    Parameters
    ----------
    home
        The folder `wba_authors`. Files of class sizes must be there; another file may be missing, which is a finding.
    """
    folder = home / FOLDER
    return [
        AuthorsSet(
            name,
            _sizes(folder / sizes_file(name)),
            {parser: _counts(folder / errors_file(name, parser)) for parser in PARSERS},
            _pairs(folder / weights_file(name)),
        )
        for name in SETS
    ]


def _sizes(file: Path) -> Counts:
    sizes = _counts(file)
    if sizes is None:
        raise ValueError(f"{str(file)!r} is missing; it lists the classes and their sizes.")
    empty = [event for event, members in sizes if not members]
    if empty or len(dict(sizes)) < 2:  # of a single class, errors would have no other to go to
        what = f"class {empty[0]} has no members" if empty else f"there are {len(dict(sizes))} classes"
        raise ValueError(f"{str(file)!r} must list at least two classes with members; {what}.")
    return sizes


def _counts(file: Path) -> Counts | None:
    pairs = _pairs(file)
    if pairs is None:
        return None
    for number, (event, count) in enumerate(pairs, 1):
        if count is None or not (count.isascii() and count.isdigit()):
            raise ValueError(
                f"line {number} of {str(file)!r} must be an event and a whole number, not {event!r} and {count!r}."
            )
    return tuple((event, int(count)) for event, count in pairs if count is not None)


def _pairs(file: Path) -> tuple[tuple[str, str | None], ...] | None:
    if not file.is_file():
        return None
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{str(file)!r} is not a text file; each line must be an event and a number.") from None
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1)]
    for number, words in lines:
        if len(words) not in (1, 2):
            raise ValueError(f"line {number} of {str(file)!r} must be an event and a number, not {' '.join(words)!r}.")
    return tuple((words[0], words[1] if len(words) > 1 else None) for _, words in lines)
