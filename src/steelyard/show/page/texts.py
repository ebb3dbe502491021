"""Words and numbers as HTML: names that are never markup, numbers as the script writes them."""

from __future__ import annotations

import html
import math
import re

from steelyard.show.numbers import with_minus


def text(words: str) -> str:
    """Return words as HTML; half a character, as some file systems have in names, becomes the sign for that.

    Examples
    --------
    >>> text("<b> & 'c'")
    '&lt;b&gt; &amp; &#x27;c&#x27;'
    """
    whole = words.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return html.escape(whole).replace("\r", "&#13;")  # which a browser would otherwise read as \n


TOGETHER = re.compile(r"(?<=\d) (?=%)|(?<=\bp) (?=[<=≥])|(?<=\bp [<=≥]) (?=\d)")
"""Spaces within a percentage and a p-value, at which no line ends."""


def prose(words: str) -> str:
    r"""Return sentences as HTML, in which no line ends within a percentage or a p-value.

    Examples
    --------
    >>> prose("(95 % interval 0.1 to 0.2; p < 0.001)") == "(95\xa0% interval 0.1 to 0.2; p\xa0&lt;\xa00.001)"
    True
    """
    return text(TOGETHER.sub("\xa0", words))


def name_of(words: str) -> str:
    """Return a name, kept apart from the direction of the words around it; in full when pointed at."""
    return f'<bdi class="name" title="{text(words)}">{text(words)}</bdi>'


def shown(value: float, digits: int = 3) -> str:
    """Return a number as `shown` of words.js does.

    Examples
    --------
    >>> shown(0.12345), shown(-0.02), shown(float("nan")), shown(float("inf"))
    ('0.123', '−0.020', '–', '∞')
    """
    if math.isnan(value):
        return "–"
    return with_minus(value, digits).replace("inf", "∞")


def between(low: float, high: float, digits: int = 3) -> str:
    """Return an interval as `between` of words.js does: nothing if there is none, a narrow one with one more digit.

    Beside a minus sign, a word stands between the ends, since a dash could be taken for another one.

    Examples
    --------
    >>> between(0.25, 0.5), between(float("nan"), float("nan")), between(0.5, 0.5)
    ('0.250 – 0.500', '', 'nothing varies')
    >>> between(0.9961, 0.9999, 2)
    '0.996 – 1.000'
    >>> between(-0.0952, -0.0251), between(-0.018, 0.01)
    ('−0.095 to −0.025', '−0.018 to 0.010')
    """
    if high - low < 1e-12:
        return "nothing varies"
    digits += high - low < 2 * 10.0**-digits
    first = shown(low, digits)
    return f"{first} {'to' if first.startswith('−') else '–'} {shown(high, digits)}" if low <= high else ""


def counted(count: float) -> str:
    """Return a count to one decimal as `counted` of matrix.js does; hardly anything is not nothing.

    Examples
    --------
    >>> counted(1234), counted(2.25), counted(0.01), counted(0)
    ('1,234', '2.3', '≈ 0', '0')
    """
    if count and abs(count) < 0.05:
        return "≈ 0"
    return f"{math.floor(10 * count + 0.5) / 10:,.15g}"


def number(value: float) -> str:
    """Return a number as an attribute holds it, to the last bit.

    Examples
    --------
    >>> number(0.1), number(2.0), number(float("nan")), number(float("-inf"))
    ('0.1', '2', 'NaN', '-Infinity')
    """
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return repr(value).removesuffix(".0")
