"""Folders that say what is in them: the keys of paths such as sales/year=2024/month=01/part-0.parquet (Hive's way)."""

from __future__ import annotations

import re
from urllib.parse import unquote

NO_KEY = ("", "__HIVE_DEFAULT_PARTITION__")
"""What the folder of items without a key says."""

FOLDER = re.compile(r"(?<=[/\\])([^/\\=]+)=([^/\\]*)(?=[/\\])")


def partition_keys(place: str) -> dict[str, str | None]:
    """Return the keys in the folders of a path, as texts: month=01 is "01". Of two folders, the inner one counts.

    Examples
    --------
    >>> partition_keys("/data/year=2024/month=01/a%20b=__HIVE_DEFAULT_PARTITION__/part-0.parquet")
    {'year': '2024', 'month': '01', 'a b': None}
    """
    return {_decoded(name): key_text(value) for name, value in FOLDER.findall(place)}


def key_text(value: str) -> str | None:
    """Return what stands behind the = in the name of a folder; None if it says that there is no key."""
    return None if value in NO_KEY else _decoded(value)


def key_pattern(name: str, *, in_address: bool = False) -> str:
    """Return the regular expression with which an engine finds the text of a key in a path, as its first group.

    The name of the folder may write characters by their numbers, as a%20b does; in an address, % is such a character.
    The expression is one that DuckDB, Polars and Spark read alike.
    """
    spelled = "".join(_spellings(character, in_address=in_address) for character in name)
    return rf"(?s)^.*[/\\]{spelled}=([^/\\]*)[/\\]"


def _spellings(character: str, *, in_address: bool) -> str:
    percent = "%(?:25)?" if in_address else "%"
    encoded = "".join(f"{percent}(?i:{byte:02X})" for byte in character.encode())
    return rf"(?:\x{{{ord(character):X}}}|{encoded})"


def _decoded(text: str) -> str:
    """Return a text whose characters may be written by their numbers; itself, if these are not UTF-8."""
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text
