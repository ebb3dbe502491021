"""Names along shared axes: never lost to others, never read as formulas."""

import pytest

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.plots import classes, confusion, metrics, shares, slices, weights, wins
from steelyard.plots.canvas import grid_of_axes
from steelyard.plots.marks import name_axis, neighbours, refuse_names

A, B = sy.Confusion([[9, 1], [0, 10]], ["x", "y"]), sy.Confusion([[5, 5], [5, 5]], ["x", "y"])
A_WINS, B_WINS = (robustness(sy.Confusion.of_models({"a": a, "b": b})) for a, b in ((A, B), (B, A)))
RESULT = sy.evaluate(A, metrics=["accuracy", "cba"], intervals="none")
OTHER = sy.evaluate(sy.Confusion(A.counts, ["v", "w"]), metrics="mcc", intervals="none")


def two(share):
    return grid_of_axes(*((2, 1) if share == "sharex" else (1, 2)), (9, 4), **{share: True}).flat


@pytest.mark.parametrize(
    ("share", "first", "second"),
    [
        ("sharey", lambda ax: wins(A_WINS, ax=ax), lambda ax: wins(B_WINS, ax=ax)),
        ("sharey", lambda ax: classes(RESULT, ax=ax), lambda ax: classes(OTHER, ax=ax)),
        ("sharey", lambda ax: metrics(RESULT, ax=ax), lambda ax: metrics(OTHER, ax=ax)),
        ("sharey", lambda ax: confusion(A, ax=ax), lambda ax: confusion(OTHER.confusion, ax=ax)),
        ("sharex", lambda ax: confusion(A, ax=ax), lambda ax: confusion(OTHER.confusion, ax=ax)),
    ],
    ids=["wins", "classes", "metrics", "rows", "columns"],
)
def test_other_names_on_a_shared_axis_are_refused(share, first, second):
    one, other = two(share)
    first(one)
    with pytest.raises(ValueError, match=rf"would become .*; make them without {share}"):
        second(other)
    first(other)  # the same names are no trouble


@pytest.mark.parametrize(
    ("share", "draw"),
    [
        ("sharey", lambda ax: weights(A, "x", ax=ax)),
        ("sharey", lambda ax: shares(sy.shares.what_if(A, "x", "accuracy"), ax=ax)),
        (
            "sharey",
            lambda ax: slices(sy.evaluate(sy.Confusion([A.counts], axes={"month": [1]}), intervals="none"), ax=ax),
        ),
        ("sharex", lambda ax: weights(A, "x", ax=ax)),
        ("sharex", lambda ax: shares(sy.shares.what_if(A, "x", "accuracy"), ax=ax)),
        ("sharex", lambda ax: classes(RESULT, ax=ax)),
        ("sharex", lambda ax: wins(A_WINS, ax=ax)),
    ],
)
def test_numbers_do_not_stand_beside_the_names_of_others(share, draw):
    one, other = two(share)
    confusion(A, ax=one)
    with pytest.raises(ValueError, match=f"names along it, 'x', 'y'.*without {share}"):
        draw(other)


@pytest.mark.parametrize("share", ["sharex", "sharey"])
def test_numbers_beside_numbers_are_fine(share):
    one, other = two(share)
    weights(A, "x", ax=one)
    weights(A, "y", ax=other)
    above, below = two("sharex")
    wins(A_WINS, ax=above)
    classes(RESULT, ax=below)


def test_a_neighbour_does_not_read_names_as_formulas(tmp_path):
    hostile = sy.evaluate(sy.Confusion(A.counts, ["$\\frac{$", "ok"]), intervals="none")
    left, right = two("sharey")
    classes(hostile, ax=right)
    sy.plots.save(right, tmp_path / "x.png")
    drawn = [label for label in left.get_yticklabels() if "frac" in label.get_text()]
    assert drawn
    assert not any(label.get_parse_math() for label in drawn)


def test_axes_that_share_nothing_have_no_neighbours():
    left, right = grid_of_axes(1, 2, (9, 4)).flat
    assert neighbours(left, "y") == []
    name_axis(left, "y", [0, 1], ["a", "b"])
    name_axis(left, "y", [0, 1], ["c", "d"])
    refuse_names(left, "y")
    name_axis(right, "y", [0], ["e"])
    assert [label.get_text() for label in left.get_yticklabels()] == ["c", "d"]
