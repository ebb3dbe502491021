"""What became of each claim of sections 5.3 to 5.6; computed, never written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steelyard.extending import signed
from steelyard_papers.experiments.findings import Claim, Verdict
from steelyard_papers.experiments.spread.differences import MINIMUM, MOST_CLASSES, NORMALISED, RISE, SD, Pair
from steelyard_papers.experiments.spread.minima import Minimum
from steelyard_papers.experiments.spread.over_sets import OverSets
from steelyard_papers.experiments.spread.stated import BESIDE_G_MEAN, MINIMA_5_6, STATED, Stated, is_so
from steelyard_papers.reproductions.mullick2020.index_names import NAMES

WHAT = {
    SD: "Differences of sd",
    NORMALISED: "Differences of the normalised sd",
    MINIMUM: "Differences of the minima",
    RISE: "The mean minimum on ten classes less that on three, by Welch's t",
}
DIGITS = {SD: 4}
"""Of a deviation that is written out; else 3."""

FEWEST_JUDGED = 3
"""Data sets without which a claim is not judged: the interval of two is so wide that nothing could be reproduced."""

ZERO = "On a ten-class data set GMean is 0, while the other indices are not."

Found = Mapping[Pair, OverSets]


def claims(result: Found, least: Sequence[Minimum]) -> list[Claim]:
    """Return the claims for which there are data sets enough, in the order of the paper."""
    steady = alone(result)
    judged = [_judged(stated, result, steady.get(stated.claim)) for stated in STATED if _testable(stated, result)]
    return [*judged, *_zero(least)]


def untested(result: Found, least: Sequence[Minimum]) -> list[str]:
    """Return the claims for which there are too few data sets."""
    left = [stated.claim for stated in STATED if not _testable(stated, result)]
    return left if _zero(least) else [*left, ZERO]


def alone(result: Found) -> dict[str, Verdict]:
    """Return the verdicts on the claims about deviations, if these are taken over the test sets alone; by claim."""
    about = {stated.claim: stated.alone for stated in STATED if stated.alone}
    return {claim: _verdict(same, result)[0] for claim, same in about.items() if _testable(same, result)}


def _testable(stated: Stated, result: Found) -> bool:
    return all(pair in result and result[pair].known and result[pair].sets >= FEWEST_JUDGED for pair in stated.needed)


def _verdict(stated: Stated, result: Found) -> tuple[Verdict, str]:
    return stated.rule([result[pair] for pair in stated.pairs], result[stated.scale] if stated.scale else None)


def _judged(stated: Stated, result: Found, over_test_sets: Verdict | None) -> Claim:
    verdict, asked = _verdict(stated, result)
    what = WHAT[stated.pairs[0].measure]
    told = [f"{what}, with 95 % intervals over data sets: {_differences(stated.pairs, result)}.", asked]
    if over_test_sets:
        told.append(f"Over the test sets alone: {over_test_sets}.")
    return Claim(stated.source, stated.claim, verdict, " ".join(filter(None, told)))


def _differences(pairs: Sequence[Pair], result: Found) -> str:
    groups: dict[str, list[str]] = {}
    for pair in pairs:
        digits, one = DIGITS.get(pair.measure, 3), result[pair]
        named = f"{NAMES[pair.first]} less {NAMES[pair.second]}" if pair.second else NAMES[pair.first]
        ends = f"{signed(one.low, digits)} to {signed(one.high, digits)}"
        counted = f"{pair.classes} classes, {one.sets} sets" if pair.measure != RISE else f"{one.sets} sets"
        groups.setdefault(counted, []).append(f"{named} {signed(one.mean, digits)} ({ends})")
    return "; ".join(f"{counted}: {', '.join(said)}" for counted, said in groups.items())


def _zero(least: Sequence[Minimum]) -> list[Claim]:
    """Return the claim that GMean reaches 0, as a mean over the folds, as Figure 5 has it, and in single folds."""
    ten: dict[str, dict[str, Minimum]] = {}
    for one in least:
        if one.classes == MOST_CLASSES:
            ten.setdefault(one.dataset, {})[one.index] = one
    sets = {name: of for name, of in ten.items() if {"g_mean", *BESIDE_G_MEAN} <= set(of)}
    if not sets:
        return []
    mean = [name for name, of in sets.items() if _only_g_mean({index: each.value for index, each in of.items()})]
    fold = [name for name, of in sets.items() if _only_g_mean({index: each.in_a_fold for index, each in of.items()})]
    lowest = "; ".join(
        f"{name}: GMean {of['g_mean'].value:.3f}, the lowest of the others "
        f"{min(of[index].value for index in BESIDE_G_MEAN):.3f}"
        for name, of in sets.items()
    )
    folds = "; ".join(
        f"{name}: GMean is 0 in {of['g_mean'].zero_folds} of {of['g_mean'].folds}, the lowest of the others "
        f"{min(of[index].in_a_fold for index in BESIDE_G_MEAN):.3f}"
        for name, of in sets.items()
    )
    return [
        Claim(MINIMA_5_6, ZERO, is_so(bool(mean)), f"The smallest mean over the folds: {lowest}."),
        Claim(
            "section 5.6, read of single folds",
            "In a fold of a ten-class data set GMean is 0, while the other indices are not.",
            is_so(bool(fold)),
            f"Folds of all classifiers and test sets: {folds}.",
        ),
    ]


def _only_g_mean(values: Mapping[str, float]) -> bool:
    return values["g_mean"] == 0 and all(values[index] > 0 for index in BESIDE_G_MEAN)
