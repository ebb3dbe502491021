"""Where metrics disagree about models, as text and in a notebook: the ranks, and what speaks for whom."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.comparison.disagreement import Disagreement
from steelyard.counts.labels import text
from steelyard.show.html import html_of
from steelyard.show.names import shortened
from steelyard.show.parts import Column, Part, Sentence, Sheet


def disagreement_text(found: Disagreement) -> str:
    """Return the ranks by each criterion as text, and what follows."""
    width = max(len(one.name) for one in found.criteria)
    columns = [max(len(text(model)), 5) for model in found.models]
    head = " ".join(f"{text(model):>{size}}" for model, size in zip(found.models, columns, strict=True))
    rows = [
        f"{one.name:<{width}}  " + " ".join(f"{rank:>{size}g}" for rank, size in zip(ranks, columns, strict=True))
        for one, ranks in zip(found.criteria, found.ranks, strict=True)
    ]
    return "\n".join([f"{'rank by':<{width}}  {head}", *rows, found.sentence])


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
