import itertools
import math
import pathlib
import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from lookback.config import AttentionConfig
from scene import Frame
from scene.sentences import plain
from sections.words.compute import read_map
from sections.words.picture import draw_map
from sections.words.prose import numbers
from sections.words.word_map import Relation, WordMap, word_map
from sections.words.words import in_short, say_map
from worker.catalog import find_sections

from tests.scene.problems import problems

WORDS = tuple(word_map().names)
# Every word that issue and contract ask for.
ASKED = {
    "attention", "query", "key", "value", "self-attention", "cross-attention", "causal-attention", "head", "mlp",
    "residual-connection", "layer-norm", "transformer-block", "transformer", "gpt", "token", "embedding", "score",
    "softmax", "weight", "logits", "loss", "induction-head", "layer",
}  # fmt: skip
LEAF, TREE = "leaf", "tree"
SMALL = WordMap(
    {LEAF: "leaf", TREE: "tree", "oak": "oak", "wood": "wood", "twig": "twig"},
    (
        Relation(LEAF, "part of", TREE, "A leaf is part of a tree."),
        Relation("twig", "part of", TREE, "A twig is part of a tree."),
        Relation("oak", "kind of", TREE, "An oak is a tree."),
        Relation("wood", "comes from", TREE, "Wood comes from trees."),
    ),
    {},
)


def marks_of(word, width=1000):
    return {mark["key"]: mark for mark in draw_map(read_map(None, {"word": word}), Frame(width)).marks}


def test_every_word_that_is_explained_stands_on_the_map_and_can_be_chosen():
    assert set(WORDS) == ASKED
    section = next(found for found in find_sections() if found.name == "words")
    options = [value for value, _ in section.figures["map"].controls["word"].options]
    assert options == list(WORDS)


def test_every_word_has_a_relation_and_all_hang_together():
    reached, new = set(), {"attention"}
    while new:
        reached |= new
        new = {r.other(word) for word in new for r in word_map().of(word)} - reached
    assert reached == set(WORDS)


def test_no_relation_is_said_twice_and_no_word_is_part_of_itself():
    pairs = [(r.start, r.end) for r in word_map().relations]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    assert all(r.says.endswith(".") for r in word_map().relations)
    below = {word: {r.end for r in word_map().relations if r.start == word} for word in WORDS}
    for _ in WORDS:  # after as many steps as there are words nothing is left, or something leads back to itself
        below = {word: ends - {w for w in ends if not below[w]} for word, ends in below.items()}
    assert not any(below.values())


def test_a_word_is_said_from_both_ends_of_its_relations():
    assert plain(in_short(SMALL, TREE)) == "Made of leaf and twig. Its kinds: oak. What comes of it: wood."
    assert plain(in_short(SMALL, LEAF)) == "Part of tree."
    assert plain(in_short(SMALL, "oak")) == "A kind of tree."
    assert in_short(SMALL, "wood") == ["Comes from ", ("tree", "#words-tree"), "."]


def test_the_head_is_part_of_attention_and_made_of_query_key_and_value():
    data = read_map(None, {"word": "head"})
    said = say_map(data)
    wholes, parts = {"attention", "layer"}, {"query", "key", "value"}
    made = "Made of query, key and value. Its kinds: induction head."
    assert plain(said.notice) == f"Head. Part of attention and layer. {made}"
    assert {r.other("head") for r in data.relations} == {*wholes, *parts, "induction-head"}
    assert all(r.says in said.details[0] for r in data.relations)


def test_the_call_gives_the_relations_of_the_word(monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[3])
    data = read_map(None, {"word": "head"})
    made, call = say_map(data).call.split("\n")
    names = {"tomllib": tomllib, "pathlib": pathlib}
    exec(made, names)
    assert {relation["says"] for relation in eval(call, names)} == {relation.says for relation in data.relations}


