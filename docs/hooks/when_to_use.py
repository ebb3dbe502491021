"""Which metric for which question: what `sy.advise` says in the situations that people are in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from page_text import plain, table

import steelyard as sy
from steelyard.advice.advice import Entry

TWO = sy.Confusion([[20, 30], [10, 940]], labels=["rare", "common"])
SEVERAL = sy.Confusion([[20, 10, 20], [5, 80, 15], [10, 20, 820]], labels=["rare", "some", "common"])
NUMBERS = {"two classes": TWO, "several classes": SEVERAL}
IMPORTANCE = "rare=0.7"

ASKED: dict[str, dict[str, object]] = {
    "shares may change": {},
    "shares may change, misses are worse": {"worse": "misses"},
    "shares may change, false alarms are worse": {"worse": "false_alarms"},
    "shares stay": {"shares_change": False},
    "shares stay, misses are worse": {"shares_change": False, "worse": "misses"},
    "shares stay, false alarms are worse": {"shares_change": False, "worse": "false_alarms"},
    "every class must work": {"every_class": True},
    "classes may be added": {"classes_change": True},
    "some classes matter more, shares may change": {"importance": IMPORTANCE},
    "some classes matter more, shares stay": {"importance": IMPORTANCE, "shares_change": False},
}
"""What is known, and what `sy.advise` is told then."""


class Situation(NamedTuple):
    """What is known, in words, and what is advised."""

    classes: str
    words: str
    advice: sy.Advice


@cache
def situations() -> tuple[Situation, ...]:
    """Return the advice for every situation; in all of them classes differ much in size."""
    return tuple(
        Situation(classes, words, sy.advise(cm, **asked))
        for classes, cm in NUMBERS.items()
        for words, asked in ASKED.items()
    )


def page() -> str:
    """Write which metrics to use in which situation."""
    introduction = (
        "What [`sy.advise`](../can_it_be_trusted.md) says where classes differ much in size (here 1 : 19, and "
        "1 : 2 : 17). *Shares* are the parts of the items that the classes have: they change if this test and the use, "
        "or the next test, have more or fewer items of a class. Ask with your own counts: `steelyard advise`.\n"
    )
    parts = ["# Which metric?\n", introduction]
    for classes in NUMBERS:
        rows = [
            [one.words, _links(one.advice.recommended), _links(one.advice.with_care), _links(one.advice.avoid)]
            for one in situations()
            if one.classes == classes
        ]
        parts += [f"## {classes.capitalize()}\n", table(["you know that", "use", "with care", "avoid"], rows)]
    return "\n".join(parts)


def _links(entries: Sequence[Entry]) -> str:
    return ", ".join(f"[`{entry.metric.id}`]({entry.metric.id}.md)" for entry in entries)


def of_metric(metric: sy.Metric) -> Iterator[str]:
    """Yield when to use a metric and when not, and the first reason of each."""
    told = list(_standings(metric))
    if not told:
        yield "It is not among the metrics that `steelyard advise` weighs by itself; ask about it with `--metric`.\n"
        return
    for heading in ("use", "use with care", "avoid"):
        reasons = list(dict.fromkeys(reason for standing, reason, _ in told if standing == heading))
        for reason in reasons:
            where = [situation for standing, why, situation in told if (standing, why) == (heading, reason)]
            yield f"- **{heading.capitalize()}** with {_words(where)}: {plain(reason)}"
    yield "\nAll situations: [Which metric?](which.md)\n"


def _words(where: Sequence[Situation]) -> str:
    """Return situations in words, those that are the same for two and for several classes once."""
    known = {classes: [one.words for one in where if one.classes == classes] for classes in NUMBERS}
    if len(set(map(tuple, known.values()))) == 1:
        return f"two or more classes ({'; '.join(known['two classes'])})"
    return ", and with ".join(f"{classes} ({'; '.join(words)})" for classes, words in known.items() if words)


def _standings(metric: sy.Metric) -> Iterator[tuple[str, str, Situation]]:
    for one in situations():
        among = {"use": one.advice.recommended, "use with care": one.advice.with_care, "avoid": one.advice.avoid}
        for standing, entries in among.items():
            for entry in entries:
                if entry.metric.id == metric.id:
                    against = [reason for reason in entry.reasons if reason.against == (standing != "use")]
                    yield standing, (against or entry.reasons)[0].sentence, one
