"""Names in figures: as they are, with the glyphs that there are."""

import matplotlib as mpl
import pytest

from steelyard.plots.marks import UNKNOWN, drawable, isolated, model_names, with_glyphs


def test_plain_names_stay():
    assert drawable(["fraud", "ok", 3, None]) == ["fraud", "ok", "3", "(missing)"]


def test_long_names_lose_their_middle():
    (short,) = drawable(["a" * 500], 20)
    assert len(short) == 20


def test_characters_that_the_font_lacks_become_boxes_and_names_stay_different():
    assert with_glyphs("中文 ok") == f"{UNKNOWN * 2} ok"
    names = drawable(["中文", "中国", "ok"])
    assert len(set(names)) == 3
    assert names[2] == "ok"


def test_characters_that_the_font_has_stay():
    assert with_glyphs("é ß × → שלום") == "é ß × → שלום"


def test_a_second_font_is_asked():
    with mpl.rc_context({"font.family": ["No Such Font", "DejaVu Sans"]}):
        assert with_glyphs("é中") == f"é{UNKNOWN}"
    with mpl.rc_context({"font.family": ["cmr10"]}):  # which has neither
        assert with_glyphs("ש") == UNKNOWN
    with mpl.rc_context({"font.family": ["cmr10", "DejaVu Sans"]}):
        assert with_glyphs("ש") == "ש"


def test_a_single_model_without_a_name_is_its_values():
    assert model_names((None,)) == ["values"]
    assert model_names((None, "a")) == ["(missing)", "a"]


@pytest.mark.parametrize("text", ["", "abc", "$x_1$"])
def test_ascii_is_not_looked_up(text):
    assert with_glyphs(text) == text


def test_names_without_letters_are_seen():
    assert drawable(["", "ok", " \t"]) == ["'' #1", "ok", "'' #2"]
    assert model_names([""]) == ["''"]


def test_only_names_from_right_to_left_are_isolated():
    assert isolated("é 3") == "é 3"
    assert isolated("a שלום") == "\u200ea שלום\u200e"
    with mpl.rc_context({"font.family": ["cmr10"]}):  # which does not have the mark: it would be a box
        assert isolated("שלום") == "שלום"
