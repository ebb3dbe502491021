"""What the page says without its script: names, controls, the rows and cells of tables, notes; no live number."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard.show.page.presets import opening

MANY_CLASSES = 12
"""Classes beyond which a box to find one helps."""

STEEPEST = 12
"""Of log odds, at the ends of the slider for a share: 6 in a million."""

TAGS = {
    "robust": "does not move with the class shares",
    "as counted": "does not follow the importance",
    "fixed": "cannot be recomputed in this page",
}


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
    return {
        "heading": text(content["title"]),
        "size": " · ".join(_sizes(content)),
        "conclusions": "".join(_conclusions(content)),
        "anew": _anew(content),
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
        "scores": _scores(content, numbered),
        "reading": " ".join(_reading(content)),
        "notes": "".join(f'<li id="note-{n}" tabindex="-1">{text(note)}</li>' for note, n in numbered.items()),
        "code": _code(content),
        "version": text(content["version"]),
    }


def text(words: str) -> str:
    """Return words as HTML; half a character, as some file systems have in names, becomes the sign for that.

    Examples
    --------
    >>> text("<b> & 'c'")
    '&lt;b&gt; &amp; &#x27;c&#x27;'
    """
    whole = words.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return html.escape(whole).replace("\r", "&#13;")  # which a browser would otherwise read as \n


def _name(words: str) -> str:
    """Return a name, kept apart from the direction of the words around it; in full when pointed at."""
    return f'<bdi class="name" title="{text(words)}">{text(words)}</bdi>'


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


def _conclusions(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield what does not change beside the verdict: what Python concluded, and why nobody can say how sure it is."""
    if content["verdict"]:
        yield f'<p class="concluded"><b>Compared in Python:</b> {text(content["verdict"])}</p>'
    if content["why_no_intervals"]:
        yield f'<p class="concluded">{text(content["why_no_intervals"])}</p>'


def _anew(content: Mapping[str, Any]) -> str:
    """Return how intervals are made once something is moved."""
    if content["confidence"] is None:
        return ""
    way = "by the delta method" if content["units"]["kind"] == "groups" else "class by class, by slopes"
    return f" Intervals are made anew, {way}."


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
    return f"<li>{_name(label)}{slider}{field}<output></output></li>"


def _ordered(label: str) -> str:
    buttons = "".join(
        f'<button type="button" value="{by}" aria-label="Move {text(label)} {word}">{sign}</button>'
        for by, sign, word in ((-1, "↑", "up"), (1, "↓", "down"))
    )
    grip = '<span class="grip" aria-hidden="true">⠿</span>'
    return f'<li data-order="{text(label)}" tabindex="0">{_name(label)}{grip}{buttons}</li>'


def _scores(content: Mapping[str, Any], numbered: Mapping[str, int]) -> str:
    """Return the table of all metrics and models; the script fills a value and an interval into each cell."""
    heads = "".join(
        f'<th scope="col"><button type="button" title="Sort by its ranks">{_name(model)}</button></th>'
        for model in content["models"]
    )
    rows = "".join(
        f"<tr>{_metric(j, metric)}{''.join(_cells(metric, content['models'], numbered))}</tr>"
        for j, metric in enumerate(content["metrics"])
    )
    return f'<table><thead><tr><th scope="col">Metric</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _metric(j: int, metric: Mapping[str, Any]) -> str:
    """Return the head of a row: a button that makes its metric that of the verdict, tags, and what it means."""
    said = dict(zip(TAGS, (metric["robust"], not metric["weighted"], not metric["live"]), strict=True))
    marked = {"robust": f' data-robust="{text(metric["name"])}"'}
    tags = "".join(
        f'<span class="tag" title="{why}"{marked.get(tag, "")}>{tag}</span>' for tag, why in TAGS.items() if said[tag]
    )
    shown = f"{text(metric['title'])} {'↑' if metric['sign'] > 0 else '↓'}"
    button = f'<button type="button" name="metric" value="{j}" aria-pressed="false">{shown}</button>'
    return f'<th scope="row">{button}{tags}<small class="meaning">{text(metric["meaning"])}</small></th>'


def _cells(metric: Mapping[str, Any], models: Sequence[str], numbered: Mapping[str, int]) -> Iterator[str]:
    for k, model in enumerate(models):
        notes = "".join(
            f'<a class="note" href="#note-{numbered[note]}" title="{text(note)}" aria-label="Note: {text(note)}">'
            f"{numbered[note]}</a>"
            for about, note in metric["notes"]
            if about == k
        )
        about = f'data-model="{text(model)}" data-metric="{text(metric["name"])}"'
        if any(of == k for of, _ in metric["misleading"]):
            about += ' class="misleading"'
        yield f"<td {about}><span></span><small></small><i></i>{notes}</td>"


def _reading(content: Mapping[str, Any]) -> Iterator[str]:
    """Yield how the table is read."""
    if content["confidence"] is not None:
        level = f"{100 * content['confidence']:.6g} %"
        yield f"Below each value is its {level} interval."
    yield "; ".join(f"{tag}: {why}" for tag, why in TAGS.items()) + "."
    yield from map(text, dict.fromkeys(filter(None, (metric["why_fixed"] for metric in content["metrics"]))))


def _notes(content: Mapping[str, Any]) -> dict[str, None]:
    """Return all notes, each once: on the data, then on scores."""
    of_scores = (note for metric in content["metrics"] for _, note in metric["notes"])
    return dict.fromkeys([*content["notes"], *of_scores])


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
