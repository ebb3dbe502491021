"""Table 2: the accuracy in each class of the models that are trained with the user's weights, theirs and ours."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard import metrics
from steelyard_papers.experiments.sentiment.answered import Answered, tested
from steelyard_papers.experiments.sentiment.criteria import PLAIN, Way
from steelyard_papers.experiments.sentiment.reviews import STARS
from steelyard_papers.reproductions.gupta2020.inputs import ACCURACIES, FREQUENCIES
from steelyard_papers.type_names import Floats

COLUMNS = {"ours": Way("user", "item"), "ours_per_class": Way("user", "class"), "ours_plain": Way(PLAIN, "")}
"""What is set beside the paper's: trained as in the paper, as the metric weighs, and without weights."""


def recalls(answered: Answered, architecture: str, way: Way) -> Floats | None:
    """Return the accuracy in each class by seed, of shape (seeds, classes); None if there is no such model."""
    by_seed = answered.by_model.get((architecture, way))
    return (
        None
        if by_seed is None
        else np.array([metrics["recall"](tested(result), undefined="exclude") for result in by_seed.values()])
    )


def table_2(answered: Answered) -> list[dict[str, Any]]:
    """Return the table `sentiment_table2`: a row for each architecture and class; ours are means over seeds."""
    shares = answered.sizes.support / answered.sizes.total
    rows = []
    for architecture in answered.architectures:
        ours = {name: recalls(answered, architecture, way) for name, way in COLUMNS.items()}
        for i, star in enumerate(STARS):
            as_theirs = ours["ours"]
            rows.append(
                {
                    "architecture": architecture,
                    "class": star,
                    "frequency_paper": FREQUENCIES[star],
                    "frequency": float(shares[i]),
                    "weight": float(answered.weights["user"][i]),
                    "paper": float(ACCURACIES[architecture][i]),
                    **{name: None if result is None else float(result[:, i].mean()) for name, result in ours.items()},
                    "ours_lowest": None if as_theirs is None else float(as_theirs[:, i].min()),
                    "ours_highest": None if as_theirs is None else float(as_theirs[:, i].max()),
                }
            )
    return rows
