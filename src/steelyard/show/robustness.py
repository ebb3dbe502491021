"""Models over all weights that agree with what was said, in a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steelyard.comparison.robustness.robustness import Robustness
from steelyard.comparison.robustness.sentence import whole_percent
from steelyard.show import numbers
from steelyard.show.html import html_of
from steelyard.show.parts import Column, Part, Sentence, Sheet

MOST_MODELS = 20


def robustness_text(found: Robustness) -> str:
    """Return the conclusion."""
    return found.sentence


def robustness_html(found: Robustness) -> str:
    """Return which model is first at how many of the weights as HTML."""
    return html_of(_parts(found))


def _parts(found: Robustness) -> Iterator[Part]:
    yield Sentence(found.sentence, "strong")
    order = sorted(range(len(found.models)), key=lambda k: -found.ranks[k, 0])[:MOST_MODELS]
    first = [float(found.ranks[k, 0]) for k in order]
    yield Sheet(
        [
            Column("model", [found.models[k] for k in order], "names"),
            Column(found.metric, [numbers.value(float(found.values[k])) for k in order]),
            Column("weightings won", [numbers.short_chance(share) for share in first]),
            Column("", first, "bars"),
            *_best(found, order),
        ]
    )
    if found.chances is not None:
        yield Sentence(
            "Weightings won: at the observed rates. P(best): with the uncertainty of so many items, if all weightings "
            "that agree with what was said are equally likely.",
            "dim",
        )
    if len(found.models) > MOST_MODELS:
        yield Sentence(f"… and {len(found.models) - MOST_MODELS:,} more models; to_dict() has all.")
    if found.note:
        yield Sentence(f"{found.note}.")


def _best(found: Robustness, order: Sequence[int]) -> list[Column]:
    """Return the probability that each model is the best, where the items are known."""
    if found.chances is None:
        return []
    return [Column("P(best)", [whole_percent(float(found.chances.best[k])) for k in order])]
