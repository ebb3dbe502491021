"""What a metric is audited for: one property per file."""

from steelyard.audits.properties.best_only_perfect import BestOnlyPerfect
from steelyard.audits.properties.chance_baseline import ChanceBaseline
from steelyard.audits.properties.class_symmetric import ClassSymmetric
from steelyard.audits.properties.condition_1 import Condition1
from steelyard.audits.properties.condition_2 import Condition2
from steelyard.audits.properties.condition_3 import Condition3
from steelyard.audits.properties.constant_baseline import ConstantBaseline
from steelyard.audits.properties.continuous_at_absence import ContinuousAtAbsence
from steelyard.audits.properties.i1 import I1
from steelyard.audits.properties.i2 import I2
from steelyard.audits.properties.i3 import I3
from steelyard.audits.properties.i4 import I4
from steelyard.audits.properties.i5 import I5
from steelyard.audits.properties.i6 import I6
from steelyard.audits.properties.i7 import I7
from steelyard.audits.properties.importance_sensitive import ImportanceSensitive
from steelyard.audits.properties.monotone import Monotone
from steelyard.audits.properties.monotone_errors import MonotoneErrors
from steelyard.audits.properties.monotone_hits import MonotoneHits
from steelyard.audits.properties.triangle import Triangle
from steelyard.audits.properties.truth_prediction_symmetric import TruthPredictionSymmetric
from steelyard.audits.properties.worst_only_all_wrong import WorstOnlyAllWrong
from steelyard.audits.property import Property
from steelyard.labels import nearest

PROPERTIES: tuple[Property, ...] = (
    Condition1(),
    Condition2(),
    Condition3(),
    Monotone(),
    MonotoneHits(),
    MonotoneErrors(),
    BestOnlyPerfect(),
    WorstOnlyAllWrong(),
    ClassSymmetric(),
    TruthPredictionSymmetric(),
    ConstantBaseline(),
    ChanceBaseline(),
    I1(),
    I2(),
    I3(),
    I4(),
    I5(),
    I6(),
    I7(),
    ImportanceSensitive(),
    Triangle(),
    ContinuousAtAbsence(),
)
"""All properties, in the order in which an audit tells them."""

ALIASES = {"i8": "condition_1"}
"""Other names of properties: what Sokolova & Lapalme 2009 call I8, the change of rows, is Condition 1."""

__all__ = ["ALIASES", "PROPERTIES", "UnknownPropertyError", "property_named"]


class UnknownPropertyError(KeyError, ValueError):
    """No property has this name, or it was not examined."""

    def __str__(self) -> str:
        return str(self.args[0])


def property_named(name: str) -> Property:
    """Return a property by its id or an alias.

    Examples
    --------
    >>> property_named("I8").id
    'condition_1'
    """
    known = {examined.id: examined for examined in PROPERTIES}
    key = ALIASES.get(str(name).casefold(), str(name).casefold())
    if key not in known:
        raise UnknownPropertyError(
            f"there is no property {name!r}; the properties are {', '.join(known)}.{nearest(str(name), known)}"
        )
    return known[key]
