"""Anything in any order: a counter is what `Confusion.from_labels` says of the items that it holds."""

import copy
import pickle
import tempfile
from collections import Counter as Multiset
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import steelyard as sy
from steelyard.stream import Counter

pytestmark = pytest.mark.slow

# Multiples of 1/8 of moderate size have exact sums in floats too, so that the models need no tolerance.
WEIGHTS = st.one_of(st.just(1), st.just(1), st.integers(0, 5), st.integers(0, 40).map(lambda eighths: eighths / 8))
KINDS = {
    "texts": ["a", "b", "c", "d"],
    "numbers": [0, 1, 2, 3],
    "truth values": [True, False, 1, 2],
    "pairs": [(1, 2), (0, 5)],
}


class Machine(RuleBasedStateMachine):
    """A counter, and a list of all items it should hold, in order."""

    memory = {}  # noqa: RUF012 - subclasses have another

    @initialize(
        kind=st.sampled_from(sorted(KINDS)), missing=st.sampled_from(["refuse", "drop", "keep"]), data=st.data()
    )
    def begin(self, kind, missing, data):
        self.known = KINDS[kind]
        self.missing = missing
        self.values = st.sampled_from(self.known + ([] if missing == "refuse" else [None, float("nan")]))
        declare = kind != "truth values" and data.draw(st.booleans())
        self.labels = data.draw(st.permutations(self.known)) if declare else None
        self.counter = Counter(self.labels, missing=missing, **self.memory)
        self.items = []
        self.seen = 0

    def draw_items(self, data):
        return data.draw(st.lists(st.tuples(self.values, self.values, WEIGHTS), max_size=12))

    def took(self, items):
        self.items += items
        self.seen += len(items)

    @rule(data=st.data(), as_arrays=st.booleans())
    def update(self, data, as_arrays):
        items = self.draw_items(data)
        self.counter.update(*columns(items, as_arrays=as_arrays and self.known[0] != (1, 2)))
        self.took(items)

    @rule(data=st.data())
    def update_one(self, data):
        y, p, weight = item = data.draw(st.tuples(self.values, self.values, WEIGHTS))
        if weight == 1:
            self.counter.update_one(y, p)
        else:
            self.counter.update_one(y, p, weight)
        self.took([item])

    @rule(data=st.data())
    def refused(self, data):
        """A bad item, at any place among good ones."""
        items = self.draw_items(data)
        other = "x" if isinstance(self.known[0], int) else 7
        bad = [(other, other, 1), (self.known[0], 0.5, 1), (self.known[0], self.known[0], -1), (0.5, self.known[0], 1)]
        if self.missing == "refuse":
            bad += [(None, self.known[0], 1), (self.known[0], float("nan"), 1)]
        if self.labels:
            bad += [(type(self.known[0])("9"), self.known[0], 1)]
        worst = data.draw(st.sampled_from(bad))
        if worst[0] == other and not self.labels and not self.labelled():
            return  # without labels so far, there may be labels of any kind
        items.insert(data.draw(st.integers(0, len(items))), worst)
        before = self.counter.__getstate__()
        with pytest.raises(ValueError, match=r"\.$"):
            self.counter.update(*columns(items))
        assert self.counter.__getstate__() == before
        with pytest.raises(ValueError, match=r"\.$"):
            self.counter.update_one(*worst)
        assert self.counter.__getstate__() == before

    @rule(way=st.sampled_from(["copy", "deepcopy", "pickle", "file", "sum"]))
    def go_on_with_a_copy(self, way):
        if way == "file":
            with tempfile.TemporaryDirectory() as folder:
                self.counter.save(Path(folder) / "x")
                self.counter = Counter.restore(Path(folder) / "x")
        elif way == "pickle":
            self.counter = pickle.loads(pickle.dumps(self.counter))  # noqa: S301 - our own
        else:
            self.counter = {"copy": copy.copy, "deepcopy": copy.deepcopy, "sum": lambda c: sum([c])}[way](self.counter)

    @invariant()
    def knows_how_many_came(self):
        assert self.counter.seen == self.seen
        assert len(self.counter) == len(self.held())

    @invariant()
    def is_the_matrix_of_its_items(self):
        held = self.held()
        if not self.labelled(keep=True) and self.labels is None:
            with pytest.raises(ValueError, match="no classes yet"):
                self.counter.confusion  # noqa: B018 - the access is the test
            return
        found = self.counter.confusion
        if not held:
            assert found == sy.Confusion(np.zeros((len(self.labels),) * 2, dtype=int), self.labels)
            return
        y, p, weights = columns(held)
        expected = sy.Confusion.from_labels(y, p, labels=self.labels, weights=weights, missing=self.missing)
        assert found == expected
        assert found.dropped == self.counter.dropped == expected.dropped
        assert self.counter.total == expected.total

    def held(self):
        return self.items

    def labelled(self, *, keep=False):
        """Return the items that are counted, those with no label at all only if asked to."""
        lost = [sum(map(is_missing, item[:2])) for item in self.held()]
        most = 0 if self.missing == "drop" else 1 + keep
        return [item for item, missing in zip(self.held(), lost, strict=True) if missing <= most]


