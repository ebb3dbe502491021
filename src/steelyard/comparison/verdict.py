"""The conclusion of a comparison in words: who is ahead, by how much, how sure, and under which weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.labels import text

if TYPE_CHECKING:
    from steelyard.comparison.comparison import Comparison
    from steelyard.comparison.difference import Difference


def verdict_of(found: Comparison) -> str:
    """Return the conclusion by the main metric."""
    main = found.score()
    if not np.isfinite(main.values).any():
        return f"No model has a {main.metric.name}: it is undefined for all of them."
    order = [int(i) for i in np.argsort(-main.leads, kind="stable") if np.isfinite(main.leads[int(i)])]
    if len(order) == 1:
        return f"Only {text(found.models[order[0]])} has a {main.metric.name}; that of the others is undefined."
    best, second = (found.models[i] for i in order[:2])
    sentences = [_ahead(found, found.pair(best, second), order)]
    if found.robust is not None:
        sentences.append(found.robust.sentence)
    if not found.paired:
        sentences.append(
            "The models were not compared item by item, so the intervals are wider than those of a joint table would be."
        )
    return " ".join(sentences)


def _ahead(found: Comparison, difference: Difference, order: list[int]) -> str:
    main = found.score()
    values = [float(main.values[i]) for i in order[:2]]
    best, second = (text(found.models[i]) for i in order[:2])
    by = f"By {main.metric.name}" + (f" under {str(found.importance)!r}" if main.metric.weighted else "")
    if difference.better is None:
        return f"{by}, {best} and {second} are equal ({values[0]:.3f})."
    first_is_a = difference.a == found.models[order[0]]
    chance = difference.a_better if first_is_a else difference.b_better
    low, high = difference.interval.low, difference.interval.high
    ends = (low, high) if first_is_a else (-high, -low)
    level = f"{found.confidence:.0%}".replace("%", " %")
    sure = f"{level} interval {_number(ends[0])} to {_number(ends[1])}; the probability that it is better is {percent(chance)}"
    if found.rope:
        sure += f", that the difference is within ±{found.rope:g} {percent(difference.equivalent)}"
    said = (
        f"{by}, {best} ({values[0]:.3f}) is ahead of {second} ({values[1]:.3f}) by {abs(difference.value):.3f} ({sure})"
    )
    group = next((members for members in main.groups if order[0] in members and len(members) > 1), None)
    if group is None:
        return f"{said}."
    others = [text(found.models[i]) for i in group if i != order[0]]
    named = others[0] if len(others) == 1 else f"{', '.join(others[:-1])} and {others[-1]}"
    return f"{said}; it cannot be told apart from {named}."


def _number(value: float) -> str:
    return f"{value + 0.0:.3f}".replace("-", "−")


def percent(share: float) -> str:
    """Return a probability as people read it; what is merely near 0 or 1 does not become it."""
    if not np.isfinite(share):
        return "unknown"
    if 0 < share < 0.0005:
        return "below 0.1 %"
    if 0.9995 < share < 1:
        return "above 99.9 %"
    if share in (0, 1):
        return "below 0.1 %" if share == 0 else "above 99.9 %"
    rounded = f"{100 * share:.0f}" if 0.1 <= share <= 0.9 else f"{100 * share:.1f}"
    return f"{rounded} %"
