"""Compute the lecture's accuracy paradox example, from its counts and from its Gaussians."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from steelyard import Confusion, metrics
from steelyard_papers.reproductions.cells import Cell, Chance, Origin, judged
from steelyard_papers.reproductions.lmu import expected, inputs
from steelyard_papers.reproductions.lmu.gaussian import LABELS, Outcomes, drawn
from steelyard_papers.reproductions.reproduction import Reproduction, Table

ID = "lmu"

METRICS = {
    "TPR": "recall",
    "PPV": "precision",
    "accuracy": "accuracy",
    "F1": "f",
    "G score": "g_score",
    "G mean": "class_g_mean",
    "BAC": "balanced_accuracy",
    "MCC": "mcc",
}


def reproduce() -> Reproduction:
    """Compare every number of the example with ours."""
    sample, outcomes = drawn(), Outcomes()
    source = f"f2 on a random draw (seed {inputs.SEED}) and on average"
    tables = (
        Table("Counts", "counts", "f1 and f2 from the printed TP, FN and FP", _from_counts()),
        Table("Gaussians, counts", "gaussians", source, _counts_from_gaussians(sample, outcomes)),
        Table("Gaussians", "gaussians", source, _from_gaussians(sample, outcomes)),
    )
    return Reproduction(ID, expected.TITLE, expected.CITATION, tables, expected.NOTES)


def _value(row: str, cm: Confusion) -> float:
    """Return a metric; of a rate, the positive class's."""
    metric = metrics[METRICS[row]]
    value = metric(cm, undefined="nan")
    return float(value[0] if metric.kind == "rate" else value)


def _from_counts() -> tuple[Cell, ...]:
    classifiers = {
        "f1": Confusion(inputs.F1_COUNTS, labels=LABELS),
        "f2": Confusion(inputs.F2_COUNTS, labels=LABELS),
    }
    return tuple(
        judged(
            ID,
            "Counts",
            row,
            column,
            number,
            _value(row, cm),
            decimals=expected.DECIMALS,
            explanation=expected.CONVENTIONS.get((row, column)),
        )
        for row, printed in expected.EXAMPLE.items()
        for (column, cm), number in zip(classifiers.items(), printed, strict=True)
        if number is not None
    )


def _counts_from_gaussians(sample: Confusion, outcomes: Outcomes) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for row, truth in {"TP": 0, "FP": 1}.items():
        said_plus = outcomes.confusion.counts[..., truth, 0].astype(float)
        ours = float(sample.counts[truth, 0])
        cells += _random(
            "Gaussians, counts", row, expected.DRAWN_COUNTS[row], ours, outcomes.moments(said_plus), "printed"
        )
    return tuple(cells)


def _from_gaussians(sample: Confusion, outcomes: Outcomes) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for row, printed in expected.DRAWN.items():
        moments = outcomes.moments_of(metrics[METRICS[row]])
        cells += _random("Gaussians", row, printed, _value(row, sample), moments, "again", decimals=expected.DECIMALS)
    return tuple(cells)


def _random(
    table: str, row: str, printed: str, ours: float, moments: tuple[float, float], first: Origin, decimals: int = 0
) -> tuple[Cell, Cell]:
    """Compare the slide's number with that of our draw, whose origin is `first`, and with the expectation."""
    mean, error = moments
    off = (float(Fraction(printed)) - mean) / error
    side = "above" if off > 0 else "below"
    note = f"{row}: expected {mean:.3g} ± {error:.2g}; the slide is {abs(off):.1f} standard errors {side}."
    judge = partial(judged, ID, table, row, printed=printed, decimals=decimals, explanation=Chance(note, mean, error))
    return judge("drawn", ours=ours, origin=first), judge("expected", ours=mean, origin="again")
