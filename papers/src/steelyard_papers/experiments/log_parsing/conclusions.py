"""Draw tables, claims and notes from the finished runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from steelyard_papers.experiments.data_place import found
from steelyard_papers.experiments.experiment import Request, Result
from steelyard_papers.experiments.findings import Failure, Findings
from steelyard_papers.experiments.gupta_authors import AUTHORS
from steelyard_papers.experiments.log_parsing.authors_files import authors_findings
from steelyard_papers.experiments.log_parsing.benchmark import DATASETS, PARSERS, shown
from steelyard_papers.experiments.log_parsing.claims import claims
from steelyard_papers.experiments.log_parsing.compared import DRAWS, QUICK_DRAWS, SEED, chosen, paired_rows, share_rows
from steelyard_papers.experiments.log_parsing.environment import OPTION, parsers_versions
from steelyard_papers.experiments.log_parsing.facts import facts
from steelyard_papers.experiments.log_parsing.reading import SOURCE, read
from steelyard_papers.experiments.log_parsing.runs import Run, repeated, runs_of
from steelyard_papers.experiments.log_parsing.spread import spread
from steelyard_papers.experiments.log_parsing.views import views
from steelyard_papers.experiments.versions import versions

NAME = "log_parsing"


def conclude(request: Request, results: Mapping[str, Result], failures: Sequence[Failure]) -> Findings:
    """Conclude from the groups of every line that the parsers found."""
    home = found(SOURCE, request.data)
    events = {dataset: read(home, dataset).events for dataset in DATASETS}
    runs, same = runs_of(results, events), repeated(results)
    draws = QUICK_DRAWS if request.quick else DRAWS
    picked = [chosen(runs, dataset) for dataset in DATASETS]
    tables: dict[str, Sequence[Mapping[str, Any]]] = {
        NAME: [run.row() for run in runs],
        f"{NAME}_details": [_with_second(run, same) for run in runs],
        f"{NAME}_facts": facts(events),
        f"{NAME}_spread": spread(runs),
        f"{NAME}_pairs": [row for each in picked for row in paired_rows(each, draws)],
        f"{NAME}_shares": [row for each in picked for row in share_rows(each, draws)],
    }
    notes = _notes(runs, same, failures)
    try:
        tables |= authors_findings(found(AUTHORS, request.data), _sizes(events), _right(runs))
    except ValueError as problem:
        notes.append(f"The authors' own files were not evaluated: {problem}")
    judged = claims(runs, tables[f"{NAME}_facts"], tables[f"{NAME}_pairs"], tables[f"{NAME}_details"])
    return Findings(tables, views(runs, tables), tuple(judged), tuple(notes), _run(request, runs, draws))


def _with_second(run: Run, same: Mapping[tuple[str, str], bool]) -> dict[str, Any]:
    again = same.get((run.dataset, run.parser))
    return {**run.details(), "same_in_second_run": None if again is None else "yes" if again else "no"}


def _sizes(events: Mapping[str, Sequence[str]]) -> dict[str, dict[str, int]]:
    return {dataset: dict(Counter(labels)) for dataset, labels in events.items()}


def _right(runs: Sequence[Run]) -> dict[tuple[str, str], dict[str, int]]:
    """Return the hits of the parsers that do not search at random, which the authors' runs should have, too."""
    return {(run.dataset, run.parser): run.hits for run in runs if run.parser != "MoLFI"}


def _notes(runs: Sequence[Run], same: Mapping[tuple[str, str], bool], failures: Sequence[Failure]) -> list[str]:
    other = [f"{parser} on {dataset}" for (dataset, parser), equal in same.items() if not equal]
    lost = {f"{run.dataset}, {run.parser}": run.groups.count(None) for run in runs if None in run.groups}
    notes = [
        "A line is right if its group has exactly the lines of its true event: all lines of an event are, or none.",
        "MoLFI searches at random: claims are judged by the mean over its seeds, pairs by the seed of median accuracy.",
        f"Other groups in a second run: {', '.join(other)}."
        if other
        else f"Drain and Spell gave the same groups in a second run, in {len(same)} cases.",
        f"Lines that a parser's format dropped, and that count as wrong: {lost}." if lost else "No parser lost a line.",
    ]
    every = {(run.dataset, run.parser) for run in runs}
    for parser in PARSERS:
        absent = [shown(dataset) for dataset in DATASETS if (dataset, parser) not in every]
        if absent:
            notes.append(f"There is no run of {parser} on {', '.join(absent)}: orders there are not judged.")
    return notes + [f"{failure.key} is missing: {failure.why}" for failure in failures]


def _run(request: Request, runs: Sequence[Run], draws: int) -> dict[str, str]:
    named = request.options.get(OPTION)
    seeds = sorted({run.seed for run in runs if run.parser == "MoLFI"})
    parsers = {f"parsers' {name}": version for name, version in parsers_versions(named).items()}
    asked = {
        "seeds of MoLFI": " ".join(map(str, seeds)),
        "draws of the bootstrap": str(draws),
        "seed of the draws": str(SEED),
    }
    return {**versions(["numpy", "scipy"]), **parsers, **asked, "quick": "yes" if request.quick else "no"}
