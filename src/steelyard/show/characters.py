"""Which characters an output can show: blocks and arrows, or plain ASCII in their place."""

from __future__ import annotations

import codecs
from dataclasses import replace
from functools import singledispatch
from typing import NamedTuple

from steelyard.show.parts import Column, Drawing, Fold, Item, Listing, Matrix, Part, Sentence, Sheet


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
    >>> from steelyard.show.characters import marks_of
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
    >>> from steelyard.show.characters import worded
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


# What a result shows, in the characters that an output can write: replaced before the layout, as some get wider.


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
