import hashlib
import json

import pytest

from steelyard.stream.saved_file import Saved, read, write

SAVED = Saved(
    {"labels": ("a", ("b", 1), None), "window": None, "fading": None, "missing": "keep"},
    (("a", ("b", 1)), (3, 2)),
    [("a", "a"), None, (("b", 1), None)],
    {"items": [3, 1, 2**70], "extras": {"0": [1, 2]}, "value": 0.1, "inf": float("inf")},
)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "x.counter"
    write(path, SAVED)
    return path


def test_what_was_written_is_read(path):
    assert read(path) == SAVED


def test_truth_values_and_numbers_stay_what_they_are(path):
    pairs = [(True, 1), (0, False), (1, True)]
    write(path, SAVED._replace(pairs=pairs))
    assert [tuple(map(type, pair)) for pair in read(path).pairs] == [(bool, int), (int, bool), (int, bool)]


def test_the_file_says_what_it_is(path):
    first, rest = path.read_bytes().split(b"\n", 1)
    assert first == b"steelyard counter, version 1, sha256 " + hashlib.sha256(rest).hexdigest().encode()


def test_every_truncated_file_is_refused_by_name(path):
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(ValueError, match=r"^'.*x\.counter' is (not the file of a counter|damaged or inc).*\.$"):
            read(path)


def test_every_changed_byte_is_noticed(path):
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(ValueError, match=r"^'.*x\.counter' (is not the file|is damaged|has version).*\.$"):
            read(path)


@pytest.mark.parametrize("foreign", [b"", b"\n", b"{}", b"PAR1\x00\xff", b"truth,prediction\na,b\n", b"\x80" * 10**6])
def test_a_foreign_file_is_refused_by_name(path, foreign):
    path.write_bytes(foreign)
    with pytest.raises(
        ValueError, match=r"x\.counter' is not the file of a counter: its first line does not say so\.$"
    ):
        read(path)


def test_a_file_of_another_version_is_refused(path):
    path.write_bytes(path.read_bytes().replace(b"version 1", b"version 2"))
    with pytest.raises(ValueError, match=r"x\.counter' has version 2, but this Steelyard reads version 1\.$"):
        read(path)


def test_a_path_without_a_file_is_refused_by_name(path):
    with pytest.raises(ValueError, match=r"there is no file .*y\.counter'. Did you mean 'x\.counter'\?"):
        read(path.with_name("y.counter"))
    with pytest.raises(ValueError, match="is a folder; name a file"):
        read(path.parent)
    with pytest.raises(ValueError, match="is a folder; name a file"):
        write(path.parent, SAVED)
    with pytest.raises(ValueError, match=r"there is no folder '.*none' to save a counter in\."):
        write(path.parent / "none" / "x.counter", SAVED)


def signed(path, content):
    """Write any content with a valid checksum."""
    line = f"steelyard counter, version 1, sha256 {hashlib.sha256(content).hexdigest()}\n"
    path.write_bytes(line.encode() + content)


DOCUMENT = {
    "settings": {"labels": None, "window": None, "fading": None, "missing": "refuse"},
    "orders": [],
    "labels": ["a", "b"],
    "pairs": [[0, 1]],
    "held": {},
}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe\xfd",
        b"[" * 100_000 + b"]" * 100_000,
        b"9" * 10_000,
        *(json.dumps(document).encode() for document in ([], None, 1, "a", {})),
        *(
            json.dumps({**DOCUMENT, **change}).encode()
            for change in (
                {"pairs": [[0, -1]]},
                {"pairs": [[0, 2]]},
                {"pairs": [[0, 1, 1]]},
                {"pairs": [0]},
                {"pairs": None},
                {"labels": ["a", "b", "c"]},
                {"labels": ["a", "a"]},
                {"labels": ["a", ["b"]]},
                {"labels": ["a", float("nan")]},
                {"labels": ["a", {"timedelta": [10**30]}]},
                {"labels": ["a", {"list": []}]},
                {"labels": ["a", {"tuple": []}, {}]},
                {"orders": ["ab"]},
                {"orders": 1},
                {"settings": []},
                {"settings": {}},
                {"settings": {"labels": "ab"}},
                {"more": 1},
            )
        ),
    ],
    ids=lambda content: repr(content[:100]),
)
def test_any_other_content_is_refused_by_name_though_its_checksum_is_right(path, content):
    signed(path, content)
    with pytest.raises(ValueError, match=r"^'.*x\.counter' does not describe a counter \(.*\)\.$"):
        read(path)


def test_a_document_of_these_parts_is_read(path):
    """So that each of the changes above is what is refused."""
    signed(path, json.dumps(DOCUMENT).encode())
    assert read(path).pairs == [("a", "b")]


def test_a_null_character_in_a_name_is_refused():
    for use in (lambda: read("a\0b"), lambda: write("a\0b", SAVED)):
        with pytest.raises(
            ValueError, match=r"^'a\\x00b' cannot be the name of a file, because it has a null char.*\.$"
        ):
            use()


def test_a_label_that_cannot_be_stored_is_refused_before_anything_is_written(path):
    before = path.read_bytes()
    for unfit in (
        SAVED._replace(pairs=[("a", frozenset())]),
        SAVED._replace(settings={**SAVED.settings, "labels": (frozenset(),)}),
        SAVED._replace(orders=((frozenset(), "a"),)),
    ):
        with pytest.raises(ValueError, match=r"the label frozenset\(\) cannot be stored"):
            write(path, unfit)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]
