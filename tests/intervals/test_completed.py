"""Draws of several models together: what stands there beforehand, and the ranks that come of it."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.intervals.rows import Rows
from steelyard.intervals.several_models import Completed, restrained, without_pull
from steelyard.intervals.units import items_of


def labels(rng, models=3, n=40, classes=3):
    truth = rng.integers(0, classes, n)
    return truth, {name: np.where(rng.random(n) < 0.7, truth, rng.integers(0, classes, n)) for name in "abcd"[:models]}


def drawn(completed, rng, draws=20_000):
    return completed.tables(rng, draws).counts


def test_of_two_models_the_draws_are_those_of_the_rows(rng):
    """Half an item for each of four outcomes: the same means and variances as class by class."""
    units = items_of(sy.Joint.from_labels(*labels(rng, models=2)))
    tables = drawn(Completed(units), rng)
    for c, row in enumerate(Rows(units, (0, 1))):
        alone = row.of_models(row.drawn(rng, 20_000), 3)
        np.testing.assert_allclose(tables[:, :, c].mean(axis=0), alone.mean(axis=0), atol=0.15)
        np.testing.assert_allclose(tables[:, :, c].var(axis=0), alone.var(axis=0), rtol=0.1, atol=0.1)


@pytest.mark.parametrize("models", [3, 4])
def test_of_any_two_models_each_outcome_has_half_an_item_or_more(models, rng):
    """Four items of a class that all models tell right: hits of one that are wrong by another have half an item."""
    truth = np.repeat([0, 1], 4)
    names = "abcd"[:models]
    units = items_of(sy.Joint.from_labels(truth, dict.fromkeys(names, truth)))
    tables = drawn(Completed(units), rng)
    hits = tables[:, :, 0, 0]
    size = tables[:, 0, 0].sum(axis=-1)
    # The mean difference of hits is 0; its variance is that of what one alone, or the other alone, is right on.
    for a in range(models):
        for b in range(a):
            assert (hits[:, a] - hits[:, b]).var() >= 2 * 0.5 * 0.93, "two gamma numbers of half an item, or more"
    assert size.mean() - hits[:, 0].mean() >= 0.97, "wrong alone, or as all are"


def test_the_outcomes_of_any_two_models_have_half_an_item_or_more_each(rng):
    truth, _ = labels(rng, models=4)
    units = items_of(sy.Joint.from_labels(truth, dict.fromkeys("abcd", truth)))
    for right, items in zip(*Completed(units).outcomes, strict=True):
        for a in range(4):
            for b in range(a):
                for first in (True, False):
                    for second in (True, False):
                        assert items[(right[:, a] == first) & (right[:, b] == second)].sum() >= 0.5


def test_classes_without_items_stay_empty(rng):
    units = items_of(sy.Joint.from_labels([0, 0, 1], {"a": [0, 1, 1], "b": [0, 0, 1]}, labels=[0, 1, 2]))
    assert drawn(Completed(units), rng, 50)[:, :, 2].sum() == 0


def gave_up():
    """Of 40, 12 and 8 items, b never answers 2 and c never anything but 0; nobody answers 3, which has no items."""
    truth = np.repeat([0, 1, 2], [40, 12, 8])
    a = np.r_[[0] * 36, [1, 1, 2, 2], [1] * 8, [0] * 4, [2] * 5, [1] * 3]
    b = np.r_[[0] * 38, [1, 1], [1] * 6, [0] * 6, [1] * 8]
    return sy.Joint.from_labels(truth, {"a": a, "b": b, "c": 0 * truth}, labels=range(4))


def test_a_class_that_a_model_never_predicted_stays_so(rng):
    """No credit for what it might have done; all models still have the same items."""
    tables = drawn(Completed(items_of(gave_up())), rng, 2_000)
    columns, rows = tables.sum(axis=2), tables.sum(axis=3)
    never = np.array([[False, False, False, True], [False, False, True, True], [False, True, True, True]])
    assert (columns[:, never] == 0).all()
    assert (columns[:, ~never] > 0).all()
    np.testing.assert_allclose(rows[:, 1], rows[:, 0])
    np.testing.assert_allclose(rows[:, 2], rows[:, 0])


def test_beside_models_that_gave_a_class_up_the_recall_of_the_other_has_jeffreys_posterior(rng):
    tables = drawn(Completed(items_of(gave_up())), rng)
    recall = tables[:, 0, 2, 2] / tables[:, 0, 2].sum(axis=-1)
    hits, errors = 5.5, 3.5
    assert recall.mean() == pytest.approx(hits / (hits + errors), abs=0.005)
    assert recall.var() == pytest.approx(hits * errors / 9**2 / 10, rel=0.05)


def test_errors_not_seen_fall_alike_on_all_classes_that_the_model_predicts(rng):
    """Of a class that both tell right, on the two that a predicts, on the one that b does."""
    truth = np.repeat([0, 1, 2], 30)
    b = np.where(truth == 2, 1, truth)
    units = items_of(sy.Joint.from_labels(truth, {"a": truth, "b": b}))
    mean = drawn(Completed(units), rng).mean(axis=0)
    np.testing.assert_allclose(mean[0, 0], [31, 0.5, 0.5], rtol=0.06)  # b alone wrong, both wrong: one item
    np.testing.assert_allclose(mean[1, 0], [31, 1, 0], rtol=0.06)


def test_who_gave_up_classes_is_not_first():
    """The wines: svm never answers 3, 4 or 8, and its macro precision is that of tree but for 0.0003."""
    wines = sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm", "naive_bayes"])
    found = sy.compare(wines, metrics=["macro_precision"])
    ranks = found.score().ranks
    assert 0.3 < ranks[1, 0] < 0.6
    assert 0.3 < ranks[0, 0] <= 0.5, "what is beforehand does not make tree the best either, which is behind"
    assert 0.2 < found.robust.chances.best[1] < 0.5
    assert found.robust.chances.told_best.max() < 0.05


def test_with_credit_a_model_may_predict_what_it_never_did(rng):
    """All that are there: of the classes, 3 has no items and nobody predicted it."""
    tables = drawn(Completed(items_of(gave_up()), credit=True), rng, 2_000)
    assert (tables.sum(axis=2)[..., :3] > 0).all()
    assert (tables.sum(axis=2)[..., 3] == 0).all()
    np.testing.assert_allclose(tables.sum(axis=3)[:, 1], tables.sum(axis=3)[:, 0])


def test_whoever_never_tried_a_class_is_told_apart_only_if_it_might_not_have_found_it_either():
    """Of 12 items of a class, a finds 3 and b never tried.

    Without credit for b, its recall is 0 for sure, and that of a is not. With it, 3 alone of a and none of b are
    Beta(3½, ½), which is above ½ with 96.7 %, less than 97.5 %.
    """
    truth = np.repeat([0, 1, 2], [12, 100, 100])
    b = np.where(truth == 0, 1, truth)
    a = np.r_[[0] * 3, [1] * 9, b[12:]]
    b[12:112][:30] = 2
    a[112:][:30] = 1
    found = robustness(sy.Joint.from_labels(truth, {"a": a, "b": b}), importance="0=0.98..1")
    assert found.chances.told[0, 1] == 0
    assert found.chances.better[0, 1] > 0.9


def test_what_is_beforehand_favours_no_model_that_tried_other_classes(rng):
    """Of models that tried the same classes the draws are as they were, beside those of others they are centred."""
    drawing = Completed(items_of(gave_up()))
    values, observed = rng.random((50, 3)), np.array([0.1, 0.2, 0.3])
    np.testing.assert_allclose(without_pull(values, observed, [drawing]).mean(axis=0), observed)
    same = Completed(items_of(sy.Joint.from_labels([0, 1], {"a": [0, 1], "b": [1, 0]})))
    np.testing.assert_array_equal(without_pull(values[:, :2], observed[:2], [same]), values[:, :2])
    together = without_pull(np.c_[values[:, :2], values], np.r_[observed[:2], observed], [same, drawing])
    np.testing.assert_allclose(together[:, 0] - together[:, 1], values[:, 0] - values[:, 1])
    assert together[:, :2].mean() == pytest.approx(0.15)
    undefined = np.full((50, 3), np.nan)
    assert np.isnan(without_pull(undefined, observed, [drawing])).all()


def test_to_take_off_what_is_beforehand_makes_no_model_surer(rng):
    """a is observed at 3 and b at 2, c far behind; a is ahead of b in half of the draws, centred in nearly all."""
    drawing = Completed(items_of(gave_up()))
    values = np.c_[rng.normal(2.0, 0.1, 400), rng.normal(2.0, 0.1, 400), np.full(400, -9.0)]
    observed = np.array([3.0, 2.0, -9.0])
    centred = without_pull(values, observed, [drawing])
    assert (centred[:, 0] > centred[:, 1]).mean() > 0.95
    found = restrained(values, observed, [drawing], np.zeros((3, 3)))
    assert (found[:, 0] > found[:, 1]).mean() == max(0.5, (values[:, 0] > values[:, 1]).mean())
    assert (found[:, 0] > found[:, 2]).all()


def test_who_always_gives_one_answer_is_last():
    """Its precision of the other class counts 0, whatever the items; those of the others are above ⅓."""
    truth = [0] * 966 + [1] * 34
    models = {
        "always": [0] * 1000,
        "tries": [0] * 930 + [1] * 36 + [0] * 10 + [1] * 24,
        "third": [0] * 935 + [1] * 31 + [0] * 11 + [1] * 23,
    }
    found = sy.compare(truth, models, metrics="macro_precision")
    np.testing.assert_allclose(found.score().ranks[0], [0, 0, 1], atol=0.002)
    assert found.robust.chances.best[0] < 0.1


def test_a_class_that_is_only_declared_changes_nothing(rng):
    """Neither items nor predictions: with it, an error that nobody made would be a precision of 0."""
    truth, models = labels(rng, n=60)
    ranks = [
        sy.compare(truth, models, labels=range(classes), metrics=["macro_precision"]).score().ranks
        for classes in (3, 5)
    ]
    np.testing.assert_allclose(ranks[0], ranks[1], atol=0.07)
    few, many = (
        drawn(Completed(items_of(sy.Joint.from_labels(truth, models, labels=range(classes)))), rng, 500)
        for classes in (3, 5)
    )
    assert (many.sum(axis=2)[..., 3:] == 0).all()
    assert (few.sum(axis=2) > 0).all()


def test_weights_have_the_mean_and_the_variance_of_their_class(rng):
    """The sum of w·E with E exponential has Σw and Σw²; all kinds of a class have one scale, those beforehand too."""
    weights = np.array([0.5, 2.0, 7.0, 4.0])
    joint = sy.Joint.from_labels([0, 0, 0, 1], {"a": [0, 0, 1, 1], "b": [0, 0, 1, 1]}, weights=weights)
    tables = drawn(Completed(items_of(joint, weighted=True)), rng, 40_000)
    one = (weights[:3] ** 2).sum() / weights[:3].sum()
    size = tables[:, 0, 0].sum(axis=-1)
    assert size.mean() == pytest.approx(9.5 + one * 2.0, rel=0.02), "four outcomes of half an item"
    assert size.var() == pytest.approx((weights[:3] ** 2).sum() + one**2 * 2.0, rel=0.06)
    # Gammas of one scale: the recall is a beta variable of the shapes, whatever the row sums to.
    hits, errors = 2.5 / one + 1, 7 / one + 1
    recall = tables[:, 0, 0, 0] / size
    assert recall.mean() == pytest.approx(hits / (hits + errors), abs=0.005)
    assert recall.var() == pytest.approx(hits * errors / (hits + errors) ** 2 / (hits + errors + 1), rel=0.04)


def test_an_item_without_weight_is_no_item(rng):
    truth, models = labels(rng)
    weights = np.r_[np.zeros(5), np.ones(35)]
    found = sy.compare(truth, models, weights=weights, metrics=["accuracy"])
    assert np.isfinite(found.score().ranks).all()
    assert found["accuracy"][0].interval.known


def test_ranks_add_up_and_the_best_is_first_most_often(rng):
    truth, models = labels(rng, n=400)
    models["d"] = np.where(rng.random(400) < 0.95, truth, 0)
    found = sy.compare(truth, models, metrics=["balanced_accuracy"])
    ranks = found.score().ranks
    np.testing.assert_allclose(ranks.sum(axis=0), 1)
    np.testing.assert_allclose(ranks.sum(axis=1), 1)
    assert ranks[3, 0] > 0.99


def test_of_two_models_the_first_rank_is_the_probability(rng):
    found = sy.compare(*labels(rng, models=2), metrics=["balanced_accuracy", "cen"])
    for each, d in zip(found.scored, found.differences, strict=True):
        assert each.ranks[0, 0] == pytest.approx(d.a_better)
        assert each.ranks[1, 0] == pytest.approx(d.b_better)


def test_ranks_of_three_agree_with_the_probabilities_of_their_pairs(rng):
    """Two models that differ, and a third far behind: being first is being better than the other."""
    truth = np.repeat([0, 1], 150)
    models = {
        "a": np.where(rng.random(300) < 0.85, truth, 1 - truth),
        "b": np.where(rng.random(300) < 0.82, truth, 1 - truth),
        "c": 1 - truth,
    }
    found = sy.compare(truth, models, metrics=["balanced_accuracy"])
    assert found.score().ranks[0, 0] == pytest.approx(found.pair("a", "b").a_better, abs=0.06)


def hits_and_size(found, model, c):
    return found.counts[:, model, c, c], found.counts[:, model, c].sum(axis=1)


@pytest.mark.parametrize("classes", [2, 5])
def test_the_recall_of_one_model_has_jeffreys_posterior(classes):
    """Beta(hits + ½, errors + ½), whatever the number of classes."""
    counts = np.eye(classes, dtype=int) * 9
    counts[0, 1] = 3
    found = Completed(items_of(sy.Confusion(counts))).tables(np.random.default_rng(0), 20_000)
    hits, size = hits_and_size(found, 0, 0)
    a, b = 9.5, 3.5
    recall = hits / size
    assert recall.mean() == pytest.approx(a / (a + b), abs=0.004)
    assert recall.var() == pytest.approx(a * b / ((a + b) ** 2 * (a + b + 1)), rel=0.05)


@pytest.mark.parametrize("classes", [2, 4])
def test_two_models_that_agreed_may_differ(classes):
    """Each of the four outcomes has half an item: on 12 items of agreement, the difference of recalls is 0 ± 0.069."""
    joint = sy.Joint.from_labels(
        [0] * 12 + [1] * 50, {"a": [0] * 9 + [1] * 53, "b": [0] * 9 + [1] * 53}, range(classes)
    )
    found = Completed(items_of(joint)).tables(np.random.default_rng(0), 20_000)
    (first, size), (second, _) = (hits_and_size(found, model, 0) for model in (0, 1))
    apart = (first - second) / size
    assert apart.mean() == pytest.approx(0, abs=0.003)
    # Dirichlet of 14 items, two of the outcomes with ½: Var(x − y) = (½ + ½)/(14·15).
    assert apart.var() == pytest.approx(1 / (14 * 15), rel=0.08)


def test_errors_not_seen_fall_on_all_other_classes_alike():
    found = Completed(items_of(sy.Confusion(np.eye(4, dtype=int) * 5))).tables(np.random.default_rng(1), 20_000)
    mean = found.counts[:, 0].mean(axis=0)
    np.testing.assert_allclose(mean[~np.eye(4, dtype=bool)], 0.5 / 3, rtol=0.1)
    np.testing.assert_allclose(np.diag(mean), 5.5, rtol=0.02)


def test_one_class_alone_has_no_errors():
    found = Completed(items_of(sy.Confusion([[5]]))).tables(np.random.default_rng(1), 50)
    assert (found.counts > 0).all()


def test_what_was_not_seen_weighs_as_what_was():
    """Sixty items of weight 250 are sixty items: the recall is as unsure as theirs."""
    truth, answers = [0] * 60 + [1] * 60, [0] * 48 + [1] * 12 + [1] * 60
    heavy = sy.Confusion.from_labels(truth, answers, weights=[250.0] * 120)
    plain = sy.Confusion.from_labels(truth, answers)
    recalls = []
    for cm in (heavy, plain):
        hits, size = hits_and_size(Completed(items_of(cm, weighted=True)).tables(np.random.default_rng(0), 5_000), 0, 0)
        recalls.append(hits / size)
    np.testing.assert_allclose(recalls[0], recalls[1], rtol=1e-9)
