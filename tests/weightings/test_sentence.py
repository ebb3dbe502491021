"""What a record of robustness says: names of any length stay readable, and different."""

import pytest

import steelyard as sy
from steelyard.display.names import shortened

LONG = ["a" * 250 + middle + "b" * 250 for middle in "12"]
COUNTS = {"tilted": ([[80, 20], [90, 810]], [[50, 50], [10, 890]]), "alike": ([[9, 1], [1, 9]], [[9, 1], [1, 9]])}


@pytest.mark.parametrize("importance", [None, {0: 0.3, 1: 0.7}], ids=["all weights", "a point"])
@pytest.mark.parametrize("counts", COUNTS)
def test_long_names_are_shortened_as_elsewhere(counts, importance):
    if importance is not None:
        importance = dict(zip(LONG, importance.values(), strict=True))
    first, second = (sy.Confusion(one, LONG) for one in COUNTS[counts])
    models = sy.Confusion.of_models(dict(zip(LONG, (first, second), strict=True)))
    sentence = sy.robustness(models, importance=importance, samples=500).sentence
    assert len(sentence) < 320
    assert all(name in sentence for name in shortened(LONG))


def test_a_verdict_has_no_name_of_five_hundred_characters():
    (first, second) = (sy.Confusion(one, ["fraud", "ok"]) for one in COUNTS["tilted"])
    found = sy.compare(dict(zip(LONG, (first, second), strict=True)), metrics="balanced_accuracy")
    assert " beats " in found.verdict
    assert max(map(len, found.verdict.split())) <= 24
