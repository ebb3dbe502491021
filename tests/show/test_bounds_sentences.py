"""How bounds were found, in words."""

from dataclasses import replace
from typing import get_args

import pytest

from steelyard.lab.bounding.result import Course, End, Search
from steelyard.show.bounds import COURSES

END = End(0.25, attained=True, exact="1/4", matrix=((1, 3), (0, 4)), at_matrix=0.25)


def how(**search):
    return replace(END, search=Search(**search)).how


def test_every_course_is_told():
    assert set(COURSES) == set(get_args(Course)) - {""}


@pytest.mark.parametrize(
    ("search", "told"),
    [
        ({"tried": 20, "among": 20, "complete": True}, "all 20 matrices with these class sizes were tried"),
        (
            {"tried": 20, "among": 20, "complete": True, "undefined": 2},
            "all 20 matrices with these class sizes were tried; undefined at 2 of them",
        ),
        (
            {"tried": 7320, "among": 3 * 10**9, "undefined": 1},
            (
                "a directed search over 7,320 of the 10^9 or so matrices with these class sizes; undefined at 1 of "
                "them; the furthest found, which others may surpass"
            ),
        ),
        (
            {"tried": 2388, "course": "converges"},
            (
                "a directed search over 2,388 matrices with class sizes alike and far apart; a sequence of them with "
                "ever larger ratios converges; the furthest found, which others may surpass"
            ),
        ),
    ],
)
def test_what_was_tried_and_whether_it_is_sure(search, told):
    assert how(**search) == told


def test_an_end_of_the_declared_range_is_sure_and_an_infinite_one_is_reached_or_seen():
    assert replace(END, known=True).how.endswith("; the declared range ends there")
    infinite = replace(END, value=float("inf"))
    assert infinite.how.endswith("; as far as was seen")
    assert replace(infinite, known=True).how.endswith("; nothing goes beyond")
