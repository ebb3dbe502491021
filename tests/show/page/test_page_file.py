"""The page is one file: nothing in it but ours can run, whatever the names are, and the same result gives the same."""

import base64
import hashlib
import html
import json
import re
from html.parser import HTMLParser

import pytest

import steelyard as sy
from steelyard.show.page.content import content_of
from steelyard.show.page.page import embedded, filled, page_of, write_page

TEMPLATE = """<!doctype html>
<html><head><meta http-equiv="Content-Security-Policy" content="{{csp}}"><title>{{title}}</title>
<style>{{style}}</style></head><body>
<script type="application/json" id="content">{{content}}</script>
<script type="module">{{script}}</script></body></html>
"""
STYLE, CODE = "p { color: red }\n", 'const x = "{{title}} {{nothing}} \\\\1";\n'

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>&lt;&amp;\"'`",
    "\u202eright to left\u2028line\u2029paragraph",
    "🙂 {{script}} {{csp}}",
    "half \ud800 a character",
    "x" * 500,
    "NUL \x00 and \r\n",
    '" onload="alert(1)',
]


class Parsed(HTMLParser):
    """The elements of a page, and what stands in them."""

    def __init__(self, page):
        super().__init__()
        self.found, self.inside = [], False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append([tag, dict(attrs), ""])
        self.inside = True

    def handle_endtag(self, tag):  # noqa: ARG002
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.found[-1][2] += data

    def only(self, tag, **attributes):
        (found,) = [each for each in self.found if each[0] == tag and attributes.items() <= each[1].items()]
        return found


def hostile_result():
    n = len(HOSTILE)
    truth = [HOSTILE[i % n] for i in range(40)]
    predictions = {
        name: [HOSTILE[(i + k) % n if i % 3 else i % n] for i in range(40)] for k, name in enumerate(HOSTILE)
    }
    return sy.evaluate(sy.Joint.from_labels(truth, predictions), metrics=["cba", "accuracy"])


def page(content, template=TEMPLATE):
    return filled(template, content, style=STYLE, code=CODE)


def hashed(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_only_our_own_script_and_style_may_run():
    policy = Parsed(page({"title": "x"})).only("meta")[1]["content"]
    assert dict(part.split(" ", 1) for part in policy.split("; ")) == {
        "default-src": "'none'",
        "script-src": f"'{hashed(CODE)}'",
        "style-src": f"'{hashed(STYLE)}'",
        "img-src": "data: blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_the_parts_stand_where_they_belong_untouched():
    parsed = Parsed(page({"title": "a {{script}} & b"}))
    assert parsed.only("style")[2] == STYLE
    assert parsed.only("script", type="module")[2] == CODE
    assert parsed.only("title")[2] == "a {{script}} & b"


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_ends_the_element_or_crashes_the_writing(tmp_path, name):
    content = {"title": name, "labels": [name], "notes": [f"{name}{name}"]}
    written = page(content)
    write_page(tmp_path / "page.html", written)
    read = (tmp_path / "page.html").read_bytes().decode("utf-8")
    inside = re.search(r'id="content">(.*?)</script>', read, re.DOTALL)[1]
    assert json.loads(inside) == content
    assert inside.isascii()
    assert not set(inside) & set("<>&")
    assert read.lower().count("<script") == read.lower().count("</script>") == 2
    assert "<!--" not in read
    title = re.search(r"<title>(.*?)</title>", read, re.DOTALL)[1]
    assert html.unescape(title) == name.replace("\ud800", "\ufffd")


def test_hostile_names_go_through_a_whole_result(tmp_path):
    content = content_of(hostile_result())
    assert sorted(content["labels"]) == sorted(content["models"]) == sorted(HOSTILE)
    inside = embedded(content)
    assert json.loads(inside) == content
    assert inside.isascii()
    assert not set(inside) & set("<>&")
    write_page(tmp_path / "page.html", page(content))


def test_numbers_that_json_has_not_are_refused():
    with pytest.raises(ValueError, match="not JSON compliant"):
        embedded({"title": "x", "value": float("nan")})


@pytest.mark.parametrize("place", ["csp", "title", "style", "script", "content"])
@pytest.mark.parametrize("times", [0, 2])
def test_each_place_must_be_in_the_template_once(place, times):
    changed = TEMPLATE.replace(f"{{{{{place}}}}}", f"{{{{{place}}}}}" * times)
    with pytest.raises(ValueError, match=re.escape(f"a template must have the place {{{{{place}}}}} once.")):
        page({"title": "x"}, changed)


@pytest.mark.slow
def test_the_same_result_gives_the_same_bytes():
    joint = sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm"])
    first, second = (page(content_of(sy.evaluate(joint, importance="rarity"))) for _ in range(2))
    assert first == second
    looked = sy.evaluate(joint, importance="rarity")
    str(looked)  # which computes what is computed when someone looks
    assert page(content_of(looked)) == first


def test_to_html_writes_what_it_returns(tmp_path):
    result = sy.evaluate(["a", "b", "b"], ["a", "b", "a"])
    written = result.to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_bytes() == written.encode("utf-8")
    assert result.to_html(str(tmp_path / "other.html")) == result.to_html() == written == page_of(content_of(result))
    assert written.lower().startswith("<!doctype html>")


def test_a_comparison_has_a_page_too(tmp_path):
    result = sy.compare([0, 1, 1, 0] * 5, {"a": [0, 1, 0, 0] * 5, "b": [0, 1, 1, 1] * 5}, metrics="accuracy")
    assert result.to_html(tmp_path / "page.html") == page_of(content_of(result))


def test_our_own_page_asks_nothing_of_the_network():
    parsed = Parsed(sy.evaluate(["a", "b", "b"], ["a", "b", "a"]).to_html())
    assert all(
        not value.startswith(("http", "//")) for _, attrs, _ in parsed.found for value in attrs.values() if value
    )
    policy = parsed.only("meta", **{"http-equiv": "Content-Security-Policy"})[1]["content"]
    assert hashed(parsed.only("script", type="module")[2]) in policy
    assert hashed(parsed.only("style")[2]) in policy


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("page.pdf", "a page is written as .html or .htm"),
        ("", "a page is written as .html or .htm"),
        ("none/page.html", "there is no folder"),
        ("folder.html", "is a folder"),
    ],
)
def test_a_bad_place_is_one_sentence_in_python_too(tmp_path, monkeypatch, place, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(ValueError, match=sentence):
        sy.evaluate([[5, 1], [2, 10]]).to_html(place)
