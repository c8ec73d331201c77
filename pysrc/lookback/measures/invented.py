"""Invented names that no training read: made for measuring."""

from lookback.tokenizer import Tokenizer

# Training makes its names up of open syllables (training_data.made_up_names); none of these can be among them,
# because they have a c, a q, a y or a beginning that its list of beginnings lacks, or end in a consonant.
INVENTED = (
    *("Quibo", "Thovey", "Cimbo", "Chalup", "Quenda", "Cendic", "Phaluk", "Glathic", "Blunquo", "Snerva", "Flomic"),
    *("Plivet", "Clobat", "Stivvo", "Cuvash", "Skoven", "Thrupa", "Plennic", "Swibo", "Chendo", "Cofra", "Yaruk"),
    *("Shimbo", "Quorvi"),
)


def invented_names(tokenizer: Tokenizer) -> list[str]:
    """Those of the invented names that fall into at least two pieces."""
    return [name for name in INVENTED if len(tokenizer.encode(name)) > 1]
