"""Which slices recognise a class otherwise than the others do, beyond chance."""

import itertools
import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.evaluation.slices import changes

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun"]


def stack(found, items, others=(235, 35)):
    """Return months with so many of the class 'fails' found; the other class is always the same."""
    counts = [[[hit, n - hit], [others[1], others[0]]] for hit, n in zip(found, items, strict=True)]
    return sy.Confusion(counts, labels=["fails", "ok"], axes={"month": MONTHS[: len(items)]})


def log_ratio(hits, items, low):
    """Return twice the log of the likelihood ratio of a split, written out."""

    def best(x, n):
        return sum(part * math.log(part / n) for part in (x, n - x) if part)

    high = [k for k in range(len(items)) if k not in low]
    parts = [(sum(hits[k] for k in some), sum(items[k] for k in some)) for some in (low, high)]
    return 2 * (sum(best(*part) for part in parts) - best(sum(hits), sum(items)))


def exact_p(hits, items):
    """Return the p-value by all ways to deal the hits out, each as likely as the hypergeometric law says."""

    def greatest(dealt):
        slices = range(len(items))
        every = itertools.chain.from_iterable(itertools.combinations(slices, k) for k in range(1, len(items)))
        return max(log_ratio(dealt, items, low) for low in every)

    ways = [w for w in itertools.product(*(range(n + 1) for n in items)) if sum(w) == sum(hits)]
    chances = [math.prod(map(math.comb, items, way)) for way in ways]
    seen = greatest(hits) - 1e-9
    return sum(c for c, way in zip(chances, ways, strict=True) if greatest(way) >= seen) / sum(chances)


@pytest.mark.parametrize("found", [(3, 4, 4, 1), (3, 4, 3, 0), (2, 2, 3, 2)])
def test_the_p_value_is_that_of_all_ways_to_deal_the_hits_out(found):
    """The other class is recognised alike in all months: no split of it ever fits better than that of 'fails' does."""
    items = (4, 4, 4, 5)
    cm = stack(found, items, others=(235, 0))
    assert changes(cm, grouped=False).p_value == pytest.approx(exact_p(found, items), abs=0.03)


def test_two_bad_months_of_six_are_named_and_nothing_else():
    """Of 32 failing machines, 12 of the 17 of May and June are missed."""
    found = sy.evaluate(stack([3, 4, 3, 3, 2, 2], [4, 4, 3, 4, 9, 8]), positive="fails")
    (change,) = found.changes.shown
    assert (change.label, change.worse, change.slices) == ("fails", True, (("may",), ("jun",)))
    assert (change.found, change.items, change.found_elsewhere, change.items_elsewhere) == (4, 17, 13, 15)
    assert change.p_value < 0.05
    shown = str(found)
    told = " ".join(shown.split())
    assert "Worse beyond chance in month may and jun: of class 'fails', 4 of 17 are found there, 13 of 15" in told
    rows = [line.split()[0] for line in shown.splitlines() if line.lstrip("▼")[:3] in MONTHS]
    assert rows == ["jan", "feb", "mar", "apr", "▼may", "▼jun"]
    assert found.to_dict()["changes"]["shown"][0]["slices"] == [["may"], ["jun"]]


def test_months_within_chance_are_said_to_be():
    found = sy.evaluate(stack([3, 4, 3, 3, 8, 7], [4, 4, 3, 4, 9, 8]), positive="fails")
    assert found.changes.shown == ()
    told = " ".join(str(found).split())
    assert "No month is shown to be worse or better than the others at any class (p = 1)." in told
    assert "With 3 to 9 items of 'fails' in each month, only a large change would show." in told
    assert "▼" not in told
    (row,) = [line.split() for line in str(found).splitlines() if line.startswith("may")]
    assert row[:3] == ["may", "279", "9"]


def test_class_shares_alone_are_no_change():
    """Three times as many frauds, recognised as before: recall stays."""
    cm = stack([60, 60, 180], [100, 100, 300])
    assert changes(cm, grouped=False).shown == ()
    assert changes(cm, grouped=False).p_value == pytest.approx(1.0)


def test_one_month_that_is_better_is_named_and_not_the_many_others():
    (change,) = changes(stack([50, 52, 49, 51, 95], [100] * 5), grouped=False).shown
    assert (change.worse, change.slices) == (False, (("may",),))


def test_of_several_models_the_one_that_changed_is_named():
    good, bad = stack([80, 81, 79], [100] * 3).counts, stack([80, 81, 30], [100] * 3).counts
    both = sy.Confusion(
        np.stack([good, bad]), labels=["fails", "ok"], axes={"model": ["old", "new"], "month": MONTHS[:3]}
    )
    result = sy.evaluate(both, metrics="balanced_accuracy", intervals="none")
    (change,) = result.changes.shown
    assert (change.model, change.slices) == ("new", (("mar",),))
    marked = [line for line in str(result).splitlines() if line.startswith("mar ")]
    assert [row.split()[2].startswith("▼") or row.split()[3].startswith("▼") for row in marked] == [True]
    assert "new: worse beyond chance in month mar" in str(result)


