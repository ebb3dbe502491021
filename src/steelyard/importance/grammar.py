r"""The grammar of importances: one text for Python, the command line and configuration files.

    importance = term { "+" term }
    term       = factor { "*" factor }
    factor     = number                                 weighs the term in a sum
               | ( "uniform" | "prevalence" | "rarity" | "PREV" | "complement" ) [ "()" ]
               | ( "rarity" | "PREV" ) "(" numbers ")"  class sizes from elsewhere
               | "(" importance ")" | "(" said ")"
               | ( "exact" | "us" | "order" ) "(" order ")"
    said       = statement { ( ";" | "," ) statement }  or, in the order of the classes: number { "," number }
    statement  = name "=" ( number | range )            a weight; beside an order or a range, a share of 1
               | "*" "=" ( number | "even" | "rarity" | "none" ) what a class without a number gets
               | chain
    range      = number ".." number | number ".." | ".." number
    numbers    = name "=" number { "," … }              or, in the order of the classes: number { "," number }
    order      = chain { ( ";" | "," ) chain }          chain = name ( "<" name … | ">" name … )

- `said` needs its parentheses only where it is combined with something.
- Chains alone are an order, plain numbers alone are stated; anything else together says only which weights agree.
- `PREV` is Branco et al.'s word for `rarity`, although it stands for prevalence; `prevalence` is the opposite.
- A separator may follow the last entry. White space and line breaks mean nothing.
- A name is made of letters, digits, `_`, inner dots and hyphens, or is a number (`-1`). Others go in single or double
  quotes, with a backslash before a quote or a backslash: `"don't know"`, `'5" disk'`.
- A name before `=`, `<` or `>` is a class, so a class may be called `rarity`. Labels that are no texts are found by
  theirs: `1=0.7` finds the class 1.
- Every criterion and every product counts as weights that sum to 1; numbers and sums then work as in arithmetic:
  `2 * (a + b)` is `2 * a + 2 * b`, and the whole is scaled to sum to 1.
- Bad text is a ValueError that shows where.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from steelyard.counts.labels import nearest
from steelyard.importance.base import BARE_NAME, Importance, Product, Scaled, Sum
from steelyard.importance.mechanisms import RESTS, complement, prev, prevalence, rarity, stated, uniform
from steelyard.importance.order import Falling, order, vague
from steelyard.importance.ranks import METHODS
from steelyard.importance.region import checked_range
from steelyard.type_names import Range

MECHANISMS: dict[str, Callable[[], Importance]] = {
    "uniform": uniform,
    "prevalence": prevalence,
    "rarity": rarity,
    "complement": complement,
}
WORDS: dict[str, Callable[[], Importance]] = {**MECHANISMS, "PREV": prev, "prev": prev}
"""The mechanisms by name, and a paper's own word for one of them."""

ORDERS = {"order": "us", **{method: method for method in METHODS}}

MOST_NESTED = 50
"""Parentheses within parentheses; far from Python's own limit on recursion."""

SHOWN_BEFORE, SHOWN_AFTER, MOST_OF_A_WORD = 60, 20, 15
"""Characters of a long line that an error shows around its place, and so many more to the end of a word."""

# The quantifiers of characters are possessive (++), as backtracking over a long number would take cubic time; those of
# groups are not, as Python 3.11.2 goes on at the wrong place where such a group begins to match and then fails.
_TOKEN = re.compile(
    r"""(?P<number>-?(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?\d++)?(?![\w.]|-[\w.]))"""
    rf"""|(?P<name>{BARE_NAME.pattern})"""
    r"""|(?P<quoted>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')"""
    r"""|(?P<sign>[-+*()=<>,;])""",
    re.DOTALL,
)
_END = r"-?(?:\d++(?:\.(?!\.)\d*+)?|\.\d++)(?:[eE][-+]?\d++)?"
# Only after "=", since elsewhere "5.." is a name.
_SPACED = re.compile(r"(?P<name>\w+(?: +[\w-]+)+) *(?P<rest>[=<] *[\w.]+)")
"""A class whose name has spaces, without quotes, and what is said of it."""

_RANGE = re.compile(rf"(?P<low>{_END})?\s*+\.\.(?:\s*+(?P<high>{_END})|(?!\s*+{_END}))(?![\w.]|-[\w.])")


