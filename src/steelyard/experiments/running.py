"""Run an experiment: do the parts that are not kept yet, lose none for another's failure, and conclude."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from typing import Any

from steelyard.experiments.experiment import Experiment, Part, Request, Result
from steelyard.experiments.findings import Failure, Findings
from steelyard.experiments.kept import Kept

Told = Callable[[int, int, str], None]
"""Told how many parts are done, of how many, and which is next or was last."""


def home(experiment: Experiment, cache: Path) -> Path:
    """Return the folder in which the parts of an experiment are kept."""
    return cache / experiment.paper / experiment.name


def run(
    experiment: Experiment, request: Request, *, jobs: int = 1, fresh: bool = False, told: Told | None = None
) -> Findings:
    """Run an experiment, or what of it is not done yet.

    Parameters
    ----------
    experiment, request
        What to run, and how.
    jobs
        How many processes work side by side.
    fresh
        Do every part anew, also those that are kept.
    told
        Told after each part.

    Raises
    ------
    ValueError
        If a library or the data are missing, or no part could be done.
    """
    experiment.needs()
    parts = list(experiment.parts(request))
    kept = Kept(home(experiment, request.cache))
    results = {} if fresh else {part.key: result for part in parts if (result := kept.get(part)) is not None}
    left = [part for part in parts if part.key not in results]
    failures: dict[str, Failure] = {}
    if told is not None:
        told(len(results), len(parts), left[0].key if left else "")
    for part, outcome in _worked(experiment, request, left, jobs):
        if isinstance(outcome, Failure):
            failures[part.key] = outcome
        else:
            kept.put(part, outcome)
            results[part.key] = outcome
        if told is not None:
            told(len(results) + len(failures), len(parts), part.key)
    if not results and failures:
        raise ValueError(f"no part of {experiment.title} could be done; the first: {next(iter(failures.values())).why}")
    in_order = {part.key: results[part.key] for part in parts if part.key in results}
    failed = tuple(failures[part.key] for part in parts if part.key in failures)
    return replace(experiment.conclude(request, in_order, failed), failures=failed)


def _worked(
    experiment: Experiment, request: Request, parts: Sequence[Part], jobs: int
) -> Iterator[tuple[Part, Result | Failure]]:
    """Yield each part and what it gave, as soon as it is done."""
    if jobs == 1 or len(parts) < 2:
        for part in parts:
            yield part, _outcome(experiment.work, request, part.key, part.settings)
        return
    # Threads of libraries do not survive a fork.
    with ProcessPoolExecutor(min(jobs, len(parts)), multiprocessing.get_context("spawn")) as pool:
        asked = {pool.submit(_outcome, experiment.work, request, part.key, dict(part.settings)): part for part in parts}
        try:
            for done in as_completed(asked):
                yield asked[done], done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _outcome(
    work: Callable[[Request, Mapping[str, Any]], Result], request: Request, key: str, settings: Mapping[str, Any]
) -> Result | Failure:
    try:
        return work(request, settings)
    except Exception as problem:  # noqa: BLE001 - what fails in one part must not lose the others
        said = " ".join(str(problem).split()) or type(problem).__name__
        return Failure(key, said if isinstance(problem, ValueError) else f"{type(problem).__name__}: {said}")
