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

PLAIN = str.maketrans("–−…↑↓°·×✓✗─│█▇░▒▓“”‘’→≤≥±∞�", "--~^v'.xyx-|##:+*\"\"''><>~8?")
"""Characters of ours that look like these: one for one, so that columns stay in line."""


def marks_of(encoding: str) -> Marks:
    """Return the characters for pictures that an encoding can write.

    Examples
    --------
    >>> from steelyard.display.characters import marks_of
    >>> marks_of("utf-8").shades, marks_of("ascii").shades
    ('░▒▓█', ':+*#')
    """
    return BLOCKS if _writes(encoding, "".join(BLOCKS)) else ASCII


def written(line: str, encoding: str) -> str:
    """Return a line that an encoding can write: our own characters by what looks like them, others as "?".

    Examples
    --------
    >>> from steelyard.display.characters import written
    >>> written("mcc ↑  0.414–0.434  naïve", "ascii")
    'mcc ^  0.414-0.434  na?ve'
    """
    if _writes(encoding, line):
        return line
    shown = "".join(character if _writes(encoding, character) else character.translate(PLAIN) for character in line)
    return shown.encode(encoding, errors="replace").decode(encoding)


def _writes(encoding: str, characters: str) -> bool:
    try:
        characters.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
