"""Figure 2 of Gupta et al. from runs of the parsers, by what it draws."""

import pytest

from steelyard.plots import save
from steelyard_papers.plots.log_parsing import METRICS, figure2_plot, shares_plot

ROWS = [
    {"dataset": dataset, "parser": parser, "seed": seed, "accuracy": 0.7, "balanced_accuracy": 0.8, "wba_rarity": v}
    | {"f1": 1}
    for dataset in ("Mac", "HDFS")
    for parser, values in (("Drain", [0.9]), ("Spell", [0.6]), ("MoLFI", [0.5, 0.7]))
    for seed, v in enumerate(values)
    if (dataset, parser) != ("HDFS", "Spell")
]  # fmt: skip
SHARES = [
    {"dataset": "Mac", "parser": parser, "rank_1": a, "rank_2": b, "rank_3": None}
    for parser, a, b in (("Drain", 0.75, 0.25), ("Spell", 0.25, 0.75))
]


def test_a_mark_is_the_mean_of_the_seeds_and_each_seed_is_behind_it():
    ax = figure2_plot(ROWS)[0]
    lines = {line.get_label(): line for line in ax.get_lines()}
    assert list(lines["MoLFI"].get_ydata()) == pytest.approx([1, 0.7, 0.8, 0.6])
    behind = next(line for line in ax.get_lines() if line.get_marker() == "_")
    assert sorted(behind.get_ydata())[:2] == [0.5, 0.7]
    assert [label.get_text() for label in ax.get_xticklabels()] == list(METRICS.values())


def test_a_parser_keeps_its_place_where_another_is_missing():
    mac, hdfs = figure2_plot(ROWS)
    at = [next(line for line in ax.get_lines() if line.get_label() == "MoLFI") for ax in (mac, hdfs)]
    assert list(at[0].get_xdata()) == list(at[1].get_xdata())
    assert (mac.get_title("left"), hdfs.get_title("left")) == ("(a) macOS", "(b) HDFS")


def test_bars_are_as_long_as_the_shares():
    ax = shares_plot(SHARES)
    assert [bar.get_width() for bar in ax.patches] == [75, 25, 0, 25, 75, 0]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["macOS, Drain", "macOS, Spell"]


def test_the_figures_can_be_saved(tmp_path):
    for name, drawn in (("a", figure2_plot(ROWS)), ("b", shares_plot(SHARES))):
        assert 1000 < save(drawn, tmp_path / f"{name}.svg").stat().st_size < 300_000


def test_nothing_to_draw():
    for draw in (figure2_plot, shares_plot):
        with pytest.raises(ValueError, match="to draw"):
            draw([])
