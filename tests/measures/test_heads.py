import math
from dataclasses import replace

import numpy as np
import pytest
from lookback.config import AttentionConfig
from lookback.measures import measure
from lookback.measures.jobs import BUCKETS
from lookback.snapshots import Snapshots, attention_weights

from tests.reference.plain_loops import dot, lists, lookups
from tests.reference.small import random_params
from tests.reference.small_world import N_CTX, VOCABULARY, models, networks, prepared_stories, snapshots


def cosine(a, b):
    return dot(a, b) / math.sqrt(dot(a, a) * dot(b, b))


def test_correlation_with_the_rows_and_closest_keys_equal_a_version_in_loops():
    params = networks()["attention"]
    p = lists(params)
    found = measure(models(), "directions", prepared_stories())
    for head in range(3):
        dots, cosines, differ, positions = [], [], 0, 0
        for prepared in prepared_stories():
            ids = prepared.ids.tolist()
            queries, keys, _ = lookups(p, ids, head)
            for i in range(len(ids)):
                here = [dot(queries[i], keys[j]) for j in range(i + 1)]
                angles = [cosine(queries[i], keys[j]) for j in range(i + 1)]
                dots += here
                cosines += [cosine(p["W_E"][ids[i]], p["W_E"][ids[j]]) for j in range(i + 1)]
                differ += ids[angles.index(max(angles))] != ids[here.index(max(here))]
                positions += 1
        assert found.correlation[head] == pytest.approx(np.corrcoef(dots, cosines)[0, 1], abs=1e-6)
        assert found.closest_is_not_largest[head] == pytest.approx(differ / positions, abs=1e-12)
        assert (found.pairs, found.positions) == (len(dots), positions)


def test_dot_products_that_are_the_rows_own_correlate_fully_and_long_keys_hide_close_ones():
    rows = np.array([[3, 0, 0], [0, 2, 0], [6, 8, 0], [0, 0, 1]], np.float32)  # the third is longest
    one = np.eye(3, dtype=np.float32)[None]
    arrays = random_params(AttentionConfig(4, 3, 1, 3, 2, 9, 5), 0)
    params = {**arrays, "W_E": rows, "W_Q": one, "W_K": one}

    class Fake:
        ids = np.array([0, 1, 2, 0, 1], np.int32)

    found = measure(replace(models(), attention=params), "directions", [Fake()])  # type: ignore[list-item]
    # Positions 3 and 4 read rows 0 and 1: each is closest to itself, but the long row 2 has the larger product.
    assert found.closest_is_not_largest[0] == pytest.approx(2 / 5)
    assert found.pairs == 15


def test_profiles_and_tokens_read_equal_a_version_in_loops():
    found = measure(models(), "jobs", prepared_stories())
    positions = sum(len(prepared.ids) for prepared in prepared_stories())
    assert found.steps.tolist() == [0, 40]
    assert found.positions == positions
    for s in range(2):
        for head in range(3):
            profile, read = [0.0] * N_CTX, [0.0] * len(VOCABULARY)
            for prepared in prepared_stories():
                ids = prepared.ids.tolist()
                _, _, weights = lookups(lists(snapshots()[s]), ids, head)
                for i in range(len(ids)):
                    for j in range(i + 1):
                        profile[i - j] += weights[i][j] / positions
                        read[ids[j]] += weights[i][j] / positions
            assert found.profile[s, head] == pytest.approx(profile, abs=1e-6)
            assert found.read[s, head] == pytest.approx(read, abs=1e-6)
            order = sorted(range(len(read)), key=lambda token: -read[token])
            assert [of.token for of in found.most_read[s][head]][:4] == order[:4]


def test_even_reading_gives_every_readable_position_the_same():
    expected = [0.0] * len(VOCABULARY)
    positions = sum(len(prepared.ids) for prepared in prepared_stories())
    for prepared in prepared_stories():
        for i in range(len(prepared.ids)):
            for j in range(i + 1):
                expected[prepared.ids[j]] += 1 / (i + 1) / positions
    assert measure(models(), "jobs", prepared_stories()).evenly == pytest.approx(expected, abs=1e-12)


def test_even_reading_by_distance_gives_each_distance_in_reach_the_same():
    expected, positions = [0.0] * N_CTX, sum(len(prepared.ids) for prepared in prepared_stories())
    for prepared in prepared_stories():
        for i in range(len(prepared.ids)):
            for j in range(i + 1):
                expected[i - j] += 1 / (i + 1) / positions
    found = measure(models(), "jobs", prepared_stories())
    assert found.even_profile == pytest.approx(expected, abs=1e-12)
    assert found.even_by_distance[3:] == pytest.approx([sum(expected[3:9]), sum(expected[9:33]), sum(expected[33:])])


def test_weight_adds_up_to_one_over_distances_buckets_and_tokens():
    found = measure(models(), "jobs", prepared_stories())
    assert found.profile.sum(axis=-1) == pytest.approx(np.ones((2, 3)), abs=1e-6)
    assert found.read.sum(axis=-1) == pytest.approx(np.ones((2, 3)), abs=1e-6)
    assert found.by_distance.sum(axis=-1) == pytest.approx(np.ones((2, 3)), abs=1e-6)
    assert found.evenly.sum() == pytest.approx(1)


def test_buckets_are_own_1_2_3_to_8_9_to_32_and_beyond():
    found = measure(models(), "jobs", prepared_stories())
    edges = [(0, 1), (1, 2), (2, 3), (3, 9), (9, 33), (33, N_CTX)]
    expected = np.stack([found.profile[..., start:end].sum(axis=-1) for start, end in edges], axis=-1)
    assert list(BUCKETS) == ["own", "1", "2", "3-8", "9-32", "beyond"]
    assert found.by_distance == pytest.approx(expected)


def test_a_head_with_a_distance_score_reads_the_token_before():
    arrays = {name: np.zeros_like(array) for name, array in snapshots()[0].items()}
    arrays["b_distance"][1, 1] = 50.0
    only = Snapshots(np.array([7], np.int32), {name: array[None] for name, array in arrays.items()})
    found = measure(replace(models(), load_snapshots=lambda *_: only), "jobs", prepared_stories())
    n_stories, positions = 5, found.positions
    # All but each story's first position, which can only read itself, read one token back.
    assert found.by_distance[0, 1] == pytest.approx([n_stories / positions, 1 - n_stories / positions, 0, 0, 0, 0])


def test_weights_from_a_snapshot_have_query_rows_and_key_columns():
    ids = prepared_stories()[3].ids
    (weights,) = attention_weights(snapshots()[1], ids)
    _, _, expected = lookups(lists(snapshots()[1]), ids.tolist(), 2)
    assert weights.shape == (3, 10, 10)
    assert weights.dtype == np.float32
    assert weights[2, 6, :7] == pytest.approx(expected[6], abs=1e-6)
    assert not weights[2, 6, 7:].any()
