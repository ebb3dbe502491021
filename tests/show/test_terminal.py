"""The terminal: any width, with and without colour, as a pipe, a dumb terminal, and without our characters."""

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import numpy as np
import pytest
from rich.console import Console

import steelyard as sy
from steelyard.show.catalogue import print_catalogue
from steelyard.show.comparison import print_comparison
from steelyard.show.evaluation import print_evaluation
from steelyard.show.names import width
from steelyard.show.parts import ASCII, BLOCKS, marks_of

pytestmark = pytest.mark.slow

ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")
COLOUR = re.compile(r"(?:^|;)(?:3[0-7]|4[0-8]|9[0-7]|10[0-7])(?:;|$)")
LONG = ["a" * 30 + middle + "b" * 30 for middle in "123456"]
QUICK = sy.intervals.bootstrap(draws=200)


class Bytes(io.TextIOWrapper):
    """A file with an encoding, whose text can be read back."""

    def __init__(self, encoding):
        super().__init__(io.BytesIO(), encoding=encoding, errors="strict", newline="")

    def getvalue(self):
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)


def matrix(C, labels=None, models=None):
    counts = np.random.default_rng(C).integers(0, 60, (*([] if models is None else [len(models)]), C, C))
    return sy.Confusion(counts, labels, axes=None if models is None else {"model": models})


def in_full(result, console):
    print_evaluation(result, console, full=True)


def shown(result, show=in_full, columns=80, encoding="utf-8", **settings):
    """Print to a terminal; without colour, and not honouring the settings of the machine that tests, unless said so."""
    file = Bytes(encoding)
    settings = {"force_terminal": True, "color_system": None, "legacy_windows": False, "_environ": {}} | settings
    show(result, Console(file=file, width=columns, **settings))
    return file.getvalue()


EVALUATED = {
    "one matrix": matrix(4),
    "two models": matrix(3, models=["tree", "svm"]),
    "long names": matrix(6, LONG, models=LONG[:3]),
    "twenty classes": matrix(20, [f"class {i}" for i in range(20)]),
    "many classes": matrix(40, [f"class {i}" for i in range(40)]),
    "hostile names": matrix(4, ["<b>", "[bold]x[/]", "a\nb\x1b[31m\u202e", "🍷" * 40]),
    "large counts": sy.Confusion(np.full((12, 12), 10**9)),
    "slices": sy.Confusion(np.full((2, 4, 3, 3), 7), axes={"model": LONG[:2], "day": LONG[:4]}),
}


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("name", EVALUATED)
def test_no_line_is_wider_than_the_terminal_and_no_number_is_cut(name, columns):
    result = sy.evaluate(EVALUATED[name], intervals="delta")
    brief = shown(result, print_evaluation, columns=columns).splitlines()
    assert max(map(width, brief)) <= columns
    lines = shown(result, columns=columns).splitlines()
    assert max(map(width, lines)) <= columns
    text = " ".join(lines)
    for score in result.overall.scores:
        assert f"{score.value + 1e-15:.3f}".replace("-", "−") in text
    rules = [i for i, line in enumerate(lines) if line.startswith("──")]
    assert rules
    assert not any(lines[i - 1].startswith(" ") and lines[i - 1].count("…") > 1 for i in rules), "a heading of soup"


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("models", [2, 3, 5])
def test_a_comparison_fits(models, columns):
    rng = np.random.default_rng(models)
    truth = rng.integers(0, 3, 200)
    names = ["tree", "svm", *LONG][:models]
    joint = sy.Joint.from_labels(truth, {name: np.where(rng.random(200) < 0.6, truth, 0) for name in names})
    found = sy.compare(joint, metrics=["cba", "accuracy", "macro_balanced_accuracy"], intervals=QUICK)
    lines = shown(found, print_comparison, columns).splitlines()
    assert max(map(width, lines)) <= columns
    text = " ".join(lines)
    for each in found.scored:
        assert all(f"{value:.3f}" in text for value in each.values)
    first, second = (found.models[k] for k in found.score().best_first[:2])
    lead = found.pair(first, second).lead_of(first)
    assert f"{lead.low:+.3f} … {lead.high:+.3f}".replace("-", "−") in text


@pytest.mark.parametrize("columns", [40, 80])
def test_the_catalogue_fits_and_keeps_every_name_whole(columns):
    text = shown(sy.metrics.values(), print_catalogue, columns)
    lines = text.splitlines()
    assert max(map(width, lines)) <= columns
    assert {line.split()[0] for line in lines if line.split()} >= set(sy.metrics)


def test_a_narrow_table_leaves_out_what_is_needed_least():
    cm = matrix(4)
    wide, narrow = (shown(sy.evaluate(cm, intervals="delta"), in_full, columns) for columns in (120, 40))
    headings = [re.findall(r"^class .*", text, re.MULTILINE)[0].split() for text in (wide, narrow)]
    assert headings == [
        ["class", "weight", "items", "predicted", "right", "recall", "prec.", "F1", "spec."],
        ["class", "weight", "items", "recall", "prec.", "F1"],
    ]


