"""What one layer can do, in a real browser: heads by their rows, places and layers by mouse, key and finger."""

import re

from playwright.sync_api import expect


def test_a_head_is_chosen_by_its_row_and_another_name_brings_its_own(on_screen):
    figure = on_screen("one_layer-heads")
    row = {hit.choice["row"]: hit for hit in figure.drawn().scene.hits if set(hit.choice) == {"row"}}
    figure.click(row[7])
    figure.expect_all(row=7)
    expect(figure.page).to_have_url(re.compile("one_layer-heads.row=7"))
    figure.press("End", "ArrowUp")
    figure.expect_label(row[6].label)
    figure.press("Enter")
    figure.expect_all(row=6)
    figure.button("Another name").click()
    figure.expect_all(name=figure.controls["name"].default + 1)


def test_a_finger_chooses_places_and_layers_on_a_phone(on_phone):
    heads, circuit = on_phone("one_layer-heads"), on_phone("one_layer-circuit")
    heads.tap(next(hit for hit in heads.drawn().scene.hits if hit.choice == {"place": 0}))
    heads.expect_all(place=0)
    circuit.button("One layer").tap()
    circuit.expect_all(layers="one")
