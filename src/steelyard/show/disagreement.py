"""Where metrics disagree about models, in a notebook: the ranks, and what speaks for whom."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.comparison.disagreement import Disagreement
from steelyard.show.html import html_of
from steelyard.show.names import shortened
from steelyard.show.parts import Column, Part, Sentence, Sheet


def disagreement_html(found: Disagreement) -> str:
    """Return the ranks by each criterion as HTML, the first of each emphasised."""
    return html_of(_parts(found))


def _parts(found: Disagreement) -> Iterator[Part]:
    yield Sentence(found.sentence, "strong")
    ranks = found.ranks
    models = [
        Column(name, [f"{rank:g}" for rank in ranks[:, k]], strong={i for i, row in enumerate(ranks) if row[k] == 1})
        for k, name in enumerate(shortened(found.models))
    ]
    yield Sheet([Column("rank by", [one.name for one in found.criteria], "names", widest=60), *models])
