"""Leave out of the site what nobody sees: blank space, digits of what is drawn, and what of the theme is not used."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

_KEPT = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.DOTALL)
_BLANK = re.compile(r"\s*\n\s*")
_PLACE = re.compile(r' (?:d|x|y)="[^"]*"')
_DIGITS = re.compile(r"(\.\d\d)\d+")


_BLACK = re.compile(r'<span class="[np]">([^<]*)</span>')
"""Names and commas in code: the theme gives names the colour of text, and commas need none."""

_SPACE_OF_NAMES = ' xmlns="http://www.w3.org/2000/svg"'
"""Of a drawing within a page, which knows it."""


def without_blanks(html: str) -> str:
    """Return a page without blank lines and indentation, but where they are shown."""
    parts = _KEPT.split(html)  # text, kept, tag of what is kept, text, …
    return "".join(_BLANK.sub("\n", part) if at % 3 == 0 else part for at, part in enumerate(parts) if at % 3 < 2)


def with_short_paths(svg: str) -> str:
    """Return a figure whose paths and places have two decimals: a hundredth of a point is not seen."""
    return _PLACE.sub(lambda place: _DIGITS.sub(r"\1", place[0]), svg)


def on_post_page(output: str, **_: Any) -> str:
    """Make a page smaller, by about a quarter."""
    return _BLACK.sub(r"\1", without_blanks(output)).replace(_SPACE_OF_NAMES, "")


def on_post_build(config: Any) -> None:
    """Shorten the figures, and remove two megabytes of the theme that a browser never asks for."""
    for file in Path(config.site_dir, "images").rglob("*.svg"):
        drawn = file.read_text(encoding="utf-8")
        file.write_text(without_blanks(with_short_paths(drawn)), encoding="utf-8")
    assets = Path(config.site_dir, "assets")
    for file in assets.rglob("*.map"):
        file.unlink()
    shutil.rmtree(assets / "javascripts" / "lunr", ignore_errors=True)  # the site is in English
