"""What attention does differently, in a real browser: groups of tokens by mouse, keys and fingers."""


def test_a_group_of_tokens_is_chosen_by_click_and_key_and_shown_in_other_units(on_screen):
    figure = on_screen("different-losses")
    rows = figure.drawn().scene.hits
    figure.click(rows[1])
    figure.expect_words(**rows[1].choice)
    figure.press("Home", "Enter")
    figure.expect_words(**rows[0].choice)
    figure.at("select").select_option("choices")
    figure.expect_words(unit="choices", **rows[0].choice)


def test_a_finger_chooses_a_group_on_a_phone(on_phone):
    figure = on_phone("different-losses")
    row = figure.drawn().scene.hits[3]
    figure.tap(row)
    figure.expect_words(**row.choice)
