from dataclasses import replace

import numpy as np
import pytest
from lookback import attention, reader, window
from lookback.config import AttentionConfig, WindowConfig
from lookback.models import Models
from lookback.params import attention_shapes, init, window_shapes
from lookback.tokenizer import Tokenizer

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = ["lily", "had", "cat", "##ark", ".", "'"]
VOCABULARY = {
    token: i
    for i, token in enumerate(["[UNK]", "[BOUNDARY]", *LETTERS, *(f"##{letter}" for letter in LETTERS), *WORDS])
}
N_CTX, N_WINDOW = 7, 3


@pytest.fixture(scope="module")
def models() -> Models:
    rng = np.random.default_rng(1)
    n_vocab = len(VOCABULARY)
    attention_params = init(attention_shapes(AttentionConfig(n_vocab, 5, 2, 3, 4, N_CTX, 6)), rng)
    window_params = init(window_shapes(WindowConfig(n_vocab, 5, N_WINDOW, 6)), rng)
    counts = np.zeros(n_vocab, np.int64)
    tokenizer = Tokenizer.from_vocabulary(VOCABULARY)
    return Models(tokenizer, attention_params, window_params, pytest.fail, pytest.fail, (), (), counts, (), {}, {})


def ids_of(*tokens: str) -> list[int]:
    return [VOCABULARY[token] for token in tokens]


def test_a_short_text_is_read_whole_behind_the_boundary(models):
    text = "“Lily” had"
    reading = reader.read_text(models, text)
    assert reading.ids.tolist() == ids_of("[BOUNDARY]", "[UNK]", "lily", "[UNK]", "had")
    assert reading.ids.dtype == np.int32
    assert (reading.first, reading.typed_from) == (0, 0)


def test_of_a_long_text_the_last_tokens_are_read(models):
    reading = reader.read_text(models, "Lily had Lily had cat cat. Zark")
    assert reading.ids.tolist() == ids_of("[BOUNDARY]", "had", "cat", "cat", ".", "z", "##ark")
    assert reading.first == 3
    assert reading.text[reading.typed_from :] == "had cat cat. Zark"


def test_positions_and_tokens_name_the_same_places(models):
    reading = reader.read_text(models, "Lily had Lily had cat cat. Zark")
    for position in range(1, len(reading.ids)):
        token = reading.token(position)
        assert token is not None
        assert reading.encoding.ids[token] == reading.ids[position]
        assert reading.position(token) == position
    assert reading.token(0) is None
    assert reading.position(2) == 0


def test_a_name_is_read_where_its_tokens_are_and_not_before_the_first_token_read(models):
    # c ##ark had had had c ##ark . are tokens 0 to 7, of which the last 6 stand at positions 1 to 6
    assert reader.read_text(models, "Cark had had had Cark.").positions_of("Cark") == {4, 5}
    assert reader.read_text(models, "had Cark").positions_of("Cark") == {2, 3}
    assert reader.read_text(models, "had Cark").positions_of("Lily") == frozenset()


@pytest.mark.parametrize("text", ["", "   ", "\n\t\u00a0"])
def test_a_text_without_tokens_is_the_boundary_alone(models, text):
    reading = reader.read_text(models, text)
    assert reading.ids.tolist() == ids_of("[BOUNDARY]")
    assert (reading.first, reading.typed_from) == (0, 0)


def test_traces_guess_what_the_networks_guess_after_the_last_token(models):
    ids = reader.read_text(models, "Lily had cat cat.").ids
    every = attention.forward(models.attention, ids[None]).logits
    np.testing.assert_allclose(reader.trace_of(models, ids).logits, every[-1:], rtol=1e-5, atol=1e-6)
    last = window.forward(models.window, np.array([ids_of("cat", "cat", ".")], np.int32))
    np.testing.assert_array_equal(reader.window_trace_of(models, ids).logits, last.logits)


def test_the_window_of_a_short_text_is_filled_with_the_boundary(models):
    ids = reader.read_text(models, "Lily").ids
    expected = [ids_of("[BOUNDARY]", "[BOUNDARY]", "lily")]
    assert reader.window_trace_of(models, ids).windows.tolist() == expected


def test_a_pass_over_the_same_tokens_is_made_once_for_each_network(models):
    ids = reader.read_text(models, "Lily had").ids
    assert reader.trace_of(models, ids) is reader.trace_of(models, ids.copy())
    other = replace(models, attention={name: 2 * array for name, array in models.attention.items()})
    assert (reader.trace_of(other, ids).logits != reader.trace_of(models, ids).logits).any()