def test_links_lead_to_entries_that_are_there():
    section = next(found for found in find_sections() if found.name == "words")
    for word in WORDS:
        links = [run[1] for run in say_map(read_map(None, {"word": word})).notice if not isinstance(run, str)]
        assert links[0] == f"#{section.name}-{word}"
        assert {link.removeprefix(f"#{section.name}-") for link in links} <= ASKED


@pytest.mark.parametrize("width", [328, 620, 1000])
def test_boxes_stand_apart_and_every_word_can_be_pointed_at(width):
    for word in WORDS:
        scene = draw_map(read_map(None, {"word": word}), Frame(width))
        assert problems(scene) == []
        assert [hit.choice for hit in scene.hits] == [{"word": other} for other in WORDS]
        for a, b in itertools.combinations(scene.hits, 2):
            assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
        assert min(min(hit.w, hit.h) for hit in scene.hits) >= 24  # for fingers


def test_only_relations_of_the_chosen_word_are_lit_and_boxes_say_which():
    marks = marks_of("head")
    assert marks["head.box"]["stroke"] == "query"
    captions = {key.removesuffix(".caption"): m["text"] for key, m in marks.items() if key.endswith(".caption")}
    parts, wholes = dict.fromkeys(("query", "key", "value"), "part of it"), ("attention", "layer")
    assert captions == {**dict.fromkeys(wholes, "it is part of this"), **parts, "induction-head": "a kind of it"}
    assert marks["query.head"]["stroke"] == "text"
    assert "opacity" not in marks["query.head"]
    assert marks["gpt.transformer"]["stroke"] == "muted"


@pytest.mark.parametrize("width", [328, 1000])
def test_no_line_passes_behind_a_box_that_it_does_not_belong_to(width):
    scene = draw_map(read_map(None, {"word": "attention"}), Frame(width))
    boxes = {hit.key: (hit.x, hit.y, hit.x + hit.w, hit.y + hit.h) for hit in scene.hits}
    for relation in word_map().relations:
        a, b = (
            np.array([sum(boxes[word][::2]), sum(boxes[word][1::2])]) / 2 for word in (relation.start, relation.end)
        )
        drawn = next(mark for mark in scene.marks if mark["key"].startswith(f"{relation.start}.{relation.end}"))
        if "C" in drawn.get("d", ""):
            continue  # it passes below
        for word, (left, top, right, bottom) in boxes.items():
            points = [a + (b - a) * share for share in np.linspace(0, 1, 201)]
            inside = any(left < x < right and top < y < bottom for x, y in points)
            assert not inside or word in (relation.start, relation.end), (relation.start, relation.end, word)


def test_a_map_that_does_not_fit_the_words_is_refused(monkeypatch):
    folder = Path(__file__).parent
    raw = {name: (folder / name).read_text(encoding="utf-8") for name in ("terms.toml", "map.toml")}
    for old, new, complaint in (
        ('to = "softmax"', 'to = "softmix"', "differ in softmix"),
        ('kind = "kind of"', 'kind = "sort of"', "a kind must be one of"),
    ):
        spoiled = {**raw, "map.toml": raw["map.toml"].replace(old, new, 1)}
        monkeypatch.setattr("sections.words.word_map._read", lambda name, texts=spoiled: tomllib.loads(texts[name]))
        with pytest.raises(ValueError, match=complaint):
            word_map.__wrapped__()


def test_numbers_in_the_entries_follow_from_the_networks_sizes():
    config = AttentionConfig(n_vocab=1234, d_model=6, n_head=3, d_head=5, d_value=7)
    found = numbers(SimpleNamespace(config=config))
    shown = {name: found[name] for name in ("n_vocab", "d_model", "n_head", "d_head", "d_value")}
    assert shown == {"n_vocab": "1,234", "d_model": "6", "n_head": "3", "d_head": "5", "d_value": "7"}
    assert float(found["loss_of_half"]) == pytest.approx(-math.log(0.5), abs=0.005)
    assert float(found["loss_of_chance"]) == pytest.approx(-math.log(1 / 1234), abs=0.005)
