"""Which characters an output can show: blocks and arrows, or plain ASCII in their place."""

from __future__ import annotations

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

PLAIN = str.maketrans("·─│█▇░▒▓", ".-|##:+*")
"""What tables and pictures are drawn with: one for one, so that columns stay in line."""

WORDS = dict(zip("–−↑↓°×✓✗·“”‘’�", "--^v'xyx*\"\"''?", strict=True))
WORDS |= {"…": "...", "→": "->", "≤": "<=", "≥": ">=", "±": "+/-", "∞": "inf", "√": "sqrt", "²": "^2", "³": "^3"}
WORDS |= {"§": "section ", "Σ": "sum ", "∩": "&", "∖": "\\", "α": "alpha", "ε": "epsilon", "λ": "lambda", "φ": "phi"}
"""What says the same in a text, as wide as it takes: texts are laid out after that."""


def marks_of(encoding: str) -> Marks:
    """Return the characters for pictures that an encoding can write.

    Examples
    --------
    >>> from steelyard.show.characters import marks_of
    >>> marks_of("utf-8").shades, marks_of("ascii").shades
    ('░▒▓█', ':+*#')
    """
    return BLOCKS if _writes(encoding, "".join(BLOCKS)) else ASCII


def written(line: str, encoding: str) -> str:
    """Return a line that an encoding can write and that is as long: lines and blocks by what looks like them.

    Examples
    --------
    >>> from steelyard.show.characters import written
    >>> written("good  ██▓··", "ascii")
    'good  ##*..'
    """
    if _writes(encoding, line):
        return line
    shown = "".join(character if _writes(encoding, character) else character.translate(PLAIN) for character in line)
    return shown.encode(encoding, errors="replace").decode(encoding)


def worded(text: str, encoding: str) -> str:
    """Return a text that an encoding can write: our own characters by what says the same, others as "?".

    The text may get longer, so it comes before any layout.

    Examples
    --------
    >>> from steelyard.show.characters import worded
    >>> worded("mcc ↑ 0.414–0.434, naïve, 0 to ∞, ±0.01", "ascii")
    'mcc ^ 0.414-0.434, na?ve, 0 to inf, +/-0.01'
    """
    if _writes(encoding, text):
        return text
    shown = "".join(character if _writes(encoding, character) else WORDS.get(character, "?") for character in text)
    return shown.encode(encoding, errors="replace").decode(encoding)


def _writes(encoding: str, characters: str) -> bool:
    try:
        characters.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
