"""Names that load when they are used, and one sentence where a library is missing."""

import subprocess
import sys

import pytest

from steelyard.integrations.on_demand import loaded

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
        ("sklearn", "PriorShift", "sklearn", "scikit-learn"),
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
        loaded("steelyard.integrations.sklearn", {}, "scorers", ("sklearn",))


def test_our_own_mistakes_are_not_hidden():
    with pytest.raises(ModuleNotFoundError, match="gone"):
        loaded("steelyard.integrations.sklearn", {"scorer": "gone"}, "scorer", ("sklearn",))
