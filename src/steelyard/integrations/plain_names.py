"""Names as other libraries take them: letters, digits, `_`, `-` and `.`, nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST = 100
"""Characters of a name; MLflow takes 250 for a metric, its slice and its prefix together."""


def plain_name(text: str) -> str:
    """Return a text without what logs, paths and tables of other libraries refuse or take for something else.

    XGBoost reads its own log line again, split at spaces and colons; MLflow takes slashes for folders and refuses
    brackets.

    Examples
    --------
    >>> plain_name("mean_f(beta=2) under rarity * (c1=0.7, c5=0.3)")
    'mean_f_beta_2_under_rarity_c1_0.7_c5_0.3'
    """
    return re.sub(r"[^\w.-]+", "_", text).strip("_.")[:MOST].rstrip("_.") or "_"


def distinct_names(texts: Iterable[str]) -> list[str]:
    """Return a plain name for each text; those that would be the same are numbered.

    Examples
    --------
    >>> distinct_names(["a+b", "a*b", "c"])
    ['a_b', 'a_b_2', 'c']
    """
    names: list[str] = []
    for name in map(plain_name, texts):
        free, number = name, 1
        while free in names:
            number += 1
            free = f"{name}_{number}"
        names.append(free)
    return names
