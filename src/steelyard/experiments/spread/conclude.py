"""Draw tables, verdicts and notes from the parts that were done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard.experiments.experiment import Request, Result
from steelyard.experiments.findings import Failure, Findings
from steelyard.experiments.spread.claims import claims, untested
from steelyard.experiments.spread.classifiers import CLASSIFIERS
from steelyard.experiments.spread.data_sets import SEED
from steelyard.experiments.spread.differences import difference_rows, differences
from steelyard.experiments.spread.facts import facts, mix_rows
from steelyard.experiments.spread.features import features, own_file
from steelyard.experiments.spread.matrices import Matrices, matrices
from steelyard.experiments.spread.minima import minima
from steelyard.experiments.spread.parts import LIBRARIES
from steelyard.experiments.spread.spreads import metric_rows, spreads
from steelyard.experiments.spread.stated import PAIRS
from steelyard.experiments.spread.values import TWO_CLASSES, value_rows, values
from steelyard.experiments.spread.views import views
from steelyard.experiments.versions import versions

NAME = "spread"

SPREAD = (
    "sd: of the means over the folds, one for each test set and classifier (20), as in the paper; squares are divided "
    "by their number. sd_within: over the test sets of a classifier, the root mean square over the classifiers."
)
UNDEFINED = (
    "A fold in which an index is undefined is left out of its mean, and counted; undefined classes leave averages."
)
RATES = "A rate is that of the minority with two classes, and its plain average over the classes with several."
INTERVALS = (
    "Intervals: 95 %, Student's t over data sets; between numbers of classes Welch's t, its degrees of freedom rounded "
    "down. The data sets share classes and items, so the intervals are somewhat too narrow; normalised deviations also "
    "share what they are divided by."
)
SETTLED = (
    "AUROC-OVO less ACSA is (C − 2)(1 − ACSA)/(2(C − 1)) by equation 15, and AUROC-OVA less nAUROC-OVA is "
    "λ(1 − nAUROC-OVA) with λ = (C − 2)/(2C): these gaps are settled by C and the lower of the two, whatever the data, "
    "and are never below 0. GMean is never above ACSA."
)
WEAK_BOUND = (
    "On test sets of equal classes nAUROC-OVA moves C²/((C + 2)(C − 1)) as far as ACSA (0.9 of it with three classes, "
    "0.893 with five, 0.926 with ten), since λ lies below what AUROC-OVA can reach there: the paper's guess of a weak "
    "lower bound."
)
SETTINGS = (
    "The paper's settings of the classifiers are in a supplement that we do not have; ours are the same for all data "
    "sets."
)
OTHER_DATA = "The paper's features are those of ImageNet's images by Inception V3; ours are of other images."
OWN_DATA = "The features are those of the file that was named with --features."


def conclude(request: Request, results: Mapping[str, Result], failures: Sequence[Failure]) -> Findings:
    """Return the tables, claims and notes; nothing is learned here. What failed is not in the tables."""
    found = matrices(results.values())
    known = values(found)
    moved, least = spreads(known), minima(known)
    compared = differences(PAIRS, moved, least)
    tables: dict[str, Sequence[Mapping[str, Any]]] = {
        NAME: [each.row() for each in moved],
        f"{NAME}_values": value_rows(known),
        f"{NAME}_minima": [each.row() for each in least],
        f"{NAME}_metrics": metric_rows(known, moved),
        f"{NAME}_differences": difference_rows(compared),
        f"{NAME}_facts": facts(found),
        f"{NAME}_test_sets": mix_rows(found),
    }
    tables = {name: rows for name, rows in tables.items() if rows}
    judged = tuple(claims(compared, least))
    return Findings(
        tables=tables,
        views=views(tables, judged, NAME),
        claims=judged,
        notes=tuple(_notes(found, failures, untested(compared, least), own=own_file(request) is not None)),
        run=_run(request, found),
    )


def _notes(found: Sequence[Matrices], failures: Sequence[Failure], left: Sequence[str], *, own: bool) -> Iterator[str]:
    yield from (SPREAD, UNDEFINED, RATES, INTERVALS)
    if any(len(one.sizes) > TWO_CLASSES for one in found):
        yield from (SETTLED, WEAK_BOUND)
    yield from (OWN_DATA if own else OTHER_DATA, SETTINGS)
    if failures:
        yield (
            f"{len(failures)} parts failed: means are over the folds that were done, and deviations over the "
            "classifiers that were."
        )
    lacking = [one.name for one in found if len(one.classifiers) < len(CLASSIFIERS)]
    if lacking:
        yield f"Without all {len(CLASSIFIERS)} classifiers: {', '.join(lacking)}."
    if left:
        yield f"Untested, for want of data sets: {' '.join(left)}"


def _run(request: Request, found: Sequence[Matrices]) -> dict[str, str]:
    return {
        **versions(LIBRARIES),
        "seed": str(SEED),
        "folds": str(max((one.done.shape[1] for one in found), default=0)),
        "data sets": str(len(found)),
        "quick": "yes" if request.quick else "no",
        "features": features(request).origin,
        **{f"classifier {name}": said for name, said in CLASSIFIERS.items()},
    }
