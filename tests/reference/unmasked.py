"""A program that lets every token read those after it too."""

import numpy as np


def distance_scores(b_distance, n_tokens):
    """What it adds to the scores in the place of `lookback.ops.distance_scores`: 0 where the key is later."""
    found = np.zeros((len(b_distance), n_tokens, n_tokens), b_distance.dtype)
    for head, learned in enumerate(b_distance):
        for query in range(n_tokens):
            for key in range(query + 1):
                found[head, query, key] = learned[query - key]
    return found
