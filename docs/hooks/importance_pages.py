"""One page per importance mechanism, an index and the grammar, made from the classes while the site is built."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docstrings import entries, sections
from mkdocs.structure.files import File
from page_text import inline_math, plain, table

import steelyard as sy
from steelyard.importance import Importance, grammar  # type: ignore[attr-defined]
from steelyard.importance import base as composite

FOLDER = "importance"
WINES = Path(__file__).parents[2] / "examples" / "wine_quality_red.csv"

EXAMPLES = {
    "uniform": "uniform",
    "prevalence": "prevalence",
    "rarity": "rarity",
    "complement": "complement",
    "stated": "3=0.5, 8=0.3",
    "order": "5 < 4 < 3; 6 < 7 < 8",
    "vague": "5 < 4 < 3; 3=0.3..0.5",
    "product": "rarity * (3=0.2, 8=0.6)",
    "sum": "0.3 * rarity + 0.7 * uniform",
}
"""For each mechanism a text of the grammar, for the wines of the shipped example."""

SENTENCES = {
    "rarity": "the rarer, the more important",
    "3=0.5, 8=0.3": "half the weight to quality 3, three tenths to 8, the rest shared evenly",
    "3=0.5, 8=0.3, *=rarity": "the rest shared by rarity",
    "3=1, 8=1, *=none": "only 3 and 8 matter, alike",
    "0.5, 0.1, 0.05, 0.05, 0.1, 0.2": "one number per class, in the order of the classes",
    "5 < 4 < 3; 6 < 7 < 8": "a partial order: two chains, nothing said between them",
    "8 > 7 > 6": "the same sign the other way round",
    "3=0.3..0.5": "between three and five tenths of the weight to quality 3, the rest open",
    "5 < 4 < 3; 3=0.3..; 8=0.2": "several statements: an order, at least, and exactly",
    "exact(5 < 4 < 3; 6 < 7 < 8)": "exact average ranks instead of the approximation",
    "rarity(3=100, 4=50, 5=10, 6=10, 7=20, 8=100)": "rarity from class sizes of your own, such as the training data's",
    "rarity * (3=0.2, 8=0.6)": "both criteria at once: the product",
    "0.3 * rarity + 0.7 * uniform": "a mixture: the weighted sum",
    "(rarity + uniform) * (8=0.5)": "parentheses group",
}
"""Texts of the grammar and what they say."""

INTRODUCTION = (
    "How much does each class matter? Say it as vaguely or exactly as you know it: "
    "[Say what matters](../say_what_matters.md) shows how. Each mechanism gives every class its relevance φ; the "
    "weights are φ scaled to sum to 1. One [grammar](grammar.md) writes them all.\n"
)
LETTERS = (
    "$`t_i`$ items of class $`i`$, $`n`$ all items, $`C`$ classes, $`u_i`$ what the user states, $`w_i^{(k)}`$ the "
    "weights of the $`k`$-th part and $`a_k`$ its factor; $`W`$ all weights that agree with what was said, $`w_0`$ "
    "those of its order.\n"
)


def mechanisms() -> dict[str, type[Importance]]:
    """Return the classes that declare a formula, by the names of their pages."""
    found = [getattr(sy.importance, name) for name in sy.importance.__all__] + [composite.Product, composite.Sum]
    declared = {cls.__name__.lower(): cls for cls in found if hasattr(cls, "formula")}
    return {name: declared[name] for name in EXAMPLES} | declared


def _weights(texts: Sequence[str], cm: sy.Confusion) -> str:
    head = ["quality", *(f"`{text}`" for text in texts)]
    columns = [sy.importance.parse(text).weights(cm) for text in texts]
    rows = [[str(label), *(f"{w[i]:.3f}" for w in columns)] for i, label in enumerate(cm.labels)]
    return table(head, rows)


def index_page(cm: sy.Confusion) -> str:
    """Write the table of the mechanisms and the weights they give the wines."""
    rows = [
        [f"[`{name}`]({name}.md)", plain(sections(cls)[""].splitlines()[0]), inline_math(cls.formula)]
        for name, cls in mechanisms().items()
    ]
    return "\n".join(
        [
            "# Importance\n",
            INTRODUCTION,
            table(["mechanism", "", "φ"], rows),
            LETTERS,
            "## The same wines, weighed nine ways\n",
            f"The shipped example has {cm.total:,} red wines of quality {cm.labels[0]} to {cm.labels[-1]}: "
            + ", ".join(f"{t:,} of {label}" for label, t in zip(cm.labels, cm.support, strict=True))
            + ".\n",
            _weights(list(EXAMPLES.values())[:4], cm),
            _weights(list(EXAMPLES.values())[4:], cm),
        ]
    )


def mechanism_page(name: str, cls: type[Importance], cm: sy.Confusion) -> str:
    """Write the page of one mechanism."""
    doc = sections(cls)
    how = sy.importance.parse(EXAMPLES[name])
    rows = [
        [str(label), f"{t:,}", f"{phi:.3f}", f"{w:.3f}"]
        for label, t, phi, w in zip(cm.labels, cm.support, how.relevance(cm), how.weights(cm), strict=True)
    ]
    parameters = (
        [
            "## Parameters\n",
            table(["", ""], [[f"`{names}`", plain(said)] for names, said in entries(doc["Parameters"])]),
        ]
        if "Parameters" in doc
        else []
    )
    return "\n".join(
        [
            f"# {name.capitalize()}\n",
            doc[""] + "\n",
            f"{inline_math(cls.formula)}\n",
            f"Reference: {plain(cls.reference)}.\n",
            *parameters,
            "## Example\n",
            f"```python\n{doc['Examples']}\n```\n",
            "## The shipped wines\n",
            f"`{EXAMPLES[name]}` gives\n",
            table(["quality", "items", "φ", "weight"], rows),
        ]
    )


def grammar_page(cm: sy.Confusion) -> str:
    """Write the grammar, as its module states it, and what texts of it mean."""
    first, rules, last = str(grammar.__doc__).strip().split("\n\n", 2)
    rows = [
        [f"`{text}`", plain(meaning), " ".join(f"{w:.2f}" for w in sy.importance.parse(text).weights(cm))]
        for text, meaning in SENTENCES.items()
    ]
    return "\n".join(
        [
            "# The grammar\n",
            first + "\n",
            f"```text\n{inspect.cleandoc(rules)}\n```\n",
            inspect.cleandoc(last) + "\n",
            f"Weights of the qualities {cm.labels[0]} to {cm.labels[-1]} of the shipped wines:\n",
            table(["text", "meaning", "weights"], rows),
        ]
    )


def pages() -> dict[str, str]:
    """Return all pages, by their path in the site's source."""
    cm = sy.Confusion.from_files(WINES, "quality", "tree")
    made = {f"{FOLDER}/{name}.md": mechanism_page(name, cls, cm) for name, cls in mechanisms().items()}
    return {f"{FOLDER}/index.md": index_page(cm), **made, f"{FOLDER}/grammar.md": grammar_page(cm)}


def on_config(config: Any) -> Any:
    """List the pages in the menu."""
    menu = next(section["Importance"] for section in config.nav if "Importance" in section)
    menu.extend({name: f"{FOLDER}/{name}.md"} for name in (*mechanisms(), "grammar"))
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages to the site."""
    for path, content in pages().items():
        files.append(File.generated(config, path, content=content))
    return files
