"""Where heads look, in a real browser: one head is the current one in every figure; a query is turned by dragging."""

from playwright.sync_api import expect

HEADS = ("where-curves", "where-groups", "where-slopes")


def test_a_head_is_picked_on_its_small_chart_and_is_the_current_one_everywhere(on_screen):
    curves = on_screen("where-curves")
    curves.click(curves.drawn().scene.hits[6])
    for name in HEADS:
        on_screen(name).expect_words(head=6)
    curves.button("All in one").click()
    curves.expect_words(head=6, view="together")
    column = curves.drawn(head=6, view="together").scene.hits[20]
    curves.point(column)
    curves.expect_label(column.label)
    curves.at(".head").nth(1).click()
    for name in HEADS[1:]:
        on_screen(name).expect_words(head=1)


def test_places_by_rows_or_by_waves(on_screen):
    figure = on_screen("where-places")
    figure.button("Waves").click()
    figure.expect_words(rows="waves")


def test_the_query_is_turned_by_dragging_and_by_keys(on_screen):
    figure = on_screen("where-turns")
    page, handle = figure.page, figure.at(".drag-handle")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box
    left, right = figure.drawn().scene.hits[0].drag["x"]["px"]
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*figure.spot(left + (right - left) * 100 / 255, 300), steps=5)
    page.mouse.up()
    figure.expect_words(distance=100)
    figure.at("input[type=range]").press("ArrowRight")
    figure.expect_words(distance=101)


def test_a_finger_chooses_a_head_on_a_phone(on_phone):
    figure = on_phone("where-curves")
    figure.tap(figure.drawn().scene.hits[5])
    figure.expect_words(head=5)


def test_the_network_with_two_layers_shows_its_curves_and_choosing_one_sets_its_layer(on_screen):
    figure = on_screen("where-curves")
    figure.at("select[data-control=network]").select_option("two_layers")
    figure.expect_words(network="two_layers")
    expect(figure.at(".head-picker")).to_be_hidden()
    hit = next(hit for hit in figure.drawn(network="two_layers").scene.hits if hit.choice == {"of_two": "0.1"})
    figure.click(hit)
    figure.expect_words(network="two_layers", of_two="0.1")
    expect(figure.at("select[data-control=of_two]")).to_have_value("0.1")
