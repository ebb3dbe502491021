from __future__ import annotations

import re
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from searching import examples
from steelyard.counts.labels import text
from steelyard.importance import complement, order, parse, prevalence, rarity, stated, uniform
from steelyard.importance.grammar import MECHANISMS, MOST_NESTED, ORDERS, parse_order
from steelyard.importance.order import vague

MEANINGS = [
    ("uniform", uniform()),
    ("  rarity\n", rarity()),
    ("complement()", complement()),
    ("rarity()", rarity()),
    ("rarity(90, 10)", rarity([90, 10])),
    ("rarity(a=90, b=10,)", rarity({"a": 90, "b": 10})),
    ("c1=0.7, c5=0.3", stated({"c1": 0.7, "c5": 0.3})),
    ("(c1=0.7, c5=0.3)", stated({"c1": 0.7, "c5": 0.3})),
    ("((c1=0.7))", stated({"c1": 0.7})),
    ("c1=0.7, *=even", stated({"c1": 0.7}, rest="even")),
    ("c1=0.7, *=rarity", stated({"c1": 0.7}, rest="rarity")),
    ("c1=0.7, *=none", stated({"c1": 0.7}, rest="none")),
    ("*=none, c1=0.7", stated({"c1": 0.7}, rest="none")),
    ("c1=.5, c2=5e-1, c3=1E+0, c4=1.", stated({"c1": 0.5, "c2": 0.5, "c3": 1, "c4": 1})),
    ("c1=-0", stated({"c1": 0})),
    ("0.7, 0.3", stated([0.7, 0.3])),
    ("0.7, 0.3,", stated([0.7, 0.3])),
    ("(1)", stated([1])),
    ("1,", stated([1])),
    ("c3 < c2 < c1", order("c3 < c2 < c1")),
    ("c1 > c2 > c3", order("c3 < c2 < c1")),
    ("c3 < c1; c4 < c1", order([("c3", "c1"), ("c4", "c1")])),
    ("c3 < c1, c4 < c1;", order([("c3", "c1"), ("c4", "c1")])),
    ("(c3 < c1;)", order("c3 < c1")),
    ("order(c3 < c1)", order("c3 < c1")),
    ("us(c3 < c1)", order("c3 < c1")),
    ("exact(c3 < c1; c4 < c1)", order("c3 < c1; c4 < c1", ranks="exact")),
    ("rarity * (c1=0.7, c5=0.3, *=even)", rarity() * stated({"c1": 0.7, "c5": 0.3}, rest="even")),
    ("rarity * (c1 < c2)", rarity() * order("c1 < c2")),
    ("0.3 * rarity + 0.7 * uniform", 0.3 * rarity() + 0.7 * uniform()),
    ("rarity * 0.3 + uniform * 0.7", 0.3 * rarity() + 0.7 * uniform()),
    ("2 * 3 * rarity", 6 * rarity()),
    ("1 * rarity", rarity()),
    ("2 * (0.5)", 2 * stated([0.5])),
    ("(rarity + uniform) * prevalence", (rarity() + uniform()) * prevalence()),
    ("rarity + uniform * prevalence", rarity() + uniform() * prevalence()),
    ("2 * (rarity + uniform)", 2 * rarity() + 2 * uniform()),
    ("rarity\n  * (c1=0.7,\n     c5=0.3)", rarity() * stated({"c1": 0.7, "c5": 0.3})),
    # Ranges, and several statements.
    ("c1=0.7; c5=0.3;", stated({"c1": 0.7, "c5": 0.3})),
    ("c1=0.2..0.4", vague({"c1": (0.2, 0.4)})),
    ("c1 = 0.2 .. 0.4", vague({"c1": (0.2, 0.4)})),
    ("c1=0.2..", vague({"c1": (0.2, None)})),
    ("c1=0.2..1", vague({"c1": (0.2, None)})),
    ("c1=..0.4", vague({"c1": (None, 0.4)})),
    ("c1=0..0.4", vague({"c1": (None, 0.4)})),
    ("c1=0..1", vague({"c1": (0, 1)})),
    ("c1=.2...4", vague({"c1": (0.2, 0.4)})),
    ("c1=1e-3..5e-1", vague({"c1": (0.001, 0.5)})),
    ("c1=1e-300..", vague({"c1": (1e-300, None)})),
    ("c1=0.3..0.3", stated({"c1": 0.3})),
    ("fatal=0.3..0.5, minor=0.2", vague({"fatal": (0.3, 0.5), "minor": 0.2})),
    ("ok < minor < fatal; fatal=0.5..0.7", vague({"fatal": (0.5, 0.7)}, "ok < minor < fatal")),
    ("fatal=0.5..0.7; fatal > minor > ok", vague({"fatal": (0.5, 0.7)}, "ok < minor < fatal")),
    ("ok < minor, fatal=0.5", vague({"fatal": 0.5}, "ok < minor")),
    ("rarity * (ok < minor; fatal=..0.5)", rarity() * vague({"fatal": (None, 0.5)}, "ok < minor")),
    # Names.
    ("1=0.7, 5=0.3", stated({"1": 0.7, "5": 0.3})),
    ("-1=0.7, 1=0.3", stated({"-1": 0.7, "1": 0.3})),
    ("-1<1", order([("-1", "1")])),
    ("1.5=0.7, 1e3=0.3", stated({"1.5": 0.7, "1e3": 0.3})),
    ("not-spam=0.7", stated({"not-spam": 0.7})),
    ("v1.2 < v1.10", order([("v1.2", "v1.10")])),
    ("3rd=0.2, 10-20=0.5, 2020-01-31=0.3", stated({"3rd": 0.2, "10-20": 0.5, "2020-01-31": 0.3})),
    ("5..=0.5", stated({"5..": 0.5})),
    ("5..=0.5..", vague({"5..": (0.5, None)})),
    ("5..6 < 7..8", order([("5..6", "7..8")])),
    ("naïve=0.5, 良性=0.5", stated({"naïve": 0.5, "良性": 0.5})),
    ('"a b"=0.5', stated({"a b": 0.5})),
    ("'a b'=0.5", stated({"a b": 0.5})),
    ('"don\'t know"=0.5', stated({"don't know": 0.5})),
    (r'"5\" disk"=0.5', stated({'5" disk': 0.5})),
    (r"'a\\b' < 'it\'s'", order([("a\\b", "it's")])),
    ('"a\nb"=0.5', stated({"a\nb": 0.5})),
    ('""=0.5', stated({"": 0.5})),
    ('"*"=0.5, *=none', stated({"*": 0.5}, rest="none")),
    ('"<" < "="', order([("<", "=")])),
    # Classes that are called like words of the grammar.
    ("rarity=0.3, x=0.7", stated({"rarity": 0.3, "x": 0.7})),
    ("x=0.3, uniform=0.7", stated({"x": 0.3, "uniform": 0.7})),
    ("rarity < x", order([("rarity", "x")])),
    ("exact(exact < order < us)", order([("exact", "order"), ("order", "us")], ranks="exact")),
    ("rarity * (rarity=1)", rarity() * stated({"rarity": 1})),
    ("rarity(rarity=1, x=2)", rarity({"rarity": 1, "x": 2})),
    ("even=0.5, none=0.5, *=even", stated({"even": 0.5, "none": 0.5}, rest="even")),
]


