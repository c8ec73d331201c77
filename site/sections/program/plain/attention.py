"""The attention network in plain Python: lists and loops, and of Python's own library `math` and `random`.

The same program as `lookback`'s, one story and one number at a time. `p` holds the weights by name in nested lists,
`ids` the tokens of one story. Comments of the form "# --- The weights" begin the parts that the page shows.
"""

import math
import random
from functools import partial
from typing import NamedTuple

# --- The weights


def shapes(n_vocab=2000, d_model=32, n_head=8, d_head=8, d_value=16, n_ctx=256, d_hidden=128, n_layer=1):
    """Name and shape of every table of weights, in the order in which a forward pass uses them."""
    tables, n_inputs = {}, d_model
    for layer in range(n_layer):
        of_layer = layer_prefix(layer, n_layer)
        tables[of_layer + "W_Q"] = (n_head, n_inputs, d_head)
        tables[of_layer + "W_K"] = (n_head, n_inputs, d_head)
        tables[of_layer + "W_V"] = (n_head, n_inputs, d_value)
        tables[of_layer + "b_distance"] = (n_head, n_ctx)
        n_inputs += n_head * d_value  # a layer reads what those before it brought back, too
    return {
        "W_E": (n_vocab, d_model),
        **tables,
        "W_hidden": (n_inputs, d_hidden),
        "b_hidden": (d_hidden,),
        "W_out": (d_hidden, n_vocab),
        "b_out": (n_vocab,),
    }


def layer_prefix(layer, n_layer):
    """What stands in front of the names of a layer's tables, where there are several."""
    return "" if n_layer == 1 else f"layers.{layer}."


def layers(p):
    """The tables of each layer, by their names without the prefix."""
    n_layer = sum(name.endswith("W_Q") for name in p)
    prefixes = [layer_prefix(layer, n_layer) for layer in range(n_layer)]
    return [{name: p[prefix + name] for name in ("W_Q", "W_K", "W_V", "b_distance")} for prefix in prefixes]


def init(shapes, seed):
    """First values: biases 0, tables normal, so that sums of products keep their size."""
    rng = random.Random(seed)
    return {
        name: filled(shape, partial(rng.gauss, 0.0, spread(name.split(".")[-1], shape)))
        for name, shape in shapes.items()
    }


def spread(name, shape):
    """Standard deviation of a table's first values."""
    if name.startswith("b_"):
        return 0.0
    factor = 2 if name in ("W_Q", "W_K") else 1
    return 0.1 if name == "W_E" else factor / math.sqrt(shape[-2])


def filled(shape, make):
    """Nested lists of this shape; each number is what a call of `make` gives."""
    if not shape:
        return make()
    return [filled(shape[1:], make) for _ in range(shape[0])]


# --- Attention


class Head(NamedTuple):
    """What one head made, a list over the positions each; `weights[i][j]` only for j up to i."""

    q: list
    k: list
    v: list
    weights: list
    z: list


def look_back(tables, x, head):
    """One head of a layer looks back from every position of a story, whose rows are `x`."""
    q = [times(row, tables["W_Q"][head]) for row in x]
    k = [times(row, tables["W_K"][head]) for row in x]
    v = [times(row, tables["W_V"][head]) for row in x]
    weights, z = [], []
    for i in range(len(x)):
        scores = []
        for j in range(i + 1):  # a token reads itself and what stands before it
            scores.append(dot(q[i], k[j]) / math.sqrt(len(k[j])) + tables["b_distance"][head][i - j])
        weights.append(softmax(scores))
        z.append([0.0] * len(v[i]))
        for j in range(i + 1):
            add(z[i], v[j], weights[i][j])
    return Head(q, k, v, weights, z)


