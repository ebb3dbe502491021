"""What a result shows, as plain records: sentences, lists, tables; and the characters that an output can show."""

from __future__ import annotations

import codecs
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Literal, NamedTuple

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


# The characters that an output can write.


def one_line(sentence: str) -> str:
    r"""Return a sentence without line breaks and control characters, which names of models and classes may have.

    Examples
    --------
    >>> one_line("a\nb is ahead of \x1b[31mc.")
    'a b is ahead of �[31mc.'
    """
    return printable(" ".join(sentence.split()))


def printable(line: str) -> str:
    """Return a line with a mark in the place of each control character and of each that changes the direction."""
    return "".join(character if character.isprintable() else "�" for character in line)


class Marks(NamedTuple):
    """The characters that pictures are made of."""

    full: str
    """A full step of a bar."""
    part: str
    """Parts of a step, the smallest first."""
    rest: str
    """What is left of a bar."""
    shades: str
    """From light to dark."""


BLOCKS = Marks("█", "▏▎▍▌▋▊▉", "·", "░▒▓█")
ASCII = Marks("#", "", ".", ":+*#")

WORDS = dict(zip("▼▲–−↑↓°×✓✗·“”‘’�─│█▇░▒▓", "v^--^v'xyx*\"\"''?-|##:+*", strict=True))
WORDS |= {"…": "...", "→": "->", "≤": "<=", "≥": ">=", "±": "+/-", "∞": "inf", "√": "sqrt", "²": "^2", "³": "^3"}
WORDS |= dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₖᵢⱼₒᵦ", (f"_{letter}" for letter in "0123456789aekijob"), strict=True))
WORDS |= {"₍": "_(", "₎": ")", "⁺": "^+", "⁻": "^-", "ᵠ": "^phi", "ᴹ": "^M", "Π": "prod ", "≠": "!=", "∈": " in "}
WORDS |= {"β": "beta", "κ": "kappa", "μ": "mu", "π": "pi", "ρ": "rho", "‖": "||", "\u0302": "_hat", "\u0303": "_tilde"}
WORDS |= {"§": "section ", "Σ": "sum ", "∩": "&", "∖": "\\", "α": "alpha", "ε": "epsilon", "λ": "lambda", "φ": "phi"}
"""What says the same, as wide as it takes, since texts are laid out after that; what rich draws with, one for one.

Python's own ways with such characters would not do: "replace" writes ?0.012 for −0.012 and one mark for both ↑ and ↓.
"""


def marks_of(encoding: str) -> Marks:
    """Return the characters for pictures that an encoding can write.

    Examples
    --------
    >>> from steelyard.show.parts import marks_of
    >>> marks_of("utf-8").shades, marks_of("ascii").shades
    ('░▒▓█', ':+*#')
    """
    try:
        "".join(BLOCKS).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return BLOCKS


def worded(text: str, encoding: str) -> str:
    """Return a text that an encoding can write: our own characters by what says the same, others as "?".

    The text may get longer, so it comes before any layout.

    Examples
    --------
    >>> from steelyard.show.parts import worded
    >>> worded("mcc ↑ 0.414–0.434, naïve, 0 to ∞, ±0.01", "ascii")
    'mcc ^ 0.414-0.434, na?ve, 0 to inf, +/-0.01'
    """
    return text.encode(encoding, errors=STAND_INS).decode(encoding)


def _stand_ins(error: UnicodeError) -> tuple[str, int]:
    """Return what is written for the characters that an encoding lacks, and where to go on: a handler of errors."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(WORDS.get(character, "?") for character in error.object[error.start : error.end]), error.end


STAND_INS = "steelyard.stand_ins"
codecs.register_error(STAND_INS, _stand_ins)


# Parts in these characters: replaced before the layout, as some get wider.


@singledispatch
def writable(part: Part, encoding: str) -> Part:
    """Return a part as an encoding can write it."""
    raise TypeError(f"a part of this kind cannot be written: {part!r}, in {encoding}.")


@writable.register
def _(part: Sentence, encoding: str) -> Part:
    return replace(part, text=worded(part.text, encoding), lead=worded(part.lead, encoding))


@writable.register
def _(part: Listing, encoding: str) -> Part:
    return replace(part, things=[worded(thing, encoding) for thing in part.things])


@writable.register
def _(part: Item, encoding: str) -> Part:
    return replace(part, text=worded(part.text, encoding), mark=worded(part.mark, encoding))


@writable.register
def _(part: Drawing, encoding: str) -> Part:
    return replace(part, lines=[worded(line, encoding) for line in part.lines])


@writable.register
def _(part: Matrix, encoding: str) -> Part:
    return replace(part, encoding=encoding)


@writable.register
def _(part: Fold, encoding: str) -> Part:
    inner = [writable(one, encoding) for one in part.parts]
    return replace(part, heading=worded(part.heading, encoding), parts=inner)


@writable.register
def _(part: Sheet, encoding: str) -> Part:
    sections = {row: worded(heading, encoding) for row, heading in part.sections.items()}
    return replace(part, columns=[_column(column, encoding) for column in part.columns], sections=sections)


def _column(column: Column, encoding: str) -> Column:
    """Return a column; its names stay labels, which are written when they are shortened, and bars stay shares."""
    as_they_are = column.kind in ("names", "bars")
    return replace(
        column,
        heading=worded(column.heading, encoding),
        cells=column.cells if as_they_are else [worded(str(cell), encoding) for cell in column.cells],
        extras=[worded(extra, encoding) for extra in column.extras],
        tails=[worded(tail, encoding) for tail in column.tails],
        encoding=encoding,
    )