@pytest.mark.parametrize(("written", "meant"), MEANINGS)
def test_what_a_text_means(written, meant):
    assert parse(written) == meant
    assert parse(str(meant)) == meant


def test_every_word_of_the_grammar_is_in_its_description():
    from steelyard.importance import grammar

    assert all(f'"{word}"' in grammar.__doc__ for word in [*MECHANISMS, *ORDERS, "even", "none"])


def test_integer_labels_are_found(amazon):
    np.testing.assert_allclose(parse("1=0.7, 5=0.3").weights(amazon), [0.7, 0, 0, 0, 0.3], atol=1e-15)


def test_negative_labels_are_found(sized):
    np.testing.assert_allclose(parse("-1=0.9, 1=0.1").weights(sized([1, 1], [-1, 1])), [0.9, 0.1])


# What is wrong, the character at which the caret must stand (marked by ‸), and words of the reason.
ERRORS = [
    ("‸", "the text is empty"),
    ("‸   ", "the text is empty"),
    ("rarity *‸", "expected an importance"),
    ("rarity *‸  \n ", "expected an importance"),
    ("rarity * ‸* uniform", "expected an importance before '*'"),
    ("‸* rarity", "expected an importance before '*'"),
    ("rarity ‸uniform", "'uniform' was not expected"),
    ("rarity +‸ ", "expected an importance"),
    ("rarity‸)", "')' was not expected"),
    ("(rarity‸", "expected ')' to close the parenthesis"),
    ("(rarity * (c1=0.7)‸", "expected ')' to close the parenthesis"),
    (
        "‸rarty",
        (
            "'rarty' is none of uniform, prevalence, rarity, complement, or a class followed by '=', '<' or '>' (in "
            "quotes if its name has spaces). Did you mean 'rarity'?\n"
        ),
    ),
    ("rarity * ‸c1", "'c1' is none of"),
    ("‸'c 1'", "'c 1' is none of"),
    ("‸0.3", "a number alone is no importance"),
    ("rarity + ‸0.3 * 2", "a number alone is no importance"),
    ("‸0 * rarity", "a factor must be above 0"),
    ("rarity * ‸0", "a factor must be above 0"),
    ("‸-1 * rarity", "a number here must be finite and at least 0"),
    ("‸1e999 * rarity", "a number here must be finite and at least 0"),
    ("rarity + ‸1e200 * 1e200 * uniform", "can be multiplied by a finite number above 0, not by inf"),
    ("‸(1e200 * rarity) * (1e200 * uniform)", "can be multiplied by a finite number above 0, not by inf"),
    ("uniform(‸3)", "'uniform' takes nothing in parentheses"),
    ("exact‸ ", "expected '(' after 'exact'"),
    ("exact ‸rarity", "expected '(' after 'exact'"),
    ("(‸)", "expected an importance before ')'"),
    # Stated numbers.
    ("c1=‸", "expected a number after '='"),
    ("rarity * (c1=0.7, c5=‸)", "expected a number after '='"),
    ("c1=‸x", "expected a number after '='"),
    ("c1=‸nan", "expected a number after '='"),
    ("c1=‸'0.7'", "expected a number after '='"),
    ("c1=‸-0.7", "a number here must be finite and at least 0"),
    ("c1=‸- 0.7", "expected a number after '='"),
    ("c1=‸1e999", "a number here must be finite and at least 0"),
    ("c1=0.7, ‸c1=0.3", "class 'c1' is named twice"),
    ("c1=0.7, ‸'c1'=0.3", "class 'c1' is named twice"),
    ("c1=0.7, c5‸", "expected '=', '<' or '>' after the class 'c5'"),
    ("c1=0.7, ‸, c5=0.3", "expected a class name"),
    ("c1=0.7 ‸c5=0.3", "'c5' was not expected"),
    ("0.7, 0.3‸; c5=0.3", "';' was not expected"),
    ("rarity(a=1‸; b=2)", "expected ')' to close the class sizes"),
    # Ranges, and an order beside numbers.
    ("c1=‸..", "a range has at least one end, as in 0.2.."),
    ("c1=‸0.4..0.2", "the range of class 'c1' goes from 0.4 down to 0.2; write the lower end first"),
    ("c1=‸0.4..1.5", "lies between 0 and 1, but class 'c1' has 1.5"),
    ("c1=‸-0.4..0.5", "a weight must be a finite number of at least 0, but class 'c1' has -0.4"),
    ("c1=‸0.2..x", "expected a number after '='"),
    ("c1=‸0.2..0.3..0.4", "expected a number after '='"),
    ("c1=0.2.. ‸c2=0.3", "'c2' was not expected"),
    ("rarity(c1=‸0.2..0.4)", "expected a number after '='"),
    ("‸c1=3, c2=0.2..0.4", "a weight beside an order or a range is a share of 1 and lies between 0 and 1"),
    ("‸c1 < c2; c3 = 4", "a weight beside an order or a range is a share of 1 and lies between 0 and 1"),
    ("c1=0.2..0.4, *=‸rarity", "beside an order or a range the rest is open, so nothing else can be said of it"),
    ("c1 < c2; *=‸none", "beside an order or a range the rest is open"),
    ("c1 < c2, *=‸even", "beside an order or a range the rest is open, so nothing else can be said of it"),
    ("minor=0.2; fatal=0.3..0.5, *=‸even", "beside an order or a range the rest is open"),
    ("rarity * (‸a=0.3, b=0.1, a < b)", "the order puts 'a' below 'b', but 'a' weighs 0.3 and 'b' 0.1"),
    ("‸a=0.6.., b=0.5..", "the weights sum to 1, but 'a' at least 0.6 and 'b' at least 0.5 make 1.1 already"),
    ("c1=0.7 ‸* rarity", "'*' was not expected; put the list before it in parentheses"),
    ("c1 < c2 ‸+ rarity", "'+' was not expected; put the list before it in parentheses"),
    ("c1=0.7, *=‸evn", "the rest can be even, rarity, none"),
    ("c1=0.7, *=‸'even'", "the rest can be even, rarity, none"),
    ("c1=0.7, *=‸", "the rest can be even, rarity, none"),
    ("c1=0.7, *‸", "expected '=' after '*'"),
    ("c1=0.7, *=even, ‸*=none", "the rest is named twice"),
    ("‸*=even", "an importance must be given for at least one class, but none is named"),
    ("rarity * (‸c1=0, *=none)", "the stated importance gives every class 0"),
    ("‸0, 0", "the stated importance gives every class 0"),
    ("rarity * ‸(0)", "the stated importance gives every class 0"),
    ("0.7, ‸x", "expected a number after ','"),
    ("rarity(‸x)", "expected a number"),
    ("rarity(1, 2‸", "expected ')' to close the class sizes"),
    ("rarity(a=1, ‸*=even)", "expected a class name"),
    ("uniform * ‸rarity(a=0, b=1)", "a class size for rarity must be a finite number above 0, but class 'a' has 0.0"),
    # Orders.
    ("c1 <‸", "expected a class name"),
    ("c1 < ‸< c2", "expected a class name"),
    ("c1 < c2 ‸> c3", "one chain goes one way; begin another after ';'"),
    ("c1 < c2; c3‸", "expected '=', '<' or '>' after the class 'c3'"),
    ("exact(c1 < c2; c3 ‸= 4)", "expected '<' or '>' after the class 'c3'"),
    ("c1 < c2; ‸; c3 < c4", "expected a class name"),
    ("rarity * (‸c1 < c2 < c1)", "the order contains a cycle: c1 < c2 < c1"),
    ("rarity * ‸exact(c1 < c1)", "the order contains a cycle: c1 < c1"),
    ("exact(c1 < c2‸", "expected ')' to close the order"),
    ("exact(‸)", "expected a class name"),
    ("exact(‸(c1 < c2))", "expected a class name"),
    # Signs and quotes.
    ("c1 ‸& c2", "'&' has no meaning here; names with signs in them go in quotes"),
    ("cö‸#=1", "'#' has no meaning here"),
    ("icu=‸70%", "write 0.7 instead of 70%."),
    ("icu=‸12.5 %, ward=0.1", "write 0.125 instead of 12.5%."),
    ("icu=‸%", "'%' has no meaning here"),
    ("‸'c1=0.7", "this quote is not closed"),
    ('c1=0.7, ‸"c2', "this quote is not closed"),
    ("‸'c1\\'", "this quote is not closed"),
    ("c1=0.7,\nc2=0.2,\nc3=‸x", "expected a number after '='"),
    ("c1=0.7,\n\tc2=‸x", "expected a number after '='"),
    ("a" * 500 + "=‸x" + "y" * 500, "expected a number after '='"),
]


