"""Show examples as people read them: prompts told from output, without the marks that only their test needs."""

from __future__ import annotations

import re
from typing import Any

_SESSION = re.compile(r"^```python$(?=\n>>>)", re.MULTILINE)
_TEST_MARKS = re.compile(r" *# doctest:.*$|^<BLANKLINE>$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Mark sessions for the highlighter, and hide the directives of doctest."""
    return _TEST_MARKS.sub("", _SESSION.sub("```pycon", markdown))
