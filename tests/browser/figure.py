"""A figure of a page in the browser, beside what the package draws for the same choice: the page must show that."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect
from scene import Hit
from scene.sentences import plain
from worker.controls import Control
from worker.dispatch import Dispatcher, Drawn

from tests.browser.conftest import START, spot, table_cells


@dataclass(frozen=True)
class Figure:
    """`id` is the figure's on the page: its section's name, a hyphen and its own."""

    page: Page
    package: Dispatcher
    id: str

    def at(self, selector: str = "") -> Locator:
        return self.page.locator(f"#{self.id} {selector}")

    @property
    def label(self) -> Locator:
        return self.at(".picture-label")

    @property
    def controls(self) -> Mapping[str, Control]:
        return self.package.figure(*self.id.split("-")).controls

    def drawn(self, **choice) -> Drawn:
        """What the package draws at the width of the page."""
        width = self.at("canvas").evaluate("(canvas) => Number(canvas.style.aspectRatio.split('/')[0])")
        return self.package.draw(self.package.figure(*self.id.split("-")), choice, width)

    def hit(self, key: str, **choice) -> Hit:
        return {hit.key: hit for hit in self.drawn(**choice).scene.hits}[key]

    def set(self, **choice) -> None:
        """Follow a link to this figure that says `choice`."""
        query = [in_address(self.id, self.controls[name], value) for name, value in choice.items()]
        self.page.evaluate("(hash) => { location.hash = hash; }", f"#{self.id}?{urlencode(query)}")

    def press(self, *keys: str) -> None:
        """Press keys on the picture."""
        self.at("canvas").focus()
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name: str) -> Locator:
        return self.at().get_by_role("button", name=name)

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the scene lies on the screen."""
        return spot(self.page, f"#{self.id}", x, y)

    def point(self, hit: Hit) -> None:
        self.page.mouse.move(*self.spot(*middle(hit)))

    def click(self, hit: Hit) -> None:
        self.page.mouse.click(*self.spot(*middle(hit)))

    def tap(self, hit: Hit) -> None:
        self.page.touchscreen.tap(*self.spot(*middle(hit)))

    def cells(self) -> list[list[str]]:
        return table_cells(self.page, f"#{self.id}")

    def expect_label(self, text: str) -> None:
        expect(self.at(".picture-label")).to_have_text(text)

    def notice(self, **choice) -> str:
        return plain(self.drawn(**choice).notice)

    def expect_notice(self, **choice) -> None:
        expect(self.at(".notice")).to_have_text(self.notice(**choice), timeout=START)

    def expect_words(self, **choice) -> None:
        """Everything that is said: what to notice, the small print, the words for who does not see the picture."""
        drawn = self.drawn(**choice)
        self.expect_notice(**choice)
        expect(self.at(".details p")).to_have_text([plain(part) for part in drawn.details])
        alt = re.compile(f"^{re.escape(drawn.scene.alt)}")
        expect(self.at("canvas")).to_have_attribute("aria-label", alt)

    def expect_all(self, **choice) -> None:
        """The words and every number of the table."""
        self.expect_words(**choice)
        assert self.cells() == self.drawn(**choice).cells


def middle(hit: Hit) -> tuple[float, float]:
    return hit.x + hit.w / 2, hit.y + hit.h / 2


def in_address(figure: str, control: Control, value) -> tuple[str, str]:
    """The name and the value of one choice as a link writes them."""
    name = control.name if control.shared else f"{figure}.{control.name}"
    return name, json.dumps(value) if isinstance(value, bool) else str(value)


def start_again(page: Page, package: Dispatcher) -> None:
    """Every figure as it was at first, whatever the test before has left, and no pointer or focus on any."""
    figures = [figure for section in package.sections.values() for figure in section.figures.values()]
    query = [in_address(figure.id, c, c.default) for figure in figures for c in figure.controls.values()]
    page.mouse.move(2, 2)
    page.evaluate("(hash) => { document.activeElement.blur(); location.hash = hash; }", f"#?{urlencode(query)}")
    page.wait_for_function("!document.querySelector('figure[data-state=changed]')", timeout=START)
