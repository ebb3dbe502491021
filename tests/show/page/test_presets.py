"""Presets are importances as the importance classes resolve them; what refuses says why."""

import ast
import re
from importlib.resources import files

import numpy as np
import pytest

import steelyard as sy
from steelyard.importance import Importance, grammar
from steelyard.show.page.presets import order_weights, presets_of

CM = sy.Confusion([[8, 2, 0], [10, 70, 10], [1, 2, 27]], labels=["fraud", "ok", "odd one"])
MECHANISMS = ["uniform", "prevalence", "rarity", "complement"]


def by_name(given, cm=CM):
    found = presets_of(sy.importance.as_importance(given), cm)
    names = [preset.name for preset in found]
    assert len(set(names)) == len(names), "an address names presets"
    return {preset.name: preset for preset in found}


@pytest.mark.parametrize(
    "given", [None, "rarity", "prevalence", "fraud=0.7", {"ok": 0.1}, "ok < fraud; fraud=0.5..0.9"]
)
def test_the_given_importance_comes_first(given):
    importance = sy.importance.as_importance(given)
    first = presets_of(importance, CM)[0]
    # A plain mechanism says of itself what it says where it is not the given one.
    said = by_name("fraud=0.3").get(str(importance))
    assert first.text == (said.text if said else str(importance))
    assert first.weights.tolist() == importance.weights(CM).tolist()


def test_the_playground_knows_every_mechanism_without_arguments():
    """Its script makes their weights anew; without one of them it never becomes ready."""
    script = (files("steelyard.show.page.script") / "made_here.js").read_text(encoding="utf-8")
    written = re.search(r"const BY_SIZE = \{\n(.*?)\n\};", script, re.DOTALL).group(1)
    assert re.findall(r"^  (\w+):", written, re.MULTILINE) == list(grammar.MECHANISMS) == MECHANISMS


def test_every_mechanism_without_arguments_is_there_once():
    assert list(by_name("fraud=0.7"))[1:5] == MECHANISMS
    assert list(by_name("rarity")) == ["rarity", "uniform", "prevalence", "complement", "order of the sizes"]
    for name in MECHANISMS:
        preset = by_name("fraud=0.7")[name]
        assert preset.weights.tolist() == getattr(sy.importance, name)().weights(CM).tolist()
        assert preset.python == repr(name)


def test_those_who_move_sliders_read_no_formulas():
    texts = {name: by_name("fraud=0.7")[name].text for name in MECHANISMS}
    assert texts["uniform"] == "All classes count the same."
    assert texts["complement"] == "A class matters by the share of the others. Milder than rarity."
    assert not any(sign in text for text in texts.values() for sign in "φΣ/=")


def test_an_order_of_the_sizes_makes_the_rarest_most_important():
    preset = by_name(None)["order of the sizes"]
    assert preset.weights.tolist() == sy.importance.order("ok < 'odd one' < fraud").weights(CM).tolist()
    assert preset.weights == pytest.approx([3 / 6, 1 / 6, 2 / 6])


def test_classes_of_one_size_are_not_ordered():
    cm = sy.Confusion(np.diag([5, 5, 9, 2]))
    found = by_name(None, cm)["order of the sizes"]
    assert found.weights == pytest.approx(np.array([2.5, 2.5, 1, 4]) / 10)
    alike = by_name(None, sy.Confusion(np.diag([4, 4])))["order of the sizes"]
    assert alike.weights is None
    assert alike.why_not == "an order must compare at least two classes, as in 'c2 < c1'."


def test_a_given_importance_is_also_combined_with_rarity():
    found = by_name("fraud=0.5, ok=0.5")["fraud=0.5, ok=0.5 × rarity"]
    parts = np.array([0.5, 0.5, 0]) / np.array([10, 90, 30])
    assert found.weights == pytest.approx(parts / parts.sum())
    for plain in (None, "uniform", "rarity"):
        assert not [name for name in by_name(plain) if "×" in name]


def test_a_mechanism_that_refuses_says_so():
    cm = sy.Confusion([[5, 0], [0, 0]], labels=["a", "b"])
    found = by_name({"a": 0.4}, cm)
    for name in ("rarity", "a=0.4 × rarity"):
        assert found[name].weights is None
        assert found[name].why_not.startswith("rarity needs items in every class, but there are none of 'b'; ")
    assert found["uniform"].why_not == ""
    one = by_name(None, sy.Confusion([[5]]))
    assert one["complement"].why_not == "complement needs at least two classes and one item."


@pytest.mark.parametrize("given", ["fraud=0.7", "rarity * (ok < fraud)", [0.2, 0.3, 0.5], {"odd one": 1e-3}])
def test_the_source_gives_the_same_weights(given):
    for preset in presets_of(sy.importance.as_importance(given), CM):
        written = ast.literal_eval(preset.python)
        assert sy.evaluate(CM, importance=written, metrics="cba").weights.tolist() == preset.weights.tolist()


@pytest.mark.parametrize("said", ["my own (secret)", "fraud=0.7"])
def test_what_its_text_does_not_say_is_written_as_weights(said):
    class mine(Importance):
        def phi(self, labels, support):  # noqa: ARG002
            return np.arange(1.0, 1 + len(labels))

        def __str__(self):
            return said

    (preset, *_) = presets_of(mine(), CM)
    assert ast.literal_eval(preset.python) == preset.weights.tolist() == [1 / 6, 2 / 6, 3 / 6]


def test_classes_with_one_text_cannot_be_named_in_source():
    twins = sy.Confusion(np.diag([3, 4, 5]), labels=[1, "1", "b"])
    (preset, *_) = presets_of(sy.importance.stated({1: 0.5, "1": 0.1}), twins)
    assert ast.literal_eval(preset.python) == preset.weights.tolist() == [0.5, 0.1, 0.4]


def test_many_classes_make_no_endless_source():
    cm = sy.Confusion(np.diag([5] * 200 + [7] * 200))
    found = by_name(None, cm)["order of the sizes"]
    assert len(found.python) < 20_000
    assert np.array_equal(ast.literal_eval(found.python), found.weights)


def test_a_long_or_hostile_importance_is_not_its_own_name():
    labels = ["x" * 500, "</script>\n"]
    names = [
        preset.name for preset in presets_of(sy.importance.stated({labels[0]: 1}), sy.Confusion(np.eye(2), labels))
    ]
    assert names[0] == "the given importance"
    assert names[-1] == "the given importance × rarity"
    hostile = presets_of(sy.importance.stated({labels[1]: 1}), sy.Confusion(np.eye(2), labels))
    assert hostile[0].name == "the given importance"  # a line break cannot be part of a sentence


@pytest.mark.parametrize("classes", [1, 2, 3, 7, 500])
def test_a_total_order_falls_evenly(classes):
    falling = np.arange(classes, 0, -1)
    assert order_weights(classes) == pytest.approx(falling / falling.sum())
