"""Ray, for work that outgrows one machine: connected to a cluster, or started here for this process alone."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from expedition.core.extras import needs
from expedition.core.workers import cores

T = TypeVar("T")

RETRIES = 5
LOCAL = "local"


def connect(address: str, cpus: int | None = None) -> Any:
    """Ray, connected to a cluster, or started on this machine alone for the address `local`."""
    if address == LOCAL:  # no usage statistics, no questions to cloud services, 127.0.0.1 only
        os.environ.update(
            RAY_USAGE_STATS_ENABLED="0",
            RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0",
            http_proxy="http://127.0.0.1:9",
            no_proxy="127.0.0.1,localhost",
        )
    with needs("scale"):
        import ray
    if not ray.is_initialized():
        if address == LOCAL:
            ray.init(
                num_cpus=cpus or cores(),
                include_dashboard=False,
                logging_level=logging.ERROR,
                log_to_driver=False,
                object_store_memory=100_000_000,
            )
        else:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
    return ray


def workers_at(address: str) -> int:
    """How many processors the cluster has."""
    return int(connect(address).cluster_resources().get("CPU", 1))


def done_on_ray(function: Callable[..., T], calls: Iterable[tuple[Any, ...]], address: str) -> Iterator[T]:
    """The results of all calls as they come in; a call whose worker dies is made again."""
    ray = connect(address)
    task = ray.remote(max_retries=RETRIES)(function)
    waiting = [task.remote(*arguments) for arguments in calls]
    while waiting:
        done, waiting = ray.wait(waiting)
        for reference in done:
            yield ray.get(reference)
