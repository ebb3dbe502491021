"""Draw tables, verdicts and notes from the parts that were done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard_papers.experiments.experiment import Request, Result
from steelyard_papers.experiments.findings import Failure, Findings
from steelyard_papers.experiments.spread.claims import untested
from steelyard_papers.experiments.spread.classifiers import CLASSIFIERS, in_words
from steelyard_papers.experiments.spread.data_sets import SEED, planned_sets
from steelyard_papers.experiments.spread.differences import difference_rows
from steelyard_papers.experiments.spread.facts import facts, mix_rows
from steelyard_papers.experiments.spread.features import features, own_file
from steelyard_papers.experiments.spread.matrices import Matrices
from steelyard_papers.experiments.spread.measured import (
    Measured,
    by_variant,
    condition_rows,
    side_by_side,
    verdict_rows,
)
from steelyard_papers.experiments.spread.parts import LIBRARIES
from steelyard_papers.experiments.spread.values import TWO_CLASSES, value_rows
from steelyard_papers.experiments.spread.variants import MAIN, variants
from steelyard_papers.experiments.spread.views import views
from steelyard_papers.experiments.versions import versions

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
    "Intervals: 95 %, Student's t over data sets; between numbers of classes Welch's t. The data sets share classes "
    "and items, so the intervals are somewhat too narrow; normalised deviations also share what they are divided by."
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


def conclude(request: Request, results: Mapping[str, Result], failures: Sequence[Failure]) -> Findings:
    """Return the tables, claims and notes; nothing is learned here. What failed is not in the tables.

    All tables but those of the variants are about the main one.
    """
    measured = by_variant(results.values())
    main = measured.get(MAIN.name) or Measured.of(())
    verdicts = verdict_rows(measured)
    tables: dict[str, Sequence[Mapping[str, Any]]] = {
        NAME: [each.row() for each in main.moved],
        f"{NAME}_values": value_rows(main.known),
        f"{NAME}_minima": [each.row() for each in main.least],
        f"{NAME}_metrics": main.metric_rows(),
        f"{NAME}_condition_1": condition_rows(measured),
        f"{NAME}_differences": difference_rows(main.compared),
        f"{NAME}_facts": facts(main.found),
        f"{NAME}_test_sets": mix_rows(main.found),
        f"{NAME}_variants": verdicts,
        f"{NAME}_verdicts": side_by_side(verdicts),
    }
    tables = {name: rows for name, rows in tables.items() if rows}
    return Findings(
        tables=tables,
        views=views(tables, main.claims, NAME),
        claims=main.claims,
        notes=tuple(_notes(request, main, failures)),
        run=_run(request, main.found),
    )


def _notes(request: Request, main: Measured, failures: Sequence[Failure]) -> Iterator[str]:
    result, left = main.found, untested(main.compared, main.least)
    yield f"Features: {features(request).origin}."
    there, planned = len(result), planned_sets(quick=request.quick)
    if there < planned and not failures:
        yield (
            f"Of the {planned} planned data sets {there} can be drawn from these features; others need more classes, "
            "or more items of them."
        )
    yield from (SPREAD, UNDEFINED, RATES, INTERVALS)
    if any(len(one.sizes) > TWO_CLASSES for one in result):
        yield from (SETTLED, WEAK_BOUND)
    yield SETTINGS if own_file(request) else f"{OTHER_DATA} {SETTINGS}"
    if failures:
        yield (
            f"{len(failures)} parts failed: means are over the folds that were done, and deviations over the "
            "classifiers that were."
        )
    lacking = [one.name for one in result if len(one.classifiers) < len(CLASSIFIERS)]
    if lacking:
        yield f"Without all {len(CLASSIFIERS)} classifiers: {', '.join(lacking)}."
    if left:
        yield f"Not judged, for want of data sets (three at least): {' '.join(left)}"


def _run(request: Request, result: Sequence[Matrices]) -> dict[str, str]:
    return {
        **versions(LIBRARIES),
        "seed": str(SEED),
        "folds": str(max((one.done.shape[1] for one in result), default=0)),
        "data sets": str(len(result)),
        "quick": "yes" if request.quick else "no",
        "features": features(request).origin,
        **{f"variant {variant.name}": variant.what for variant in variants(request)},
        **{f"classifier {name}": in_words(name) for name in CLASSIFIERS},
    }
