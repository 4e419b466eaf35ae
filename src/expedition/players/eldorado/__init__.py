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
    Match("Search over planner, first route, two players", ("search", "planner"), 300),
    Match("Search over planner, all routes, two players", ("search", "planner"), 280, setup=EVERYWHERE),
    Match(
        "Search among planners, all routes, three and four players",
        ("search", "planner"), 196, "3-4", EVERYWHERE, alone=True,
    ),
    Match("Network over search, all routes, two players", ("network", "search"), 112, setup=EVERYWHERE),
    Match(
        "Network among searches, all routes, three and four players",
        ("network", "search"), 196, "3-4", EVERYWHERE, alone=True,
    ),
    Match("Legend over veteran, all routes, two players", ("legend", "veteran"), 112, setup=EVERYWHERE),
    Match("Three planners, first route", ("planner",), 1000, "3"),
    Match("Three at full strength, first route", ("search",), 500, "3"),
    Match("Search on all routes, late games", ("search",), 210, "2-4", EVERYWHERE, late=40),
    Match("Planners on all routes, late games", ("planner",), 10_000, "2-4", EVERYWHERE, late=40),
    Match("Levels, first route, two players", LEVELS, 240),
)  # fmt: skip


def makers() -> dict[str, Maker]:
    """Every bot by its name, made from its seed."""
    from expedition.players.eldorado.bots import AnyAction, ElDoradoBot, Nearest, Playouts, WholeTurn
    from expedition.players.legend import LegendBot
    from expedition.players.network_bot import NetworkBot
    from expedition.players.turn_search import Care

    supply = ("stock", "on_board")  # they do not count what the market still has

    return {
        "random": lambda seed: ElDoradoBot("random", AnyAction(), seed=seed),
        "greedy": lambda seed: ElDoradoBot("greedy", Nearest(), seed=seed),
        "planner": lambda seed: ElDoradoBot("planner", WholeTurn(), seed=seed),
        "search": lambda seed: ElDoradoBot("search", Playouts(), Budget(playouts=100), seed),
        "network": lambda seed: NetworkBot("eldorado", "network", seed=seed),
        "rookie": lambda seed: NetworkBot("eldorado", "rookie", seed=seed, temperature=4.7, floor=1e-3, blind=supply),
        "guide": lambda seed: NetworkBot("eldorado", "guide", seed=seed, temperature=1.3, floor=1e-3, blind=supply),
        "veteran": lambda seed: NetworkBot("eldorado", "veteran", seed=seed),
        "legend": lambda seed: LegendBot(
            "eldorado",
            "legend",
            Budget(0.9, 256),
            seed,
            Care(proposals=20, finalists=16, again=2, soon=0.5, least=0.0),
        ),
    }
