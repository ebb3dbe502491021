"""What a metric is audited for: a property, or a few of a kind, per file."""

from steelyard.counts.labels import UnknownNameError, nearest
from steelyard.lab.audits.properties.baselines import ChanceBaseline, ConstantBaseline
from steelyard.lab.audits.properties.condition_1 import Condition1
from steelyard.lab.audits.properties.condition_2 import Condition2
from steelyard.lab.audits.properties.condition_3 import Condition3
from steelyard.lab.audits.properties.continuous_at_absence import ContinuousAtAbsence
from steelyard.lab.audits.properties.ends import BestOnlyPerfect, WorstOnlyAllWrong
from steelyard.lab.audits.properties.invariances import (
    I1,
    I2,
    I3,
    I4,
    I5,
    I6,
    I7,
    ClassSymmetric,
    TruthPredictionSymmetric,
)
from steelyard.lab.audits.properties.responses import ImportanceSensitive, Monotone, MonotoneErrors, MonotoneHits
from steelyard.lab.audits.properties.triangle import Triangle
from steelyard.lab.audits.subject import Property

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
