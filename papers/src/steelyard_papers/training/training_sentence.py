"""The answer of the training experiment in words: for which criteria training with them helps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from steelyard.extending import signed

if TYPE_CHECKING:
    from steelyard_papers.training.trained import Trained, TrainingExperiment

DIGITS = 3
"""Decimals of a difference."""


def sentence_of(result: TrainingExperiment) -> str:
    """Return whether training with a criterion raises the weighted balanced accuracy under it, for each of them."""
    own = [result.cell(name, name) for name in result.criteria]
    verbs = {"raises": True, "lowers": False, "cannot be told to change": None}
    groups = {verb: [cell for cell in own if cell.helps is helps] for verb, helps in verbs.items()}
    told = [(verb, _listed(cells)) for verb, cells in groups.items() if cells]
    what = ["WBA under it", *("it" for _ in told[1:])]
    parts = [f"{verb} {it} for {cells}" for (verb, cells), it in zip(told, what, strict=True)]
    return " ".join([f"Training with the importance {'; '.join(parts)}.", *_no_more_than_constant(result, own)])


def _no_more_than_constant(result: TrainingExperiment, own: list[Trained]) -> Iterator[str]:
    """Yield where a model that training helps is not shown to beat one answer for all items."""
    hollow = [cell for cell in own if cell.helps and not cell.low > result.constant(cell.criterion)]
    if hollow:
        told = [
            f"under {cell.criterion}, always {str(result.most_important(cell.criterion))!r} gets "
            f"{result.constant(cell.criterion):.{DIGITS}f}, the trained model {cell.value:.{DIGITS}f} "
            f"({cell.low:.{DIGITS}f} to {cell.high:.{DIGITS}f})"
            for cell in hollow
        ]
        yield f"But that is not shown to be more than one answer for all gets: {'; '.join(told)}."


def _listed(cells: list[Trained]) -> str:
    words = [f"{cell.criterion} by {_difference(cell)}" if cell.helps else _beside(cell) for cell in cells]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _beside(cell: Trained) -> str:
    return f"{cell.criterion} ({signed(cell.difference)}, {_ends(cell)})"


def _difference(cell: Trained) -> str:
    return f"{cell.difference:.{DIGITS}f} ({_ends(cell)})"


def _ends(cell: Trained) -> str:
    ends = (cell.difference_low, cell.difference_high)
    return " to ".join(signed(end) if min(ends) < 0 else f"{end:.{DIGITS}f}" for end in ends)
