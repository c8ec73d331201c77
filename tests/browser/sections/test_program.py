"""The program in a real browser: its text is the package's, lines say what they make, and the reader's version runs."""

import re

import pytest
from lookback.reader import read_text
from playwright.sync_api import Browser, Page, expect
from scene.sentences import plain
from sections.program.folded import folded
from sections.program.parts import parts
from sections.program.plain_parts import plain_parts
from sections.program.suggestions import SUGGESTIONS
from sections.program.tracing import made_by_lines
from sections.program.values import label
from sections.program.version import install
from worker.dispatch import Dispatcher

from tests.browser.conftest import START, Served, opened, wait_until_live

ATTENTION = "[data-part=attention]"
STATUS = f"{ATTENTION} .program-status"
LINE = "z = weights @ v"
TRIED = 60_000  # ms for Python to try a version on a busy machine
FIRST = SUGGESTIONS[0]


def line_of(part: str, words: str) -> int:
    return next(number for number, text in enumerate(parts()[part].text.splitlines(), 1) if words in text)


def shown(page: Page, part: str, language: str) -> str:
    lines = page.locator(f"[data-part={part}] .program-code[data-language={language}] .line code")
    return "".join(lines.all_text_contents())


def open_editor(page: Page) -> None:
    if not page.locator(f"{ATTENTION}.is-open").count():
        page.locator(f"{ATTENTION} .program-change").click()
    expect(page.locator(f"{ATTENTION} .cm-content")).to_be_visible(timeout=START)


def write(page: Page, text: str) -> None:
    """Replace the text of the attention part by `text`, as a paste does."""
    open_editor(page)
    page.locator(f"{ATTENTION} .cm-content").fill(text)


def use(page: Page) -> str:
    """Use the version that stands in the editor; what the page says then."""
    page.locator(ATTENTION).get_by_role("button", name="Use my version").click()
    status = page.locator(STATUS)
    expect(status).not_to_have_text("Python is trying it.", timeout=TRIED)
    return status.text_content() or ""


def notice(package: Dispatcher) -> str:
    runs = package.draw(package.figure("lookup", "weights"), {}, 620).notice
    return plain(runs)


@pytest.fixture(scope="module")
def changed(browser: Browser, built: Served):
    """A page for these tests alone, since others' figures would show what a changed program makes."""
    with opened(browser, built.url, viewport={"width": 1440, "height": 900}) as page:
        yield page


@pytest.fixture
def page(changed: Page):
    """The page with its own program, whatever the test before has left."""
    if changed.locator(".changed").count():
        changed.locator(".changed button").click()
    expect(changed.locator(".changed")).to_have_count(0)
    changed.locator("#program").scroll_into_view_if_needed()
    expect(changed.locator(f"{ATTENTION} .program-change")).to_be_enabled(timeout=START)
    return changed


def test_every_part_stands_there_word_for_word_in_three_languages(page: Page):
    for name, part in parts().items():
        assert shown(page, name, "numpy") == part.text
        assert shown(page, name, "python") == plain_parts("attention.py")[name]
        assert shown(page, name, "javascript") == plain_parts("attention.js")[name]


def test_what_a_part_needs_besides_can_be_unfolded_below_it(page: Page):
    for name, text in folded().items():
        block = page.locator(f"[data-part={name}] .program-folded")
        lines = block.locator(".program-code")
        expect(lines).to_be_hidden()
        block.locator("summary").click()
        expect(lines).to_be_visible()
        assert "".join(lines.locator(".line code").all_text_contents()) == text
        block.locator("summary").click()


def test_one_switch_changes_the_language_of_all_parts(page: Page):
    for label_text, language in (("JavaScript", "javascript"), ("Plain Python", "python"), ("NumPy", "numpy")):
        page.locator(ATTENTION).get_by_text(label_text, exact=True).click()
        for name in parts():
            visible = page.locator(f"[data-part={name}] .program-code:visible")
            expect(visible).to_have_count(1)
            expect(visible).to_have_attribute("data-language", language)
            expect(page.locator(f"[data-part={name}] summary")).to_be_visible(visible=language == "numpy")


