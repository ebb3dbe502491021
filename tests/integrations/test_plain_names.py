import re

from hypothesis import given
from hypothesis import strategies as st

from steelyard.integrations.goals import LONGEST_NAME, distinct_names, plain_name


def test_a_name_keeps_letters_of_any_script_digits_and_what_logs_take():
    assert plain_name("balanced_accuracy under klein=0.9, groß=0.1") == "balanced_accuracy_under_klein_0.9_groß_0.1"


def test_a_name_of_signs_only_is_still_a_name():
    assert plain_name("../ : ") == "_"


@given(st.text())
def test_no_name_has_spaces_colons_or_slashes_or_leads_anywhere(text):
    name = plain_name(text)
    assert re.fullmatch(r"[\w.-]+", name)
    assert len(name) <= LONGEST_NAME
    assert not name.startswith(".")
    assert plain_name(name) == name


@given(st.lists(st.text(max_size=3)))
def test_names_of_different_texts_stay_apart(texts):
    names = distinct_names(texts)
    assert len(set(names)) == len(texts)


def test_a_number_that_is_taken_is_passed_over():
    assert distinct_names(["a_2", "a", "a"]) == ["a_2", "a", "a_3"]
