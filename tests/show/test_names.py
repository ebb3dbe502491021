"""Names that stand side by side: one line each, bounded, and different if the labels are."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.show.names import shortened, width

ALIKE = st.builds("{}{}{}".format, st.just("a" * 30), st.text("xyz #1…", max_size=40), st.just("b" * 30))
LABELS = st.lists(st.one_of(ALIKE, st.text(), st.integers(), st.none()), unique=True, max_size=30)


@given(LABELS, st.integers(8, 30))
def test_different_labels_stay_different_on_one_line_of_bounded_width(labels, widest):
    shown = shortened(labels, widest)
    assert len(set(shown)) == len(shown) == len(labels)
    assert all(width(name) <= widest and name.isprintable() for name in shown)


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (["cat", "dog"], ["cat", "dog"]),
        ([], []),
        (["a" * 30 + "b" * 30, "c"], ["a" * 11 + "…" + "b" * 12, "c"]),
        (
            ["a" * 30 + "1" + "b" * 30, "a" * 30 + "2" + "b" * 30],
            ["…" + "a" * 11 + middle + "b" * 10 + "…" for middle in "12"],
        ),
        (["a" * 30, "a" * 31], ["a" * 11 + "…" + "a" * 12, "…" + "a" * 12]),
        (["a" * 30, "a" * 30 + "\n"], ["a" * 10 + "…" + "a" * 10 + f" #{number}" for number in "12"]),
        (
            ["a" * 30 + "b" * 30, "a" * 11 + "…" + "b" * 12],
            ["…" + "a" * 22 + "…", "a" * 11 + "…" + "b" * 12],
        ),
        (["a b", "a\nb", "a b #1"], ["a b #2", "a b #3", "a b #1"]),
        (["", "a"], ["''", "a"]),
        (["", " \n", "''"], ["'' #1", "'' #2", "'' #3"]),
        ([1, "1", None, "(missing)"], ["1 #1", "1 #2", "(missing) #1", "(missing) #2"]),
        (
            ["葡萄酒" * 10 + "一" + "x" * 30, "葡萄酒" * 10 + "二" + "x" * 30],
            [f"…萄酒葡萄酒{place}xxxxxxxxxx…" for place in "一二"],
        ),
    ],
)
def test_what_is_left_of_them(labels, shown):
    assert shortened(labels) == shown


def test_midnights_are_dates_if_all_of_them_are():
    first, second = datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 2, 1)  # noqa: DTZ001 - as files bring them
    assert shortened([first, second, None]) == ["2024-01-01", "2024-02-01", "(missing)"]
    assert shortened([second, second.replace(minute=1)]) == ["2024-02-01 00:00:00", "2024-02-01 00:01:00"]
    assert shortened([date(2024, 1, 1), 7]) == ["2024-01-01", "7"]


def test_names_that_differ_in_two_places_show_both():
    base = "company-wide-classifier-{}-trained-on-all-of-the-reviews-{}-of-the-year"
    names = [base.format(size, half) for size in ("small", "large") for half in ("first", "second")]
    assert shortened(names) == ["…small…first…", "…small…second…", "…large…first…", "…large…second…"]
    longer = [*names, "company-wide-classifier-of-another-build-that-ends-as-they-do-of-the-year"]
    assert len(set(shortened(longer))) == 5
