"""Compute Figures 1b and 3a, Table 2's weights and section 4.2's weights of Gupta et al."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from steelyard import Confusion, importance, metrics
from steelyard_papers.reproductions.cells import Cell, Explanation, Origin, judged
from steelyard_papers.reproductions.gupta2020 import expected, inputs
from steelyard_papers.reproductions.gupta2020.hits import of_hits
from steelyard_papers.reproductions.reproduction import Reproduction, Table

ID = "gupta2020"


def reproduce() -> Reproduction:
    """Compare the numbers with ours."""
    tables = (
        Table("Figure 1b", "figure1b", "three classes, two skews", _figure_1b()),
        Table("Table 2, frequencies", "table2", "Amazon reviews by stars", _frequencies()),
        Table("Section 4.2, weights", "weights", "from the user and by rarity", _weights()),
        Table("Section 4.2, composite", "weights", "rarity times user (eq. 9)", _composite()),
        Table("Figure 3a", "figure3a", "WBA(user) from Table 2", _wba()),
    )
    return Reproduction(ID, expected.TITLE, expected.CITATION, tables, expected.NOTES)


def _figure_1b() -> tuple[Cell, ...]:
    cm = of_hits(inputs.FIGURE_1B_SUPPORT, inputs.FIGURE_1B_CORRECT.values())
    cell = partial(judged, ID, "Figure 1b", column="classifier")
    return (
        cell("Accuracy", printed=expected.FIGURE_1B["Accuracy"], ours=metrics["accuracy"](cm)),
        cell(
            "Balanced Accuracy",
            printed=expected.FIGURE_1B["Balanced Accuracy"],
            ours=metrics["balanced_accuracy"](cm, undefined="exclude"),
            explanation=expected.EXPLANATIONS["figure"],
        ),
    )


def _sizes(support: Mapping[Any, float]) -> Confusion:
    return of_hits(support, support.values())


def _by_class(
    table: str,
    column: str,
    printed: Iterable[str],
    ours: Iterable[float],
    decimals: int,
    explanations: Iterable[Explanation | None] | None = None,
    origin: Origin = "printed",
) -> list[Cell]:
    reasons = explanations or [None] * len(inputs.REVIEWS)
    return [
        judged(ID, table, f"class {label}", column, number, value, decimals=decimals, explanation=why, origin=origin)
        for label, number, value, why in zip(inputs.REVIEWS, printed, ours, reasons, strict=True)
    ]


def _frequencies() -> tuple[Cell, ...]:
    table, column = "Table 2, frequencies", "reviews"
    reviews, rounded = _sizes(inputs.REVIEWS), _sizes(inputs.FREQUENCIES)
    why = expected.EXPLANATIONS
    return (
        *_by_class(table, column, expected.FREQUENCIES, importance.prevalence().weights(reviews), 3),
        judged(ID, table, "skew", column, expected.SKEW, reviews.imbalance.skew, explanation=why["skew"]),
        judged(
            ID,
            table,
            "skew of printed f",
            column,
            expected.SKEW,
            rounded.imbalance.skew,
            explanation=why["skew of f"],
            origin="again",
        ),
    )


def _weights() -> tuple[Cell, ...]:
    cells = partial(_by_class, "Section 4.2, weights")
    reviews, rounded = _sizes(inputs.REVIEWS), _sizes(inputs.FREQUENCIES)
    rarity, user = importance.rarity(), importance.stated(inputs.USER)
    cut = [expected.EXPLANATIONS["rarity"]] * len(inputs.REVIEWS)
    digits = expected.RARITY_DECIMALS
    return (
        # Table 2's column of weights, from the two that were stated: "(1 - total weights specified) / (number of
        # unspecified classes)" is 0 for the others.
        *cells("user", expected.USER_WEIGHTS, user.weights(reviews), expected.USER_DECIMALS),
        *cells("rarity", expected.RARITY_WEIGHTS, rarity.weights(reviews), digits, cut),
        *cells(
            "rarity of printed f",
            expected.RARITY_WEIGHTS,
            rarity.weights(rounded),
            digits,
            expected.RARITY_OF_FREQUENCIES,
            origin="again",
        ),
    )


def _composite() -> tuple[Cell, ...]:
    cells = partial(_by_class, "Section 4.2, composite")
    reviews = _sizes(inputs.REVIEWS)
    rarity, user = importance.rarity(), importance.stated(inputs.USER)
    slip = importance.stated(inputs.ACCURACIES["LSTM"])
    printed, digits = expected.COMPOSITE_WEIGHTS, expected.COMPOSITE_DECIMALS
    return (
        *cells("rarity * user", printed, (rarity * user).weights(reviews), digits, expected.COMPOSITE_BY_EQ_9),
        *cells("rarity * LSTM", printed, (rarity * slip).weights(reviews), digits, origin="again"),
    )


def _wba() -> tuple[Cell, ...]:
    sizes = np.array(list(inputs.REVIEWS.values()))
    user = importance.stated(inputs.USER)
    return tuple(
        judged(
            ID,
            "Figure 3a",
            model,
            "WBA(user)",
            expected.WBA_USER[model],
            metrics["wba"](of_hits(inputs.REVIEWS, sizes * accuracies), importance=user, undefined="exclude"),
            explanation=expected.EXPLANATIONS["wba"],
        )
        for model, accuracies in inputs.ACCURACIES.items()
    )
