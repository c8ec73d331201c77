import json
from pathlib import Path

import pytest
from scene import Scene, rect
from scene.film import Film, interpolate

CASES = json.loads((Path(__file__).parent / "js" / "film_cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_between_two_scenes(case):
    before, after = (Scene(100, 50, case[name]) for name in ("before", "after"))
    assert list(interpolate(before, after, case["share"]).marks) == case["expected"]


def film():
    scenes = [Scene(10 + 10 * n, 10, [rect("a", 100 * n, 0, 1, 1)], alt=str(n)) for n in range(3)]
    return Film(scenes, (1000, 500, 2000))


def test_a_scene_holds_and_then_moves_into_the_next():
    # The first move takes 200 ms up to 1000 ms: at 950 it is 3/4 done.
    assert film().at(0).marks[0]["x"] == 0
    assert film().at(800, move=200).marks[0]["x"] == 0
    assert film().at(950, move=200).marks[0]["x"] == pytest.approx(75)
    assert film().at(950, move=200).width == 18  # 17.5, in whole px
    assert film().at(1000, move=200).marks[0]["x"] == 100


def test_a_film_ends_on_its_last_scene():
    assert film().duration == 3500
    for time in (1500, 3400, 99999):
        assert film().at(time).marks[0]["x"] == 200


def test_a_move_longer_than_its_scene_takes_the_whole_scene():
    # The second scene lasts 500 ms from 1000: at 1250 half of a move of 9000 ms squeezed into it is done.
    assert film().at(1250, move=9000).marks[0]["x"] == pytest.approx(150)


def test_the_ends_of_a_move_are_the_scenes_themselves():
    first, second, _ = film().scenes
    assert interpolate(first, second, 0) is first
    assert interpolate(first, second, 1) is second


def test_a_film_needs_a_time_for_each_scene():
    with pytest.raises(ValueError, match="2 scenes, 1 times"):
        Film(film().scenes[:2], (5,))
    with pytest.raises(ValueError, match="above 0 ms"):
        Film(film().scenes[:1], (0,))
    with pytest.raises(ValueError, match="0 scenes"):
        Film((), ())


def test_a_film_becomes_json():
    wire = json.loads(json.dumps(film().to_wire()))
    assert wire["times"] == [1000, 500, 2000]
    assert [scene["width"] for scene in wire["scenes"]] == [10, 20, 30]
