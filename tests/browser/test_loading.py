"""The page while Python starts and when it cannot: nothing is lost, the missing file is named, trying again works."""

import re
from collections import Counter

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import START, Served, wait_for_python, wait_until_live, watch

# What the browser fetches before Python answers, by the part of its address that stays when hashes change.
RUNTIME = [
    "dist/core.js", "dist/core-*.js", "app-*/start/start.js", "app-*/start/count_bytes.js", "runtime-*/pyodide.mjs",
    "runtime-*/pyodide.asm.mjs", "runtime-*/pyodide.asm.wasm", "runtime-*/python_stdlib.zip", "runtime-*/numpy-*.whl",
    "app-*/lock.json", "app-*/lookback-*.whl", "app-*/site.zip", "app-*/worker.py",
    "weights-*/attention.safetensors", "stories/test.jsonl", "app-*/page.js", "app-*/paint/paint.js",
]  # fmt: skip


PATIENCE = 4_000  # ms for one answer, where a test waits for the end of it


def as_regex(pattern: str) -> re.Pattern[str]:
    return re.compile("/" + re.escape(pattern).replace(r"\*", "[^/]*") + r"(\?.*)?$")


def assert_readable(page: Page) -> None:
    """Text and all pictures are there, whatever happened to the rest."""
    expect(page.get_by_role("heading", name="A demonstration")).to_be_visible()
    for figure in page.locator("figure[data-figure]").all():
        figure.locator(".picture").scroll_into_view_if_needed()
        shown = figure.locator(".picture :is(svg, canvas):visible")
        expect(shown).to_have_count(1)
        assert shown.bounding_box()["height"] > 100
        expect(figure.locator(".notice")).not_to_be_empty()


@pytest.mark.parametrize("pattern", RUNTIME)
def test_a_blocked_file_is_named_and_text_and_pictures_stay(context: BrowserContext, demo: Served, pattern: str):
    context.route(as_regex(pattern), lambda route: route.abort())
    page = context.new_page()
    page.goto(demo.url)
    wait_for_python(page, "failed")
    banner = page.locator(".banner")
    expect(banner).to_be_visible(timeout=START)
    blocked = as_regex(pattern).pattern.split("/")[-1].removesuffix("$").removesuffix(r"(\?.*)?")
    expect(banner).to_contain_text(re.compile(blocked))
    expect(banner.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.locator(".loading")).to_be_hidden()
    assert_readable(page)


def test_a_file_cut_short_is_named(context: BrowserContext, demo: Served):
    wheel = next(demo.folder.glob("runtime-*/numpy-*.whl"))
    context.route(as_regex("runtime-*/numpy-*.whl"), lambda route: route.fulfill(body=wheel.read_bytes()[:1_000_000]))
    page = context.new_page()
    page.goto(demo.url)
    wait_for_python(page, "failed")
    expect(page.locator(".banner")).to_contain_text(wheel.name, timeout=START)
    assert_readable(page)


def test_a_script_of_the_page_cut_short_is_named(context: BrowserContext, demo: Served):
    script = next(demo.folder.glob("app-*/state.js"))
    half = script.read_text(encoding="utf-8")[:1500]
    context.route(as_regex("app-*/state.js"), lambda route: route.fulfill(body=half, content_type="text/javascript"))
    page = context.new_page()
    page.goto(demo.url)
    wait_for_python(page, "failed")
    expect(page.locator(".banner")).to_contain_text("state.js was cut short")
    assert_readable(page)


def test_trying_again_works_once_the_file_is_back_and_keeps_the_address(context: BrowserContext, demo: Served):
    context.route(as_regex("runtime-*/python_stdlib.zip"), lambda route: route.fulfill(status=404))
    page = context.new_page()
    page.goto(f"{demo.url}#demo-bars?head=6")
    wait_for_python(page, "failed")
    expect(page.locator(".banner")).to_contain_text("python_stdlib.zip", timeout=START)
    context.unroute(as_regex("runtime-*/python_stdlib.zip"))
    page.get_by_role("button", name="Try again").click()
    page.wait_for_function("document.querySelector('#demo-bars').dataset.live === 'yes'", timeout=START)
    expect(page.locator("#demo-bars .notice")).to_contain_text("Head 6 reads")
    expect(page.locator(".banner")).to_be_hidden()


def test_a_file_of_style_that_is_missing_is_named_and_python_runs_all_the_same(context: BrowserContext, demo: Served):
    context.route(as_regex("app-*/style.css"), lambda route: route.abort())
    page = context.new_page()
    page.goto(demo.url)
    expect(page.locator(".banner")).to_contain_text("style.css", timeout=START)
    wait_until_live(page)


