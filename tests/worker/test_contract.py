"""A section whose code is not as worker/contract.py asks is refused with a sentence that names file and function."""

import re
import shutil
import sys

import pytest
from scene import Scene
from worker.catalog import find_sections
from worker.code import BrokenContract
from worker.dispatch import Dispatcher

from build_scripts import build_site
from build_scripts.site.page import render_page
from tests.conftest import SECTIONS

# file of the section echo, what is put in the place of what, the complaint
BROKEN = [
    ("compute", None, "", "sections/echo/compute.py is missing, and read_dot(models, choice) with it"),
    ("words", None, "", "sections/echo/words.py is missing, and say_dot(data) with it"),
    ("picture", None, "", "sections/echo/picture.py is missing, and draw_dot(data, frame) with it"),
    ("compute", "def read_dot", "def read_dots", "sections/echo/compute.py has no read_dot(models, choice)"),
    ("words", "def say_dot", "def _dot", "sections/echo/words.py has no say_dot(data)"),
    ("picture", "def draw_dot", "def draw", "sections/echo/picture.py has no draw_dot(data, frame)"),
    ("compute", "(models, choice: Choice)", "(choice)", "compute.py: read_dot(models, choice) must be callable as"),
    ("words", "(data)", "(data, head)", "words.py: say_dot(data) must be callable as written here: missing a required"),
    ("picture", "frame: Frame", "*, frame: Frame", "picture.py: draw_dot(data, frame) must be callable as written"),
    ("compute", "DotData(**choice)", "choice", "compute.py: read_dot(models, choice) must return Data, not dict"),
    ("words", "return Words", "return dict", "words.py: say_dot(data) must return Words, not dict"),
    ("picture", "return Scene", "Scene", "picture.py: draw_dot(data, frame) must return Scene, not NoneType"),
    ("compute", "(frozen=True)", "", "compute.py cannot be imported for read_dot(models, choice): TypeError: cannot"),
    ("words", "import Table", "import Tables", "words.py cannot be imported for say_dot(data): ImportError: cannot"),
]


@pytest.fixture
def spoiled(tmp_path, monkeypatch):
    """A way to change a file of the section echo, or take it away, in a copy that is a package of its own."""
    package = re.sub(r"\W", "_", tmp_path.name)
    monkeypatch.syspath_prepend(tmp_path)
    shutil.copytree(SECTIONS, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "demo", "reel"))

    def change(file, old, new):
        path = tmp_path / package / "echo" / f"{file}.py"
        text = path.read_text(encoding="utf-8")
        path.unlink()
        if old is not None:
            assert old in text
            path.write_text(text.replace(old, new), encoding="utf-8")
        return Dispatcher(None, find_sections(tmp_path / package), package)

    yield change
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        del sys.modules[name]


@pytest.mark.parametrize(("file", "old", "new", "complaint"), BROKEN)
def test_what_breaks_the_contract_is_refused_and_the_page_is_told(spoiled, file, old, new, complaint):
    dispatcher = spoiled(file, old, new)
    with pytest.raises(BrokenContract, match=r"^sections/echo/") as refused:
        dispatcher.draw(dispatcher.figure("echo", "dot"), {}, 620)
    assert complaint in str(refused.value)
    reply, _ = dispatcher.answer({"section": "echo", "figure": "dot", "width": 620})
    assert (reply["ok"], reply["error"]["kind"]) == (False, "bug")
    assert complaint in reply["error"]["message"]


def test_what_keeps_the_contract_is_drawn(spoiled):
    dispatcher = spoiled("words", "Head", "The head")
    drawn = dispatcher.draw(dispatcher.figure("echo", "dot"), {}, 620)
    assert isinstance(drawn.scene, Scene)
    assert drawn.notice == ("The head 3, at 0.50, 0.50.",)


def test_functions_that_a_section_may_have_must_keep_it_too(spoiled):
    dispatcher = spoiled("answers", "(models, asked)", "(asked)")
    with pytest.raises(BrokenContract, match=r"answers\.py: answer_twice\(models, asked\) must be callable as"):
        dispatcher.reply("echo", "twice", {})
    assert dispatcher.numbers("echo") == {}


def test_the_build_stops_at_such_a_section_with_the_sentence(spoiled, monkeypatch, capsys):
    dispatcher = spoiled("words", "def say_dot", "def say_it")
    monkeypatch.setattr(build_site, "build", lambda *_: render_page(dispatcher, {}, {}))
    assert build_site.main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith("build_site: sections/echo/words.py has no say_dot(data): the figure 'dot' in section.toml")
    assert said.count("\n") == 1
