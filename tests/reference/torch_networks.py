"""Both networks in PyTorch, whose autograd gives the gradients."""

import math
from collections.abc import Callable

import numpy as np
import torch
from torch.nn import functional


def attention(p: dict[str, torch.Tensor], ids: torch.Tensor) -> dict[str, torch.Tensor]:
    """Logits (B, T, N) of stories (B, T), and what they are made from."""
    row = p["W_E"][ids]
    q = torch.einsum("btd,hdk->bhtk", row, p["W_Q"])
    k = torch.einsum("btd,hdk->bhtk", row, p["W_K"])
    v = torch.einsum("btd,hdv->bhtv", row, p["W_V"])
    place = torch.arange(ids.shape[1])
    back = place[:, None] - place[None, :]
    score = torch.einsum("bhik,bhjk->bhij", q, k) / math.sqrt(q.shape[-1]) + p["b_distance"][:, back.clamp(min=0)]
    weight = score.masked_fill(back < 0, -math.inf).softmax(dim=-1)
    z = torch.einsum("bhij,bhjv->bhiv", weight, v)
    beside = torch.cat([row, *z.unbind(dim=1)], dim=-1)
    hidden = torch.tanh(beside @ p["W_hidden"] + p["b_hidden"])
    return {
        "q": q,
        "k": k,
        "v": v,
        "weights": weight,
        "z": z,
        "hidden": hidden,
        "logits": hidden @ p["W_out"] + p["b_out"],
    }


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
