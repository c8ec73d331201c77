"""Figures in a real browser: controls, keys, pointer, tables, downloads, errors. All on the test sections."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Served, spot, wait_until_live

BARS, DOT = "#demo-bars", "#echo-dot"


def notice(page: Page, figure: str = BARS):
    return page.locator(f"{figure} .notice")


def test_a_head_is_picked_and_every_figure_that_shares_it_follows(live: Page):
    live.locator(f"{BARS} .head").nth(6).click()
    expect(notice(live)).to_contain_text("Head 6 reads")
    expect(notice(live, DOT)).to_contain_text("Head 6,")
    expect(live.locator(f"{BARS} .head[aria-pressed=true]")).to_have_text("6")
    expect(live.locator(f"{DOT} input[type=range]")).to_have_value("6")


def test_every_letter_typed_is_asked_about_at_once_and_none_is_lost(live: Page):
    field = live.locator(f"{BARS} input[type=text]")
    field.fill("")
    field.press_sequentially("Zoë’s “cat”", delay=20)
    expect(notice(live).locator(".role-name")).to_have_text("Zoë’s “cat”")
    expect(field).to_have_value("Zoë’s “cat”")


def test_markup_in_typed_text_stays_text(live: Page):
    text = "<img src=x onerror=alert(1)>"
    live.locator(f"{BARS} input[type=text]").fill(text)
    expect(notice(live).locator(".role-name")).to_have_text(text)
    assert live.locator("main img").count() == 0


def test_a_preset_sets_the_text_and_is_shown_as_pressed(live: Page):
    button = live.get_by_role("button", name="A rare name")
    button.click()
    expect(live.locator(f"{BARS} input[type=text]")).to_have_value("Zebulon had a cat.")
    expect(button).to_have_attribute("aria-pressed", "true")


def test_another_story_goes_round(live: Page):
    details = live.locator(f"{BARS} .details")
    live.locator(f"{BARS} .head").nth(2).click()
    expect(details).to_contain_text("x 2 +")
    before = int(details.text_content()[-1])
    live.get_by_role("button", name="Another story").click()
    expect(details).to_have_text(re.compile(rf"\+ {(before + 1) % 5}$"))


def test_the_canvas_is_one_tab_stop_and_arrows_walk_through_it(live: Page):
    canvas, label = live.locator(f"{BARS} canvas"), live.locator(f"{BARS} .picture-label")
    canvas.focus()
    live.keyboard.press("Home")
    expect(label).to_contain_text("token 0, value")
    for key, spoken in (
        ("End", "token 11,"),
        ("ArrowLeft", "token 10,"),
        ("Home", "token 0,"),
        ("ArrowRight", "token 1,"),
    ):
        live.keyboard.press(key)
        expect(label).to_contain_text(spoken)
    live.keyboard.press("Enter")
    expect(live.locator(f"{BARS} input[type=range]")).to_have_value("1")
    live.keyboard.press("Escape")
    expect(label).to_be_empty()
    live.keyboard.press("Tab")
    assert live.evaluate("document.activeElement.closest('.controls') !== null")


def test_the_canvas_says_what_it_shows(live: Page):
    canvas = live.locator(f"{BARS} canvas")
    expect(canvas).to_have_attribute("aria-label", re.compile(r"^Twelve bars\. Bar \d+ is chosen\."))
    expect(live.locator(f"{BARS} .picture-label")).to_have_attribute("aria-live", "polite")


def test_pointing_tells_and_lights_without_asking_python(live: Page):
    live.evaluate("document.querySelector('#demo-bars').dataset.live = 'watched'")
    live.mouse.move(*spot(live, BARS, 10 + 4.5 * (1000 - 20) / 12, 60))
    expect(live.locator(f"{BARS} .picture-label")).to_contain_text("token 4, value")
    live.mouse.move(2, 2)
    expect(live.locator(f"{BARS} .picture-label")).to_be_empty()
    assert live.locator(BARS).get_attribute("data-live") == "watched"  # a reply would have set it to yes
    live.evaluate("document.querySelector('#demo-bars').dataset.live = 'yes'")


def test_a_click_chooses(live: Page):
    live.mouse.click(*spot(live, BARS, 10 + 7.5 * (1000 - 20) / 12, 60))
    expect(live.locator(f"{BARS} input[type=range]")).to_have_value("7")
    expect(live.locator(f"{BARS} tr[aria-selected=true] td").first).to_have_text("7")


def test_a_row_of_the_table_chooses_by_click_and_by_key(live: Page):
    live.locator(f"{BARS} tbody tr").nth(3).click()
    expect(live.locator(f"{BARS} input[type=range]")).to_have_value("3")
    live.locator(f"{BARS} tbody tr").nth(5).press("Enter")
    expect(live.locator(f"{BARS} input[type=range]")).to_have_value("5")


def test_a_table_sorts_down_then_up_then_as_it_came(live: Page):
    header = live.locator(f"{BARS} thead th").nth(2)

    def values():
        texts = live.locator(f"{BARS} tbody td:nth-child(3)").all_text_contents()
        return [float(text.replace("−", "-")) for text in texts]

    came = values()
    header.get_by_role("button").click()
    assert values() == sorted(came, reverse=True)
    expect(header).to_have_attribute("aria-sort", "descending")
    header.get_by_role("button").click()
    assert values() == sorted(came)
    header.get_by_role("button").click()
    assert values() == came


def test_a_handle_is_dragged_with_the_mouse(live: Page):
    handle = live.locator(f"{DOT} .drag-handle")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    live.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    live.mouse.down()
    live.mouse.move(*spot(live, DOT, 90, 140), steps=5)
    live.mouse.up()
    # the scene puts -1 at 40 px and 1 at 240: 90 is a quarter of the way, 140 the middle
    expect(notice(live, DOT)).to_contain_text("at -0.50, 0.00")


def test_a_handle_that_went_away_while_it_was_held_does_not_follow_the_mouse(live: Page):
    test_a_handle_is_dragged_with_the_mouse(live)
    handle = live.locator(f"{DOT} .drag-handle")
    box = handle.bounding_box()
    live.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    live.mouse.down()
    live.evaluate(
        """() => { // as a sentence in the picture's place does, until the picture is back
            const handle = document.querySelector("#echo-dot .drag-handle"), picture = handle.parentElement;
            handle.remove();
            addEventListener("pointerup", () => picture.append(handle), { once: true });
        }"""
    )
    live.mouse.up()
    live.mouse.move(*spot(live, DOT, 140, 140), steps=5)
    live.mouse.move(*spot(live, DOT, 90, 140), steps=5)
    live.mouse.move(*spot(live, DOT, 200, 200), steps=5)
    live.wait_for_timeout(500)
    expect(notice(live, DOT)).to_contain_text("at -0.50, 0.00")


def test_a_handle_is_moved_with_keys(live: Page):
    test_a_handle_is_dragged_with_the_mouse(live)
    live.locator(f"{DOT} canvas").focus()
    live.keyboard.press("Home")
    live.keyboard.press("Shift+ArrowRight")
    expect(notice(live, DOT)).to_contain_text("at -0.40, 0.00")


def test_the_address_holds_what_is_on_the_screen_and_brings_it_back(live: Page, demo):
    live.locator(f"{BARS} .head").nth(4).click()
    live.locator(f"{BARS} select").select_option("down")
    live.wait_for_function("location.hash.includes('order=down') && location.hash.includes('head=4')")
    wanted = notice(live).text_content()
    live.reload()
    live.wait_for_function("document.querySelector('#demo-bars').dataset.live === 'yes'", timeout=120_000)
    expect(notice(live)).to_have_text(wanted)
    expect(live.locator(f"{BARS} select")).to_have_value("down")


def test_a_hostile_address_changes_nothing_and_breaks_nothing(live: Page):
    live.evaluate("location.hash = '#demo-bars?head=99&story=%3Cimg%3E&__proto__.x=1&demo-bars.grid=maybe'")
    live.locator(f"{BARS} .head").nth(1).click()
    expect(notice(live)).to_contain_text("Head 1 reads")


def test_a_refusal_and_a_fault_are_sentences_in_the_figure_and_go_away(live: Page):
    field, message = live.locator(f"{BARS} input[type=text]"), live.locator(f"{BARS} .picture-message")
    field.fill("refuse")
    expect(message).to_have_text("This text cannot be read. Try another one.")
    field.fill("break")
    expect(message).to_contain_text("RuntimeError: broken on purpose")
    field.fill("fine again")
    expect(message).to_be_hidden()
    expect(live.locator(f"{BARS} canvas")).to_be_visible()


def test_too_long_a_text_is_refused_at_its_field(live: Page):
    live.locator(f"{BARS} input[type=text]").fill("x" * 201)
    expect(live.locator(f"{BARS} .control-error:visible")).to_have_text(
        "The text has 201 characters; at most 200 are read."
    )
    live.locator(f"{BARS} .head").nth(2).click()  # what else is used does not take the text away
    expect(notice(live)).to_contain_text("Head 2 reads")
    expect(live.locator(f"{BARS} input[type=text]")).to_have_value("x" * 201)
    live.locator(f"{BARS} input[type=text]").fill("short")
    expect(live.locator(f"{BARS} .control-error:visible")).to_have_count(0)


def test_a_slow_answer_shows_that_it_is_waited_for(live: Page):
    live.locator(f"{BARS} input[type=text]").fill("slow")
    expect(live.locator(f"{BARS} .picture")).to_have_attribute("aria-busy", "true")
    expect(notice(live).locator(".role-name")).to_have_text("slow")
    expect(live.locator(f"{BARS} .picture")).not_to_have_attribute("aria-busy", "true")


@pytest.mark.parametrize(
    ("form", "start"), [("svg", b"<svg "), ("png", b"\x89PNG\r\n"), ("csv", b"place,token,value\n")]
)
def test_the_picture_and_its_numbers_can_be_taken_away(live: Page, form: str, start: bytes):
    live.locator(f"{BARS} details.small-print").last.evaluate("(details) => { details.open = true; }")
    with live.expect_download() as download:
        live.locator(f"{BARS} [data-share={form}]").click()
    assert download.value.suggested_filename == f"demo-bars.{form}"
    assert download.value.path().read_bytes().startswith(start)


def test_link_and_embed_code_lead_back_to_this_state(live: Page, demo):
    live.locator(f"{BARS} .head").nth(5).click()
    live.locator(f"{BARS} details.small-print").last.evaluate("(details) => { details.open = true; }")
    link = live.locator(f"{BARS} .figure-link")
    link.hover()
    assert re.fullmatch(re.escape(demo.url) + r"#demo-bars\?.*head=5.*", link.evaluate("(link) => link.href"))
    live.locator(f"{BARS} [data-share=embed]").click()
    code = live.locator(f"{BARS} textarea.embed-code").input_value()
    assert code.startswith("<iframe ")
    assert "?embed=demo-bars#demo-bars?" in code
    assert "head=5" in code


def test_what_a_link_asks_for_in_vain_is_told_and_can_be_closed(browser: Browser, demo: Served):
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(f"{demo.url}#demo-bars?head=99&nobody=%3Cb%3E&demo-bars.text={'x' * 100_000}")
    note = page.locator(".link-note")
    expect(note).to_have_text(
        re.compile(
            r"The link asks for what this page cannot show: head=99 \(a whole number from 0 to 7\), nobody=<b> "
            r"\(unknown here\), demo-bars\.text=x{30}… \(the text has 100,000 characters; at most 200 are read\)\. "
            r"That stays as it was\."
        )
    )
    box = note.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    wait_until_live(page)
    note.get_by_role("button", name="Close").click()
    expect(note).to_be_hidden()
    page.evaluate("location.hash = '#demo-bars?head=5'")
    expect(page.locator(f"{BARS} .notice")).to_contain_text("Head 5 reads")
    expect(note).to_be_hidden()
    context.close()
