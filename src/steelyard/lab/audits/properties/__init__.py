"""What a metric is audited for: one property per file."""

from steelyard.counts.labels import UnknownNameError, nearest
from steelyard.lab.audits.properties.best_only_perfect import BestOnlyPerfect
from steelyard.lab.audits.properties.chance_baseline import ChanceBaseline
from steelyard.lab.audits.properties.class_symmetric import ClassSymmetric
from steelyard.lab.audits.properties.condition_1 import Condition1
from steelyard.lab.audits.properties.condition_2 import Condition2
from steelyard.lab.audits.properties.condition_3 import Condition3
from steelyard.lab.audits.properties.constant_baseline import ConstantBaseline
from steelyard.lab.audits.properties.continuous_at_absence import ContinuousAtAbsence
from steelyard.lab.audits.properties.i1 import I1
from steelyard.lab.audits.properties.i2 import I2
from steelyard.lab.audits.properties.i3 import I3
from steelyard.lab.audits.properties.i4 import I4
from steelyard.lab.audits.properties.i5 import I5
from steelyard.lab.audits.properties.i6 import I6
from steelyard.lab.audits.properties.i7 import I7
from steelyard.lab.audits.properties.importance_sensitive import ImportanceSensitive
from steelyard.lab.audits.properties.monotone import Monotone
from steelyard.lab.audits.properties.monotone_errors import MonotoneErrors
from steelyard.lab.audits.properties.monotone_hits import MonotoneHits
from steelyard.lab.audits.properties.triangle import Triangle
from steelyard.lab.audits.properties.truth_prediction_symmetric import TruthPredictionSymmetric
from steelyard.lab.audits.properties.worst_only_all_wrong import WorstOnlyAllWrong
from steelyard.lab.audits.property import Property

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


class UnknownPropertyError(UnknownNameError):
    """No property has this name, or it was not examined."""


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
