"""Every measure of the real page, measured again in the browser: equal to what the build measured."""

import re

import pytest
from playwright.sync_api import Page, expect
from worker.catalog import find_sections

TOGETHER = 600_000  # ms for a measure on a busy machine
FIGURES = [figure.id for section in find_sections() for figure in section.figures.values() if figure.measure]


@pytest.mark.parametrize("figure", FIGURES)
def test_measuring_again_equals_the_build_to_a_ten_thousandth(real: Page, figure):
    row = f"#{figure} .measure"
    real.locator(f"{row} button").click()
    expect(real.locator(f"{row} .measure-words")).to_have_text(re.compile("^Measured again"), timeout=TOGETHER)
    words = real.locator(f"{row} .measure-words").text_content() or ""
    if "Every one is the same as the build measured" in words:
        return
    found = re.search(r"largest difference from what the build measured: (?:less than )?([\d.]+) \(", words)
    assert found, words
    assert float(found[1]) <= 1e-4, words
