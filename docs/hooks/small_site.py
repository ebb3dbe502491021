"""Leave out of the site what nobody sees: blank space, digits of what is drawn, and what of the theme is not used."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

_KEPT = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.DOTALL)
_BLANK = re.compile(r"\s*\n\s*")
_PLACE = re.compile(r' (?:d|x|y)="[^"]*"|translate\([^)]*\)')
_DIGITS = re.compile(r"(\.\d\d)\d+")
_OTHER_FONTS = re.compile(r"('DejaVu Sans'), (?:'[^']*', )*sans-serif")
_NAMES = re.compile(r'<!--.*?-->\n?|<g id="[^"]*"/>\n?|(?<=<g) id="[^"]*"(?=>)', re.DOTALL)
"""What Matplotlib calls the parts of a figure, to which nothing refers."""

_MENU = re.compile(r"<nav\b.*</nav>|<head>.*?</head>", re.DOTALL)
_ICON = re.compile(r'<path d="([^"]{40,})"/>')


_BLACK = re.compile(r'<span class="[nopw]">([^<]*)</span>')
"""Names, signs and blanks in code: the theme gives names the colour of text, and the others need none."""

_SPACE_OF_NAMES = ' xmlns="http://www.w3.org/2000/svg"'
"""Of a drawing within a page, which knows it."""


def without_blanks(html: str) -> str:
    """Return a page without blank lines and indentation, but where they are shown."""
    parts = _KEPT.split(html)  # text, kept, tag of what is kept, text, …
    return "".join(_BLANK.sub("\n", part) if at % 3 == 0 else part for at, part in enumerate(parts) if at % 3 < 2)


def with_short_paths(svg: str) -> str:
    """Return a figure whose paths and places have two decimals: a hundredth of a point is not seen."""
    named = _NAMES.sub("", _OTHER_FONTS.sub(r"\1, sans-serif", svg))
    return _PLACE.sub(lambda place: _DIGITS.sub(r"\1", place[0]), named)


def with_icons_once(html: str) -> str:
    """Return a page that draws an icon anew by pointing to where it was drawn first."""
    drawn: dict[str, str] = {}

    def once(icon: re.Match[str]) -> str:
        if icon[1] in drawn:
            return f'<use href="#{drawn[icon[1]]}"/>'
        drawn[icon[1]] = f"i-{len(drawn)}"
        return f'<path id="{drawn[icon[1]]}" d="{icon[1]}"/>'

    return _ICON.sub(once, html)


def on_post_page(output: str, **_: Any) -> str:
    """Make a page smaller, by about a quarter."""
    small = _BLACK.sub(r"\1", without_blanks(output)).replace(_SPACE_OF_NAMES, "")
    return with_icons_once(_MENU.sub(lambda menu: menu[0].replace(">\n<", "><"), small))


def on_post_build(config: Any) -> None:
    """Shorten the figures, and remove two megabytes of the theme that a browser never asks for."""
    for file in Path(config.site_dir, "images").rglob("*.svg"):
        drawn = file.read_text(encoding="utf-8")
        file.write_text(without_blanks(with_short_paths(drawn)), encoding="utf-8")
    assets = Path(config.site_dir, "assets")
    for file in assets.rglob("*.map"):
        file.unlink()
    shutil.rmtree(assets / "javascripts" / "lunr", ignore_errors=True)  # the site is in English
