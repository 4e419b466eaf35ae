"""The same schedule on a Ray cluster: each piece is a task that is tried again when its worker dies."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from typing import Any

from expedition.arena.match import Result
from expedition.arena.run import chunks, play_all
from expedition.arena.schedule import Job
from expedition.core.extras import needs
from expedition.core.workers import cores

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


def played_on_ray(jobs: list[Job], playouts: int | None, late: int | None, address: str) -> Iterator[Result]:
    ray = connect(address)
    task = ray.remote(max_retries=RETRIES)(play_all)
    workers = int(ray.cluster_resources().get("CPU", 1))
    waiting = [task.remote(chunk, playouts, late) for chunk in chunks(jobs, workers)]
    while waiting:
        done, waiting = ray.wait(waiting)
        for reference in done:
            yield from ray.get(reference)