def test_a_line_says_what_it_makes_by_mouse_and_by_key(page: Page, package: Dispatcher):
    story = package.figure("lookup", "weights").controls["story"].default
    models = package.models
    made = made_by_lines(models, read_text(models, models.stories[story].text).ids, {})["attention"]
    number = line_of("attention", LINE)
    button = page.locator(f'{ATTENTION} [data-language=numpy] [data-line="{number}"] .made')
    expect(button).to_have_text(label(made[number]))
    button.click()
    panel = page.locator(f"{ATTENTION} .values")
    expect(panel).to_contain_text(made[number]["z"].shape + ", float32", timeout=TRIED)
    expect(panel).to_contain_text("the last row: ")
    page.keyboard.press("Enter")
    expect(panel).to_have_count(0)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("weights")
    page.keyboard.press("Enter")


def test_the_whole_page_runs_a_suggested_version_until_the_reader_goes_back(page: Page, package: Dispatcher):
    lookup = page.locator("#lookup-weights .notice")
    own = notice(package)
    expect(lookup).to_have_text(own)
    undo = install({FIRST.part: parts()[FIRST.part].text.replace(FIRST.old, FIRST.new)})
    changed = notice(package)
    undo()
    assert changed != own
    open_editor(page)
    page.locator(ATTENTION).get_by_role("button", name=FIRST.title).click()
    expect(page.locator(STATUS)).to_have_text(FIRST.look)
    assert "The whole page runs your version." in use(page)
    assert "gradients no longer fit" in (page.locator(STATUS).text_content() or "")
    expect(page.locator(".changed")).to_contain_text("This page runs your version of Attention.")
    expect(lookup).to_have_text(changed, timeout=TRIED)
    page.locator(".changed button").click()
    expect(lookup).to_have_text(own, timeout=TRIED)
    expect(page.locator(".changed")).to_have_count(0)
    assert FIRST.new in "".join(page.locator(f"{ATTENTION} .cm-line").all_text_contents())


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("z = weights @ (v", "Line 10: SyntaxError"),
        ("z = weights @ missing", "Line 10: NameError: name 'missing' is not defined."),
        ("z = (weights @ v)[:, :3]", "which uses what your version gives"),
        ("z = weights @ v * float('nan')", "holds NaN, which is no number"),
    ],
    ids=["syntax", "exception", "shape", "nan"],
)
def test_a_version_that_fails_says_so_at_its_line_and_the_page_goes_on(page: Page, package: Dispatcher, new, words):
    number = line_of("attention", LINE)
    write(page, parts()["attention"].text.replace(LINE, new))
    said = use(page)
    assert words.replace("Line 10", f"Line {number}") in said
    assert "The page goes on with its own program." in said
    expect(page.locator(f"{ATTENTION} .cm-line.is-problem")).to_have_count(1 if said.startswith("Line") else 0)
    expect(page.locator(".changed")).to_have_count(0)
    expect(page.locator("#lookup-weights .notice")).to_have_text(notice(package))
    page.locator(ATTENTION).get_by_role("button", name="Take the page’s text again").click()
    assert "own program" in use(page)


@pytest.mark.parametrize("text", ["", "# nothing else is left"])
def test_a_part_that_was_emptied_is_refused_and_its_text_is_kept(page: Page, package: Dispatcher, text):
    write(page, text)
    said = use(page)
    assert said.startswith("Your text does not define look_back, dot_products, causal_softmax and distance_scores, ")
    assert said.endswith(" The page goes on with its own program.")
    expect(page.locator(".changed")).to_have_count(0)
    expect(page.locator("#lookup-weights .notice")).to_have_text(notice(package))
    assert "".join(page.locator(f"{ATTENTION} .cm-line").all_text_contents()) == text
    page.locator(ATTENTION).get_by_role("button", name="Take the page’s text again").click()


