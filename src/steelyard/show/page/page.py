"""Content becomes a page, one file with its style, data and script; and the playground, without a result.

A page asks nothing of the network.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from steelyard.counts.answer import replace_content
from steelyard.counts.confusion import Confusion
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import evaluate
from steelyard.importance.grammar import MECHANISMS
from steelyard.intervals import classwise
from steelyard.measuring.lead import NAMING
from steelyard.measuring.registry import chosen
from steelyard.measuring.view import DEFAULT_POLICY
from steelyard.show.page.charts import MOST_IN_TABLE, charts_of, map_of
from steelyard.show.page.content import MOST_CLASSES, MOST_MODELS, OTHERWISE, Result, content_of
from steelyard.show.page.frame import MANY_CLASSES, MOST_SIDE_BY_SIDE, frame
from steelyard.show.page.loops import SIZES, grown
from steelyard.show.page.metrics_of import usual_rates
from steelyard.show.page.presets import asking
from steelyard.show.page.recorded import other_name, recorded
from steelyard.show.page.texts import text

ESCAPED = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
"""What could end the element that holds the content, or be read as something else."""

ENDINGS = (".html", ".htm")


def written(result: Result, path: str | os.PathLike[str] | None = None) -> str:
    """Return the page of a result, and write it to a file if a path is given."""
    if path is not None:
        check_place(path)
    page = page_of(content_of(result))
    if path is not None:
        write_page(path, page)
    return page


def check_place(path: str | os.PathLike[str]) -> None:
    """Refuse a place where no page can be written."""
    file = Path(path)
    if file.suffix.lower() not in ENDINGS:
        endings = " or ".join(ENDINGS)
        raise ValueError(f"a page is written as {endings}, by the ending of the file, not as {str(path)!r}.")
    folder = Path(os.path.realpath(file)).parent if file.is_symlink() else file.parent
    if not folder.is_dir():
        raise ValueError(f"there is no folder {str(folder)!r} to write the page to.")
    if file.is_dir():
        raise ValueError(f"{str(path)!r} is a folder; name a file for the page.")


def write_page(path: str | os.PathLike[str], page: str) -> None:
    """Write a page to a file, in one step and with the same line ends everywhere."""
    replace_content(Path(path), page.encode("utf-8"))


def page_of(content: Mapping[str, Any]) -> str:
    """Return the page that shows what `content_of` returned."""
    parts = {**frame(content), "charts": charts_of(content)}
    return filled(ours("page.html"), content, parts, style=ours("style.css"), code=script())


def filled(
    template: str, content: Mapping[str, Any], framed: Mapping[str, str] | None = None, *, style: str, code: str
) -> str:
    r"""Return a template with its places filled, those of the frame with HTML.

    Nothing but this script and style may run in the page, known by their hashes, and nothing may be loaded.

    Examples
    --------
    >>> filled("{{title}} {{content}} {{csp}}{{style}}{{script}}", {"title": "a < b"}, style="", code="")[:33]
    'a &lt; b {"title":"a \\u003c b"} d'
    """
    parts = {
        "csp": _policy(code, style),
        "title": text(content["title"]),
        "style": style,
        "script": code,
        "content": embedded(content),
        **(framed or {}),
    }
    for place in parts:
        if template.count(f"{{{{{place}}}}}") != 1:
            raise ValueError(f"a template must have the place {{{{{place}}}}} once.")
    # In one pass, since a part may look like a place.
    return re.sub(r"\{\{(\w+)\}\}", lambda result: parts.get(result[1], result[0]), template)


def embedded(content: Mapping[str, Any]) -> str:
    """Return content as JSON of plain ASCII that can stand inside a script element whatever names are in it."""
    return json.dumps(content, allow_nan=False, separators=(",", ":")).translate(ESCAPED)


def _policy(code: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src '{_hash(code)}'; style-src '{_hash(style)}'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def ours(name: str) -> str:
    """Return a file of the page's own."""
    return files("steelyard.show.page").joinpath(name).read_text("utf-8")


# The script: its files are plain modules that a browser or Node could load one by one. Here their imports and comments
# go away, and what they export becomes what it is called, so names at the top of files must differ.


IMPORT = re.compile(r"import \{ (?P<names>[\w$]+(?:, [\w$]+)*) \} from \"\./(?P<file>[\w.-]+\.js)\";\n?")
EXPORT = re.compile(r"export (?=(?:async )?(?:function\*? |class |const |let ))")
COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)
"""Lines that are nothing else: those of one line, and the descriptions before functions and classes."""

