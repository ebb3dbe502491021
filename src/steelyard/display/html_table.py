"""A table for notebooks: plain HTML without script or style, which also survives GitHub's viewer."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def html_table(caption: str, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a caption and a table, every cell escaped."""
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(map(_cell, others))}</tr>' for first, *others in rows
    )
    return f"<p>{escape(caption)}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(shown: str) -> str:
    """Return a cell; numbers stand at the right, by an attribute that GitHub's viewer keeps."""
    number = shown[:1].isdigit() or shown[:1] in "-–"
    return f"<td{' align=right' if number and shown else ''}>{escape(shown)}</td>"
