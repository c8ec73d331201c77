"""What is guessed, said and drawn, against the networks asked by themselves."""

import math
import tomllib
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from lookback import attention, window
from lookback.measures.invented import INVENTED
from scene import Frame
from scene.formats import probability
from scene.sentences import plain
from sections.question import edits
from sections.question.compute import read_guesses
from sections.question.guessing import N_ROWS
from sections.question.picture import draw_guesses
from sections.question.prose import numbers
from sections.question.words import say_guesses

from tests.scene.problems import problems

HERE = Path(__file__).parent
PARAMS = tomllib.loads((HERE / "section.toml").read_text(encoding="utf-8"))["figure"][0]["controls"]
DEFAULT = {name: param["default"] for name, param in PARAMS.items()}
HOSTILE = "<img src=x onerror=alert(1)>"
WIDTHS = (328, 620)
ODD = (
    *("", "   \n", ".", "a", "...", "Lily", "3 dogs, 12 cats", "don't", "שלום ילד קטן", HOSTILE),
    "e\u0301\u200d \U0001f469\u200d\U0001f469\u200d\U0001f467 ½ \u202e",
)


def read(models, **choice):
    return read_guesses(models, {**DEFAULT, **choice})


def softmax(logits):
    powers = [math.exp(logit - max(logits)) for logit in logits]
    return [power / sum(powers) for power in powers]


def ids_of(models, text):
    return [1, *models.tokenizer.encode(text).ids]


def attention_guesses(models, text):
    """Probabilities after the text, by themselves: the forward pass, and softmax in a loop."""
    trace = attention.forward(models.attention, np.array([ids_of(models, text)], np.int32), at="last")
    return softmax(trace.logits[0].astype(float).tolist())


def window_guesses(models, text):
    last = ([1] * 8 + ids_of(models, text))[-8:]
    return softmax(window.forward(models.window, np.array([last], np.int32)).logits[0].astype(float).tolist())


@pytest.mark.parametrize("text", [DEFAULT["text"], "Lily saw", "Lily"])
def test_probabilities_and_ranks_are_those_of_the_networks(models, text):
    lily = models.tokenizer.ids["lily"]
    expected = [attention_guesses(models, text), window_guesses(models, text)]
    for found, p in zip(read(models, text=text).networks, expected, strict=True):
        order = sorted(range(len(p)), key=lambda i: -p[i])
        likeliest = order[:N_ROWS] if lily in order[:N_ROWS] else [*order[: N_ROWS - 1], lily]
        assert [guess.token for guess in found.guesses] == likeliest
        assert [guess.rank for guess in found.guesses] == [order.index(i) + 1 for i in likeliest]
        assert [guess.probability for guess in found.guesses] == pytest.approx([p[i] for i in likeliest], rel=1e-4)
        assert [guess.is_name for guess in found.guesses] == [i == lily for i in likeliest]
        assert found.pronouns == pytest.approx({w: p[models.tokenizer.ids[w]] for w in ("she", "he")}, rel=1e-4)


def test_the_name_of_the_first_story_is_out_of_the_windows_reach(models):
    data = read(models)
    tokens = data.text.encoding.tokens
    assert data.back == tokens[::-1].index("lily") + 1 > 8
    assert "lily" not in tokens[-8:]
    assert not {"she", "her", "he", "his"} & set(tokens[-8:])


@pytest.mark.parametrize("name", ["Zoe", "Zimve", "Ann Lee", HOSTILE])
def test_a_new_name_goes_everywhere_and_the_window_network_cannot_tell(models, name):
    text = "Lily's cat sat. " + DEFAULT["text"]
    before, after = read(models, text=text), read(models, text=text, name=name)
    assert after.sets == {"text": text.replace("Lily", name), "hero": name}
    assert after.text.text == text.replace("Lily", name)
    old, new = (dict.fromkeys(guess.token for guess in data.networks[1].guesses[:-1]) for data in (before, after))
    assert list(new)[: N_ROWS - 1] == list(old)[: N_ROWS - 1]
    probabilities = [[g.probability for g in data.networks[1].guesses[: N_ROWS - 1]] for data in (before, after)]
    assert probabilities[0] == probabilities[1]
    assert [g.probability for g in before.networks[0].guesses] != [g.probability for g in after.networks[0].guesses]


