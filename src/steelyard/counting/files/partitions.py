"""Folders that say what is in them: the keys of paths such as sales/year=2024/month=01/part-0.parquet (Hive's way)."""

from __future__ import annotations

import re
from urllib.parse import unquote

NO_KEY = "__HIVE_DEFAULT_PARTITION__"
"""The folder of items without a key."""

FOLDER = re.compile(r"(?<=[/\\])([^/\\=]+)=([^/\\]*)(?=[/\\])")


def partition_keys(place: str) -> dict[str, str | None]:
    """Return the keys in the folders of a path, as texts: month=01 is "01". Of two folders, the inner one counts.

    Examples
    --------
    >>> partition_keys("/data/year=2024/month=01/a%20b=__HIVE_DEFAULT_PARTITION__/part-0.parquet")
    {'year': '2024', 'month': '01', 'a b': None}
    """
    return {unquote(name): key_text(value) for name, value in FOLDER.findall(place)}


def key_text(value: str) -> str | None:
    """Return what stands behind the = in the name of a folder; None if it says that there is no key."""
    return None if value in (NO_KEY, "") else unquote(value)
