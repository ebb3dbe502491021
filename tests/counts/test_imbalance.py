import itertools

import numpy as np
import pytest

import steelyard as sy
from steelyard.counts.class_shares import SIGNIFICANT, Imbalance


def imbalance(*sizes):
    return Imbalance(tuple(range(len(sizes))), np.array(sizes, dtype=np.float64))


# Branco et al., Table 2 and section 5.2.
CASES = {"multi-minority": (5, 10, 300), "multi-majority": (4, 100, 200), "complete": (4, 10, 100, 200)}
MULTI_MINORITY = list(itertools.product((2, 3), (4, 5), (15, 16)))
MULTI_MAJORITY = list(itertools.product((2, 3), (15, 16), (17, 18)))
COMPLETE = [(2, 3, 9, 10), (2, 3, 9, 11)]


@pytest.mark.parametrize(("scenario", "sizes"), CASES.items())
def test_scenarios_of_branco_et_als_three_cases(scenario, sizes):
    assert imbalance(*sizes).scenario == scenario


@pytest.mark.parametrize(
    ("scenario", "problems"),
    [("multi-minority", MULTI_MINORITY), ("multi-majority", MULTI_MAJORITY), ("complete", COMPLETE)],
)
def test_scenarios_of_branco_et_als_problems(scenario, problems):
    for sizes in problems:
        for order in itertools.permutations(sizes):
            assert imbalance(*order).scenario == scenario, order
            assert imbalance(*(1000 * size for size in order)).scenario == scenario, order


def scenarios(monkeypatch, factor):
    monkeypatch.setattr("steelyard.counts.class_shares.SIGNIFICANT", factor)
    problems = *CASES.values(), *MULTI_MINORITY, *MULTI_MAJORITY, *COMPLETE
    return {sizes: imbalance(*sizes).scenario for sizes in problems}


def test_the_factor_is_free_between_1_02_and_1_46(monkeypatch):
    """What the comment on SIGNIFICANT says."""
    now = scenarios(monkeypatch, SIGNIFICANT)
    assert scenarios(monkeypatch, 1.02) == now
    assert scenarios(monkeypatch, 1.46) == now
    assert scenarios(monkeypatch, 1.0) != now
    assert scenarios(monkeypatch, 1.48) != now


@pytest.mark.parametrize("sizes", [(7, 7, 7), (95, 100, 105), (50, 50), (3,)])
def test_nearly_equal_sizes_are_balanced(sizes):
    assert imbalance(*sizes).scenario == "balanced"


@pytest.mark.parametrize("sizes", [(12, 1188), (1188, 12), (1, 9)])
def test_two_classes_have_no_scenario(sizes):
    """Branco et al., section 3: "Multi-class imbalance problems can be grouped into"."""
    assert imbalance(*sizes).scenario == "imbalanced"
    assert str(imbalance(*sizes)).endswith(f"the largest is {max(sizes) // min(sizes)} times the smallest.")


def test_the_rule_is_stated_for_people():
    stated = Imbalance.scenario.__doc__
    assert stated.count(str(SIGNIFICANT)) == 2
    assert all(
        name in stated.lower() for name in ("balanced", "imbalanced", "multi-minority", "multi-majority", "complete")
    )


def test_excel_skew_of_gupta_et_al_table_2():
    """The class sizes in the authors' file give 2.1409, printed as 2.140; the rounded frequencies give 2.139."""
    assert int(1000 * imbalance(33400, 19048, 27397, 51496, 232469).skew) == 2140
    assert imbalance(0.092, 0.052, 0.075, 0.142, 0.639).skew == pytest.approx(2.140, abs=1e-3)


def test_excel_skew_of_microsofts_example():
    """The example in the documentation of SKEW, which Gupta et al. cite."""
    assert round(imbalance(3, 4, 5, 2, 3, 4, 5, 6, 4, 7).skew, 6) == 0.359543


def test_three_classes_are_enough_for_skew():
    """SKEW(1, 1, 4): z = −1, −1, 2 over √3, 3/(2·1)·(−1 − 1 + 8)/3√3 = √3."""
    assert imbalance(1, 1, 4).skew == pytest.approx(3**0.5)


@pytest.mark.parametrize("sizes", [(1, 9), (4, 4, 4), (7,)])
def test_skew_is_undefined_where_excels_is(sizes):
    assert np.isnan(imbalance(*sizes).skew)


def test_infrequent_classes_are_below_the_mean():
    """Gupta et al., section 4.1: "fewer occurrences in the dataset than the average number of messages per class"."""
    assert imbalance(3, 4, 5, 6, 11).infrequent == 3  # the mean is 5.8, and the class of 5 is below it
    assert imbalance(3, 4, 5, 6, 12).infrequent == 3  # the mean is 6
    assert imbalance(5, 5, 5).infrequent == 0


def test_ratio_is_largest_over_smallest():
    assert imbalance(5, 10, 300).ratio == 60
    assert imbalance(5, 10, 300).ir == 60
    assert imbalance(5, 0).ratio == np.inf


def test_rrt_takes_majority_and_minority_from_the_training_set():
    """Mullick et al., Definition 2; section 5.2 tests at an RRT of 0.5, half of IR, IR and twice IR."""
    training = {"minority": 10, "majority": 400}
    for test, rrt in (((10, 10), 1), ((20, 10), 0.5), ((10, 200), 20), ((10, 400), 40), ((10, 800), 80)):
        assert Imbalance(("minority", "majority"), np.array(test, dtype=float)).rrt(training) == rrt
    assert imbalance(20, 10).rrt([10, 400]) == 0.5


def test_rrt_of_several_classes_is_the_largest_over_pairs():
    # Of the training set's 300 over 10 and 5, and 10 over 5: here 20/40, 20/60 and 40/60.
    assert imbalance(60, 40, 20).rrt([5, 10, 300]) == pytest.approx(2 / 3)
    assert imbalance(5, 10, 300).rrt([5, 10, 300]) == imbalance(5, 10, 300).ir
    assert imbalance(2, 1, 4).rrt([7, 7, 7]) == 4  # no class of training is larger: taken both ways


def test_rrt_of_classes_without_items():
    assert imbalance(0, 5).rrt([1, 9]) == np.inf
    assert imbalance(5, 0).rrt([1, 9]) == 0
    assert np.isnan(imbalance(3).rrt([9]))


def test_rrt_needs_every_class_of_the_training_set():
    with pytest.raises(ValueError, match=r"the training set's class sizes must name every class; 1 has none"):
        imbalance(5, 9).rrt({0: 3})


def test_a_matrix_knows_its_imbalance():
    found = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"]).imbalance
    assert found.labels == ("c1", "c2", "c3")
    assert found.support.tolist() == [5, 10, 300]
    assert found.mean == 105
    text = str(found)
    assert text == "Class sizes go from 5 to 300: the largest is 60 times the smallest."


def test_a_stack_has_the_imbalance_of_all_its_items():
    stack = sy.Confusion([[[1, 0], [0, 9]], [[3, 0], [0, 1]]])
    assert stack.imbalance.support.tolist() == [4, 10]


def test_a_stack_of_models_counts_each_item_once():
    counts = [[[1, 0], [0, 9]], [[0, 1], [0, 9]]]
    assert sy.Confusion(counts, axes={"model": ["a", "b"]}).imbalance.support.tolist() == [1, 9]