def test_what_the_reading_corrects_settles_in_one_step(models):
    first = read(models, name="Zoe")
    second = read(models, name="Zoe", **first.sets)
    assert second.sets == {}
    assert second.networks == first.networks


def test_the_same_story_about_somebody_else_is_read_too(models):
    elsewhere = read(models).elsewhere
    assert elsewhere
    other, p = elsewhere
    assert other == max((n for n in models.names if n.pronoun == "she" and n.name != "Lily"), key=lambda n: n.seen).name
    renamed = attention_guesses(models, DEFAULT["text"].replace("Lily", other))
    assert p == pytest.approx(renamed[models.tokenizer.ids["lily"]], rel=1e-4)


def test_a_name_in_pieces_is_asked_for_by_its_first(models):
    data = read(models, name="Zimve")
    spelled = models.tokenizer.encode("Zimve")
    assert len(spelled) > 1
    assert data.pieces == tuple("Zimve"[slice(*span)] for span in spelled.spans)
    for network in data.networks:
        asked = [(guess.token, guess.shown) for guess in network.guesses if guess.is_name]
        assert asked == [(spelled.ids[0], f"{data.pieces[0]}…")]
    assert f"falls into {len(spelled)} tokens: {' · '.join(data.pieces)}." in plain(say_guesses(data).details[-1])


def test_presets_are_a_common_a_rare_and_an_invented_name(models):
    common, rare, invented = (preset["value"] for preset in PARAMS["name"]["presets"])
    seen = {name.name: name for name in models.names}
    assert common == DEFAULT["name"]
    assert seen[common].in_corpus == max(n.in_corpus for n in models.names if n.pronoun == "she")
    whole = sorted((n for n in models.names if len(models.tokenizer.encode(n.name)) == 1), key=lambda n: n.seen)
    assert seen[rare] in whole[: len(whole) // 3]
    assert seen[rare].pronoun == seen[common].pronoun
    assert invented in INVENTED
    assert len(models.tokenizer.encode(invented)) > 1
    assert PARAMS["text"]["presets"][0]["value"] == DEFAULT["text"]
    assert PARAMS["text"]["max_length"] == edits.LONGEST


def test_each_guess_that_is_offered_reads_back_as_that_token(models):
    for text in (DEFAULT["text"], "The cat", "Up the hill lived a girl named Q", '"Who is it?" asked'):
        guesses = [guess for network in read(models, text=text).networks for guess in network.guesses]
        offered = [guess for guess in guesses if guess.written is not None]
        assert offered
        for guess in offered:
            expected = [*models.tokenizer.encode(text).ids, guess.token]
            assert list(models.tokenizer.encode(guess.written).ids) == expected, guess


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("“Lily” didn’t stop. ‘Why’", "\"Lily\" didn't stop. 'Why'"),
        (unicodedata.normalize("NFC", "Lily saw Kantō, café"), unicodedata.normalize("NFD", "Lily saw Kantō, café")),
        ("Lily\tfed\u00a0a\ncat", "Lily fed a cat"),
    ],
)
def test_texts_that_mean_the_same_are_guessed_the_same(models, typed, same):
    first, second = read(models, text=typed), read(models, text=same)
    for one, other in zip(first.networks, second.networks, strict=True):
        assert [(g.token, g.probability) for g in one.guesses] == [(g.token, g.probability) for g in other.guesses]


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("width", WIDTHS)
def test_any_text_is_drawn_inside_the_frame(models, text, width):
    data = read(models, text=text)
    assert problems(draw_guesses(data, Frame(width))) == []
    assert len(say_guesses(data).table.rows) == 2 * N_ROWS


def test_an_empty_text_is_answered_with_how_stories_begin(models):
    for text in ("", "  \n"):
        data = read(models, text=text)
        assert plain(say_guesses(data).notice).startswith("There is nothing to read yet")
        p = attention_guesses(models, "")
        assert data.networks[0].guesses[0].probability == pytest.approx(max(p), rel=1e-4)