class Plain(Machine):
    """A counter of all items can also give back and merge."""

    @precondition(lambda self: self.items)
    @rule(data=st.data(), single=st.booleans())
    def revert(self, data, single):
        order = data.draw(st.permutations(range(len(self.items))))
        taken = [self.items[at] for at in order[: 1 if single else data.draw(st.integers(0, len(order)))]]
        if single:
            self.counter.revert_one(*taken[0])
        else:
            self.counter.revert(*columns(taken))
        # Which of several equal items leaves does not matter; truth values and numbers are equal.
        for item in taken:
            self.items.remove(item)
        self.seen -= len(taken)

    @rule(data=st.data())
    def revert_too_much(self, data):
        items = self.draw_items(data)
        extra = data.draw(st.tuples(self.values, self.values, WEIGHTS))
        items += [extra] * (1 + sum(same_pair(item, extra, self.missing) for item in self.items))
        before = self.counter.__getstate__()
        with pytest.raises(ValueError, match="cannot be taken back"):
            self.counter.revert(*columns(items))
        assert self.counter.__getstate__() == before

    @rule(data=st.data(), in_place=st.booleans())
    def merge(self, data, in_place):
        items = self.draw_items(data)
        other = Counter(missing=self.missing)
        other.update(*columns(items))
        if in_place:
            self.counter.merge(other)
        else:
            self.counter = self.counter + other
        self.took(items)


class Windowed(Machine):
    """The last five items."""

    memory = {"window": 5}  # noqa: RUF012

    def held(self):
        return self.items[-5:]


class Fading(Machine):
    """Counts that fade, in exact fractions."""

    memory = {"fading": 0.75}  # noqa: RUF012

    def took(self, items):
        super().took(items)
        self.counts = getattr(self, "counts", Multiset())
        for y, p, weight in items:
            pair = None if is_missing(y) else y, None if is_missing(p) else p
            for known in self.counts:
                self.counts[known] *= Fraction(3, 4)
            self.counts[pair] += Fraction(weight)

    @rule(data=st.data())
    def merge(self, data):
        items = self.draw_items(data)
        other = Counter(missing=self.missing, **self.memory)
        other.update(*columns(items))
        alone, self.counts = getattr(self, "counts", Multiset()), Multiset()
        self.counter.merge(other)
        self.took(items)
        self.counts.update(alone)

    def is_the_matrix_of_its_items(self):
        pass

    @invariant()
    def has_the_counts_of_the_definition(self):
        counts = getattr(self, "counts", Multiset())
        kept = {pair: count for pair, count in counts.items() if self.missing == "keep" or None not in pair}
        assert self.counter.dropped == pytest.approx(float(sum(counts.values()) - sum(kept.values())), rel=1e-13)
        assert self.counter.total == pytest.approx(float(sum(kept.values())), rel=1e-13)
        if not kept:
            return
        found = self.counter.confusion
        assert {*found.labels} == {label for pair in kept for label in pair} | {*(self.labels or ())}
        for (y, p), count in kept.items():
            cell = found.counts[found.labels.index(y), found.labels.index(p)]
            assert cell == pytest.approx(float(count), rel=1e-13)


def is_missing(value):
    return value is None or value != value  # noqa: PLR0124 - NaN differs from itself


def same_pair(one, other, missing):
    """Whether two items are counted in the same cell."""
    pairs = [tuple(None if is_missing(value) else value for value in item[:2]) for item in (one, other)]
    if missing == "drop" and None in pairs[0] and None in pairs[1]:
        return True
    return pairs[0] == pairs[1]


def columns(items, *, as_arrays=False):
    truth, prediction, weights = ([*column] for column in zip(*items, strict=True)) if items else ([], [], [])
    plain = all(weight == 1 for weight in weights)
    if as_arrays and not any(map(is_missing, truth + prediction)):
        truth, prediction, weights = map(np.array, (truth, prediction, weights))
    return truth, prediction, None if plain else weights


def machine(kind):
    case = kind.TestCase
    case.settings = settings(max_examples=60, stateful_step_count=25, deadline=None, derandomize=True)
    return case


TestPlain = machine(Plain)
TestWindowed = machine(Windowed)
TestFading = machine(Fading)