def test_what_is_left_out_is_said():
    text = shown(sy.metrics.values(), print_catalogue, 40)
    assert text.split("one_point_auroc_ova")[0].count("No room for: range, better.\n") == 1
    assert "No room" not in shown(sy.metrics.values(), print_catalogue, 80)
    classes = shown(sy.evaluate(matrix(4), metrics="cba", intervals="none"), columns=40)
    assert "No room for: predicted, right, spec.\n" in classes


def test_a_table_that_is_a_little_too_wide_stands_tight_before_it_is_broken():
    """At 60 columns, the p-values stood in a table of their own."""
    truth = np.arange(400) % 3
    answers = {"tree": np.where(np.arange(400) % 9 < 8, truth, 0), "svm": np.where(np.arange(400) % 9 < 4, truth, 0)}
    joint = sy.Joint.from_labels(truth, answers)
    found = sy.compare(joint, metrics=["cba", "macro_balanced_accuracy"], intervals=QUICK)
    for columns in (60, 70):
        text = shown(found, print_comparison, columns)
        assert max(map(width, text.splitlines())) <= columns
        headings = re.findall(r"^metric .*", text, re.MULTILINE)
        assert len(headings) == 2
        assert headings[1].split() == ["metric", "tree", "−", "svm", "P", "of", "tree", "Holm"]


# Colour, and what tells the same without it.


def styles(text):
    return [found for found in ESCAPE.findall(text) if COLOUR.search(found)]


def heat(text):
    """Return the lines of the first heat map, without escape codes."""
    plain = ESCAPE.sub("", text)
    return plain[plain.index("Confusions") :].splitlines()


SURE = sy.Confusion([[90, 10], [40, 60]], ["bad", "good"])


def evaluated(cm=SURE):
    return sy.evaluate(cm, metrics="cba", intervals="none")


@pytest.mark.parametrize("system", ["256", "truecolor"])
def test_a_heat_map_is_coloured_by_the_share_of_the_row(system):
    text = shown(evaluated(), color_system=system)
    assert len(set(styles(text))) == 4, "three quarters and a half right, a quarter and a twentieth wrong"
    assert len(styles(text)) == 4, "nothing else is coloured"
    assert heat(text)[2].split() == ["bad", "90", "10"]
    assert not set("".join(heat(text))) & set(BLOCKS.shades), "colour says it"


@pytest.mark.parametrize(
    "settings",
    [
        {"color_system": "256", "no_color": True},
        {"color_system": "truecolor", "_environ": {"NO_COLOR": "1"}},
        {"color_system": "standard"},
        {"color_system": "auto", "_environ": {"TERM": "dumb"}},
        {"color_system": "auto", "_environ": {"TERM": "xterm", "NO_COLOR": "1"}},
    ],
    ids=["no_color", "NO_COLOR", "sixteen colours", "dumb", "NO_COLOR of a terminal"],
)
def test_without_colours_shades_say_the_same(settings):
    text = shown(evaluated(), **settings)
    assert styles(text) == []
    assert [line.split() for line in heat(text)[1:4]] == [
        ["bad", "good"],
        ["bad", "90█", "10░"],
        ["good", "40▒", "60▓"],
    ]
    assert "░ 5–25 %, ▒ 25–50 %, ▓ 50–75 %, █ 75–100 %" in " ".join(ESCAPE.sub("", text).split())


def test_a_dumb_terminal_gets_no_escape_codes():
    assert "\x1b" not in shown(evaluated(), color_system="auto", _environ={"TERM": "dumb"})


def test_a_terminal_of_old_windows_gets_no_more_than_it_can():
    text = shown(evaluated(), color_system="windows", legacy_windows=True)
    assert "90█" in text
    assert styles(text) == []


def test_bars_are_as_long_as_the_recall():
    text = shown(evaluated(), columns=100)
    rows = {
        line.split()[0]: line
        for line in text[text.index("Classes") : text.index("Confusions")].splitlines()
        if line.split()
    }
    assert "███████▎" in rows["bad"]  # 0.9 of eight steps: 7.2
    assert "████▊···" in rows["good"]


def test_a_heat_map_that_is_too_wide_has_percentages_and_then_shades_alone():
    for C, size, columns, what in (
        (12, 1, 80, "Cells: items"),
        (12, 10**6, 80, "Cells: percent of the row"),
        (20, 1, 40, "Shades"),
    ):
        cm = sy.Confusion(np.eye(C, dtype=int) * 9 * size + size, [f"a class {i}" for i in range(C)])
        lines = heat(shown(evaluated(cm), columns=columns))
        assert max(map(width, lines)) <= columns
        assert " ".join(lines).split("predictions. ")[1].startswith(what)
        letters = "abcdefghijklmnopqrst"[:C]  # for columns whose names are too wide
        assert "".join(lines[1].split()) == letters
        assert "".join(line.split()[0] for line in lines[2 : C + 2]) == letters


