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


def training_parts(found: TrainingExperiment) -> Iterator[Part]:
    """Yield what the experiment shows."""
    yield Sentence(found.sentence, "strong")
    yield EMPTY_LINE
    yield Sentence(_heading(found))
    yield EMPTY_LINE
    yield Sentence("Weighted balanced accuracy, plain training (Test) and with the criterion (Train+Test)", "strong")
    yield _own(found)
    yield Sentence(_constants(found), "dim")
    yield EMPTY_LINE
    yield Sentence("Trained with (rows), tested under (columns)", "strong")
    yield _all(found)
    yield EMPTY_LINE
    yield from _criteria(found)
    yield EMPTY_LINE
    yield Sentence(_how_sure(found), "dim")
    yield from _notes(found)


def _heading(found: TrainingExperiment) -> str:
    named = f"{found.data}: " if found.data else ""
    split = f"{found.folds} folds" if found.folds else f"{100 * (found.test_share or 0):.1f} % held out"
    often = "once" if found.seeds == 1 else f"{found.seeds} times"
    return (
        f"{named}{found.items:,} items, {len(found.labels):,} classes, {found.learner}; "
        f"{PER[found.per]}; {split}, {often}."
    )


def _own(found: TrainingExperiment) -> Sheet:
    test = [found.cell(name, "plain") for name in found.criteria]
    both = [found.cell(name, name) for name in found.criteria]
    columns = [
        Column("criterion", list(found.criteria), "names"),
        _values("Test", test),
        _values("Train+Test", both, {i for i, cell in enumerate(both) if cell.helps}),
        Column(
            "difference",
            [signed(cell.difference) for cell in both],
            extras=[closely_between(cell.difference_low, cell.difference_high) for cell in both],
        ),
    ]
    if found.seeds > 1:
        columns.append(Column("seeds", [_above(cell, plain) for cell, plain in zip(both, test, strict=True)], need=1))
    return Sheet(columns, beside=True)


def _constants(found: TrainingExperiment) -> str:
    """Return what is reached without learning anything: under skewed weights, that may be most of it."""
    told = ", ".join(f"{name} {found.constant(name):.3f}" for name in found.criteria)
    return f"Always answering the most important class gets: {told}."


def _all(found: TrainingExperiment) -> Sheet:
    columns = []
    for name in found.criteria:
        cells = [found.cell(name, trained) for trained in found.trained]
        best = max(cell.value for cell in cells)
        columns.append(_values(name, cells, {i for i, cell in enumerate(cells) if cell.value == best}))
    return Sheet([Column("trained", list(found.trained), "names"), *columns], beside=True)


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


def _criteria(found: TrainingExperiment) -> Iterator[Part]:
    """Yield each criterion with the weights of the most important classes."""
    for name, how in found.criteria.items():
        weights = found.weights[name]
        order = sorted(range(len(weights)), key=lambda i: -weights[i])
        names = shortened([found.labels[i] for i in order[:MOST_WEIGHTS]])
        shown = [f"{label} {_weight(weights[i])}" for label, i in zip(names, order, strict=False)]
        more = len(order) - len(shown)
        yield Sentence(str(how), lead=f"{name}:")
        yield Listing([*shown, f"… {more:,} more"] if more > 0 else shown)


def _weight(share: float) -> str:
    """Write a class weight: three decimals, or the leading digit of a small one."""
    return f"{share:.3f}" if share >= 0.0005 or share == 0 else f"{share:.1g}"


def _how_sure(found: TrainingExperiment) -> str:
    seeds = ""
    if found.seeds > 1:
        seeds = " seeds: repetitions, each with another split, in which training with the criterion was better."
    way, drawn = ("class by class, from", "") if found.draws is None else ("bootstrap of", f", {found.draws:,} draws")
    together = "; all predictions of an item belong together" if found.seeds > 1 else ""
    return (
        f"{100 * found.confidence:.6g} % intervals: {way} {found.tested:,} items{drawn}, seed {found.seed}{together}"
        f". Training is not repeated, so that they are about other items to test on.{seeds}"
    )


def _which(cell: Trained) -> str:
    """Write which model a note is about, and under which criterion."""
    return f"{cell.criterion}, {cell.trained}"


def _notes(found: TrainingExperiment) -> Iterator[Part]:
    reasons = (f"{_which(cell)}: {cell.note}" for cell in found.cells if cell.note)
    notes = list(dict.fromkeys(reasons))
    if found.unfinished:
        notes.insert(0, f"{found.unfinished:,} of the trained models had not converged")
    yield from (Item(note) for note in notes[:MOST_NOTES])
    if len(notes) > MOST_NOTES:
        yield Item(f"… and {len(notes) - MOST_NOTES} more; to_dict() has all.")
