"""What is said of intervals: how they were made, and why one may not be trusted."""

import pytest

import steelyard as sy
from steelyard.evaluation.score import Score
from steelyard.intervals import Interval, bayes, bootstrap, delta
from steelyard.measuring.notes import Note, Notes
from steelyard.show.how_sure import how_made, level, reasons

OF_VALUE = Notes([Note("undefined", causes=("as is",))])
CM = [[800, 200], [100, 900]]


@pytest.mark.parametrize(
    ("method", "sentence"),
    [
        (None, "95 % intervals: class by class, from 2,000 items."),
        ("bootstrap", "95 % intervals: bootstrap of 2,000 items, 2,000 draws, seed 0."),
        (bootstrap(draws=10_000, seed=7), "95 % intervals: bootstrap of 2,000 items, 10,000 draws, seed 7."),
        ("percentile", "95 % intervals: percentiles of the bootstrap of 2,000 items, 2,000 draws, seed 0."),
        ("bca", "95 % intervals: BCa bootstrap of 2,000 items, 2,000 draws, seed 0."),
        (delta(stratified=True), "95 % intervals: delta method on 2,000 items within each class."),
        ("bayes", "95 % intervals: Bayesian, jeffreys prior, class shares modelled, 2,000 draws, seed 0."),
        (
            bayes(prior=0.5, prevalence="fixed"),
            "95 % intervals: Bayesian, prior of 0.5 per cell, class shares fixed, 2,000 draws, seed 0.",
        ),
        (
            bayes(prior=[[1, 2], [3, 4]]),
            "95 % intervals: Bayesian, prior of pseudo-counts as given, class shares modelled, 2,000 draws, seed 0.",
        ),
        ("none", ""),
    ],
    ids=str,
)
def test_one_sentence_says_how_they_were_made(method, sentence):
    assert how_made(sy.evaluate(CM, intervals=method).uncertainty) == sentence


@pytest.mark.parametrize(
    ("method", "way"), [("bootstrap", "bootstrap"), ("bayes", "Bayesian bootstrap")], ids=["bootstrap", "bayes"]
)
def test_groups_are_counted_and_named(method, way):
    stack = sy.Confusion([CM, CM, [[0, 0], [0, 0]]], axes={"patient": ["p", "q", "r"]})
    sentence = how_made(sy.evaluate(stack, group="patient", intervals=method).uncertainty)
    assert sentence == f"95 % intervals: {way} of 2 groups (patient), 2,000 draws, seed 0."


def test_models_do_not_count_the_items_twice():
    stack = sy.Confusion([CM, CM], axes={"model": ["a", "b"]})
    assert "from 2,000 items" in how_made(sy.evaluate(stack).uncertainty)


def test_levels_are_percentages():
    assert [level(0.95), level(0.999), level(1 / 3)] == ["95 %", "99.9 %", "33.3333 %"]


def test_each_doubt_is_told_by_itself_whatever_its_sentence_and_its_class_are_called():
    def told(*notes):
        interval = Interval(0.0, 1.0, 0.95, "bootstrap", note=Notes(notes))
        return list(map(str, reasons(Score(sy.metrics.cba, 0.5, 0.5, note=OF_VALUE, look=lambda: interval))))

    small, off = Note("small_class", ("a; class b",), amount=10), Note("biased_draws", amount=0.5)
    assert told(small, off) == [
        "undefined: as is",
        "class 'a; class b' has fewer than 10 items",
        "the draws differ from the value by 0.5 standard errors on average, because many cells have few items",
    ]
    still = "nothing varies in the data, so the interval has no width; intervals='bayes' gives one"
    assert told(Note("nothing_varies", remedy="bayes")) == ["undefined: as is", still]


def test_what_misleads_and_is_undefined_is_told_once():
    def told(fact):
        return [str(each) for each in reasons(Score(sy.metrics.cba, 0.5, 0.5, note=OF_VALUE, doubt=lambda: fact))]

    assert told(OF_VALUE) == ["misleading: undefined: as is"]
    other = Notes([Note("one_class_at_zero", ("a",), amount=0.5)])
    assert told(other) == [f"misleading: {other}", "undefined: as is"]
