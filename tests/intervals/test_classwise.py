"""The default of evaluate: consistent, true with few items, from rows and not from weights, with one short note."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import steelyard as sy
from steelyard.intervals import classwise
from steelyard.intervals.classwise import ONE_CLASS
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import items_of

NUMBERS = [name for name in sy.metrics if sy.metrics[name].kind != "rate" and not sy.metrics[name].parameters]


def ends(cm, name, **options):
    interval = sy.evaluate(cm, metrics=[name], **options)[name].interval
    return interval.low, interval.high


def labelled(rng, n=60, right=0.8):
    truth = rng.integers(0, 2, n)
    return truth, np.where(rng.random(n) < right, truth, 1 - truth)


def test_it_is_the_default_and_has_a_name():
    found = sy.evaluate([[5, 2], [3, 9]], metrics="accuracy")["accuracy"].interval
    named = sy.evaluate([[5, 2], [3, 9]], metrics="accuracy", intervals="classwise")["accuracy"].interval
    assert found.method == "classwise"
    assert found == named


@pytest.mark.parametrize("counts", [[[5, 0], [10, 485]], [[1, 1], [3, 200]], [[0, 3], [2, 60]], [[9, 0], [0, 90]]])
def test_an_average_is_consistent_with_the_classes_it_is_made_of(counts):
    """[[5, 0], [10, 485]]: recall 0.62 to 1 beside balanced accuracy 0.982 to 0.995 was a contradiction."""
    found = sy.evaluate(counts, metrics=["balanced_accuracy"])
    lows, highs = zip(
        *((row.intervals["recall"].low, row.intervals["recall"].high) for row in found.classes), strict=True
    )
    recalls = [row.rates["recall"] for row in found.classes]
    low, high = found["balanced_accuracy"].low, found["balanced_accuracy"].high
    below = [(value - end) / 2 for value, end in zip(recalls, lows, strict=True)]
    above = [(end - value) / 2 for value, end in zip(recalls, highs, strict=True)]
    value = sum(recalls) / 2
    assert low == pytest.approx(value - math.hypot(*below), abs=0.02)
    assert high == pytest.approx(value + math.hypot(*above), abs=0.02)
    assert sum(lows) / 2 - 0.02 < low < value - max(below) + 0.02, (
        "no surer than its least sure class, nor less than all"
    )


def test_one_class_with_few_items_shows_in_what_it_matters_for():
    found = sy.evaluate([[5, 0], [10, 485]], metrics=["balanced_accuracy", "accuracy"])
    assert found["balanced_accuracy"].low == pytest.approx(0.99 - (1 - stats.beta(5.5, 0.5).ppf(0.025)) / 2, abs=0.01)
    assert found["accuracy"].low > 0.95


@pytest.mark.slow
@pytest.mark.parametrize("name", ["balanced_accuracy", "mean_f", "mcc", "macro_precision"])
def test_intervals_hold_the_truth_where_a_class_is_rare(name, rng):
    """1 : 100, n = 500, where the bootstrap held balanced accuracy in 76 % of data sets."""
    population = np.array([[1 / 101], [100 / 101]]) * [[0.8, 0.2], [0.03, 0.97]]
    truth = sy.measure(population * 1e9, [name])[name]
    held = 0
    for _ in range(200):
        cm = sy.Confusion(rng.multinomial(500, population.ravel()).reshape(2, 2))
        score = sy.evaluate(cm, metrics=[name])[name]
        held += score.interval is not None and score.low <= truth <= score.high
    assert held >= 180


def test_weights_do_not_multiply_items():
    """Issue 18: 60 items of weight 250 are 60 items: 0.70 to 0.89 for 49 right, and not 0.810 to 0.822."""
    truth = np.repeat([0, 1], 30)
    predicted = truth.copy()
    predicted[[*range(5), *range(30, 36)]] ^= 1
    plain = sy.evaluate(truth, predicted, metrics=["accuracy", "balanced_accuracy", "mcc"])
    for weights in ([250] * 60, [0.5] * 60, np.full(60, 250.0)):
        heavy = sy.evaluate(truth, predicted, weights=weights, metrics=["accuracy", "balanced_accuracy", "mcc"])
        for one, other in zip(plain.scores, heavy.scores, strict=True):
            assert (other.low, other.high) == pytest.approx((one.low, one.high), abs=1e-9)
    share = stats.beta(49.5, 11.5)
    assert (plain["accuracy"].low, plain["accuracy"].high) == pytest.approx(share.ppf([0.025, 0.975]), abs=0.02)


@pytest.mark.parametrize("name", ["accuracy", "balanced_accuracy", "mcc", "cba", "mean_f"])
@pytest.mark.parametrize("scale", [1e-6, 3, 1e9])
def test_the_unit_of_weights_is_nothing(name, scale, rng):
    truth, predicted = labelled(rng)
    weights = rng.gamma(2, size=60)
    one, other = (sy.evaluate(truth, predicted, weights=w, metrics=[name])[name] for w in (weights, scale * weights))
    assert other.value == pytest.approx(one.value, rel=1e-9)
    assert (other.low, other.high) == pytest.approx((one.low, one.high), abs=1e-6)


def test_the_interval_stands_around_the_weighted_value_as_wide_as_its_variance(rng):
    """The linearised variance of a weighted share: Σw²(x − share)² / (Σw)²."""
    truth, predicted = labelled(rng, n=4_000)
    weights = np.where(truth == predicted, 1.0, 3.0) * rng.gamma(2, size=4_000)
    right = truth == predicted
    share = (weights * right).sum() / weights.sum()
    spread = math.sqrt((weights**2 * (right - share) ** 2).sum()) / weights.sum()
    found = sy.evaluate(truth, predicted, weights=weights, metrics=["accuracy"])["accuracy"]
    assert found.value == pytest.approx(share)
    assert found.low == pytest.approx(share - 1.96 * spread, abs=0.1 * spread)
    assert found.high == pytest.approx(share + 1.96 * spread, abs=0.1 * spread)


def test_weights_say_the_same_from_labels_a_frame_and_a_file(rng, tmp_path):
    truth, predicted = labelled(rng)
    frame = pd.DataFrame({"y": truth, "p": predicted, "w": rng.gamma(2, size=60).round(3)})
    frame.to_csv(tmp_path / "items.csv", index=False)
    options = {"truth": "y", "prediction": "p", "weight": "w", "metrics": ["accuracy", "mcc"]}
    found = [
        sy.evaluate(truth, predicted, weights=frame["w"].to_numpy(), metrics=["accuracy", "mcc"]),
        sy.evaluate(frame, **options),
        sy.evaluate(str(tmp_path / "items.csv"), **options),
    ]
    for other in found[1:]:
        for one, two in zip(found[0].scores, other.scores, strict=True):
            assert (two.value, two.low, two.high) == pytest.approx((one.value, one.low, one.high), rel=1e-9)
    assert found[0]["mcc"].high > found[0]["mcc"].low


@pytest.mark.slow
def test_intervals_of_integer_amounts_hold_the_truth(rng):
    """Issue 18: taken for counts, amounts such as 250 covered 11 %."""
    held = 0
    for _ in range(200):
        truth, predicted = labelled(rng, n=200)
        amounts = np.ceil(100 * rng.lognormal(size=200)).astype(int)
        found = sy.evaluate(truth, predicted, weights=amounts, metrics=["accuracy"])["accuracy"]
        held += found.low <= 0.8 <= found.high
    assert held >= 180


def test_slices_of_weighted_items_have_the_intervals_that_they_have_alone(rng):
    truth, predicted = labelled(rng, n=120)
    weights, day = rng.gamma(2, size=120), np.arange(120) % 2
    data = {"y": truth, "p": predicted, "w": weights, "day": day}
    found = sy.evaluate(data, truth="y", prediction="p", weight="w", by="day", metrics=["mcc"])["mcc"]
    for place, score in enumerate(found):
        here = day == place
        alone = sy.evaluate(truth[here], predicted[here], weights=weights[here], metrics=["mcc"])["mcc"]
        assert (score.value, score.low, score.high) == pytest.approx((alone.value, alone.low, alone.high), rel=1e-9)


def test_an_item_without_weight_is_no_item(rng):
    truth, predicted = labelled(rng)
    weights = np.concatenate([rng.gamma(2, size=60), np.zeros(40)])
    longer = np.concatenate([truth, np.zeros(40, dtype=int)]), np.concatenate([predicted, np.ones(40, dtype=int)])
    one = sy.evaluate(truth, predicted, weights=weights[:60], metrics=["accuracy"])["accuracy"]
    other = sy.evaluate(*longer, weights=weights, metrics=["accuracy"])["accuracy"]
    assert (other.low, other.high) == pytest.approx((one.low, one.high), rel=1e-9)


@pytest.mark.parametrize(
    "counts",
    [
        [[7]],
        [[7, 0], [0, 0]],
        [[0, 9], [0, 40]],
        [[9, 0], [40, 0]],
        [[1, 0], [0, 1]],
        [[0, 1], [1, 0]],
        [[3, 0, 0], [0, 0, 0], [0, 0, 2]],
    ],
    ids=str,
)
@pytest.mark.parametrize("by_slopes", [False, True])
def test_tables_with_hardly_anything_have_an_interval_or_none(counts, by_slopes):
    result = sy.evaluate(counts, metrics=NUMBERS, intervals=classwise(by_slopes=by_slopes))
    for name in NUMBERS:
        score = result[name]
        if math.isfinite(score.value) and len(counts) == 1:
            assert (score.low, score.high, score.interval.note) == (None, None, ONE_CLASS), name
        elif math.isfinite(score.value):
            assert score.low - 1e-12 <= score.value <= score.high + 1e-12, name
            assert by_slopes or score.low < score.high, name
        else:
            assert score.interval is None, name
    json.loads(result.to_json())


def test_each_slice_of_a_stack_has_the_interval_that_it_has_alone():
    counts = np.array([[[5, 2], [1, 40]], [[50, 20], [10, 400]]])
    stack = sy.evaluate(sy.Confusion(counts, axes={"month": ["may", "june"]}), metrics=["mcc"])
    for score, alone in zip(stack["mcc"], counts, strict=True):
        assert (score.low, score.high) == ends(alone, "mcc")


def test_a_sparse_table_has_the_intervals_of_a_dense_one(rng):
    counts = np.diag(rng.integers(1, 30, 12))
    counts[rng.integers(0, 12, 20), rng.integers(0, 12, 20)] += 3
    dense = sy.Confusion(counts)
    for name in ("balanced_accuracy", "accuracy", "cba"):
        assert ends(dense.sparse(), name) == ends(dense, name)


def test_many_classes_have_intervals_by_slopes():
    """As many as draws would take too long for; that of balanced accuracy is made of 200 equal Beta quantiles."""
    counts = np.diag(np.full(200, 60)) + np.roll(np.diag(np.full(200, 20)), 1, axis=1)
    low, high = ends(counts, "balanced_accuracy")
    reach = np.abs(stats.beta(60.5, 20.5).ppf([0.025, 0.975]) - 0.75) / math.sqrt(200)
    anew = 1.96 * math.sqrt(0.75 * 0.25 / 81 / 200)
    assert (0.75 - low, high - 0.75) == pytest.approx(np.maximum(reach, anew), rel=0.02)


def notes(counts, name="balanced_accuracy", labels=None):
    return str(sy.evaluate(sy.Confusion(counts, labels=labels), metrics=[name])[name].interval.note)


def test_a_note_names_the_class_that_limits_the_width_and_has_hardly_any_items():
    assert notes([[2, 0], [10, 485]], labels=["fraud", "ok"]) == "there are only 2 items of class 'fraud'"
    assert notes([[1, 0], [10, 485]], labels=["fraud", "ok"]) == "there is only 1 item of class 'fraud'"
    assert notes([[0, 0], [10, 485]], labels=["fraud", "ok"]).startswith("class 'fraud' has no items")
    assert notes([[5, 0], [10, 485]]) == ""
    assert notes([[2, 0], [10, 485]], "accuracy") == "", "it hardly moves accuracy"
    assert notes([[1, 1, 0], [0, 1, 1], [1, 0, 1]]) == "", "no class of the three limits it alone"


def test_a_note_counts_rows_and_not_weight():
    found = sy.evaluate(
        [0, 0, *[1] * 40], [0, 1, *[1] * 40], weights=[50.0] * 2 + [1.0] * 40, metrics=["balanced_accuracy"]
    )
    assert str(found["balanced_accuracy"].interval.note) == "there are only 2 items of class 0"


def test_notes_are_one_sentence_and_fit_80_columns():
    found = sy.evaluate(sy.Confusion([[2, 0, 0], [10, 485, 1], [0, 0, 0]], labels=["fraud", "ok", "odd"]))
    for score in found.scores:
        if score.interval is not None:
            assert ". " not in str(score.interval.note)
            assert ";" not in str(score.interval.note)
            assert len(str(score.interval.note)) < 110
    assert max(map(len, str(found).splitlines())) <= 80


def test_groups_are_told_class_by_class_and_are_less_sure_than_their_items():
    """All of every third patient's rows are wrong."""
    patient, truth = np.arange(60) // 3, np.arange(60) % 2
    predicted = np.where(patient % 3 == 0, 1 - truth, truth)
    alone = sy.evaluate(truth, predicted, metrics=["accuracy"])["accuracy"].interval
    grouped = sy.evaluate(truth, predicted, group=patient, metrics=["accuracy"])["accuracy"].interval
    assert grouped.method == "classwise"
    assert grouped.high - grouped.low > 1.3 * (alone.high - alone.low)


