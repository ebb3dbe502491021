"""Predictions that know nothing of the truth, constant or drawn by lot, score the same, whatever the class shares.

If predictions do not depend on the truth, every row of the matrix has the same shares q: row i is a_i·q. All matrices
of whole numbers whose rows are proportional are of this form, with whole a and q.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, NamedTuple

import numpy as np

from steelyard.lab import enumeration
from steelyard.lab.audits.pairs import CONFIRMED_AT_MOST
from steelyard.lab.audits.subject import CLEAR, Effort, Property, Subject, scaled, spread
from steelyard.lab.audits.verdict import Finding, Verdict, Witness
from steelyard.lab.bounding.objective import as_matrix
from steelyard.lab.exact import compare
from steelyard.measuring.program.program import NotRecordable
from steelyard.type_names import Floats, Integers

# What both properties are: they differ in which predictions they look at.


MOST_IF_SLOW = 1_000
"""The largest class of a metric whose values take long."""

FEWEST_IF_SLOW = 20
"""How many of the smallest class sizes are tried of such a metric; of the others, about twenty."""


class Apart(NamedTuple):
    """Two matrices of the same predictions with different values: where, and by how much."""

    items: int
    difference: float
    guess: int
    before: Integers
    after: Integers


class BaselineProperty(Property):
    """Predictions that do not depend on the truth score the same for all class sizes."""

    @abstractmethod
    def guesses(self, classes: int) -> Integers:
        """Return the shares q of the predictions to try, a row each, the smallest sums first."""

    @abstractmethod
    def called(self, guess: Integers) -> Finding:
        """Return what such predictions are."""

    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:
        guesses = self.guesses(classes)
        guesses = guesses[: 2 * classes] if subject.labelled else guesses
        sizes = np.concatenate([small_sizes(classes), extreme_sizes(classes), random_sizes(classes, effort.seed)])
        if subject.labelled:  # a function of labels gets each item as one
            sizes = sizes[sizes.max(axis=1) <= MOST_IF_SLOW]
            sizes = np.concatenate([sizes[:FEWEST_IF_SLOW], sizes[FEWEST_IF_SLOW :: 1 + len(sizes) // 20]])
        values = self._values(subject, guesses, sizes)
        tried, out = int((~np.isnan(values)).sum()), int(np.isnan(values).sum())
        if not tried:
            return Verdict(self.id, classes, "untried", (Finding("undefined_in_all_cases", cases=out),))
        for apart in _apart(subject, guesses, sizes, values):
            witness = self._witness(subject, guesses[apart.guess], _shrunk(subject, guesses[apart.guess], apart))
            if witness is not None:
                return self._refuted(subject, classes, witness, values, tried)
        return self._tried(subject, guesses, values, tried, out)

    def _values(self, subject: Subject, guesses: Integers, sizes: Integers) -> Floats:
        """Return a value for each guess and each class sizes."""
        every = sizes[None, :, :, None] * guesses[:, None, None, :]
        C = guesses.shape[-1]
        return subject.values(every.reshape(-1, C, C)).reshape(len(guesses), len(sizes))

    def _witness(self, subject: Subject, guess: Integers, pair: tuple[Integers, Integers]) -> Witness | None:
        """Return class sizes that make a difference as a witness, if exact values confirm it; None if they do not."""
        first, second = (as_matrix(a[:, None] * guess) for a in pair)
        confirmed = subject.recordable
        if confirmed:
            try:
                before, after = subject.exact(first), subject.exact(second)
            except NotRecordable:
                confirmed = False
            else:
                if before is None or after is None or compare(before, after) in (0, None):
                    return None
        scenes = subject.scene(Finding("one_test_set"), first), subject.scene(Finding("other_sizes"), second)
        shown = Finding(
            "guess_scores",
            guess=self.called(guess),
            before=scenes[0].value,
            after=scenes[1].value,
            sizes=tuple(map(sum, first)),
            other_sizes=tuple(map(sum, second)),
        )
        return Witness(scenes, (shown,), confirmed=confirmed)

    def _refuted(self, subject: Subject, classes: int, witness: Witness, values: Floats, tried: int) -> Verdict:
        refuting = Finding("counterexample", items=witness.items, exact=subject.recordable)
        figures = {"least": float(np.nanmin(values)), "greatest": float(np.nanmax(values))}
        return Verdict(self.id, classes, "refuted", (refuting,), witness, tried, figures)

    def _tried(self, subject: Subject, guesses: Integers, values: Floats, tried: int, out: int) -> Verdict:
        """Return that nothing was found, with the value if it is one for all predictions."""
        classes = guesses.shape[-1]
        scale = spread(subject, classes)
        defined = ~np.isnan(values).all(axis=1)
        constants = np.nanmedian(values[defined], axis=1)
        searched = Finding("cases_tried", tried=tried, undefined=out)
        if scaled(subject, classes, np.ptp(constants), *constants) < CLEAR:
            exact = _exact(subject, guesses[int(defined.argmax())])
            one = Finding("one_constant", value=float(constants[0]), exact=exact)
            return Verdict(
                self.id, classes, "tried", (searched, one), None, tried, {"value": _tidy(constants[0], scale)}
            )
        several = Finding("several_constants", least=float(constants.min()), greatest=float(constants.max()))
        figures = self.figures(guesses[defined], constants, scale)
        return Verdict(self.id, classes, "tried", (searched, several), None, tried, figures)

    def figures(self, guesses: Integers, constants: Floats, scale: float) -> dict[str, float]:
        """Return the figures of a verdict if the value depends on what is predicted."""
        del guesses
        return {"least": _tidy(constants.min(), scale), "greatest": _tidy(constants.max(), scale)}


# Class sizes to try.


LARGEST_SUM_OF_SIZES = {2: 24, 3: 10, 4: 9}
"""Up to which sum all class sizes a are tried, by the number of classes; one item more than the classes beyond."""

EXTREME = (1, 2, 10, 1_000, 100_000)
EXTREMES, RANDOMS = 40, 40


def small_sizes(classes: int) -> Integers:
    """Return all class sizes of at least 1, the fewest items first, and of those the most even ones."""
    return _ordered(
        np.concatenate(
            [_sums(total, classes) + 1 for total in range(LARGEST_SUM_OF_SIZES.get(classes, classes + 3) - classes + 1)]
        )
    )


def extreme_sizes(classes: int) -> Integers:
    """Return class sizes that are far apart; which are tried is fixed, not a matter of the seed."""
    one_larger = 1 + np.concatenate([np.eye(classes, dtype=np.int64) * (size - 1) for size in EXTREME[1:]])
    mixed = np.random.default_rng([classes, 2]).choice(EXTREME, (EXTREMES, classes)).astype(np.int64)
    return _ordered(np.concatenate([one_larger, mixed]))


def random_sizes(classes: int, seed: int) -> Integers:
    """Return class sizes over three orders of magnitude."""
    generator = np.random.default_rng([seed, classes])
    return _ordered(np.exp(generator.uniform(0, np.log(1_000), (RANDOMS, classes))).astype(np.int64))


def _sums(total: int, parts: int) -> Integers:
    """Return all ways to write a number as an ordered sum, a row each."""
    return np.ascontiguousarray(enumeration.tables([total, *[0] * (parts - 1)])[0].T)


def _ordered(sizes: Integers) -> Integers:
    return sizes[np.lexsort([sizes.max(axis=1), sizes.sum(axis=1)])]


# Differences that class sizes make.


def _apart(subject: Subject, guesses: Integers, sizes: Integers, values: Floats) -> list[Apart]:
    """Return pairs with different values, the fewest items first, and of those the largest difference.

    It is enough to compare with the smallest class sizes that have a value: if two others differ, one of them differs
    from that.
    """
    pairs = []
    for k, row in enumerate(values):
        if np.isnan(row).all():
            continue
        base = int((~np.isnan(row)).argmax())
        differences = scaled(subject, guesses.shape[-1], np.abs(row - row[base]), row, row[base])
        for i in np.flatnonzero(differences > CLEAR):
            items = int(guesses[k].sum() * (sizes[base].sum() + sizes[i].sum()))
            pairs.append(Apart(items, float(differences[i]), k, sizes[base], sizes[i]))
    return sorted(pairs, key=lambda apart: (apart.items, -round(apart.difference, 9), apart.guess))[:CONFIRMED_AT_MOST]


def _shrunk(subject: Subject, guess: Integers, apart: Apart) -> tuple[Integers, Integers]:
    """Return smaller class sizes, taken down class by class as long as the value still differs from the first one."""
    before, after = apart.before, apart.after
    base = float(subject.values((before[:, None] * guess)[None])[0])
    steps = np.eye(len(after), dtype=np.int64)
    while True:
        ways = np.concatenate([after - steps * 2**k for k in range(int(after.max()).bit_length())])
        ways = ways[(ways.min(axis=1) > 0) & (ways.sum(axis=1) < after.sum())]
        if not len(ways):
            return before, after
        values = subject.values(ways[:, :, None] * guess)
        still = np.flatnonzero(scaled(subject, len(guess), np.abs(values - base), values, base) > CLEAR)
        if not len(still):
            return before, after
        after = ways[still[np.argmin(ways[still].sum(axis=1))]]


def _exact(subject: Subject, guess: Integers) -> str | None:
    """Return the exact value at one of the matrices, if it can be told."""
    for sizes in small_sizes(len(guess)):
        m = as_matrix(sizes[:, None] * guess)
        try:
            exact = subject.exact(m) if subject.recordable else None
        except NotRecordable:
            break
        if exact is not None:
            return str(exact)
    return None


def _tidy(value: Any, scale: float) -> float:
    """Return a value without the last digits, which are rounding, for values that lie so far apart."""
    return 0.0 if abs(value) < 1e-12 * scale else float(f"{value:.12g}")


# The two properties: predictions drawn by lot, and constant ones.


LARGEST_SUM_OF_SHARES = {2: 6, 3: 4}
"""Up to which sum all shares q are tried, by the number of classes."""


class ChanceBaseline(BaselineProperty):
    """Predictions that do not depend on the truth get the same value on all test sets.

    Constant predictions have a property of their own: many metrics are undefined for them or leave classes out.
    """

    id = "chance_baseline"
    title = "chance does not depend on class shares"
    definition = (
        "If the predictions do not depend on the truth (m_ij = t_i·p_j/n) and name at least two classes, the "
        "value does not depend on the class shares."
    )
    otherwise = "the value of a lottery, to which every classifier is compared, differs between test sets."
    source = "cf. Gösgens et al. 2021, who ask for one constant value whatever the predictions"

    def guesses(self, classes: int) -> Integers:
        listed = [_sums(total, classes) for total in range(2, LARGEST_SUM_OF_SHARES.get(classes, 3) + 1)]
        if classes not in LARGEST_SUM_OF_SHARES:  # the sums above leave some class out
            listed += [np.ones((1, classes), dtype=np.int64), np.eye(classes, dtype=np.int64) + 1]
        every = np.concatenate(listed)
        # The same shares are tried once; constant predictions, of which the sum is the divisor, are none of them.
        return every[np.gcd.reduce(every, axis=1) == 1]

    def called(self, guess: Integers) -> Finding:
        return Finding("by_lot", shares=tuple(guess.tolist()))


class ConstantBaseline(BaselineProperty):
    """Whoever always predicts the same class gets the same value on all test sets."""

    id = "constant_baseline"
    title = "constant answers do not depend on class shares"
    definition = "If all items are predicted as one and the same class, the value does not depend on the class sizes."
    otherwise = "a classifier that looks at nothing scores high wherever the class that it names is large."
    source = "cf. Gösgens et al. 2021, who ask for one constant value whatever the predictions"

    def guesses(self, classes: int) -> Integers:
        return np.eye(classes, dtype=np.int64)

    def called(self, guess: Integers) -> Finding:
        return Finding("constant", place=int(guess.argmax()))

    def figures(self, guesses: Integers, constants: Floats, scale: float) -> dict[str, float]:
        """Return the value for each class that is predicted."""
        which = guesses.argmax(axis=1)
        return {f"value_{i + 1}": _tidy(x, scale) for i, x in zip(which, constants, strict=True)}
