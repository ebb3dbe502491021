"""A line is right if its group is exactly that of its event; pairs of lines are those of the benchmark's evaluator."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard_papers.experiments.log_parsing.grouping import answers, pairwise

PEERS = json.loads((Path(__file__).parents[2] / "peers" / "log_parsing.json").read_text(encoding="utf-8"))

LINES = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from([0, 1, 2, 3, None])), max_size=12)


def test_an_event_that_is_split_or_merged_is_wrong_in_all_its_lines():
    assert answers("aabbccd", [1, 1, 2, 3, 4, 4, 4]) == ["a", "a", None, None, None, None, None]


def test_a_group_of_lost_lines_is_no_group():
    assert answers("ab", [1, None]) == ["a", None]
    assert pairwise("aabb", [None, None, 1, 1]).found == 1


@given(LINES)
def test_answers_are_those_of_comparing_sets_of_lines(lines):
    events, groups = [event for event, _ in lines], [group for _, group in lines]

    def having(names, name):
        return {i for i, other in enumerate(names) if other == name}

    expected = [e if g is not None and having(events, e) == having(groups, g) else None for e, g in lines]
    assert answers(events, groups) == expected


@given(LINES)
def test_pairs_are_those_of_looking_at_every_pair_of_lines(lines):
    found = pairwise([event for event, _ in lines], [group for _, group in lines])
    together = [(a[0] == b[0], a[1] == b[1] and a[1] is not None) for a, b in combinations(lines, 2)]
    assert found.true == sum(true for true, _ in together)
    assert found.found == sum(there for _, there in together)
    assert found.both == sum(true and there for true, there in together)


@given(LINES)
def test_f1_is_the_harmonic_mean_where_there_is_one(lines):
    found = pairwise([event for event, _ in lines], [group for _, group in lines])
    if found.precision and found.recall:
        assert found.f1 == 2 / (1 / found.precision + 1 / found.recall)


def test_without_pairs_nothing_is_defined_and_without_common_pairs_f1_is_0():
    alone = pairwise("abc", [1, 2, 3])
    assert (alone.precision, alone.recall, alone.f1) == (None, None, None)
    apart = pairwise("aabb", [1, 2, 1, 2])
    assert (apart.precision, apart.recall, apart.f1) == (0, 0, 0)


def test_pairs_are_exact():
    found = pairwise(["a"] * 1000 + ["b"] * 1000, [1] * 999 + [2] * 1001)
    assert found.recall == Fraction(999 * 998 // 2 + 1000 * 999 // 2, 1000 * 999)


@pytest.mark.parametrize("case", PEERS["made_up"], ids=lambda case: str(len(case["events"])))
def test_the_benchmarks_own_evaluator_says_the_same(case):
    events, groups = case["events"], case["groups"]
    found, right = pairwise(events, groups), sum(answer is not None for answer in answers(events, groups))
    assert right / len(events) == pytest.approx(case["accuracy"], abs=1e-12)
    for name in ("precision", "recall", "f1"):
        assert float(getattr(found, name)) == pytest.approx(case[name], abs=1e-12), name


def test_as_many_groups_as_lines():
    with pytest.raises(ValueError, match="there are 2 groups for 3 lines"):
        answers("abc", [1, 2])
