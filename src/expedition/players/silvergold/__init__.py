"""Silver & Gold's bots. `makers` is where a new one is entered."""

from __future__ import annotations

from expedition.players.bot import Budget, Maker, Match

LEVELS = ("rookie", "guide", "veteran", "legend")  # those made for people, weakest first
LADDER = (  # what `python -m expedition.arena.ladder` measures
    Match("All bots, two players", ("random", "greedy", "planner", "search"), 300),
    Match("Search over planner, two players", ("search", "planner"), 300),
    Match("Full strength over greedy, two players", ("legend", "greedy"), 60),
    Match("Search among planners, three and four players", ("search", "planner"), 280, "3-4", alone=True),
    Match("Levels, two players", LEVELS, 240),
)


def makers() -> dict[str, Maker]:
    """Every bot by its name, made from its seed."""
    from expedition.players.network_bot import NetworkBot
    from expedition.players.silvergold.bots import GreedyBot, PlannerBot, RandomBot, SearchBot

    return {
        "random": lambda seed: RandomBot("random", seed=seed),
        "greedy": lambda seed: GreedyBot("greedy", seed=seed),
        "planner": lambda seed: PlannerBot("planner", seed=seed),
        "search": lambda seed: SearchBot("search", Budget(playouts=240), seed=seed),
        "network": lambda seed: NetworkBot("silvergold", "network", seed=seed),
        "rookie": lambda seed: GreedyBot("rookie", seed=seed),
        "guide": lambda seed: PlannerBot("guide", seed=seed, look=False, forgets=("cross", "seal")),
        "veteran": lambda seed: PlannerBot("veteran", seed=seed),
        "legend": lambda seed: SearchBot("legend", Budget(seconds=1.0, playouts=1500), seed=seed, breadth=16),
    }
