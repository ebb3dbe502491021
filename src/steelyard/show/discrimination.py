"""How many distinct scores metrics give, as text and in a notebook."""

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


def discrimination_text(found: Discrimination) -> str:
    """Return a line for each importance and metric."""
    scores = found.scores
    width = max((len(f"{s.metric} ({s.importance})") for s in scores), default=0)
    lines = [f"{found.problem}: {found.matrices:,} matrices"]
    for s in scores:
        name, least = f"{s.metric} ({s.importance})", "at least " if s.at_least else ""
        none = f", {s.undefined:,} matrices without one" if s.undefined else ""
        doubles = f", with {_listed(s.doubles)}" if s.doubles else ""
        share = f"{s.distinct:,} distinct scores ({100 * s.share:.3g} %)"
        lines.append(f"  {name:<{width}}  {least}{share}{none}{doubles}")
    return "\n".join(lines)


def _listed(doubles: tuple[float, ...]) -> str:
    if len(doubles) == 1:
        return f"{doubles[0]} taken as the double it is"
    more = f" and {len(doubles) - 3} more" if len(doubles) > 3 else ""
    return f"{', '.join(map(str, doubles[:3]))}{more} taken as the doubles they are"