def test_a_loop_without_an_end_is_stopped_and_the_text_is_kept(page: Page, package: Dispatcher):
    text = parts()["attention"].text.replace(LINE, "while True: pass")
    write(page, text)
    page.keyboard.press("Control+Enter")
    stop = page.locator(ATTENTION).get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    expect(page.locator(STATUS)).to_contain_text("It came to no end within 15 seconds and was stopped.", timeout=TRIED)
    expect(stop).to_be_hidden()
    wait_until_live(page)
    assert "\n".join(page.locator(f"{ATTENTION} .cm-line").all_text_contents()) == text
    expect(page.locator("#lookup-weights .notice")).to_have_text(notice(package))
    page.locator(ATTENTION).get_by_role("button", name="Take the page’s text again").click()


def test_a_changed_program_in_a_link_is_only_text_until_a_finger_runs_it(browser: Browser, built: Served, page: Page):
    doubled = "z = weights @ (2 * v)"
    page.wait_for_function("!location.hash.includes('program.attention=')")  # of the test before
    write(page, parts()["attention"].text.replace(LINE, doubled))
    page.wait_for_function("location.hash.includes('program.attention=')")
    address = page.evaluate("location.hash")
    page.locator(ATTENTION).get_by_role("button", name="Take the page’s text again").click()
    page.wait_for_function("!location.hash.includes('program.attention=')")
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True, color_scheme="dark")
    phone = context.new_page()
    phone.goto(built.url + address)
    expect(phone.locator(f"{ATTENTION} .cm-content")).to_contain_text(doubled, timeout=START)
    expect(phone.locator(f"{ATTENTION} .note")).to_contain_text("It is only text until you press Use my version.")
    wait_until_live(phone)
    expect(phone.locator(".changed")).to_have_count(0)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(phone.locator(ATTENTION).get_by_role("button", name="Take the page’s text again")).to_be_enabled()
    use_another_part(phone)
    expect(phone.locator(".changed")).to_have_text(re.compile("your version of A training step\\."), timeout=TRIED)
    expect(phone.locator(f"{ATTENTION} .note")).to_be_visible()
    phone.locator(ATTENTION).get_by_role("button", name="Use my version").tap()
    expect(phone.locator(".changed")).to_contain_text("Attention and A training step", timeout=TRIED)
    expect(phone.locator(f"{ATTENTION} .note")).to_be_hidden()
    context.close()


def use_another_part(phone: Page) -> None:
    """Change the last part by hand and use it, while the text of the link still waits to be chosen."""
    step = phone.locator("[data-part=step]")
    step.locator(".program-change").tap()
    expect(step.locator(".cm-content")).to_be_visible(timeout=START)
    step.locator(".cm-content").fill(parts()["step"].text.replace("beta1: float = 0.9", "beta1: float = 0.8"))
    step.get_by_role("button", name="Use my version").tap()


def test_without_a_script_and_on_paper_the_program_can_be_read(browser: Browser, built: Served):
    context = browser.new_context(viewport={"width": 768, "height": 900}, java_script_enabled=False)
    page = context.new_page()
    page.goto(built.url)
    code = page.locator(f"{ATTENTION} .program-code:visible")
    expect(code).to_contain_text("def look_back")
    expect(code.locator(".made").first).to_have_text(re.compile(r"\d"))
    page.locator(ATTENTION).get_by_text("JavaScript", exact=True).click()
    expect(code).to_contain_text("export function lookBack")
    expect(page.locator(f"{ATTENTION} .program-change")).to_be_hidden()
    page.emulate_media(media="print")
    for name in parts():
        shown = page.locator(f"[data-part={name}] .program-code:visible:not(.program-folded *)")
        expect(shown).to_have_count(1)  # besides what is folded away below it
    context.close()
