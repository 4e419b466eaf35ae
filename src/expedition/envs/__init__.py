"""Environments for research: PettingZoo, Gymnasium, OpenSpiel, and batches of games on the CPU and the GPU."""

from importlib.util import find_spec

if find_spec("gymnasium"):
    from expedition.envs.registration import register_environments

    register_environments()
