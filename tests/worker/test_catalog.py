"""Sections found by their folders, and refused where they do not fit."""

from types import SimpleNamespace

import pytest
from worker.catalog import find_sections
from worker.dispatch import Dispatcher


def test_sections_are_found_by_their_folders_and_sorted_by_order(sections):
    folder = sections("demo", "order = 1\n", "order = 30\n")
    sections("demo", 'part = "Opening"', 'part = "Doing"')
    assert [section.name for section in find_sections(folder)] == ["echo", "reel", "demo"]


@pytest.mark.parametrize(
    ("section", "old", "new", "complaint"),
    [
        ("echo", "order = 2", "order = 1", "order 1 is used twice"),
        ("echo", 'part = "Tools"', 'part = "Middle"', "part must be one of Opening"),
        ("echo", 'title = "The same head again"', "", "'title' is missing"),
        ("echo", "order = 2", "order = 2\ncolour = 3", "'colour' is not a key here"),
        ("echo", 'name = "dot"', 'name = "Dot-1"', "is no name"),
        ("echo", 'widget = "range"', "max = 6", "control 'head': max stands in controls.toml, for all figures; leave"),
        ("echo", 'widget = "range"', "shared = false", "control 'head' has no 'shared'"),
        ("echo", "default = 0.5", "default = 5", "px must be a number from -1 to 1"),
        ("echo", 'widget = "range"', 'widget = "select"', "the widget of a int must be range"),
        ("echo", 'type = "float"', 'type = "complex"', "type must be one of int"),
        ("demo", 'table_sets = "token"', 'table_sets = "text"', "table_sets must name an int control"),
        ("demo", "[[figure]]", "[controls.token]\nalso = { nobody = 1 }\n[[figure]]", "names 'nobody', which its"),
        ("demo", "[[figure]]", "[controls.token]\nwhen = { head = 99 }\n[[figure]]", "number from 0 to 7"),
    ],
)
def test_a_section_that_does_not_fit_is_refused_with_its_file_and_what_to_change(
    sections, section, old, new, complaint
):
    folder = sections(section, old, new)
    with pytest.raises(ValueError, match="section") as refused:
        find_sections(folder)
    assert complaint in str(refused.value)
    assert section in str(refused.value) or "used twice" in complaint


def test_controls_of_a_section_are_those_of_all_its_figures_which_may_add_to_them(sections):
    everywhere = '[controls.loud]\ntype = "bool"\ndefault = true\n[controls.px]\nunit = "nats"\n[[figure]]'
    folder = sections("echo", "[[figure]]", everywhere)
    figure = find_sections(folder)[1].figures["dot"]
    assert figure.controls["loud"].default is True
    assert (figure.controls["px"].unit, figure.controls["px"].default) == ("nats", 0.5)


def test_a_table_may_stand_for_many_controls_also_where_another_sets_it(sections):
    many = '[controls.dots]\neach = ["x0", "x1"]\ntype = "int"\ndefault = 1\nmin = 0\nmax = 9\n[[figure]]'
    folder = sections("echo", "[[figure]]", many)
    sections("echo", 'label = "px"', 'label = "px"\nalso = { py = 0, dots = 2 }')
    controls = find_sections(folder)[1].figures["dot"].controls
    assert [controls[name].default for name in ("x0", "x1")] == [1, 1]
    assert dict(controls["px"].also) == {"py": 0, "x0": 2, "x1": 2}
    assert "dots" not in controls


def test_what_figures_share_need_not_be_there_and_is_refused_with_its_file_where_it_cannot_be_read(sections):
    folder = sections("", "[head]", "[head", "controls.toml")
    with pytest.raises(ValueError, match=r"sections/controls\.toml: "):
        find_sections(folder)
    (folder / "controls.toml").unlink()
    with pytest.raises(ValueError, match=r"control 'head': type must be one of int"):
        find_sections(folder)


def test_a_figure_may_have_only_some_of_its_sections_controls(sections):
    everywhere = (
        '[controls.loud]\ntype = "bool"\ndefault = true\n[controls.quiet]\ntype = "bool"\ndefault = true\n[[figure]]'
    )
    folder = sections("echo", "[[figure]]", f'{everywhere}\nonly = ["quiet"]')
    choice = find_sections(folder)[1].figures["dot"].controls
    assert "quiet" in choice
    assert "loud" not in choice
    folder = sections("echo", 'only = ["quiet"]', 'only = ["nothing"]')
    with pytest.raises(ValueError, match="only names 'nothing', which is no control of the section"):
        find_sections(folder)


def test_defaults_that_depend_on_the_weights_are_put_in_only_where_they_are_asked_for(sections, monkeypatch):
    asked = []

    def found(models):
        asked.append(models)
        return SimpleNamespace(head=6, story=41)

    monkeypatch.setattr("worker.defaults.opening_look", found)
    plain = Dispatcher("weights", find_sections(sections("demo", "", ""))).settled()
    assert plain.figure("demo", "bars").controls["head"].default == 3
    assert asked == []
    folder = sections("", "default = 3", 'default = "auto"', "controls.toml")
    settled = Dispatcher("weights", find_sections(folder)).settled()
    assert [settled.figure(*names).controls["head"].default for names in (("demo", "bars"), ("echo", "dot"))] == [6, 6]
    assert set(asked) == {"weights"}


def test_only_what_the_weights_decide_may_have_such_a_default(sections):
    folder = sections("demo", "default = 2", 'default = "auto"')
    with pytest.raises(ValueError, match=r"demo-bars: only story and head may have default 'auto', not 'token'"):
        Dispatcher("weights", find_sections(folder)).settled()


def test_a_figure_plays_one_control_only(sections):
    folder = sections("reel", 'widget = "next"', 'widget = "play"')
    with pytest.raises(ValueError, match="plays one control, not step and row"):
        find_sections(folder)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [("stills = [1, 4]", "stills = [1, 9]", "must be a whole number from 1 to 5"),
     ('widget = "next"', 'widget = "next"\nstills = [1]', "only what is played has stills")],
)  # fmt: skip
def test_stills_are_states_of_a_film(sections, old, new, complaint):
    folder = sections("reel", old, new)
    with pytest.raises(ValueError, match=complaint):
        find_sections(folder)