def pointed_at(error, written):
    """Return the place an error names, after checking that its caret stands under that character."""
    message = str(error)
    place = re.match(r"cannot read the importance at character (\d+): ", message)
    assert place, message
    at = int(place[1]) - 1
    assert 0 <= at <= len(written), message
    reason, line, caret = message.rsplit("\n", 2)
    assert reason.endswith((".", "?"))
    assert line.startswith("  ")
    assert caret.endswith("^")
    column = len(caret) - 1
    assert caret == " " * column + "^"
    assert 2 <= column <= len(line)
    above = line[column] if column < len(line) else ""
    there = written[at] if at < len(written) else ""
    assert above.strip() == (there.strip() if there.isprintable() else "")
    assert len(line) < 100
    return at


@pytest.mark.parametrize(("marked", "reason"), ERRORS)
def test_an_error_points_at_the_right_character(marked, reason):
    at, written = marked.index("‸"), marked.replace("‸", "")
    with pytest.raises(ValueError, match=re.escape(reason)) as caught:
        parse(written)
    assert pointed_at(caught.value, written) == at


def test_the_last_word_that_is_shown_is_whole():
    with pytest.raises(ValueError, match="or a class followed by '=', '<' or '>'") as caught:
        parse("icu is most important here")
    assert str(caught.value).splitlines()[1] == "  icu is most important"


