"""Content becomes a page: one file with its style, its script and its data, that asks nothing of the network."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from steelyard.counts.atomic_file import replace_content
from steelyard.show.page.bundle import script
from steelyard.show.page.charts import charts_of
from steelyard.show.page.content import Result, content_of
from steelyard.show.page.frame import frame, text

ESCAPED = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
"""What could end the element that holds the content, or be read as something else."""


ENDINGS = (".html", ".htm")


def written(result: Result, path: str | os.PathLike[str] | None = None) -> str:
    """Return the page of a result, and write it to a file if a path is given."""
    if path is not None:
        check_place(path)
    page = page_of(content_of(result))
    if path is not None:
        write_page(path, page)
    return page


def check_place(path: str | os.PathLike[str]) -> None:
    """Refuse a place where no page can be written."""
    file = Path(path)
    if file.suffix.lower() not in ENDINGS:
        endings = " or ".join(ENDINGS)
        raise ValueError(f"a page is written as {endings}, by the ending of the file, not as {str(path)!r}.")
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {str(file.parent)!r} to write the page to.")
    if file.is_dir():
        raise ValueError(f"{str(path)!r} is a folder; name a file for the page.")


def write_page(path: str | os.PathLike[str], page: str) -> None:
    """Write a page to a file, in one step and with the same line ends everywhere."""
    replace_content(Path(path), page.encode("utf-8"))


def page_of(content: Mapping[str, Any]) -> str:
    """Return the page that shows what `content_of` returned."""
    parts = {**frame(content), "charts": charts_of(content)}
    return filled(_ours("page.html"), content, parts, style=_ours("style.css"), code=script())


def filled(
    template: str, content: Mapping[str, Any], framed: Mapping[str, str] | None = None, *, style: str, code: str
) -> str:
    r"""Return a template with its places filled, those of the frame with HTML.

    Nothing but this script and style may run in the page, known by their hashes, and nothing may be loaded.

    Examples
    --------
    >>> filled("{{title}} {{content}} {{csp}}{{style}}{{script}}", {"title": "a < b"}, style="", code="")[:33]
    'a &lt; b {"title":"a \\u003c b"} d'
    """
    parts = {
        "csp": _policy(code, style),
        "title": text(content["title"]),
        "style": style,
        "script": code,
        "content": embedded(content),
        **(framed or {}),
    }
    for place in parts:
        if template.count(f"{{{{{place}}}}}") != 1:
            raise ValueError(f"a template must have the place {{{{{place}}}}} once.")
    # In one pass, since a part may look like a place.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts.get(found[1], found[0]), template)


def embedded(content: Mapping[str, Any]) -> str:
    """Return content as JSON of plain ASCII that can stand inside a script element whatever names are in it."""
    return json.dumps(content, allow_nan=False, separators=(",", ":")).translate(ESCAPED)


def _policy(code: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src '{_hash(code)}'; style-src '{_hash(style)}'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _ours(name: str) -> str:
    return files("steelyard.show.page").joinpath(name).read_text("utf-8")