DECLARED = re.compile(r"(?P<export>export )?(?:async )?(?:function\*?|class|const|let|var) (?P<name>[\w$]+)")


@cache
def script(entry: str = "report.js") -> str:
    """Return the whole script of a page: the file that starts it, and those that it needs."""
    folder = files("steelyard.show.page").joinpath("script")
    modules = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".js")}
    needed, new = set[str](), {entry}
    while new:
        needed |= new
        new = {file for name in new for file in _needed(name, modules)} - needed
    return bundled({name: modules[name] for name in needed})


def bundled(modules: Mapping[str, str]) -> str:
    r"""Return one text of modules by their file names; the order follows from their imports and names alone.

    Examples
    --------
    >>> print(bundled({"a.js": 'import { twice } from "./b.js";\ntwice(2);\n', "b.js": "export const twice = 2;\n"}))
    // b.js
    const twice = 2;
    // a.js
    twice(2);
    <BLANKLINE>
    """
    _check_names(modules)
    order = TopologicalSorter({name: sorted(_needed(name, modules)) for name in sorted(modules)})
    try:
        listed = list(order.static_order())
    except CycleError as error:
        raise ValueError(f"scripts import each other in a circle: {' ← '.join(error.args[1])}.") from None
    return "".join(f"// {name}\n{''.join(_lines(name, modules[name]))}" for name in listed)


def _needed(name: str, modules: Mapping[str, str]) -> Iterator[str]:
    """Yield the files that a module imports from; refuse what they do not export."""
    for line in modules[name].splitlines(keepends=True):
        result = IMPORT.fullmatch(line)
        if result is None:
            continue
        if result["file"] not in modules:
            raise ValueError(f"{name} imports from {result['file']}, which is not there.")
        exported = {each["name"] for each in _declared(modules[result["file"]]) if each["export"]}
        missing = [each for each in result["names"].split(", ") if each not in exported]
        if missing:
            raise ValueError(f"{name} imports {missing[0]} from {result['file']}, which does not export it.")
        yield result["file"]


def _lines(name: str, module: str) -> Iterator[str]:
    """Yield the lines of a module as part of the whole."""
    code = COMMENT.sub("", module if module.endswith("\n") else f"{module}\n")
    for line in code.splitlines(keepends=True):
        if IMPORT.fullmatch(line):
            continue
        if line.startswith("import ") or (line.startswith("export ") and not EXPORT.match(line)):
            raise ValueError(f"{name} has a line that cannot be joined with others: {line.strip()}")
        yield EXPORT.sub("", line, count=1)


def _declared(module: str) -> Iterator[re.Match[str]]:
    return (result for line in module.splitlines() if (result := DECLARED.match(line)))


def _check_names(modules: Mapping[str, str]) -> None:
    """Refuse a name at the top of two files."""
    owner: dict[str, str] = {}
    for file in sorted(modules):
        for result in _declared(modules[file]):
            name = result["name"]
            if owner.setdefault(name, file) != file:
                raise ValueError(f"{file} and {owner[name]} both have {name} at their top; joined, it would be one.")


# The playground is the page of a result without a result: its programs hold for any number of classes, its places for
# names are repeated for each, and its script counts what it is given. What Python tells with draws is left out.


LABEL, MODEL_NAME = "\ue000", "\ue001"
"""What stands for a name where names will stand: characters that nobody has a meaning for."""

PROGRAMS = ("program", "at_shares", "bounds")
"""Those of two classes are on the page beside those of any number: some metrics treat two classes otherwise."""

EXAMPLE = """truth,first,second
{rows}"""

OF_PYTHON = (
    "Intervals are 95 %, class by class, by slopes: those of sy.intervals.classwise(by_slopes=True). Those of {curved} "
    "and of rates of classes that are no quotient of hits, misses and false alarms, need draws; Python has them. Nor "
    "does this page say which values mislead."
)


def playground() -> str:
    """Return the page."""
    general = _general()
    frames = {
        "for_one": _body(general, [MODEL_NAME]),
        "for_few": _body(general, [MODEL_NAME, "2"]),
        "for_many": _body(general, [MODEL_NAME, *(str(k) for k in range(2, MOST_SIDE_BY_SIDE + 2))]),
        "for_map": map_of(2),
    }
    style = ours("style.css") + ours("playground.css")
    return filled(ours("playground.html"), general, frames, style=style, code=script("playground.js"))