def test_more_than_twenty_classes_show_the_worst_confusions():
    text = shown(evaluated(matrix(40)))
    assert "Confusions\n" not in text
    assert text.split("Worst confusions, by weight and share of the class\n")[1].startswith("truth   taken for   items")


def test_a_row_without_items_has_no_shade():
    lines = heat(shown(evaluated(sy.Confusion([[0, 0], [1, 3]]))))
    assert lines[2].split() == ["0", "·", "·"]


def test_the_last_of_several_heat_maps_says_what_they_show():
    text = shown(evaluated(matrix(3, models=["a", "b", "c"])))
    assert text.count("Confusions of") == 3
    assert text.count("Rows: truth; columns: predictions.") == 1
    assert text.index("Rows: truth") > text.index("Confusions of c")


def test_pictures_are_for_eyes():
    """A pipe and a text have the tables alone, as they were."""
    piped = shown(evaluated(), force_terminal=False)
    assert "Confusions" not in piped
    assert piped.rstrip("\n") == evaluated().full()
    assert "\x1b" not in piped


def test_a_text_is_the_same_whatever_the_settings_of_the_machine(monkeypatch):
    plain = str(evaluated())
    for name, value in {"FORCE_COLOR": "1", "COLUMNS": "33", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
        assert str(evaluated()) == plain


# Encodings.


@pytest.mark.parametrize(
    ("encoding", "marks"), [("utf-8", BLOCKS), ("ascii", ASCII), ("latin-1", ASCII), ("cp437", ASCII)]
)
def test_an_encoding_gets_blocks_only_if_it_has_them_all(encoding, marks):
    assert marks_of(encoding) == marks


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "cp1252"])
@pytest.mark.parametrize("columns", [40, 80])
def test_other_encodings_can_write_everything_in_line(encoding, columns):
    result = sy.evaluate(matrix(3, ["naïve", "šum", "ok"], models=["tree", "svm"]), intervals="delta")
    lines = shown(result, columns=columns, encoding=encoding).splitlines()
    assert max(map(len, lines)) <= columns
    utf = shown(result, columns=columns).splitlines()
    assert [len(line) for line in lines if "0." in line] == [width(line) for line in utf if "0." in line]


def test_ascii_tells_shares_and_directions_by_ascii():
    text = shown(evaluated(), encoding="ascii", columns=100)
    assert [line.split() for line in heat(text)[2:4]] == [["bad", "90#", "10:"], ["good", "40+", "60*"]]
    assert "#######." in text
    assert "^ higher is better, v lower is better" in text
    assert "?" not in text.replace("is it found?", "").replace("is it true?", "")


# The real thing.


COMMAND = [sys.executable, "-c", "from steelyard.cli import main; main()", "evaluate", "--metric", "cba"]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "items.csv"
    path.write_text("y,p\n" + "bad,bad\n" * 9 + "bad,good\n" + "good,bad\n" * 4 + "good,good\n" * 6)
    return [str(path), "--truth", "y", "--prediction", "p", "--intervals", "none"]


def in_terminal(arguments, columns, **environment):
    """Run a command in a terminal of so many columns; return what it shows."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=slave,
        stderr=slave,
        stdin=slave,
        env={"TERM": "xterm-256color", **kept, **environment},
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            more = os.read(master, 4096)
        except OSError:  # the other side is gone
            break
        if not more:
            break
        shown += more
    os.close(master)
    assert process.wait() == 0, shown
    return shown.decode(environment.get("PYTHONIOENCODING", "utf-8")).replace("\r\n", "\n")


def test_a_terminal_has_its_width_and_colours(file):
    text = in_terminal([*file, "--all"], 50)
    assert styles(text)
    assert heat(text)[2].split() == ["bad", "9", "1"]
    assert max(width(ESCAPE.sub("", line)) for line in text.splitlines()) <= 50


@pytest.mark.parametrize(
    ("environment", "row"),
    [
        ({"NO_COLOR": "1"}, ["bad", "9█", "1░"]),
        ({"TERM": "dumb"}, ["bad", "9█", "1░"]),
        ({"NO_COLOR": "1", "PYTHONIOENCODING": "ascii"}, ["bad", "9#", "1:"]),
    ],
    ids=["NO_COLOR", "dumb", "ascii"],
)
def test_a_terminal_without_colours(file, environment, row):
    text = in_terminal([*file, "--all"], 80, **environment)
    assert styles(text) == []
    assert heat(text)[2].split() == row
    assert ("\x1b" in text) is ("TERM" not in environment), "bold is no colour, but a dumb terminal has neither"


@pytest.mark.parametrize("environment", [{}, {"PYTHONIOENCODING": "ascii"}, {"NO_COLOR": "1"}], ids=str)
def test_a_pipe_gets_the_tables_alone(file, environment):
    done = subprocess.run([*COMMAND, *file], capture_output=True, env={**os.environ, **environment}, check=True)
    text = done.stdout.decode(environment.get("PYTHONIOENCODING", "utf-8"))
    assert "\x1b" not in text
    assert "Confusions" not in text
    assert "cba" in text
