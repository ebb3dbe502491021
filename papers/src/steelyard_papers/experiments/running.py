"""Run an experiment: do the parts that are not kept yet, lose none for another's failure, and conclude."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import replace
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from typing import Any

from steelyard_papers.experiments.experiment import Experiment, Part, Request, Result
from steelyard_papers.experiments.findings import Failure, Findings
from steelyard_papers.experiments.kept import Kept
from steelyard_papers.type_names import NamedProgress


def home(experiment: Experiment, cache: Path) -> Path:
    """Return the folder in which the parts of an experiment are kept."""
    return cache / experiment.paper / experiment.name


def run(
    experiment: Experiment,
    request: Request,
    *,
    jobs: int = 1,
    fresh: bool = False,
    progress: NamedProgress | None = None,
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
    progress
        Is told after each part.

    Raises
    ------
    ValueError
        If a library or the data are missing, results cannot be kept, or no part could be done.
    """
    experiment.needs()
    if progress is not None:
        progress(0, 0, experiment.prepares)
    parts = list(experiment.parts(request))
    kept = Kept(home(experiment, request.cache))
    results = {} if fresh else {part.key: result for part in parts if (result := kept.get(part)) is not None}
    left = [part for part in parts if part.key not in results]
    failures: dict[str, Failure] = {}
    if left:
        kept.ready()
    if progress is not None:
        progress(len(results), len(parts), left[0].key if left else "")
    with closing(_worked(experiment, request, left, jobs)) as worked:  # whatever happens here ends the workers
        for part, outcome in worked:
            if isinstance(outcome, Failure):
                failures[part.key] = outcome
            else:
                results[part.key] = kept.put(part, outcome)
            if progress is not None:
                progress(len(results) + len(failures), len(parts), part.key)
    if not results and failures:
        raise ValueError(f"no part of {experiment.title} could be done; the first: {next(iter(failures.values())).why}")
    if progress is not None:
        progress(len(parts), len(parts), "concluding")
    in_order = {part.key: results[part.key] for part in parts if part.key in results}
    failed = tuple(failures[part.key] for part in parts if part.key in failures)
    return replace(experiment.conclude(request, in_order, failed), failures=failed)


def _worked(
    experiment: Experiment, request: Request, parts: Sequence[Part], jobs: int
) -> Generator[tuple[Part, Result | Failure], None, None]:
    """Yield each part and what it gave, as soon as it is done."""
    if jobs == 1 or len(parts) < 2:
        for part in parts:
            yield part, _outcome(experiment.work, request, part.key, part.settings)
        return
    workers = _Workers()
    with ProcessPoolExecutor(min(jobs, len(parts)), workers, _silently) as pool:
        try:
            asked = {
                pool.submit(_outcome, experiment.work, request, part.key, dict(part.settings)): part for part in parts
            }
            for done in as_completed(asked):
                yield asked[done], _answer(done, asked[done].key)
        except BaseException:
            # The pool would wait for all parts that are begun, and for those that it has handed out.
            workers.end()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class _Workers(SpawnContext):
    """New processes, since threads of libraries do not survive a fork; and they can be ended at once."""

    def __init__(self) -> None:
        super().__init__()
        self._begun: list[SpawnProcess] = []

    def Process(self, *arguments: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]
        """Make a process, and remember it."""
        self._begun.append(SpawnProcess(*arguments, **options))
        return self._begun[-1]

    def end(self) -> None:
        """End all that run."""
        for process in self._begun:
            if process.is_alive():
                process.terminate()


def _silently() -> None:
    """Let the keyboard end a worker without a word: the process that asked says what there is to say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _answer(done: Future[Result | Failure], key: str) -> Result | Failure:
    try:
        return done.result()
    except BrokenProcessPool:
        return Failure(key, "a process ended without an answer, perhaps for want of memory; try fewer side by side.")


def _outcome(
    work: Callable[[Request, Mapping[str, Any]], Result], request: Request, key: str, settings: Mapping[str, Any]
) -> Result | Failure:
    try:
        return work(request, settings)
    except Exception as problem:  # noqa: BLE001 - what fails in one part must not lose the others
        said = " ".join(str(problem).split()) or type(problem).__name__
        return Failure(key, said if isinstance(problem, ValueError) else f"{type(problem).__name__}: {said}")
