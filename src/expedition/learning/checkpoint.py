"""What lasts between the pieces of a training: a checkpoint to go on from, and the weights players use.

A checkpoint holds the network in full precision and the optimiser's second moments in half, 13 MB at 2.5 million
weights. The first moments, which look back ten steps, begin anew: `save` brings the running training to the very
state that `load` will find, so going on and coming back are the same.

Weights can be gone on from as well, rounded to half precision as they are and with no moments.

Rows only ever grow at their end. A network that learned on shorter ones goes on with longer ones as it was: what is new
has no weight yet, and moments as large as the others' mean.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from expedition.learning.network import Network

FINE = 1024.0  # half precision has no small numbers


def save(path: Path, network: Network, optimizer: Any, meta: dict[str, Any]) -> None:
    arrays: dict[str, Any] = {f"network/{k}": v.detach().cpu().numpy() for k, v in network.state_dict().items()}
    for i, parameter in enumerate(network.parameters()):
        arrays[f"moment/{i}"] = _moment(optimizer, parameter)
    arrays["meta"] = np.frombuffer(json.dumps(meta).encode(), np.uint8)
    temporary = path.with_suffix(".part")
    with temporary.open("wb") as file:
        np.savez_compressed(file, **arrays)
    temporary.replace(path)
    _restore(network, optimizer, {k: v for k, v in arrays.items() if k.startswith("moment/")}, meta)


def load(path: Path, network: Network, optimizer: Any) -> dict[str, Any]:
    """Fill network and optimiser; returns what else was kept."""
    with np.load(path) as arrays:
        if "meta" not in arrays:
            network.take(dict(arrays))
            return _told_beside(path)
        meta: dict[str, Any] = json.loads(bytes(arrays["meta"]))
        state = {k.removeprefix("network/"): arrays[k] for k in arrays.files if k.startswith("network/")}
        moments = {k: arrays[k] for k in arrays.files if k.startswith("moment/")}
    if meta["inputs"] < network.inputs:
        _widen(state, moments, meta["inputs"], network)
    network.load_state_dict({k: torch.from_numpy(v) for k, v in state.items()})
    _restore(network, optimizer, moments, meta)
    return meta


def _told_beside(weights: Path) -> dict[str, Any]:
    """What the JSON file beside the weights that players use says; the optimiser begins anew with them."""
    facts = json.loads(weights.with_suffix(".json").read_text(encoding="utf-8"))
    return {
        "inputs": facts["network"]["inputs"], "piece": len(facts["commands"]), "seconds": 60.0 * facts["minutes"],
        "choices": facts["choices"], "moves": facts["actions"], "gradients": facts["gradient_steps"],
        "curve": facts["curve"],
    }  # fmt: skip


def _widen(state: dict[str, Any], moments: dict[str, Any], known: int, network: Network) -> None:
    """Room for inputs that the network of the file did not have."""
    rows = network.first.shape[1]
    first = next(i for i, parameter in enumerate(network.parameters()) if parameter is network.first)
    for kept, name, usual in (
        (state, "first", 0.0),
        (state, "mean", 0.0),
        (state, "scale", 1.0),
        (moments, f"moment/{first}", float(moments[f"moment/{first}"][:, :known].mean())),
    ):
        wider = np.full((*kept[name].shape[:-1], rows), usual, kept[name].dtype)
        wider[..., :known] = kept[name][..., :known]
        if name.startswith("moment/"):
            wider[..., network.inputs :] = 0
        kept[name] = wider


def _moment(optimizer: Any, parameter: Any) -> Any:
    state = optimizer.state.get(parameter, {})
    second = state.get("exp_avg_sq", torch.zeros_like(parameter))
    return (second.detach().float().sqrt() * FINE).cpu().numpy().astype(np.float16)


def _restore(network: Network, optimizer: Any, moments: dict[str, Any], meta: dict[str, Any]) -> None:
    for i, parameter in enumerate(network.parameters()):
        second = torch.from_numpy(moments[f"moment/{i}"].astype(np.float32) / FINE).square()
        optimizer.state[parameter] = {
            "step": torch.tensor(float(meta["gradients"]), device=parameter.device),
            "exp_avg": torch.zeros_like(parameter),
            "exp_avg_sq": second.to(parameter.device),
        }


def save_weights(path: Path, network: Network) -> None:
    """The arrays of players/network.py."""
    with path.open("wb") as file:
        np.savez_compressed(file, **network.arrays())  # type: ignore[arg-type]
