"""What a result shows, as plain records: sentences, lists, tables. A terminal and a notebook each draw them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Style = Literal["", "strong", "dim"]

Kind = Literal["names", "words", "numbers", "bars", "prose"]
"""What a column holds: names that may be shortened, words and numbers that may not, shares as bars, text that wraps."""


@dataclass(frozen=True)
class Sentence:
    """A paragraph; without text, an empty line of a terminal.

    Attributes
    ----------
    text
        What it says.
    style
        "strong", "dim" or neither.
    lead
        What stands before the text, emphasised.
    indent
        Spaces before it.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.Sentence("tree is ahead of svm.", "strong").text
    'tree is ahead of svm.'
    """

    text: str
    style: Style = ""
    lead: str = ""
    indent: int = 0


@dataclass(frozen=True)
class Listing:
    """Short things in a row, which breaks between them and not within.

    Attributes
    ----------
    things
        Commas are put between them.
    indent
        Spaces before each line.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.Listing(["fraud 0.7", "ok 0.3"]).indent
    2
    """

    things: Sequence[str]
    indent: int = 2


@dataclass(frozen=True)
class Item:
    """A paragraph that hangs behind a mark.

    Attributes
    ----------
    text
        What it says.
    mark
        What stands before its first line.
    indent
        Spaces before the mark.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.Item("2 of the trained models had not converged").mark
    '·'
    """

    text: str
    mark: str = "·"
    indent: int = 0


@dataclass(frozen=True)
class Drawing:
    """Lines whose characters stand one below the other, such as small matrices side by side."""

    lines: Sequence[str]
    indent: int = 0


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    heading, cells
        What stands in it; names are labels of any kind, bars are shares from 0 to 1 (NaN: none).
    kind
        What it holds.
    extras
        What belongs to each cell and stands beside it or, where that is too wide, below it: intervals.
    tails
        A short text behind each name, which stays when the name is shortened.
    need
        0 if the column is always shown; else, where there is no room, the column with the largest need goes first.
    widest, narrowest
        To how many columns of a terminal names are shortened at most, and if there is no room; if that is not said,
        only when not even one other column fits beside them.
    strong
        The rows whose cells are emphasised.
    indent
        Spaces before each name.
    encoding
        What names are written in: they are shortened late, when the room is known.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.Column("recall", ["0.500", "0.985"], extras=[".201–.799", ".968–.994"]).kind
    'numbers'
    """

    heading: str
    cells: Sequence[Hashable]
    kind: Kind = "numbers"
    extras: Sequence[str] = ()
    tails: Sequence[str] = ()
    need: int = 0
    widest: int = 24
    narrowest: int | None = None
    strong: Collection[int] = frozenset()
    indent: int = 0
    encoding: str = "utf-8"


@dataclass(frozen=True)
class Sheet:
    """A table.

    Attributes
    ----------
    columns
        Of the same length.
    keys
        How many of them, from the left, name the rows: they are repeated where a table is broken into several.
    sections
        Headings within the table, by the row that they stand before.
    rules
        The rows below which there is a line.
    headed
        Whether the headings are shown.
    beside
        Whether extras always stand beside their cells: a table of many rows is rather broken into several.

    Examples
    --------
    >>> import steelyard as sy
    >>> recall = sy.extending.Column("recall", ["0.500", "0.985"])
    >>> sy.extending.Sheet([sy.extending.Column("class", ["fraud", "ok"], "names"), recall]).rows
    2
    """

    columns: Sequence[Column]
    keys: int = 1
    sections: Mapping[int, str] = field(default_factory=dict)
    rules: Collection[int] = frozenset()
    headed: bool = True
    beside: bool = False

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.columns[0].cells) if self.columns else 0


@dataclass(frozen=True)
class Matrix:
    """Counts of a square table of classes; rows are truth."""

    labels: Sequence[Hashable]
    counts: Sequence[Sequence[float]]
    explained: bool = True
    """Whether a picture of it says what it shows: the last of several does."""
    encoding: str = "utf-8"
    """What the labels are written in."""


@dataclass(frozen=True)
class Fold:
    """Parts below a heading; a notebook folds them away."""

    heading: str
    parts: Sequence[Part]


Part = Sentence | Listing | Item | Drawing | Sheet | Matrix | Fold

EMPTY_LINE = Sentence("")
