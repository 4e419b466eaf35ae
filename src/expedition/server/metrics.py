"""What Prometheus reads. Sums over the whole house only: nothing here tells about one room."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)

ACTIONS = Counter("expedition_actions", "Actions stored", ["game", "by"])
REFUSED = Counter("expedition_refused", "Socket requests refused", ["code"])
SOCKETS = Gauge("expedition_sockets", "Open sockets")
SLOW = Counter("expedition_slow_readers", "Sockets closed because they did not read")
ROOMS = Gauge("expedition_rooms_in_memory", "Rooms in memory")
FINISHED = Counter("expedition_games_finished", "Games that ended", ["game"])
COMMIT = Histogram("expedition_commit_seconds", "Storing one batch", buckets=_FAST)
BATCH = Histogram("expedition_batch_units", "Units in one batch", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256))
THOUGHT = Histogram("expedition_bot_seconds", "A computer opponent's choice", buckets=(*_FAST, 5, 10, 20))
BOT_FAILURES = Counter("expedition_bot_failures", "Choices that failed or took too long", ["why"])
BOT_HOSTS = Gauge("expedition_bot_hosts", "Hosts elsewhere that think for this house and are there")
REQUESTS = Counter("expedition_requests", "HTTP requests", ["method", "status"])
NOTICES = Counter("expedition_notices", "Messages to people", ["channel", "what"])
TASK_FAILURES = Counter("expedition_task_failures", "Background work that failed", ["task"])
