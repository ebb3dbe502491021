"""The training experiment in the terminal and in a notebook: the answer first, then the table of Figure 3b's form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from steelyard.extending import Column, Item, Listing, Sentence, Sheet, closely_between, shortened, signed

if TYPE_CHECKING:
    from steelyard_papers.training.trained import Trained, TrainingExperiment

Part = Sentence | Sheet | Listing | Item

EMPTY_LINE = Sentence("")

PER = {
    "class": "all items of a class together weigh its importance",
    "item": "each item weighs the importance of its class",
}
MOST_NOTES = 4
MOST_WEIGHTS = 6
"""Of each: so many are shown, and the rest is counted."""


def training_parts(result: TrainingExperiment) -> Iterator[Part]:
    """Yield what the experiment shows."""
    yield Sentence(result.sentence, "strong")
    yield EMPTY_LINE
    yield Sentence(_heading(result))
    yield EMPTY_LINE
    yield Sentence("Weighted balanced accuracy, plain training (Test) and with the criterion (Train+Test)", "strong")
    yield _own(result)
    yield Sentence(_constants(result), "dim")
    yield EMPTY_LINE
    yield Sentence("Trained with (rows), tested under (columns)", "strong")
    yield _all(result)
    yield EMPTY_LINE
    yield from _criteria(result)
    yield EMPTY_LINE
    yield Sentence(_how_sure(result), "dim")
    yield from _notes(result)


def _heading(result: TrainingExperiment) -> str:
    named = f"{result.data}: " if result.data else ""
    split = f"{result.folds} folds" if result.folds else f"{100 * (result.test_share or 0):.1f} % held out"
    often = "once" if result.seeds == 1 else f"{result.seeds} times"
    return (
        f"{named}{result.items:,} items, {len(result.labels):,} classes, {result.learner}; "
        f"{PER[result.per]}; {split}, {often}."
    )


def _own(result: TrainingExperiment) -> Sheet:
    test = [result.cell(name, "plain") for name in result.criteria]
    both = [result.cell(name, name) for name in result.criteria]
    columns = [
        Column("criterion", list(result.criteria), "names"),
        _values("Test", test),
        _values("Train+Test", both, {i for i, cell in enumerate(both) if cell.helps}),
        Column(
            "difference",
            [signed(cell.difference) for cell in both],
            extras=[closely_between(cell.difference_low, cell.difference_high) for cell in both],
        ),
    ]
    if result.seeds > 1:
        columns.append(Column("seeds", [_above(cell, plain) for cell, plain in zip(both, test, strict=True)], need=1))
    return Sheet(columns, beside=True)


def _constants(result: TrainingExperiment) -> str:
    """Return what is reached without learning anything: under skewed weights, that may be most of it."""
    told = ", ".join(f"{name} {result.constant(name):.3f}" for name in result.criteria)
    return f"Always answering the most important class gets: {told}."


def _all(result: TrainingExperiment) -> Sheet:
    columns = []
    for name in result.criteria:
        cells = [result.cell(name, trained) for trained in result.trained]
        best = max(cell.value for cell in cells)
        columns.append(_values(name, cells, {i for i, cell in enumerate(cells) if cell.value == best}))
    return Sheet([Column("trained", list(result.trained), "names"), *columns], beside=True)


def _values(heading: str, cells: Sequence[Trained], strong: set[int] | frozenset[int] = frozenset()) -> Column:
    return Column(
        heading,
        [f"{cell.value:.3f}" for cell in cells],
        extras=[closely_between(cell.low, cell.high) for cell in cells],
        strong=strong,
    )


def _above(cell: Trained, plain: Trained) -> str:
    """Return in how many repetitions training with the criterion was better than without."""
    above = sum(one > other for one, other in zip(cell.by_seed, plain.by_seed, strict=True))
    return f"{above} of {len(cell.by_seed)}"


def _criteria(result: TrainingExperiment) -> Iterator[Part]:
    """Yield each criterion with the weights of the most important classes."""
    for name, how in result.criteria.items():
        weights = result.weights[name]
        order = sorted(range(len(weights)), key=lambda i: -weights[i])
        names = shortened([result.labels[i] for i in order[:MOST_WEIGHTS]])
        shown = [f"{label} {_weight(weights[i])}" for label, i in zip(names, order, strict=False)]
        more = len(order) - len(shown)
        yield Sentence(str(how), lead=f"{name}:")
        yield Listing([*shown, f"… {more:,} more"] if more > 0 else shown)


def _weight(share: float) -> str:
    """Write a class weight: three decimals, or the leading digit of a small one."""
    return f"{share:.3f}" if share >= 0.0005 or share == 0 else f"{share:.1g}"


def _how_sure(result: TrainingExperiment) -> str:
    seeds = ""
    if result.seeds > 1:
        seeds = " seeds: repetitions, each with another split, in which training with the criterion was better."
    way, drawn = ("class by class, from", "") if result.draws is None else ("bootstrap of", f", {result.draws:,} draws")
    together = "; all predictions of an item belong together" if result.seeds > 1 else ""
    return (
        f"{100 * result.confidence:.6g} % intervals: {way} {result.tested:,} items{drawn}, seed {result.seed}{together}"
        f". Training is not repeated, so that they are about other items to test on.{seeds}"
    )


def _which(cell: Trained) -> str:
    """Write which model a note is about, and under which criterion."""
    return f"{cell.criterion}, {cell.trained}"


def _notes(result: TrainingExperiment) -> Iterator[Part]:
    reasons = (f"{_which(cell)}: {cell.note}" for cell in result.cells if cell.note)
    notes = list(dict.fromkeys(reasons))
    if result.unfinished:
        notes.insert(0, f"{result.unfinished:,} of the trained models had not converged")
    yield from (Item(note) for note in notes[:MOST_NOTES])
    if len(notes) > MOST_NOTES:
        yield Item(f"… and {len(notes) - MOST_NOTES} more; to_dict() has all.")
