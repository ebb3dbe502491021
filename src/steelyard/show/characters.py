"""Which characters an output can show: blocks and arrows, or plain ASCII in their place."""

from __future__ import annotations

import codecs
from typing import NamedTuple


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

WORDS = dict(zip("–−↑↓°×✓✗·“”‘’�─│█▇░▒▓", "--^v'xyx*\"\"''?-|##:+*", strict=True))
WORDS |= {"…": "...", "→": "->", "≤": "<=", "≥": ">=", "±": "+/-", "∞": "inf", "√": "sqrt", "²": "^2", "³": "^3"}
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
