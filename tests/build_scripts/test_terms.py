"""Terms: every use in the prose leads to its entry, every entry leads back, and what is no term is refused by name."""

import re
import shutil
from pathlib import Path

import jinja2
import pytest
from worker.catalog import find_sections

from build_scripts.errors import BuildError
from build_scripts.site.page import SITE
from build_scripts.site.terms import Terms

FIXTURES = Path(__file__).parents[1] / "browser" / "fixtures" / "sections"
TWO = """
[map]
figure = "dot"
control = "head"

[[group]]
name = "Things"

[[group.term]]
id = "apple"
name = "apple"
text = "A fruit with {{ numbers.count }} seeds, unlike a {{ term('pear') }}."

[[group.term]]
id = "pear"
name = "pear"
text = "Another <i>fruit</i>."
"""


@pytest.fixture
def sections(tmp_path):
    """The two test sections; the second explains two terms."""
    folder = tmp_path / "sections"
    shutil.copytree(FIXTURES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "echo" / "terms.toml").write_text(TWO, encoding="utf-8")
    return folder


@pytest.fixture
def env():
    return jinja2.Environment(loader=jinja2.FileSystemLoader(SITE), autoescape=True, trim_blocks=True)


def test_a_use_links_to_the_entry_and_the_entry_to_every_use(sections, env):
    demo, echo, *_ = find_sections(sections)
    terms = Terms((demo, echo))
    in_demo, in_echo = terms.linker(demo, Path("a.html")), terms.linker(echo, Path("b.html"))
    uses = [in_demo("apple"), in_demo("apple", "apples"), in_echo("apple")]
    assert uses[1] == '<a class="term" id="use-apple-2" href="#echo-apple">apples</a>'
    ids = [re.search(r'id="([^"]+)"', use)[1] for use in uses]
    assert len(set(ids)) == 3
    html = terms.entries(env, echo, {"count": "5"})
    assert '<dt id="echo-apple">apple<' in html
    assert all(f'href="#{use}"' in html for use in ids)
    assert html.count(demo.title) == 2  # once as a link, once as the second link's label
    assert "A fruit with 5 seeds, unlike a <a" in html
    assert 'href="#echo-dot?echo-dot.head=pear"' in html


def test_a_term_in_an_entry_is_a_link_but_no_use(sections, env):
    demo, echo, *_ = find_sections(sections)
    html = Terms((demo, echo)).entries(env, echo, {"count": "5"})
    assert '<a class="term" href="#echo-pear">pear</a>' in html
    assert "Used in" not in html


def test_the_text_of_a_use_stays_text(sections):
    demo, echo, *_ = find_sections(sections)
    link = Terms((demo, echo)).linker(demo, Path("a.html"))
    assert "<b>" not in link("pear", "<b>")


def test_what_is_no_term_is_refused_with_the_prose_that_names_it(sections):
    demo, echo, *_ = find_sections(sections)
    link = Terms((demo, echo)).linker(demo, demo.folder / "prose.html")
    with pytest.raises(BuildError, match=r"demo/prose\.html: 'plum' is no term; known are apple, pear"):
        link("plum")


def test_an_unknown_term_in_an_entry_is_refused_with_its_file(sections, env):
    path = sections / "echo" / "terms.toml"
    path.write_text(TWO.replace("term('pear')", "term('plum')"), encoding="utf-8")
    demo, echo, *_ = find_sections(sections)
    with pytest.raises(BuildError, match=r"echo/terms\.toml: 'plum' is no term"):
        Terms((demo, echo)).entries(env, echo, {"count": "5"})


@pytest.mark.parametrize(("old", "new"), [('name = "pear"', ""), ('"dot"', '"nothing"'), ("[[group]]", "[[group")])
def test_terms_that_cannot_be_read_name_their_file(sections, old, new):
    path = sections / "echo" / "terms.toml"
    path.write_text(TWO.replace(old, new), encoding="utf-8")
    with pytest.raises(BuildError, match=r"echo/terms\.toml: cannot be read as terms"):
        Terms(find_sections(sections))


def test_no_term_is_explained_twice(sections):
    shutil.copy(sections / "echo" / "terms.toml", sections / "demo")
    path = sections / "demo" / "terms.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"dot"', '"bars"'), encoding="utf-8")
    with pytest.raises(BuildError, match="the term 'apple' is explained twice"):
        Terms(find_sections(sections))
