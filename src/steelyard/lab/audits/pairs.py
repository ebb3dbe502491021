"""Properties of pairs: a matrix, what becomes of it, how the two values must stand to each other, and the search."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from steelyard.lab.audits import matrices
from steelyard.lab.audits.matrices import exchanges, neighbours, reductions
from steelyard.lab.audits.subject import CLEAR, Effort, Property, Subject, scaled
from steelyard.lab.audits.verdict import Finding, Verdict, Witness
from steelyard.lab.bounding.objective import as_matrix
from steelyard.lab.bounding.result import Matrix
from steelyard.lab.exact import compare
from steelyard.measuring.program.program import NotRecordable
from steelyard.type_names import Floats, Integers

# A move that several properties share: one cell grows, all else as it was.

GROWTHS = (1, 10)
"""By how many items a cell grows."""


def grown(block: Integers, cells: Sequence[tuple[int, int]]) -> Iterator[Pairs]:
    """Yield what becomes of matrices if one of these cells grows."""
    for step in GROWTHS:
        for i, j in cells:
            after = block.copy(order="K")
            after[:, i, j] += step
            yield Pairs(ALL, after, Finding("more_items", truth=i, prediction=j, number=step))


# `PairProperty`, and the search for a pair that breaks it.


Relation = Literal["same", "not worse", "better"]
"""What the second value must be, beside the first."""

CONFIRMED_AT_MOST = 50
"""How many candidates are confirmed before a block is given up."""

SHRUNK_AT_MOST = 3
"""How many of the large pairs that break the relation are made small."""

BATCH = 40_000
"""About how many matrices are valued at once: calls cost, and so does memory."""

STARTS, STEPS = 8, 15
"""Of the hill-climbing."""


ALL = slice(None)
"""All matrices of a block."""


class Pairs(NamedTuple):
    """What becomes of the matrices of a block by one move; a matrix has one successor by it, or none."""

    at: Integers | slice
    """Which matrices of the block have a successor."""
    after: Integers
    """Their successors, in the same order."""
    move: Finding
    """What was done."""
    image: tuple[int, ...] | None = None
    """Where each class has gone, if each class's value of a rate is compared with that of its image. If not given,
    only the first class's value is."""


class Candidate(NamedTuple):
    """A pair that breaks the relation in floating point."""

    items: int
    excess: float
    before: Integers
    pairs: Pairs
    k: int
    """The place of the successor in `pairs`."""

    @property
    def after(self) -> Integers:
        return self.pairs.after[self.k]

    @property
    def rank(self) -> tuple[int, float]:
        """Sorts the smallest first; of those, the one with the largest difference."""
        return self.items, -round(self.excess, 9)


