"""Models over all weights that agree with what was said, and where metrics disagree about them, in a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steelyard.comparison.disagreement import Disagreement
from steelyard.comparison.robustness.robustness import Robustness
from steelyard.counts.labels import text
from steelyard.show import numbers
from steelyard.show.html import html_of
from steelyard.show.names import shortened
from steelyard.show.parts import Column, Part, Sentence, Sheet
from steelyard.show.robustness_sentence import whole_percent

MOST_MODELS = 20


def robustness_text(result: Robustness) -> str:
    """Return the conclusion."""
    return result.sentence


def robustness_html(result: Robustness) -> str:
    """Return which model is first at how many of the weights as HTML."""
    return html_of(_parts(result))


def _parts(result: Robustness) -> Iterator[Part]:
    yield Sentence(result.sentence, "strong")
    order = sorted(range(len(result.models)), key=lambda k: -result.ranks[k, 0])[:MOST_MODELS]
    first = [float(result.ranks[k, 0]) for k in order]
    yield Sheet(
        [
            Column("model", [result.models[k] for k in order], "names"),
            Column(result.metric, [numbers.value(float(result.values[k])) for k in order]),
            Column("weights won", [numbers.short_chance(share) for share in first]),
            Column("", first, "bars"),
            *_best(result, order),
        ]
    )
    if result.chances is not None:
        yield Sentence(
            "Weights won: at the observed rates. P(best): with the uncertainty of so many items, if all weights that "
            "agree with what was said are equally likely.",
            "dim",
        )
    if len(result.models) > MOST_MODELS:
        yield Sentence(f"… and {len(result.models) - MOST_MODELS:,} more models; to_dict() has all.")
    if result.note:
        yield Sentence(f"{result.note}.")


def _best(result: Robustness, order: Sequence[int]) -> list[Column]:
    """Return the probability that each model is the best, where the items are known."""
    if result.chances is None:
        return []
    return [Column("P(best)", [whole_percent(float(result.chances.best[k])) for k in order])]


# Where metrics disagree about models, as text and in a notebook: the ranks, and what speaks for whom.


def disagreement_text(result: Disagreement) -> str:
    """Return the ranks by each criterion as text, and what follows."""
    width = max(len(one.name) for one in result.criteria)
    columns = [max(len(text(model)), 5) for model in result.models]
    head = " ".join(f"{text(model):>{size}}" for model, size in zip(result.models, columns, strict=True))
    rows = [
        f"{one.name:<{width}}  " + " ".join(f"{rank:>{size}g}" for rank, size in zip(ranks, columns, strict=True))
        for one, ranks in zip(result.criteria, result.ranks, strict=True)
    ]
    return "\n".join([f"{'rank by':<{width}}  {head}", *rows, result.sentence])


def disagreement_html(result: Disagreement) -> str:
    """Return the ranks by each criterion as HTML, the first of each emphasised."""
    return html_of(_parts_of_disagreement(result))


def _parts_of_disagreement(result: Disagreement) -> Iterator[Part]:
    yield Sentence(result.sentence, "strong")
    ranks = result.ranks
    models = [
        Column(name, [f"{rank:g}" for rank in ranks[:, k]], strong={i for i, row in enumerate(ranks) if row[k] == 1})
        for k, name in enumerate(shortened(result.models))
    ]
    yield Sheet([Column("rank by", [one.name for one in result.criteria], "names", widest=60), *models])
