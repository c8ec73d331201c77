"""Names made up for measuring, which no training read."""

from collections.abc import Sequence

from lookback.tokenizer import Tokenizer

# Built of syllables as training builds its made-up names (training_data.made_up_names), but none of those drawn there:
# the pieces are known to begin names, the names are new. A test compares them with the shipped weights' training.
INVENTED = (
    *("Zarko", "Zimve", "Kropa", "Kentri", "Vakro", "Vegri", "Mikto", "Marwu", "Lonte", "Livi", "Jukro", "Jilo"),
    *("Gulre", "Grulto", "Drerle", "Bokla", "Dilpu", "Tralge", "Tokbe", "Sibra", "Ruki", "Nilpa", "Hokpa", "Fono"),
)
# Built as training builds none: most of their first pieces never began a name there.
STRANGE = (
    *("Quibo", "Thovey", "Cimbo", "Chalup", "Quenda", "Cendic", "Phaluk", "Glathic", "Snerva", "Clobat", "Skoven"),
    "Shimbo",
)


def in_pieces(tokenizer: Tokenizer, names: Sequence[str]) -> list[str]:
    """Those of the names that fall into at least two pieces."""
    return [name for name in names if len(tokenizer.encode(name)) > 1]
