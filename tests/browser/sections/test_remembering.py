"""Remembering, in a real browser: what comes next in each text, and what its words say."""


def test_each_text_says_what_comes_next_and_its_words_say_what_they_mean(on_screen):
    figure = on_screen("remembering-pointing")
    for button, kind in (("A chat", "chat"), ("A translation", "translation"), ("A story", "story")):
        figure.button(button).click()
        figure.expect_words(example=kind)
    hits = figure.drawn().scene.hits
    figure.point(hits[0])
    figure.expect_label(hits[0].label)
    figure.press("End")
    figure.expect_label(hits[-1].label)
    assert hits[-1].label.startswith("the word to come")


def test_a_finger_chooses_a_text_on_a_phone(on_phone):
    figure = on_phone("remembering-pointing")
    figure.button("A question").tap()
    figure.expect_words(example="question")
