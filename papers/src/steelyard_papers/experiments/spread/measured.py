"""All that is measured on the parts of one variant, from the matrices to the claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from steelyard_papers.experiments.experiment import Result
from steelyard_papers.experiments.findings import Claim
from steelyard_papers.experiments.spread.claims import alone, claims
from steelyard_papers.experiments.spread.condition import moved_rows
from steelyard_papers.experiments.spread.differences import Pair, differences
from steelyard_papers.experiments.spread.matrices import Matrices, matrices
from steelyard_papers.experiments.spread.minima import Minimum, minima
from steelyard_papers.experiments.spread.over_sets import OverSets
from steelyard_papers.experiments.spread.spreads import Spread, metric_rows, spreads
from steelyard_papers.experiments.spread.stated import PAIRS
from steelyard_papers.experiments.spread.values import Values, values


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What was counted, and what follows from it step by step.

    Attributes
    ----------
    found, known, moved, least
        Matrices, values, deviations and minima of every data set.
    compared
        The differences that the claims are about.
    claims
        What became of each.
    """

    found: Sequence[Matrices]
    known: Sequence[Values]
    moved: Sequence[Spread]
    least: Sequence[Minimum]
    compared: Mapping[Pair, OverSets]
    claims: tuple[Claim, ...]

    @classmethod
    def of(cls, results: Iterable[Result]) -> Self:
        """Measure all that the parts of a variant gave."""
        found = matrices(results)
        known = values(found)
        moved, least = spreads(known), minima(known)
        compared = differences(PAIRS, moved, least)
        return cls(found, known, moved, least, compared, tuple(claims(compared, least)))

    def metric_rows(self) -> list[dict[str, Any]]:
        """Return a row of the table `spread_metrics` for each metric."""
        return metric_rows(self.known, self.moved)


def by_variant(results: Iterable[Result]) -> dict[str, Measured]:
    """Return what was measured in each variant, in the order in which they are run."""
    grouped: dict[str, list[Result]] = {}
    for result in results:
        grouped.setdefault(result["variant"], []).append(result)
    return {name: Measured.of(given) for name, given in grouped.items()}


def verdict_rows(measured: Mapping[str, Measured]) -> list[dict[str, Any]]:
    """Return a row of the table `spread_variants` for each claim in each variant."""
    rows = []
    for name, one in measured.items():
        steady = alone(one.compared)
        rows += [
            {
                "variant": name,
                "source": claim.source,
                "claim": claim.claim,
                "verdict": claim.verdict,
                "alone": steady.get(claim.claim),
                "evidence": claim.evidence,
            }
            for claim in one.claims
        ]
    return rows


def side_by_side(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a row of the table `spread_verdicts` for each claim: its verdicts in all variants.

    Parameters
    ----------
    rows
        Of the table `spread_variants`.
    """
    names = list(dict.fromkeys(row["variant"] for row in rows))
    found = {(row["variant"], row["claim"]): row for row in rows}
    return [
        {
            "claim": claim,
            **{name: found.get((name, claim), {}).get("verdict") for name in names},
            **{f"{name}_alone": found.get((name, claim), {}).get("alone") for name in names},
        }
        for claim in dict.fromkeys(row["claim"] for row in rows)
    ]


def condition_rows(measured: Mapping[str, Measured]) -> list[dict[str, Any]]:
    """Return how far metrics move by what Condition 1 says of them, in each variant: the table `spread_condition_1`."""
    return [{"variant": name, **row} for name, one in measured.items() for row in moved_rows(one.metric_rows())]
