"""Counts against sums done by hand and against what others counted; stages and kinds of attention by their parts."""

import itertools

import pytest
import torch
from scene import Frame
from scene.sentences import plain
from sections.transformer import compute, picture
from sections.transformer.compute import STAGES, WORDS
from sections.transformer.counts import Shape, all_weights, attention_weights, block_weights, by_rule, mlp_weights
from sections.transformer.kinds import KINDS, SOURCE, TARGET
from sections.transformer.models import PUBLISHED
from sections.transformer.prose import numbers
from sections.transformer.words import say_sizes, say_stages, say_translator

from tests.reference import small_world

WIDTHS = (328, 620, 1000)
# As counted by others in the released weights.
RELEASED = {
    "GPT-1": 116_534_784,
    "GPT-2, small": 124_439_808,
    "GPT-2, medium": 354_823_168,
    "GPT-2, large": 774_030_080,
    "GPT-2, XL": 1_557_611_200,
    "LLaMA 7B": 6_738_415_616,
    "LLaMA 65B": 65_285_660_672,
    "Llama 3.1 8B": 8_030_261_248,
    "Llama 3.1 405B": 405_853_388_800,
}


@pytest.fixture(scope="module")
def models():
    return small_world.models()


def stage(models, number, width=620):
    return picture.draw_stages(compute.read_stages(models, {"stage": number}), Frame(width))


def test_a_small_gpt_is_counted_as_by_hand():
    shape = Shape(n_layer=2, d_model=4, n_head=2, d_ff=16, n_vocab=10, n_ctx=6)
    assert attention_weights(shape) == 4 * (4 * 4 + 4)  # four tables and what is added
    assert mlp_weights(shape) == (4 * 16 + 16) + (16 * 4 + 4)
    assert block_weights(shape) == 80 + 148 + 2 * 8
    assert all_weights(shape) == 10 * 4 + 6 * 4 + 2 * 244 + 8


def test_a_small_llama_with_shared_keys_is_counted_as_by_hand():
    shape = Shape(n_layer=2, d_model=4, n_head=2, d_ff=6, n_vocab=10, n_ctx=6, n_kv=1, gated=True, tied=False)
    assert attention_weights(shape) == 4 * 4 + 2 * (4 * 2) + 4 * 4
    assert mlp_weights(shape) == 3 * 4 * 6
    assert block_weights(shape) == 48 + 72 + 2 * 4
    assert all_weights(shape) == 10 * 4 + 2 * 128 + 4 + 10 * 4


def test_a_block_has_the_weights_of_pytorchs():
    block = torch.nn.TransformerEncoderLayer(d_model=24, nhead=3, dim_feedforward=96)
    shape = Shape(n_layer=1, d_model=24, n_head=3, d_ff=96, n_vocab=1, n_ctx=1)
    assert block_weights(shape) == sum(array.numel() for array in block.parameters())


@pytest.mark.parametrize("name", RELEASED)
def test_released_networks_are_counted_to_the_last_weight(name):
    model = next(model for model in PUBLISHED if model.name == name)
    assert model.shape is not None
    assert all_weights(model.shape) == RELEASED[name]


@pytest.mark.parametrize("model", [m for m in PUBLISHED if m.shape], ids=lambda model: model.name)
def test_counted_and_published_weights_agree_as_far_as_those_are_rounded(model):
    assert all_weights(model.shape) == pytest.approx(model.n_weights, rel=0.007)


def test_the_rule_of_twelve_comes_near(models):
    for model in (m for m in PUBLISHED if m.shape):
        assert by_rule(1, model.d_model) == pytest.approx(block_weights(model.shape), rel=0.15)
    found = numbers(models)
    assert found["gpt_rule"] == f"{12 * 768 * 768:,}"
    assert found["gpt_block"] == "7,087,872"
    assert found["apart"] == "0.6%"  # LLaMA 7B: 6,738,415,616 against 6.7 billion


def test_the_table_holds_every_network_and_counts_our_own_from_their_arrays(models):
    table = say_sizes(compute.read_sizes(models, {})).table
    rows = {row[0]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert len(rows) == len(table.rows) == len(PUBLISHED) + 3
    for name, arrays in (("Attention network", models.attention), ("Window network", models.window)):
        n_weights = sum(array.size for array in arrays.values())
        assert rows[name]["Weights, published"] == rows[name]["Weights, counted"] == n_weights
    assert rows["Two layers"]["Weights, counted"] == 361_040  # added up by hand from docs/model.md
    assert (rows["Two layers"]["Layers"], rows["Two layers"]["Heads"]) == (2, 4)
    own = rows["Attention network"]
    assert (own["Layers"], own["Width"], own["Heads"], own["Tokens read"]) == (1, 5, 3, 45)
    assert rows["Window network"]["Heads"] is None
    assert rows["Window network"]["Tokens read"] == 3
    assert all(row["Source"] for row in rows.values())


def test_the_stages_show_the_sizes_of_the_weights_at_hand(models):
    said = [plain(say_stages(compute.read_stages(models, {"stage": number})).notice) for number in range(1, 9)]
    assert "the last 3 tokens" in said[0]
    assert "5 + 3 × 4 = 17 numbers" in said[2]
    labels = {mark["key"]: mark.get("text") for mark in stage(models, 6).marks}
    assert labels["mix.label"] == "mixed: 12 numbers become 5"
    assert labels["hidden.label"] == "MLP: 5 → 7 neurons → 5"


def test_parts_keep_their_names_from_stage_to_stage(models):
    keys = [{mark["key"] for mark in stage(models, number).marks} for number in range(1, 9)]
    assert len(keys) == len(STAGES)
    for before, after in itertools.pairwise(keys):
        assert {"guess", "reader", *(f"word{index}" for index in range(len(WORDS)))} <= before & after
    own = f"row{len(WORDS) - 1}"
    assert all(own in found and "hidden" in found for found in keys[:6])
    assert {"z0", "head0", "heads"} <= keys[2] & keys[3] & keys[4]
    assert "block0" in keys[5] & keys[6] & keys[7]
    assert sum(key.startswith("block") and "." not in key for key in keys[7]) == 12  # GPT-2 small


def test_the_row_beside_the_results_is_as_wide_as_its_share_of_the_numbers(models):
    marks = {mark["key"]: mark for mark in stage(models, 3).marks}
    own, result = marks[f"row{len(WORDS) - 1}"], marks["z1"]
    assert (own["w"] + 3) / (result["w"] + 3) == pytest.approx(5 / 4, rel=0.01)


@pytest.mark.parametrize(
    ("kind", "asks", "answers", "may"),
    [("encoder", SOURCE, SOURCE, 16), ("decoder", TARGET, TARGET, 6), ("cross", TARGET, SOURCE, 12)],
)
def test_who_may_look_where(models, kind, asks, answers, may):
    data = compute.read_translator(models, {"kind": kind})
    drawn = picture.draw_translator(data, Frame(620))
    cells = {mark["key"]: mark for mark in drawn.marks if mark["key"].startswith("grid.") and mark["kind"] == "rect"}
    assert len(cells) == len(asks) * len(answers)
    filled = {key for key, mark in cells.items() if mark.get("fill") == "weight"}
    assert len(filled) == may
    if kind == "decoder":
        assert filled == {f"grid.{row}.{col}" for row in range(3) for col in range(row + 1)}
    assert [row[0] for row in say_translator(data).table.rows] == list(asks)
    assert {hit.key for hit in drawn.hits} == set(KINDS)
