"""The Quest for El Dorado's bots. `makers` is where a new one is entered."""

from __future__ import annotations

from expedition.players.bot import Budget, Maker, Match

LEVELS = ("rookie", "guide", "veteran", "legend")  # those made for people, weakest first
EVERYWHERE = {"route": "all", "caves": "both"}
LADDER = (  # what `python -m expedition.arena.ladder` measures
    Match("Greedy over random, first route, two players", ("greedy", "random"), 400),
    Match("Planner over greedy, first route, two players", ("planner", "greedy"), 600),
    Match("Planner over greedy, all routes, two players", ("planner", "greedy"), 840, setup=EVERYWHERE),
    Match(
        "Planner among greedy ones, all routes, three and four players",
        ("planner", "greedy"), 784, "3-4", EVERYWHERE, alone=True,
    ),
    Match("Network over planner, all routes, two players", ("network", "planner"), 560, setup=EVERYWHERE),
    Match(
        "Network among planners, all routes, three and four players",
        ("network", "planner"), 392, "3-4", EVERYWHERE, alone=True,
    ),
    Match("Legend over veteran, all routes, two players", ("legend", "veteran"), 28, setup=EVERYWHERE),
    Match("Three planners, first route", ("planner",), 1000, "3"),
    Match("Three Veterans, first route", ("veteran",), 100, "3"),
    Match("Planners on all routes, late games", ("planner",), 10_000, "2-4", EVERYWHERE, late=40),
    Match("Levels without search, first route, two players", LEVELS[:3], 300),
)  # fmt: skip


def makers() -> dict[str, Maker]:
    """Every bot by its name, made from its seed."""
    from expedition.players.eldorado.bots import AnyAction, ElDoradoBot, Nearest, WholeTurn
    from expedition.players.legend import LegendBot
    from expedition.players.network_bot import NetworkBot
    from expedition.players.turn_search import Care

    supply = ("stock", "on_board")  # they do not count what the market still has

    return {
        "random": lambda seed: ElDoradoBot("random", AnyAction(), seed=seed),
        "greedy": lambda seed: ElDoradoBot("greedy", Nearest(), seed=seed),
        "planner": lambda seed: ElDoradoBot("planner", WholeTurn(), seed=seed),
        "network": lambda seed: NetworkBot("eldorado", "network", seed=seed),
        "rookie": lambda seed: NetworkBot("eldorado", "rookie", seed=seed, temperature=4.7, floor=1e-3, blind=supply),
        "guide": lambda seed: NetworkBot("eldorado", "guide", seed=seed, temperature=1.3, floor=1e-3, blind=supply),
        "veteran": lambda seed: NetworkBot("eldorado", "veteran", seed=seed),
        "legend": lambda seed: LegendBot(
            "eldorado",
            "legend",
            Budget(0.45, 256),
            seed,
            Care(proposals=20, finalists=16, again=2, soon=0.5, least=0.0),
        ),
    }
