r"""Formulas as plain text: the part of LaTeX that our records use, written in letters that a terminal can show.

`\frac{tp_i}{t_i}` becomes `tpᵢ / tᵢ`. What stands close together in the source stays close, so that `2n` is not `2 n`.
A formula of a user's own may hold anything: where a command is not known, it is shown as it was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SIGNS = {
    "sum": "Σ",
    "prod": "Π",
    "cdot": "·",
    "ne": "≠",
    "in": "∈",
    "lVert": "‖",
    "rVert": "‖",
    "alpha": "α",
    "beta": "β",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "phi": "φ",
    "pi": "π",
    "rho": "ρ",
    "max": "max",
    "min": "min",
    "ln": "ln",
    "log": "log",
    "quad": "  ",
    ",": " ",
    " ": " ",
}
"""What a command without arguments stands for."""

SIZES = ("bigl", "bigr", "Bigl", "Bigr", "textstyle")
"""Commands that change a size alone."""

ACCENTS = {"hat": "\u0302", "tilde": "\u0303"}
"""Marks above a letter, which follow it in Unicode."""

LOW = dict(zip("0123456789+-()aehijklmnoprstuvxβφρ", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵩᵨ", strict=True))
HIGH = dict(zip("0123456789+-()iknwφM", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁱᵏⁿʷᵠᴹ", strict=True))
"""Small letters below and above the line, as far as Unicode has them."""

OPEN, CLOSE = "(=+−,;", ")=+−,;"
"""What may stand before and after a fraction that needs no brackets around it."""


def formula_text(latex: str) -> str:
    r"""Return a formula as plain text; as it was written, if it holds what is not known.

    Examples
    --------
    >>> from steelyard.show.formula_text import formula_text
    >>> formula_text(r"\frac{\sum_{j \ne i} tp_j}{n - t_i}")
    '(Σ_(j≠i) tpⱼ) / (n − tᵢ)'
    >>> formula_text(r"\sqrt{\mathrm{recall}_i \cdot \mathrm{specificity}_i}")
    '√(recallᵢ · specificityᵢ)'
    >>> formula_text(r"\unknown{x}")
    '\\unknown{x}'
    """
    try:
        return " ".join(_Reader(latex).all().split())
    except _NotKnownError:
        return latex


class _NotKnownError(Exception):
    """A formula holds what is not known."""


@dataclass
class _Reader:
    """Reads a formula from left to right."""

    source: str
    place: int = 0

    def all(self) -> str:
        result = self.group()
        if self.place < len(self.source):
            raise _NotKnownError
        return result

    def group(self) -> str:
        """Read up to the end of the group."""
        told = ""
        while self.place < len(self.source) and self.source[self.place] != "}":
            told += self.one(told)
        return told

    def one(self, before: str) -> str:
        """Read the next thing; what stands before it says whether a fraction needs brackets."""
        character = self.source[self.place]
        self.place += 1
        if character == "\\":
            return self.command(before)
        if character == "{":
            return self.closed(self.group())
        if character in "_^":
            return _script(self.argument(), below=character == "_")
        return "−" if character == "-" else character

    def closed(self, inner: str) -> str:
        """Return what was read inside of braces."""
        if self.place >= len(self.source):
            raise _NotKnownError
        self.place += 1
        return inner

    def argument(self) -> str:
        """Read what belongs to a command or a script: a group, or the next thing."""
        while self.place < len(self.source) and self.source[self.place] == " ":
            self.place += 1
        if self.place >= len(self.source):
            raise _NotKnownError
        return self.one("")

    def command(self, before: str) -> str:
        result = re.compile(r"[A-Za-z]+|.").match(self.source, self.place)
        if result is None:
            raise _NotKnownError
        self.place, name = result.end(), result[0]
        if name in SIZES:
            return ""
        if name in ("mathrm", "text"):
            return self.argument()
        if name in ACCENTS:
            return self.argument() + ACCENTS[name]
        if name == "sqrt":
            inner = self.argument()
            return f"√{inner}" if inner.isalnum() else f"√({inner})"
        if name in ("frac", "tfrac"):
            whole = f"{_numerator(self.argument())} / {_denominator(self.argument())}"
            return whole if self.stands_alone(before) else f"({whole})"
        if name not in SIGNS:
            raise _NotKnownError
        return SIGNS[name]

    def stands_alone(self, before: str) -> bool:
        """Return whether nothing multiplies a fraction from the left or from the right."""
        rest = re.sub(r"^(?:\s|\\(?:[bB]igr|quad|[ ,]))+", "", self.source[self.place :]).replace("-", "−")
        return before.rstrip()[-1:] in {"", *OPEN} and rest[:1] in {"", "}", *CLOSE}


def _numerator(told: str) -> str:
    return f"({told})" if re.search("[+−/ΣΠ]", _outside(told)) else told


def _denominator(told: str) -> str:
    several = re.search(r"[ +−/·ΣΠ]|^\d+\D", _outside(told))
    return f"({told})" if several else told


def _outside(told: str) -> str:
    """Return what stands outside of all brackets and bars."""
    kept, depth, bars = "", 0, False
    for character in told:
        bars ^= character == "|"
        depth -= character == ")"
        kept += character if depth == 0 and not bars else ""
        depth += character == "("
    return kept


def _script(told: str, *, below: bool) -> str:
    """Return what stands below or above the line: in small letters where there are some."""
    small, plain = (LOW if below else HIGH), told.replace("−", "-")
    close = plain.replace(",", "").replace(" ", "") if below else plain.strip()
    if all(letter in small for letter in close):
        return "".join(small[letter] for letter in close)
    tight = re.sub(r"\s*([≠∈,])\s*", r"\1", told.strip())
    return f"{'_' if below else '^'}{tight if len(tight) == 1 or tight.isalpha() else f'({tight})'}"
