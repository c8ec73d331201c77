import pytest
from hypothesis import given
from hypothesis import strategies as st
from scene import Scene
from scene.flow import Piece, after_boundary, flow, pieces_from_spans
from scene.metrics import text_width
from scene.story import Look, box_around, draw_look_back, draw_story, in_front

from tests.scene.problems import problems

# "Zarko’s cat,\nhe said." as tokens: z ##ark ##o ’ s cat , he said .
TYPED = "Zarko’s  cat,\nhe said."
SPANS = ((0, 1), (1, 4), (4, 5), (5, 6), (6, 7), (9, 12), (12, 13), (14, 16), (17, 21), (21, 22))
WORDS = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7)


def pieces():
    return pieces_from_spans(TYPED, SPANS, WORDS)


def words(string):
    """Pieces of a string, one for each word."""
    return [Piece(word, " " if index else "", index) for index, word in enumerate(string.split(" "))]


def test_pieces_keep_capitals_gaps_and_line_breaks():
    assert [piece.text for piece in pieces()] == ["Z", "ark", "o", "’", "s", "cat", ",", "he", "said", "."]
    assert [piece.gap for piece in pieces()] == ["", "", "", "", "", " ", "", "\n", " ", ""]


def test_the_boundary_stands_before_the_first_piece_as_a_word_of_its_own():
    boundary, first, second = after_boundary(pieces_from_spans("Lily.", [(0, 4), (4, 5)], [0, 1]))
    assert (boundary, first, second) == (Piece("¶", "", -1), Piece("Lily", " ", 0), Piece(".", "", 1))


def test_tokens_that_share_a_typed_character_show_their_own_text():
    shown = pieces_from_spans("½ cup", ((0, 1), (0, 1), (0, 1), (2, 5)), (0, 1, 2, 3), ("1", "⁄", "2", "cup"))
    assert [piece.text for piece in shown] == ["1", "⁄", "2", "cup"]


def test_words_stand_in_reading_order_with_punctuation_set_close():
    laid = flow(pieces(), 400, size=20)
    cat, comma, he = laid.of(5), laid.of(6), laid.of(7)
    assert comma.x == pytest.approx(cat.x + cat.w)
    assert (cat.row, he.row) == (0, 1)
    assert he.x == 0
    assert laid.of(8).x == pytest.approx(he.w + 0.34 * 20)
    assert laid.height == pytest.approx(2 * 1.8 * 20)
    assert all(a.x + a.w <= b.x + 1e-9 for a, b in zip(laid.boxes, laid.boxes[1:], strict=False) if a.row == b.row)


def test_pieces_of_one_word_are_joined_by_a_mark_and_others_are_not():
    laid = flow(pieces(), 400, size=20)
    assert [box.joined for box in laid.boxes] == [False, True, True, *[False] * 7]
    marks, _ = draw_story(laid)
    assert [mark["key"] for mark in marks if mark["key"].endswith(".join")] == ["t1.join", "t2.join"]


def test_a_row_is_filled_until_the_next_word_would_not_fit():
    width = text_width("aaaa", 10, "serif") * 2 + 3.4
    laid = flow(words("aaaa aaaa aaaa"), width, size=10)
    assert [box.row for box in laid.boxes] == [0, 0, 1]
    assert [box.row for box in flow(words("aaaa aaaa aaaa"), width - 0.1, size=10).boxes] == [0, 1, 2]


def test_punctuation_moves_to_the_next_row_with_its_word():
    laid = flow(
        [Piece("one", "", 0), Piece("two", " ", 1), Piece("!", "", 2)], text_width("one two", 10, "serif") + 1, size=10
    )
    assert [box.row for box in laid.boxes] == [0, 1, 1]


def test_a_very_long_word_breaks_between_letters_and_loses_none():
    long = "a\u0301b" * 60
    laid = flow([Piece("so", "", 0), Piece(long, " ", 1)], 120, size=18)
    parts = laid.boxes_of(1)
    assert "".join(box.text for box in parts) == long
    assert len(parts) > 3
    assert all(box.x + box.w <= 120 + 1e-6 for box in laid.boxes)
    assert all(not box.text.startswith("\u0301") for box in parts)
    assert len({box.key for box in laid.boxes}) == len(laid.boxes)


def in_order_on_the_page(string, width=2000):
    return [box.text for box in sorted(flow(words(string), width).boxes, key=lambda box: (box.row, box.x))]


def test_each_language_of_a_mixed_text_runs_its_own_way():
    assert in_order_on_the_page("אב Lily saw , two גד הו") == ["הו", "גד", "Lily", "saw", ",", "two", "אב"]
    assert in_order_on_the_page("Lily saw אב ! גד now") == ["Lily", "saw", "גד", "!", "אב", "now"]
    assert in_order_on_the_page("12 . Lily אב .") == ["12", ".", "Lily", "אב", "."]


def test_right_to_left_text_begins_at_the_right():
    laid = flow(words("שלום עולם טוב"), 300, size=18)
    first, second, _ = laid.boxes
    assert first.x + first.w == pytest.approx(300)
    assert second.x + second.w < first.x


def test_no_tokens_make_an_empty_flow():
    laid = flow([], 300)
    assert (laid.boxes, laid.height) == ((), 0)
    assert draw_story(laid) == ([], [])


