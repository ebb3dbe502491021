"""The claims of sections 5.3 to 5.6: the differences that each is about, and the rule by which they are judged.

A claim that sets one index above others is reproduced if every one of its differences is above 0 beyond chance, and
reversed if every one is below; so no correction for their number is needed. That indices are alike, or that something
does not happen, has no opposite: it is reproduced or not. How much "closely", "almost" and "significantly" are is said
here, since the paper does not; "slightly" is judged by the direction alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Self

from steelyard_papers.experiments.findings import Verdict
from steelyard_papers.experiments.spread.differences import (
    MEASURES,
    MINIMUM,
    NORMALISED,
    RISE,
    RISING,
    SD,
    WITHIN,
    Pair,
)
from steelyard_papers.experiments.spread.over_sets import OverSets
from steelyard_papers.reproductions.mullick2020.index_names import FIGURE_3, FIGURE_4A

ROOTS = {"one_point_auroc_ova": "one_point_nauroc_ova", "one_point_auroc_ovo": "balanced_accuracy"}
"""The indices whose least value rises with the number of classes, and the normalised one of each."""

MODIFIED, STEADY = ("mprecision", "one_point_maurpc"), ("g_mean", "one_point_auroc")
BESIDE_G_MEAN = (*ROOTS, *ROOTS.values())

CLOSELY = 0.2
"""Of the distance between the deviations of Precision and GMean: as far apart as what follows closely may be."""

ALMOST = 0.05
"""Minima that are no further apart are almost the same; what is much lower, or significantly higher, is further."""

SCALE = Pair(SD, "two", "precision", "g_mean")

Rule = Callable[[Sequence[OverSets], OverSets | None], tuple[Verdict, str]]
"""From differences, and what they may be measured by, to the verdict and what was asked for it."""


def above(given: Sequence[OverSets], _: OverSets | None = None) -> tuple[Verdict, str]:
    """Return the verdict on a claim of which each difference is said to be above 0."""
    signs = {one.sign for one in given}
    return "reproduced" if signs == {1} else "reversed" if signs == {-1} else "not reproduced", ""


def closely(given: Sequence[OverSets], scale: OverSets | None) -> tuple[Verdict, str]:
    """Return the verdict on indices that are said to follow others closely."""
    most = CLOSELY * scale.mean if scale else 0.0
    if most <= 0:
        return "not reproduced", "Closely would be a fifth of what Precision's is above GMean's; but it is not above."
    said = f"Closely: every interval within ±{most:.4f}, a fifth of what Precision's is above GMean's"
    return _all_within(given, most, said)


def almost(given: Sequence[OverSets], _: OverSets | None = None) -> tuple[Verdict, str]:
    """Return the verdict on indices that are said to be almost the same."""
    return _all_within(given, ALMOST, f"Almost: every interval within ±{ALMOST}")


def _all_within(given: Sequence[OverSets], most: float, said: str) -> tuple[Verdict, str]:
    """Return the verdict on indices that are said to be alike; the means tell the unlike from the unsure."""
    near = sum(abs(one.mean) <= most for one in given)
    return is_so(all(one.within(most) for one in given)), f"{said}; of the means, {near} of {len(given)} are."


def much_above(given: Sequence[OverSets], _: OverSets | None = None) -> tuple[Verdict, str]:
    """Return the verdict on a claim of which each difference is said to be far above 0."""
    verdict = above(given)[0]
    small = verdict == "reproduced" and any(one.mean <= ALMOST for one in given)
    return "not reproduced" if small else verdict, f"Asked for: above 0 beyond chance, and more than {ALMOST}."


def much_below(given: Sequence[OverSets], _: OverSets | None = None) -> tuple[Verdict, str]:
    """Return the verdict on a claim of which each difference is said to be far below 0."""
    turned = [OverSets(-one.mean, -one.high, -one.low, one.sets) for one in given]
    return much_above(turned)[0], f"Asked for: below 0 beyond chance, and by more than {ALMOST}."


def not_above(given: Sequence[OverSets], _: OverSets | None = None) -> tuple[Verdict, str]:
    """Return the verdict on what is said not to rise."""
    return is_so(all(one.sign < 1 for one in given)), "Not reproduced if one rises beyond chance."


def is_so(holds: bool) -> Verdict:
    """Return the verdict on what has no opposite."""
    return "reproduced" if holds else "not reproduced"


@dataclass(frozen=True, slots=True)
class Stated:
    """A claim of the paper, the differences that it is about, and how they are judged."""

    source: str
    claim: str
    pairs: tuple[Pair, ...]
    rule: Rule = above
    scale: Pair | None = None

    @property
    def needed(self) -> tuple[Pair, ...]:
        """All comparisons without which it cannot be judged."""
        return (*self.pairs, self.scale) if self.scale else self.pairs

    @property
    def alone(self) -> Self | None:
        """The same of the deviation over the test sets alone; None if it is not about deviations."""
        if self.pairs[0].measure != SD:
            return None
        scale = self.scale and self.scale._replace(measure=WITHIN)
        return replace(self, pairs=tuple(pair._replace(measure=WITHIN) for pair in self.pairs), scale=scale)


def _pairs(measure: str, classes: str | Sequence[str], both: Iterable[tuple[str, str]]) -> tuple[Pair, ...]:
    groups = [classes] if isinstance(classes, str) else classes
    return tuple(Pair(measure, group, *each) for group, each in product(groups, both))


IN_FIGURE_3, IN_FIGURE_4A, IN_FIGURE_4B = "section 5.3, Figure 3", "section 5.4, Figure 4a", "section 5.4, Figure 4b"
MINIMA_5_5, MINIMA_5_6 = "section 5.5, Figure 5", "section 5.6, Figure 5"
RISE_5_5 = "section 5.5, read of the minima alone"
"""The paper speaks of a bias towards higher values, which it sees beside the normalised indices."""

STATED = (
    Stated(
        IN_FIGURE_3,
        "Precision varies most of the six indices.",
        _pairs(SD, "two", [("precision", other) for other in FIGURE_3 if other != "precision"]),
    ),
    Stated(
        IN_FIGURE_3,
        "AURPC suffers as well: it varies less than Precision, but more than GMean and AUROC.",
        _pairs(SD, "two", [("precision", "one_point_aurpc"), *(("one_point_aurpc", steady) for steady in STEADY)]),
    ),
    Stated(
        IN_FIGURE_3,
        "mPrecision and mAURPC (the paper writes mAUROC) closely follow GMean and AUROC.",
        _pairs(SD, "two", product(MODIFIED, STEADY)),
        closely,
        SCALE,
    ),
    Stated(
        IN_FIGURE_4A,
        "mAURPC-OVA varies least of the five indices that satisfy Condition 2.",
        _pairs(
            SD, "several", [(other, "one_point_maurpc_ova") for other in FIGURE_4A if other != "one_point_maurpc_ova"]
        ),
    ),
    Stated(
        IN_FIGURE_4A,
        "mAURPC-OVA varies less than AURPC-OVA.",
        _pairs(SD, "several", [("one_point_aurpc_ova", "one_point_maurpc_ova")]),
    ),
    Stated(
        IN_FIGURE_4A,
        "ACSA varies slightly more than nAUROC-OVA.",
        _pairs(SD, "several", [("balanced_accuracy", "one_point_nauroc_ova")]),
    ),
    Stated(
        IN_FIGURE_4B,
        "Measured by its least deviation, nAUROC-OVA varies slightly more than ACSA.",
        _pairs(NORMALISED, "several", [("one_point_nauroc_ova", "balanced_accuracy")]),
    ),
    Stated(
        MINIMA_5_5,
        "On three and five classes the minima of AUROC-OVA and AUROC-OVO are almost those of nAUROC-OVA and ACSA.",
        _pairs(MINIMUM, ("three", "five"), list(ROOTS.items())),
        almost,
    ),
    Stated(
        MINIMA_5_5,
        "On ten classes the minima of AUROC-OVA and AUROC-OVO are significantly higher than those of nAUROC-OVA and "
        "ACSA.",
        _pairs(MINIMUM, "ten", list(ROOTS.items())),
        much_above,
    ),
    Stated(
        MINIMA_5_5,
        "With more classes AUROC-OVA and AUROC-OVO are biased towards a higher value: their minima are further above "
        "those of nAUROC-OVA and ACSA.",
        _pairs(RISE, RISING, ROOTS.items()),
    ),
    Stated(
        RISE_5_5,
        "The minima of AUROC-OVA and AUROC-OVO rise with the number of classes.",
        tuple(Pair(RISE, RISING, index) for index in ROOTS),
    ),
    Stated(
        RISE_5_5,
        "The minima of nAUROC-OVA and ACSA do not rise with the number of classes.",
        tuple(Pair(RISE, RISING, index) for index in ROOTS.values()),
        not_above,
    ),
    Stated(
        MINIMA_5_6,
        "On three and five classes the minima of GMean agree with those of the other indices.",
        _pairs(MINIMUM, ("three", "five"), [("g_mean", other) for other in BESIDE_G_MEAN]),
        almost,
    ),
    Stated(
        MINIMA_5_6,
        "On ten classes the minima of GMean are significantly lower than those of the other indices.",
        _pairs(MINIMUM, "ten", [("g_mean", other) for other in BESIDE_G_MEAN]),
        much_below,
    ),
)

PAIRS = sorted(
    dict.fromkeys(pair for stated in STATED for each in (stated, stated.alone) if each for pair in each.needed),
    key=lambda pair: MEASURES.index(pair.measure),
)
"""Every comparison behind a claim, once."""
