"""The page in Firefox and WebKitGTK: alive, and alive too where storage is denied."""

import functools
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from typing import Any

import pytest

from tests.browser.conftest import Served
from tests.browser.engines.firefox import Firefox, find_firefox, firefox
from tests.browser.engines.webkit import WebKit, find_webkit, webkit
from tests.browser.test_frames import OPEN_FRAME, Outer

PATIENCE = 120  # seconds: WebKitGTK is slow here
ALL_LIVE = "[...document.querySelectorAll('figure[data-figure]')].every(({ dataset }) => dataset.live === 'yes')"
STATE = f"[document.documentElement.dataset.python, document.querySelector('.banner p').textContent, {ALL_LIVE}]"
REFUSED = """(() => { const other = document.body.appendChild(document.createElement("iframe")); other.hidden = true;
  try { new other.contentWindow.BroadcastChannel("x"); return false; } catch { return true; } })()"""


def needed(found: str | None, package: str) -> None:
    """Skip where a browser is not installed; in CI it has to be."""
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"no {package}: apt-get install {package}")


@contextmanager
def started(engine: str) -> Iterator[Firefox | WebKit]:
    if engine == "firefox":
        needed(find_firefox(), "firefox-esr")
        with firefox() as window:
            yield window
    else:
        needed(find_webkit(), "webkit2gtk-driver xvfb")
        with webkit() as window:
            yield window


def wait_for(run: Callable[[], Any], good: Callable[[Any], bool]) -> Any:
    end = time.monotonic() + PATIENCE
    while not good(got := run()):
        assert time.monotonic() < end, got
        time.sleep(0.25)
    return got


def wait_until_live(window: Firefox | WebKit, frame: int | None = None) -> None:
    def state():
        python, said, live = window.run(STATE, frame)
        assert python != "failed", said
        return python == "ready" and live

    wait_for(state, bool)


def press_and_read(window: Firefox | WebKit, frame: int | None = None) -> None:
    """Choose a head and see what is said of it."""
    window.run("document.querySelectorAll('#demo-bars .head')[2].click()", frame)
    said = "document.querySelector('#demo-bars .notice').textContent"
    wait_for(lambda: window.run(said, frame), lambda text: "Head 2 reads" in text)


@pytest.mark.parametrize("engine", ["firefox", "webkit"])
def test_every_figure_lives_and_answers(demo: Served, engine: str):
    with started(engine) as window:
        window.open(demo.url)
        wait_until_live(window)
        press_and_read(window)
        drawn = "document.querySelector('#demo-bars canvas').toDataURL().length"
        assert window.run(drawn) > 2000
        window.run("document.querySelector('.theme-switch').click()")
        assert window.run("document.documentElement.dataset.theme") == "dark"


def test_every_figure_of_the_real_page_lives(built: Served):
    with started("firefox") as window:  # in WebKitGTK too, in two minutes
        window.open(built.url)
        wait_until_live(window)


# Firefox's "Cookies" setting: 2 is "All cookies", 1 "All cross-site cookies".
@pytest.mark.parametrize(("blocked", "framed"), [(2, False), (1, True)])
def test_where_firefox_denies_storage_everything_works(demo: Served, blocked: int, framed: bool):
    needed(find_firefox(), "firefox-esr")
    body = OPEN_FRAME.replace("{src}", demo.other_origin).encode()
    outer = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Outer, body))
    threading.Thread(target=outer.serve_forever, daemon=True).start()
    with firefox({"network.cookie.cookieBehavior": blocked}) as window:
        window.open(f"http://127.0.0.1:{outer.server_address[1]}/" if framed else demo.url)
        frame = 0 if framed else None
        wait_for(lambda: window.run("Boolean(document.querySelector('.banner p'))", frame), bool)  # frames begin empty
        assert window.run(REFUSED, frame)
        wait_until_live(window, frame)
        press_and_read(window, frame)
    outer.shutdown()
