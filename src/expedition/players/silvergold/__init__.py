"""Silver & Gold's bots. `makers` is where a new one is entered."""

from __future__ import annotations

from expedition.players.bot import Budget, Maker, Match

LEVELS = ("rookie", "guide", "veteran", "legend")  # those made for people, weakest first
LADDER = (  # what `python -m expedition.arena.ladder` measures
    Match("Plain bots, two players", ("random", "greedy", "planner"), 300),
    Match("Network over planner, two players", ("network", "planner"), 400),
    Match("Network among planners, three and four players", ("network", "planner"), 280, "3-4", alone=True),
    Match("Legend over veteran, two players", ("legend", "veteran"), 30),
    Match("Levels without search, two players", LEVELS[:3], 300),
)


def makers() -> dict[str, Maker]:
    """Every bot by its name, made from its seed."""
    from expedition.players.legend import LegendBot
    from expedition.players.network_bot import NetworkBot
    from expedition.players.silvergold.bots import SilverGoldBot, any_action, best_plan, most_fields
    from expedition.players.turn_search import Care

    # a map begun pays off six flips later; the look after one is poor by itself, but steadies the later one
    care = Care(again=6, soon=0.5, proposals=8, least=0.0, finalists=6, edge=0.005)
    # they neither count what is still to come nor look at the others' maps; Rookie does not watch points either
    uncounted = ("unseen", "unseen_maps", "others_maps")

    return {
        "random": lambda seed: SilverGoldBot("random", any_action, seed=seed),
        "greedy": lambda seed: SilverGoldBot("greedy", most_fields, seed=seed),
        "planner": lambda seed: SilverGoldBot("planner", best_plan, seed=seed),
        "network": lambda seed: NetworkBot("silvergold", "network", seed=seed),
        "rookie": lambda seed: NetworkBot(
            "silvergold", "rookie", seed=seed, temperature=14.0, floor=1e-7, blind=(*uncounted, "seats")
        ),
        "guide": lambda seed: NetworkBot(
            "silvergold", "guide", seed=seed, temperature=6.0, floor=1e-4, blind=uncounted
        ),
        "veteran": lambda seed: NetworkBot("silvergold", "veteran", seed=seed),
        "legend": lambda seed: LegendBot("silvergold", "legend", Budget(0.45, 480), seed, care),
    }