def test_the_caret_stands_under_the_character():
    with pytest.raises(ValueError, match="expected") as caught:
        parse("c1=0.7,\n  c2 = oops")
    assert str(caught.value) == (
        "cannot read the importance at character 16: expected a number after '='.\n    c2 = oops\n         ^"
    )


@pytest.mark.parametrize(("marked", "reason"), [("c1 ‸= 3", "'<'"), ("c1 < c2 ‸)", "')' was not"), ("‸", "class name")])
def test_an_order_alone_points_too(marked, reason):
    at, written = marked.index("‸"), marked.replace("‸", "")
    with pytest.raises(ValueError, match=re.escape(reason)) as caught:
        order(written)
    assert pointed_at(caught.value, written) == at


@pytest.mark.parametrize("given_text", [None, 5, b"rarity", ["rarity"]])
def test_only_texts_are_read(given_text):
    with pytest.raises(ValueError, match=r"^an importance is read from a text, not from .*\.$"):
        parse(given_text)


# Long texts.


@pytest.mark.parametrize("piece", ["(", "rarity * (", "exact(", "rarity(", "2 * (rarity + "])
def test_endless_nesting_is_refused(piece):
    with pytest.raises(ValueError, match=r"^cannot read the importance") as caught:
        parse(piece * 10_000)
    pointed_at(caught.value, piece * 10_000)