def test_progress_is_told_in_bytes_in_a_corner(context: BrowserContext, demo: Served):
    held = []
    context.route(as_regex("runtime-*/numpy-*.whl"), lambda route: held.append(route))
    page = context.new_page()
    page.goto(demo.url)
    loading = page.locator(".loading")
    expect(loading).to_contain_text(re.compile(r"Starting Python: [1-9]\d*\.\d of \d+\.\d MB"), timeout=START)
    assert 0 < loading.locator("progress").evaluate("({ value, max }) => value / max") < 1
    box, view = loading.bounding_box(), page.viewport_size
    assert box["y"] + box["height"] <= view["height"]
    assert box["width"] * box["height"] < 0.05 * view["width"] * view["height"]
    expect(page.locator("#demo-bars input[type=text]")).to_be_disabled()
    while not held:
        page.wait_for_timeout(100)
    held[0].continue_()
    wait_until_live(page)
    expect(loading).to_be_hidden()
    expect(page.locator("#demo-bars input[type=text]")).to_be_enabled()


@pytest.mark.parametrize("way", ["typed", "in the address"])
def test_an_endless_computation_is_ended_and_not_asked_again_until_something_changes(
    context: BrowserContext, demo: Served, way: str
):
    context.route(re.compile(r"/python\.js$"), shorter_patience)
    page = context.new_page()
    field, message = page.locator("#demo-bars input[type=text]"), page.locator("#demo-bars .picture-message")
    if way == "typed":
        page.goto(demo.url)
        wait_until_live(page)
        field.fill("endless")
    else:
        page.goto(f"{demo.url}#demo-bars?demo-bars.text=endless")
    expect(message).to_have_text("This took too long and was stopped. Change something to go on.", timeout=START)
    expect(field).to_be_enabled(timeout=START)
    page.wait_for_function("document.querySelector('#echo-dot').dataset.live === 'yes'", timeout=START)
    page.evaluate(
        """new MutationObserver(() => { window.again = true; })
            .observe(document.documentElement, { attributeFilter: ["data-python"] })"""
    )
    page.wait_for_timeout(2 * PATIENCE)
    assert page.evaluate("[document.documentElement.dataset.python, window.again]") == ["ready", None]
    expect(field).to_have_value("endless")
    for form in ("png", "svg", "csv", "embed"):
        expect(page.locator(f"#demo-bars [data-share={form}]")).to_be_disabled()
        expect(page.locator(f"#echo-dot [data-share={form}]")).to_be_enabled()
    field.fill("Sam")
    wait_until_live(page)
    expect(page.locator("#demo-bars .notice .role-name")).to_have_text("Sam", timeout=START)
    expect(message).to_be_hidden()
    expect(page.locator("#demo-bars [data-share=png]")).to_be_enabled()


def shorter_patience(route):
    body = route.fetch().text()
    assert "20_000" in body
    route.fulfill(body=body.replace("20_000", str(PATIENCE)), content_type="text/javascript")


def test_a_failure_that_is_no_time_out_is_not_called_one(context: BrowserContext, demo: Served):
    context.route(re.compile(r"/python\.js$"), torn_wire)
    page = context.new_page()
    page.goto(demo.url)
    wait_until_live(page)
    page.locator("#demo-bars input[type=text]").fill("torn")
    expect(page.locator("#demo-bars .picture-message")).to_contain_text("Python broke off at this.", timeout=START)


def torn_wire(route):
    body = route.fetch().text()
    asks = "sync.ask(JSON.stringify(request))"
    assert body.count(asks) == 1
    torn = body.replace(asks, 'sync.ask(request.choice.text === "torn" ? torn : JSON.stringify(request))')
    route.fulfill(body=torn, content_type="text/javascript")


def test_a_page_that_loads_asks_only_its_own_origin_and_complains_of_nothing(context: BrowserContext, demo: Served):
    watched = watch(context)
    page = context.new_page()
    page.goto(demo.url)
    wait_until_live(page)
    assert not watched.foreign(demo.url)
    assert not watched.complaints
    assert any("numpy" in url for url in watched.requests)
    assert not any("snapshots" in url for url in watched.requests)
    fetched = Counter(watched.requests)
    # The page looks for the worker before PyScript does, both keep a stand-in for blocked storage, and an ear.
    twice = {url.split("/")[-1] for url, times in fetched.items() if times > 1}
    assert twice <= {"worker.py", "memory_db.js", "awake.js", "refusals.js"}


def test_all_modules_of_the_page_are_asked_for_by_its_head(page: Page, demo: Served):
    page.goto(demo.url)
    wait_for_python(page)
    named, ran = page.evaluate(
        """[[...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.href),
          performance.getEntriesByType("resource").map(({ name }) => name)]"""
    )
    modules = [url for url in ran if re.search(r"/(app|pyscript)-[^/]+/([\w-]+/)?[\w-]+\.js$", url)]
    assert len(modules) > 30
    assert set(modules) == set(named)
