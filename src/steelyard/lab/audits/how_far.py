"""How far the metric under audit can go, over all class sizes."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from steelyard.lab.audits.subject import POLICY, Subject
from steelyard.lab.bounding.anywhere import anywhere
from steelyard.lab.bounding.objective import Objective
from steelyard.lab.bounding.result import End, Matrix
from steelyard.lab.exact import Number, Undecided
from steelyard.measuring.program.tape import NotRecordable
from steelyard.type_names import Floats, Integers

_found: WeakKeyDictionary[Subject, dict[int, tuple[End, End]]] = WeakKeyDictionary()
"""Bounds over all class sizes, which the audits of neighbouring numbers of classes share."""


class Audited(Objective):
    """The metric under audit as an objective: what it does wrong is told with the matrix that did it."""

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject.metric, None, POLICY)
        self._subject = subject

    def _measured(self, stack: Integers) -> Floats:
        return self._subject.values(stack)

    def exact(self, m: Matrix) -> Number | None:
        if not self._subject.recordable:
            return None
        try:
            return self._subject.exact(m)
        except (NotRecordable, Undecided):
            return None


def over_all_sizes(subject: Subject, classes: int) -> tuple[End, End]:
    """Return the least and the greatest value of so many classes; a ValueError if all is undefined."""
    known = _found.setdefault(subject, {})
    if classes not in known:
        known[classes] = anywhere(Audited(subject), classes)
    return known[classes]
