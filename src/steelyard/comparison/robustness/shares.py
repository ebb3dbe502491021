"""The share of a region's weights at which one model beats another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from steelyard.comparison.robustness.halfspace import share_above
from steelyard.comparison.robustness.scores import Scores
from steelyard.comparison.robustness.tally import Tally, all_leads
from steelyard.counts.answer import Answer, number, plain
from steelyard.counts.labels import Label
from steelyard.importance.region import Region
from steelyard.measuring.lead import TIED
from steelyard.type_names import Floats


@dataclass(frozen=True)
class Share(Answer):
    """At which share of the weights `first` beats `second`, is beaten, and ties.

    Attributes
    ----------
    how
        "exact", a ratio of volumes; "sampled", with the standard error of `wins`; or "unknown", with shares of NaN.
    """

    first: Label
    second: Label
    wins: float
    loses: float
    ties: float
    how: Literal["exact", "sampled", "unknown"]
    error: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an unknown share is None."""
        numbers = {name: number(getattr(self, name)) for name in ("wins", "loses", "ties", "error")}
        return {"first": plain(self.first), "second": plain(self.second), **numbers, "how": self.how}


def shares_of(
    scores: Scores, region: Region, pairs: Sequence[tuple[int, int]], simplices: Sequence[Floats], tally: Tally
) -> tuple[Share, ...]:
    """Return, for pairs (a, b) of models, the share of the weights at which a beats b.

    Exact at a point, and where the same classes count for both models and the region is made of few simplices, whose
    vertices are given.
    """
    exact = [pair for pair in pairs if scores.alike(*pair)] if len(simplices) else []
    volumes = dict(zip(exact, _volumes(scores, exact, simplices), strict=True)) if exact else {}
    found = []
    for a, b in pairs:
        names = scores.models[a], scores.models[b]
        if region.is_point:
            lead = float(all_leads(scores, scores.at(region.low[None]))[0, a, b])
            found.append(Share(*names, float(lead > 0), float(lead < 0), float(lead == 0), "exact"))
        elif (a, b) in volumes:
            found.append(Share(*names, *volumes[a, b], "exact"))
        else:
            wins, loses = float(tally.leads[a, b]), float(tally.leads[b, a])
            ties = float(np.maximum(1 - wins - loses, 0.0))
            how: Literal["sampled", "unknown"] = "sampled" if tally.samples else "unknown"
            found.append(Share(*names, wins, loses, ties, how, float(tally.leads_error[a, b])))
    return tuple(found)


def _volumes(
    scores: Scores, pairs: Sequence[tuple[int, int]], simplices: Sequence[Floats]
) -> list[tuple[float, float, float]]:
    """Return for each pair the shares of the simplices, all of one volume, above 0, below 0 and at 0."""
    slopes = np.stack([scores.slopes(a, b) for a, b in pairs])
    lead = np.stack([slopes @ vertices.T for vertices in simplices])  # (simplices, pairs, vertices)
    lead[np.abs(lead) <= TIED * np.abs(slopes).max()] = 0.0
    rows = lead.reshape(-1, lead.shape[-1])
    above, below = (share_above(side).reshape(lead.shape[:2]).mean(axis=0) for side in (rows, -rows))
    level = (lead == 0).all(axis=2).mean(axis=0)
    return list(zip(above.tolist(), below.tolist(), level.tolist(), strict=True))
