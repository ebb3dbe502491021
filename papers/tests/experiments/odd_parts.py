"""An experiment whose parts behave oddly: in a module that other processes can import."""

from __future__ import annotations

import os
import time
from dataclasses import replace

from squares_experiment import squares
from steelyard_papers.experiments.experiment import Part
from steelyard_papers.experiments.findings import Findings

LONG = 40.0


def work(request, settings):
    how = settings["how"]
    if how == "sleep":
        time.sleep(LONG)
    if how == "die":
        os._exit(1)
    if how == "interrupt":
        raise KeyboardInterrupt
    del request
    return {"pair": (1, 2), "sizes": {3: 4}}


def odd(*ways):
    """Return an experiment with a part for each way to behave, whose findings are its results."""
    return replace(
        squares([]),
        parts=lambda _: [Part(how, {"how": how}) for how in ways],
        work=work,
        conclude=lambda _request, results, _failures: Findings({"odd": list(results.values())}),
    )
