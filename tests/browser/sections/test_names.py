"""Swapped and invented names in a real browser: typed, clicked, by key and by finger."""

import re

from playwright.sync_api import expect


def test_a_kind_and_a_typed_name_are_swapped_in(on_screen):
    figure = on_screen("names-swap")
    field = figure.at("input[data-control=name]")
    figure.button("An invented one").click()
    figure.expect_all(kind="invented")
    for name in ("Mary Ann", "José", "🙂", "<img src=x onerror=alert(1)>", ""):
        field.fill(name)
        figure.expect_all(kind="own", name=name)
        expect(figure.at("button[data-sets=kind][aria-pressed=true]")).to_have_count(0)
    assert figure.page.locator("main img").count() == 0
    figure.button("A common name").click()
    expect(field).to_have_value("")
    figure.expect_all(kind="common")


def test_pointing_at_a_row_outlines_its_window_and_a_key_keeps_it(on_screen):
    figure = on_screen("names-swap")
    rows = [hit for hit in figure.drawn().scene.hits if hit.key.startswith("row")]
    figure.point(rows[0])
    figure.expect_label(rows[0].label)
    figure.press("End")
    figure.expect_label(rows[-1].label)
    figure.press("Enter")
    figure.expect_all(**rows[-1].choice)
    expect(figure.page).to_have_url(re.compile(f"names-swap.place={rows[-1].choice['place']}"))


def test_pointing_at_a_name_says_what_both_networks_give_it(on_screen):
    figure = on_screen("names-known")
    hit = figure.drawn().scene.hits[-1]
    figure.point(hit)
    figure.expect_label(hit.label)
    assert "attention network" in hit.label


def test_a_finger_chooses_a_place_on_a_phone(on_phone):
    figure = on_phone("names-swap")
    figure.tap(figure.hit("row0"))
    expect(figure.page).to_have_url(re.compile("names-swap.place=0"))
    figure.expect_all(place=0)