def test_nesting_is_allowed_up_to_a_limit():
    assert parse("(" * MOST_NESTED + "rarity" + ")" * MOST_NESTED) == rarity()
    with pytest.raises(ValueError, match=f"more than {MOST_NESTED} parentheses are open"):
        parse("(" * (MOST_NESTED + 1) + "rarity" + ")" * (MOST_NESTED + 1))
    assert parse(" + ".join(["(rarity)"] * 2 * MOST_NESTED)).weights(sy.Confusion(np.eye(2))).tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    "written",
    [
        "1" * 50_000,
        "1" * 50_000 + "x",
        "1" * 25_000 + "." + "1" * 25_000 + ".",
        "1-" * 25_000,
        "a-" * 25_000,
        "a." * 25_000 + "=",
        '"' + "\\" * 50_001,
        "'" * 49_999,
        "-" * 50_000,
        " " * 50_000,
        "a=1," * 10_000,
        "rarity*" * 10_000,
        "1*" * 10_000,
        "1e" * 20_000,
    ],
    ids=lambda written: written[:5],
)
def test_long_garbage_is_refused_soon(written):
    before = time.process_time()
    with pytest.raises(ValueError, match=r"^cannot read the importance") as caught:
        parse(written)
    assert time.process_time() - before < 2
    pointed_at(caught.value, written)
    assert len(str(caught.value)) < 1_000


def test_many_classes():
    names = [f"class-{i}" for i in range(20_000)]
    before = time.process_time()
    importance = parse(", ".join(f"{name}=1" for name in names))
    assert importance == stated(dict.fromkeys(names, 1))
    assert time.process_time() - before < 4


# Round trips.

LABELS = st.lists(
    st.one_of(
        st.text(max_size=5),
        st.sampled_from([*MECHANISMS, *ORDERS, "even", "*", "a-b", "a.b", "-1", "1e5", "1e+5", "5..", "\\", '"', "'"]),
        st.integers(-20, 20),
        st.floats(allow_nan=False, width=16),
        st.none(),
        st.tuples(st.integers(0, 3), st.text(max_size=2)),
    ),
    min_size=2,
    max_size=5,
    unique_by=(text, lambda label: label),
)
SIZES = st.floats(1e-3, 1e9)


