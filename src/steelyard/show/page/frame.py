"""What the page says without its script beside its numbers: names, controls, notes, code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from steelyard.show.page.presets import opening
from steelyard.show.page.scores import reading, scores_of
from steelyard.show.page.texts import name_of, prose, text

MANY_CLASSES = 12
"""Classes beyond which a box to find one helps."""

MOST_MISLEADING = 3
"""Notes on values that mislead; more are folded."""

STEEPEST = 12
"""Of log odds, at the ends of the slider for a share: 6 in a million."""


def frame(content: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands in the places of the template, as HTML.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.show.page.content import content_of
    >>> frame(content_of(sy.evaluate(["a", "b"], ["a", "b"], metrics="cba")))["metrics"]
    '<option value="0">class balance accuracy</option>'
    """
    labels, counted = content["labels"], [c for c, size in enumerate(content["support"]) if size > 0]
    numbered = {note: n for n, note in enumerate(_notes(content), 1)}
    folded = set(content["misleading"][MOST_MISLEADING:])
    return {
        "heading": text(content["title"]),
        "size": " · ".join(_sizes(content)),
        "verdict": _verdict(content),
        "no_intervals": _no_intervals(content),
        "anew": _anew(content),
        "anew_verdict": _anew(content),
        "metrics": "".join(
            f'<option value="{j}">{text(metric["title"])}</option>' for j, metric in enumerate(content["metrics"])
        ),
        "presets": "".join(_preset(n, preset) for n, preset in enumerate(content["presets"])),
        "few_classes": "" if len(labels) > MANY_CLASSES else " hidden",
        "sliders": "".join(_slider(c, label, "Importance", "class", "level", 0, 100) for c, label in enumerate(labels)),
        "order": "".join(_ordered(label) for label in labels),
        "folded": (" hidden" if len(counted) < 2 else "") + ("" if len(labels) > MANY_CLASSES else " open"),
        "shares": "".join(
            _slider(c, labels[c], "Share", "share", "share-percent", -STEEPEST, STEEPEST) for c in counted
        ),
        "shares_begun": "Shares as stated" if content["stated"] else "Shares as in the data",
        "scores": scores_of(content, numbered),
        "reading": "".join(reading(content)),
        "notes": _listed({note: n for note, n in numbered.items() if note not in folded}),
        "more_notes": _folded({note: n for note, n in numbered.items() if note in folded}),
        "code": _code(content),
        "version": text(content["version"]),
    }


def _sizes(content: Mapping[str, Any]) -> Iterator[str]:
    for number, noun in (
        (content["items"], "item"),
        (len(content["labels"]), "class"),
        (len(content["models"]), "model"),
    ):
        ending = "" if number == 1 else "es" if noun.endswith("s") else "s"
        yield f"{number:,.15g} {noun}{ending}"
    if content["dropped"]:
        yield f"{content['dropped']:,.15g} left out"


def _verdict(content: Mapping[str, Any]) -> str:
    """Return what the result says, its first sentence apart from what must be known beside it."""
    first, *others = content["verdict"]
    beside = f"<small>{prose(' '.join(others))}</small>" if others else ""
    positive = f" {text(said)}" if (said := content["positive"]) else ""
    return f"<p>{prose(first)}{positive}{beside}</p>"


def _no_intervals(content: Mapping[str, Any]) -> str:
    """Return why nobody can say how sure the numbers are."""
    return f'<p class="concluded">{text(why)}</p>' if (why := content["why_no_intervals"]) else ""


def _anew(content: Mapping[str, Any]) -> str:
    """Return how the page makes intervals itself."""
    return "" if content["confidence"] is None else ", intervals with a quicker method"


def _preset(n: int, preset: Mapping[str, Any]) -> str:
    """Return a button and what it means; one that refuses these classes says why, and does nothing."""
    name = f"<bdi>{text(preset['name'])}</bdi>"
    if preset["weights"] is None:
        why = f'<span class="hint refusal">{name}: {text(preset["why_not"])}</span>'
        return f'<button type="button" aria-disabled="true">{name}</button>{why}'
    meaning = f'<span class="hint">{text(preset["text"])}</span>'
    return f'<button type="button" name="preset" value="{n}" aria-pressed="false">{name}</button>{meaning}'


def _slider(c: int, label: str, about: str, of_slider: str, of_field: str, least: int, most: int) -> str:
    """Return the row of a class; its inputs are named by the number of the class."""
    named = f'name="{c}" step="any" required aria-label="{about} of {text(label)}'
    slider = f'<input type="range" min="{least}" max="{most}" data-{of_slider}="{text(label)}" {named}">'
    field = f'<input type="number" min="0" max="100" data-{of_field}="{text(label)}" {named}, as a number">'
    return f"<li>{name_of(label)}{slider}{field}<output></output></li>"


def _ordered(label: str) -> str:
    buttons = "".join(
        f'<button type="button" value="{by}" aria-label="Move {text(label)} {word}">{sign}</button>'
        for by, sign, word in ((-1, "↑", "up"), (1, "↓", "down"))
    )
    grip = '<span class="grip" aria-hidden="true">⠿</span>'
    return f'<li data-order="{text(label)}" tabindex="0">{name_of(label)}{grip}{buttons}</li>'


def _notes(content: Mapping[str, Any]) -> dict[str, None]:
    """Return all notes, each once: on the data, the gravest on values that mislead, on scores; then what is folded."""
    of_scores = (note for metric in content["metrics"] for _, note in metric["notes"])
    grave, others = content["misleading"][:MOST_MISLEADING], content["misleading"][MOST_MISLEADING:]
    shown = dict.fromkeys([*content["notes"], *grave, *(note for note in of_scores if note not in others)])
    return shown | dict.fromkeys(others)


def _listed(numbered: Mapping[str, int]) -> str:
    return "".join(f'<li id="note-{n}" tabindex="-1">{prose(note)}</li>' for note, n in numbered.items())


def _folded(numbered: Mapping[str, int]) -> str:
    """Return the notes that are seen when someone asks for them, or comes from the value that they are about."""
    if not numbered:
        return ""
    many, first = len(numbered), min(numbered.values())
    said = "1 more note on a value that misleads" if many == 1 else f"{many} more notes on values that mislead"
    return f'<details><summary>{said}</summary><ol start="{first}">{_listed(numbered)}</ol></details>'


def _code(content: Mapping[str, Any]) -> str:
    """Return the Python code of the first view, with places for what other views change in it."""
    importance = text(content["presets"][0]["python"])
    undefined = f'undefined="{content["policy"]}", ' if content["chosen"] else ""
    evaluated = f"result = sy.evaluate(cm, importance=importance, metrics=metrics, {undefined}"
    return (
        f'{text(opening(content))}<span id="code-shares"></span>importance = '
        f'<span id="code-importance">{importance}</span>\n{evaluated}'
        f'<span id="code-how">{text(content["how"])}</span>)\nprint(result)\n'
    )
