"""Make the atlas anew: audit every metric of the catalogue, on as many processors as there are."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from steelyard.lab.atlas.stored import CLASSES
from steelyard.lab.audits.audit import audit
from steelyard.lab.audits.verdict import Verdict
from steelyard.measuring.registry import metrics as registry
from steelyard.type_names import NamedProgress


def make(
    metrics: Sequence[str] | None = None,
    *,
    classes: Sequence[int] = CLASSES,
    processes: int | None = None,
    progress: NamedProgress | None = None,
) -> list[tuple[str, Verdict]]:
    """Return all verdicts, metric by metric in the order of the registry.

    Metrics have their default parameters: every error costs 1, and kappa's distances are quadratic.
    """
    names = [metric.id for metric in registry.values() if metric.builtin] if metrics is None else list(metrics)
    found: dict[str, tuple[Verdict, ...]] = {}
    # Fresh processes: NumPy's threads do not survive a fork.
    with ProcessPoolExecutor(processes or os.cpu_count(), mp_context=multiprocessing.get_context("spawn")) as pool:
        jobs = {pool.submit(_audited, name, tuple(classes)): name for name in names}
        for job in as_completed(jobs):
            found[jobs[job]] = job.result()
            if progress is not None:
                progress(len(found), len(names), jobs[job])
    return [(name, one) for name in names for one in found[name]]


def _audited(name: str, classes: tuple[int, ...]) -> tuple[Verdict, ...]:
    return audit(name, classes=classes).verdicts
