"""A section made by copying the template: it can be drawn, stands in the page, and its own tests pass."""

import importlib
import inspect
import sys

import pytest
from worker.catalog import find_sections
from worker.dispatch import Dispatcher

from build_scripts import new_section
from build_scripts.site.page import render_page
from tests.scene.problems import problems

FILES = {"style": "style.css", "page": "page.js", "licenses": "licenses.txt", "modules": []}


@pytest.fixture
def made(sections, models, monkeypatch):
    """The test sections and a new one behind the first, on the shipped networks."""
    folder = sections("demo", "", "")
    sections("echo", "order = 2", "order = 20")
    new_section.new_section("rhymes", "demo", folder)
    monkeypatch.syspath_prepend(folder.parent)
    yield Dispatcher(models, [section for section in find_sections(folder) if section.name == "rhymes"])
    for name in [name for name in sys.modules if name.startswith("sections.rhymes")]:
        del sys.modules[name]


def test_a_new_section_is_drawn_in_every_state_and_stands_in_the_page(made):
    figure = made.figure("rhymes", "guesses")
    for count in (1, 3, 8):
        for width in figure.widths:
            drawn = made.draw(figure, {"count": count}, width)
            assert problems(drawn.scene) == []
            assert len(drawn.cells) == count
    html = render_page(made, FILES, {"bytes": 0}).decode()
    assert '<figure class="figure" id="rhymes-guesses"' in html
    assert 'data-control="count"' in html


def test_the_tests_that_come_with_it_pass(made, models):
    module = importlib.import_module("sections.rhymes.test_section")
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    assert len(tests) == 2
    for test in tests:
        test(models) if inspect.signature(test).parameters else test()


def test_it_stands_where_it_was_wanted_in_the_part_of_its_neighbor(sections):
    folder = sections("demo", "", "")
    sections("echo", "order = 2", "order = 20")
    sections("reel", "order = 3", "order = 30")
    new_section.new_section("last", folder=folder)
    new_section.new_section("between", "echo", folder)
    found = [(section.name, section.order, section.part) for section in find_sections(folder)]
    assert found[2:] == [("between", 25, "Tools"), ("reel", 30, "Tools"), ("last", 40, "Tools")]


@pytest.mark.parametrize(
    ("name", "after", "complaint"),
    [
        ("Rhymes-1", None, "'Rhymes-1' is no name: use lower-case letters"),
        ("echo", None, "there is a section 'echo': take another name"),
        ("rhymes", "ecco", "there is no section 'ecco' to stand behind; there are demo, echo, reel"),
        ("rhymes", "demo", "no order is free behind 'demo': give the sections after it higher ones"),
    ],
)
def test_what_cannot_be_made_is_refused_with_a_sentence(sections, monkeypatch, capsys, name, after, complaint):
    folder = sections("demo", "", "")
    monkeypatch.setattr(new_section.new_section, "__defaults__", (None, folder))
    assert new_section.main([name, *(("--after", after) if after else ())]) == 1
    assert complaint in capsys.readouterr().err
    assert not (folder / "rhymes").exists()
