"""The script's files become one: imports before what needs them, nothing lost, nothing that clashes."""

import re
import subprocess

import pytest

from programs import find_program
from steelyard.show.page.page import bundled, script

FOUR = {
    "page.js": 'import { twice } from "./numbers.js";\nimport { say } from "./words.js";\n\nsay(twice(21));',
    "numbers.js": "/** Twice. */\nexport function twice(x) {\n  return 2 * x;\n}\n",
    "words.js": 'import { PREFIX, Shout } from "./constants.js";\n'
    "export const say = (x) => new Shout(PREFIX + x).out();\n",
    "constants.js": 'export const PREFIX = "= ";\nexport class Shout {\n  constructor(x) { this.x = x; }\n'
    "  out() { console.log(this.x); }\n}\nexport async function later() {}\n",
}


def test_files_stand_behind_those_they_need():
    whole = bundled(FOUR)
    places = {name: whole.index(f"// {name}\n") for name in FOUR}
    assert places["constants.js"] < places["words.js"] < places["page.js"]
    assert places["numbers.js"] < places["page.js"]
    assert "import" not in whole
    assert "export" not in whole
    for line in ("function twice(x) {", 'const PREFIX = "= ";', "class Shout {", "async function later() {}"):
        assert f"\n{line}\n" in whole


def test_comments_stay_in_the_files():
    module = "// Why.\n/** One line. */\nexport const a = 1; // beside\n/**\n * Two\n * lines. */\n"
    module += "  // inside\nconst b = '/** text */';\n"
    assert bundled({"a.js": module}) == "// a.js\nconst a = 1; // beside\nconst b = '/** text */';\n"


def test_the_script_is_small_enough_to_be_read():
    """Before minification; comments, which only the files have, are not counted.

    It was 72,000 until slices got intervals, and each metric its own axis, 77,000 until a class could be positive,
    and 78,000 until it told the rates of a class as Python does, kept what was not moved, and had a table of slices;
    86,000 until it rounded as Python does, measured the names in charts, and marked slices.
    """
    assert len(script().encode()) < 89_000


def test_the_order_of_the_files_does_not_matter():
    assert bundled(FOUR) == bundled(dict(reversed(FOUR.items())))


@pytest.mark.skipif(find_program("node") is None, reason="Node is not installed")
def test_the_whole_runs(tmp_path):
    (tmp_path / "whole.mjs").write_text(bundled(FOUR), encoding="utf-8")
    run = subprocess.run(["node", tmp_path / "whole.mjs"], capture_output=True, text=True, check=True, timeout=60)  # noqa: S607
    assert run.stdout == "= 42\n"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"a.js": 'import { b } from "./b.js";\n'}, "a.js imports from b.js, which is not there."),
        ({"a.js": 'import { other } from "./numbers.js";\n'}, "other from numbers.js, which does not export it."),
        ({"a.js": "const twice = 1;\n"}, "numbers.js and a.js both have twice at their top; joined, it would be one."),
        ({"a.js": 'import * as all from "./numbers.js";\n'}, "a.js has a line that cannot be joined with others: "),
        ({"a.js": 'import { twice as double } from "./numbers.js";\n'}, "cannot be joined"),
        ({"a.js": 'import { twice } from "elsewhere";\n'}, "cannot be joined"),
        ({"a.js": "export default twice;\n"}, "cannot be joined"),
        ({"a.js": "export { twice };\n"}, "cannot be joined"),
        (
            {"constants.js": 'import { say } from "./words.js";\nexport const PREFIX = 1;\nexport class Shout {}\n'},
            "scripts import each other in a circle: ",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_joined_is_refused(changed, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        bundled({**FOUR, **changed})


def test_only_the_tops_of_files_are_looked_at():
    inside = "export function other() {\n  const twice = 2;\n  return twice;\n}\n"
    assert "  const twice = 2;" in bundled({**FOUR, "other.js": inside})


def test_our_own_script_can_stand_in_a_page():
    whole = script()
    assert "</script" not in whole.lower()
    assert "<!--" not in whole
    assert not re.search(r"^(import|export) ", whole, re.MULTILINE)
