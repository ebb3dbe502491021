"""Whether the orders of parsers that Gupta et al. state in section 4.1 follow from their own files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from steelyard_papers.experiments.log_parsing.authors_reading import PARSERS, SETS

SIMILAR = 0.0025
"""A difference that is none: 5 of 2,000 messages, by which the parsers that the paper calls similar on HDFS differ."""

DIGITS = 9
"""To which a difference is rounded: 1 − 0.9975 must be no more than 0.0025."""

ALL = tuple(PARSERS)

Scores = Mapping[str, float | None]
"""Of each parser; None if not available."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """An order that the paper states: parsers of a tier are above those of all later tiers; of one tier, similar."""

    dataset: str
    metric: str
    tiers: tuple[tuple[str, ...], ...]

    @property
    def text(self) -> str:
        """The order in words."""
        return " > ".join(map(" and ".join, self.tiers)) if len(self.tiers) > 1 else "all similar"

    def shown(self, scores: Mapping[str, Scores]) -> str:
        """Return the order of the scores."""
        return order(scores[self.metric])

    @property
    def opposed(self) -> list[tuple[str, str]]:
        """The pairs of parsers of which the first is put above the second."""
        return [
            (above, below)
            for i, tier in enumerate(self.tiers)
            for above in tier
            for later in self.tiers[i + 1 :]
            for below in later
        ]

    def verdict(self, scores: Mapping[str, Scores], similar: float = SIMILAR) -> str:
        """Return "yes", "no", "reversed" (all the other way round) or "unknown" (a score is missing)."""
        of = scores[self.metric]
        if len(self.tiers) == 1:
            return _judged(None if sign is None else sign == 0 for sign in signs(of, similar))
        moves = [_sign(of[above], of[below], similar) for above, below in self.opposed]
        if all(move == -1 for move in moves):
            return "reversed"
        return _judged(None if move is None else move == 1 for move in moves)


@dataclass(frozen=True, slots=True)
class Agreeing:
    """A statement that two metrics order the parsers alike, or that they do not."""

    dataset: str
    metrics: tuple[str, str]
    alike: bool

    @property
    def metric(self) -> str:
        """Both metrics."""
        return " and ".join(self.metrics)

    @property
    def text(self) -> str:
        """The statement in words."""
        return "same order" if self.alike else "different orders"

    def shown(self, scores: Mapping[str, Scores]) -> str:
        """Return both orders."""
        return "; ".join(order(scores[metric]) for metric in self.metrics)

    def verdict(self, scores: Mapping[str, Scores], similar: float = SIMILAR) -> str:
        """Return "yes", "no" or "unknown" (a score is missing)."""
        one, other = (signs(scores[metric], similar) for metric in self.metrics)
        missing = None in one or None in other
        return _judged([None if missing else (one == other) == self.alike])


DRAIN_SPELL_MOLFI = (("Drain",), ("Spell",), ("MoLFI",))
DRAIN_MOLFI_SPELL = (("Drain",), ("MoLFI",), ("Spell",))

# Section 4.1. F1 agrees with accuracy there; it counts pairs of messages, so errors per class do not give it.
STATED: tuple[Ranked | Agreeing, ...] = (
    Ranked("Mac", "accuracy", DRAIN_SPELL_MOLFI),
    Ranked("Android", "accuracy", DRAIN_SPELL_MOLFI),
    Ranked("BGL", "accuracy", DRAIN_MOLFI_SPELL),
    Ranked("HDFS", "accuracy", (ALL,)),
    Ranked("Mac", "balanced_accuracy", (("Spell",), ("Drain", "MoLFI"))),
    Ranked("Mac", "wba_rarity", DRAIN_MOLFI_SPELL),
    Ranked("BGL", "wba_rarity", DRAIN_SPELL_MOLFI),
    Ranked("Android", "wba_rarity", (("Spell",), ("Drain",), ("MoLFI",))),
    Ranked("HDFS", "wba_rarity", (("Spell",), ("Drain", "MoLFI"))),
    *(Agreeing(name, ("accuracy", "wba_rarity"), alike=False) for name in SETS),
    *(Agreeing(name, ("balanced_accuracy", "wba_rarity"), alike=name in {"Android", "HDFS"}) for name in SETS),
)


def authors_orders(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return, for each order stated, the order in the rows of `log_parsing_authors`, and whether it is the one stated.

    "rerun" takes our runs of the parsers where the rows have them, and the files, defects handled, for the others.
    """
    readings = {"as_published": [""], "handled": ["_handled"], "rerun": ["_rerun", "_handled"]}
    if all(row["accuracy_rerun"] is None for row in rows):
        del readings["rerun"]
    result = []
    for stated in STATED:
        scores = {name: _scores(rows, stated.dataset, endings) for name, endings in readings.items()}
        result.append(
            {"dataset": stated.dataset, "metric": stated.metric, "stated": stated.text}
            | {name: stated.shown(each) for name, each in scores.items()}
            | {f"follows_{name}": stated.verdict(each) for name, each in scores.items()}
        )
    return result


def order(scores: Scores) -> str:
    """Write parsers from the best to the worst, with ≈ between those that differ by no more than `SIMILAR`.

    Examples
    --------
    >>> from steelyard_papers.experiments.log_parsing.authors_orders import order
    >>> order({"Drain": 0.9287, "Spell": 1.0, "MoLFI": 0.9287})
    'Spell > Drain ≈ MoLFI'
    """
    known = {parser: score for parser, score in scores.items() if score is not None}
    ranked = sorted(known, key=lambda parser: -known[parser])
    steps = [" > " if _sign(known[a], known[b]) else " ≈ " for a, b in pairwise(ranked)]
    text = "".join(part for pair in zip(ranked, [*steps, ""], strict=True) for part in pair)
    missing = [parser for parser in scores if parser not in known]
    return f"{text} ({' and '.join(missing)} not available)" if missing else text


def signs(scores: Scores, similar: float = SIMILAR) -> list[int | None]:
    """Return which parser of each pair is better: 1, −1, 0 if they are similar; None if a score is missing."""
    return [_sign(one, other, similar) for one, other in combinations(scores.values(), 2)]


def _sign(one: float | None, other: float | None, similar: float = SIMILAR) -> int | None:
    if one is None or other is None:
        return None
    return 0 if round(abs(one - other), DIGITS) <= similar else 1 if one > other else -1


def _judged(holds: Iterable[bool | None]) -> str:
    known = set(holds)
    return "no" if False in known else "unknown" if None in known else "yes"


def _scores(rows: Sequence[Mapping[str, Any]], dataset: str, endings: Sequence[str]) -> dict[str, Scores]:
    of = {row["parser"]: row for row in rows if row["dataset"] == dataset}
    return {
        metric: {
            parser: next((of[parser][metric + end] for end in endings if of[parser][metric + end] is not None), None)
            for parser in PARSERS
        }
        for metric in ("accuracy", "balanced_accuracy", "wba_rarity")
    }
