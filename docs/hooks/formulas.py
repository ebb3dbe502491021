"""Turn LaTeX between $` and `$ into MathML while the site is built, so that the browser needs no script.

GitHub renders the same marks. A formula alone in its paragraph stands on a line of its own.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from latex2mathml.converter import convert

_COUNTS = re.compile(r"(?<![\w\\])(tp|fp|fn|tn)(?=[_\s^])")
_UPRIGHT = re.compile(r'<mrow>((?:<mi mathvariant="normal">\w</mi>){2,})</mrow>')
_ALONE = re.compile(r"<p>\$<code>([^<]*)</code>\$</p>")
_INLINE = re.compile(r"\$<code>([^<]*)</code>\$")


def mathml(latex: str, display: str = "inline") -> str:
    r"""Return a formula as MathML.

    Names of several letters become one upright identifier: `\mathrm{recall}` is one word, and the hits tp_i do not
    look like t times p_i.
    """
    converted = convert(_COUNTS.sub(r"\\mathrm{\1}", latex), display=display)
    joined = _UPRIGHT.sub(lambda letters: f"<mi>{re.sub('<[^>]*>', '', letters[1])}</mi>", converted)
    return joined.replace("<math ", "<math data-search-exclude ", 1)


def on_page_content(html: str, **_: Any) -> str:
    """Replace the formulas of a page."""
    html = _ALONE.sub(lambda found: f'<div class="formula">{mathml(unescape(found[1]), "block")}</div>', html)
    return _INLINE.sub(lambda found: mathml(unescape(found[1])), html)
