"""The look back by hand, against sums on paper and the package's attention."""

from decimal import Decimal

import numpy as np
import pytest
from lookback import ops
from lookback.explain.by_hand import Toy, look_by_hand

# Three tokens; the last reads with q = (1, 0.5).
TOY = Toy.of(("a", "b", "c"), [(0, 0), (1, 1), (1, 0.5)], [(1, 2), (-0.4, 0.8), (0.5, -1)], [(1, 2), (3, 4), (-5, 0)])


def decimals(*words):
    return tuple(map(Decimal, words))


def test_every_step_is_the_one_on_paper():
    look = look_by_hand(TOY, 2)
    assert look.products == (decimals("1", "1.0"), decimals("-0.4", "0.40"), decimals("0.5", "-0.5"))
    assert look.scores == decimals("2", "0", "0")
    assert look.powers == decimals("7.389", "1", "1")
    assert look.total == Decimal("9.389")
    # 0.7869..., 0.1065..., 0.1065...: 0.78 + 0.10 + 0.10, and the two missing hundredths go to 0.0069 and 0.0065
    assert look.weights == decimals("0.79", "0.11", "0.10")
    assert look.mended == (2,)
    assert look.z == decimals("0.62", "2.02")


def test_later_tokens_are_not_read():
    assert look_by_hand(TOY, 0).weights == decimals("1")
    assert len(look_by_hand(TOY, 1).scores) == 2


def test_weights_agree_with_the_networks_softmax():
    rng = np.random.default_rng(0)
    q, k, v = (np.round(rng.uniform(-1.5, 1.5, (4, 2)), 1) for _ in range(3))
    toy = Toy.of("wxyz", q.tolist(), k.tolist(), v.tolist())
    exact = ops.causal_softmax((q @ k.T)[None, None], np.zeros((1, 4)))[0, 0]
    for reader in range(4):
        found = look_by_hand(toy, reader, power_decimals=9, weight_decimals=6).weights
        assert list(map(float, found)) == pytest.approx(exact[reader, : reader + 1], abs=1.1e-6)


def test_what_cannot_be_worked_out_is_refused():
    with pytest.raises(ValueError, match="no token 3: there are 0 to 2"):
        look_by_hand(TOY, 3)
    with pytest.raises(ValueError, match="take smaller numbers"):
        look_by_hand(Toy.of("a", [(-9, 0)], [(9, 0)], [(1,)]), 0)
