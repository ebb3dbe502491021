"""The grammar of importances: one text for Python, the command line and configuration files.

    importance = term { "+" term }
    term       = factor { "*" factor }                 a number as a factor weighs the term in a sum
    factor     = "uniform" | "prevalence" | "rarity" [ "(" numbers ")" ] | "complement"
               | "(" importance ")" | "(" stated ")" | "(" order ")"
               | ( "exact" | "us" | "order" ) "(" order ")"
    stated     = name "=" number { "," … } [ "," "*" "=" ( "even" | "rarity" | "none" ) ]    or numbers alone
    order      = chain { ( ";" | "," ) chain }          chain = name ( "<" name … | ">" name … )

The outer parentheses of `stated` and `order` may be left out where they stand alone. Names with spaces or signs go in
quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from steelyard.importance.base import Importance
from steelyard.importance.complement import complement
from steelyard.importance.order import order
from steelyard.importance.prevalence import prevalence
from steelyard.importance.ranks import METHODS
from steelyard.importance.rarity import rarity
from steelyard.importance.stated import RESTS, stated
from steelyard.importance.uniform import uniform
from steelyard.importance.writing import BARE_NAME
from steelyard.labels import nearest

MECHANISMS: dict[str, Callable[[], Importance]] = {
    "uniform": uniform,
    "prevalence": prevalence,
    "rarity": rarity,
    "complement": complement,
}
ORDERS = {"order": "us", **{method: method for method in METHODS}}

_TOKEN = re.compile(
    r"""(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.-]*[\w]))"""
    rf"""|(?P<name>{BARE_NAME.pattern})"""
    r"""|(?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    r"""|(?P<sign>[-+*()=<>,;])"""
)


def parse(text: str) -> Importance:
    """Read an importance.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.parse("rarity * (c1=0.7, c5=0.3, *=even)")
    <importance: rarity * (c1=0.7, c5=0.3)>
    >>> sy.importance.parse("rarity * (c1=0.7, c5=)")
    Traceback (most recent call last):
    ValueError: cannot read the importance at character 22: expected a number after "=".
      rarity * (c1=0.7, c5=)
                           ^
    """
    return _Parser(text).whole()


