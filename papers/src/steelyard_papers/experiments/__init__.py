"""The papers' experiments, run for real: each in a folder of its own, in parts that are kept and resumed."""

from __future__ import annotations

from importlib import import_module

from steelyard.extending import nearest
from steelyard_papers.experiments.experiment import Experiment

HOMES = {
    "branco2017": ("sixteen_sets",),
    "gupta2020": ("log_parsing", "sentiment"),
    "mullick2020": ("spread",),
}
"""The experiments of each paper, each a folder here with EXPERIMENT."""


def experiment(paper: str, name: str) -> Experiment:
    """Return an experiment of a paper; its name may be written with hyphens or underscores."""
    names = [hyphenated(each) for each in HOMES.get(paper, ())]
    plain = hyphenated(name.casefold())
    if plain not in names:
        known = f"its experiments are {', '.join(names)}" if names else "no experiment of it is run here"
        raise ValueError(f"there is no experiment {name!r} of {paper}; {known}.{nearest(name, names)}")
    result: Experiment = import_module(f"steelyard_papers.experiments.{plain.replace('-', '_')}").EXPERIMENT
    return result


def hyphenated(name: str) -> str:
    """Return an experiment's name as it is written on the command line."""
    return name.replace("_", "-")