@pytest.mark.parametrize("by_slopes", [False, True])
def test_groups_of_one_item_are_items(rng, by_slopes):
    truth, predicted = labelled(rng)
    way = classwise(by_slopes=by_slopes)
    alone = sy.evaluate(truth, predicted, intervals=way)
    grouped = sy.evaluate(truth, predicted, intervals=way, group=np.arange(60)[::-1])
    assert [score.interval for score in grouped.scores] == [score.interval for score in alone.scores]
    assert [row.intervals for row in grouped.classes] == [row.intervals for row in alone.classes]


def test_twelve_groups_without_an_error_are_as_sure_as_twelve_items():
    """Each of 12 patients has five ill and five healthy rows, all told right: Jeffreys' interval of 12 of 12."""
    truth = ["ill", "ok"] * 60
    found = sy.evaluate(truth, truth, group=np.arange(120) // 10, metrics=["balanced_accuracy"])
    (ill, ok) = found.classes
    low = stats.beta(12.5, 0.5).ppf(0.025)
    assert (ill.intervals["recall"].low, ok.intervals["recall"].high) == (pytest.approx(low), 1.0)
    average = found["balanced_accuracy"]
    # Each class alone moves the average half as far, and the squares of the two add up.
    assert 1 - average.low == pytest.approx((1 - low) / math.sqrt(2), rel=0.03)


def test_a_note_counts_groups_if_items_belong_together():
    truth = [0] * 8 + [1] * 92
    found = sy.evaluate(truth, truth, group=[0] * 4 + [1] * 4 + [*range(2, 94)], metrics=["balanced_accuracy"])
    assert str(found["balanced_accuracy"].interval.note) == "only 2 groups have items of class 0"


@pytest.mark.parametrize("seed", [-1, 0.5, "x"])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="seed"):
        classwise(seed=seed)


@pytest.mark.slow
def test_too_many_classes_say_so():
    C = 4_000
    sample = Sample(
        items_of(sy.Confusion.from_labels(range(C), range(C))), [sy.metrics.accuracy], np.full(C, 1 / C), "worst"
    )
    (found,) = classwise().of(sample, 0.95)
    assert math.isnan(found[0].low)
    assert "percentile" in str(found[0].note)