def softmax(scores):
    """Shares that sum to 1: e to the power of each score, divided by the sum of all."""
    largest = max(scores)
    powers = [math.exp(score - largest) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def dot(a, b):
    """Products number by number, added up."""
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total


def times(x, W):
    """The row x (n) times the table W (n, m): a list of m numbers."""
    out = [0.0] * len(W[0])
    for i in range(len(x)):
        add(out, W[i], x[i])
    return out


def add(to, numbers, factor=1.0):
    """Add the numbers, each times the factor, to the list `to`."""
    for i in range(len(to)):
        to[i] += factor * numbers[i]


# --- The whole forward pass


class Layer(NamedTuple):
    """What one layer made of a story: the rows that it read, and what each of its heads made."""

    x: list
    heads: list


class Trace(NamedTuple):
    """What one forward pass made of a story, by layer, and a list over the positions each."""

    ids: list
    layers: list
    inputs: list
    hidden: list
    logits: list


def forward(p, ids):
    """Read a story: after each position, a logit for every token of the vocabulary as the next one."""
    x, made = [p["W_E"][token] for token in ids], []
    for tables in layers(p):
        heads = [look_back(tables, x, head) for head in range(len(tables["W_Q"]))]
        made.append(Layer(x, heads))
        x = [row + [number for head in heads for number in head.z[i]] for i, row in enumerate(x)]
    hidden = [[math.tanh(number) for number in linear(row, p["W_hidden"], p["b_hidden"])] for row in x]
    logits = [linear(row, p["W_out"], p["b_out"]) for row in hidden]
    return Trace(ids, made, x, hidden, logits)


def linear(x, W, b):
    """The row x (n) times the table W (n, m), plus b (m)."""
    out = times(x, W)
    add(out, b)
    return out


# --- The loss and its gradients


def loss_and_grads(p, stories, targets):
    """Mean loss in nats over the positions that have a target (-1: none), and the gradient of every weight."""
    count = sum(target >= 0 for wanted in targets for target in wanted)
    loss, g = 0.0, zero_tables(p)
    for ids, wanted in zip(stories, targets, strict=True):
        trace = forward(p, ids)
        d_logits = []
        for logits, target in zip(trace.logits, wanted, strict=True):
            cost, d = cross_entropy(logits, target) if target >= 0 else (0.0, [0.0] * len(logits))
            loss += cost / count
            d_logits.append([number / count for number in d])
        backward(p, trace, d_logits, g)
    return loss, g


def cross_entropy(logits, target):
    """-log of the target's probability, and its gradient."""
    d_logits = softmax(logits)
    largest = max(logits)
    loss = math.log(sum(math.exp(number - largest) for number in logits)) + largest - logits[target]
    d_logits[target] -= 1
    return loss, d_logits


def backward(p, trace, d_logits, g):
    """Add what one story contributes to the gradients `g`: the steps of `forward`, the last one first."""
    d_x = []
    for i, hidden in enumerate(trace.hidden):
        d_hidden = linear_backward(d_logits[i], hidden, p["W_out"], g["W_out"], g["b_out"])
        d_pre = [d * (1 - h * h) for d, h in zip(d_hidden, hidden, strict=True)]
        d_x.append(linear_backward(d_pre, trace.inputs[i], p["W_hidden"], g["W_hidden"], g["b_hidden"]))
    for layer, tables, of_tables in reversed([*zip(trace.layers, layers(p), layers(g), strict=True)]):
        d_x = layer_backward(tables, layer, d_x, of_tables)
    for token, d in zip(trace.ids, d_x, strict=True):
        add(g["W_E"][token], d)


def layer_backward(tables, layer, d_out, g):
    """Add a layer's part to the gradients `g` of its tables; return that of the rows that it read."""
    start = len(layer.x[0])
    d_x = [d[:start] for d in d_out]
    for head, made in enumerate(layer.heads):
        end = start + len(made.z[0])
        look_back_backward(tables, layer, head, [d[start:end] for d in d_out], d_x, g)
        start = end
    return d_x


def look_back_backward(tables, layer, head, d_z, d_x, g):
    """Add one head's part to the gradients `g` and to those of the rows, `d_x`."""
    q, k, v, weights, _ = layer.heads[head]
    d_q, d_k, d_v = zeros_like(q), zeros_like(k), zeros_like(v)
    for i in range(len(q)):
        d_weights = []
        for j in range(i + 1):
            d_weights.append(dot(d_z[i], v[j]))
            add(d_v[j], d_z[i], weights[i][j])
        mean = dot(weights[i], d_weights)
        for j in range(i + 1):
            d_score = weights[i][j] * (d_weights[j] - mean)
            g["b_distance"][head][i - j] += d_score
            d_product = d_score / math.sqrt(len(k[j]))
            add(d_q[i], k[j], d_product)
            add(d_k[j], q[i], d_product)
    for name, d in (("W_Q", d_q), ("W_K", d_k), ("W_V", d_v)):
        for i, row in enumerate(layer.x):
            add(d_x[i], times_backward(d[i], row, tables[name][head], g[name][head]))


def linear_backward(d_out, x, W, d_W, d_b):
    """Add to the gradients of W and b; return that of x."""
    add(d_b, d_out)
    return times_backward(d_out, x, W, d_W)


def times_backward(d_out, x, W, d_W):
    """Add to the gradient of W; return that of x."""
    for i in range(len(x)):
        add(d_W[i], d_out, x[i])
    return [dot(row, d_out) for row in W]


def zero_tables(p):
    """Tables of the same names and shapes with every number 0."""
    return {name: zeros_like(table) for name, table in p.items()}


def zeros_like(x):
    """Nested lists of the same shape with every number 0."""
    if isinstance(x[0], list):
        return [zeros_like(part) for part in x]
    return [0.0] * len(x)


# --- A training step


class AdamState(NamedTuple):
    """Steps made, and the running means of each gradient and of its square."""

    step: int
    m: dict
    v: dict


def adam_init(p):
    """The state before the first step."""
    return AdamState(0, zero_tables(p), zero_tables(p))


def training_step(p, state, stories, targets, learning_rate):
    """Move every weight a little so that the loss falls; the loss before, and the state for the next step."""
    loss, g = loss_and_grads(p, stories, targets)
    return loss, adam_step(p, g, state, learning_rate)


def adam_step(p, g, state, learning_rate, beta1=0.9, beta2=0.99, eps=1e-8):
    """Move `p` and the state's means in place; the state after it (Kingma and Ba 2015, algorithm 1)."""
    step = state.step + 1
    size, root = learning_rate / (1 - beta1**step), 1 / math.sqrt(1 - beta2**step)
    for name in p:
        tables = (p[name], g[name], state.m[name], state.v[name])
        for weights, grads, m, v in zip(*map(rows, tables), strict=True):
            for i, grad in enumerate(grads):
                m[i] += (1 - beta1) * (grad - m[i])
                v[i] += (1 - beta2) * (grad * grad - v[i])
                weights[i] -= size * m[i] / (math.sqrt(v[i]) * root + eps)
    return AdamState(step, state.m, state.v)


def rows(table):
    """The innermost lists of nested lists, one after the other."""
    if not isinstance(table[0], list):
        yield table
        return
    for part in table:
        yield from rows(part)
