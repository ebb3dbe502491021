"""Gupta et al. 2020, section 4.2: recurrent networks that read food reviews, trained with and without importance."""

from __future__ import annotations

from steelyard_papers.experiments.experiment import Experiment
from steelyard_papers.experiments.sentiment.conclude import conclude, draw
from steelyard_papers.experiments.sentiment.parts import needs, parts, work

EXPERIMENT = Experiment(
    paper="gupta2020",
    name="sentiment",
    title="stars of food reviews",
    takes="about four hours; six minutes on a GPU",
    needs=needs,
    parts=parts,
    work=work,
    conclude=conclude,
    draw=draw,
    prepares="reading the reviews",
    options=frozenset({"vectors"}),
)
