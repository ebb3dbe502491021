"""Names that load when they are used, and one sentence where a library is missing."""

import subprocess
import sys

import pytest

import steelyard.integrations.sklearn
from steelyard import lazy_names
from steelyard.lazy_names import loaded

WITHOUT = """
import sys
sys.modules[{library!r}] = None  # as if it were not installed
try:
    from steelyard.integrations.{package} import {name}
except ImportError as problem:
    print(problem)
"""


@pytest.mark.parametrize(
    ("package", "name", "library", "installed_as"),
    [
        ("sklearn", "scorer", "sklearn", "scikit-learn"),
        ("sklearn", "DecisionTuner", "sklearn", "scikit-learn"),
        ("sklearn", "SharesShift", "sklearn", "scikit-learn"),
        ("torch", "MetricLoss", "torch", "torch"),
        ("river", "Score", "river", "river"),
    ],
)
def test_a_missing_library_is_one_sentence(package, name, library, installed_as):
    script = WITHOUT.format(package=package, name=name, library=library)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert run.stdout == f"{name} needs {installed_as}; pip install {installed_as}.\n"


def test_an_unknown_name_is_no_attribute():
    with pytest.raises(AttributeError, match=r"module 'steelyard\.integrations\.sklearn' has no attribute 'scorers'"):
        loaded("steelyard.integrations.sklearn", "scorers", ("sklearn",))


def test_our_own_mistakes_are_not_hidden(monkeypatch):
    monkeypatch.setattr(lazy_names, "homes", lambda package: {"scorer": f"{package}.gone"})
    with pytest.raises(ModuleNotFoundError, match="gone"):
        loaded("steelyard.integrations.sklearn", "scorer", ("sklearn",))


def test_names_of_a_package_are_listed_and_nothing_else():
    names = ["DecisionTuner", "EvaluationDisplay", "SharesShift", "class_weight", "sample_weight", "scorer"]
    assert steelyard.integrations.sklearn.__all__ == dir(steelyard.integrations.sklearn) == names
    everything = {}
    exec("from steelyard.integrations.sklearn import *", everything)  # noqa: S102 - only a module may write this
    assert set(names) <= set(everything)
