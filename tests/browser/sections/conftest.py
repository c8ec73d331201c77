"""The real page as built, opened once on a screen and once on a phone; every test begins with it as it was at first."""

from functools import partial

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Served, opened
from tests.browser.figure import Figure, start_again


@pytest.fixture(scope="session")
def dark_phone(browser: Browser, built: Served):
    """As narrow as phones are, in the other theme, touched by fingers."""
    size = {"width": 360, "height": 800}
    with opened(browser, built.url, viewport=size, has_touch=True, is_mobile=True, color_scheme="dark") as page:
        yield page


@pytest.fixture
def on_screen(real, package):
    """Makes the figure of an id, such as "lookup-weights", on the screen."""
    start_again(real, package)
    return partial(Figure, real, package)


@pytest.fixture
def on_phone(dark_phone, package):
    """The same on the phone, where at the end nothing may be cut."""
    start_again(dark_phone, package)
    yield partial(Figure, dark_phone, package)
    assert dark_phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
