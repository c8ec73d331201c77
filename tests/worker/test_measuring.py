"""Measuring again, a slice at a time: over a few stories and small random networks."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from lookback.measures import MEASURES, measured
from lookback.measures.compare import Difference
from lookback.measures.loss import Losses
from worker.dispatch import Dispatcher
from worker.measuring import Measuring, Measurings, Progress, in_words, measure_again, result_in_words, small

from tests.reference import small_world


@pytest.fixture(scope="module")
def models():
    return small_world.measured_models()


class Clock:
    """A clock that goes on by a second at each look."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        self.now += 1
        return self.now


def measurings_over(models, names):
    figure = SimpleNamespace(measure=tuple(names))
    dispatcher: Any = SimpleNamespace(models=models, figure=lambda section, name: figure)
    return Measurings(dispatcher)


def ask(measurings, **request):
    return json.loads(measurings.answer_json(json.dumps(request)))


def run(measurings, **started):
    replies = [ask(measurings, do="start", section="any", figure="any", **started)]
    while "result" not in replies[-1]:
        replies.append(ask(measurings, do="step", measuring=replies[0]["measuring"], budget=0))
        assert replies[-1]["ok"], replies[-1]
    return replies


def test_every_measure_made_again_is_the_kept_one(models):
    steps = list(measure_again(models, list(MEASURES)))
    assert max(found.absolute for found in steps[-1].differences) <= 0.5e-6  # of arrays six decimals are kept
    assert len(steps[-1].differences) == len(MEASURES)
    assert all(found.numbers for found in steps[-1].differences)


def test_another_result_shows_in_the_difference(models, monkeypatch):
    was = measured(models, "loss")
    loss = {**was.loss, "window": {**was.loss["window"], "all": was.loss["window"]["all"] - 0.25}}
    monkeypatch.setattr("worker.measuring.measured", lambda models, name: Losses(5, was.positions, loss))
    *_, end = measure_again(models, ["loss"])
    assert end.differences[0].absolute == pytest.approx(0.25)


def test_progress_counts_the_stories_anew_for_each_measure(models):
    *steps, end = measure_again(models, ["loss", "reach"])
    assert [(step.measure, step.done) for step in steps] == [(1, 0)] * 5 + [(m, n) for m in (1, 2) for n in range(1, 6)]
    assert {(step.total, step.measures, step.differences) for step in steps} == {(5, 2, None)}
    assert (end.measure, end.done, len(end.differences)) == (2, 5, 2)


def test_a_step_ends_with_its_budget_and_goes_on_where_it_stopped():
    steps = [Progress(done, 9) for done in range(9)] + [Progress(9, 9, differences=())]
    measuring = Measuring(iter(steps), Clock())  # each story takes a second
    assert measuring.step(0).done == 0
    assert measuring.step(3).done == 3
    assert measuring.step(1).done == 4
    assert measuring.step(100) == Progress(9, 9, differences=())


def test_a_measuring_runs_to_its_end_and_is_forgotten(models):
    measurings = measurings_over(models, ["loss"])
    replies = run(measurings)
    assert replies[0] == {"ok": True, "measuring": 1, "done": 0, "total": 5, "measure": 1, "measures": 1}
    assert [reply["done"] for reply in replies[6:]] == [1, 2, 3, 4, 5, 5]
    assert replies[-1]["result"].startswith("Measured again on this computer in ")
    assert not ask(measurings, do="step", measuring=1)["ok"]
    assert not measurings.running


def test_two_measurings_go_on_side_by_side_and_one_can_be_stopped(models):
    measurings = measurings_over(models, ["reach"])
    first, second = (ask(measurings, do="start", section="any", figure="any")["measuring"] for _ in range(2))
    assert first != second
    assert ask(measurings, do="step", measuring=first)["ok"]
    assert ask(measurings, do="stop", measuring=first) == {"ok": True, "measuring": first}
    stopped = ask(measurings, do="step", measuring=first)
    assert stopped["error"] == {"kind": "bad_input", "message": "This measuring is over. Start it again."}
    while "result" not in (reply := ask(measurings, do="step", measuring=second)):
        assert reply["ok"]


def test_a_fault_of_a_measure_is_told_and_ends_it(models, monkeypatch):
    def broken(models, readings):
        yield
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("worker.measuring.MEASURES", {"loss": SimpleNamespace(run=broken)})
    measurings = measurings_over(models, ["loss"])
    measuring = ask(measurings, do="start", section="any", figure="any")["measuring"]
    reply: dict[str, Any] = {"ok": True}
    while reply["ok"]:
        reply = ask(measurings, do="step", measuring=measuring)
    assert reply["error"]["kind"] == "bug"
    assert reply["error"]["message"] == "ZeroDivisionError: on purpose"
    assert "in broken" in reply["error"]["trace"]
    assert not measurings.running


def test_a_figure_without_a_measure_and_unreadable_requests_are_refused(models):
    assert (
        "nothing to measure"
        in ask(measurings_over(models, []), do="start", section="a", figure="b")["error"]["message"]
    )
    for text in (
        "",
        "[]",
        "{",
        '{"do": "step"}',
        '{"do": "step", "measuring": [1]}',
        '{"do": "dance", "measuring": 1}',
    ):
        assert json.loads(measurings_over(models, ["loss"]).answer_json(text))["ok"] is False, text
    unknown = json.loads(
        Measurings(Dispatcher(models, [])).answer_json('{"do": "start", "section": "x", "figure": "y"}')
    )
    assert unknown["error"]["message"] == "There is no section 'x'."


def test_the_result_is_told_with_the_largest_difference():
    near, far = Difference(8, 0.0000213, 0.00004, 0), Difference(4, 0.000004, 0.000001, 0)
    assert result_in_words([near, far], 12.3) == (
        "Measured again on this computer in 12 seconds: 12 numbers. "
        "The largest difference from what the build measured: 0.00002 (0.004% at most)."
    )


def test_the_same_result_says_so_and_other_entries_are_counted():
    same = Difference(1240, 0.0, 0.0, 0)
    assert result_in_words([same], 0.43) == (
        "Measured again on this computer in 0.4 seconds: 1,240 numbers. Every one is the same as the build measured."
    )
    one, two = (result_in_words([Difference(9, 0.5, 0.25, n)], 60) for n in (1, 2))
    assert "0.5 (25% at most)." in one
    assert one.endswith(" 1 more stands in only one of the two, at the end of a list of what is largest.")
    assert " 2 more stand in only one of the two" in two


def test_a_result_that_is_no_number_is_told_too():
    words = result_in_words([Difference(3, float("inf"), float("inf"), 0)], 3)
    assert "The largest difference from what the build measured: ∞ (beyond measure)." in words


@pytest.mark.parametrize(
    ("value", "written"),
    [(2.0, "2"), (25.0, "25"), (0.5, "0.5"), (0.1, "0.1"), (0.0000213, "0.00002"), (1e-9, "0.000000001"),
     (4e-10, "less than 0.000000001")],
)  # fmt: skip
def test_a_difference_is_written_with_its_first_digit(value, written):
    assert small(value) == written


@pytest.mark.parametrize(
    ("seconds", "written"),
    [(0.04, "0.0 seconds"), (9.94, "9.9 seconds"), (9.96, "10 seconds"), (59.6, "1 minute 0 seconds"),
     (61, "1 minute 1 second"), (125.2, "2 minutes 5 seconds")],
)  # fmt: skip
def test_a_time_is_written_in_words(seconds, written):
    assert in_words(seconds) == written
