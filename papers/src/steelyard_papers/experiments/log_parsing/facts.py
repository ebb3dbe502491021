"""The class sizes of the logs, beside what section 4.1 of Gupta et al. says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard import Confusion


@dataclass(frozen=True, slots=True)
class Stated:
    """What the paper says of a data set."""

    classes: int
    infrequent: int
    mean: int


STATED = {
    "Mac": Stated(341, 237, 5),
    "BGL": Stated(120, 101, 16),
    "Android": Stated(166, 127, 16),
    "HDFS": Stated(14, 8, 142),
}


def facts(events: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    """Return a row for each data set: classes, mean size, infrequent classes, skew, and the paper's numbers beside."""
    rows = []
    for dataset, labels in events.items():
        sizes = Confusion.from_labels(list(labels), list(labels)).imbalance
        paper = STATED[dataset]
        rows.append(
            {
                "dataset": dataset,
                "lines": len(labels),
                "classes": len(sizes.labels),
                "classes_paper": paper.classes,
                "mean_size": sizes.mean,
                "mean_size_paper": paper.mean,
                "infrequent_below_whole_mean": int((sizes.support < sizes.mean // 1).sum()),
                "infrequent_below_mean": sizes.infrequent,
                "infrequent_paper": paper.infrequent,
                "of_one_line": int((sizes.support == 1).sum()),
                "largest": int(sizes.support.max()),
                "skew": sizes.skew,
            }
        )
    return rows
