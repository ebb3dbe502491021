"""A program for any number of classes is the one that is recorded for each."""

import json

import numpy as np
import pytest

import steelyard as sy
from steelyard.measuring.registry import chosen
from steelyard.show.page.loops import SIZES, grown
from steelyard.show.page.metrics_of import usual_rates
from steelyard.show.page.recorded import recorded
from steelyard.show.page.units_of import packed, unpacked

METRICS = ["balanced_accuracy", "mcc", "cen", "macro_precision"]


def program(C, metrics):
    cm = sy.Confusion(np.ones((1, C, C), dtype=int), [str(c) for c in range(C)], axes={"model": ["m"]})
    return json.loads(json.dumps(recorded(chosen(metrics), usual_rates(), cm, "worst").program))


def number(text, C):
    a, b, c = map(float, text[1:].split(","))
    return a + b * C + c * C * C


def constant(made, C):
    """Return a constant as the script grows it."""
    if isinstance(made, list):
        return [number(one, C) if isinstance(one, str) and one.startswith("=") else float(one) for one in made]
    if "log" in made:
        return [np.log(number(made["log"], C))]
    if "fill" in made:
        return [made["fill"]] * C
    return np.where(np.eye(C, dtype=bool), made["diagonal"], made["other"]).ravel().tolist()


def instance(made, C):
    if isinstance(made, str):
        return number(made, C) if made.startswith("=") else made
    if isinstance(made, list):
        return ["constant", constant(made[1], C)] if made[:1] == ["constant"] else [instance(one, C) for one in made]
    return {key: instance(one, C) for key, one in made.items()} if isinstance(made, dict) else made


@pytest.mark.slow
@pytest.mark.parametrize("C", [4, 9, 30])
def test_it_is_the_recorded_one_with_as_many_classes(C):
    whole = instance(grown({size: program(size, METRICS) for size in SIZES}), C)
    recorded = program(C, METRICS)
    assert whole["outputs"] == recorded["outputs"]
    assert len(whole["nodes"]) == len(recorded["nodes"])
    for here, there in zip(whole["nodes"], recorded["nodes"], strict=True):
        if there[0] == "constant":
            assert here[1] == pytest.approx(unpacked(there[1]).tolist(), rel=1e-15, nan_ok=True)
        else:
            assert here == there


def test_what_grows_otherwise_is_refused():
    with pytest.raises(ValueError, match="in a way that a page does not know"):
        grown({C: ["sum", C**3] for C in SIZES})
    with pytest.raises(ValueError, match="in a way that a page does not know"):
        grown({C: ["constant", packed(np.arange(C, dtype=float))] for C in SIZES})
    with pytest.raises(ValueError, match="in a way that a page does not know"):
        grown({C: [0] * C for C in SIZES})
