"""Weights drawn from any region by many walks, and whether they have forgotten where they started."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.comparison.robustness.programme import farthest, inner_point
from steelyard.importance.region import Region
from steelyard.type_names import Floats, Positions

WALKS = 100
"""Independent walks, side by side."""

STEPS_PER_CLASS, EXCHANGES = 4, 4
"""Steps between two points that are kept: for each free class of an order, where the work allows; or, where ranges
alone bind, in all."""

BURN_IN = 10
"""Steps before the first point is kept, in units of those between two points; but in an order 2n² at least, and where
ranges alone bind, as many exchanges as `LEAST_EXCHANGES`."""

LEAST_EXCHANGES = 300

MOST_WALKED = 25
"""Free classes up to which walks through an order are tried: they forget their start in some n² steps at best."""

MOST_EXCHANGED = 64
"""The same where ranges alone bind: exchanges forget the start in some log n steps."""

MOST_STEPS = 15_000
"""Of each walk: some seconds."""

NEAR_MIDDLE = 0.2
"""Part of the way from a vertex to the middle at which a walk starts: at the vertex itself all chords have length 0."""


class Walks:
    """The walks through one region.

    Attributes
    ----------
    burn_in, thinning
        Steps before the first point, and between two points.
    """

    def __init__(self, region: Region, rng: np.random.Generator, points: int) -> None:
        self.region, self.rng = region, rng
        self.free = region.free
        place = {x: i for i, x in enumerate(self.free.tolist())}
        among = [(place[a], place[b]) for a, b in region.pairs if a in place and b in place]
        self.less, self.more = np.array(among, dtype=np.intp).reshape(-1, 2).T
        self.beneath, self.over = _grouped(self.more, self.less), _grouped(self.less, self.more)
        self.touching: list[set[int]] = [{i} for i in range(len(self.free))]
        for a, b in among:
            self.touching[a].add(b)
            self.touching[b].add(a)
        n = len(self.free)
        if among:
            self.thinning = int(np.clip(MOST_STEPS // (points + BURN_IN), 1, STEPS_PER_CLASS * n))
            self.burn_in = max(BURN_IN * self.thinning, 2 * n**2)
        else:
            self.thinning, self.burn_in = EXCHANGES, LEAST_EXCHANGES
        self.at = self._starts()
        self.shape: Floats | None = None
        for half in (self.burn_in // 2, self.burn_in - self.burn_in // 2):
            self._steps(half)
            self.shape = self._learned_shape()

    def points(self, number: int) -> Iterator[Floats]:
        """Yield the weights of all walks, (WALKS, C), so many times."""
        for _ in range(number):
            self._steps(self.thinning)
            weights = np.tile(self.region.low, (WALKS, 1))
            weights[:, self.free] = self.at
            yield weights

    def _starts(self) -> Floats:
        """Return points near vertices, each walk's found in a random direction of its own."""
        middle = inner_point(self.region)
        directions = self.rng.standard_normal((WALKS, len(middle)))
        corners = np.stack([farthest(self.region, direction) for direction in directions])
        return (NEAR_MIDDLE * middle + (1 - NEAR_MIDDLE) * corners)[:, self.free]

    def _learned_shape(self) -> Floats:
        """Return directions' scale from where the walks are, with a little of every direction left in."""
        spread = np.cov(self.at, rowvar=False).reshape(len(self.free), -1)
        floor = 1e-3 * np.trace(spread) / len(self.free) + 1e-300
        return np.linalg.cholesky(spread + floor * np.eye(len(self.free)))

    def _steps(self, number: int) -> None:
        for _ in range(number):
            self._exchange()
            if len(self.less):
                self._hit_and_run()

    def _exchange(self) -> None:
        """Share out anew what two classes have together, for pairs that do not touch each other."""
        first, second = self._pairs()
        floor, ceiling = self._walls()
        together = self.at[:, first] + self.at[:, second]
        least = np.maximum(floor[:, first], together - ceiling[:, second])
        most = np.minimum(ceiling[:, first], together - floor[:, second])
        new = least + np.maximum(most - least, 0.0) * self.rng.random(together.shape)
        self.at[:, first], self.at[:, second] = new, together - new

    def _pairs(self) -> tuple[Positions, Positions]:
        """Return the two classes of each of many pairs, no two of which are neighbours in the order.

        The pairs are the same for all walks; they do not depend on where these are.
        """
        mixed = self.rng.permutation(len(self.free))
        half = len(mixed) // 2
        first, second = mixed[:half], mixed[half : 2 * half]
        if not len(self.less):
            return first, second
        taken: set[int] = set()
        kept = []
        for at, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
            if j not in self.touching[i] and i not in taken and j not in taken:
                kept.append(at)
                taken |= self.touching[i] | self.touching[j]
        return first[kept], second[kept]

    def _walls(self) -> tuple[Floats, Floats]:
        """Return how low and how high each weight may go while all others stay."""
        floor = np.tile(self.region.low[self.free], (WALKS, 1))
        ceiling = np.tile(self.region.high[self.free], (WALKS, 1))
        if len(self.less):
            above, less, starts = self.beneath
            highest = np.maximum.reduceat(self.at[:, less], starts, axis=1)
            floor[:, above] = np.maximum(floor[:, above], highest)
            below, more, starts = self.over
            lowest = np.minimum.reduceat(self.at[:, more], starts, axis=1)
            ceiling[:, below] = np.minimum(ceiling[:, below], lowest)
        return floor, ceiling

    def _hit_and_run(self) -> None:
        low, high = self.region.low[self.free], self.region.high[self.free]
        direction: Floats = self.rng.standard_normal((WALKS, len(self.free)))
        if self.shape is not None:
            direction = direction @ self.shape.T
        direction -= direction.mean(axis=1, keepdims=True)
        room = np.concatenate([self.at - low, high - self.at, self.at[:, self.more] - self.at[:, self.less]], axis=1)
        speed = np.concatenate([-direction, direction, direction[:, self.less] - direction[:, self.more]], axis=1)
        room = np.maximum(room, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            until = room / speed
        ahead = np.where(speed > 0, until, np.inf).min(axis=1)
        behind = np.where(speed < 0, until, -np.inf).max(axis=1)
        step = behind + (ahead - behind) * self.rng.random(WALKS)
        self.at = np.clip(self.at + step[:, None] * direction, low, high)


def _grouped(by: Positions, others: Positions) -> tuple[Positions, Positions, Positions]:
    """Return the classes of one side of the comparisons, those they are compared with, and where each one's begin."""
    order = np.argsort(by, kind="stable")
    each, starts = np.unique(by[order], return_index=True)
    return each, others[order], starts


# Have walks forgotten where they started? What they saw is compared between walks, and between early and late.


MOST_APART = 0.02
"""B/V: each walk has seen fifty independent points at least."""

MOST_MOVED = 5.0
"""Standard errors between the halves; of a hundred quantities, one in ten thousand runs moves as much by chance."""


class Mixing:
    """Sums of some quantities over each walk and each half."""

    def __init__(self, points: int) -> None:
        self.half = points // 2
        self.seen = 0
        self.sums: Floats | None = None

    def add(self, quantities: Floats) -> None:
        """Count in quantities of some points of all walks, (points, WALKS, Q)."""
        if self.sums is None:
            self.sums = np.zeros((2, 2, WALKS, quantities.shape[-1]))
            self.centre = quantities.mean(axis=(0, 1))  # squares lose no digits around it
        apart = quantities - self.centre
        late = self.seen + np.arange(len(apart)) >= self.half
        for half, chosen in enumerate((apart[~late], apart[late])):
            self.sums[half] += [chosen.sum(axis=0), (chosen**2).sum(axis=0)]
        self.seen += len(apart)

    @property
    def mixed(self) -> bool:
        """Whether no quantity tells the walks, or the halves, apart."""
        assert self.sums is not None  # noqa: S101 - asked after the walks
        early, late = self.sums[0, 0] / self.half, self.sums[1, 0] / (self.seen - self.half)
        mean, square = self.sums.sum(axis=0) / self.seen
        within = (square - mean**2).mean(axis=0)
        moved = late - early
        # What differs by rounding alone, such as the lead of two models that are the same, tells nothing.
        telling = square.mean(axis=0) > (1e-9 * np.abs(self.centre)) ** 2
        apart = mean.var(axis=0, ddof=1) > MOST_APART * within
        drifts = np.abs(moved.mean(axis=0)) > MOST_MOVED * moved.std(axis=0, ddof=1) / np.sqrt(WALKS)
        return not ((apart | drifts) & telling).any()