class PairProperty(Property):
    """A property that says how the values of two matrices stand to each other."""

    relation: ClassVar[Relation]
    before: ClassVar[str] = "before"
    """What the first matrix is called in a witness, as it is declared."""

    @abstractmethod
    def pairs(self, block: Integers) -> Iterator[Pairs]:
        """Yield all pairs that these matrices begin, move by move."""

    def examine(self, subject: Subject, classes: int, effort: Effort) -> Verdict:
        tally = PairTally()
        few = subject.labelled
        witness = self._among_small(subject, matrices.small(classes, few=few), tally)
        if witness is None:
            witness = self._among_large(subject, classes, effort, tally)
        if witness is not None:
            return self._refuted(subject, witness, classes, tally)
        if not tally.tried:
            undefined = Finding("undefined_in_all_pairs", pairs=tally.undefined)
            return Verdict(self.id, classes, "untried", (undefined,))
        sizes = matrices.small_sizes(classes, few=few)
        searched = Finding(
            "pairs_tried",
            tried=tally.tried,
            all_up_to=sizes[-1] if sizes else None,
            climbing=self._climbs,
            undefined=tally.undefined,
        )
        return Verdict(self.id, classes, "tried", (searched,), tried=tally.tried)

    # Where to look.

    @property
    def _climbs(self) -> bool:
        """Whether there is something to climb: not, where all values are the same."""
        return self.relation != "same"

    def _among_small(self, subject: Subject, blocks: Iterable[Integers], tally: PairTally) -> Witness | None:
        """Return the smallest witness that begins with a small matrix."""
        witness: Witness | None = None
        for block in blocks:
            # A pair holds at least 2n − 1 items: a move takes away one at most.
            if witness is not None and 2 * int(block[0].sum()) - 1 >= witness.items:
                return witness
            candidates = self._candidates(subject, block, tally, below=None if witness is None else witness.items)
            witness = self._confirmed_first(subject, candidates) or witness
        return witness

    def _among_large(self, subject: Subject, classes: int, effort: Effort, tally: PairTally) -> Witness | None:
        """Return a witness from a directed search, made as small as can be."""
        for block in self._directed(subject, classes, effort):
            candidates = self._candidates(subject, block, tally)
            shrunk = [self._shrunk(subject, candidate) for candidate in candidates[:SHRUNK_AT_MOST]]
            ranked = sorted(shrunk, key=lambda candidate: candidate.rank) + candidates
            witness = self._confirmed_first(subject, ranked)
            if witness is not None:
                return witness
        return None

    def _directed(self, subject: Subject, classes: int, effort: Effort) -> Iterator[Integers]:
        some = slice(None, None, 60 if subject.labelled else 1)
        yield matrices.extreme(classes, few=subject.labelled)
        if self._climbs:
            yield self._climbed(subject, classes)
        yield matrices.random(classes, effort.seed)[some]

    def _climbed(self, subject: Subject, classes: int) -> Integers:
        """Return the summits reached where the two values are driven apart, a cell at a time."""
        some = slice(None, None, 60 if subject.labelled else 1)
        pool = np.concatenate([matrices.extreme(classes, few=subject.labelled), matrices.random(classes, seed=1)[some]])
        heights = self._heights(subject, pool)
        index = np.arange(1 if subject.labelled else STARTS)
        highest = np.argsort(-heights, kind="stable")[: len(index)]
        stack, heights = pool[highest], heights[highest]
        for _ in range(2 if subject.labelled else STEPS):
            around = neighbours(stack)
            flat = around.reshape(-1, classes, classes)
            allowed = flat.sum(axis=-1).min(axis=-1) > 0
            reached = np.full(around.shape[:2], -np.inf)
            reached.reshape(-1)[allowed] = self._heights(subject, flat[allowed])
            best = reached.argmax(axis=1)
            higher = reached[index, best] > heights
            if not higher.any():
                break
            stack = np.where(higher[:, None, None], around[index, best], stack)
            heights = np.where(higher, reached[index, best], heights)
        return stack

    def _heights(self, subject: Subject, block: Integers) -> Floats:
        """Return by how much the worst pair of each matrix breaks the relation, or comes near; −∞ if undefined.

        A move of one item does the less the more items there are, so that it counts in proportion to them: else all
        ways would lead to large matrices.
        """
        worst = np.full(len(block), -np.inf)
        for pairs, excess in self._excesses(subject, block):
            worst[pairs.at] = np.fmax(worst[pairs.at], excess)
        return worst * block.sum(axis=(1, 2))

    def _shrunk(self, subject: Subject, candidate: Candidate) -> Candidate:
        """Return the smallest pair found by taking items away while the relation stays broken."""
        while True:
            smaller = self._smaller(subject, candidate, reductions) or self._smaller(subject, candidate, exchanges)
            if smaller is None:
                return candidate
            candidate = smaller

    def _smaller(
        self, subject: Subject, candidate: Candidate, ways: Callable[[Integers], Integers]
    ) -> Candidate | None:
        """Return a smaller pair that begins near the first matrix of a pair, if there is one."""
        block = ways(candidate.before)
        candidates = self._candidates(subject, block, PairTally(), below=candidate.items) if len(block) else []
        return candidates[0] if candidates else None

    # What breaks the relation, in floating point.

    def _candidates(
        self, subject: Subject, block: Integers, tally: PairTally, below: int | None = None
    ) -> list[Candidate]:
        """Return pairs that break the relation, of fewer items than `below`; the smallest first."""
        least = -CLEAR if self.relation == "better" else CLEAR
        items = block.sum(axis=(1, 2))
        candidates: list[Candidate] = []
        for pairs, excess in self._excesses(subject, block):
            tally.count(excess)
            broken = np.flatnonzero(excess > least)
            if not len(broken):
                continue
            sizes = items[pairs.at][broken] + pairs.after[broken].sum(axis=(1, 2))
            order = np.lexsort([-excess[broken].round(9), sizes])[:CONFIRMED_AT_MOST]
            begin = block[pairs.at]
            candidates += [
                Candidate(int(sizes[o]), float(excess[broken[o]]), begin[broken[o]], pairs, int(broken[o]))
                for o in order
                if below is None or sizes[o] < below
            ]
        return sorted(candidates, key=lambda candidate: candidate.rank)[:CONFIRMED_AT_MOST]

    def _excesses(self, subject: Subject, block: Integers) -> Iterator[tuple[Pairs, Floats]]:
        """Yield all pairs of a block, and by how much they break the relation; NaN where undefined."""
        before = subject.each(block)
        for batch in _batches(self.pairs(block)):
            after = subject.each(np.concatenate([pairs.after for pairs in batch]))
            start = 0
            for pairs in batch:
                stop = start + len(pairs.after)
                yield pairs, self._broken(subject, before[pairs.at], after[start:stop], pairs)
                start = stop

    def _broken(self, subject: Subject, before: Floats, after: Floats, pairs: Pairs) -> Floats:
        """Return by how much pairs break the relation: above 0 if they do (0 and above, for "better")."""
        excess = self._excess_of_each(subject, before, after, pairs)
        return excess[:, 0] if excess.shape[1] == 1 else np.fmax.reduce(excess, axis=1)

    def _excess_of_each(self, subject: Subject, before: Floats, after: Floats, pairs: Pairs) -> Floats:
        """Return the same for each class that is compared."""
        if pairs.image is None or before.shape[1] == 1:
            first, second = before[:, :1], after[:, :1]
        else:
            first, second = before, after[:, list(pairs.image)]
        gap = np.abs(second - first) if self.relation == "same" else subject.metric.sign * (first - second)
        return scaled(subject, pairs.after.shape[-1], gap, first, second)

    # What exact arithmetic says.

    def _confirmed_first(self, subject: Subject, candidates: Iterable[Candidate]) -> Witness | None:
        """Return the first of the candidates that exact values confirm."""
        for candidate in candidates:
            witness = self._witness(subject, candidate)
            if witness is not None:
                return witness
        return None

    def _witness(self, subject: Subject, candidate: Candidate) -> Witness | None:
        move, image = candidate.pairs.move, candidate.pairs.image
        place = self._place(subject, candidate)
        places = (place, image[place] if image is not None and subject.metric.kind == "rate" else place)
        return self.witnessed(subject, as_matrix(candidate.before), as_matrix(candidate.after), move, places)

    def _place(self, subject: Subject, candidate: Candidate) -> int:
        """Return the class whose values break the relation most, where all classes of a rate are compared."""
        if candidate.pairs.image is None or subject.metric.kind != "rate":
            return 0
        before, after = subject.each(candidate.before[None]), subject.each(candidate.after[None])
        return int(np.nanargmax(self._excess_of_each(subject, before, after, candidate.pairs)[0]))

    def witnessed(
        self, subject: Subject, first: Matrix, second: Matrix, move: Finding, places: tuple[int, int] = (0, 0)
    ) -> Witness | None:
        """Return the pair as a witness if exact values confirm it; None if they do not.

        A metric without exact values has its say in floating point, and the witness says so.
        """
        confirmed = self._confirmed(subject, first, second, places)
        if confirmed is False:
            return None
        before = subject.scene(Finding("written", text=self.before), first, place=places[0])
        after = subject.scene(move, second, place=places[1])
        findings = [self.shown(before.value, after.value, move)]
        if subject.metric.kind == "rate" and places != (0, 0):
            findings.append(Finding("values_of_classes", place=places[0], image=places[1]))
        return Witness((before, after), tuple(findings), confirmed=confirmed is True)

    def _confirmed(self, subject: Subject, first: Matrix, second: Matrix, places: tuple[int, int]) -> bool | None:
        """Return whether exact values break the relation; None if the metric has no exact values."""
        if not subject.recordable:
            return None
        try:
            before, after = subject.exact(first, place=places[0]), subject.exact(second, place=places[1])
        except NotRecordable:
            return None
        if before is None or after is None:
            return False
        order = compare(after, before)
        if order is None:
            return False
        order *= subject.metric.sign
        return {"same": order != 0, "not worse": order < 0, "better": order <= 0}[self.relation]

    # What is shown.

    def shown(self, before: float | None, after: float | None, move: Finding) -> Finding:
        """Return what a witness shows, given the two values and the move between them."""
        return Finding("value_goes", move=move, before=before, after=after)

    def illustration(self, subject: Subject, classes: int) -> Witness | None:  # noqa: ARG002 - most have none
        """Return a pair of everyday size that shows the same; None if there is none."""
        return None

    def _refuted(self, subject: Subject, witness: Witness, classes: int, tally: PairTally) -> Verdict:
        return Verdict(
            self.id,
            classes,
            "refuted",
            (Finding("counterexample", items=witness.items, exact=witness.confirmed),),
            witness,
            tally.tried,
            illustration=self.illustration(subject, classes),
        )


class PairTally:
    """How many pairs were tried, and how many were left out because a value is undefined."""

    def __init__(self) -> None:
        self.tried = 0
        self.undefined = 0

    def count(self, excess: Floats) -> None:
        """Count pairs by their excess, which is NaN where undefined."""
        undefined = int(np.isnan(excess).sum())
        self.tried += len(excess) - undefined
        self.undefined += undefined


def _batches(pairs: Iterable[Pairs]) -> Iterator[list[Pairs]]:
    """Yield moves together until there are enough matrices to value."""
    batch: list[Pairs] = []
    held = 0
    for some in pairs:
        if not len(some.after):
            continue
        batch.append(some)
        held += len(some.after)
        if held >= BATCH:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch
