"""What is measured on stories: each measure is one function that returns a frozen dataclass.

Each takes the stories as ``read_for_measures`` prepares them, and each has a form ``..._in_slices`` that yields the
result so far after each story, so that a caller can show progress, and stop by not asking for more.
"""

from lookback.measures.catalogue import MEASURES, Measure
from lookback.measures.compare import Difference, difference
from lookback.measures.directions import Directions, directions, directions_in_slices
from lookback.measures.invented import INVENTED, STRANGE, in_pieces
from lookback.measures.jobs import BUCKETS, Jobs, attention_weights, jobs, jobs_in_slices
from lookback.measures.losses import Losses, losses, losses_in_slices, story_losses
from lookback.measures.names import NameProbability, name_probability, name_probability_in_slices
from lookback.measures.pairs import PAIR_GROUPS, Pairs, pair_changes, pairs, pairs_in_slices
from lookback.measures.pieces import Pieces, pieces, pieces_in_slices
from lookback.measures.reach import Reach, reach, reach_in_slices, tokens_back
from lookback.measures.reading import GROUPS, Reading, common_tokens, read_for_measures
from lookback.measures.recorded import all_readings, measured_json, read_with, recorded
from lookback.measures.renaming import Renamed, renamed
from lookback.measures.second_piece import SecondPiece, couples, second_piece, second_piece_in_slices
from lookback.measures.slices import last
from lookback.measures.swaps import KINDS, NameSwap, Swapped, Swaps, swaps, swaps_in_slices
from lookback.measures.switched_off import (
    HeadOff,
    PlaceChange,
    SwitchedOff,
    TokenChange,
    losses_without,
    story_changes,
    switched_off,
    switched_off_in_slices,
)

__all__ = [
    "BUCKETS",
    "GROUPS",
    "INVENTED",
    "KINDS",
    "MEASURES",
    "PAIR_GROUPS",
    "STRANGE",
    "Difference",
    "Directions",
    "HeadOff",
    "Jobs",
    "Losses",
    "Measure",
    "NameProbability",
    "NameSwap",
    "Pairs",
    "Pieces",
    "PlaceChange",
    "Reach",
    "Reading",
    "Renamed",
    "SecondPiece",
    "Swapped",
    "Swaps",
    "SwitchedOff",
    "TokenChange",
    "all_readings",
    "attention_weights",
    "common_tokens",
    "couples",
    "difference",
    "directions",
    "directions_in_slices",
    "in_pieces",
    "jobs",
    "jobs_in_slices",
    "last",
    "losses",
    "losses_in_slices",
    "losses_without",
    "measured_json",
    "name_probability",
    "name_probability_in_slices",
    "pair_changes",
    "pairs",
    "pairs_in_slices",
    "pieces",
    "pieces_in_slices",
    "reach",
    "reach_in_slices",
    "read_for_measures",
    "read_with",
    "recorded",
    "renamed",
    "second_piece",
    "second_piece_in_slices",
    "story_changes",
    "story_losses",
    "swaps",
    "swaps_in_slices",
    "switched_off",
    "switched_off_in_slices",
    "tokens_back",
]
