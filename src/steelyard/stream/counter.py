"""The counter: a confusion matrix that is counted while items arrive, and what it is told when it is made."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Integral, Real
from pathlib import Path
from typing import Any, NamedTuple, Self

from steelyard.counts.answer import Shown
from steelyard.counts.cells import LIMIT
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.counts.read.label import check_word, declared_labels
from steelyard.stream import saved_file
from steelyard.stream.batch import DROPPED, Admission, Order, encode, one_weight, with_orders
from steelyard.stream.saved_file import Saved
from steelyard.stream.sums import Sums, confusion_of
from steelyard.stream.window import Fading, Window


class Settings(NamedTuple):
    """The parameters of `Counter`, checked."""

    labels: tuple[Label, ...] | None
    window: int | None
    fading: float | None
    missing: str

    def memory(self) -> str:
        """Say what the counter remembers."""
        if self.window is not None:
            return f"window={self.window}"
        return "all items" if self.fading is None else f"fading={self.fading}"


def checked_settings(labels: Iterable[Any] | None, window: Any, fading: Any, missing: Any) -> Settings:
    """Return the parameters as plain values, or refuse them."""
    check_word(missing)
    if window is not None and fading is not None:
        raise ValueError("a counter has a window or fading, not both; use two counters.")
    return Settings(
        labels=None if labels is None else declared_labels(labels),
        window=None if window is None else _size(window),
        fading=None if fading is None else _factor(fading),
        missing=missing,
    )


def _size(window: Any) -> int:
    if isinstance(window, bool) or not isinstance(window, Integral) or window < 1:
        raise ValueError(f"window must be a whole number of items, at least 1, not {window!r}.")
    return int(window)


def _factor(fading: Any) -> float:
    factor = float(fading) if isinstance(fading, Real) else math.nan
    if not 0 < factor < 1:
        raise ValueError(f"fading must be a factor between 0 and 1, such as 0.999, not {fading!r}.")
    return factor


# A confusion matrix that is counted while items arrive.


Held = Sums | Window | Fading
"""What a counter may remember: all items, the last ones, or all of them fading."""


class Counter(Shown):
    """Counts pairs of labels as they arrive; `confusion` is the matrix at any time.

    Parameters
    ----------
    labels
        The classes, in the order you want them; other labels are refused. If not given, new classes may appear at any
        time, and are sorted, or in the order that all batches of ordered categories agree on.
    window
        Count the last so many items only.
    fading
        A factor α between 0 and 1: each new item first multiplies all earlier counts by α.
    missing
        What to do with items whose true or predicted label is None or NaN, as in `Confusion.from_labels`: "refuse",
        "drop" or "keep". An item that is dropped still takes its place in a window, and makes the others fade.

    Examples
    --------
    >>> import steelyard as sy
    >>> counter = sy.stream.Counter()
    >>> counter.update(["cat", "dog", "dog"], ["cat", "cat", "dog"])
    >>> counter.update_one("cat", "bird")
    >>> counter.confusion
    4 items, 3 classes (rows: truth, columns: prediction)
          bird  cat  dog
    bird     0    0    0
    cat      1    1    0
    dog      0    1    1
    """

    __slots__ = ("_admission", "_held", "_orders", "_settings")

    _settings: Settings
    _admission: Admission
    _held: Held
    _orders: tuple[Order, ...]

    def __init__(
        self,
        labels: Iterable[Any] | None = None,
        *,
        window: int | None = None,
        fading: float | None = None,
        missing: str = "refuse",
    ) -> None:
        settings = checked_settings(labels, window, fading, missing)
        self._begin(settings, _empty(settings))

    def update(self, y_true: Any, y_pred: Any, weights: Any = None) -> None:
        """Count a batch of items, in their order.

        Takes what `Confusion.from_labels` takes. A batch that is refused changes nothing; one without items is fine.
        """
        batch = encode(y_true, y_pred, weights, self._settings.missing)
        self._admission.check(batch.pairs, self._held.cells)
        self._held.add(batch)
        self._orders = with_orders(self._orders, batch.orders)

    def update_one(self, y: Any, y_hat: Any, weight: float = 1) -> None:
        """Count one item."""
        if weight.__class__ is not int or not 0 <= weight < LIMIT:
            weight = one_weight(weight)
        try:
            self._held.again((y, y_hat), weight)
        except (KeyError, TypeError):
            pass  # a pair without items so far, or values that are not plain labels
        else:
            return
        pair = self._admission.pair(y, y_hat)
        self._admission.check([pair], self._held.cells)
        self._held.first(pair, weight)

    def revert(self, y_true: Any, y_pred: Any, weights: Any = None) -> None:
        """Take back items that were counted earlier, in any order and any batches.

        Refused, and nothing changed, if there are fewer such items, or less weight, than are to be taken back. A
        counter with a window or fading takes nothing back.

        Examples
        --------
        >>> import steelyard as sy
        >>> counter = sy.stream.Counter()
        >>> counter.update(["cat", "dog", "dog"], ["cat", "cat", "dog"])
        >>> counter.revert(["dog"], ["cat"])
        >>> counter.total
        2
        """
        self._held.take(encode(y_true, y_pred, weights, self._settings.missing))

    def revert_one(self, y: Any, y_hat: Any, weight: float = 1) -> None:
        """Take back one item that was counted earlier."""
        self.revert([y], [y_hat], [one_weight(weight)])

    def merge(self, other: Counter) -> None:
        """Count what another counter has counted; `a + b` is a new counter with both.

        Counters of all items are merged exactly. Those with the same fading add the counts as each stream has left
        them, and fade together from then on. Windows are refused: the items of two streams have no common order.

        Examples
        --------
        >>> import steelyard as sy
        >>> monday, tuesday = sy.stream.Counter(), sy.stream.Counter()
        >>> monday.update(["cat", "dog"], ["cat", "cat"])
        >>> tuesday.update(["dog", "dog"], ["dog", "cat"])
        >>> (monday + tuesday).confusion.counts
        array([[1, 0],
               [2, 1]])
        """
        if not isinstance(other, Counter):
            raise ValueError(f"only another counter can be merged, not {type(other).__name__}.")
        own, others = self._settings, other._settings
        if own.memory() != others.memory():
            raise ValueError(f"only counters alike can be merged, not {own.memory()} and {others.memory()}.")
        if own.missing != others.missing:
            raise ValueError(
                f"only counters alike can be merged, not missing={own.missing!r} and missing={others.missing!r}."
            )
        self._admission.check(other._held.cells, self._held.cells)
        self._held.merge(other._held)  # type: ignore[arg-type]  # of one kind, as their settings are
        self._orders = with_orders(self._orders, other._orders)

    @property
    def confusion(self) -> Confusion:
        """The matrix of what is counted now; a new one each time, which later updates do not change."""
        return confusion_of(self._held.tally(), self._settings.labels, self._orders, self._held.behind())

    @property
    def total(self) -> int | float:
        """The number, or the weight, of what is counted now."""
        return sum(weight for pair, weight in self._held.tally().items() if pair is not DROPPED)

    @property
    def dropped(self) -> int | float:
        """The number of the items that are left out because a label is missing; faded, if items fade."""
        return self._held.tally().get(DROPPED, 0)

    @property
    def seen(self) -> int:
        """How many items came, dropped ones included and those taken back excluded."""
        return self._held.seen

    def __len__(self) -> int:
        """Return how many of the items seen are remembered: those in the window, if there is one."""
        return len(self._held)

    def save(self, path: str | Path) -> None:
        """Write the counter to a file, in one step: a process that is killed leaves the file as it was, or complete.

        Examples
        --------
        >>> import os, tempfile
        >>> import steelyard as sy
        >>> counter = sy.stream.Counter(window=1000)
        >>> counter.update(["cat", "dog"], ["cat", "cat"])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "today.counter")
        ...     counter.save(path)
        ...     again = sy.stream.Counter.restore(path)
        >>> again
        Counter(window=1000): 2 items seen, 2 classes
        """
        saved_file.write(path, self._saved())

    @classmethod
    def restore(cls, path: str | Path) -> Self:
        """Return a counter that goes on exactly where the saved one stood."""
        saved = saved_file.read(path)
        with saved_file.describing(path):
            counter: Self = cls._of(saved)
            counter._admission.check_saved(saved.pairs)
            if counter._saved() != saved:
                raise ValueError("what it says does not go together")
        return counter

    def _saved(self) -> Saved:
        return Saved(self._settings._asdict(), self._orders, *self._held.state())

    @classmethod
    def _of(cls, saved: Saved) -> Self:
        counter = cls.__new__(cls)
        counter.__setstate__(saved)
        return counter

    def __getstate__(self) -> Saved:
        return self._saved()

    def __setstate__(self, saved: Saved) -> None:
        settings = checked_settings(**saved.settings)
        held = _empty(settings)
        held.load(saved.pairs, saved.held)
        self._begin(settings, held, saved.orders)

    def __copy__(self) -> Self:
        return self._of(self._saved())

    def _begin(self, settings: Settings, held: Held, orders: tuple[Order, ...] = ()) -> None:
        self._settings = settings
        self._orders = orders
        self._admission = Admission(settings.labels, settings.missing)
        self._held = held

    def __add__(self, other: object) -> Self:
        if isinstance(other, int) and other == 0:  # so that sum() works
            return self.__copy__()
        if not isinstance(other, Counter):
            return NotImplemented
        both = self.__copy__()
        both.merge(other)
        return both

    __radd__ = __add__

    def __repr__(self) -> str:
        labels = self._settings.labels
        counted_labels = {label for pair in self._held.tally() if pair is not DROPPED for label in pair}
        number = len(counted_labels if labels is None else labels)
        classes = "1 class" if number == 1 else f"{number:,} classes"
        items = "1 item" if self.seen == 1 else f"{self.seen:,} items"
        return f"Counter({self._settings.memory()}): {items} seen, {classes}"


def _empty(settings: Settings) -> Held:
    if settings.window is not None:
        return Window(settings.window)
    return Sums() if settings.fading is None else Fading(settings.fading)
