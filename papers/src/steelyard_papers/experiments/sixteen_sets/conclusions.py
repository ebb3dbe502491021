"""Draw tables, verdicts and notes from the parts that were done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steelyard_papers.experiments.experiment import Request, Result
from steelyard_papers.experiments.findings import Failure, Findings
from steelyard_papers.experiments.sixteen_sets import authors_code, views
from steelyard_papers.experiments.sixteen_sets.claims import claims
from steelyard_papers.experiments.sixteen_sets.contradictions import contradictions
from steelyard_papers.experiments.sixteen_sets.data_sets import WITH_ID
from steelyard_papers.experiments.sixteen_sets.differences import differences
from steelyard_papers.experiments.sixteen_sets.facts import facts, relevances
from steelyard_papers.experiments.sixteen_sets.fold_weights import fold_weights
from steelyard_papers.experiments.sixteen_sets.folds import FOLDS, REPEATS, SEED
from steelyard_papers.experiments.sixteen_sets.glass import glass
from steelyard_papers.experiments.sixteen_sets.lacking import lacking
from steelyard_papers.experiments.sixteen_sets.learners import LEARNERS
from steelyard_papers.experiments.sixteen_sets.parts import LIBRARIES
from steelyard_papers.experiments.sixteen_sets.rankings import changes, rankings
from steelyard_papers.experiments.sixteen_sets.scored import scored
from steelyard_papers.experiments.sixteen_sets.summary import summary
from steelyard_papers.experiments.versions import versions

NAME = "sixteen_sets"


def conclude(request: Request, results: Mapping[str, Result], _: Sequence[Failure]) -> Findings:
    """Return the tables, claims and notes; nothing is learned here. What failed is not in the tables."""
    everything = scored(results.values())
    sets = [one for one in everything if one.name != WITH_ID]
    pairs = rankings(sets)
    tables = {
        NAME: summary(everything),
        f"{NAME}_facts": facts(everything),
        f"{NAME}_relevances": relevances(sets),
        f"{NAME}_contradictions": contradictions({one.name: one.sizes for one in sets}),
        f"{NAME}_lacking": lacking(sets),
        f"{NAME}_authors": authors_code.authors_undefined(sets),
        f"{NAME}_fold_weights": fold_weights(sets),
        f"{NAME}_differences": differences(sets),
        f"{NAME}_rankings": pairs,
        f"{NAME}_changes": changes(pairs),
        f"{NAME}_glass": glass(everything),
    }
    run = {
        "repeats": str(REPEATS),
        "folds": str(FOLDS),
        "seed": str(SEED),
        "quick": "yes" if request.quick else "no",
        **{f"learner {name}": said for name, said in LEARNERS.items()},
        **versions(LIBRARIES),
    }
    return Findings(tables, views.views(tables, NAME), claims(tables, NAME), views.notes(tables, NAME), run)
