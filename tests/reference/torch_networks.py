"""Both networks in PyTorch, whose autograd gives the gradients."""

import math
from collections.abc import Callable

import numpy as np
import torch
from torch.nn import functional

from tests.reference.small import prefixes


def attention(p: dict[str, torch.Tensor], ids: torch.Tensor) -> dict:
    """Logits (B, T, N) of stories (B, T), and what they are made from; what the layers made as lists of layers."""
    beside, layers = p["W_E"][ids], []
    for prefix in prefixes(p):
        layers.append(look_back({name: p[prefix + name] for name in ("W_Q", "W_K", "W_V", "b_distance")}, beside))
        beside = torch.cat([beside, *layers[-1]["z"].unbind(dim=1)], dim=-1)
    hidden = torch.tanh(beside @ p["W_hidden"] + p["b_hidden"])
    made = {name: [layer[name] for layer in layers] for name in layers[0]}
    return {**made, "hidden": hidden, "logits": hidden @ p["W_out"] + p["b_out"]}


def look_back(p: dict[str, torch.Tensor], row: torch.Tensor) -> dict[str, torch.Tensor]:
    """What one layer makes of its rows (B, T, n)."""
    q = torch.einsum("btd,hdk->bhtk", row, p["W_Q"])
    k = torch.einsum("btd,hdk->bhtk", row, p["W_K"])
    v = torch.einsum("btd,hdv->bhtv", row, p["W_V"])
    place = torch.arange(row.shape[1])
    back = place[:, None] - place[None, :]
    score = torch.einsum("bhik,bhjk->bhij", q, k) / math.sqrt(q.shape[-1]) + p["b_distance"][:, back.clamp(min=0)]
    weight = score.masked_fill(back < 0, -math.inf).softmax(dim=-1)
    z = torch.einsum("bhij,bhjv->bhiv", weight, v)
    return {"q": q, "k": k, "v": v, "scores": score, "weights": weight, "z": z}


def window(p: dict[str, torch.Tensor], windows: torch.Tensor) -> torch.Tensor:
    """Logits (M, N) after windows (M, 8)."""
    beside = torch.cat([p["W_E"][slot] for slot in windows.unbind(dim=1)], dim=-1)
    return torch.tanh(beside @ p["W_hidden"] + p["b_hidden"]) @ p["W_out"] + p["b_out"]


def loss_and_gradients(
    logits_of: Callable[[dict[str, torch.Tensor]], torch.Tensor], params: dict[str, np.ndarray], targets: np.ndarray
) -> tuple[float, dict[str, np.ndarray]]:
    """Mean of -log p(target) where the target is not -1, and the gradient of every array."""
    p = {name: torch.from_numpy(array.copy()).requires_grad_() for name, array in params.items()}
    logits = logits_of(p)
    wanted = torch.from_numpy(targets.astype(np.int64)).flatten()
    loss = functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), wanted, ignore_index=-1)
    loss.backward()
    gradients = {name: np.zeros_like(params[name]) if t.grad is None else t.grad.numpy() for name, t in p.items()}
    return loss.item(), gradients
