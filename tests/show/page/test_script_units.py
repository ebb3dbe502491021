"""The script of the page has tests of its own, which Node runs."""

import subprocess
from pathlib import Path

import pytest

from programs import find_program

pytestmark = pytest.mark.slow

NODE = find_program("node")


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_the_tests_of_the_script_pass():
    tests = sorted((Path(__file__).parent / "script").glob("*.test.js"))
    assert tests
    run = subprocess.run(
        [NODE, "--no-warnings", "--test", *tests], capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"
