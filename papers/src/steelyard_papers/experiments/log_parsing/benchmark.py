"""The benchmark's settings of each parser on each data set, as `logparser3` 1.0.4 has them in `benchmark.py`."""

from __future__ import annotations

from typing import Any

PARSERS = ("Drain", "Spell", "MoLFI")
DATASETS = ("Mac", "BGL", "Android", "HDFS")
"""In the order of Figure 2 of Gupta et al."""

SHOWN = {"Mac": "macOS"}
"""What the paper calls a data set, where that is not its name."""

LINES = 2_000
"""Of each data set."""

_SPLIT: dict[str, dict[str, Any]] = {
    "Mac": {
        "log_format": r"<Month>  <Date> <Time> <User> <Component>\[<PID>\]( \(<Address>\))?: <Content>",
        "rex": [r"([\w-]+\.){2,}[\w-]+"],
    },
    "BGL": {
        "log_format": ("<Label> <Timestamp> <Date> <Node> <Time> <NodeRepeat> <Type> <Component> <Level> <Content>"),
        "rex": [r"core\.\d+"],
    },
    "Android": {
        "log_format": "<Date> <Time>  <Pid>  <Tid> <Level> <Component>: <Content>",
        "rex": [
            r"(/[\w-]+)+",
            r"([\w-]+\.){2,}[\w-]+",
            r"\b(\-?\+?\d+)\b|\b0[Xx][a-fA-F\d]+\b|\b[a-fA-F\d]{4,}\b",
        ],
    },
    "HDFS": {
        "log_format": "<Date> <Time> <Pid> <Level> <Component>: <Content>",
        "rex": [r"blk_-?\d+", r"(\d+\.){3}\d+(:\d+)?"],
    },
}
"""How a line is taken apart, and what is masked in its content; the same for the three parsers."""

_OWN: dict[str, dict[str, dict[str, Any]]] = {
    "Drain": {
        "Mac": {"st": 0.7, "depth": 6},
        "BGL": {"st": 0.5, "depth": 4},
        "Android": {"st": 0.2, "depth": 6},
        "HDFS": {"st": 0.5, "depth": 4},
    },
    "Spell": {"Mac": {"tau": 0.6}, "BGL": {"tau": 0.75}, "Android": {"tau": 0.95}, "HDFS": {"tau": 0.7}},
    "MoLFI": {},
}
"""Thresholds and depths of each parser; MoLFI has none."""


def arguments(parser: str, dataset: str) -> dict[str, Any]:
    """Return the arguments of a parser's class on a data set.

    Examples
    --------
    >>> arguments("Drain", "HDFS")["depth"], arguments("Spell", "HDFS")["tau"]
    (4, 0.7)
    """
    return {**_SPLIT[dataset], **_OWN[parser].get(dataset, {})}


def shown(dataset: str) -> str:
    """Return what the paper calls a data set."""
    return SHOWN.get(dataset, dataset)