def drawn(look, **how):
    marks, hits = draw_story(flow(pieces(), 400, size=20), look, **how)
    return {mark["key"]: mark for mark in marks}, {hit.key: hit for hit in hits}


def test_shading_stands_behind_the_word_as_deep_as_the_root_of_the_weight():
    marks, _ = drawn(Look(weights=[0, 0.25, 0, 0, 0, 0.0001, None, 0.64, 0, 0]))
    assert {key: mark["opacity"] for key, mark in marks.items() if key.endswith(".shade")} == {
        "t1.shade": 0.5,
        "t7.shade": 0.8,
    }
    order = list(marks)
    assert order.index("t1.shade") < order.index("t1")
    assert marks["t1.shade"]["fill"] == "weight"


def test_the_reader_is_outlined_and_what_it_cannot_reach_is_faded():
    marks, _ = drawn(Look(reader=5, faded=range(6, 10)))
    assert marks["t5.reader"]["stroke"] == "query"
    assert [marks[f"t{piece}"].get("fill", "text") for piece in range(10)] == ["text"] * 6 + ["muted"] * 4


def test_the_name_is_orange_under_one_unbroken_line():
    marks, _ = drawn(Look(names={0, 1, 2}))
    assert [marks[f"t{piece}"].get("fill", "text") for piece in range(4)] == ["name", "name", "name", "text"]
    lines = [marks[f"t{piece}.under"] for piece in range(3)]
    assert {mark["stroke"] for mark in lines} == {"name"}
    assert [mark["x1"] for mark in lines[1:]] == pytest.approx([mark["x2"] for mark in lines[:-1]], abs=0.02)


def test_a_deeply_shaded_name_is_written_in_the_readable_color_and_keeps_its_line():
    marks, _ = drawn(Look(names={0}, weights=[0.5] + [0] * 9))
    assert marks["t0"].get("fill", "text") == "text"
    assert marks["t0.under"]["stroke"] == "name"


def test_a_name_can_go_without_its_line():
    marks, _ = drawn(Look(names={0, 5}, underlined={5: None, 7: "text"}))
    assert marks["t0.under"]["stroke"] == "name"
    assert marks["t7.under"]["stroke"] == "text"
    assert "t5.under" not in marks
    assert marks["t5"]["fill"] == "name"


def test_the_window_is_outlined_once_a_row():
    marks, _ = drawn(Look(window=(5, 8)))
    frames = [mark for key, mark in marks.items() if "window" in key]
    assert len(frames) == 2
    assert all(mark["stroke"] == "window" and mark["dash"] == [4, 3] for mark in frames)


def test_the_window_keeps_clear_of_the_words_beside_it():
    laid = flow(pieces(), 400, size=20)
    marks, _ = drawn(Look(window=(6, 8)))
    comma, said = marks["twindow.0"], marks["twindow.1"]
    assert comma["x"] == pytest.approx(laid.of(5).x + laid.of(5).w)  # the comma stands at its word: a line between
    end = laid.of(8).x + laid.of(8).w
    assert said["x"] + said["w"] == pytest.approx(end)  # and the period at its own


def test_every_piece_can_be_chosen_and_says_what_it_is():
    _, hits = drawn(None, control="at", x=4, y=30)
    assert len(hits) == 10
    assert (hits["t6"].label, hits["t6"].choice) == ("comma", {"at": 6})
    assert hits["t7"].h == pytest.approx(36)
    _, named = drawn(None, label=lambda piece: f"token {piece}")
    assert named["t3"].label == "token 3"


def test_a_look_back_outlines_the_earlier_word():
    laid = flow(pieces(), 400, size=20)
    marks = {mark["key"]: mark for mark in draw_look_back(laid, 8, 5, "3 tokens back", key="b", y=20, when="t8")}
    seen, around = marks["b.seen"], box_around(laid.of(5), laid)
    assert (seen["x"], seen["y"], seen["stroke"]) == (round(around[0], 2), round(around[1] + 20, 2), "query")
    assert {mark["when"] for mark in marks.values()} == {"t8"}
    assert marks["b.words"]["text"] == "3 tokens back"


SHOWN = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


@given(st.lists(st.tuples(SHOWN, st.sampled_from(["", " ", "\n"])), max_size=25), st.sampled_from([200.0, 620.0]))
def test_whatever_is_typed_stays_inside_its_frame(typed, width):
    given_pieces = [Piece(text, gap, index // 2) for index, (text, gap) in enumerate(typed)]
    laid = flow(given_pieces, width - 8)
    look = Look(weights=[0.5] * len(typed), reader=0, names={0}, window=(0, len(typed)))
    marks, hits = draw_story(laid, look, x=4, y=4)
    assert problems(Scene(width, laid.height + 8, marks, hits, alt="A story.")) == []
    assert {box.piece for box in laid.boxes} == set(range(len(typed)))


def test_words_in_front_of_curves_have_a_halo_and_nothing_else_has():
    marks = in_front(draw_story(flow(pieces(), 400), Look(reader=5, names={0}))[0])
    assert {mark["kind"] for mark in marks if mark.get("halo")} == {"text"}
    assert all(mark["halo"] for mark in marks if mark["kind"] == "text")