def leaves(labels):
    shares = st.floats(0, 1 / len(labels))
    some = st.lists(st.sampled_from(labels), min_size=1, unique_by=text)
    named = some.flatmap(lambda chosen: st.fixed_dictionaries(dict.fromkeys(chosen, shares)))
    ranges = some.flatmap(
        lambda chosen: st.fixed_dictionaries(dict.fromkeys(chosen, st.tuples(shares, st.floats(0.6, 1))))
    )
    pairs = st.permutations(labels).flatmap(
        lambda turned: st.lists(
            st.tuples(st.integers(0, len(labels) - 2), st.integers(1, len(labels) - 1)).filter(lambda p: p[0] < p[1]),
            min_size=1,
            max_size=5,
        ).map(lambda at: [(turned[low], turned[high]) for low, high in at])
    )
    return st.one_of(
        st.sampled_from([uniform(), prevalence(), rarity(), complement()]),
        st.builds(stated, named, rest=st.sampled_from(["even", "rarity"])),
        st.builds(stated, named.filter(lambda values: any(values.values())), rest=st.just("none")),
        st.builds(stated, st.lists(shares, min_size=len(labels), max_size=len(labels)).filter(any)),
        st.builds(rarity, st.lists(SIZES, min_size=len(labels), max_size=len(labels))),
        st.builds(rarity, st.fixed_dictionaries(dict.fromkeys(labels, SIZES))),
        st.builds(order, pairs, ranks=st.sampled_from(["us", "exact"])),
        st.builds(vague, ranges),
        st.builds(vague, ranges.map(lambda given: {label: (0, ends[1]) for label, ends in given.items()}), pairs),
    )


def importances(labels):
    return st.recursive(
        leaves(labels),
        lambda parts: st.one_of(
            st.builds(lambda a, b: a * b, parts, parts),
            st.builds(lambda a, b: a + b, parts, parts),
            st.builds(lambda a, factor: factor * a, parts, st.floats(1e-3, 1e3)),
        ),
        max_leaves=6,
    )


def outcome(importance, cm):
    try:
        return importance.weights(cm).tolist()
    except ValueError as error:  # such as a product that gives every class 0
        return str(error)


@examples(2.5)
@given(LABELS.flatmap(lambda labels: st.tuples(st.just(labels), importances(labels))))
def test_every_importance_reads_back_as_itself(labels_and_importance):
    labels, importance = labels_and_importance
    cm = sy.Confusion(np.diag(np.arange(1, len(labels) + 1)), labels=labels)
    again = parse(str(importance))
    assert str(again) == str(importance)
    assert again == importance
    assert hash(again) == hash(importance)
    assert outcome(again, cm) == outcome(importance, cm)


PIECES = st.sampled_from(
    [
        *MECHANISMS,
        *ORDERS,
        *"()=<>,;*+-.\"'\\ \n\t#…é",
        "a",
        "b-c",
        "0.5",
        "0",
        "1e999",
        "1e-400",
        "even",
        "none",
        "*=",
        "..",
        "=0.2..",
    ]
)


@examples(6)
@given(st.one_of(st.text(max_size=30), st.lists(PIECES, max_size=14).map("".join), st.lists(PIECES).map(" ".join)))
def test_garbage_is_refused_with_a_place_or_reads_back(written):
    try:
        importance = parse(written)
    except ValueError as error:
        pointed_at(error, written)
    else:
        assert parse(str(importance)) == importance


@examples(2)
@given(st.lists(PIECES, max_size=10).map(" ".join))
def test_garbage_orders_are_refused(written):
    try:
        pairs = parse_order(written)
    except ValueError as error:
        pointed_at(error, written)
    else:
        assert pairs


@examples(2)
@given(st.sampled_from([written for written, _ in MEANINGS]), st.data())
def test_a_damaged_text_is_refused_with_a_place_or_reads_back(written, data):
    at = data.draw(st.integers(0, len(written)))
    damaged = written[:at] + data.draw(PIECES) + written[at + data.draw(st.integers(0, 2)) :]
    try:
        importance = parse(damaged)
    except ValueError as error:
        pointed_at(error, damaged)
    else:
        assert parse(str(importance)) == importance
