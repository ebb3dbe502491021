"""The sixteen data sets: what each must look like, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard_papers.experiments.data_place import Source

ID_COLUMN = "Id"
"""Of glass: the number of the row, which UCI sorted by class, so that it tells the class."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """One of the sets, as the authors' list of them describes it.

    Attributes
    ----------
    number, name
        The authors' own.
    target
        Column of the true class.
    nominal, numeric
        How many features are words and how many are numbers, Id included.
    rows
        How many items.
    classes
        The classes, sorted as texts, as R sorts the levels of a factor.
    """

    number: int
    name: str
    target: str
    nominal: int
    numeric: int
    rows: int
    classes: tuple[str, ...]

    @property
    def file(self) -> str:
        """Its file in the folder of the data."""
        return f"csv/{self.number:02d}_{self.name}.csv"


def _set(number: int, name: str, target: str, kinds: tuple[int, int], rows: int, classes: str) -> DataSet:
    return DataSet(number, name, target, *kinds, rows, tuple(classes.split()))


DATA_SETS = {
    one.name: one
    for one in (
        _set(1, "balanceScale", "class", (0, 4), 625, "B L R"),
        _set(2, "blocks", "class", (0, 10), 5473, "1 2 3 4 5"),
        _set(3, "car", "class", (6, 0), 1728, "acc good unacc vgood"),
        _set(4, "contraceptive", "class", (0, 9), 1473, "1 2 3"),
        _set(5, "dermatology", "Class", (0, 34), 358, "1 2 3 4 5 6"),
        _set(6, "ecoli", "class", (0, 7), 336, "cp im imL imS imU om omL pp"),
        _set(7, "glass", "TypeOfGlass", (0, 10), 214, "1 2 3 5 6 7"),
        _set(8, "newThyroid", "Class", (0, 5), 215, "1 2 3"),
        _set(9, "solarFlare2Cclass", "C.class", (3, 6), 1066, "0 1 2 3 4 5 6 8"),
        _set(10, "solarFlare2Mclass", "M.class", (3, 6), 1066, "0 1 2 3 4 5"),
        _set(11, "solarFlare2Xclass", "X.class", (3, 6), 1066, "0 1 2"),
        _set(12, "splice", "class", (60, 0), 3175, "EI IE N"),
        _set(13, "wineQualityRed", "quality", (0, 11), 1599, "3 4 5 6 7 8"),
        _set(14, "wineQualityWhite", "quality", (0, 11), 4898, "3 4 5 6 7 8 9"),
        _set(15, "yeast", "class", (0, 8), 1484, "CYT ERL EXC ME1 ME2 ME3 MIT NUC POX VAC"),
        _set(16, "zoo", "type", (0, 16), 101, "1 2 3 4 5 6 7"),
    )
}

QUICK = ("ecoli", "glass", "newThyroid", "zoo")
"""Small sets, most of which have classes too small to be in every fold; and glass."""

WITH_ID = "glass with Id"
"""Glass as the authors' file has it."""

SOURCE = Source(
    folder="branco16",
    what="the collection of 16 data sets of Branco et al. 2017",
    origin="github.com/paobranco/Relevance-basedMulticlassImbalanceMetrics (an R file; write its 16 tables as CSV)",
    files=tuple(one.file for one in DATA_SETS.values()),
)


def plain_name(name: str) -> str:
    """Return the set of which a name is a variant."""
    return "glass" if name == WITH_ID else name
