"""Docstrings in NumPy's style, taken apart: headings, parameters, and prose as Markdown."""

from __future__ import annotations

import inspect
import re

from page_text import plain

_HEADING = re.compile(r"^(\w+)\n-+\n", re.MULTILINE)
_CODE = re.compile(r"(`[^`]+`)")
_EXAMPLE = re.compile(r"^>>> ", re.MULTILINE)


def sections(documented: object) -> dict[str, str]:
    """Split a docstring by its headings; what comes before the first is under ""."""
    parts = _HEADING.split(str(inspect.getdoc(documented)))
    return {"": parts[0].strip(), **{name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}}


def entries(text: str) -> list[tuple[str, str]]:
    """Return what a section such as "Parameters" names, and what it says of each."""
    found = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    named = [entry.partition("\n") for entry in found if entry]
    return [(names.strip(), " ".join(said.split())) for names, _, said in named]


def prose(text: str) -> str:
    """Write text as Markdown that shows it as it is, but for `code`, which stays code."""
    return "".join(part if part.startswith("`") else plain(part) for part in _CODE.split(text))


def paragraphs(text: str) -> str:
    """Write the paragraphs of a docstring; an example among them stays one."""
    found = [part for part in text.split("\n\n") if part.strip()]
    return "\n\n".join(session(part) if _EXAMPLE.match(part) else prose(part) for part in found)


def session(text: str) -> str:
    """Write an example."""
    return f"```python\n{text}\n```"