def test_what_is_no_item_by_itself_is_not_tested_and_it_is_said():
    cm = stack([80, 81, 30], [100] * 3)
    assert changes(cm, grouped=True).why_untested == "groups"
    halves = sy.Confusion(cm.counts / 2.5, labels=cm.labels, axes=cm.axes)
    assert changes(halves, grouped=False).why_untested == "fractions"
    assert changes(stack([3], [4]), grouped=False).why_untested == "too_few"
    told = " ".join(str(sy.evaluate(halves, metrics="accuracy", intervals="none")).split())
    assert "is not tested: items have weights." in told
    assert math.isnan(changes(stack([4, 4], [4, 4], others=(9, 0)), grouped=False).p_value)


@pytest.mark.slow
def test_no_more_than_a_twentieth_of_data_in_which_nothing_changes_name_a_change():
    """300 populations of six months with two and five classes; at 5 %, 300 have 15, and 27 with a chance of 0.2 %."""
    rng = np.random.default_rng(20261118)
    alarms = 0
    for k in range(300):
        means = np.array([5.3, 245.0]) if k % 2 else np.array([3.0, 10.0, 30.0, 100.0, 300.0])
        recall = rng.uniform(0.3, 0.95, len(means))
        counts = np.zeros((6, len(means), len(means)), np.int64)
        for month, c in np.ndindex(6, len(means)):
            chances = np.full(len(means), (1 - recall[c]) / (len(means) - 1))
            chances[c] = recall[c]
            counts[month, c] = rng.multinomial(rng.poisson(means[c]), chances)
        alarms += bool(changes(sy.Confusion(counts, axes={"month": MONTHS}), grouped=False).shown)
    assert alarms <= 27


def of_three(found, items, models=False):
    """Return months in which so many of 'ward' are found; 'icu' has 2 to 9 items in each, and is no worse anywhere."""
    icu = [4, 4, 2, 2, 9, 5]
    counts = [
        [[n - 1, 0, 1], [1, hit, all_ - hit - 1], [1, 3, 140]] for n, hit, all_ in zip(icu, found, items, strict=True)
    ]
    if not models:
        return sy.Confusion(counts, ["icu", "ward", "home"], axes={"patient_month": MONTHS})
    axes = {"model": ["a", "b"], "patient_month": MONTHS}
    return sy.Confusion([counts, counts[:1] * 6], ["icu", "ward", "home"], axes=axes)


WARD = [48, 47, 49, 48, 28, 47], [55, 55, 55, 55, 55, 55]


def rows_of(result):
    lines = str(result).splitlines()
    start = next(i for i, line in enumerate(lines) if "over patient_month" in line.lower())
    return [line for line in lines[start:] if any(month in line.split("   ")[0] for month in MONTHS)]


def test_a_mark_names_the_class_if_the_table_is_about_another_one():
    """The rates of icu are no worse in May: the mark there is about 'ward', which the table does not have."""
    named = sy.evaluate(of_three(*WARD), positive="icu")
    assert [row.split("  ")[0] for row in rows_of(named)][4] == "▼ ward may"
    assert "▼ worse than the others at the class beside it, beyond chance." in str(named)
    for seeing in ({"positive": "ward"}, {"metrics": "balanced_accuracy"}, {"positive": "icu", "metrics": "accuracy"}):
        plain = sy.evaluate(of_three(*WARD), **seeing)
        assert [row.split("  ")[0] for row in rows_of(plain)][4] == "▼may"
        assert "▼ worse than the others at a class, beyond chance." in str(plain)
    both = [[[1, 2, 1], [1, hit, 54 - hit], [1, 3 + 40 * (hit < 40), 140]] for hit in WARD[0]]
    two = sy.evaluate(sy.Confusion(both, ["icu", "ward", "home"], axes={"patient_month": MONTHS}), positive="icu")
    assert [row.split("   ")[0] for row in rows_of(two)][4] == "▼ 2 classes may"
    several = sy.evaluate(of_three(*WARD, models=True), positive="icu", metrics="recall")
    assert ["▼" in row for row in rows_of(several)] == [False] * 4 + [True, False]
    assert "▼ ward 0.889" in rows_of(several)[4]


def test_small_classes_are_told_where_another_class_got_worse():
    told = " ".join(str(sy.evaluate(of_three(*WARD))).split())
    assert "Worse beyond chance in patient_month may: of class 'ward', 28 of 55" in told
    assert "With 2 to 9 items of 'icu' in each patient_month, only a large change would show." in told


def test_a_long_name_of_slices_stands_in_lines_before_it_is_cut():
    for columns in ("patient_month", "p"):
        cm = of_three(*WARD)
        cm = sy.Confusion(cm.counts, cm.labels, axes={columns: MONTHS})
        assert "…" not in "".join(line for line in str(sy.evaluate(cm, positive="icu")).splitlines() if "items" in line)
