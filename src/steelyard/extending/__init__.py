"""For packages that add to Steelyard: answers, tables and verbs of their own, in the form of ours.

An answer is a frozen dataclass under `Answer`; what its method `to_parts` yields is shown in a terminal and in a
notebook: `Sentence`, `Listing`, `Item`, and a `Sheet` of `Column`. A verb is a function that an entry point of the
group "steelyard.commands" names; it prints to the `console`. Metrics are added by `sy.metric`, and what figures are
drawn with is in `sy.plots.style`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.lazy_names import loaded

if TYPE_CHECKING:  # the one table of the names, which load when they are first used: lazy_names.py
    from steelyard.cli.pages import console as console
    from steelyard.comparison.correlated_t import correlated_t as correlated_t
    from steelyard.comparison.p_values import holm as holm
    from steelyard.counts.answer import Answer as Answer
    from steelyard.counts.answer import plain_values as plain_values
    from steelyard.counts.labels import nearest as nearest
    from steelyard.counts.labels import some as some
    from steelyard.counts.read.files.item_columns import read_items as read_items
    from steelyard.show.names import shortened as shortened
    from steelyard.show.numbers import closely_between as closely_between
    from steelyard.show.numbers import signed as signed
    from steelyard.show.parts import Column as Column
    from steelyard.show.parts import Item as Item
    from steelyard.show.parts import Listing as Listing
    from steelyard.show.parts import Sentence as Sentence
    from steelyard.show.parts import Sheet as Sheet
    from steelyard.show.printing import print_parts as print_parts
    from steelyard.show.progress import progress_bar as progress_bar


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, name))


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