def test_characters_that_are_not_in_the_vocabulary_stand_as_typed(models):
    marks = draw_guesses(read(models, text="Lily saw 李 and ½."), Frame(620)).marks
    shown = [mark["text"] for mark in marks if mark["kind"] == "text"]
    assert "李" in shown
    assert "½" in shown
    assert not [text for text in shown if "[UNK]" in text]


@pytest.mark.parametrize("text", ["x" * 20_000, "Lily fed a cat. " * 1250, "👩‍👩‍👧 " * 2500])
def test_of_a_long_text_the_end_is_read_and_the_rest_is_faded_or_counted(models, text):
    data = read(models, text=text)
    n_tokens = len(models.tokenizer.encode(text))
    assert n_tokens > 295
    assert data.text.first == n_tokens - 255
    assert data.networks[0].n_read == 255
    assert f"The text has {n_tokens:,} tokens; the networks read the last 255" in plain(say_guesses(data).details[-1])
    scene = draw_guesses(data, Frame(328))
    marks = {mark["key"]: mark for mark in scene.marks}
    assert marks["left-out"]["text"] == f"{n_tokens - 295:,} earlier tokens are not shown"
    faded = [key for key, mark in marks.items() if key[1:].isdigit() and mark.get("fill") == "muted"]
    assert set(faded) <= {f"t{i}" for i in range(40)}
    assert problems(scene) == []


def test_the_dashed_frame_holds_the_last_eight_tokens_and_the_next_word_is_boxed(models):
    scene = draw_guesses(read(models, text="a b c d e f g h i j Lily"), Frame(2000))
    marks = {mark["key"]: mark for mark in scene.marks}
    frame = marks["twindow.0"]
    inside = [i for i in range(11) if frame["x"] <= marks[f"t{i}"]["x"] < frame["x"] + frame["w"]]
    assert inside == list(range(3, 11))
    assert marks["t11"]["text"] == "?"
    assert marks["t11.reader"]["stroke"] == "query"


def test_bars_are_as_long_as_probabilities_on_one_scale(models):
    data = read(models)
    marks = {mark["key"]: mark for mark in draw_guesses(data, Frame(620)).marks}
    guesses = [(f"{network.network}.{g.token}", g) for network in data.networks for g in network.guesses]
    most = max(g.probability for _, g in guesses)
    longest = max(marks[f"{key}.bar"]["w"] for key, _ in guesses)
    for key, guess in guesses:
        assert marks[f"{key}.bar"]["w"] == pytest.approx(max(1.5, longest * guess.probability / most), abs=0.02)
        assert marks[f"{key}.bar"]["fill"] == ("name-fill" if guess.is_name else "muted")
        assert marks[f"{key}.p"]["text"] == probability(guess.probability)
        assert marks[f"{key}.rank"]["text"] == f"{guess.rank:,}"


def test_the_notice_says_the_numbers_of_the_lists(models):
    data = read(models)
    said = plain(say_guesses(data).notice)
    for network in data.networks:
        (name,) = (guess for guess in network.guesses if guess.is_name)
        place = "its first guess" if name.rank == 1 else f"its guess number {name.rank:,}"
        assert f"gives it {probability(name.probability)} ({place})." in said
    assert said.startswith(f"Lily last stood {data.back} tokens back.")


def test_a_name_that_is_not_in_the_text_is_said_to_be_missing(models):
    assert "Lily does not stand in this text" in plain(say_guesses(read(models, text="nobody came")).notice)


@pytest.mark.parametrize(
    ("name", "text", "remark"),
    [
        ("", "Lily ran.", "The name is empty: until you type one, the story stays with Lily."),
        (" dog ", "A dog saw Lily.", "“dog” stands in the story already, so it stays with Lily."),
        ("Lilybeth", "Lily " * 4000, "With that name the story would be too long, so it stays with Lily."),
    ],
)
def test_a_name_that_cannot_be_taken_is_refused_with_the_reason(models, name, text, remark):
    assert plain(say_guesses(read(models, text=text, name=name)).notice).startswith(f"{remark} Lily last stood ")


def test_the_prose_names_what_each_network_reads(models):
    assert numbers(models) == {"n_window": "8", "n_ctx": "256", "n_read": "255"}