def parse(text: str) -> Importance:
    """Read an importance.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.parse("rarity * (c1=0.7, c5=0.3, *=even)")
    <importance: rarity * (c1=0.7, c5=0.3, *=even)>
    >>> sy.importance.parse("rarity * (c1=0.7, c5=)")
    Traceback (most recent call last):
    ValueError: cannot read the importance at character 22: expected a number after '='.
      rarity * (c1=0.7, c5=)
                           ^
    """
    return _Parser(text).whole()


def parse_order(text: str) -> tuple[tuple[str, str], ...]:
    """Read an order alone, such as "c3 < c1; c4 < c1"."""
    return _Parser(text).whole_order()


def _ends(text: str) -> tuple[str | None, str | None]:
    """Return the two ends of a range as they are written; None where it is open."""
    match = _RANGE.fullmatch(text)
    return (None, None) if match is None else (match["low"], match["high"])


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int

    @property
    def is_name(self) -> bool:
        return self.kind in ("name", "quoted", "number")

    @property
    def name(self) -> str:
        """The class that is meant, without quotes."""
        return re.sub(r"\\(.)", r"\1", self.text[1:-1], flags=re.DOTALL) if self.kind == "quoted" else self.text

    @property
    def shown(self) -> str:
        return repr(self.name if len(self.text) <= SHOWN_AFTER else self.name[:SHOWN_AFTER] + "…")

    def is_sign(self, *signs: str) -> bool:
        return self.kind == "sign" and self.text in signs


