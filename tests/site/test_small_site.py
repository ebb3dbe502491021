"""What the site leaves out is what nobody sees."""

from types import SimpleNamespace

import pytest


@pytest.fixture
def small_site(hook):
    return hook("small_site")


def test_blank_lines_and_indentation_go(small_site):
    assert small_site.without_blanks("<p>\n\n    one two\n  </p>\n\n\n<p>") == "<p>\none two\n</p>\n<p>"


@pytest.mark.parametrize("tag", ["pre", "script", "style", "textarea"])
def test_where_blanks_are_shown_or_mean_something_they_stay(small_site, tag):
    kept = f'<{tag} class="x">\n  a\n\n    b\n</{tag}>'
    assert small_site.without_blanks(f"<p>\n\n{kept}\n\n  <i>\n\n{kept}") == f"<p>\n{kept}\n<i>\n{kept}"


def test_words_stay_apart_and_tags_are_known_by_their_whole_name(small_site):
    assert small_site.without_blanks("one\n   two").split() == ["one", "two"]
    assert small_site.without_blanks("<prefix>\n\n  a<pre>\n\n</pre>") == "<prefix>\na<pre>\n\n</pre>"


def test_paths_and_places_have_two_decimals_and_nothing_else_changes(small_site):
    rest = '<text id="a1.23456" transform="scale(0.015625 -0.015625)" font="1.23456">1.23456</text>'
    svg = '<path d="M 1.23456 -0.98765 L 12 3.1 4.567e-05"/><use x="9.87654" y="-0.12999"/>'
    short = '<path d="M 1.23 -0.98 L 12 3.1 4.56e-05"/><use x="9.87" y="-0.12"/>'
    assert small_site.with_short_paths(svg + rest) == short + rest


def test_what_only_matplotlib_reads_leaves_a_figure(small_site):
    svg = """<!-- a --><g id="text_1"><g id="none"/><text transform="translate(1.2345 6.789) scale(0.015625)" \
style="font-family: 'DejaVu Sans', 'Verdana', 'Arial', sans-serif" clip-path="url(#p98)">a</text></g><path id="m06"/>"""
    assert small_site.with_short_paths(svg) == (
        """<g><text transform="translate(1.23 6.78) scale(0.015625)" style="font-family: 'DejaVu Sans', sans-serif" """
        """clip-path="url(#p98)">a</text></g><path id="m06"/>"""
    )


def test_an_icon_is_drawn_once(small_site):
    path = "M13 20V8.8c.5-.2 1-.5 1.3-.9l3.5 1.3-2.9 6.8c-.5 2 1 3 3.5 3"
    icon = f'<svg><path d="{path}"/></svg>'
    assert small_site.with_icons_once(icon + icon) == (
        f'<svg><path id="i-0" d="{path}"/></svg><svg><use href="#i-0"/></svg>'
    )


def test_pages_are_made_smaller_as_they_are_written(small_site):
    assert small_site.on_post_page("a\n\n  b", page=None, config=None) == "a\nb"


def test_maps_and_other_languages_of_the_theme_go_and_the_rest_stays(small_site, tmp_path):
    stay = ["assets/javascripts/bundle.js", "assets/stylesheets/main.css", "images/logo.png", "page.map"]
    go = ["assets/javascripts/bundle.js.map", "assets/javascripts/lunr/min/lunr.de.js"]
    for name in (*stay, *go, "images/plots/a.svg"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('<g>\n  <path d="M 0.12345 1"/>', encoding="utf-8")
    small_site.on_post_build(SimpleNamespace(site_dir=str(tmp_path)))
    left = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    assert left == {*stay, "images/plots/a.svg"}
    assert (tmp_path / "images/plots/a.svg").read_text(encoding="utf-8") == '<g>\n<path d="M 0.12 1"/>'
    assert (tmp_path / stay[0]).read_text(encoding="utf-8") == '<g>\n  <path d="M 0.12345 1"/>'


def test_a_site_without_what_is_left_out_is_built_as_well(small_site, tmp_path):
    small_site.on_post_build(SimpleNamespace(site_dir=str(tmp_path)))
    assert not list(tmp_path.iterdir())


def test_code_keeps_its_words_and_colours_that_say_something(small_site):
    code = (
        '<code><span class="n">a</span><span class="p">(</span><span class="mi">1</span><span class="p">)</span></code>'
    )
    assert small_site.on_post_page(code) == '<code>a(<span class="mi">1</span>)</code>'
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
    assert small_site.on_post_page(drawn) == '<svg viewBox="0 0 1 1"></svg>'
