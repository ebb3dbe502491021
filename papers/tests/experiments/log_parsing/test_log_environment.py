"""The parsers' own Python: set up once and as a whole, or refused in one sentence."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from steelyard_papers.experiments.log_parsing import environment
from steelyard_papers.experiments.log_parsing.environment import MATTER, PINS, parsers_python, parsers_versions


class Commands:
    """Stands for `subprocess.run`: makes a folder for a virtual environment, and fails where it is told to."""

    def __init__(self, fails=None, said=""):
        self.given, self.fails, self.said = [], fails, said

    def run(self, command, **_):
        self.given.append(command)
        failed = self.fails in command
        if "venv" in command and not failed:
            python = environment.python_in(environment.Path(command[-1]))
            python.parent.mkdir(parents=True)
            python.touch()
        return SimpleNamespace(returncode=int(failed), stdout="", stderr=self.said if failed else "")


@pytest.fixture
def commands(monkeypatch):
    made = Commands()
    monkeypatch.setattr(environment.subprocess, "run", made.run)
    return made


def test_it_is_set_up_once_with_exact_pins_and_nothing_else(tmp_path, commands):
    python = parsers_python(tmp_path)
    assert python.parent.is_dir()
    _, install, check = commands.given
    assert "--no-deps" in install
    assert [word for word in install if "==" in word] == [f"{name}=={version}" for name, version in PINS.items()]
    assert check[-1] == environment.CHECK
    assert parsers_python(tmp_path) == python
    assert len(commands.given) == 3
    assert [folder.name for folder in (tmp_path / "environments").iterdir()] == [python.parents[1].name]


@pytest.mark.parametrize("step", ["venv", "pip", environment.CHECK])
def test_a_half_made_environment_is_never_used(tmp_path, commands, step):
    commands.fails, commands.said = step, "no room"
    with pytest.raises(ValueError, match="no room"):
        parsers_python(tmp_path)
    assert not list((tmp_path / "environments").iterdir())
    commands.fails = None
    assert parsers_python(tmp_path).parent.is_dir()


def test_an_environment_without_its_python_is_made_anew(tmp_path, commands):
    python = parsers_python(tmp_path)
    python.unlink()
    python.symlink_to(tmp_path / "a Python that was removed")
    assert parsers_python(tmp_path) == python
    assert python.exists()
    assert len(commands.given) == 6


def test_what_pip_said_last_is_told_and_what_to_do(tmp_path, commands):
    commands.fails = "pip"
    commands.said = (
        "WARNING: Location is ignored\nERROR: Could not find a version\n"
        "ERROR: No matching distribution found for regex==2022.3.2\n[notice] A new release of pip is available"
    )
    with pytest.raises(
        ValueError, match=r"pip says: ERROR: No matching distribution found for regex==2022\.3\.2\. It"
    ) as e:
        parsers_python(tmp_path)
    assert "--parsers-python" in str(e.value)
    assert "\n" not in str(e.value)


@pytest.mark.usefixtures("commands")
def test_another_process_that_was_faster_is_believed(tmp_path, monkeypatch):
    python = parsers_python(tmp_path)
    monkeypatch.setattr(environment.Path, "rename", lambda *_: (_ for _ in ()).throw(FileExistsError()))
    environment.make(python.parents[1])
    assert [folder.name for folder in (tmp_path / "environments").iterdir()] == [python.parents[1].name]


def test_the_versions_of_ours_are_known_before_it_is_set_up():
    assert parsers_versions() == {"python": sys.version.split()[0], **{name: PINS[name] for name in MATTER}}


def test_a_python_that_the_user_names_is_taken_as_it_is(tmp_path):
    assert str(parsers_python(tmp_path, sys.executable)) == sys.executable
    assert not (tmp_path / "environments").exists()


def test_a_python_without_the_parsers_says_what_it_needs():
    with pytest.raises(
        ValueError, match=r"cannot import the parsers: .*logparser.*; it needs logparser3==1\.0\.4, regex"
    ):
        parsers_versions(sys.executable)


def test_a_python_that_is_not_there():
    with pytest.raises(ValueError, match="--parsers-python names 'no-such-python', which cannot be run"):
        parsers_versions("no-such-python")


def test_a_program_that_is_no_python(tmp_path, monkeypatch):
    monkeypatch.setattr(environment.subprocess, "run", Commands().run)
    with pytest.raises(ValueError, match=r"names '.*/true', which is not a Python"):
        parsers_versions(str(tmp_path / "true"))


def test_a_program_that_does_not_end(tmp_path, monkeypatch):
    def waits(command, timeout, **_):
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(environment.subprocess, "run", waits)
    with pytest.raises(ValueError, match="did not say within 120 seconds"):
        parsers_versions(str(tmp_path / "sleep"))


def test_the_check_asks_for_all_versions_that_matter():
    asked = subprocess.run([sys.executable, "-c", f"compile({environment.CHECK!r}, 'check', 'exec')"], check=True)
    assert asked.returncode == 0
    assert all(repr(name) in environment.CHECK for name in MATTER)
