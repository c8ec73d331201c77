"""All measures by name: how each runs over stories, and its result as plain data."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lookback import snapshots
from lookback.measures.directions import Directions, directions_in_slices
from lookback.measures.jobs import BUCKETS, Jobs, jobs_in_slices
from lookback.measures.losses import Losses, losses_in_slices
from lookback.measures.names import NameProbability, name_probability_in_slices
from lookback.measures.pairs import Pairs, pairs_in_slices
from lookback.measures.pieces import Pieces, pieces_in_slices
from lookback.measures.reach import Reach, reach_in_slices
from lookback.measures.reading import Reading
from lookback.measures.second_piece import SecondPiece, second_piece_in_slices
from lookback.measures.swaps import Swapped, Swaps, swaps_in_slices
from lookback.measures.switched_off import HeadOff, SwitchedOff, switched_off_in_slices
from lookback.models import Models

Plain = dict[str, Any]
Tokens = Sequence[str]


@dataclass(frozen=True)
class Measure:
    """A measure that runs over stories in slices, the type of its result, and how that is told in JSON's terms.

    ``plain`` turns token ids into the tokens of the vocabulary; nan may be among its numbers. ``files``: those of the
    folder of weights that only such a measure reads.
    """

    result: type
    run: Callable[[Models, Sequence[Reading]], Iterator[Any]]
    plain: Callable[[Any, Tokens], Plain]
    files: tuple[str, ...] = ()


def _reach(result: Reach, tokens: Tokens) -> Plain:
    return {"positions": result.positions, "mean_distance": result.mean_distance, "furthest": result.furthest}


def _loss(result: Losses, tokens: Tokens) -> Plain:
    return dict(result.loss)


def _name_probability(result: NameProbability, tokens: Tokens) -> Plain:
    return {
        "places": result.places,
        "own_story": result.own_story,
        "other_story": result.other_story,
        "ratio": result.ratio,
    }


def _directions(result: Directions, tokens: Tokens) -> Plain:
    heads = zip(result.correlation.tolist(), result.closest_is_not_largest.tolist(), strict=True)
    return {
        "pairs": result.pairs,
        "positions": result.positions,
        "heads": [
            {"head": head, "correlation": correlation, "closest_is_not_largest": share}
            for head, (correlation, share) in enumerate(heads)
        ],
    }


def _jobs(result: Jobs, tokens: Tokens) -> Plain:
    n_steps, n_head, _ = result.profile.shape
    return {
        "positions": result.positions,
        "snapshots": [
            {"step": int(result.steps[s]), "heads": [_job(result, s, head, tokens) for head in range(n_head)]}
            for s in range(n_steps)
        ],
    }


def _job(result: Jobs, snapshot: int, head: int, tokens: Tokens) -> Plain:
    most = result.most_read(snapshot, head)
    read, evenly = result.read[snapshot, head], result.evenly
    return {
        "head": head,
        "by_distance": dict(zip(BUCKETS, result.by_distance[snapshot, head].tolist(), strict=True)),
        "profile": result.profile[snapshot, head].tolist(),
        "most_read": [{"token": tokens[i], "weight": float(read[i]), "evenly": float(evenly[i])} for i in most],
    }


def _swaps(result: Swaps, tokens: Tokens) -> Plain:
    return {
        "kinds": {kind: _swapped(swapped) for kind, swapped in result.kinds.items()},
        "names": [
            {"name": n.name, "kind": n.kind, "in_corpus": n.in_corpus, "drawn": n.drawn, **_swapped(n.probability)}
            for n in result.names
        ],
    }


def _swapped(probability: Swapped) -> Plain:
    return {"places": probability.places, "swapped": probability.swapped, "unswapped": probability.unswapped}


def _switched_off(result: SwitchedOff, tokens: Tokens) -> Plain:
    return {"heads": [_head_off(head, tokens) for head in result.heads]}


def _head_off(head: HeadOff, tokens: Tokens) -> Plain:
    return {
        "head": head.head,
        "change": head.change,
        "tokens": [{"token": tokens[t.token], "places": t.places, "change": t.change} for t in head.tokens],
        "places": [
            {"story": p.story, "position": p.position, "token": tokens[p.token], "change": p.change}
            for p in head.places
        ],
    }


def _pairs(result: Pairs, tokens: Tokens) -> Plain:
    heads = range(len(next(iter(result.change.values()))))
    return {
        "positions": result.positions,
        "pairs": [
            {
                "heads": [a, b],
                "change": {group: float(change[a, b]) for group, change in result.change.items()},
                "beyond": {group: float(result.beyond(group)[a, b]) for group in result.change},
            }
            for a in heads
            for b in heads[a + 1 :]
        ],
    }


def _pieces(result: Pieces, tokens: Tokens) -> Plain:
    return {
        "places": result.places,
        "whole_places": result.whole_places,
        "probability": result.probability,
        "too_soon": result.too_soon,
    }


def _second_piece(result: SecondPiece, tokens: Tokens) -> Plain:
    return {
        "places": result.places,
        "pair_places": result.pair_places,
        "probability": result.probability,
        "prefers_own": result.prefers_own,
    }


MEASURES: Mapping[str, Measure] = {
    "reach": Measure(Reach, lambda m, r: reach_in_slices(r), _reach),
    "loss": Measure(Losses, lambda m, r: losses_in_slices(m.networks, r), _loss),
    "name_probability": Measure(
        NameProbability,
        lambda m, r: name_probability_in_slices(m.networks, m.tokenizer, r, m.names),
        _name_probability,
    ),
    "directions": Measure(Directions, lambda m, r: directions_in_slices(m.attention, r), _directions),
    "jobs": Measure(Jobs, lambda m, r: jobs_in_slices(m.snapshots, r), _jobs, (snapshots.FILE,)),
    "swaps": Measure(Swaps, lambda m, r: swaps_in_slices(m.networks, m.tokenizer, r, m.names), _swaps),
    "switched_off": Measure(SwitchedOff, lambda m, r: switched_off_in_slices(m.attention, r), _switched_off),
    "pairs": Measure(Pairs, lambda m, r: pairs_in_slices(m.attention, r), _pairs),
    "pieces": Measure(Pieces, lambda m, r: pieces_in_slices(m.networks, m.tokenizer, r), _pieces),
    "second_piece": Measure(
        SecondPiece,
        lambda m, r: second_piece_in_slices(m.networks, m.tokenizer, r, m.n_window),
        _second_piece,
    ),
}
