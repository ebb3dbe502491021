"""Footnotes: each note once, doubts that differ in an amount alone together, labels never mistaken for amounts."""

from steelyard.show.footnotes import Footnotes


def test_each_note_has_one_number():
    notes = Footnotes()
    assert [notes.mark(["one"]), notes.mark(["two"]), notes.mark(["one"])] == ["[1]", "[2]", "[1]"]
    assert notes.mark(["two", "one", "two"]) == "[1,2]"
    assert notes.mark([]) == notes.mark([""]) == ""
    assert notes.lines() == ["[1] one", "[2] two"]


def test_amounts_are_told_from_the_least_to_the_largest():
    notes = Footnotes()
    for off in ("0.9", "0.4", "1.25", "10.0"):
        notes.mark([f"the draws are off the value by {off} standard errors, as many cells have few items"])
    for share in ("9", "30", "10"):
        notes.mark([f"class 3 is undefined in {share}% of the draws"])
    assert notes.lines() == [
        "[1] the draws are off the value by 0.4 to 10.0 standard errors, as many cells have few items",
        "[2] class 3 is undefined in 9 to 30% of the draws",
    ]


def test_classes_are_no_amounts():
    notes = Footnotes()
    notes.mark(["class 3 has fewer than 10 items"])
    notes.mark(["class 8 has fewer than 10 items"])
    assert notes.lines() == ["[1] class 3 has fewer than 10 items", "[2] class 8 has fewer than 10 items"]


def test_notes_on_what_misleads_have_letters_and_are_told_together():
    notes = Footnotes()
    constant = "misleading: always answering 'ok' would get"
    assert notes.mark([f"{constant} 0.955 (accuracy)", "class 3 has fewer than 10 items"]) == "[a,1]"
    assert notes.mark([f"{constant} 0.101 (mcen)"]) == "[a]"
    notes.mark(["misleading: with 5 classes nobody gets less than 0.300 (macro_specificity)"])
    notes.mark(["misleading: with 5 classes nobody gets less than 0.375 (auroc_ovo)"])
    assert notes.lines() == [
        "[a] misleading: always answering 'ok' would get 0.955 (accuracy), 0.101 (mcen)",
        "[b] misleading: with 5 classes nobody gets less than 0.300 (macro_specificity), 0.375 (auroc_ovo)",
        "[1] class 3 has fewer than 10 items",
    ]


def test_facts_about_several_models_are_told_by_metric():
    notes = Footnotes()
    for amount in ("-0.100 (mcc)", "0.200 (mcc)", "0.300 (mean_f(beta=2))", "0.300 (mean_f(beta=2))"):
        notes.mark([f"misleading: with class shares by what matters it would be {amount}"])
    (line,) = notes.lines()
    assert line.endswith("it would be -0.100 to 0.200 (mcc), 0.300 (mean_f(beta=2))")


def test_an_amount_that_all_metrics_have_is_told_without_their_names():
    notes = Footnotes()
    for metric in ("accuracy", "average_accuracy"):
        notes.mark([f"misleading: always answering 'ok' would get 0.950 ({metric})"])
    assert notes.lines() == ["[a] misleading: always answering 'ok' would get 0.950"]


def test_different_constant_answers_are_one_note_that_names_the_metrics():
    notes = Footnotes()
    for answer, amount in (("'a\nb would get'", "0.950 (accuracy)"), ("'b'", "0.950 (balanced_accuracy)")):
        notes.mark([f"misleading: always answering {answer} would get {amount}"])
    (line,) = notes.lines()
    assert line == (
        "[a] misleading: always answering 'a\nb would get' would get 0.950 (accuracy); always answering 'b' would get "
        "0.950 (balanced_accuracy)"
    )