class _Parser:
    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise ValueError(f"an importance is read from a text, not from {text!r}.")
        self.text = text
        self.tokens = self._tokens()
        self.position = 0
        self.depth = 0

    def _tokens(self) -> list[_Token]:
        tokens: list[_Token] = []
        at = 0
        while at < len(self.text):
            if self.text[at].isspace():
                at += 1
                continue
            after_equals = bool(tokens) and tokens[-1].is_sign("=")
            ends = _RANGE.match(self.text, at) if after_equals else None
            if ends is not None:
                tokens.append(_Token("range", ends[0], at))
                at = ends.end()
                continue
            match = _TOKEN.match(self.text, at)
            if match is None:
                sign = self.text[at]
                if sign == "%" and tokens and tokens[-1].kind == "number":
                    share = f"{float(tokens[-1].text) / 100:.12g}"
                    raise self._error(f"write {share} instead of {tokens[-1].text}%", tokens[-1].at)
                what = "this quote is not closed" if sign in "\"'" else f"{sign!r} has no meaning here"
                raise self._error(f"{what}; names with signs in them go in quotes", at)
            tokens.append(_Token(str(match.lastgroup), match[0], at))
            at = match.end()
        tokens.append(_Token("end", "", len(self.text.rstrip())))
        return tokens

    def _error(self, why: str, at: int) -> ValueError:
        begin = max(self.text.rfind("\n", 0, at) + 1, at - SHOWN_BEFORE)
        end = at + SHOWN_AFTER
        end += len(self.text[end : end + MOST_OF_A_WORD].split(None, 1)[0]) if self._within_a_word(end) else 0
        line = self.text[begin:end].split("\n", 1)[0]
        shown = "".join(char if char.isprintable() else " " for char in line)
        ended = why if why.endswith((".", "?")) else f"{why}."
        return ValueError(
            f"cannot read the importance at character {at + 1}: {ended}\n  {shown}\n  {' ' * (at - begin)}^"
        )

    def _within_a_word(self, end: int) -> bool:
        return end < len(self.text) and not (self.text[end - 1].isspace() or self.text[end].isspace())

    def _build(self, make: Callable[..., Importance], *parts: Any, at: int, **options: Any) -> Importance:
        """Make an importance; what it refuses is shown in the text."""
        try:
            return make(*parts, **options)
        except ValueError as error:
            raise self._error(str(error).removesuffix("."), at) from None

    @property
    def here(self) -> _Token:
        return self.tokens[self.position]

    @property
    def following(self) -> _Token:
        return self.tokens[min(self.position + 1, len(self.tokens) - 1)]

    def _next(self) -> _Token:
        token = self.here
        self.position += token.kind != "end"
        return token

    def _take(self, *signs: str) -> bool:
        taken = self.here.is_sign(*signs)
        self.position += taken
        return taken

    def _expect(self, sign: str, why: str) -> None:
        if not self._take(sign):
            raise self._error(f"expected {sign!r} {why}", self.here.at)

    def _another(self, *separators: str) -> bool:
        """Whether a separator comes next, and then an entry: one may also end a list."""
        return self._take(*separators) and not (self.here.kind == "end" or self.here.is_sign(")"))

    def _end(self, *, bare_list: bool) -> None:
        if self.here.kind == "end":
            return
        hint = "; put the list before it in parentheses" if bare_list and self.here.is_sign("*", "+") else ""
        raise self._error(f"{self.here.shown} was not expected{hint}", self.here.at)

    # Importances.

    def whole(self) -> Importance:
        if self.here.kind == "end":
            raise self._error("the text is empty", 0)
        listed = self._list()
        importance = listed or self._sum()
        self._end(bare_list=listed is not None)
        return importance

    def _list(self) -> Importance | None:
        """Read statements or numbers, if they begin here."""
        start = self.here.at
        if self.here.kind == "number" and self.following.is_sign(","):
            return self._build(stated, self._numbers(), at=start)
        named = self.here.is_name and self.following.is_sign("<", ">", "=")
        if named or (self.here.is_sign("*") and self.following.is_sign("=")):
            return self._statements()
        return None

    def _sum(self) -> Importance:
        terms = [self._term()]
        while self._take("+"):
            terms.append(self._term())
        return Sum.of(*terms)

    def _term(self) -> Importance:
        start = self.here.at
        scale = 1.0
        factors: list[Importance] = []
        while True:
            if self.here.kind == "number":
                number = self.here
                scale *= self._number("")
                if scale == 0:
                    raise self._error("a factor must be above 0", number.at)
            else:
                factors.append(self._factor())
            if not self._take("*"):
                break
        if not factors:
            raise self._error("a number alone is no importance; write what it weighs, as in '0.3 * rarity'", start)
        return self._build(Scaled.of, self._build(Product.of, *factors, at=start), scale, at=start)

    def _factor(self) -> Importance:
        token = self.here
        if token.is_sign("("):
            return self._parenthesis()
        if token.kind == "name" and token.text in WORDS:
            return self._mechanism()
        if token.kind == "name" and token.text in ORDERS:
            self._next()
            self._expect("(", f"after {token.shown}")
            importance = self._build(order, self._chains(), at=token.at, ranks=ORDERS[token.text])
            self._expect(")", "to close the order")
            return importance
        if not token.is_name:
            raise self._error("expected an importance" + (f" before {token.shown}" if token.text else ""), token.at)
        if spaced := _SPACED.match(self.text, token.at):
            name, rest = spaced["name"], spaced["rest"].strip()
            raise self._error(f'a name with spaces goes in quotes: "{name}"{rest}', token.at)
        known = f"{', '.join(MECHANISMS)}, or a class followed by '=', '<' or '>' (in quotes if its name has spaces)"
        raise self._error(f"{token.shown} is none of {known}.{nearest(token.name, [*WORDS, *ORDERS])}", token.at)

    def _mechanism(self) -> Importance:
        token = self._next()
        made = WORDS[token.text]
        if not self._take("("):
            return made()
        if self._take(")"):
            return made()
        if made not in (rarity, prev):
            raise self._error(f"{token.shown} takes nothing in parentheses", self.here.at)
        counts = self._named() if self.following.is_sign("=") else self._numbers()
        importance = self._build(made, counts, at=token.at)
        self._expect(")", "to close the class sizes")
        return importance

    def _parenthesis(self) -> Importance:
        start = self._next().at
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise self._error(f"more than {MOST_NESTED} parentheses are open", start)
        single = self.here.kind == "number" and self.following.is_sign(")")
        importance = self._build(stated, self._numbers(), at=start) if single else self._list() or self._sum()
        self._expect(")", "to close the parenthesis")
        self.depth -= 1
        return importance

    # Statements.

    def _statements(self) -> Importance:
        """Read an order, numbers and ranges; alone or together they are an importance of their own."""
        start = self.here.at
        pairs: dict[tuple[str, str], None] = {}
        values: dict[str, float | Range] = {}
        rest: _Token | None = None
        while True:
            if self.here.is_sign("*"):
                rest = self._rest(rest)
            elif self.here.is_name and self.following.is_sign("<", ">"):
                self._chain(pairs)
            else:
                self._assignment(values, "'=', '<' or '>'", self._number_or_range)
            if not self._another(";", ","):
                break
        if pairs and not values and rest is None:
            return self._build(order, tuple(pairs), at=start)
        if not pairs and not any(isinstance(value, tuple) for value in values.values()):
            return self._build(
                stated, values, at=start, rest=rest and (rest.text if rest.kind != "number" else float(rest.text))
            )
        if rest is not None:
            raise self._error("beside an order or a range the rest is open, so nothing else can be said of it", rest.at)
        return self._build(vague, values, tuple(pairs), at=start)

    def _rest(self, before: _Token | None) -> _Token:
        """Read what classes without a number get."""
        sign = self._next()
        if before is not None:
            raise self._error("the rest is named twice", sign.at)
        self._expect("=", "after '*'")
        if self.here.text not in RESTS and self.here.kind != "number":
            raise self._error(f"the rest can be {', '.join(RESTS)}, or a number for each", self.here.at)
        return self._next()

    def _assignment(self, values: dict[str, Any], signs: str, read: Callable[[_Token], Any]) -> None:
        token = self._next()
        label = self._name(token)
        if not self._take("="):
            raise self._error(f"expected {signs} after the class {token.shown}", self.here.at)
        if label in values:
            raise self._error(f"class {token.shown} is named twice", token.at)
        values[label] = read(token)

    def _number_or_range(self, label: _Token) -> float | Range:
        token = self.here
        if token.kind != "range":
            return self._number(" after '='")
        self._next()
        low, high = (None if end is None else float(end) for end in _ends(token.text))
        if low is None and high is None:
            raise self._error("a range has at least one end, as in 0.2..", token.at)
        try:
            ends = checked_range(label.name, (low, high))
        except ValueError as error:
            raise self._error(str(error).removesuffix("."), token.at) from None
        return ends[0] if ends[0] == ends[1] else ends

    def _named(self) -> dict[str, float]:
        """Read numbers by class."""
        values: dict[str, float] = {}
        self._assignment(values, "'='", lambda _: self._number(" after '='"))
        while self._another(","):
            self._assignment(values, "'='", lambda _: self._number(" after '='"))
        return values

    def _numbers(self) -> list[float]:
        numbers = [self._number("")]
        while self._another(","):
            numbers.append(self._number(" after ','"))
        return numbers

    def _number(self, where: str) -> float:
        token = self._next()
        if token.kind != "number":
            named = (
                " or a class followed by '=' (in quotes if its name has spaces)" if token.is_name and not where else ""
            )
            raise self._error(f"expected a number{where}{named}", token.at)
        value = float(token.text)
        if not 0 <= value < float("inf"):
            raise self._error("a number here must be finite and at least 0", token.at)
        return value

    def _name(self, token: _Token) -> str:
        if not token.is_name:
            raise self._error("expected a class name", token.at)
        return token.name

    # Orders.

    def whole_order(self) -> tuple[tuple[str, str], ...]:
        chains = self._chains()
        self._end(bare_list=False)
        return chains

    def _chains(self) -> tuple[tuple[str, str], ...]:
        pairs: dict[tuple[str, str], None] = {}
        self._chain(pairs)
        while self._another(";", ","):
            self._chain(pairs)
        return tuple(pairs)

    def _chain(self, pairs: dict[tuple[str, str], None]) -> None:
        token = self._next()
        left = self._name(token)
        sign = self.here.text
        if not self.here.is_sign("<", ">"):
            raise self._error(f"expected '<' or '>' after the class {token.shown}", self.here.at)
        while self.here.is_sign("<", ">"):
            if self.here.text != sign:
                raise self._error("one chain goes one way; begin another after ';'", self.here.at)
            self.position += 1
            right = self._name(self._next())
            pairs[(left, right) if sign == "<" else cast("tuple[str, str]", Falling((right, left)))] = None
            left = right