def _general() -> dict[str, Any]:
    """Return what is the same for all data: metrics, programs, rules."""
    metrics = chosen(None)
    contested = [metric.name for metric in metrics if metric.weighted]
    programs = {C: recorded(metrics, usual_rates(), _counts(C, 1), DEFAULT_POLICY, contested) for C in (2, *SIZES)}
    content = content_of(evaluate(_counts(SIZES[0], 2)))
    whole = {name: grown({C: getattr(programs[C], name) for C in SIZES}) for name in PROGRAMS}
    asked = asking(content["confidence"], classwise(by_slopes=True))
    titles = {metric["name"]: metric["title"] for metric in content["metrics"]}
    kept = ("format", "version", "policy", "chosen", "confidence", "tied", "beyond", "by_class", "curved", "rope")
    words = ("yours", "positive", "positive_class", "positive_word")
    return {
        **{name: content[name] for name in (*kept, *words, "main", "first", "asked", "rates", "importance", "reach")},
        **whole,
        "of_two": {name: getattr(programs[2], name) for name in PROGRAMS},
        "title": "Steelyard playground",
        "metrics": [{**metric, "notes": [], "misleading": []} for metric in content["metrics"]],
        "others": [*_others(whole["program"], [metric.name for metric in metrics], contested)],
        "curved_left_out": True,
        "together": "the {pairs} pairs of models",
        "how": asked,
        "how_anew": asked,
        "why_no_intervals": "",
        "presets": [{**each, "weights": None} for each in content["presets"] if each["name"] in MECHANISMS],
        "notes": [OF_PYTHON.format(curved=", ".join(titles[name] for name in content["curved"]))],
        "tokens": {"label": LABEL, "model": MODEL_NAME},
        "limits": {
            "classes": MOST_CLASSES,
            "models": MOST_MODELS,
            "in_table": MOST_IN_TABLE,
            "side_by_side": MOST_SIDE_BY_SIDE,
            "many_classes": MANY_CLASSES,
        },
        "example": _example(),
    }


def _others(program: Mapping[str, Any], names: Sequence[str], contested: Sequence[str]) -> Any:
    """Yield where the values by other policies are among the outputs, as in `content`."""
    places = {output["metric"]: place for place, output in enumerate(program["outputs"])}
    for policy in (each for each in NAMING if each != DEFAULT_POLICY):
        for name in contested:
            place = places[other_name(name, policy)]
            yield {"metric": names.index(name), "output": place, "policy": policy, "said": OTHERWISE[policy]}


def _body(general: Mapping[str, Any], models: Sequence[str]) -> str:
    """Return the header and the main part of the page of some models, with one class of two to be repeated."""
    cm = Confusion(np.ones((len(models), 2, 2), dtype=int), [LABEL, "2"], axes={MODEL: list(models)})
    content = content_of(evaluate(cm, confidence=None))
    used = {name: general[name] for name in ("metrics", "confidence", "first")}
    presets = [{**each, "weights": [0.5, 0.5]} for each in general["presets"]]
    shown = {**content, **used, "presets": presets, "why_no_intervals": "", "notes": [], "order": [*range(len(models))]}
    parts = {**frame(shown), "charts": charts_of(shown)}
    template = ours("page.html")
    inside = template[template.index("<main>") : template.index("</main>") + len("</main>")]
    first = (
        "The numbers that you see first are those of the result. When you move something, the page computes them again"
    )
    inside = inside.replace(first, "Every number is computed in this page")
    return re.sub(r"\{\{(\w+)\}\}", lambda result: parts[result[1]], inside)


def _counts(classes: int, models: int) -> Confusion:
    """Return counts in which nothing is the same by accident."""
    counts = np.random.default_rng(0).integers(1, 30, (models, classes, classes)) + 20 * np.eye(classes, dtype=int)
    return Confusion(counts, [str(c) for c in range(classes)], axes={MODEL: [f"m{k}" for k in range(models)]})


def _example() -> str:
    """Return some rows to try: by accuracy the first model is better, by what it finds of the few sick the second."""
    kinds = {("sick", "sick", "sick"): 30, ("sick", "well", "sick"): 25, ("sick", "well", "well"): 9}
    kinds |= {("well", "well", "well"): 700, ("well", "well", "sick"): 90, ("well", "sick", "sick"): 20}
    rows = [",".join(kind) for kind, times in kinds.items() for _ in range(times)]
    return EXAMPLE.format(rows="\n".join(rows))
