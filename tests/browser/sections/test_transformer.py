"""The way to the transformer in a real browser: stages by keys, kinds of attention by mouse, sizes sorted."""


def test_the_stages_are_stepped_through_by_keys(on_screen):
    stages = on_screen("transformer-stages")
    stages.at(".film input").press("Home")
    stages.expect_words(stage=1)
    for stage in (2, 3):
        stages.at(".film input").press("ArrowRight")
        stages.expect_words(stage=stage)
    stages.at("[data-play=forward]").press("Enter")
    stages.expect_words(stage=4)


def test_a_click_on_a_part_shows_who_may_look_where(on_screen):
    translator = on_screen("transformer-translator")
    translator.expect_words(kind="cross")
    for hit in translator.drawn().scene.hits:
        translator.click(hit)
        translator.expect_words(**hit.choice)


def test_the_sizes_sort_by_their_numbers_and_hold_our_own_networks(on_screen):
    sizes = on_screen("transformer-sizes")
    sizes.at(".table-more").click()
    header = sizes.at("thead button").filter(has_text="Weights, published")
    header.click()
    rows = sizes.cells()
    values = [int(row[6].replace(",", "")) for row in rows]
    assert values == sorted(values, reverse=True)
    assert len(values) == 18
    assert rows[-1][0] == "Attention network"
    header.click()
    header.click()


def test_on_a_phone_a_finger_uses_stages_and_parts(on_phone):
    stages, translator = on_phone("transformer-stages"), on_phone("transformer-translator")
    stages.at("[data-play=back]").tap()
    stages.expect_words(stage=7)
    translator.button("In the decoder").tap()
    translator.expect_words(kind="decoder")
