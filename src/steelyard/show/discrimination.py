"""How many distinct scores metrics give, in a notebook."""

from __future__ import annotations

from steelyard.lab.discrimination.result import Discrimination
from steelyard.show.html import html_of
from steelyard.show.parts import Column, Sentence, Sheet


def discrimination_html(found: Discrimination) -> str:
    """Return a row for each importance and metric as HTML."""
    scores = found.scores
    without = any(score.undefined for score in scores)
    least = ["at least " if score.at_least else "" for score in scores]
    sheet = Sheet(
        [
            Column("metric", [score.metric for score in scores], "names", widest=40),
            Column("importance", [score.importance for score in scores], "words"),
            Column("distinct scores", [f"{more}{score.distinct:,}" for more, score in zip(least, scores, strict=True)]),
            Column("per matrix", [f"{100 * score.share:.3g} %" for score in scores]),
            Column("", [score.share for score in scores], "bars"),
            *([Column("matrices without one", [f"{score.undefined:,}" for score in scores])] if without else []),
            Column("how it is known", [score.evidence for score in scores], "prose"),
        ]
    )
    return html_of([Sentence(f"{found.problem}: {found.matrices:,} matrices", "strong"), sheet])
