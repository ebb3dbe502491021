"""Train the networks and keep what they answer, without concluding: for a machine that has only NumPy and PyTorch.

`python -m steelyard_papers.experiments.sentiment CACHE DATA JOBS`; elsewhere,
`steelyard reproduce gupta2020 sentiment --cache CACHE` concludes from it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from steelyard_papers.experiments.experiment import Request, Result
from steelyard_papers.experiments.findings import Failure, Findings
from steelyard_papers.experiments.running import run
from steelyard_papers.experiments.sentiment import EXPERIMENT


def kept_only(_: Request, results: Mapping[str, Result], failures: Sequence[Failure]) -> Findings:
    """Say how many parts are done and which are not, instead of concluding."""
    sys.stdout.write(f"{len(results)} parts are done, {len(failures)} failed.\n")
    sys.stdout.writelines(f"{failure.key}: {failure.why}\n" for failure in failures)
    return Findings({})


def told(done: int, of: int, which: str) -> None:
    """Say how far it is."""
    sys.stdout.write(f"{done} of {of}: {which}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> None:
    """Do the parts that are not kept yet."""
    cache, data, jobs = arguments
    run(
        replace(EXPERIMENT, conclude=kept_only),
        Request(cache=Path(cache), data=Path(data)),
        jobs=int(jobs),
        progress=told,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