def parse_order(text: str) -> tuple[tuple[str, str], ...]:
    """Read an order alone, such as "c3 < c1; c4 < c1"."""
    return _Parser(text).whole_order()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int

    @property
    def is_name(self) -> bool:
        return self.kind in ("name", "quoted", "number")


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._tokens()
        self.position = 0

    def _tokens(self) -> list[_Token]:
        tokens, at = [], 0
        while at < len(self.text):
            if self.text[at].isspace():
                at += 1
                continue
            match = _TOKEN.match(self.text, at)
            if match is None:
                self._fail(f"{self.text[at]!r} has no meaning here; put names with signs in quotes", at)
            kind = str(match.lastgroup)
            tokens.append(_Token(kind, match[0], at))
            at = match.end()
        tokens.append(_Token("end", "", len(self.text)))
        return tokens

    def _fail(self, why: str, at: int) -> NoReturn:
        start = self.text.rfind("\n", 0, at) + 1
        line = self.text[start:].split("\n", 1)[0]
        raise ValueError(f"cannot read the importance at character {at + 1}: {why}.\n  {line}\n  {' ' * (at - start)}^")

    @property
    def here(self) -> _Token:
        return self.tokens[self.position]

    def _peek(self, ahead: int) -> _Token:
        return self.tokens[min(self.position + ahead, len(self.tokens) - 1)]

    def _next(self) -> _Token:
        token = self.here
        self.position += 1
        return token

    def _take(self, sign: str) -> bool:
        if self.here.kind == "sign" and self.here.text == sign:
            self.position += 1
            return True
        return False

    def _expect(self, sign: str, why: str) -> None:
        if not self._take(sign):
            self._fail(f"expected {sign!r} {why}", self.here.at)

    # Importances.

    def whole(self) -> Importance:
        if self.here.kind == "end":
            self._fail("the text is empty", 0)
        found = self._bare_list() or self._sum()
        if self.here.kind != "end":
            self._fail(f"{self.here.text!r} was not expected", self.here.at)
        return found

    def _bare_list(self) -> Importance | None:
        """Read a stated list or an order, if one begins here."""
        if self.here.is_name and self._peek(1).text in ("<", ">") and self._peek(1).kind == "sign":
            return order(self._chains())
        named = self.here.is_name or (self.here.kind == "sign" and self.here.text == "*")
        if named and self._peek(1).kind == "sign" and self._peek(1).text == "=":
            return self._stated()
        if self.here.kind == "number" and self._peek(1).kind == "sign" and self._peek(1).text == ",":
            return stated(self._numbers())
        return None

    def _sum(self) -> Importance:
        terms = [self._term()]
        while self._take("+"):
            terms.append(self._term())
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        return total

    def _term(self) -> Importance:
        scale = 1.0
        found: Importance | None = None
        while True:
            factor = self._factor()
            if isinstance(factor, float):
                scale *= factor
            else:
                found = factor if found is None else found * factor
            if not self._take("*"):
                break
        if found is None:
            self._fail("a number alone is no importance; write what it weighs, as in '0.3 * rarity'", self.here.at)
        return found if scale == 1.0 else found * scale

    def _factor(self) -> Importance | float:
        token = self.here
        if token.kind == "sign" and token.text == "(":
            return self._parenthesis()
        if token.kind == "number":
            value = self._number("")
            if not value > 0:
                self._fail("a factor must be above 0", token.at)
            return value
        if token.kind == "name" and token.text in MECHANISMS:
            return self._mechanism()
        if token.kind == "name" and token.text in ORDERS and self._peek(1).text == "(":
            self.position += 2
            found = order(self._chains(), ranks=ORDERS[token.text])
            self._expect(")", "to close the order")
            return found
        if token.is_name:
            known = f"{', '.join(MECHANISMS)}, or a class followed by '=' or '<'"
            hint = nearest(token.text, [*MECHANISMS, *ORDERS]).removesuffix("?")
            self._fail(f"{token.text!r} is none of {known}{hint.replace(' Did', '; did')}", token.at)
        self._fail("expected an importance" + (f" before {token.text!r}" if token.text else ""), token.at)

    def _mechanism(self) -> Importance:
        token = self._next()
        if token.text == "rarity" and self._take("("):
            counts = self._named() if self._peek(1).text == "=" else self._numbers()
            self._expect(")", "to close the class sizes")
            return rarity(counts)
        return MECHANISMS[token.text]()

    def _parenthesis(self) -> Importance:
        self._expect("(", "")
        single = self.here.kind == "number" and self._peek(1).text == ")"
        found = stated(self._numbers()) if single else self._bare_list() or self._sum()
        self._expect(")", "to close the parenthesis")
        return found

    # Stated numbers.

    def _stated(self) -> stated:
        start = self.here.at
        values = self._named(rest_allowed=True)
        rest = str(values.pop("*", "even"))
        try:
            return stated(values, rest=rest)
        except ValueError as error:
            self._fail(str(error).removesuffix("."), start)

    def _named(self, *, rest_allowed: bool = False) -> dict[str, float]:
        values: dict[str, float] = {}
        while True:
            token = self.here
            if rest_allowed and self._take("*"):
                self._expect("=", "after '*'")
                rest = self._next()
                if rest.text not in RESTS:
                    self._fail(f"the rest can be {', '.join(RESTS)}", rest.at)
                values["*"] = rest.text  # type: ignore[assignment]  # taken out by _stated
                return values
            label = self._name()
            self._expect("=", f"after the class {label!r}")
            if label in values:
                self._fail(f"class {label!r} is named twice", token.at)
            values[label] = self._number(' after "="')
            if not self._take(","):
                return values

    def _numbers(self) -> list[float]:
        numbers = [self._number("")]
        while self._take(","):
            numbers.append(self._number(' after ","'))
        return numbers

    def _number(self, where: str) -> float:
        token = self._next()
        if token.text == "-" and token.kind == "sign":
            self._fail("a number here must be at least 0", token.at)
        if token.kind != "number":
            self._fail(f"expected a number{where}", token.at)
        value = float(token.text)
        if value == float("inf"):
            self._fail("a number here must be finite", token.at)
        return value

    def _name(self) -> str:
        token = self._next()
        if not token.is_name:
            self._fail("expected a class name", token.at)
        if token.kind != "quoted":
            return token.text
        return re.sub(r"\\(.)", r"\1", token.text[1:-1])

    # Orders.

    def whole_order(self) -> tuple[tuple[str, str], ...]:
        chains = self._chains()
        if self.here.kind != "end":
            self._fail(f"{self.here.text!r} was not expected", self.here.at)
        return chains

    def _chains(self) -> tuple[tuple[str, str], ...]:
        pairs: dict[tuple[str, str], None] = {}
        while True:
            self._chain(pairs)
            if not (self._take(";") or self._take(",")) or self.here.kind == "end":
                return tuple(pairs)

    def _chain(self, pairs: dict[tuple[str, str], None]) -> None:
        left = self._name()
        sign = self.here.text
        if sign not in ("<", ">") or self.here.kind != "sign":
            self._fail(f"expected '<' after the class {left!r}", self.here.at)
        while self.here.kind == "sign" and self.here.text in ("<", ">"):
            if self.here.text != sign:
                self._fail("one chain goes one way; begin another after ';'", self.here.at)
            self.position += 1
            right = self._name()
            pairs[(left, right) if sign == "<" else (right, left)] = None
            left = right
